//! Two surfaces that share points, cut along each other and judged piece by piece.
//!
//! Faces that the other body does not touch are judged together, as far as they are connected by edges. Touched faces are cut
//! into pieces. What lies beside a piece is known without a ray where the piece lies on clean faces of the other body, or
//! has a corner of the mesh that the other body does not touch; else a ray is cast from a rational point inside the piece. No
//! surface is assumed to be free of self-contact: a face that is not clean is cut along its own body, too.

use super::evidence::RelationEvidence;
use super::face_pieces::{FaceCutter, PieceSample, sample_needle, sample_pieces};
use super::self_contact_state::{SelfState, inner_point};
use super::solid_relation::Touched;
use super::winding_number::{WindingSides, probe, shows, sides};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::predicates::{Triangle, orient2d, orient3d, projection_axis};
use crate::mesh::union_find::UnionFind;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::{PosedMesh, PosedPair, faces_near};
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

/// The bodies under judgement.
pub(crate) struct PieceClassifier<'a> {
    method: Method,
    states: [SelfState<'a>; 2],
    touched: &'a [Touched; 2],
    evidence: RelationEvidence,
    /// The winding number of the other body at corners that do not lie on it.
    corners: [HashMap<VertexId, Option<i32>>; 2],
}

impl<'a> PieceClassifier<'a> {
    /// A classifier that starts with what is known already.
    pub fn new(posed: &'a PosedPair<'a>, touched: &'a [Touched; 2], evidence: RelationEvidence) -> Self {
        let states = posed.bodies().map(SelfState::new);
        Self { method: posed.method, states, touched, evidence, corners: Default::default() }
    }

    /// Gathers what all pieces of both surfaces tell, or as much as settles the relation.
    pub fn examine(mut self, cost: &mut Cost) -> RelationEvidence {
        // What lies beside a solid's face tells nothing about a surface.
        for own in (0..2).filter(|own| self.states[1 - own].body.mesh.encloses()).collect::<Vec<_>>() {
            if self.examine_surface(own, cost).is_break() {
                break;
            }
        }
        self.evidence
    }

    fn examine_surface(&mut self, own: usize, cost: &mut Cost) -> ControlFlow<()> {
        let body = self.states[own].body;
        if self.method == Method::Brute {
            let all: Vec<FaceId> = self.states[1 - own].body.mesh.face_ids().collect();
            return body.mesh.face_ids().try_for_each(|face| self.examine_pieces(own, face, &all, cost));
        }
        let touched = &self.touched[own];
        let Patches { patches, needles, mut sets } = patches(&body, touched);
        for patch in patches {
            self.examine_patch(own, &patch, &mut sets, cost)?;
        }
        for face in needles {
            self.examine_needle(own, face, &[], cost)?;
        }
        touched.iter().try_for_each(|(face, others)| self.examine_touched(own, *face, others, cost))
    }

    /// Faces that the other body does not touch and that are connected: one of them is classified for all.
    fn examine_patch(&mut self, own: usize, patch: &Patch, sets: &mut UnionFind, cost: &mut Cost) -> ControlFlow<()> {
        let body = self.states[own].body;
        let triangle = body.triangle(patch.sample);
        let p = inner_point(&triangle);
        let Some(of_other) = sides(&self.states[1 - own].body, &p, &triangle, self.method, cost) else {
            return ControlFlow::Continue(()); // not reached: nothing of the other body is here
        };
        if !body.mesh.topology().is_solid(patch.sample) {
            self.evidence.add_surface_piece(own, of_other);
            return self.evidence.go_on();
        }
        if of_other == WindingSides::Off(0) {
            self.evidence.outside[own] = true; // and the body's inside, next to it, says the same
            return self.evidence.go_on();
        }
        // Strictly inside the other body: what is left to learn is whether some of the other lies outside this one.
        self.evidence.interiors_meet = true;
        if self.evidence.outside[1 - own] {
            return self.evidence.go_on();
        }
        match sides(&body, &p, &triangle, self.method, cost) {
            // The usual case: the body's inside lies on one side of the patch, its outside on the other.
            Some(of_own) if of_own.inside()[0] != of_own.inside()[1] => {
                self.evidence.add_solid_piece(own, of_own, of_other);
                self.evidence.go_on()
            }
            // A wall inside the body, or a fold: elsewhere on the patch it may be otherwise.
            _ => {
                let mut faces = body.mesh.face_ids().filter(|f| sets.find(f.index()) == patch.root);
                faces.try_for_each(|face| self.examine_pieces(own, face, &[], cost))
            }
        }
    }

