//! The edges of one body, cut by the surface of the other: which pieces of them are inside.

use super::mesh_seam::{Seam, welded};
use crate::cost::Cost;
use crate::feature::{FaceId, Feature, VertexId};
use crate::math::DVec3;
use crate::math::predicates::orient3d;
use crate::mesh::union_find::UnionFind;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedMesh;
use crate::pair::relation::winding_number::probe;
use std::collections::HashMap;

/// A place where an edge passes through a face of the other body.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeCrossing {
    /// The point of the seam.
    pub point: u32,
    /// How far along the edge, from its lower vertex; for the order.
    along: f64,
    /// Whether the edge, from its lower vertex on, goes inside there.
    enters: bool,
}

/// The crossings of every edge that has some, lower vertex first, in order.
type Crossings = HashMap<[u32; 2], Vec<EdgeCrossing>>;

/// How a body is cut by the other, found once for a seam.
#[derive(Debug)]
pub(super) struct EdgeCuts {
    crossings: Crossings,
    crossed: Vec<bool>,
    inside: Vec<bool>,
}

/// A body cut by the other.
pub(super) struct CutEdges<'a> {
    pub body: PosedMesh<'a>,
    pub crossings: &'a Crossings,
    /// For every face, whether the other body's surface passes through it.
    pub crossed: &'a [bool],
    /// For every vertex, whether it is inside the other body.
    pub inside: &'a [bool],
}

/// A piece of a directed edge of a face: from where to where, and whether it is inside.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgePiece {
    pub ends: [DVec3; 2],
    pub is_inside: bool,
}

impl EdgeCuts {
    /// Body `own` of a seam in general position; `None` if what is inside does not alternate along an edge as it must for solids.
    fn new(seam: &Seam<'_>, own: usize) -> Option<Self> {
        let body = seam.posed.bodies()[own];
        let other = seam.posed.bodies()[1 - own];
        let cost = &mut Cost::default();
        let mut crossings = Crossings::new();
        for (index, point) in seam.points.iter().enumerate() {
            let (Feature::Edge(low, high), Feature::Face(face)) = (point.features[own], point.features[1 - own]) else {
                continue;
            };
            let [from, to] = [low, high].map(|vertex| body.vertex(vertex));
            let [p, q, r] = other.triangle(face);
            let enters = orient3d(p, q, r, from, cost) > 0;
            let along = (point.point - from).dot(to - from);
            crossings.entry([low.0, high.0]).or_default().push(EdgeCrossing { point: index as u32, along, enters });
        }
        for row in crossings.values_mut() {
            row.sort_unstable_by(|p, q| p.along.total_cmp(&q.along));
            if row.windows(2).any(|two| two[0].enters == two[1].enters) {
                return None;
            }
        }
        let mut crossed = vec![false; body.mesh.faces().len()];
        seam.segments.iter().for_each(|segment| crossed[segment.faces[own].index()] = true);
        let cuts = Self { crossings, crossed, inside: Vec::new() };
        Some(Self { inside: cuts.locate(&body, &other)?, ..cuts })
    }

    /// Whether each vertex is inside the other body: known at cut edges, carried along the others, asked of one vertex where nothing is
    /// cut. `None` if these contradict each other.
    fn locate(&self, body: &PosedMesh<'_>, other: &PosedMesh<'_>) -> Option<Vec<bool>> {
        let mesh = body.mesh;
        let mut sets = UnionFind::new(mesh.vertices().len());
        for face in mesh.face_ids() {
            let corners = welded(mesh, face);
            for k in 0..3 {
                let (p, q) = (corners[k], corners[(k + 1) % 3]);
                if !self.crossed[face.index()] || !self.crossings.contains_key(&[p.min(q), p.max(q)]) {
                    sets.join(p as usize, q as usize);
                }
            }
        }
        let mut known: HashMap<usize, bool> = HashMap::new();
        for (edge, row) in &self.crossings {
            let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
            for (vertex, is_inside) in [(edge[0], !first.enters), (edge[1], last.enters)] {
                if *known.entry(sets.find(vertex as usize)).or_insert(is_inside) != is_inside {
                    return None;
                }
            }
        }
        let mut inside = vec![false; mesh.vertices().len()];
        for face in mesh.face_ids() {
            for vertex in welded(mesh, face) {
                inside[vertex as usize] = *known.entry(sets.find(vertex as usize)).or_insert_with(|| {
                    let point = body.vertex(VertexId(vertex));
                    probe(other, &point, 0, Method::Auto, &mut Cost::default()).winding != 0
                });
            }
        }
        Some(inside)
    }
}

impl<'a> CutEdges<'a> {
    /// Body `own` of a seam in general position; `None` if what is inside does not alternate along an edge as it must for solids.
    pub fn new(seam: &'a Seam<'_>, own: usize) -> Option<Self> {
        let EdgeCuts { crossings, crossed, inside } =
            seam.cuts[own].get_or_init(|| EdgeCuts::new(seam, own)).as_ref()?;
        Some(Self { body: seam.posed.bodies()[own], crossings, crossed, inside })
    }

    /// The crossings of the edge from one corner of a face to the next, in that direction.
    pub fn along(&self, from: u32, to: u32) -> impl Iterator<Item = EdgeCrossing> {
        let row = self.crossings.get(&[from.min(to), from.max(to)]).map_or(&[][..], Vec::as_slice);
        (0..row.len()).map(move |k| if from < to { row[k] } else { row[row.len() - 1 - k] })
    }

    /// The pieces of the edge from one corner of a face to the next, in that direction.
    pub fn pieces(&self, seam: &Seam<'_>, from: u32, to: u32) -> Vec<EdgePiece> {
        let mut is_inside = self.inside[from as usize];
        let mut start = self.body.vertex(VertexId(from));
        let mut pieces = Vec::new();
        for crossing in self.along(from, to) {
            let end = seam.points[crossing.point as usize].point;
            pieces.push(EdgePiece { ends: [start, end], is_inside });
            (start, is_inside) = (end, !is_inside);
        }
        pieces.push(EdgePiece { ends: [start, self.body.vertex(VertexId(to))], is_inside });
        pieces
    }

    /// The corners of a face, each by the lowest number at its place.
    pub fn corners(&self, face: FaceId) -> [u32; 3] {
        welded(self.body.mesh, face)
    }
}
