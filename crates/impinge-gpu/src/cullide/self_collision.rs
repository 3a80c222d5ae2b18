//! One mesh and itself: which of its faces meet elsewhere than in shared corners and edges.
//!
//! Boldt and Meyer ("Self-intersections with CULLIDE", 2004) let faces that only touch count as visible, so that neighbours can be pruned. Fragments
//! that hold the whole pixel always overlap those of neighbours; so a face is compared with those alone that share no corner with it, and
//! neighbours are asked about directly, a few for every face.

use super::face_neighbours::welded_corners;
#[cfg(feature = "device")]
use super::{Cullide, face_neighbours::contacts_among, faces_with_contacts, pruning_passes::Drawn};
use crate::cost::Cost;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, Selection, world_box};
use crate::mesh_table::{MeshId, MeshTable};
#[cfg(feature = "device")]
use crate::{device::Gpu, mesh_store::Store};
use impinge::math::Pose;
#[cfg(feature = "device")]
use impinge::{feature::FaceId, pair::Contact};

/// What a mesh has with itself.
#[cfg(feature = "device")]
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

#[cfg(feature = "device")]
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
        let (faces, rounds, cost) = self.faces(gpu, store, mesh, size)?;
        let shape = store.model(mesh)?.mesh.clone();
        let asked = faces_with_contacts(&shape, &faces);
        let asked: Vec<_> = (0..).zip(&asked).filter(|(_, asked)| **asked).map(|(face, _)| FaceId(face)).collect();
        let mut contacts = contacts_among(&shape, &asked);
        contacts.sort_unstable_by_key(|contact| contact.faces);
        Ok(SelfFinding { contacts, faces, rounds, cost })
    }

    /// The faces of a mesh that images cannot part from others that share no corner with them, how many there were at first and after each round, and
    /// the cost.
    ///
    /// # Errors
    /// See [`Cullide::within`].
    pub fn faces(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        mesh: MeshId,
        size: [u32; 2],
    ) -> Result<(Vec<bool>, Vec<u32>, Cost), GpuError> {
        let views = views_of_one(store, mesh, size)?;
        let corners = welded_corners(&store.model(mesh)?.mesh);
        let mut cost = self.layers.draw(gpu, store, &mut self.images, &views)?;
        let drawn = Drawn { gpu, store, images: &self.images, view: &views[0] };
        let mut pruning = Cost::default();
        let pruned = self.passes.potential_faces(&drawn, &corners, &mut pruning);
        self.pruning.add(&pruning);
        cost.add(&pruning);
        let (faces, rounds) = pruned?;
        Ok((faces, rounds, cost))
    }
}

/// The faces of a mesh that images cannot part from others that share no corner with them, by the CPU reference; how many there were at first and after
/// each round, and the cost.
///
/// # Errors
/// A mesh that is not there, or an image without pixels.
pub fn faces_on_cpu(store: &MeshTable, mesh: MeshId, size: [u32; 2]) -> Result<(Vec<bool>, Vec<u32>, Cost), GpuError> {
    let views = views_of_one(store, mesh, size)?;
    let corners = welded_corners(&store.model(mesh)?.mesh);
    let (faces, rounds) = super::cpu_reference::potential_faces(store, &views, &corners)?;
    let pixels = 3 * size.map(u64::from).iter().product::<u64>();
    let cost = Cost { images: 3, passes: 3 * (1 + rounds.len() as u32), pixels, ..Cost::default() };
    Ok((faces, rounds, cost))
}

fn views_of_one(store: &MeshTable, mesh: MeshId, size: [u32; 2]) -> Result<[AxisView; 3], GpuError> {
    let instance = Instance { mesh, world_from_body: Pose::IDENTITY };
    let all = world_box(store, &instance)?;
    AxisView::all(store, &[instance], &Selection { bodies: vec![0], region: all, all, size, gap: 0.0 })
}
