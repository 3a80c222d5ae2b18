//! A ray against boxes, by slabs (Kay, Kajiya 1986).

use crate::bound::Aabb;
use crate::math::DVec3;

/// Relative error of a parameter at which the ray enters or leaves a slab: a difference and a quotient, each off by at most
/// half a unit in the last place, with room to spare.
const PARAMETER_ERROR: f64 = 4.0 * f64::EPSILON;

/// The points `origin + t direction` for `0 <= t <= limit`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ray {
    /// Where it starts.
    pub origin: DVec3,
    /// Where it goes; not normalised.
    pub direction: DVec3,
    /// The largest parameter.
    pub limit: f64,
}

impl Ray {
    /// Whether the ray may meet a box: never false if it does, and monotone, so that a larger box is met if a smaller is.
    pub fn may_meet(&self, bounds: &Aabb) -> bool {
        let (mut enter, mut leave) = (0.0_f64, self.limit);
        for axis in 0..3 {
            let (o, d) = (self.origin[axis], self.direction[axis]);
            let (low, high) = (bounds.min[axis], bounds.max[axis]);
            let has_points = low <= high;
            if !has_points {
                return false;
            }
            if d == 0.0 {
                if o < low || high < o {
                    return false;
                }
                continue;
            }
            let (near, far) = if d > 0.0 { (low, high) } else { (high, low) };
            // A difference that overflows is taken as the largest number, on the side that rules out less. A parameter is not
            // a number only where corner and ray are infinite: then nothing is ruled out.
            let along = d.signum();
            let near = ((near - o) * along).min(f64::MAX) / d.abs();
            let far = ((far - o) * along).max(-f64::MAX) / d.abs();
            enter = enter.max(near - near.abs() * PARAMETER_ERROR);
            leave = leave.min(far + far.abs() * PARAMETER_ERROR);
        }
        enter <= leave
    }
}
