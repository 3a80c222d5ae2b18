//! How a body moves: at a constant rate along a line or about a centre. Every constant twist of the plane is one of the two.

use crate::Pose2;
use impinge::math::{DVec2, LARGEST_IN_PLANE, PoseError};
use std::f64::consts::TAU;

/// A motion of body B in A's frame over the times from 0 to 1, at a constant rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion(pub(super) MotionKind);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MotionKind {
    Translation(DVec2),
    Rotation { angle: f64, centre: DVec2 },
}

/// Why a motion was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MotionError {
    /// A component is NaN or infinite.
    #[error("the motion has a component that is not a finite number")]
    NotFinite,
    /// It leads out of the exact range.
    #[error("the motion has the component {0:e}, outside the exact range (at most 2^500 in magnitude)")]
    OutOfRange(f64),
    /// More full turns than [`Motion::MOST_TURNS`].
    #[error("the rotation makes {0} full turns, more than 64: the answer of one turn repeats itself")]
    TooManyTurns(f64),
}

impl Motion {
    /// Rotations of more full turns than this are refused: their contacts repeat.
    pub const MOST_TURNS: f64 = 64.0;

    /// Along a vector of A's frame; zero is no motion.
    ///
    /// # Errors
    /// Components that are not finite or beyond 2^500.
    pub fn translation(by: DVec2) -> Result<Self, MotionError> {
        check(by)?;
        Ok(Self(MotionKind::Translation(by)))
    }

    /// By an angle (radians, counter-clockwise, may be more than a full turn) about a point of A's frame; zero is no motion.
    ///
    /// # Errors
    /// Numbers that are not finite, a centre beyond 2^500, more turns than [`Motion::MOST_TURNS`].
    pub fn rotation(angle: f64, centre: DVec2) -> Result<Self, MotionError> {
        check(centre)?;
        if !angle.is_finite() {
            return Err(MotionError::NotFinite);
        }
        if angle.abs() / TAU > Self::MOST_TURNS {
            return Err(MotionError::TooManyTurns(angle.abs() / TAU));
        }
        Ok(Self(MotionKind::Rotation { angle, centre }))
    }

    /// Whether nothing moves.
    #[must_use]
    pub fn is_rest(&self) -> bool {
        match self.0 {
            MotionKind::Translation(by) => by == DVec2::ZERO,
            MotionKind::Rotation { angle, .. } => angle == 0.0,
        }
    }

    /// The pose that carries B, placed by `a_from_b`, to where it is at a time; rounded.
    ///
    /// # Errors
    /// It leads out of what [`Pose2`] takes.
    pub fn a_from_b_at(&self, time: f64, a_from_b: &Pose2) -> Result<Pose2, PoseError> {
        match self.0 {
            MotionKind::Translation(by) => Pose2::try_new(a_from_b.direction(), a_from_b.translation() + by * time),
            MotionKind::Rotation { angle, centre } => {
                let turn = Pose2::from_angle(angle * time, DVec2::ZERO)?.direction();
                let translation = centre + turn.rotate(a_from_b.translation() - centre);
                Pose2::try_new(turn.rotate(a_from_b.direction()), translation)
            }
        }
    }

    /// The motion back: from the place where this one ends.
    #[must_use]
    pub fn reversed(&self) -> Self {
        match self.0 {
            MotionKind::Translation(by) => Self(MotionKind::Translation(-by)),
            MotionKind::Rotation { angle, centre } => Self(MotionKind::Rotation { angle: -angle, centre }),
        }
    }
}

fn check(v: DVec2) -> Result<(), MotionError> {
    if !v.is_finite() {
        return Err(MotionError::NotFinite);
    }
    let largest = v.abs().max_element();
    if largest > LARGEST_IN_PLANE { Err(MotionError::OutOfRange(largest)) } else { Ok(()) }
}
