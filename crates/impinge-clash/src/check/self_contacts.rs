//! A body against itself: pairs of its faces that meet elsewhere than in their common corners, found on a surface of welded vertices.

use crate::report::checked_pair::{CheckedPair, SelfContactCounts};
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::deform::SelfContacts;
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, Relation};
use impinge::triangle_pair::TriangleRelation;
use impinge_gpu::cullide::faces_with_contacts;

/// Pairs of faces in one piece of work.
const PIECE: usize = 512;

/// All pairs of faces that meet, of both kinds.
#[must_use]
pub fn find_self_contacts(mesh: &Mesh, executor: &Executor) -> SelfContacts {
    SelfContacts::of_mesh(mesh, executor)
}

/// The same, where images left some faces: the others meet none but neighbours.
fn contacts_of_left(mesh: &Mesh, left: &[bool], executor: &Executor) -> SelfContacts {
    let asked = faces_with_contacts(mesh, left);
    let faces: Vec<FaceId> = mesh.face_ids().zip(&asked).filter(|(_, asked)| **asked).map(|(face, _)| face).collect();
    let triangles: Vec<_> = faces.iter().map(|face| mesh.triangle(*face)).collect();
    // Refused only if there are no faces: their corners are those of a mesh.
    let Ok(part) = Mesh::from_triangles(&triangles) else { return SelfContacts::default() };
    let mut found = find_self_contacts(&part, executor);
    let all = found.meeting.iter_mut().chain(&mut found.overlapping);
    all.for_each(|pair| *pair = pair.map(|face| faces[face.index()]));
    found
}

/// A mesh with itself, as body 0, judged by no rule. Where images `left` some faces, the others are known to meet none but neighbours.
pub fn self_pair(mesh: &Mesh, left: Option<&[bool]>, executor: &Executor) -> (CheckedPair, Cost) {
    let found = match left {
        Some(left) => contacts_of_left(mesh, left, executor),
        None => find_self_contacts(mesh, executor),
    };
    let own = SelfContactCounts { meeting: found.meeting.len(), overlapping: found.overlapping.len() };
    let mut cost = found.cost;
    let pairs = [found.meeting, found.overlapping].concat();
    let pieces = executor.map(pairs.len().div_ceil(PIECE), |k| {
        let (mut extent, mut cost) = (ContactExtent::default(), Cost::default());
        for faces in pairs.iter().skip(k * PIECE).take(PIECE) {
            if let Some(contact) = pair::self_contact(mesh, *faces, &mut cost) {
                extent.take(&contact);
            }
        }
        (extent, cost)
    });
    let mut extent = ContactExtent::default();
    for (piece, work) in pieces {
        extent.add(piece);
        cost += work;
    }
    let relation = match (pairs.is_empty(), extent.crosses) {
        (true, _) => Relation::Disjoint,
        (_, false) => Relation::Touching,
        (_, true) => Relation::Crossing,
    };
    let pair = CheckedPair {
        distance: extent.first.map(|_| 0.0),
        contacts: Some(pairs.len()),
        own: Some(own),
        bounds: extent.first.map(|_| extent.bounds),
        witness: extent.first.map(|(_, point)| [point, point]),
        ..CheckedPair::new([0, 0], relation)
    };
    (pair, cost)
}

/// A summary of contacts, of constant size.
#[derive(Clone, Copy)]
struct ContactExtent {
    crosses: bool,
    bounds: Aabb,
    /// The lowest pair of faces and a point that they share.
    first: Option<([u32; 2], DVec3)>,
}

impl Default for ContactExtent {
    fn default() -> Self {
        Self { crosses: false, bounds: Aabb::EMPTY, first: None }
    }
}

impl ContactExtent {
    fn take(&mut self, contact: &Contact) {
        let points = || contact.intersection.points().copied();
        let faces = contact.faces.map(|f| f.0);
        self.add(Self {
            crosses: contact.relation == TriangleRelation::Crossing,
            bounds: points().fold(Aabb::EMPTY, Aabb::including),
            first: points().next().map(|point| (faces, point)),
        });
    }

    fn add(&mut self, other: Self) {
        self.crosses |= other.crosses;
        self.bounds = self.bounds.joined(other.bounds);
        self.first = match (self.first, other.first) {
            (Some(own), Some(theirs)) => Some(if theirs.0 < own.0 { theirs } else { own }),
            (own, theirs) => own.or(theirs),
        };
    }
}
