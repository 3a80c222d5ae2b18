//! Searching for contacts by hashed cells, and from everything to everything.

use super::cell_hash_table::CellTable;
use super::contact_options::TetraOptions;
use super::exact_contacts::{EdgeContact, VertexContact, edge_face_meeting, locate};
use super::hash_cells::{CellRange, HashCells, pack};
use super::joined_bodies::{JoinedBodies, Tet};
use super::tet_mesh::{TetId, TetMesh};
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::feature::VertexId;

/// Tetrahedra or faces of one piece of work.
const PIECE: usize = 512;

/// More cells than this: an edge is put on a list of its own instead of into each.
const MOST_CELLS: u64 = 64;

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchCounts {
    /// Cells that tetrahedra and faces asked.
    pub cells: u64,
    /// Vertices and edges found there.
    pub candidates: u64,
    /// Of these, those that were tested by signs.
    pub tests: u64,
    /// Flat tetrahedra, which hold no vertices.
    pub flat: usize,
}

/// All contacts of a step.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TetraContacts {
    /// Vertices in tetrahedra, by the body and index of the vertex, then of the tetrahedron.
    pub vertices: Vec<VertexContact>,
    /// Edges through faces, by the body and ends of the edge, then of the face.
    pub edges: Vec<EdgeContact>,
    /// What was done.
    pub counts: SearchCounts,
    /// What was asked of the predicates.
    pub cost: Cost,
}

/// Every vertex in a tetrahedron that it is no corner of, and every edge that meets a face with which it has no vertex in common; touching counts.
///
/// The contacts depend on the bodies alone. Indices of bodies are their places in the list.
#[must_use]
pub fn contacts(bodies: &[&TetMesh], options: &TetraOptions, executor: &Executor) -> TetraContacts {
    let joined = JoinedBodies::new(bodies, options);
    let edge = options.cell.filter(|edge| *edge > 0.0 && edge.is_finite()).unwrap_or_else(|| joined.mean_edge());
    let search = ContactSearch { cells: HashCells::new(&Aabb::of_points(&joined.points), edge), joined: &joined };
    let things: Vec<(u64, u32)> = (0..).zip(&joined.points).map(|(k, p)| (pack(search.cells.cell(*p)), k)).collect();
    let points = CellTable::new(&things);
    let mut parts = executor.map(joined.tets.len().div_ceil(PIECE), |piece| {
        let mut found = TetraContacts::default();
        joined.tets.iter().skip(piece * PIECE).take(PIECE).for_each(|tet| search.tet(tet, &points, &mut found));
        found
    });
    let edges = EdgeTable::new(&search);
    parts.extend(executor.map(joined.faces.len().div_ceil(PIECE), |piece| {
        let mut found = TetraContacts::default();
        joined.faces.iter().skip(piece * PIECE).take(PIECE).for_each(|face| search.face(*face, &edges, &mut found));
        found
    }));
    gather(parts, joined.flat)
}

/// The same from every vertex to every tetrahedron, and from every edge to every face: the oracle.
#[must_use]
pub fn contacts_brute(bodies: &[&TetMesh], options: &TetraOptions) -> TetraContacts {
    let joined = JoinedBodies::new(bodies, options);
    let search = ContactSearch { cells: HashCells::new(&Aabb::of_points(&joined.points), 1.0), joined: &joined };
    let mut found = TetraContacts::default();
    for tet in &joined.tets {
        (0..joined.points.len() as u32).for_each(|vertex| search.test_vertex(vertex, tet, &mut found));
    }
    for face in &joined.faces {
        (0..joined.edges.len() as u32).for_each(|edge| search.test_edge(edge, *face, &mut found));
    }
    gather(vec![found], joined.flat)
}

/// Contacts of all pieces in order.
fn gather(parts: Vec<TetraContacts>, flat: usize) -> TetraContacts {
    let mut all = TetraContacts::default();
    for part in parts {
        all.vertices.extend(part.vertices);
        all.edges.extend(part.edges);
        all.counts.cells += part.counts.cells;
        all.counts.candidates += part.counts.candidates;
        all.counts.tests += part.counts.tests;
        all.cost += part.cost;
    }
    all.counts.flat = flat;
    all.vertices.sort_unstable_by_key(|c| (c.vertex_body, c.vertex, c.tet_body, c.tet));
    all.edges.sort_unstable_by_key(|c| (c.edge_body, c.edge, c.face_body, c.face));
    all
}

