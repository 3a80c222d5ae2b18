//! A rigid motion over a window of times, in doubles with bounds: made once for all features that are asked about then.
//!
//! The quaternion Q is linear in time, so between two times it is linear again, and w R and `w = |Q|²` have Bernstein coefficients that are
//! products of Q at both ends.

use super::rigid_motion::RigidMotion;
use crate::ccd::contact::time_window::Window;
use crate::math::integer::decompose;
use crate::math::{DMat3, DQuat, DVec3};

/// A motion over a window.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// The coefficients of w R.
    pub rotations: [DMat3; 3],
    /// The coefficients of w.
    pub weights: [f64; 3],
    /// The same of degree 3.
    pub raised: [f64; 4],
    /// At both ends.
    pub translations: [DVec3; 2],
    /// The largest w of the whole motion: the unit of all errors.
    pub weight: f64,
    /// The longest translation of the whole motion, squared.
    pub reach_squared: f64,
}

impl Stretch {
    pub fn new(motion: &RigidMotion, window: Window) -> Self {
        let [from, to] = motion.rotations();
        let largest = [from, to].map(|q| q.to_array().into_iter().fold(0.0, |most: f64, x| most.max(x.abs())));
        // A power of two: lengths are from 1e-30 to 1e30, and only quotients with w count.
        let unit = 2f64.powi(-decompose_top(largest[0].max(largest[1])));
        let [from, to] = [from * unit, to * unit];
        let [start, end] = motion.translations();
        let times = [window.from(), window.until()];
        let [p, q] = times.map(|t| from * (1.0 - t) + to * t);
        let weights = [p.dot(p), p.dot(q), q.dot(q)];
        Self {
            rotations: [rotation(p, p), rotation(p, q), rotation(q, q)],
            weights,
            raised: raised(weights),
            translations: times.map(|t| start * (1.0 - t) + end * t),
            weight: from.length_squared().max(to.length_squared()),
            reach_squared: start.length_squared().max(end.length_squared()),
        }
    }
}

/// The exponent of the power of two below a positive number.
fn decompose_top(x: f64) -> i32 {
    let (mantissa, exponent) = decompose(x);
    exponent + 63 - mantissa.unsigned_abs().leading_zeros() as i32
}

/// The symmetric form in two quaternions that for equal ones is their squared length times the rotation.
fn rotation(p: DQuat, q: DQuat) -> DMat3 {
    let square = |x: f64, y: f64| x * y;
    let [x, y, z, w] = [square(p.x, q.x), square(p.y, q.y), square(p.z, q.z), square(p.w, q.w)];
    let mixed = |a: f64, b: f64, c: f64, d: f64| a * d + b * c;
    let xy = mixed(p.x, p.y, q.x, q.y);
    let xz = mixed(p.x, p.z, q.x, q.z);
    let yz = mixed(p.y, p.z, q.y, q.z);
    let wx = mixed(p.w, p.x, q.w, q.x);
    let wy = mixed(p.w, p.y, q.w, q.y);
    let wz = mixed(p.w, p.z, q.w, q.z);
    DMat3::from_cols(
        DVec3::new(w + x - y - z, xy + wz, xz - wy),
        DVec3::new(xy - wz, w - x + y - z, yz + wx),
        DVec3::new(xz + wy, yz - wx, w - x - y + z),
    )
}

/// A third, rounded.
pub(crate) const THIRD: f64 = 1.0 / 3.0;

/// A quadratic as a cubic.
fn raised([a, b, c]: [f64; 3]) -> [f64; 4] {
    [a, (a + b * 2.0) * THIRD, (b * 2.0 + c) * THIRD, c]
}
