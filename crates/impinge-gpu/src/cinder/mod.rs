//! CInDeR: whose edges are inside whose solid, by drawing (Knott and Pai, *CInDeR: collision and interference detection in real time using
//! graphics hardware*, Graphics Interface 2003).
//!
//! Solids meet if and only if an edge of one meets the other (their theorem 1). Rays through the pixels are cast at the nearest edge
//! of each, and faces before it are counted: front faces 1, back faces -1, so that the sum tells how many solids the edge is in. One view sees
//! only the nearest edges and only at the centres of pixels: an answer "free" is as good as the image. How we differ: `docs/notes/cinder.md`.

mod cpu_query;
pub(crate) mod cpu_reference;
mod image;
mod multi_view;
mod report;

#[cfg(feature = "device")]
mod certified_query;
#[cfg(feature = "device")]
mod compute;
#[cfg(feature = "device")]
mod device_query;
#[cfg(feature = "device")]
mod image_sequence;
#[cfg(feature = "device")]
mod pipelines;
#[cfg(feature = "device")]
mod pixel_state;
#[cfg(feature = "device")]
mod raster_passes;
#[cfg(feature = "device")]
mod render;
#[cfg(feature = "device")]
mod render_or_compute;
#[cfg(feature = "device")]
mod render_targets;

#[cfg(feature = "device")]
pub use certified_query::{Proof, Proposer, Proved};
pub use cpu_query::{images_on_cpu, query_on_cpu, survey_on_cpu};
#[cfg(feature = "device")]
pub use device_query::Cinder;
pub use image::{Images, Pair};
pub use multi_view::{MOST_TILES, Survey};
pub use report::{Ask, CinderOptions, Finding, Path};
#[cfg(all(test, feature = "device"))]
pub(crate) use {pipelines::text as render_text, pixel_state::text as compute_text};

use crate::draw_layout::{Instance, Layout, Request};
use crate::error::GpuError;
use crate::mesh_table::MeshTable;
use crate::orientation::Turned;

/// The largest side of an image, in pixels: then the whole window is as large as the bodies in it may be.
const LARGEST_SIDE: u32 = 8192;

fn check_size([width, height]: [u32; 2], limit: u32) -> Result<(), GpuError> {
    let fits = |side: u32| (1..=limit).contains(&side);
    if fits(width) && fits(height) { Ok(()) } else { Err(GpuError::ImageSize { width, height, limit }) }
}

/// Lays bodies out in an image with sides up to a limit, and refuses those that cannot be counted; nothing if no boxes meet.
fn lay_out(
    store: &MeshTable,
    instances: &[Instance],
    request: &Request,
    limit: u32,
) -> Result<Option<Layout>, GpuError> {
    check_size(request.size, limit)?;
    let Some(layout) = Layout::new(store, instances, request)? else { return Ok(None) };
    for (&mesh, &body) in layout.meshes.iter().zip(&layout.bodies) {
        if store.model(mesh)?.turned != Turned::Outward {
            return Err(GpuError::NotClosed { body });
        }
    }
    Ok(Some(layout))
}
