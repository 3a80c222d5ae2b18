//! How wide the openings of a surface are.
//!
//! The rim is the set of edges where the surface ends. Seen from the middle of a rim edge, the width of the opening is the distance to the nearest other rim edge that runs
//! back (at more than 143°) and does not lie across the edge's own face. If no edge does, it is the diameter of the loop of rim edges. So a crack is as wide as the
//! gap between its sides, however long, and a hole as wide as it is across. The opening of a surface is the largest width.

use super::consistent_orientation::RimEdge;
use crate::feature::{FaceId, VertexId};
use crate::math::DVec3;
use crate::mesh::indexed_mesh::Mesh;
use crate::mesh::union_find::UnionFind;

/// The cosine above which two rim edges do not run against each other.
const AGAINST: f64 = -0.8;

/// Rim edges of one loop from which the width is measured.
const PLACES: usize = 64;

/// Widths measured in all; loops beyond that count by their diameter.
const MOST_WIDTHS: usize = 4096;

/// A rim edge within this part of the body's diagonal may lie across the own face: surfaces that overlap there, by rounding.
const OVERLAP: f64 = 1e-3;

/// Directions in which the ends of a loop are looked for.
const DIRECTIONS: u32 = 32;

/// A rim edge by its ends.
#[derive(Clone, Copy, Debug)]
struct Rim {
    ends: [DVec3; 2],
    /// Along the edge, of length 1; zero for an edge without length.
    along: DVec3,
    /// Away from the face, across the edge; zero for a face without area.
    away: DVec3,
}

impl Rim {
    fn new(mesh: &Mesh, edge: &RimEdge) -> Self {
        let t = mesh.triangle(FaceId(edge.face));
        let ends = edge.corners.map(|k| t[usize::from(k)]);
        let third = t[usize::from(3 - edge.corners[0] - edge.corners[1])];
        let along = (ends[1] - ends[0]).normalize_or_zero();
        let inward = third - ends[0];
        Self { ends, along, away: -(inward - along * inward.dot(along)).normalize_or_zero() }
    }

    fn middle(&self) -> DVec3 {
        self.ends[0] + (self.ends[1] - self.ends[0]) * 0.5
    }

    /// The point of the edge nearest to another.
    fn nearest(&self, p: DVec3) -> DVec3 {
        let (side, from) = (self.ends[1] - self.ends[0], p - self.ends[0]);
        let square = side.length_squared();
        let at = if square > 0.0 { (from.dot(side) / square).clamp(0.0, 1.0) } else { 0.0 };
        self.ends[0] + side * at
    }
}

/// All rim edges, sorted along an axis.
struct SortedRim {
    edges: Vec<Rim>,
    /// The axis, and no edge reaches farther from its middle along it.
    axis: usize,
    reach: f64,
    /// Lengths up to this may lie across the own face.
    overlap: f64,
}

impl SortedRim {
    fn key(&self, k: usize) -> f64 {
        self.edges[k].middle()[self.axis]
    }

    /// How far it is from the middle of an edge to the other side of the opening, if that is less than a limit.
    fn width(&self, k: usize, limit: f64) -> f64 {
        let (own, mut width) = (&self.edges[k], limit);
        let p = own.middle();
        let mut look = |other: usize| {
            let edge = &self.edges[other];
            let way = edge.nearest(p) - p;
            let length = way.length();
            let is_across = length > self.overlap && way.dot(own.away) < -0.5 * length;
            if other != k && edge.along.dot(own.along) <= AGAINST && !is_across {
                width = width.min(length);
            }
            width
        };
        let here = self.key(k);
        for other in (0..k).rev() {
            if here - self.key(other) > look(other) + self.reach {
                break;
            }
        }
        for other in k + 1..self.edges.len() {
            if self.key(other) - here > look(other) + self.reach {
                break;
            }
        }
        width
    }
}

/// The width of the largest opening that a rim surrounds; 0 without a rim.
pub fn opening(mesh: &Mesh, rim: &[RimEdge]) -> f64 {
    let size = mesh.bounds().size();
    let axis = (0..3).max_by(|i, j| size[*i].total_cmp(&size[*j])).unwrap_or(0);
    let mut order: Vec<(f64, u32)> = (0..).zip(rim).map(|(k, edge)| (Rim::new(mesh, edge).middle()[axis], k)).collect();
    order.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
    let rim: Vec<&RimEdge> = order.iter().map(|(_, k)| &rim[*k as usize]).collect();
    let edges: Vec<Rim> = rim.iter().map(|edge| Rim::new(mesh, edge)).collect();
    let reach = edges.iter().map(|e| (e.ends[1][axis] - e.ends[0][axis]).abs()).fold(0.0, f64::max);
    let sorted = SortedRim { edges, axis, reach, overlap: OVERLAP * size.length() };
    let mut loops: Vec<(f64, Vec<usize>)> =
        loops(mesh, &rim).into_iter().map(|members| (diameter(&sorted.edges, &members), members)).collect();
    loops.sort_by(|p, q| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1)));
    let (mut widest, mut measured) = (0.0, 0);
    for (diameter, members) in loops {
        if diameter <= widest {
            break;
        }
        if measured >= MOST_WIDTHS {
            return diameter;
        }
        let step = members.len().div_ceil(PLACES);
        for k in members.iter().step_by(step) {
            measured += 1;
            widest = sorted.width(*k, diameter).max(widest);
        }
    }
    widest
}

