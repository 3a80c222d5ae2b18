//! Defects of a polygon, each with its place. Queries answer correctly for polygons with any of them.

use crate::polygon::self_intersections::{SortedVertices, self_intersections};
use crate::posed_pair::pair::PosedPair;
use crate::segment::intersection::SegmentIntersection;
use crate::{EdgeId, Method, Polygon, Pose2};
use impinge::cost::Cost;
use impinge::feature::VertexId;
use std::fmt;
use std::ops::ControlFlow;

/// A defect of a polygon.
///
/// Rings that touch each other in single points are no defect. Rings are all alike, so a hole outside its shell is one more part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Invalidity {
    /// A ring is a single point: part of the body, but bounding nothing.
    PointRing {
        /// The ring.
        ring: usize,
    },
    /// A ring has two points: a segment there and back, bounding nothing.
    SegmentRing {
        /// The ring.
        ring: usize,
    },
    /// A ring turns back on itself at a vertex.
    Spike {
        /// The tip.
        vertex: VertexId,
    },
    /// Two rings run through the same vertices, and so cancel each other.
    DuplicateRing {
        /// The later ring.
        ring: usize,
        /// The earlier ring.
        of: usize,
    },
    /// Two edges pass through each other.
    Crossing {
        /// Lower index first.
        edges: [EdgeId; 2],
    },
    /// Two edges share a segment.
    Overlap {
        /// Lower index first.
        edges: [EdgeId; 2],
    },
    /// Two edges of one ring that do not follow each other share a point; of all that end at one vertex's place, one pair is named.
    SelfTouching {
        /// Lower index first.
        edges: [EdgeId; 2],
    },
}

impl Invalidity {
    /// The kind as one word, stable for machines.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::PointRing { .. } => "point_ring",
            Self::SegmentRing { .. } => "segment_ring",
            Self::Spike { .. } => "spike",
            Self::DuplicateRing { .. } => "duplicate_ring",
            Self::Crossing { .. } => "crossing_edges",
            Self::Overlap { .. } => "overlapping_edges",
            Self::SelfTouching { .. } => "self_touching_ring",
        }
    }
}

impl fmt::Display for Invalidity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PointRing { ring } => write!(f, "ring {ring} is a single point"),
            Self::SegmentRing { ring } => write!(f, "ring {ring} has only two points"),
            Self::Spike { vertex } => write!(f, "the ring turns back on itself at vertex {}", vertex.0),
            Self::DuplicateRing { ring, of } => write!(f, "ring {ring} runs through the same points as ring {of}"),
            Self::Crossing { edges: [e, g] } => write!(f, "edges {} and {} cross", e.0, g.0),
            Self::Overlap { edges: [e, g] } => write!(f, "edges {} and {} share a segment", e.0, g.0),
            Self::SelfTouching { edges: [e, g] } => write!(f, "edges {} and {} of one ring touch", e.0, g.0),
        }
    }
}

impl Polygon {
    /// All defects, sorted; empty if the rings neither cross nor overlap
    /// themselves or each other, and none touches itself.
    #[must_use]
    pub fn validity(&self) -> Vec<Invalidity> {
        find_defects(self)
    }

    /// Whether [`Polygon::validity`] finds nothing.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.validity().is_empty()
    }
}

/// All defects, sorted.
fn find_defects(polygon: &Polygon) -> Vec<Invalidity> {
    let mut found: Vec<Invalidity> = (0..polygon.ring_count())
        .filter_map(|ring| match polygon.ring_range(ring).len() {
            1 => Some(Invalidity::PointRing { ring }),
            2 => Some(Invalidity::SegmentRing { ring }),
            _ => None,
        })
        .collect();
    found.extend(duplicate_rings(polygon));
    let posed = PosedPair::new(polygon, polygon, &Pose2::IDENTITY, Method::Auto);
    if !polygon.rounding_stability().is_simple {
        let _ = self_intersections(&posed, 0, &mut Cost::default(), &mut |edges, shared, _| {
            found.extend(between(polygon, edges, shared));
            ControlFlow::Continue(())
        });
    }
    found.extend(shared_vertices(polygon, &posed));
    found.sort_unstable();
    found
}

/// Vertices that a ring visits more than once: each with the edges that start there first and second.
fn shared_vertices(polygon: &Polygon, posed: &PosedPair<'_>) -> Vec<Invalidity> {
    let mut found = Vec::new();
    for alike in SortedVertices::new(&posed.bodies[0]).coincident() {
        // Vertices are in order, and so are rings.
        for of_ring in alike.chunk_by(|p, q| polygon.ring_of(EdgeId(p.1)) == polygon.ring_of(EdgeId(q.1))) {
            if let [(_, first), (_, second), ..] = of_ring {
                found.push(Invalidity::SelfTouching { edges: [EdgeId(*first), EdgeId(*second)] });
            }
        }
    }
    found
}

/// The defect that two intersecting edges are, if any.
fn between(polygon: &Polygon, edges: [EdgeId; 2], shared: SegmentIntersection) -> Option<Invalidity> {
    let [e, f] = edges.map(EdgeId::index);
    let same_ring = polygon.ring_of(edges[0]) == polygon.ring_of(edges[1]);
    let two_points = same_ring && polygon.next(e) == f && polygon.next(f) == e;
    // The vertex that they share by following each other.
    let joint = if polygon.next(e) == f { Some(f) } else { (polygon.next(f) == e).then_some(e) };
    match shared {
        SegmentIntersection::Disjoint => None,
        _ if two_points => None, // a ring of two points says so itself
        SegmentIntersection::Crossing => Some(Invalidity::Crossing { edges }),
        SegmentIntersection::Overlapping(_) => match joint {
            Some(vertex) => Some(Invalidity::Spike { vertex: VertexId(vertex as u32) }),
            None => Some(Invalidity::Overlap { edges }),
        },
        SegmentIntersection::Touching(_) if joint.is_some() || !same_ring => None,
        SegmentIntersection::Touching(_) => Some(Invalidity::SelfTouching { edges }),
    }
}

/// Rings that run through the same points as an earlier one, from wherever and either way round.
fn duplicate_rings(polygon: &Polygon) -> Vec<Invalidity> {
    let bits = |ring: usize| -> Vec<[u64; 2]> {
        polygon.vertices()[polygon.ring_range(ring)].iter().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect()
    };
    let rotated = |points: &[[u64; 2]]| -> Vec<[u64; 2]> {
        let least = (0..points.len()).min_by_key(|k| points[*k]).unwrap_or(0);
        points.iter().cycle().skip(least).take(points.len()).copied().collect()
    };
    let key = |ring: usize| {
        let forward = bits(ring);
        let backward: Vec<[u64; 2]> = forward.iter().rev().copied().collect();
        rotated(&forward).min(rotated(&backward))
    };
    if polygon.ring_count() < 2 {
        return Vec::new();
    }
    let mut keys: Vec<(Vec<[u64; 2]>, usize)> = (0..polygon.ring_count()).map(|ring| (key(ring), ring)).collect();
    keys.sort_unstable();
    let mut first = 0;
    let mut found = Vec::new();
    for k in 1..keys.len() {
        if keys[k].0 == keys[first].0 {
            found.push(Invalidity::DuplicateRing { ring: keys[k].1, of: keys[first].1 });
        } else {
            first = k;
        }
    }
    found
}
