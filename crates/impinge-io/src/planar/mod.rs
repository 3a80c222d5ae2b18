//! Polygons from files: GeoJSON, WKT, tables with a column of WKT, and the shapes of SVG drawings, each feature a body.
//!
//! Rings are taken as [`impinge_planar::Polygon`] takes them: all alike, the inside by even-odd, wherever the format says which
//! are holes. Heights (third coordinates) are dropped. Coordinates stay as the file has them: longitudes are no angles here, and the y axis
//! of an SVG drawing points down.
//!
//! WKT and GeoJSON are read by hand, as the meshes are: errors name line or path, and no nesting can exhaust the stack.

mod format;
mod geojson;
mod svg;
mod table;
mod wkt;

pub use format::PlanarFormat;
pub use table::{PolygonPair, read_polygon_pairs, read_polygon_pairs_bytes};

use crate::error::{Fault, FilePlace, Problem, ReadError};
use crate::warning::{ReadWarning, not_tiny};
use crate::{name, source_file};
use impinge::math::{DVec2, SMALLEST_IN_PLANE};
use impinge_planar::Polygon;
use std::path::Path;

/// A named polygon, where its coordinates say.
#[derive(Clone, Debug)]
pub struct NamedPolygon {
    /// The name from the file, or that of the file with the place of the feature; unique within the file.
    pub name: String,
    /// Its rings.
    pub polygon: Polygon,
    /// What was read differently from the file.
    pub warnings: Vec<ReadWarning>,
}

/// How polygons are read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlanarOptions {
    /// How far a chord may stray from its curve, in the unit of the drawing; by default 1/4096 of the size of each curve.
    pub flatness: Option<f64>,
}

/// Closed rings, of which the last point need not repeat the first.
pub(crate) type Rings = Vec<Vec<DVec2>>;

/// A feature as read: its name, if it has one, its rings, and where it stands.
#[derive(Debug)]
pub(crate) struct Feature {
    pub(crate) name: Option<String>,
    pub(crate) rings: Rings,
    pub(crate) place: FilePlace,
}

/// The polygons of a file; the format is detected by the content where that is unmistakable, else by the extension.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read_planar(path: impl AsRef<Path>, options: &PlanarOptions) -> Result<Vec<NamedPolygon>, ReadError> {
    let path = path.as_ref();
    let file = path.display().to_string();
    let problem = |problem: Problem| Fault::new(FilePlace::Whole, problem).in_file(&file);
    let bytes = source_file::load(path).map_err(problem)?;
    if bytes.is_empty() {
        return Err(problem(Problem::Empty));
    }
    match PlanarFormat::of(path, &bytes) {
        Some(format) => read_planar_bytes(format, &file, &bytes, options),
        None => {
            let extension = path.extension().map(|e| e.to_string_lossy().into_owned());
            let feature = extension.map_or("a name without an extension".to_owned(), |e| format!("the format '.{e}'"));
            let remedy = format!("for polygons use {}", PlanarFormat::SUPPORTED);
            Err(Fault::unsupported(FilePlace::Whole, feature, remedy).in_file(&file))
        }
    }
}

/// The polygons in the bytes of a file; `name` stands for the file in errors and in the names of bodies that have none.
///
/// # Errors
/// See [`Problem`]; there is never an empty list.
pub fn read_planar_bytes(
    format: PlanarFormat,
    name: &str,
    bytes: &[u8],
    options: &PlanarOptions,
) -> Result<Vec<NamedPolygon>, ReadError> {
    if bytes.is_empty() {
        return Err(Fault::new(FilePlace::Whole, Problem::Empty).in_file(name));
    }
    let features = match format {
        PlanarFormat::GeoJson => geojson::read(bytes),
        PlanarFormat::Wkt => wkt::read(bytes),
        PlanarFormat::Tsv | PlanarFormat::Csv => table::read(format, bytes),
        PlanarFormat::Svg => svg::read(bytes, options),
    };
    features.and_then(|features| bodies(features, &name::stem(name))).map_err(|fault| fault.in_file(name))
}

/// The text of a file, without the mark that some editors put before it.
fn text(bytes: &[u8]) -> Result<&str, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|_| Fault::unexpected(FilePlace::Whole, "a text in UTF-8", "other bytes"))
}

/// The bodies of features; those without a name are called by the file and their place in it, from 1.
fn bodies(features: Vec<Feature>, stem: &str) -> Result<Vec<NamedPolygon>, Fault> {
    let alone = features.len() == 1;
    let mut names = name::Names::default();
    let body = |(index, feature): (usize, Feature)| {
        let own = feature.name.filter(|name| !name.trim().is_empty());
        let wanted = own.unwrap_or_else(|| if alone { stem.to_owned() } else { format!("{stem}.{}", index + 1) });
        let name = names.unique(&wanted);
        let (polygon, warnings) = polygon(feature.rings, &name, feature.place)?;
        Ok(NamedPolygon { name, polygon, warnings })
    };
    features.into_iter().enumerate().map(body).collect()
}

/// The polygon of some rings; coordinates below the exact range are zero, which a warning tells.
fn polygon(mut rings: Rings, body: &str, place: FilePlace) -> Result<(Polygon, Vec<ReadWarning>), Fault> {
    let mut tiny = 0;
    for p in rings.iter_mut().flatten() {
        *p = DVec2::from_array(p.to_array().map(|x| not_tiny(x, SMALLEST_IN_PLANE, &mut tiny)));
    }
    let refused = |error| Fault::new(place, Problem::NoPolygon { body: body.to_owned(), error });
    Ok((Polygon::try_new(rings).map_err(refused)?, ReadWarning::tiny(tiny)))
}
