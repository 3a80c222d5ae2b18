//! CInDeR without a device: the queries of [`Cinder`](super::Cinder) on the images of the CPU reference, pixel for pixel the same.

use super::cpu_reference;
use super::image::{Images, found_pairs};
use super::multi_view::{Survey, survey_by};
use super::report::{Ask, CinderOptions, Finding};
use super::{LARGEST_SIDE, lay_out};
use crate::cost::Cost;
use crate::draw_layout::{Instance, Layout};
use crate::error::GpuError;
use crate::mesh_table::MeshTable;

/// The images of every layer, made on the CPU, scalar and simple; none if no boxes meet.
///
/// # Errors
/// A mesh that the table does not hold, or an invalid view.
pub fn images_on_cpu(
    store: &MeshTable,
    instances: &[Instance],
    options: &CinderOptions,
) -> Result<Vec<Images>, GpuError> {
    let Some(layout) = Layout::new(store, instances, &options.request())? else { return Ok(Vec::new()) };
    let mut layers = Vec::<Images>::new();
    for _ in 0..options.layers.max(1) {
        layers.push(cpu_reference::images(store, &layout, layers.last())?);
    }
    Ok(layers)
}

/// Who is inside whom, as far as one view tells.
///
/// # Errors
/// See [`GpuError`]: none of them means "free".
pub fn query_on_cpu(store: &MeshTable, instances: &[Instance], options: &CinderOptions) -> Result<Finding, GpuError> {
    match lay_out(store, instances, &options.request(), LARGEST_SIDE)? {
        None => Ok(Finding::default()),
        Some(layout) => {
            let finding = look(store, &layout, options)?;
            Ok(Finding { too_small: layout.too_small, ..finding })
        }
    }
}

/// What all views, tiles and layers tell together.
///
/// # Errors
/// See [`GpuError`]: none of them means "free".
pub fn survey_on_cpu(store: &mut MeshTable, instances: &[Instance], survey: &Survey) -> Result<Finding, GpuError> {
    survey_by(store, instances, survey, LARGEST_SIDE, &mut |store, layout, options| look(store, layout, options))
}

/// Looks at a layout, layer by layer.
fn look(store: &MeshTable, layout: &Layout, options: &CinderOptions) -> Result<Finding, GpuError> {
    let mut finding = Finding::default();
    let mut before: Option<Images> = None;
    for _ in 0..options.layers.max(1) {
        let images = cpu_reference::images(store, layout, before.as_ref())?;
        finding.add(layer_finding(store, layout, &images, options.ask)?);
        let is_empty = images.edge.iter().all(|&edge| edge == 0);
        if is_empty || (options.ask == Ask::Any && finding.interferes) {
            break;
        }
        before = Some(images);
    }
    Ok(finding)
}

/// What one layer shows.
fn layer_finding(store: &MeshTable, layout: &Layout, images: &Images, ask: Ask) -> Result<Finding, GpuError> {
    /// One over edges, one over faces.
    const PASSES: u32 = 2;
    let hits = images.hits();
    let pairs = found_pairs(&hits, layout, store)?;
    let mut bodies: Vec<u32> = pairs.iter().flat_map(|pair| [pair.penetrating, pair.penetrated]).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let cost = Cost { images: 1, passes: PASSES, pixels: images.count.len() as u64, ..Cost::default() };
    Ok(Finding {
        interferes: !pairs.is_empty(),
        bodies: if ask == Ask::Any { Vec::new() } else { bodies },
        pairs: if ask == Ask::Pairs { pairs } else { Vec::new() },
        cost,
        ..Finding::default()
    })
}