    /// A face that shares points with some faces of the other body.
    fn examine_touched(&mut self, own: usize, face: FaceId, others: &[FaceId], cost: &mut Cost) -> ControlFlow<()> {
        let triangle = self.states[own].body.triangle(face);
        let Some((axis, turn)) = projection_axis(&triangle, cost) else {
            return self.examine_needle(own, face, others, cost);
        };
        let flat = self.flat_faces(own, &triangle, others, cost);
        let solid = self.states[own].body.mesh.topology().is_solid(face);
        let clean = (!solid || self.states[own].is_clean(face, cost))
            && flat.iter().all(|f| self.states[1 - own].is_clean(*f, cost));
        if !clean {
            return self.examine_pieces(own, face, others, cost);
        }
        let of_own = if solid { self.states[own].sides(face, cost) } else { None };
        let other = &self.states[1 - own];
        let cutter = |f: &FaceId, cost: &mut Cost| {
            let in_plane = flat.binary_search(f).is_ok();
            // Where the other surface goes on in the plane, nothing changes across the edge.
            let edges = std::array::from_fn(|k| !in_plane || !other.goes_on_flat(*f, k, cost));
            FaceCutter { triangle: other.body.triangle(*f), edges }
        };
        let cutters: Vec<FaceCutter> = others.iter().map(|f| cutter(f, cost)).collect();
        // Faces in the plane on which pieces may lie, and how they turn in it.
        let solid_flat = flat.iter().filter(|f| other.body.mesh.topology().is_solid(**f)).map(|f| {
            let t = other.body.triangle(*f);
            (*f, t, orient2d(axis, t[0], t[1], t[2], cost))
        });
        let solid_flat: Vec<(FaceId, Triangle, i32)> = solid_flat.collect();
        for sample in sample_pieces(&triangle, &cutters, cost) {
            let under = solid_flat.iter().find(|(_, t, turn)| shows(&sample.point, t, axis, *turn, cost).is_some());
            let of_other = match under {
                Some((under, _, turn_under)) => {
                    let sides = self.states[1 - own].sides(*under, cost);
                    sides.map(|s| if *turn_under == turn { s } else { s.turned() })
                }
                None => self.sides_off_surface(own, face, &triangle, &sample, cost),
            };
            let Some(of_other) = of_other else { continue };
            match of_own {
                Some(of_own) => self.evidence.add_solid_piece(own, of_own, of_other),
                None => self.evidence.add_surface_piece(own, of_other),
            }
            self.evidence.go_on()?;
        }
        ControlFlow::Continue(())
    }

    /// Those of the other body's faces that lie in a triangle's plane, and have area, sorted.
    fn flat_faces(&self, own: usize, t: &Triangle, others: &[FaceId], cost: &mut Cost) -> Vec<FaceId> {
        let other = &self.states[1 - own].body;
        let in_plane = |f: &FaceId, cost: &mut Cost| {
            let u = other.triangle(*f);
            u.iter().all(|p| orient3d(t[0], t[1], t[2], *p, cost) == 0) && projection_axis(&u, cost).is_some()
        };
        let mut flat: Vec<FaceId> = others.iter().copied().filter(|f| in_plane(f, cost)).collect();
        flat.sort_unstable();
        flat
    }

    /// The winding of the other body around a piece that does not lie on it.
    fn sides_off_surface(
        &mut self,
        own: usize,
        face: FaceId,
        triangle: &Triangle,
        sample: &PieceSample,
        cost: &mut Cost,
    ) -> Option<WindingSides> {
        let corners = self.states[own].body.mesh.faces()[face.index()];
        for k in (0..3).filter(|k| sample.corners[*k]) {
            if let Some(winding) = self.winding_at_corner(own, VertexId(corners[k]), cost) {
                return Some(WindingSides::Off(winding));
            }
        }
        sides(&self.states[1 - own].body, &sample.point, triangle, self.method, cost)
    }

    /// The winding number of the other body at a vertex that does not lie on it.
    fn winding_at_corner(&mut self, own: usize, vertex: VertexId, cost: &mut Cost) -> Option<i32> {
        let body = self.states[own].body;
        let vertex = body.mesh.topology().welded(vertex);
        *self.corners[own].entry(vertex).or_insert_with(|| {
            let found = probe(&self.states[1 - own].body, &body.vertex(vertex), 0, self.method, cost);
            (found.on.is_empty() && !found.on_sheet).then_some(found.winding)
        })
    }

