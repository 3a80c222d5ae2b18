//! The answer of penetration queries.

use super::closest_feature_vertices::FeatureCorners;
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};

/// How two shapes overlap, in A's frame.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// By how much B must move to leave A.
    pub depth: Bounded,
    /// Where to, of length 1: moved along it by the upper bound, B has left A, but for the rounding of the direction.
    pub direction: DVec3,
    /// A point of A's surface deep in B, and a point of B's deep in A; the first is the second moved by the depth.
    pub points: [DVec3; 2],
    /// What carries those points.
    pub features: [FeatureCorners; 2],
}

/// Where two shapes stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PenetrationOutcome {
    /// They share no point.
    Apart {
        /// Of length 1, in A's frame: all of B lies farther along it than all of A.
        direction: DVec3,
        /// At most their distance; 0 where only the sign is known.
        gap: f64,
    },
    /// They share points, and the least push parts them. Exact.
    Touching(Overlap),
    /// A push of some length parts them.
    Deep(Overlap),
    /// Rounding leaves open whether they share a point: only where a core is curved.
    Undecided {
        /// No deeper than this.
        upper: f64,
        /// Moved along it by as much, B shares no inside with A; of length 1, in A's frame.
        direction: DVec3,
    },
}

/// Which arithmetic settled a depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum DepthArithmetic {
    /// Plain doubles.
    #[default]
    Doubles,
    /// Double-doubles at the nearest faces.
    DoubleDoubles,
    /// Integers.
    Integers,
}

/// The answer about the depth of a pair, with what it cost.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// Where the shapes stand.
    pub outcome: PenetrationOutcome,
    /// Farthest points asked for in plain doubles.
    pub supports: u32,
    /// Which arithmetic settled it.
    pub arithmetic: DepthArithmetic,
}

impl Penetration {
    /// What was found with B first and in B's frame, as A and B in A's.
    pub(super) fn swapped(self, a_from_b: &Pose) -> Self {
        let turn = |d: DVec3| (-a_from_b.transform_vector(d)).normalize_or_zero();
        let flip = |o: Overlap| Overlap {
            depth: o.depth,
            direction: turn(o.direction),
            points: [o.points[1], o.points[0]].map(|p| a_from_b.transform_point(p)),
            features: [o.features[1], o.features[0]],
        };
        let outcome = match self.outcome {
            PenetrationOutcome::Apart { direction, gap } => {
                PenetrationOutcome::Apart { direction: turn(direction), gap }
            }
            PenetrationOutcome::Touching(overlap) => PenetrationOutcome::Touching(flip(overlap)),
            PenetrationOutcome::Deep(overlap) => PenetrationOutcome::Deep(flip(overlap)),
            PenetrationOutcome::Undecided { upper, direction } => {
                PenetrationOutcome::Undecided { upper, direction: turn(direction) }
            }
        };
        Self { outcome, ..self }
    }
}
