//! How the faces of a mesh are connected: neighbours, components, whether there is an inside, and what is wrong.
//!
//! Half-edge `3 f + i` runs from corner `i` of face `f` to the next. Vertices at the same place count as one.

use super::component_boxes::ComponentBoxes;
use super::mesh_defect::Defect;
use super::union_find::UnionFind;
use super::vertex_welding;
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::{DVec3, predicates::projection_axis};
use std::borrow::Cow;
use std::collections::HashMap;

/// Adjacency of a mesh.
#[derive(Clone, Debug)]
pub struct Topology {
    /// For every vertex, the lowest index of a vertex at the same place.
    welded: Vec<u32>,
    /// For every half-edge the opposite one, where the edge has just these two; [`NONE`] elsewhere.
    twins: Vec<u32>,
    /// For every face the component it belongs to.
    components: Vec<u32>,
    /// The first face of every component.
    component_faces: Vec<FaceId>,
    /// For every component a vertex of the least and one of the greatest coordinate along each axis.
    component_extremes: Vec<[VertexId; 6]>,
    /// Boxes around the components; `None` if they are too many.
    component_boxes: Option<ComponentBoxes>,
    /// For every face, whether it belongs to a closed part.
    solid: Vec<bool>,
    closed: bool,
    encloses: bool,
}

/// No half-edge.
const NONE: u32 = u32::MAX;

/// For every component a vertex of the least and one of the greatest coordinate along each axis.
fn extremes(vertices: &[DVec3], faces: &[[u32; 3]], components: &[u32], count: usize) -> Vec<[VertexId; 6]> {
    let mut found = vec![[VertexId(NONE); 6]; count];
    for (face, &component) in faces.iter().zip(components) {
        let found = &mut found[component as usize];
        for &corner in face {
            let p = vertices[corner as usize];
            for axis in 0..3 {
                let beyond =
                    |v: VertexId, by: fn(&f64, &f64) -> bool| v.0 == NONE || by(&p[axis], &vertices[v.index()][axis]);
                if beyond(found[2 * axis], f64::lt) {
                    found[2 * axis] = VertexId(corner);
                }
                if beyond(found[2 * axis + 1], f64::gt) {
                    found[2 * axis + 1] = VertexId(corner);
                }
            }
        }
    }
    found
}

/// A half-edge filed under its edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct EdgeUse {
    pub(super) low: u32,
    pub(super) high: u32,
    pub(super) half_edge: u32,
    /// 1 if it runs from the low to the high vertex, -1 if back.
    pub(super) direction: i8,
}

impl EdgeUse {
    /// Whether two half-edges run along the same edge.
    pub(super) fn same_edge(&self, other: &Self) -> bool {
        (self.low, self.high) == (other.low, other.high)
    }

    /// The face that the half-edge belongs to.
    pub(super) fn face(&self) -> usize {
        self.half_edge as usize / 3
    }
}

impl Topology {
    /// The adjacency of these faces, whose indices are in range.
    #[must_use]
    pub(super) fn of(vertices: &[DVec3], faces: &[[u32; 3]]) -> Self {
        let welded = vertex_welding::first_at_same_place(vertices);
        let uses = edge_uses(&welded, faces);
        let mut twins = vec![NONE; 3 * faces.len()];
        for group in uses.chunk_by(EdgeUse::same_edge) {
            if let [p, q] = group
                && p.direction != q.direction
            {
                twins[p.half_edge as usize] = q.half_edge;
                twins[q.half_edge as usize] = p.half_edge;
            }
        }
        let solid = solid_faces(&welded, faces, &uses);
        let area = |face: &[u32; 3]| !repeats(face.map(|c| welded[c as usize]));
        let closed = solid.contains(&true) && faces.iter().zip(&solid).all(|(face, solid)| *solid || !area(face));
        let (components, component_faces) = components(&welded, faces);
        let component_extremes = extremes(vertices, faces, &components, component_faces.len());
        let count = component_faces.len();
        let component_boxes = ComponentBoxes::of(vertices, faces, &components, count, |face| solid[face.index()]);
        let encloses = solid.contains(&true);
        Self {
            welded,
            twins,
            components,
            component_faces,
            component_extremes,
            component_boxes,
            solid,
            closed,
            encloses,
        }
    }

