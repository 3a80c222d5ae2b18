//! Polygons from files: all of them, or the one that an operand names.

use anyhow::bail;
use impinge_clash::{FileOperand, first_body_names, rename_unique};
use impinge_io::{NamedPolygon, PlanarOptions, ReadWarning, read_planar};
use impinge_planar::Polygon;
use impinge_terminal::output;
use std::path::{Path, PathBuf};

/// Exact comparisons of a polygon's edges with each other, which any may take; of those that meet, each takes about a hundred bytes in a query.
const COMPARISONS: u64 = 1 << 19;
/// Further comparisons for each vertex.
const COMPARISONS_PER_VERTEX: u64 = 8;

/// Refuses a polygon whose edges meet each other, or nearly do, so often that queries take seconds.
///
/// # Errors
/// The polygon is too intricate.
pub fn ensure_tractable(name: &str, polygon: &Polygon) -> anyhow::Result<()> {
    let most = COMPARISONS + COMPARISONS_PER_VERTEX * polygon.vertices().len() as u64;
    if polygon.is_intricate(most) {
        bail!(
            "the polygon '{name}' has more than {most} pairs of edges that meet or nearly do; merge its rings where they overlap, or split it into several polygons"
        );
    }
    Ok(())
}

/// Every polygon of every file, in order, under unique names.
///
/// # Errors
/// A file cannot be read.
pub fn load(files: &[PathBuf], options: &PlanarOptions, quiet: bool) -> anyhow::Result<Vec<NamedPolygon>> {
    let mut read = Vec::new();
    for (file, path) in files.iter().enumerate() {
        read.extend(read_and_warn(path, options, quiet)?.into_iter().map(|body| (file, body)));
    }
    Ok(rename_unique(files, read, |body| &mut body.name))
}

/// The polygons of a file; notes tell what was read differently from the file.
fn read_and_warn(path: &Path, options: &PlanarOptions, quiet: bool) -> anyhow::Result<Vec<NamedPolygon>> {
    let read = read_planar(path, options)?;
    let warnings = ReadWarning::summaries(read.iter().flat_map(|body| body.warnings.iter().copied()));
    warnings.iter().filter(|_| !quiet).for_each(|warning| output::note(&format!("{}: {warning}", path.display())));
    Ok(read)
}

/// The one polygon that an operand asks for, under the name that the user calls it by.
///
/// # Errors
/// The file cannot be read, has no such body, or has several.
pub fn load_one(operand: &FileOperand, options: &PlanarOptions, quiet: bool) -> anyhow::Result<NamedPolygon> {
    let mut bodies = operand.pick(read_and_warn(&operand.path, options, quiet)?, |body| &body.name)?;
    let (path, count) = (operand.path.display(), bodies.len());
    match bodies.pop() {
        Some(body) if count == 1 => {
            let body = NamedPolygon { name: operand.text.clone(), ..body };
            ensure_tractable(&body.name, &body.polygon)?;
            Ok(body)
        }
        body => {
            bodies.extend(body);
            let known = first_body_names(&bodies, |body| &body.name);
            bail!("{path}: there are {count} bodies, expected one; pick it by {path}#BODY; the bodies are: {known}")
        }
    }
}
