//! Hulls of points that span no space.

use super::half_edges::{Extent, HalfEdge, HullSurface, NONE};
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::orient2d;

/// The first index of a point equal to this one.
fn first_equal(points: &[DVec3], index: u32) -> u32 {
    let p = points[index as usize];
    points.iter().position(|q| *q == p).map_or(index, |i| i as u32)
}

/// The hull of points that are all equal.
pub(super) fn point() -> HullSurface {
    HullSurface { extent: Extent::Point, vertices: vec![0], half_edges: Vec::new(), faces: Vec::new() }
}

/// The hull of points between two of them.
pub(super) fn segment(points: &[DVec3], ends: [u32; 2]) -> HullSurface {
    let mut vertices = ends.map(|i| first_equal(points, i)).to_vec();
    vertices.sort_unstable();
    let side = |origin: u32| HalfEdge { origin, twin: 1 - origin, next: 1 - origin, face: NONE };
    HullSurface { extent: Extent::Segment, vertices, half_edges: vec![side(0), side(1)], faces: Vec::new() }
}

/// The hull of points in a plane that projects along an axis without loss: a chain below and a chain above (Andrew 1979).
pub(super) fn polygon(points: &[DVec3], axis: usize) -> HullSurface {
    let (x, y) = ((axis + 1) % 3, (axis + 2) % 3);
    let at = |i: u32| points[i as usize];
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    order.sort_unstable_by(|i, j| {
        let (p, q) = (at(*i), at(*j));
        // Adding zero turns -0 into 0, which it equals.
        (p[x] + 0.0).total_cmp(&(q[x] + 0.0)).then((p[y] + 0.0).total_cmp(&(q[y] + 0.0))).then(i.cmp(j))
    });
    order.dedup_by(|later, earlier| at(*later) == at(*earlier));
    let cost = &mut Cost::default();
    let mut chain = |order: &mut dyn Iterator<Item = u32>| {
        let mut chain: Vec<u32> = Vec::new();
        for i in order {
            while let [.., o, p] = chain[..]
                && orient2d(axis, at(o), at(p), at(i), cost) <= 0
            {
                chain.pop();
            }
            chain.push(i);
        }
        chain.pop();
        chain
    };
    let mut ring = chain(&mut order.iter().copied());
    ring.extend(chain(&mut order.iter().rev().copied()));
    two_sided(ring)
}

/// The surface of a polygon given by the indices of its corners in the input.
fn two_sided(mut ring: Vec<u32>) -> HullSurface {
    let mut vertices = ring.clone();
    vertices.sort_unstable();
    let lowest = ring.iter().enumerate().min_by_key(|(_, i)| **i).map_or(0, |(k, _)| k);
    ring.rotate_left(lowest);
    // The front is the side on which the lower neighbour of the first corner comes next.
    if ring.len() > 2 && ring[1] > ring[ring.len() - 1] {
        ring[1..].reverse();
    }
    let count = ring.len() as u32;
    let corner = |k: u32| vertices.partition_point(|v| *v < ring[k as usize]) as u32;
    let front =
        (0..count).map(|k| HalfEdge { origin: corner(k), twin: 2 * count - 1 - k, next: (k + 1) % count, face: 0 });
    let back = (0..count).map(|k| HalfEdge {
        origin: corner((count - k) % count),
        twin: count - 1 - k,
        next: count + (k + 1) % count,
        face: 1,
    });
    let half_edges = front.chain(back).collect();
    HullSurface { extent: Extent::Polygon, vertices, half_edges, faces: vec![0, count] }
}