    /// See [`crate::mesh::Mesh::is_closed`].
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether a face belongs to a closed part: see [`crate::mesh::Mesh::encloses`].
    #[must_use]
    pub fn is_solid(&self, face: FaceId) -> bool {
        self.solid[face.index()]
    }

    /// See [`crate::mesh::Mesh::encloses`].
    #[must_use]
    pub fn encloses(&self) -> bool {
        self.encloses
    }

    /// How many parts there are that share no vertex.
    #[must_use]
    pub fn component_count(&self) -> usize {
        self.component_faces.len()
    }

    /// The first face of every component.
    #[must_use]
    pub fn component_faces(&self) -> &[FaceId] {
        &self.component_faces
    }

    /// For every component a vertex of the least and one of the greatest coordinate along each axis.
    #[must_use]
    pub fn component_extremes(&self) -> &[[VertexId; 6]] {
        &self.component_extremes
    }

    /// Boxes around the components; `None` if they are too many for a look at each to pay.
    pub(crate) fn component_boxes(&self) -> Option<&ComponentBoxes> {
        self.component_boxes.as_ref()
    }

    /// The component of a face, from 0 in order of first face.
    #[must_use]
    pub fn component(&self, face: FaceId) -> usize {
        self.components[face.index()] as usize
    }

    /// For every vertex, the lowest index of a vertex at the same place.
    pub(super) fn all_welded(&self) -> &[u32] {
        &self.welded
    }

    /// The lowest index of a vertex at the same place.
    #[must_use]
    pub fn welded(&self, vertex: VertexId) -> VertexId {
        VertexId(self.welded[vertex.index()])
    }

    /// The face across edge `i` of a face, where exactly these two faces share it, running along it in opposite directions.
    #[must_use]
    pub fn neighbour(&self, face: FaceId, i: usize) -> Option<FaceId> {
        let twin = self.twins[3 * face.index() + i];
        (twin != NONE).then_some(FaceId(twin / 3))
    }

    /// Everything that a clean solid does not have, in a fixed order: by kind of place, then by index.
    #[must_use]
    pub(super) fn defects(&self, vertices: &[DVec3], faces: &[[u32; 3]]) -> Vec<Defect> {
        let mut defects = Vec::new();
        let cost = &mut Cost::default();
        for (i, corners) in faces.iter().enumerate() {
            if projection_axis(&corners.map(|c| vertices[c as usize]), cost).is_none() {
                defects.push(Defect::Degenerate { face: FaceId(i as u32) });
            }
        }
        defects.extend(self.duplicates(faces));
        let uses = edge_uses(&self.welded, faces);
        for group in uses.chunk_by(EdgeUse::same_edge) {
            let edge = [VertexId(group[0].low), VertexId(group[0].high)];
            let face = |u: &EdgeUse| FaceId(u.half_edge / 3);
            match group {
                [only] => defects.push(Defect::Boundary { edge, face: face(only) }),
                [p, q] if p.direction == q.direction => {
                    defects.push(Defect::Orientation { edge, faces: [face(p), face(q)] });
                }
                [_, _] => {}
                many => defects.push(Defect::NonManifoldEdge { edge, faces: many.len() as u32 }),
            }
        }
        defects.extend(self.non_manifold_vertices(faces, &uses));
        defects
    }

    /// Faces with the same three corners as an earlier one.
    fn duplicates(&self, faces: &[[u32; 3]]) -> Vec<Defect> {
        let corners = |face: &[u32; 3]| sorted(face.map(|c| self.welded[c as usize]));
        let mut by_corners: Vec<([u32; 3], FaceId)> =
            faces.iter().enumerate().map(|(i, face)| (corners(face), FaceId(i as u32))).collect();
        by_corners.sort_unstable();
        let groups = by_corners.chunk_by(|p, q| p.0 == q.0);
        let mut found: Vec<(FaceId, FaceId)> =
            groups.flat_map(|group| group[1..].iter().map(|later| (later.1, group[0].1))).collect();
        found.sort_unstable();
        found.into_iter().map(|(face, of)| Defect::Duplicate { face, of }).collect()
    }

