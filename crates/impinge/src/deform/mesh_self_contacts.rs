//! Where a mesh that stands still meets itself.

use crate::cost::Cost;
use crate::deform::deformable::Deformable;
use crate::deform::search::contact_report::SelfContacts;
use crate::deform::tree::upkeep_policy::Upkeep;
use crate::executor::Executor;
use crate::feature::VertexId;
use crate::mesh::Mesh;
use crate::pair::{self, Contact};
use std::ops::ControlFlow;

impl SelfContacts {
    /// Where a mesh meets itself, vertices at the same place being one, as in [`crate::pair::self_contacts`].
    ///
    /// The boxes of a surface lie along the axes, and those of faces around one vertex all overlap. Where a vertex has very many faces, the tree of the mesh is
    /// walked instead.
    #[must_use]
    pub fn of_mesh(mesh: &Mesh, executor: &Executor) -> Self {
        if mesh.large_stars().is_none() {
            return Deformable::from_welded_mesh(mesh, executor).self_contacts(executor);
        }
        let topology = mesh.topology();
        let (mut meeting, mut overlapping) = (Vec::new(), Vec::new());
        let cost: Cost = pair::self_contacts(mesh, &mut |contact: Contact| {
            let corners = contact.faces.map(|f| mesh.faces()[f.index()].map(|c| topology.welded(VertexId(c))));
            let list = if corners[0].iter().any(|c| corners[1].contains(c)) { &mut overlapping } else { &mut meeting };
            list.push(contact.faces);
            ControlFlow::Continue(())
        });
        meeting.sort_unstable();
        overlapping.sort_unstable();
        Self { meeting, overlapping, cost, upkeep: Upkeep::default() }
    }
}
