//! How a rigid body moves over time: between keyframes, along a screw, by slerp, or algebraically.

use crate::ccd::{Passage, PoseInterpolation, RigidMotion};
use crate::math::{DVec3, LARGEST_COORDINATE, Pose, PoseError, axis_angle};
use crate::mesh::Mesh;

/// Times beyond this (2^100, in the unit of the user) are refused, so that no difference of times is infinite.
pub(super) const LARGEST_TIME: f64 = f64::from_bits((1023 + 100) << 52);

/// The motion of a rigid body in the world, over times in any unit.
///
/// A body stands still before its first keyframe and after its last. Rotations that are not quite orthonormal are made so.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion(pub(super) MotionCourse);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum MotionCourse {
    Still(Pose),
    Keyframes { times: Vec<f64>, poses: Vec<Pose>, interpolation: PoseInterpolation },
    Turning(RigidMotion),
}

/// Why a motion was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyMotionError {
    /// There are no two keyframes to move between.
    #[error("a motion needs two keyframes or more, found {0}")]
    TooFew(usize),
    /// The time of a keyframe is NaN, infinite, or beyond 2^100.
    #[error("keyframe {row} has the time {time}, which is not finite or beyond 2^100")]
    Time {
        /// Which keyframe, the first being 0.
        row: usize,
        /// Its time.
        time: f64,
    },
    /// A keyframe is not later than the one before.
    #[error("keyframe {row} has the time {time}, expected one after {before}")]
    NotAfter {
        /// Which keyframe, the first being 0.
        row: usize,
        /// Its time.
        time: f64,
        /// The time of the one before.
        before: f64,
    },
    /// The motion leads out of the exact range.
    #[error("the motion has the translation {0:e}, outside the exact range (at most 2^300 in magnitude)")]
    OutOfRange(f64),
}

/// A mesh and its motion in the world.
#[derive(Clone, Copy, Debug)]
pub struct MovingMesh<'m> {
    /// The body, in its own frame.
    pub mesh: &'m Mesh,
    /// How it moves.
    pub motion: &'m Motion,
}

impl Motion {
    /// A body that stays where it is.
    #[must_use]
    pub fn still(pose: &Pose) -> Self {
        Self(MotionCourse::Still(rigid(pose)))
    }

    /// From one pose at time 0 to another at time 1, at a constant twist, turning the shorter way.
    #[must_use]
    pub fn screw(from: &Pose, to: &Pose) -> Self {
        Self::between(from, to, PoseInterpolation::Screw)
    }

    /// From one pose at time 0 to another at time 1: the origin of the body's frame moves straight, the body turns about it, both at constant
    /// rates, the shorter way.
    #[must_use]
    pub fn slerp(from: &Pose, to: &Pose) -> Self {
        Self::between(from, to, PoseInterpolation::Slerp)
    }

    fn between(from: &Pose, to: &Pose, interpolation: PoseInterpolation) -> Self {
        Self(MotionCourse::Keyframes { times: vec![0.0, 1.0], poses: vec![rigid(from), rigid(to)], interpolation })
    }

    /// The algebraic motion, over the times from 0 to 1; exact against a body that stands still.
    ///
    /// # Errors
    /// A translation beyond 2^300.
    pub fn turning(motion: &RigidMotion) -> Result<Self, BodyMotionError> {
        let farthest = motion.translations().iter().map(|t| t.abs().max_element()).fold(0.0, f64::max);
        if farthest > LARGEST_COORDINATE {
            Err(BodyMotionError::OutOfRange(farthest))
        } else {
            Ok(Self(MotionCourse::Turning(*motion)))
        }
    }

    /// Through poses at given times, each way at most half a turn.
    ///
    /// # Errors
    /// Fewer than two keyframes, times that are not finite or do not increase strictly.
    pub fn keyframes(keyframes: &[(f64, Pose)], interpolation: PoseInterpolation) -> Result<Self, BodyMotionError> {
        if keyframes.len() < 2 {
            return Err(BodyMotionError::TooFew(keyframes.len()));
        }
        let mut before = f64::NEG_INFINITY;
        for (row, &(time, _)) in keyframes.iter().enumerate() {
            if !time.is_finite() || time.abs() > LARGEST_TIME {
                return Err(BodyMotionError::Time { row, time });
            }
            if time <= before {
                return Err(BodyMotionError::NotAfter { row, time, before });
            }
            before = time;
        }
        let (times, poses) = keyframes.iter().map(|(time, pose)| (*time, rigid(pose))).unzip();
        Ok(Self(MotionCourse::Keyframes { times, poses, interpolation }))
    }

    /// When the body moves, first to last time; `None` if it stands still.
    #[must_use]
    pub fn span(&self) -> Option<[f64; 2]> {
        match &self.0 {
            MotionCourse::Still(_) => None,
            MotionCourse::Keyframes { times, .. } => {
                times.first().zip(times.last()).map(|(first, last)| [*first, *last])
            }
            MotionCourse::Turning(_) => Some([0.0, 1.0]),
        }
    }

    /// The largest translation of a keyframe, as a sum of its components.
    pub(super) fn farthest(&self) -> f64 {
        let far = |t: DVec3| t.abs().element_sum();
        match &self.0 {
            MotionCourse::Still(pose) => far(pose.translation()),
            MotionCourse::Keyframes { poses, .. } => {
                poses.iter().map(|pose| far(pose.translation())).fold(0.0, f64::max)
            }
            MotionCourse::Turning(motion) => motion.translations().into_iter().map(far).fold(0.0, f64::max),
        }
    }

    /// Times at which the way goes on otherwise: those of keyframes.
    pub(super) fn breaks(&self) -> &[f64] {
        match &self.0 {
            MotionCourse::Still(_) => &[],
            MotionCourse::Keyframes { times, .. } => times,
            MotionCourse::Turning(_) => &[0.0, 1.0],
        }
    }

    /// The pose at a time, rounded; before the motion that at its start, afterwards that at its end.
    ///
    /// # Errors
    /// The time is not a number, or the translation leaves the exact range, which it can only where that of one end is at its edge.
    pub fn pose_at(&self, time: f64) -> Result<Pose, PoseError> {
        if time.is_nan() {
            return Err(PoseError::NotFinite);
        }
        match &self.0 {
            MotionCourse::Still(pose) => Ok(*pose),
            MotionCourse::Turning(motion) => {
                let s = time.clamp(0.0, 1.0);
                Pose::from_quaternion(motion.rotation_at(s).normalize(), motion.place(DVec3::ZERO, s))
            }
            MotionCourse::Keyframes { times, poses, interpolation } => {
                let k = times.partition_point(|t| *t <= time);
                match (k.checked_sub(1).and_then(|i| poses.get(i)), poses.get(k)) {
                    (Some(from), Some(to)) => {
                        let share = (time - times[k - 1]) / (times[k] - times[k - 1]);
                        Passage::new(from, to, *interpolation).at(share)
                    }
                    (Some(pose), None) | (None, Some(pose)) => Ok(*pose),
                    (None, None) => Ok(Pose::IDENTITY), // there are always two keyframes
                }
            }
        }
    }
}

/// The same pose with a rotation to the last place.
fn rigid(pose: &Pose) -> Pose {
    Pose::of_rigid(axis_angle::orthonormal(pose.rotation()), pose.translation())
}