    /// A face without area: it bounds nothing, but its points belong to its body.
    fn examine_needle(&mut self, own: usize, face: FaceId, others: &[FaceId], cost: &mut Cost) -> ControlFlow<()> {
        let other = self.states[1 - own].body;
        let cutters: Vec<Triangle> = others.iter().map(|f| other.triangle(*f)).collect();
        for p in sample_needle(&self.states[own].body.triangle(face), &cutters, cost) {
            let found = probe(&other, &p, 0, self.method, cost);
            let of_other = match found.on.first() {
                None => Some(found.off_solid()),
                Some((under, _)) => sides(&other, &p, &other.triangle(*under), self.method, cost),
            };
            if let Some(of_other) = of_other {
                self.evidence.add_surface_piece(own, of_other);
            }
            self.evidence.go_on()?;
        }
        ControlFlow::Continue(())
    }

    /// A face cut along the given faces of the other body and along its own body, every piece judged by rays alone.
    fn examine_pieces(&mut self, own: usize, face: FaceId, others: &[FaceId], cost: &mut Cost) -> ControlFlow<()> {
        let (body, other) = (self.states[own].body, self.states[1 - own].body);
        let triangle = body.triangle(face);
        if projection_axis(&triangle, cost).is_none() {
            return self.examine_needle(own, face, others, cost);
        }
        let mut cutters: Vec<FaceCutter> = others.iter().map(|f| FaceCutter::whole(other.triangle(*f))).collect();
        let topology = body.mesh.topology();
        if topology.is_solid(face) {
            let near = match self.method {
                Method::Brute => body.mesh.face_ids().collect(),
                Method::Auto | Method::Custom(_) => faces_near(&body, &Aabb::of_points(&triangle)),
            };
            let near = near.into_iter().filter(|f| *f != face && topology.is_solid(*f));
            cutters.extend(near.map(|f| FaceCutter::whole(body.triangle(f))));
        }
        for PieceSample { point, .. } in sample_pieces(&triangle, &cutters, cost) {
            let Some(of_other) = sides(&other, &point, &triangle, self.method, cost) else { continue };
            if !topology.is_solid(face) {
                self.evidence.add_surface_piece(own, of_other);
            } else if let Some(of_own) = sides(&body, &point, &triangle, self.method, cost) {
                self.evidence.add_solid_piece(own, of_own, of_other);
            }
            self.evidence.go_on()?;
        }
        ControlFlow::Continue(())
    }
}

/// The untouched faces of a body.
struct Patches {
    patches: Vec<Patch>,
    /// Faces without area that are connected to none with area.
    needles: Vec<FaceId>,
    /// The sets of faces that patches stand for.
    sets: UnionFind,
}

/// Faces connected across edges of just two faces, none of them touched by the other body.
struct Patch {
    /// The number of the patch among the disjoint sets of faces.
    root: usize,
    /// A face with area that represents the patch.
    sample: FaceId,
}

/// The untouched faces of a body, in a fixed order.
fn patches(body: &PosedMesh<'_>, touched: &Touched) -> Patches {
    let (mesh, topology) = (body.mesh, body.mesh.topology());
    let mut sets = UnionFind::new(mesh.faces().len());
    let mut free = vec![true; mesh.faces().len()];
    touched.keys().for_each(|face| free[face.index()] = false);
    for face in mesh.face_ids().filter(|f| free[f.index()]) {
        for neighbour in (0..3).filter_map(|i| topology.neighbour(face, i)).filter(|f| free[f.index()]) {
            sets.join(face.index(), neighbour.index());
        }
    }
    let mut samples: BTreeMap<usize, FaceId> = BTreeMap::new();
    for face in mesh.face_ids().filter(|f| free[f.index()]) {
        let root = sets.find(face.index());
        if !samples.contains_key(&root) && projection_axis(&body.triangle(face), &mut Cost::default()).is_some() {
            samples.insert(root, face);
        }
    }
    let untouched = mesh.face_ids().filter(|f| free[f.index()]);
    let needles = untouched.filter(|f| !samples.contains_key(&sets.find(f.index()))).collect();
    Patches { patches: samples.into_iter().map(|(root, sample)| Patch { root, sample }).collect(), needles, sets }
}