    /// Vertices whose faces, joined across shared edges, fall into several fans.
    fn non_manifold_vertices(&self, faces: &[[u32; 3]], uses: &[EdgeUse]) -> Vec<Defect> {
        // A corner is joined with the corner of the neighbouring face at the same vertex.
        let mut corners = UnionFind::new(3 * faces.len());
        for group in uses.chunk_by(EdgeUse::same_edge) {
            let Some((first, rest)) = group.split_first() else { continue };
            for u in rest {
                for end in [u.low, u.high] {
                    corners.join(self.corner_at(faces, first, end), self.corner_at(faces, u, end));
                }
            }
        }
        // A fan is counted at its first corner, which is the one that stands for its set.
        let mut fans = vec![0_u32; self.welded.len()];
        for (i, face) in faces.iter().enumerate() {
            let corners_of_face = face.map(|c| self.welded[c as usize]);
            if !repeats(corners_of_face) {
                for (k, vertex) in corners_of_face.into_iter().enumerate() {
                    fans[vertex as usize] += u32::from(corners.find(3 * i + k) == 3 * i + k);
                }
            }
        }
        let several = (0..).zip(fans).filter(|(_, fans)| *fans > 1);
        several.map(|(v, fans)| Defect::NonManifoldVertex { vertex: VertexId(v), fans }).collect()
    }

    /// The corner (half-edge index) of the face of `u` that sits at the welded vertex `end` of its edge.
    fn corner_at(&self, faces: &[[u32; 3]], u: &EdgeUse, end: u32) -> usize {
        let (face, i) = (u.half_edge as usize / 3, u.half_edge as usize % 3);
        let starts_here = self.welded[faces[face][i] as usize] == end;
        3 * face + if starts_here { i } else { (i + 1) % 3 }
    }
}

/// The half-edges of all faces but those that repeat a corner, sorted by edge: counted into a bucket for each low vertex,
/// then sorted within the buckets, which are small.
///
/// A face that repeats a corner runs along an edge there and back: it closes nothing and opens nothing.
pub(super) fn edge_uses(welded: &[u32], faces: &[[u32; 3]]) -> Vec<EdgeUse> {
    let half_edges = || {
        let welded = faces.iter().map(|corners| corners.map(|c| welded[c as usize]));
        welded.enumerate().filter(|(_, corners)| !repeats(*corners)).flat_map(|(f, [a, b, c])| {
            [(a, b), (b, c), (c, a)].into_iter().enumerate().map(move |(i, (from, to))| EdgeUse {
                low: from.min(to),
                high: from.max(to),
                half_edge: (3 * f + i) as u32,
                direction: if from < to { 1 } else { -1 },
            })
        })
    };
    let mut ends = vec![0_usize; welded.len() + 1];
    half_edges().for_each(|u| ends[u.low as usize + 1] += 1);
    for i in 0..welded.len() {
        ends[i + 1] += ends[i];
    }
    let mut uses = vec![EdgeUse { low: 0, high: 0, half_edge: 0, direction: 0 }; ends[welded.len()]];
    for u in half_edges() {
        let next = &mut ends[u.low as usize];
        uses[*next] = u;
        *next += 1;
    }
    uses.chunk_by_mut(|p, q| p.low == q.low).for_each(<[EdgeUse]>::sort_unstable);
    uses
}

/// Whether a face has a corner twice.
fn repeats([a, b, c]: [u32; 3]) -> bool {
    a == b || b == c || c == a
}

/// The corner of a half-edge's face that is not on its edge.
fn third_corner(welded: &[u32], faces: &[[u32; 3]], u: &EdgeUse) -> u32 {
    let (face, i) = (u.half_edge as usize / 3, u.half_edge as usize % 3);
    welded[faces[face][(i + 2) % 3] as usize]
}

