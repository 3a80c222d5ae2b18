//! What a distance at one pose tells about the distance at another: no point moves farther than the corners of the box do.
//!
//! The idea is Mirtich and Canny's (1995): a pair that was far apart cannot meet before something has moved that far.

use crate::math::{DVec3, Pose};
use crate::pair::posed_pair::PosedPair;

/// Bounds on the distance at some pose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownDistance {
    first_from_second: Pose,
    swapped: bool,
    slack: f64,
    lower: f64,
    upper: f64,
}

/// What the motion of a corner may be computed too short by, relative.
const MOTION_ERROR: f64 = 1e-12;

impl KnownDistance {
    /// Bounds on the distance as it is computed, at the pose of the pair.
    pub fn new(posed: &PosedPair<'_>, lower: f64, upper: f64) -> Self {
        Self {
            first_from_second: posed.pose().copied().unwrap_or_default(),
            swapped: posed.is_swapped(),
            slack: posed.boxes.slack(),
            lower,
            upper,
        }
    }

    /// Bounds on the distance as it is computed at another pose.
    pub fn at(&self, posed: &PosedPair<'_>) -> [f64; 2] {
        let moved = self.moved(posed);
        [(self.lower - moved).max(0.0), self.upper + moved]
    }

    /// A length that no point has moved farther than since, the error of two computed distances included; infinite where that
    /// is not known.
    fn moved(&self, posed: &PosedPair<'_>) -> f64 {
        if self.swapped != posed.is_swapped() {
            return f64::INFINITY;
        }
        let now = posed.pose().copied().unwrap_or_default();
        if now == self.first_from_second {
            // The same distance is computed.
            return 0.0;
        }
        let bounds = posed.bodies()[1].mesh.bounds();
        let turn = now.rotation() - self.first_from_second.rotation();
        let shift = now.translation() - self.first_from_second.translation();
        // The motion is affine, so the corner that moves farthest moves farther than all that is between.
        let corner = |i: usize| {
            let high = DVec3::from_array([i & 1, i >> 1 & 1, i >> 2].map(|bit| bit as f64));
            bounds.min * (DVec3::ONE - high) + bounds.max * high
        };
        let squared = (0..8).map(|i| (turn * corner(i) + shift).length_squared()).fold(0.0, f64::max);
        // Either distance is computed with an error below four times the slack of its pose.
        squared.sqrt() * (1.0 + MOTION_ERROR) + 8.0 * (self.slack + posed.boxes.slack())
    }
}
