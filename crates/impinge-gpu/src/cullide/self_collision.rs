//! One mesh and itself: which of its faces meet elsewhere than in shared corners and edges.
//!
//! Boldt and Meyer ("Self-intersections with CULLIDE", 2004) let faces that only touch count as visible, so that neighbours can be pruned. Fragments
//! that hold the whole pixel always overlap those of neighbours; so a face is compared with those alone that share no corner with it, and
//! neighbours are asked about directly, a few for every face.

use super::Cullide;
use super::face_neighbours::{Fans, contacts_among, welded_corners};
use super::pruning_passes::Drawn;
use crate::cost::Cost;
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, Selection, world_box};
use crate::mesh_store::{MeshId, Store};
use impinge::feature::FaceId;
use impinge::math::Pose;
use impinge::pair::Contact;

/// What a mesh has with itself.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfFinding {
    /// Every pair of faces that meet beyond shared corners and edges, in ascending order: those of [`impinge::pair::self_contacts`].
    pub contacts: Vec<Contact>,
    /// For every face, whether images left it.
    pub faces: Vec<bool>,
    /// How many faces there were at first and after each round, while they became fewer.
    pub rounds: Vec<u32>,
    /// What the images took.
    pub cost: Cost,
}

impl Cullide {
    /// Where a mesh meets itself, exactly.
    ///
    /// # Errors
    /// A mesh that is not there, an image without pixels, something that does not fit, or a lost device.
    pub fn within(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        mesh: MeshId,
        size: [u32; 2],
    ) -> Result<SelfFinding, GpuError> {
        let views = views_of_one(store, mesh, size)?;
        let shape = store.model(mesh)?.mesh.clone();
        let corners = welded_corners(&shape);
        let mut cost = self.layers.draw(gpu, store, &mut self.images, &views)?;
        let drawn = Drawn { gpu, store, images: &self.images, view: &views[0] };
        let mut pruning = Cost::default();
        let pruned = self.passes.potential_faces(&drawn, &corners, &mut pruning);
        self.pruning.add(&pruning);
        cost.add(&pruning);
        let (faces, rounds) = pruned?;
        let (fans, mut known) = (Fans::new(&shape, &corners), faces.clone());
        for face in fans.crowded() {
            known[face as usize] = true;
        }
        let asked: Vec<_> = (0..).zip(&known).filter(|(_, known)| **known).map(|(face, _)| FaceId(face)).collect();
        let mut contacts = contacts_among(&shape, &asked);
        contacts.extend(fans.contacts(&shape, &corners, &known));
        contacts.sort_unstable_by_key(|contact| contact.faces);
        Ok(SelfFinding { contacts, faces, rounds, cost })
    }
}

/// The faces of a mesh that images cannot part from others, by the CPU reference; and how many there were.
///
/// # Errors
/// A mesh that is not there, or an image without pixels.
pub fn within_on_cpu(store: &Store, mesh: MeshId, size: [u32; 2]) -> Result<(Vec<bool>, Vec<u32>), GpuError> {
    let views = views_of_one(store, mesh, size)?;
    super::cpu_reference::potential_faces(store, &views, &welded_corners(&store.model(mesh)?.mesh))
}

fn views_of_one(store: &Store, mesh: MeshId, size: [u32; 2]) -> Result<[AxisView; 3], GpuError> {
    let instance = Instance { mesh, world_from_body: Pose::IDENTITY };
    let all = world_box(store, &instance)?;
    AxisView::all(store, &[instance], &Selection { bodies: vec![0], region: all, all, size })
}
