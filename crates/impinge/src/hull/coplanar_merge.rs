//! From triangles to faces: those in one plane are joined, and corners that are none of the hull's go.
//!
//! Across an edge between two faces the surface bends, strictly; two triangles on either side of any other edge are in one plane.
//! A vertex of the hull has at least three edges that bend; a point inside an edge of the hull has two, one inside a face none.

use super::half_edges::{Extent, HalfEdge, HullSurface, NONE};
use super::quickhull::{Quickhull, after};

/// What the surface does at an edge of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bend {
    /// Both triangles are in one plane.
    Flat,
    /// It bends, and the edge leaves a point inside an edge of the hull.
    Onward,
    /// It bends, and the edge leaves a vertex of the hull.
    Start,
}

/// The triangles of a hull, with the edges that bend marked.
struct Bends<'a> {
    hull: &'a Quickhull<'a>,
    /// What the surface does at each edge.
    bends: Vec<Bend>,
    /// For each point how many edges that bend leave it.
    degrees: Vec<u32>,
}

impl<'a> Bends<'a> {
    /// Finds where the surface bends.
    fn from_hull(hull: &'a Quickhull<'a>) -> Self {
        let bends = vec![Bend::Flat; 4 * hull.triangles.len()];
        let mut found = Self { hull, bends, degrees: vec![0; hull.source.len()] };
        for (t, triangle) in (0..).zip(&hull.triangles).filter(|(_, t)| t.is_alive()) {
            for (k, twin) in (0..).zip(triangle.twins) {
                let edge = 4 * t + k;
                if edge < twin && hull.side(t, hull.origin(after(after(twin)))) != 0 {
                    for edge in [edge, twin] {
                        found.bends[edge as usize] = Bend::Start;
                        found.degrees[hull.origin(edge) as usize] += 1;
                    }
                }
            }
        }
        if found.degrees.contains(&2) {
            for (edge, bend) in (0..).zip(&mut found.bends) {
                if *bend == Bend::Start && found.degrees[hull.origin(edge) as usize] == 2 {
                    *bend = Bend::Onward;
                }
            }
        }
        found
    }

    /// The last part of the edge of the hull that starts with this one, and the edge after it around their face.
    fn advance(&self, edge: u32) -> (u32, u32) {
        let mut last = edge;
        loop {
            let mut next = after(last);
            while self.bends[next as usize] == Bend::Flat {
                next = after(self.hull.twin(next));
            }
            if self.bends[next as usize] == Bend::Start {
                return (last, next);
            }
            last = next;
        }
    }

    /// The indices of the vertices in the input, ascending, and for each point its number among them.
    fn vertices(&self) -> (Vec<u32>, Vec<u32>) {
        let mut by_source = vec![NONE; self.degrees.len()];
        for (point, _) in (0..).zip(&self.degrees).filter(|(_, degree)| **degree > 2) {
            by_source[self.hull.source[point as usize] as usize] = point;
        }
        let mut numbers = vec![NONE; self.degrees.len()];
        let mut vertices = Vec::new();
        for (source, point) in (0..).zip(by_source).filter(|(_, point)| *point != NONE) {
            numbers[point as usize] = vertices.len() as u32;
            vertices.push(source);
        }
        (vertices, numbers)
    }
}

/// A face as a ring of edges among those of the triangles.
#[derive(Clone, Copy)]
struct Ring {
    /// The edge that leaves its lowest vertex.
    start: u32,
    /// The numbers of the lowest vertex and of the one after it: by these faces are ordered, and no two have the same.
    key: [u32; 2],
    /// How many corners it has.
    count: u32,
    /// Its place among the faces.
    face: u32,
}

/// The surface that the triangles make.
pub(super) fn surface(hull: &Quickhull) -> HullSurface {
    let bends = Bends::from_hull(hull);
    let (vertices, numbers) = bends.vertices();
    let mut rings = rings(&bends, &numbers);
    rank(&mut rings, vertices.len());
    let mut faces = vec![0; rings.len()];
    rings.iter().for_each(|ring| faces[ring.face as usize] = ring.count);
    let mut sum = 0;
    for face in &mut faces {
        sum += std::mem::replace(face, sum);
    }
    let half_edges = half_edges(&bends, &numbers, &rings, &faces);
    HullSurface { extent: Extent::Solid, vertices, half_edges, faces }
}

/// The half-edges of all faces, given the number of the first of each.
fn half_edges(bends: &Bends, numbers: &[u32], rings: &[Ring], faces: &[u32]) -> Vec<HalfEdge> {
    let mut places = vec![NONE; bends.bends.len()];
    for ring in rings {
        let (first, mut edge) = (faces[ring.face as usize], ring.start);
        for k in 0..ring.count {
            places[edge as usize] = first + k;
            edge = bends.advance(edge).1;
        }
    }
    let count = rings.iter().map(|ring| ring.count as usize).sum();
    let mut half_edges = vec![HalfEdge { origin: NONE, twin: NONE, next: NONE, face: NONE }; count];
    for ring in rings {
        let (first, mut edge) = (faces[ring.face as usize], ring.start);
        for place in first..first + ring.count {
            let (last, next) = bends.advance(edge);
            let (origin, twin) = (numbers[bends.hull.origin(edge) as usize], places[bends.hull.twin(last) as usize]);
            let after = if next == ring.start { first } else { place + 1 };
            half_edges[place as usize] = HalfEdge { origin, twin, next: after, face: ring.face };
            edge = next;
        }
    }
    half_edges
}

/// All faces, each once.
fn rings(bends: &Bends, numbers: &[u32]) -> Vec<Ring> {
    let number = |edge: u32| numbers[bends.hull.origin(edge) as usize];
    let mut seen = vec![false; bends.bends.len()];
    let mut rings = Vec::new();
    for edge in 0..seen.len() as u32 {
        if seen[edge as usize] || bends.bends[edge as usize] != Bend::Start {
            continue;
        }
        let mut ring = Ring { start: edge, key: [NONE; 2], count: 0, face: NONE };
        let mut current = edge;
        while !seen[current as usize] {
            seen[current as usize] = true;
            let next = bends.advance(current).1;
            let key = [number(current), number(next)];
            if key < ring.key {
                ring = Ring { start: current, key, ..ring };
            }
            ring.count += 1;
            current = next;
        }
        rings.push(ring);
    }
    rings
}

/// Gives each ring its place in the order of their keys.
fn rank(rings: &mut [Ring], vertex_count: usize) {
    // By counting for the first number, by sorting the few that share it.
    let mut ends = vec![0_u32; vertex_count];
    rings.iter().for_each(|ring| ends[ring.key[0] as usize] += 1);
    let mut sum = 0;
    for end in &mut ends {
        sum += std::mem::replace(end, sum);
    }
    let mut sorted = vec![[NONE; 2]; rings.len()];
    for (i, ring) in (0..).zip(&*rings) {
        let end = &mut ends[ring.key[0] as usize];
        sorted[*end as usize] = [ring.key[1], i];
        *end += 1;
    }
    let mut start = 0;
    for end in ends {
        sorted[start as usize..end as usize].sort_unstable();
        start = end;
    }
    for (rank, [_, i]) in (0..).zip(sorted) {
        rings[i as usize].face = rank;
    }
}