/// A search among bodies.
struct ContactSearch<'c> {
    joined: &'c JoinedBodies,
    cells: HashCells,
}

/// Edges by the cells of their boxes.
struct EdgeTable {
    table: CellTable,
    ranges: Vec<CellRange>,
    /// Edges that span too many cells: every face tests them.
    long: Vec<u32>,
}

impl EdgeTable {
    fn new(search: &ContactSearch<'_>) -> Self {
        let joined = search.joined;
        let ranges: Vec<CellRange> =
            joined.edges.iter().map(|edge| search.cells.range(&joined.bounds(*edge))).collect();
        let (mut things, mut long) = (Vec::new(), Vec::new());
        for (edge, range) in (0..).zip(&ranges) {
            if range.count() > MOST_CELLS {
                long.push(edge);
            } else {
                range.each(|cell| things.push((pack(cell), edge)));
            }
        }
        Self { table: CellTable::new(&things), ranges, long }
    }
}

impl ContactSearch<'_> {
    /// Vertices in the cells of a tetrahedron.
    fn tet(&self, tet: &Tet, points: &CellTable, found: &mut TetraContacts) {
        let bounds = self.joined.bounds(tet.corners);
        let range = self.cells.range(&bounds);
        let mut visit = |vertex: u32| {
            found.counts.candidates += 1;
            let at = self.joined.at(vertex);
            if bounds.overlaps(&Aabb { min: at, max: at }) {
                self.test_vertex(vertex, tet, found);
            }
        };
        if range.count() > points.len() as u64 {
            (0..self.joined.points.len() as u32).for_each(visit);
            return;
        }
        range.each(|cell| points.of(cell).for_each(&mut visit));
        found.counts.cells += range.count();
    }

    /// Edges in the cells of a face.
    fn face(&self, face: [u32; 3], edges: &EdgeTable, found: &mut TetraContacts) {
        let bounds = self.joined.bounds(face);
        let range = self.cells.range(&bounds);
        let mut visit = |edge: u32| {
            found.counts.candidates += 1;
            if bounds.overlaps(&self.joined.bounds(self.joined.edges[edge as usize])) {
                self.test_edge(edge, face, found);
            }
        };
        if range.count() > edges.table.len() as u64 {
            (0..self.joined.edges.len() as u32).for_each(visit);
            return;
        }
        edges.long.iter().copied().for_each(&mut visit);
        range.each(|cell| {
            for edge in edges.table.of(cell) {
                // Both share all cells between; only the lowest one reports the pair.
                let low = edges.ranges[edge as usize].low;
                if (0..3).all(|k| cell[k] == low[k].max(range.low[k])) {
                    visit(edge);
                }
            }
        });
        found.counts.cells += range.count();
    }

    /// Notes a vertex if it is in a tetrahedron.
    fn test_vertex(&self, vertex: u32, tet: &Tet, found: &mut TetraContacts) {
        let joined = self.joined;
        if tet.corners.contains(&vertex) || !joined.is_in_scope(vertex, tet.corners[0]) {
            return;
        }
        found.counts.tests += 1;
        let corners = tet.corners.map(|corner| joined.at(corner));
        if let Some((place, weights)) = locate(joined.at(vertex), &corners, tet.turn, &mut found.cost) {
            found.vertices.push(VertexContact {
                vertex_body: joined.body(vertex) as usize,
                vertex: VertexId(joined.own_index(vertex)),
                tet_body: joined.body(tet.corners[0]) as usize,
                tet: TetId(tet.index),
                place,
                weights,
            });
        }
    }

    /// Notes an edge if it meets a face.
    fn test_edge(&self, edge: u32, face: [u32; 3], found: &mut TetraContacts) {
        let joined = self.joined;
        let edge = joined.edges[edge as usize];
        if edge.iter().any(|end| face.contains(end)) || !joined.is_in_scope(edge[0], face[0]) {
            return;
        }
        found.counts.tests += 1;
        let ends = edge.map(|end| joined.at(end));
        if let Some(meeting) = edge_face_meeting(ends, &face.map(|corner| joined.at(corner)), &mut found.cost) {
            found.edges.push(EdgeContact {
                edge_body: joined.body(edge[0]) as usize,
                edge: edge.map(|end| VertexId(joined.own_index(end))),
                face_body: joined.body(face[0]) as usize,
                face: face.map(|corner| VertexId(joined.own_index(corner))),
                meeting,
            });
        }
    }
}
