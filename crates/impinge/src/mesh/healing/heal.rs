//! Healing as a whole: attempts, until no step has to be refused.

use super::attempt::{Attempt, AttemptInput, attempt};
use super::heal_report::{HealOptions, HealReport};
use super::healed_face::HealedFace;
use super::holes::fill_holes;
use super::new_contacts::{ContactInput, new_contacts};
use super::orientation::flips;
use crate::cost::Cost;
use crate::feature::VertexId;
use crate::math::predicates::projection_axis;
use crate::mesh::Mesh;
use crate::mesh::face_topology::{EdgeUse, edge_uses};
use std::collections::HashSet;

/// Attempts after which everything that is still in doubt stays as it is.
const MOST_ATTEMPTS: usize = 24;

/// Steps of healing: this many and [`STEPS_FOR_FACE`] for each face. Public models and CAD exports take up to 2,600 for a face, with lengths of a hundredth of their size, and none more than half of this.
const STEPS: u64 = 4_000_000;

/// See [`STEPS`].
const STEPS_FOR_FACE: u64 = 4_000;

/// A pair of boxes of vertices and edges is a step; a pair of faces is as much work as this many.
const STEPS_FOR_PAIR: u64 = 16;

/// A healed mesh, and what was done to it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Healed {
    /// The mesh: vertices at the same place are one, faces in the order of the input with the pieces of a face side by side, faces in holes last. All its vertices are vertices of the input.
    pub mesh: Mesh,
    /// What was done.
    pub report: HealReport,
    /// Work of all attempts: boxes of open edges and vertices near each other, and pairs of faces that a move might bring into contact.
    pub cost: Cost,
}

impl Mesh {
    /// Closes cracks and small holes, moving nothing by more than a length; see [`HealReport`] for what is counted. The same result for any order of vertices and faces, up to that order.
    ///
    /// Faces and edges that are not beside an open edge stay as they are, but for their turn. A mesh of faces without area stays as it is.
    ///
    /// ```
    /// use impinge::mesh::{HealOptions, Mesh};
    ///
    /// let sphere = Mesh::icosphere(1.0, 2)?;
    /// // Every face brings its own corners, rounded in its own way.
    /// let mut triangles: Vec<_> = sphere.face_ids().map(|face| sphere.triangle(face)).collect();
    /// triangles.iter_mut().enumerate().for_each(|(k, t)| t[k % 3] *= 1.0 + 1e-7 * (k % 5) as f64);
    /// let cracked = Mesh::from_triangles(&triangles)?;
    /// let healed = cracked.heal(&HealOptions { within: 1e-6 });
    /// assert!(!cracked.is_closed() && healed.mesh.is_closed());
    /// assert!(healed.report.largest_move < 5e-7 && healed.report.edges_left == 0);
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn heal(&self, options: &HealOptions) -> Healed {
        let within = if options.within > 0.0 { options.within.min(f64::MAX) } else { 0.0 };
        let mut healing = Healing::new(self, within);
        for _ in 0..MOST_ATTEMPTS {
            if let Some(healed) = healing.try_once() {
                return healed;
            }
            if healing.is_effort_spent() {
                break;
            }
        }
        let effort_spent = healing.is_effort_spent();
        healing.freeze_all();
        let mut healed = healing.try_once().unwrap_or_else(|| healing.unchanged());
        healed.report.effort_spent = effort_spent;
        healed
    }
}

/// A mesh and what must not be done to it.
struct Healing<'a> {
    mesh: &'a Mesh,
    within: f64,
    /// Corners of all faces, with one vertex for each place.
    corners: Vec<[u32; 3]>,
    /// For each vertex the one that stands for its place.
    welded: Vec<u32>,
    /// Half-edges of the input with no other face on their edge.
    open: HashSet<u32>,
    /// For each face, whether it has area.
    has_area: Vec<bool>,
    /// Faces without area that stay, because an edge would open without them.
    kept: HashSet<u32>,
    /// Vertices that stay as they are.
    frozen: HashSet<u32>,
    /// Holes that stay, by their vertices.
    forbidden: HashSet<Vec<u32>>,
    /// Steps that led to vertices and holes that stay.
    refused: usize,
    cost: Cost,
    /// Steps that may still be taken. They do not depend on the order of the input, as the work of trees does.
    steps_left: u64,
}

