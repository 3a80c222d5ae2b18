//! Request and report of a pair query.

use crate::{EdgeId, Rect};
use impinge::cost::Cost;
use impinge::feature::Feature;
use impinge::math::DVec2;
use impinge::pair::{Contacts, Relation};

/// How an answer is found. Every method gives the same answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The fastest: trees, filters, early proofs.
    #[default]
    Auto,
    /// Trees over the edges, also where `Auto` would take something else.
    Tree,
    /// Influence areas of the edges of one polygon about the circle of the other (Jiménez, Segura and Feito 2004).
    Covering,
    /// Every edge against every edge, every piece classified, no tree: slow, the oracle of the others.
    Brute,
}

/// What [`crate::relate`] is asked for beyond the relation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Request {
    /// How the answer is found.
    pub method: Method,
    /// Whether contacts are counted or listed.
    pub contacts: Contacts,
    /// Find the distance if it is at most this (a length, may be infinite).
    pub distance_up_to: Option<f64>,
}

/// The answer of [`crate::relate`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairReport {
    /// The relation of A to B.
    pub relation: Relation,
    /// The number of pairs of edges that share a point, if requested.
    pub contact_count: usize,
    /// The rectangle around all common points of edges, in A's frame, if contacts were requested and there are any.
    pub contact_bounds: Option<Rect>,
    /// Every contact, sorted by edges, if requested.
    pub contacts: Vec<Contact>,
    /// The distance, if requested and at most the requested bound.
    pub distance: Option<Distance>,
    /// Work counters; `triangle_tests` counts pairs of edges.
    pub cost: Cost,
}

/// How two edges intersect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeRelation {
    /// They share one point or a segment, and an end of one lies on the other.
    Touching,
    /// They pass through each other in a point inside both.
    Crossing,
}

/// The common points of two edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeIntersection {
    /// One point.
    Point(DVec2),
    /// The segment between two different points.
    Segment([DVec2; 2]),
}

impl EdgeIntersection {
    /// The point, or the ends of the segment.
    #[must_use]
    pub fn points(&self) -> &[DVec2] {
        match self {
            Self::Point(p) => std::slice::from_ref(p),
            Self::Segment(ends) => ends,
        }
    }

    /// The same with every point mapped.
    #[must_use]
    pub fn map(&self, mut f: impl FnMut(DVec2) -> DVec2) -> Self {
        match self {
            Self::Point(p) => Self::Point(f(*p)),
            Self::Segment(ends) => Self::Segment(ends.map(f)),
        }
    }
}

/// Two edges that share a point, and their intersection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The edge of A and the edge of B.
    pub edges: [EdgeId; 2],
    /// How they intersect.
    pub relation: EdgeRelation,
    /// The common points, in A's frame: ends of edges as they are, crossings rounded once; carried over where the pose is inverted.
    pub intersection: EdgeIntersection,
}

/// The distance of two polygons, with closest points and features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The length of the gap; zero exactly if the polygons share a point.
    pub value: f64,
    /// A closest point of A and of B, in A's frame; one common point twice if they share one.
    pub points: [DVec2; 2],
    /// The vertex or edge of A and of B that these points lie on; `None` for a point inside.
    pub features: [Option<Feature>; 2],
}