/// The rim edges connected by vertices, by index.
fn loops(mesh: &Mesh, rim: &[&RimEdge]) -> Vec<Vec<usize>> {
    let vertex = |edge: &RimEdge, end: usize| {
        let corner = mesh.faces()[edge.face as usize][usize::from(edge.corners[end])];
        mesh.topology().welded(VertexId(corner)).index()
    };
    let mut sets = UnionFind::new(mesh.vertices().len());
    rim.iter().for_each(|edge| sets.join(vertex(edge, 0), vertex(edge, 1)));
    let mut by_set: Vec<(usize, usize)> = (0..).zip(rim).map(|(k, edge)| (sets.find(vertex(edge, 0)), k)).collect();
    by_set.sort_unstable();
    by_set.chunk_by(|p, q| p.0 == q.0).map(|group| group.iter().map(|(_, k)| *k).collect()).collect()
}

/// The largest distance between two ends of a loop, among those that lie farthest along some directions: at most a few per cent less than the diameter.
fn diameter(edges: &[Rim], members: &[usize]) -> f64 {
    let mut ends: Vec<DVec3> = members.iter().flat_map(|k| edges[*k].ends).collect();
    if ends.len() > 4 * DIRECTIONS as usize {
        let direction = |k: u32| {
            // Points of a spiral on the sphere (Fibonacci).
            let z = 1.0 - (2.0 * f64::from(k) + 1.0) / f64::from(2 * DIRECTIONS);
            let (sin, cos) = (f64::from(k) * 2.399_963_229_728_653).sin_cos();
            let radius = (1.0 - z * z).sqrt();
            DVec3::new(radius * cos, radius * sin, z)
        };
        let farthest = |along: DVec3| ends.iter().copied().max_by(|p, q| p.dot(along).total_cmp(&q.dot(along)));
        ends = (0..DIRECTIONS).map(direction).flat_map(|d| [d, -d]).filter_map(farthest).collect();
    }
    let pairs = ends.iter().enumerate().flat_map(|(k, p)| ends[k + 1..].iter().map(move |q| p.distance(*q)));
    pairs.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::consistent_orientation::ConsistentOrientation;
    use super::*;

    fn opening_of(mesh: &Mesh) -> f64 {
        opening(mesh, &ConsistentOrientation::new(mesh).rim)
    }

    /// A box from -1 to 1 whose top is a lid of its own, above a gap and moved along x.
    fn box_with_lid(gap: f64, shift: f64) -> Mesh {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let (mut triangles, mut lid) = (Vec::new(), Vec::new());
        for face in cube.face_ids() {
            let t = cube.triangle(face);
            let is_top = t.iter().all(|p| p.z == 1.0);
            if is_top { lid.push(t.map(|p| p + DVec3::new(shift, 0.0, gap))) } else { triangles.push(t) }
        }
        triangles.extend(lid);
        Mesh::from_triangles(&triangles).unwrap()
    }

    #[test]
    fn cracks_are_as_wide_as_their_gap() {
        for gap in [1e-7, 1e-4, 0.25] {
            let found = opening_of(&box_with_lid(gap, 0.0));
            assert!((found / gap - 1.0).abs() < 1e-6, "{gap} {found}");
        }
        let overlapping = opening_of(&box_with_lid(-1e-6, 0.0));
        assert!((overlapping - 1e-6).abs() < 1e-9, "{overlapping}");
        let moved = opening_of(&box_with_lid(0.0, 0.002));
        assert!((0.0019..0.0021).contains(&moved), "{moved}");
        assert_eq!(opening_of(&Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap()), 0.0);
    }

    #[test]
    fn holes_are_as_wide_as_they_are_across() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let tub = Mesh::try_new(cube.vertices().to_vec(), cube.faces()[..10].to_vec()).unwrap();
        assert!((opening_of(&tub) - 2.0).abs() < 1e-12);
        // A cap of a sphere taken off, at 0.8 of the radius: a circle of diameter 1.2.
        let sphere = Mesh::icosphere(1.0, 4).unwrap();
        let stays = |t: &[DVec3; 3]| t.iter().any(|p| p.z < 0.8);
        let triangles: Vec<_> = sphere.face_ids().map(|f| sphere.triangle(f)).filter(stays).collect();
        let found = opening_of(&Mesh::from_triangles(&triangles).unwrap());
        assert!((1.0..1.25).contains(&found), "{found}");
    }
}