impl<'a> Healing<'a> {
    fn new(mesh: &'a Mesh, within: f64) -> Self {
        let welded: Vec<u32> =
            (0..mesh.vertices().len() as u32).map(|v| mesh.topology().welded(VertexId(v)).0).collect();
        let corners: Vec<[u32; 3]> = mesh.faces().iter().map(|face| face.map(|c| welded[c as usize])).collect();
        let mut cost = Cost::default();
        let has_area = mesh.face_ids().map(|face| projection_axis(&mesh.triangle(face), &mut cost).is_some()).collect();
        let open = single(&edge_uses(&welded, &corners)).collect();
        Self {
            mesh,
            within,
            corners,
            welded,
            open,
            has_area,
            kept: HashSet::new(),
            frozen: HashSet::new(),
            forbidden: HashSet::new(),
            refused: 0,
            cost,
            steps_left: STEPS + STEPS_FOR_FACE * mesh.faces().len() as u64,
        }
    }

    /// Counts work, and takes steps off those that are left.
    fn spend(&mut self, cost: Cost, steps: u64) {
        self.cost += cost;
        self.steps_left = self.steps_left.saturating_sub(steps);
    }

    /// Whether no step may be taken any more. Without a length few are, whatever the mesh.
    fn is_effort_spent(&self) -> bool {
        self.within > 0.0 && self.steps_left == 0
    }

    /// One attempt; `None` if something that it did must be left, which is then noted.
    fn try_once(&mut self) -> Option<Healed> {
        let is_kept = |(face, has_area): (u32, &bool)| *has_area || self.kept.contains(&face);
        let takes_part: Vec<bool> = (0..).zip(&self.has_area).map(is_kept).collect();
        let count = takes_part.iter().filter(|takes_part| **takes_part).count();
        if count == 0 {
            return Some(self.unchanged());
        }
        // Faces without a part repeat a corner, which takes them out.
        let taking_part: Vec<[u32; 3]> = self
            .corners
            .iter()
            .zip(&takes_part)
            .map(|(corners, takes)| if *takes { *corners } else { [0; 3] })
            .collect();
        let uses = edge_uses(&self.welded, &taking_part);
        let mut attempt = attempt(&AttemptInput {
            vertices: self.mesh.vertices(),
            corners: &self.corners,
            uses: &uses,
            takes_part: &takes_part,
            frozen: &self.frozen,
            within: self.within,
            effort: self.steps_left,
        });
        self.spend(attempt.cost, attempt.cost.box_tests);
        if self.is_effort_spent() {
            return None;
        }
        let uses = self.uses(&attempt.faces);
        if self.keep_faces_that_close(&attempt.faces, &uses, &takes_part) {
            return None;
        }
        let flips = flips(self.mesh.vertices(), &attempt.faces, &uses);
        let flipped = flips.iter().filter(|flip| **flip).count();
        attempt.faces.iter_mut().zip(flips).filter(|(_, flip)| *flip).for_each(|(face, _)| *face = face.flipped());
        let uses = if flipped > 0 { self.uses(&attempt.faces) } else { uses };
        let holes = fill_holes(self.mesh.vertices(), &attempt.faces, &uses, self.within, &self.forbidden);
        let filled_from = attempt.faces.len();
        attempt.faces.extend(holes.iter().flat_map(|(_, faces)| faces));
        if self.freeze_contacts(&attempt, filled_from, &holes) {
            return None;
        }
        let uses = if holes.is_empty() { uses } else { self.uses(&attempt.faces) };
        let mut report = self.report(&attempt, &uses);
        report.holes_closed = holes.len();
        report.faces_flipped = flipped;
        report.faces_dropped = self.corners.len() - count;
        Some(self.finish(&attempt, report))
    }

    /// The half-edges of faces, by edge.
    fn uses(&self, faces: &[HealedFace]) -> Vec<EdgeUse> {
        let corners: Vec<[u32; 3]> = faces.iter().map(|face| face.corners).collect();
        edge_uses(&self.welded, &corners)
    }

    /// Keeps faces without area one of whose edges is open without them and was not before. Returns whether there are any.
    fn keep_faces_that_close(&mut self, faces: &[HealedFace], uses: &[EdgeUse], takes_part: &[bool]) -> bool {
        if takes_part.iter().all(|takes_part| *takes_part) {
            return false;
        }
        let edge = |half_edge: u32| {
            let (corners, side) = (self.corners[half_edge as usize / 3], half_edge as usize % 3);
            let [p, q] = [corners[side], corners[(side + 1) % 3]];
            [p.min(q), p.max(q)]
        };
        let input = |h: u32| faces[h as usize / 3].half_edges[h as usize % 3];
        let is_new = |h: &u32| (*h as usize) < 3 * self.corners.len() && !self.open.contains(h);
        let opened: HashSet<[u32; 2]> = single(uses).map(input).filter(is_new).map(edge).collect();
        let closes = |face: &u32| {
            let [a, b, c] = self.corners[*face as usize];
            let is_real = a != b && b != c && c != a;
            is_real && !takes_part[*face as usize] && (3 * face..3 * face + 3).any(|h| opened.contains(&edge(h)))
        };
        let kept: Vec<u32> = (0..self.corners.len() as u32).filter(closes).collect();
        let before = self.kept.len();
        self.kept.extend(kept);
        self.kept.len() > before
    }