/// For every face, whether it belongs to a closed part: a set of faces connected by edges, each edge run along as
/// often one way as the other, and whose faces do not simply cancel each other. Faces that peel off are left out first.
fn solid_faces(welded: &[u32], faces: &[[u32; 3]], uses: &[EdgeUse]) -> Vec<bool> {
    let stays = unpeeled(faces.len(), uses);
    let face_of = |u: &EdgeUse| u.half_edge as usize / 3;
    let groups = || uses.chunk_by(EdgeUse::same_edge);
    let staying = |group| -> Cow<'_, [EdgeUse]> {
        let group: &[EdgeUse] = group;
        if group.iter().all(|u| stays[face_of(u)]) {
            return Cow::Borrowed(group);
        }
        Cow::Owned(group.iter().filter(|u| stays[face_of(u)]).copied().collect())
    };
    let mut parts = UnionFind::new(faces.len());
    for group in groups().map(staying).filter(|group| !group.is_empty()) {
        group[1..].iter().for_each(|u| parts.join(face_of(&group[0]), face_of(u)));
    }
    let (mut balanced, mut encloses) = (vec![true; faces.len()], vec![false; faces.len()]);
    for group in groups().map(staying).filter(|group| !group.is_empty()) {
        let part = parts.find(face_of(&group[0]));
        balanced[part] &= group.iter().map(|u| i32::from(u.direction)).sum::<i32>() == 0;
        if let [p, q] = &*group {
            // Two faces alone on an edge with different third corners: neither has a twin to cancel it.
            encloses[part] |= third_corner(welded, faces, p) != third_corner(welded, faces, q);
        }
    }
    let corners = |face: usize| faces[face].map(|c| welded[c as usize]);
    let counts = |face: usize| stays[face] && !repeats(corners(face));
    let in_doubt: Vec<usize> = (0..faces.len())
        .filter(|f| {
            let part = parts.find(*f);
            counts(*f) && balanced[part] && !encloses[part]
        })
        .collect();
    for (face, net) in net_turns(in_doubt.iter().map(|f| (*f, corners(*f)))) {
        encloses[parts.find(face)] |= net != 0;
    }
    (0..faces.len())
        .map(|f| {
            let part = parts.find(f);
            counts(f) && balanced[part] && encloses[part]
        })
        .collect()
}

/// Which faces stay when those that have an edge to themselves are taken away, again and again: a sheet on a solid peels off
/// and leaves the solid, an open box goes altogether.
fn unpeeled(face_count: usize, uses: &[EdgeUse]) -> Vec<bool> {
    let mut stays = vec![true; face_count];
    let groups: Vec<&[EdgeUse]> = uses.chunk_by(EdgeUse::same_edge).collect();
    let face_of = |u: &EdgeUse| u.half_edge as usize / 3;
    let mut left: Vec<u32> = groups.iter().map(|group| group.len() as u32).collect();
    let mut open: Vec<usize> = groups.iter().filter(|g| g.len() == 1).map(|g| face_of(&g[0])).collect();
    if open.is_empty() {
        return stays;
    }
    let mut edge_of = vec![NONE; 3 * face_count];
    for (edge, group) in groups.iter().enumerate() {
        group.iter().for_each(|u| edge_of[u.half_edge as usize] = edge as u32);
    }
    while let Some(face) = open.pop() {
        if !std::mem::replace(&mut stays[face], false) {
            continue;
        }
        for edge in edge_of[3 * face..3 * face + 3].iter().filter(|e| **e != NONE).map(|e| *e as usize) {
            left[edge] -= 1;
            if left[edge] == 1 {
                open.extend(groups[edge].iter().map(face_of).find(|f| stays[*f]));
            }
        }
    }
    stays
}

/// For every set of three corners, one face that has them, and how many more faces turn one way around them than the other.
fn net_turns(faces: impl Iterator<Item = (usize, [u32; 3])>) -> Vec<(usize, i32)> {
    let mut net: HashMap<[u32; 3], (usize, i32)> = HashMap::new();
    for (face, [a, b, c]) in faces {
        let inversions = i32::from(a > b) + i32::from(b > c) + i32::from(a > c);
        net.entry(sorted([a, b, c])).or_insert((face, 0)).1 += 1 - 2 * (inversions % 2);
    }
    net.into_values().collect()
}

fn sorted(mut corners: [u32; 3]) -> [u32; 3] {
    corners.sort_unstable();
    corners
}

/// The component of every face, and the first face of every component; faces are joined by shared vertices.
fn components(welded: &[u32], faces: &[[u32; 3]]) -> (Vec<u32>, Vec<FaceId>) {
    let mut sets = UnionFind::new(welded.len());
    for corners in faces {
        let [a, b, c] = corners.map(|c| welded[c as usize] as usize);
        sets.join(a, b);
        sets.join(b, c);
    }
    let mut numbers = vec![NONE; welded.len()];
    let mut firsts = Vec::new();
    let number_of = |(i, corners): (usize, &[u32; 3])| {
        let number = &mut numbers[sets.find(welded[corners[0] as usize] as usize)];
        if *number == NONE {
            *number = firsts.len() as u32;
            firsts.push(FaceId(i as u32));
        }
        *number
    };
    let components = faces.iter().enumerate().map(number_of).collect();
    (components, firsts)
}
