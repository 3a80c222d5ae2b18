//! The motion of a rigid body between two poses, and how far its points stray from straight lines on the way.
//!
//! A point that moves by f(s), s from 0 to 1, is never farther than max |f''| / 8 from the point that moves straight from f(0) to f(1) (the error of linear
//! interpolation). Turning by the angle θ at a constant rate about an axis at the distance ρ has |f''| = θ² ρ, a shift at a constant rate adds
//! nothing: so θ² ρ / 8 bounds both ways below. The sagitta of the arc, ρ (1 - cos θ/2), is less by at most a fifth, and holds for pure turns only.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use crate::math::rounding::interpolate3;
use crate::math::{DMat3, DQuat, DVec3, Pose, PoseError, SMALLEST_COORDINATE, axis_angle};

/// How a rigid body gets from one pose to the next; both ways turn by at most half a turn, the shorter way round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PoseInterpolation {
    /// Along a screw: turning about an axis that stands still, and sliding along it, at constant rates.
    #[default]
    Screw,
    /// The origin of the body's frame moves straight, the body turns about it, at constant rates.
    Slerp,
}

/// What poses, their motion and posed points may be rounded by, relative to the coordinates that go in: matrices are rotations to 32 u, with u = 2^-53, the
/// quaternion and the angle of their quotient are good to 64 u, and the points of a turn between to 32 u; times the three terms of a product, doubled, 768 u.
pub(crate) const ROUNDING: f64 = 1024.0 * (f64::EPSILON / 2.0);

/// A motion from one pose to another: `x → R(s) x + t(s)` for times s from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    ends: [Pose; 2],
    interpolation: PoseInterpolation,
    /// The axis of the turn, of length 1, and the angle from 0 to half a turn; in the frame of the body.
    axis: DVec3,
    angle: f64,
    /// The shift of the frame's origin, in the frame of the body at the beginning.
    shift: DVec3,
    /// Whether both rotations are the same, so that all points move straight.
    is_straight: bool,
}

impl Passage {
    /// The motion between two poses. Rotations that are not quite orthonormal are made so, unless they are equal.
    pub fn new(from: &Pose, to: &Pose, interpolation: PoseInterpolation) -> Self {
        let is_straight = from.rotation() == to.rotation();
        if is_straight {
            let zero = DVec3::ZERO;
            return Self { ends: [*from, *to], interpolation, axis: DVec3::X, angle: 0.0, shift: zero, is_straight };
        }
        let ends = [from, to].map(|pose| Pose::of_rigid(axis_angle::orthonormal(pose.rotation()), pose.translation()));
        let back = ends[0].rotation().transpose();
        let quotient = DQuat::from_mat3(&(back * ends[1].rotation())).normalize();
        // The same turn the shorter way round.
        let quotient = if quotient.w < 0.0 { -quotient } else { quotient };
        let sine = quotient.xyz().length();
        let axis = axis_angle::unit(quotient.xyz()).unwrap_or(DVec3::X);
        let shift = back * (ends[1].translation() - ends[0].translation());
        Self { ends, interpolation, axis, angle: 2.0 * sine.atan2(quotient.w), shift, is_straight }
    }

    /// Both ends.
    pub fn ends(&self) -> &[Pose; 2] {
        &self.ends
    }

    /// Whether points move straight from where the one pose has them to where the other has them.
    pub fn is_straight(&self) -> bool {
        self.is_straight
    }

    /// Whether the origin of the body's frame moves along a line, at a constant rate.
    pub fn origin_moves_straight(&self) -> bool {
        self.is_straight || self.interpolation == PoseInterpolation::Slerp
    }

    /// The pose at a time from 0 to 1, rounded.
    pub fn at(&self, time: f64) -> Result<Pose, PoseError> {
        let pose = self.placed(time);
        Pose::try_new(pose.rotation(), pose.translation())
    }

    /// The pose at a time from 0 to 1, rounded, wherever that is.
    pub fn placed(&self, time: f64) -> Pose {
        let [from, to] = &self.ends;
        if time <= 0.0 || time >= 1.0 {
            return if time <= 0.0 { *from } else { *to };
        }
        let translation = if self.origin_moves_straight() {
            interpolate3(from.translation(), to.translation(), time)
        } else {
            from.translation() + from.rotation() * self.shift_at(time)
        };
        Pose::of_rigid(from.rotation() * self.turned(time), translation)
    }

    fn turned(&self, time: f64) -> DMat3 {
        if self.angle == 0.0 { DMat3::IDENTITY } else { axis_angle::about(self.axis, self.angle * time) }
    }

    /// The shift at a time, on a screw. The part across the axis, e, follows its circle: with a = sθ/2 and b = θ/2 it is (sin a / sin b) (cos(b - a) e - sin(b - a) n × e).
    fn shift_at(&self, time: f64) -> DVec3 {
        let (a, b) = (0.5 * self.angle * time, 0.5 * self.angle);
        if b.sin() == 0.0 {
            return self.shift * time;
        }
        let along = self.axis * self.axis.dot(self.shift);
        let across = self.shift - along;
        along * time + (a.sin() / b.sin()) * ((b - a).cos() * across - (b - a).sin() * self.axis.cross(across))
    }

