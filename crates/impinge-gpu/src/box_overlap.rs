//! Where the boxes of bodies overlap, in the coordinates of a view: what the image is fitted to.

use crate::camera::{Camera, NEAREST, ViewBox};
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::rounding;
use crate::mesh_table::MeshTable;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::DVec3;

/// The box of every body.
///
/// # Errors
/// A mesh that is not there, or a body that is not in front of the eye.
pub(crate) fn boxes(store: &MeshTable, instances: &[Instance], camera: &Camera) -> Result<Vec<ViewBox>, GpuError> {
    let mut boxes = Vec::with_capacity(instances.len());
    for (body, instance) in (0..).zip(instances) {
        let bounds = store.model(instance.mesh)?.mesh.bounds();
        let seen = camera.view_box(&bounds, &instance.world_from_body).ok_or(GpuError::BehindEye { body })?;
        boxes.push(grown(&seen, rounding(&bounds, &instance.world_from_body), camera));
    }
    let farthest = boxes.iter().fold(0.0_f64, |far, bounds| far.max(bounds.max.z));
    let too_near = |bounds: &ViewBox| camera.is_perspective() && bounds.min.z < farthest * NEAREST;
    match boxes.iter().position(too_near) {
        Some(body) => Err(GpuError::BehindEye { body: body as u32 }),
        None => Ok(boxes),
    }
}

/// Where boxes meet.
pub(crate) struct Overlap {
    /// Around all that any two boxes share.
    pub(crate) region: ViewBox,
    /// Around all boxes that meet another.
    pub(crate) all: ViewBox,
    /// The bodies of those.
    pub(crate) bodies: Vec<u32>,
    /// Their boxes.
    pub(crate) boxes: Vec<ViewBox>,
}

/// Pairs of boxes that meet.
pub(crate) fn near(boxes: &[ViewBox]) -> Vec<(u32, u32)> {
    let mut phase = BroadPhaseKind::Auto.build();
    for (key, bounds) in (0..).zip(boxes) {
        phase.insert(key, *bounds, Mobility::Moving);
    }
    phase.update(&Executor::serial());
    let mut pairs = Vec::new();
    phase.pairs(&mut |a, b| pairs.push((a, b)));
    pairs
}

/// Where the boxes of these pairs meet; nothing if none do.
pub(crate) fn overlap(boxes: &[ViewBox], mut pairs: Vec<(u32, u32)>) -> Option<Overlap> {
    pairs.retain(|&(a, b)| boxes[a as usize].overlaps(&boxes[b as usize]));
    let shared = |&(a, b): &(u32, u32)| {
        let (a, b) = (&boxes[a as usize], &boxes[b as usize]);
        ViewBox { min: a.min.max(b.min), max: a.max.min(b.max) }
    };
    let region = pairs.iter().map(shared).reduce(ViewBox::joined)?;
    let mut bodies: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let boxes: Vec<_> = bodies.iter().map(|&body| boxes[body as usize]).collect();
    let all = boxes.iter().copied().reduce(ViewBox::joined)?;
    Some(Overlap { region, all, bodies, boxes })
}

/// A box with room for the rounding of its corners, and of the coordinates that they come from.
fn grown(bounds: &ViewBox, rounding: f64, camera: &Camera) -> ViewBox {
    // Relative to the largest coordinate: some twenty roundings of double precision.
    let own = bounds.largest_coordinate() * 1e-14;
    // Coordinates across a perspective are quotients by a depth, and their errors, too.
    let across = if camera.is_perspective() { rounding / bounds.min.z * (1.0 + own * 1e14) } else { rounding };
    let room = DVec3::new(across, across, rounding) + own;
    ViewBox { min: bounds.min - room, max: bounds.max + room }
}
