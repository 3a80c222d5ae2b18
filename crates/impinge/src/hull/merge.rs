//! From triangles to faces: those in one plane are joined, and corners that are none of the hull's go.
//!
//! Across an edge between two faces the surface bends, strictly; two triangles on either side of any other edge are in one plane.
//! A vertex of the hull has at least three edges that bend; a point inside an edge of the hull has two, one inside a face none.

use super::quickhull::{Quickhull, after};
use super::surface::{Extent, HalfEdge, HullSurface, NONE};

/// The triangles of a hull, with the edges that bend marked.
struct Bends<'a> {
    hull: &'a Quickhull<'a>,
    /// For each edge whether the surface bends there.
    bends: Vec<bool>,
    /// For each point how many edges that bend leave it.
    degrees: Vec<u32>,
}

impl Bends<'_> {
    fn origin(&self, edge: u32) -> u32 {
        self.hull.triangles[(edge >> 2) as usize].corners[(edge & 3) as usize]
    }

    fn twin(&self, edge: u32) -> u32 {
        self.hull.triangles[(edge >> 2) as usize].twins[(edge & 3) as usize]
    }

    /// The last part of the edge of the hull that starts with this one, and the edge after it around their face.
    fn advance(&self, edge: u32) -> (u32, u32) {
        let mut last = edge;
        loop {
            let mut next = after(last);
            while !self.bends[next as usize] {
                next = after(self.twin(next));
            }
            if self.is_start(next) {
                return (last, next);
            }
            last = next;
        }
    }

    /// Whether an edge of the hull starts with this one.
    fn is_start(&self, edge: u32) -> bool {
        self.bends[edge as usize] && self.degrees[self.origin(edge) as usize] > 2
    }
}

/// Marks the edges across which the surface bends.
fn bends<'a>(hull: &'a Quickhull<'a>, count: usize) -> Bends<'a> {
    let mut result = Bends { hull, bends: vec![false; 4 * hull.triangles.len()], degrees: vec![0; count] };
    for (t, triangle) in (0..).zip(&hull.triangles) {
        if !triangle.is_alive() {
            continue;
        }
        for (k, twin) in (0..).zip(triangle.twins) {
            let edge = 4 * t + k;
            if edge < twin && hull.side(t, result.origin(after(after(twin)))) != 0 {
                for edge in [edge, twin] {
                    result.bends[edge as usize] = true;
                    let origin = result.origin(edge) as usize;
                    result.degrees[origin] += 1;
                }
            }
        }
    }
    result
}

/// The surface that the triangles make.
pub(super) fn surface(hull: &Quickhull, count: usize) -> HullSurface {
    let bends = bends(hull, count);
    // The number of each point among the vertices, in the order of first indices.
    let mut by_first = vec![NONE; count];
    for (point, _) in bends.degrees.iter().enumerate().filter(|(_, degree)| **degree > 2) {
        by_first[hull.first_equal[point] as usize] = point as u32;
    }
    let mut ranks = vec![NONE; count];
    let mut vertices = Vec::new();
    for (first, point) in (0..).zip(&by_first).filter(|(_, point)| **point != NONE) {
        ranks[*point as usize] = vertices.len() as u32;
        vertices.push(first);
    }
    let starts = first_edges(&bends, &ranks, vertices.len());
    let (half_edges, faces) = number(&bends, &ranks, &starts);
    HullSurface { extent: Extent::Solid, vertices, half_edges, faces }
}

/// For every face the edge that leaves its lowest vertex, in the order of that vertex and then of the next.
fn first_edges(bends: &Bends, ranks: &[u32], vertex_count: usize) -> Vec<u32> {
    let rank = |edge: u32| ranks[bends.origin(edge) as usize];
    let mut seen = vec![false; bends.bends.len()];
    let mut starts = Vec::new();
    let mut counts = vec![0_u32; vertex_count + 1];
    for edge in 0..seen.len() as u32 {
        if !bends.bends[edge as usize] || seen[edge as usize] || !bends.is_start(edge) {
            continue;
        }
        let (mut lowest, mut current) = (edge, edge);
        while !seen[current as usize] {
            seen[current as usize] = true;
            lowest = if rank(current) < rank(lowest) { current } else { lowest };
            current = bends.advance(current).1;
        }
        counts[rank(lowest) as usize + 1] += 1;
        starts.push(lowest);
    }
    for v in 0..vertex_count {
        counts[v + 1] += counts[v];
    }
    let mut sorted = vec![NONE; starts.len()];
    let mut places = counts.clone();
    for edge in starts {
        let place = &mut places[rank(edge) as usize];
        sorted[*place as usize] = edge;
        *place += 1;
    }
    for v in 0..vertex_count {
        sorted[counts[v] as usize..counts[v + 1] as usize].sort_unstable_by_key(|e| rank(bends.advance(*e).1));
    }
    sorted
}

/// The half-edges and faces in the order of the first edges.
fn number(bends: &Bends, ranks: &[u32], starts: &[u32]) -> (Vec<HalfEdge>, Vec<u32>) {
    let mut numbers = vec![NONE; bends.bends.len()];
    let mut half_edges = Vec::new();
    // For each half-edge the last of its parts, which faces its twin.
    let mut ends = Vec::new();
    let mut faces = Vec::with_capacity(starts.len());
    for (face, start) in (0..).zip(starts) {
        let first = half_edges.len() as u32;
        faces.push(first);
        let mut edge = *start;
        loop {
            let number = half_edges.len() as u32;
            numbers[edge as usize] = number;
            let (last, next) = bends.advance(edge);
            let origin = ranks[bends.origin(edge) as usize];
            let next_number = if next == *start { first } else { number + 1 };
            half_edges.push(HalfEdge { origin, twin: NONE, next: next_number, face });
            ends.push(last);
            edge = next;
            if edge == *start {
                break;
            }
        }
    }
    for (half_edge, end) in half_edges.iter_mut().zip(ends) {
        half_edge.twin = numbers[bends.twin(end) as usize];
    }
    (half_edges, faces)
}