    /// How fast points move, other than by turning about the axis: a length for the whole way.
    pub fn drift(&self) -> f64 {
        match self.interpolation {
            _ if self.is_straight => (self.ends[1].translation() - self.ends[0].translation()).length(),
            PoseInterpolation::Screw => self.axis.dot(self.shift).abs(),
            PoseInterpolation::Slerp => self.shift.length(),
        }
    }

    /// The angle of the turn, from 0 to half a turn.
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// How far points stray from straight lines.
    pub fn straying(&self) -> Straying {
        let b = 0.5 * self.angle;
        let constant = match self.interpolation {
            PoseInterpolation::Slerp => DVec3::ZERO,
            PoseInterpolation::Screw => {
                // θ n × c, with c = (e + cot b (n × e)) / 2 the point of the axis nearest to the origin; b cot b is at most 1, and is 1 at 0.
                let across = self.shift - self.axis * self.axis.dot(self.shift);
                let cotangent = if b.sin() == 0.0 { 1.0 } else { b * b.cos() / b.sin() };
                cotangent * across - b * self.axis.cross(across)
            }
        };
        let [t0, t1] = [&self.ends[0], &self.ends[1]].map(|pose| pose.translation().abs().element_sum());
        Straying { turn: self.axis * self.angle, constant, angle: self.angle, room: t0 + t1 }
    }
}

/// Bounds on how far the points of a body stray from straight lines.
#[derive(Clone, Copy, Debug)]
pub struct Straying {
    /// The axis times the angle.
    turn: DVec3,
    /// Minus the angle times the axis × a point of the axis.
    constant: DVec3,
    angle: f64,
    /// The magnitude of what is added to turned points.
    room: f64,
}

impl Straying {
    /// Of a body that turns by one radian about an axis of length 1 through the origin of its frame.
    pub fn about(axis: DVec3) -> Self {
        Self { turn: axis, constant: DVec3::ZERO, angle: 1.0, room: 0.0 }
    }

    /// The angle of the turn.
    pub fn angle(&self) -> f64 {
        self.angle
    }

    /// How fast a point of the body, given in its frame, moves about the axis: a length for the whole way.
    #[inline]
    pub fn swing(&self, x: DVec3) -> f64 {
        (self.turn.cross(x) + self.constant).length()
    }

    /// A length that a point of the body, given in its frame, strays by at most, rounding of its places included.
    #[inline]
    pub fn of(&self, x: DVec3) -> f64 {
        self.swing(x) * self.angle * 0.125
            + (ROUNDING * (self.room + x.abs().element_sum()) + 2.0 * SMALLEST_COORDINATE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    fn pose(random: &mut Random, angle: f64) -> Pose {
        let axis = axis_angle::unit(random.vector()).unwrap();
        Pose::try_new(axis_angle::about(axis, angle), random.vector() * 3.0).unwrap()
    }

    /// Points at many times of many motions: never farther from the straight way than the bound, often nearly as far.
    #[test]
    fn points_stray_no_farther_than_the_bound() {
        let mut random = Random(3);
        let (mut tight, mut count) = (0, 0);
        for i in 0..600 {
            let interpolation = [PoseInterpolation::Screw, PoseInterpolation::Slerp][i % 2];
            let angle = [3.1, 1.0, 0.2, 1e-3, 1e-9][i % 5];
            let from = pose(&mut random, 2.0);
            let to = from.compose(&pose(&mut random, angle)).unwrap();
            let motion = Passage::new(&from, &to, interpolation);
            assert!((motion.angle - angle).abs() < 1e-14, "{} {angle}", motion.angle);
            let straying = motion.straying();
            for _ in 0..20 {
                let x = random.vector() * 2.0;
                let [p, q] = [from, to].map(|pose| pose.transform_point(x));
                let bound = straying.of(x);
                let mut most: f64 = 0.0;
                for k in 0..=64 {
                    let s = f64::from(k) / 64.0;
                    let off = motion.at(s).unwrap().transform_point(x).distance(p * (1.0 - s) + q * s);
                    assert!(off <= bound, "{interpolation:?} {angle} {s}: {off} {bound}");
                    most = most.max(off);
                }
                tight += usize::from(most > 0.75 * bound);
                count += usize::from(angle > 1e-8);
            }
        }
        assert!(tight * 10 > count * 9, "{tight} of {count}");
    }

    #[test]
    fn a_screw_has_a_constant_twist() {
        let mut random = Random(9);
        for angle in [3.0, 0.5, 1e-4, 1e-12] {
            let from = pose(&mut random, 1.0);
            let to = from.compose(&pose(&mut random, angle)).unwrap();
            let motion = Passage::new(&from, &to, PoseInterpolation::Screw);
            // Two halves are the same motion.
            let [half, whole] = [0.5, 1.0].map(|s| from.inverse().compose(&motion.at(s).unwrap()).unwrap());
            let twice = half.compose(&half).unwrap();
            assert!(twice.rotation().abs_diff_eq(whole.rotation(), 1e-14), "{angle}");
            assert!(twice.translation().abs_diff_eq(whole.translation(), 1e-13), "{angle}");
        }
    }
}
