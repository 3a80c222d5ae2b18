//! Properties of a polygon that are computed once, on first use.

use crate::coverings::covering::Covering;
use crate::tree::edge_tree::EdgeTree;
use impinge::math::DVec2;
use std::sync::OnceLock;

/// Properties computed on first use.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cached {
    pub tree: OnceLock<EdgeTree>,
    pub rounding_stability: OnceLock<RoundingStability>,
    pub measure: OnceLock<Measure>,
    pub covering: OnceLock<Covering>,
}

/// How far vertices may move before the arrangement of edges changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundingStability {
    /// Whether edges share nothing but vertices in which they end.
    pub is_simple: bool,
    /// A length that every vertex is at least away from every edge that does not end at its place; capped, and 0 if not clean.
    pub clearance: f64,
}

/// All points within a radius of a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// The middle.
    pub centre: DVec2,
    /// The largest distance from the middle.
    pub radius: f64,
}

/// Area, centroid and enclosing circle.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub area: f64,
    pub centroid: DVec2,
    pub circle: Circle,
}