    /// Freezes what led to faces that meet and did not before. Returns whether there are any, or may be any.
    fn freeze_contacts(
        &mut self,
        attempt: &Attempt,
        filled_from: usize,
        holes: &[(Vec<u32>, Vec<HealedFace>)],
    ) -> bool {
        let mut cost = Cost::default();
        let (vertices, effort) = (self.mesh.vertices(), self.steps_left / STEPS_FOR_PAIR);
        let input = ContactInput { vertices, corners: &self.corners, effort };
        let contacts = new_contacts(&input, &attempt.faces, &mut cost);
        self.spend(cost, STEPS_FOR_PAIR * cost.triangle_tests);
        if self.is_effort_spent() {
            return true;
        }
        let touching: HashSet<usize> = contacts.iter().flatten().copied().collect();
        let hole_of = holes.iter().flat_map(|(name, faces)| faces.iter().map(move |_| name)).collect::<Vec<_>>();
        let mut targets = HashSet::new();
        let mut holes_left = HashSet::new();
        for &face in &touching {
            if face >= filled_from {
                holes_left.insert(hole_of[face - filled_from].clone());
            } else if attempt.faces[face].is_changed {
                targets.extend(attempt.faces[face].corners.into_iter().filter(|c| attempt.touched.contains(c)));
            }
        }
        // A filled hole that meets a moved face goes first: it may be the cause.
        if !holes_left.is_empty() {
            targets.clear();
        }
        self.refused += targets.len() + holes_left.len();
        let members = attempt.moved.iter().filter(|[_, to]| targets.contains(to)).map(|[vertex, _]| *vertex);
        self.frozen.extend(members);
        self.frozen.extend(targets);
        self.forbidden.extend(holes_left);
        !contacts.is_empty()
    }

    /// Leaves everything as it is, but for turns.
    fn freeze_all(&mut self) {
        self.within = 0.0;
        self.kept = (0..self.corners.len() as u32).collect();
    }

    fn report(&self, attempt: &Attempt, uses: &[EdgeUse]) -> HealReport {
        let input = |h: u32| attempt.faces[h as usize / 3].half_edges[h as usize % 3];
        let still_open: HashSet<u32> = single(uses).map(input).filter(|h| self.open.contains(h)).collect();
        HealReport {
            largest_move: attempt.largest_move,
            welded_vertices: attempt.moved.len(),
            split_edges: attempt.split_edges,
            edges_closed: self.open.len() - still_open.len(),
            edges_left: single(uses).count(),
            steps_refused: self.refused + attempt.steps_refused,
            ..HealReport::default()
        }
    }

    /// The mesh of the faces: of the vertices, those that they use, in the order of the input.
    fn finish(&self, attempt: &Attempt, report: HealReport) -> Healed {
        const UNUSED: u32 = u32::MAX;
        let mut number = vec![UNUSED; self.welded.len()];
        attempt.faces.iter().flat_map(|face| face.corners).for_each(|c| number[c as usize] = 0);
        let mut vertices = Vec::new();
        for (number, place) in number.iter_mut().zip(self.mesh.vertices()).filter(|(number, _)| **number == 0) {
            *number = vertices.len() as u32;
            // Not a negative zero, of which another order of vertices might know nothing.
            vertices.push(*place + 0.0);
        }
        let faces = attempt.faces.iter().map(|face| face.corners.map(|c| number[c as usize])).collect();
        match Mesh::try_new(vertices, faces) {
            Ok(mesh) => Healed { mesh, report, cost: self.cost },
            Err(_) => self.unchanged(),
        }
    }

    /// The mesh as it is.
    fn unchanged(&self) -> Healed {
        let report = HealReport { edges_left: self.open.len(), steps_refused: self.refused, ..HealReport::default() };
        Healed { mesh: self.mesh.clone(), report, cost: self.cost }
    }
}

/// Half-edges with no other face on their edge.
fn single(uses: &[EdgeUse]) -> impl Iterator<Item = u32> {
    let groups = uses.chunk_by(EdgeUse::same_edge);
    groups.filter(|group| group.len() == 1).map(|group| group[0].half_edge)
}
