//! A box that a body in motion stays in.

use super::motion_segments::{cuts, ride};
use super::moving_body::{BodyPart, BodyPlacement, MovingBody, PieceMotion};
use super::rigid_body_motion::Motion;
use crate::bound::Aabb;
use crate::bvh::Slot;
use crate::ccd::ROUNDING;
use crate::math::DVec3;
use crate::mesh::Mesh;

/// A box around all places of a body in a window of time, rounded outward.
///
/// Between the ends of a piece every point is within its stray of a chord, and chords stay in the box around both ends.
pub(crate) fn swept_bounds(mesh: &Mesh, motion: &Motion, window: [f64; 2]) -> Aabb {
    let mut all = Aabb::EMPTY;
    for piece in cuts([motion; 2], window).windows(2) {
        all = all.joined(over_piece(mesh, ride(motion, [piece[0], piece[1]]), motion.farthest()));
    }
    all
}

/// Places between keyframes are rounded by what the keyframes are, which may be `far` off.
fn over_piece(mesh: &Mesh, ride: PieceMotion<'_>, far: f64) -> Aabb {
    let body_motion = MovingBody::new(mesh, ride, 1.0);
    let bounds = mesh.bounds();
    let corners: [DVec3; 8] = std::array::from_fn(|k| {
        let pick = |axis: usize| if k >> axis & 1 == 1 { bounds.max[axis] } else { bounds.min[axis] };
        DVec3::new(pick(0), pick(1), pick(2))
    });
    let mut around = Aabb::EMPTY;
    let mut room = 4.0 * far;
    for place in [body_motion.place(0.0), body_motion.place(1.0)] {
        let BodyPlacement::Rigid { linear, shift } = place else { continue };
        around = corners.iter().fold(around, |around, corner| around.including(linear * *corner + shift));
    }
    room += corners.iter().map(|corner| corner.abs().element_sum()).fold(0.0, f64::max);
    let stray =
        body_motion.rates([0.0, 1.0]).stray * body_motion.swing(BodyPart::Slot(Slot::ROOT)) + 4.0 * ROUNDING * room;
    let slack = DVec3::splat(stray.next_up());
    Aabb { min: around.min - slack, max: around.max + slack }
}
