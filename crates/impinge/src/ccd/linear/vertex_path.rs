//! How a vertex moves: along a line, at a constant rate.

use crate::math::DVec3;

/// A vertex that moves over the times from 0 to 1: it is at `(1 - t) from + t to`, in real numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Path {
    pub(crate) from: DVec3,
    pub(crate) to: DVec3,
}

/// Why a path was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// Where it starts has a coordinate that is NaN or infinite.
    #[error("the path starts at {0}, which is not finite")]
    Start(DVec3),
    /// Where it ends has a coordinate that is NaN or infinite.
    #[error("the path ends at {0}, which is not finite")]
    End(DVec3),
}

impl Path {
    /// From one place to another; any finite doubles, and both may be the same.
    ///
    /// # Errors
    /// A coordinate is not finite.
    pub fn try_new(from: DVec3, to: DVec3) -> Result<Self, PathError> {
        match () {
            () if !from.is_finite() => Err(PathError::Start(from)),
            () if !to.is_finite() => Err(PathError::End(to)),
            () => Ok(Self { from, to }),
        }
    }

    /// From one finite place to another.
    pub(crate) fn of_finite(from: DVec3, to: DVec3) -> Self {
        Self { from, to }
    }

    /// Where it is at time 0.
    #[must_use]
    pub fn from(&self) -> DVec3 {
        self.from
    }

    /// Where it is at time 1.
    #[must_use]
    pub fn to(&self) -> DVec3 {
        self.to
    }

    /// Where it is at a time, rounded.
    #[must_use]
    pub fn at(&self, time: f64) -> DVec3 {
        self.from * (1.0 - time) + self.to * time
    }
}
