//! Groups of faces, between bodies and faces: what the paper calls sub-objects (Govindaraju, Redon, Lin, Manocha 2003, section 4.3).
//!
//! A group is a run of faces of one body in the order of its mesh: files keep neighbours together, so most groups are patches. Groups are
//! pruned after bodies and before faces, and boxes around what is left are kept for each group: a long body that is left meets only
//! what a box of one of its groups meets.

use crate::layers::AxisView;

/// Faces of a group, at most.
const LARGEST: u32 = 64;

/// The groups of all bodies of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FaceGroups {
    /// For every face of all bodies, its group.
    pub(super) of_face: Vec<u32>,
    /// For every group, the slot of its body.
    pub(super) owners: Vec<u32>,
    /// For every slot, its first group; then how many groups there are.
    pub(super) starts: Vec<u32>,
}

impl FaceGroups {
    /// The groups of the bodies that a view shows.
    pub(super) fn new(view: &AxisView) -> Self {
        let (mut of_face, mut owners, mut starts) = (Vec::new(), Vec::new(), Vec::new());
        let groups = view.layout.groups.iter();
        let faces = groups.flat_map(|group| group.slots.clone().map(|slot| (slot, group.faces)));
        for (slot, faces) in faces {
            let first = owners.len() as u32;
            starts.push(first);
            of_face.extend((0..faces).map(|face| first + face / LARGEST));
            owners.extend((0..faces.div_ceil(LARGEST)).map(|_| slot));
        }
        starts.push(owners.len() as u32);
        Self { of_face, owners, starts }
    }

    /// How many groups there are.
    pub(super) fn count(&self) -> usize {
        self.owners.len()
    }

    /// The faces of each group of a body with some faces, by their numbers within its mesh.
    #[cfg(feature = "device")]
    pub(super) fn runs(faces: u32) -> impl Iterator<Item = std::ops::Range<u32>> {
        (0..faces.div_ceil(LARGEST)).map(move |group| group * LARGEST..((group + 1) * LARGEST).min(faces))
    }
}
