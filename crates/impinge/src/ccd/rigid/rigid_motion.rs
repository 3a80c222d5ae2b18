//! How a rigid body moves, in algebraic form: turned by a quaternion that is linear in time, and shifted along a line.

use crate::math::rounding::interpolate3;
use crate::math::{DQuat, DVec3, axis_angle};

/// A motion of body B in A's frame over the times from 0 to 1, of real numbers: a point p of B is at `Q p Q* / |Q|² + T` with
/// `Q = (1 - t) Q0 + t Q1` and `T = (1 - t) T0 + t T1`.
///
/// Quaternions need no length of 1. B turns about one axis by up to half a turn, the shorter way; with both of the same length it turns at its
/// ends slower than in the middle, by a factor of cos² of a quarter of the angle at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidMotion {
    rotations: [DQuat; 2],
    translations: [DVec3; 2],
}

/// Why a motion, or a point that moves by it, was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RigidMotionError {
    /// A component is NaN or infinite.
    #[error("a component of the motion is not a finite number")]
    NotFinite,
    /// A quaternion is zero, or too small or too large to tell.
    #[error("a quaternion of the motion has the length {0:e}, expected one from 1e-30 to 1e30")]
    Length(f64),
    /// A coordinate of a point is NaN or infinite.
    #[error("a point at {0} is not finite")]
    Point(DVec3),
}

/// Lengths that quaternions may have: far from where squares overflow or vanish.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-30..=1e30;

/// What rates in doubles may be off by, relative. Q is never shorter than 1/√2 of the shorter end, so squares lose at most a few units in the last place, and where w
/// is least is a matter of second order.
const RATE_ROUNDING: f64 = 1e-9;

/// What the vector part of a product of quaternions may be off by, relative to their lengths: 8 u.
const WEDGE_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// The square of what a time from 0 to 1 may be off by: 8 u.
const PLACE_ROUNDING: f64 = 16.0 * f64::EPSILON * f64::EPSILON;

impl RigidMotion {
    /// From one placement to another.
    ///
    /// # Errors
    /// Components that are not finite, quaternions of zero or infinite length.
    pub fn try_new(rotations: [DQuat; 2], translations: [DVec3; 2]) -> Result<Self, RigidMotionError> {
        if !rotations.iter().all(|q| q.is_finite()) || !translations.iter().all(|t| t.is_finite()) {
            return Err(RigidMotionError::NotFinite);
        }
        if let Some(length) = rotations.iter().map(|q| q.length()).find(|length| !LENGTHS.contains(length)) {
            return Err(RigidMotionError::Length(length));
        }
        // Either sign is the same rotation; those on one side never pass zero on the way.
        let [from, to] = rotations;
        let rotations = [from, if from.dot(to) < 0.0 { -to } else { to }];
        Ok(Self { rotations, translations })
    }

    pub(crate) fn rotations(&self) -> [DQuat; 2] {
        self.rotations
    }

    pub(crate) fn translations(&self) -> [DVec3; 2] {
        self.translations
    }

    /// The quaternion at a time, of any length.
    pub(crate) fn rotation_at(&self, time: f64) -> DQuat {
        self.rotations[0] * (1.0 - time) + self.rotations[1] * time
    }

    /// Where a point of B is at a time, in A's frame, rounded.
    #[must_use]
    pub fn place(&self, point: DVec3, time: f64) -> DVec3 {
        let [from, to] = self.translations;
        self.rotation_at(time).normalize() * point + interpolate3(from, to, time)
    }

    /// How fast a point of B moves at a time, in A's frame, rounded.
    #[must_use]
    pub fn velocity(&self, point: DVec3, time: f64) -> DVec3 {
        let q = self.rotation_at(time);
        // The rate of turning is the vector part of 2 Q' Q* / |Q|².
        let rate = (self.rotations[1] - self.rotations[0]) * q.conjugate();
        let turning = DVec3::new(rate.x, rate.y, rate.z) * (2.0 / q.length_squared());
        turning.cross(q.normalize() * point) + (self.translations[1] - self.translations[0])
    }

    /// How far the body is shifted in all.
    pub(crate) fn drift(&self) -> f64 {
        self.translations[0].distance(self.translations[1])
    }

    /// The axis of the turn, of length 1, in the frame of the body; any for no turn.
    pub(crate) fn axis(&self) -> DVec3 {
        let turn = self.rotations[0].conjugate() * self.rotations[1];
        axis_angle::unit(DVec3::new(turn.x, turn.y, turn.z)).unwrap_or(DVec3::X)
    }

    /// Bounds on |φ'| and on φ'² + |φ''| over a slice of time, for the angle φ of the turn.
    ///
    /// With w = |Q|² and c = |Q0| |Q1| sin of the angle between both, half the angle grows at c / w, and c / w changes at
    /// -c w' / w² with |w'| ≤ 2 |Q1 - Q0| √w.
    pub(crate) fn turning_rates(&self, [from, until]: [f64; 2]) -> [f64; 2] {
        let [q, r] = self.rotations;
        let step = r - q;
        let wedge = q.conjugate() * r;
        let (sine, off) = (DVec3::new(wedge.x, wedge.y, wedge.z).length(), WEDGE_ROUNDING * q.length() * r.length());
        let c = sine * (1.0 + RATE_ROUNDING) + off;
        // w is least where Q is at right angles to its change, or at an end.
        let least = (-q.dot(step) / step.length_squared()).clamp(from, until);
        let at = if least.is_nan() { from } else { least };
        // That place is rounded, which matters where one quaternion is far longer than the other; but w is nowhere less than the square of the
        // distance of the line from zero.
        let rounded =
            self.rotation_at(at).length_squared() * (1.0 - RATE_ROUNDING) - step.length_squared() * PLACE_ROUNDING;
        let line = ((sine * (1.0 - RATE_ROUNDING) - off).max(0.0) / step.length()).powi(2) * (1.0 - RATE_ROUNDING);
        let w = rounded.max(line);
        let half = c / w;
        let spin = 2.0 * half;
        [spin, spin * spin + 4.0 * half * step.length() / w.sqrt()].map(|rate| rate * (1.0 + RATE_ROUNDING))
    }
}
