//! Pairs of faces that are known already, handed to the engine's queries as a method of their own: what is said about them is the engine's.
//!
//! A method lives as long as the program, so the pairs of the query at hand lie beside it, one list for each thread.

use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{Contact, FacePairMethod, FacePairVisitor, Method, PosedMeshes, Relation, Request};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// The pairs of a query, of A and of B.
#[derive(Default)]
struct ProposedPairs {
    /// The address of A: queries may take the meshes in the other order.
    a: usize,
    pairs: Vec<[FaceId; 2]>,
}

thread_local! {
    static PROPOSED: RefCell<ProposedPairs> = RefCell::default();
}

/// Proposes the pairs of this thread's query.
#[derive(Debug)]
struct ByProposal;

impl FacePairMethod for ByProposal {
    fn name(&self) -> String {
        "proposed".to_owned()
    }

    fn prepare(&self, _: &Mesh) {}

    fn candidates(
        &self,
        meshes: &PosedMeshes<'_>,
        cost: &mut Cost,
        visit: &mut FacePairVisitor<'_, ControlFlow<()>>,
    ) -> ControlFlow<()> {
        let ProposedPairs { a, mut pairs } = PROPOSED.take();
        if std::ptr::from_ref(meshes.first).addr() != a {
            pairs.iter_mut().for_each(|pair| pair.reverse());
        }
        visit(&pairs, cost)
    }

    fn closest(&self, _: &PosedMeshes<'_>, _: f64, _: &mut Cost, _: &mut FacePairVisitor<'_, Option<f64>>) {}
}

/// The relation of two meshes whose faces meet in these pairs and in no others.
pub(super) fn relation_of(meshes: [&Mesh; 2], a_from_b: &Pose, pairs: &[[FaceId; 2]]) -> Relation {
    propose(meshes[0], pairs);
    let request = Request { method: Method::Custom(&ByProposal), ..Request::default() };
    impinge::pair::relate(meshes[0], meshes[1], a_from_b, &request).relation
}

/// What the faces of these pairs share, sorted by faces.
pub(super) fn contacts_of(meshes: [&Mesh; 2], a_from_b: &Pose, pairs: &[[FaceId; 2]]) -> Vec<Contact> {
    propose(meshes[0], pairs);
    let mut contacts = Vec::new();
    let take = &mut |contact: Contact| {
        contacts.push(contact);
        ControlFlow::Continue(())
    };
    let _ = impinge::pair::contacts_by(Method::Custom(&ByProposal), meshes[0], meshes[1], a_from_b, take);
    contacts.sort_unstable_by_key(|contact| contact.faces);
    contacts
}

fn propose(a: &Mesh, pairs: &[[FaceId; 2]]) {
    PROPOSED.replace(ProposedPairs { a: std::ptr::from_ref(a).addr(), pairs: pairs.to_vec() });
}
