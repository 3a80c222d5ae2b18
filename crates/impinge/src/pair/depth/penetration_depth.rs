//! How deep two bodies of any form are in each other: the length of the shortest translation that leaves no common inside, between bounds.
//!
//! For bodies that are not convex the exact length is out of reach (the Minkowski difference has up to n³m³ features: Kim, Otaduy, Lin and Manocha 2002), and so
//! engines refuse or guess. Here it is bounded from both sides. Below by the exact depth of the hulls where both bodies are convex but for rounding, by
//! balls about one point in both bodies, or by translations that are shown to leave them in each other. Above by a translation that is proved to
//! separate: that of the hulls, or the shortest push found among many directions, the best of which are varied. `docs/notes/depth.md` has the proofs.

use super::deepest_vertex::{DeepestVertex, deepest_in_pair};
use super::depth_search::DepthSearch;
use super::inscribed_balls::InnerBalls;
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::{Method, Relation, Request};
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::relate::relate;

/// How much effort goes into a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthOptions {
    /// Points at which balls are measured, at most, and with the number of faces a measure of all other effort; 2,000 by default.
    pub points: u32,
    /// Directions, evenly spread, along which pushes are tried beside those that suggest themselves; 24 by default.
    pub directions: u32,
    /// Rounds in which the best direction is varied, each by half as much; 6 by default.
    pub rounds: u32,
    /// Steps that pushes and trials of translations may take: pairs of faces that meet, signs that take exact arithmetic, and a quarter of the pairs that single precision cannot
    /// tell apart beyond eight for each face. By default 512 for each point and 32
    /// for each face.
    pub effort: Option<u64>,
}

impl Default for DepthOptions {
    fn default() -> Self {
        Self { points: 2_000, directions: 24, rounds: 6, effort: None }
    }
}

/// How the lower bound of a depth was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum LowerBoundSource {
    /// The bodies have no common inside: the depth is zero.
    Relation,
    /// Both bodies are convex but for rounding: by the depth of their hulls, which is exact unless these have hundreds of facets that are nearly as near.
    Convex,
    /// Both bodies nearly fill their hulls: by the exact depth of these, less what they do not fill.
    NearlyConvex {
        /// No point of a body's surface is farther inside its hull (a length).
        inset: f64,
    },
    /// By two balls about one point.
    Balls(InnerBalls),
    /// By the deepest vertex, which any shorter translation leaves inside.
    Vertex,
    /// At every shorter translation a convex part of one body stays in the other.
    ConvexParts,
    /// No point was found in both bodies: the lower bound is zero.
    Nothing,
}

/// How the upper bound of a depth was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UpperBoundSource {
    /// The bodies have no common inside: no translation is needed.
    Relation,
    /// By the translation that separates the hulls.
    Hulls,
    /// By the shortest translation that convex parts of the bodies allow.
    ConvexParts,
    /// By a push along a direction, until the bodies shared no point.
    Direction(PushDirection),
}

/// Where the direction of a push comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PushDirection {
    /// The shortest way out for the deepest vertex.
    DeepestVertex,
    /// The shortest way out for the balls in both bodies.
    Balls,
    /// Across faces that cross.
    Seam,
    /// An axis of a body's frame.
    Axis,
    /// One of many evenly spread directions.
    Spread,
    /// The best direction so far, varied.
    Varied,
}

/// How deep two bodies are in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Depth {
    /// The length of the shortest separating translation of B. The upper bound, which is the value, is the length of the translation below; infinite if none was found, which
    /// only happens at the end of the exact range.
    pub length: Bounded,
    /// How the lower bound was found.
    pub lower_by: LowerBoundSource,
    /// How the upper bound was found.
    pub upper_by: UpperBoundSource,
    /// A translation of B, in A's frame, after which the bodies share no point, or only touch: exactly so, for the posed coordinates.
    pub translation: DVec3,
    /// The vertex of one body deepest in the other, if one is inside.
    pub deepest_vertex: Option<DeepestVertex>,
    /// Whether the search ended because its effort was spent on exact arithmetic: the bounds hold, and more [effort](DepthOptions::effort) may bring them closer.
    pub effort_spent: bool,
}

/// The depth of A and B in each other; zero if they are apart or only touch.
///
/// Two bodies without an inside, whose faces pass through each other, have a translation, and zero for a lower bound.
/// `depth(a, b, pose)` and `depth(b, a, pose.inverse())` have the same bounds to the last bit, and translations that are opposite but for rounding.
#[must_use]
pub fn depth(a: &Mesh, b: &Mesh, a_from_b: &Pose, options: &DepthOptions) -> Depth {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    if matches!(relate(a, b, a_from_b, &Request::default()).relation, Relation::Disjoint | Relation::Touching) {
        return Depth {
            length: Bounded::exact(0.0),
            lower_by: LowerBoundSource::Relation,
            upper_by: UpperBoundSource::Relation,
            translation: DVec3::ZERO,
            deepest_vertex: None,
            effort_spent: false,
        };
    }
    let deepest_vertex = deepest_in_pair(&posed);
    let mut search = DepthSearch::new(&posed, options);
    search.run(deepest_vertex.as_ref());
    let (lower, upper) = (search.lower.min(search.upper), search.upper);
    Depth {
        length: Bounded { lower, value: upper, upper },
        lower_by: match search.lower_by {
            LowerBoundSource::Balls(balls) => LowerBoundSource::Balls(InnerBalls {
                point: posed.point_in_a(balls.point),
                radii: posed.as_asked(balls.radii),
            }),
            source => source,
        },
        upper_by: search.upper_by,
        translation: search
            .translation
            .map_or(DVec3::ZERO, |by| if posed.is_swapped() { by.of_first } else { by.of_second }),
        deepest_vertex: deepest_vertex.map(|deepest| deepest.as_asked(&posed)),
        effort_spent: search.effort.is_spent(),
    }
}
