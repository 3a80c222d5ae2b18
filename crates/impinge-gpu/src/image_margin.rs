//! Room in the image for what is drawn: for coarse steps of large meshes, and for edges that are moved outward.

use crate::camera::{Camera, NEAREST, ViewBox};
use crate::draw_layout::{Instance, OwnSolid, Request};
use crate::error::GpuError;
use crate::fixed_point::{DEPTH_LIMIT, LONGEST_MITRE, SUBPIXELS, VERTEX_LIMIT};
use crate::image_view::Fitted;
use crate::mesh_table::{MeshTable, Model};
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};

/// What one step of a mesh may become in the image, in sub-pixels or steps of depth; a matrix holds less than 8.
const LONGEST_STEP: f64 = 4.0;

/// Makes the window and the room of depths so large that no step of a mesh ([`crate::fixed_point::Quantised`]) is more than [`LONGEST_STEP`].
pub(crate) fn widen(
    store: &MeshTable,
    instances: &[Instance],
    bodies: &[u32],
    [region, all]: [&mut ViewBox; 2],
    size: [u32; 2],
) -> Result<(), GpuError> {
    let mut unit = 0.0_f64;
    for &body in bodies {
        unit = unit.max(store.model(instances[body as usize].mesh)?.quantised.unit);
    }
    let lengthen = |bounds: &mut ViewBox, axis: usize, least: f64| {
        let lacking = (least - (bounds.max[axis] - bounds.min[axis])).max(0.0);
        bounds.min[axis] -= lacking * 0.5;
        bounds.max[axis] += lacking * 0.5;
    };
    for (axis, pixels) in size.into_iter().enumerate() {
        lengthen(region, axis, f64::from(pixels) * f64::from(SUBPIXELS) * unit / LONGEST_STEP);
    }
    lengthen(all, 2, f64::from(DEPTH_LIMIT) * unit / LONGEST_STEP);
    Ok(())
}

/// Steps of a mesh by which its edges are moved outward, at most half its size: the sum with a corner must stay within 2^25. Nothing if
/// it is not in front of the eye.
pub(crate) fn offset_steps(model: &Model, pose: &Pose, fitted: &Fitted) -> Option<i32> {
    let seen = fitted.camera.view_box(&model.mesh.bounds(), pose)?;
    Some((fitted.offset(&seen) / model.quantised.unit).ceil().min(f64::from(VERTEX_LIMIT)) as i32)
}

/// The box of a body whose edges are moved outward by the given number of steps, and a few more for rounding; nothing if it is not in front of the eye.
fn moved_box(model: &Model, pose: &Pose, camera: &Camera, steps: f64) -> Option<ViewBox> {
    let reach = DVec3::splat(LONGEST_MITRE * (steps + ROUNDED_STEPS) * model.quantised.unit);
    let Aabb { min, max } = model.mesh.bounds();
    camera.view_box(&Aabb { min: min - reach, max: max + reach }, pose)
}

/// A corner and its normal are rounded to steps.
const ROUNDED_STEPS: f64 = 2.0;

/// How much more room edges are given than they need, since with the room pixels and steps of depth grow.
const SURPLUS: f64 = 1.0625;

/// Rounds after which room for moved edges is given up; each adds a sixteenth of what they need.
const FITTINGS: usize = 16;

/// Fits the image; where edges are moved outward, with room for them in front of the eye and among the depths.
///
/// # Errors
/// A mesh that is not there, edges that would be behind the eye, or that no room suffices for.
pub(crate) fn fit(
    store: &MeshTable,
    drawn: &[(u32, Instance)],
    camera: &Camera,
    [region, all]: [&ViewBox; 2],
    request: &Request,
) -> Result<Fitted, GpuError> {
    let mut room = *all;
    for _ in 0..FITTINGS {
        let fitted = Fitted::new(camera, [region, &room], request.size, request.tile);
        if request.own == OwnSolid::Excluded {
            return Ok(fitted);
        }
        let (mut needed, mut roomy) = (room, room);
        for &(body, Instance { mesh, world_from_body }) in drawn {
            let (model, behind) = (store.model(mesh)?, GpuError::BehindEye { body });
            let steps = offset_steps(model, &world_from_body, &fitted).map(f64::from).ok_or(behind.clone())?;
            let moved = |steps| moved_box(model, &world_from_body, camera, steps);
            let (moved, more) = moved(steps).zip(moved(steps * SURPLUS)).ok_or(behind.clone())?;
            if camera.is_perspective() && more.min.z < room.max.z * NEAREST {
                return Err(behind);
            }
            (needed, roomy) = (needed.joined(moved), roomy.joined(more));
        }
        if needed == room {
            return Ok(fitted);
        }
        room = roomy;
    }
    Err(GpuError::View("edges cannot be moved outward as far as so few pixels ask"))
}
