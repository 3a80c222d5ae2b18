//! The queries of a search over two whole bodies about their features, whichever way they move.

use super::contact_intervals::Span;
use super::impact::Impact;
use crate::ccd::polynomial::root_time::Time;
use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};

/// One of two bodies. Where only one moves, that is the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    /// The body at rest, or either of two whose vertices move along lines.
    First,
    /// The body in motion, or the other of two whose vertices move along lines.
    Second,
}

/// Features of two bodies over a window of times: when do they meet first? Both ends belong to it.
///
/// `cost` counts each query as one of `triangle_tests`, and among `exact_tests` if integers decided.
pub trait Travel {
    /// A vertex of either body.
    type Vertex: Copy;

    /// The first contact of a vertex of body `owner` and a face of the other.
    fn vertex_face(
        &self,
        owner: Body,
        vertex: Self::Vertex,
        face: &[Self::Vertex; 3],
        cost: &mut Cost,
    ) -> Option<Impact<TriangleFeature>>;

    /// Whether they meet at all.
    fn meets_face(&self, owner: Body, vertex: Self::Vertex, face: &[Self::Vertex; 3], cost: &mut Cost) -> bool;

    /// All spans of the whole motion in which they share a point, first to last; none if they share none within the window.
    fn face_spans(&self, owner: Body, vertex: Self::Vertex, face: &[Self::Vertex; 3], cost: &mut Cost) -> Vec<Span>;

    /// The first contact of edges of the first and the second body.
    fn edge_edge(
        &self,
        first: &[Self::Vertex; 2],
        second: &[Self::Vertex; 2],
        cost: &mut Cost,
    ) -> Option<Impact<[EdgeFeature; 2]>>;

    /// Whether they meet at all.
    fn meets_edge(&self, first: &[Self::Vertex; 2], second: &[Self::Vertex; 2], cost: &mut Cost) -> bool;

    /// All spans of the whole motion in which they share a point, first to last; none if they share none within the window.
    fn edge_spans(&self, first: &[Self::Vertex; 2], second: &[Self::Vertex; 2], cost: &mut Cost) -> Vec<Span>;
}

/// Edges and faces of two bodies at one time, a double: which of them share a point, and how long do they?
///
/// `cost` counts each query as one of `triangle_tests`, and among `exact_tests` if integers decided.
pub trait Stop {
    /// A vertex of either body.
    type Vertex: Copy;

    /// Whether an edge of body `owner` and a face of the other share a point.
    fn crosses(&self, owner: Body, edge: &[Self::Vertex; 2], face: &[Self::Vertex; 3], cost: &mut Cost) -> bool;

    /// Until when they share one without a break; `None` if they do not.
    fn crosses_until(
        &self,
        owner: Body,
        edge: &[Self::Vertex; 2],
        face: &[Self::Vertex; 3],
        cost: &mut Cost,
    ) -> Option<Time>;

    /// All times around this one at which they share one without a break; `None` if they do not.
    fn crossing(
        &self,
        owner: Body,
        edge: &[Self::Vertex; 2],
        face: &[Self::Vertex; 3],
        cost: &mut Cost,
    ) -> Option<Span>;
}
