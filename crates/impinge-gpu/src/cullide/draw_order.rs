//! Who is drawn, and in which order.

use super::face_groups::FaceGroups;
use crate::draw_layout::Record;
use crate::layers::AxisView;
use std::ops::Range;

/// A body, with the members that it is or has.
pub(super) struct Slot {
    pub(super) number: u32,
    /// All of its faces, by their numbers within its mesh.
    pub(super) faces: Range<u32>,
    /// The number of its first face among those of all bodies.
    pub(super) first_face: u32,
    /// The number of its first group.
    pub(super) first_group: u32,
}

/// What a set of members is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Members {
    Bodies,
    Groups,
    Faces,
}

/// Which body comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Forward,
    Reverse,
}

impl Order {
    /// Slots in this order.
    pub(super) fn of(self, slots: &[Slot]) -> Vec<&Slot> {
        match self {
            Self::Forward => slots.iter().collect(),
            Self::Reverse => slots.iter().rev().collect(),
        }
    }
}

impl Slot {
    /// Its members, each with the corners of its faces.
    pub(super) fn members(&self, members: Members) -> impl Iterator<Item = (usize, Range<u32>)> + '_ {
        let face = |face: u32| (self.first_face + face, face..face + 1);
        let runs: Vec<(u32, Range<u32>)> = match members {
            Members::Bodies => vec![(self.number, self.faces.clone())],
            Members::Groups => (self.first_group..).zip(FaceGroups::runs(self.faces.end)).collect(),
            Members::Faces => self.faces.clone().map(face).collect(),
        };
        runs.into_iter().map(|(member, faces)| (member as usize, 3 * faces.start..3 * faces.end))
    }
}

/// The slots of a view.
pub(super) fn slots(view: &AxisView, groups: &FaceGroups) -> Vec<Slot> {
    let layout = &view.layout;
    let counts = layout.groups.iter().flat_map(|group| group.slots.clone().map(|_| group.faces));
    let slot = |((number, record), faces): ((u32, &Record), u32)| Slot {
        number,
        faces: 0..faces,
        first_face: record.first_face,
        first_group: groups.starts[number as usize],
    };
    (0..).zip(&layout.records).zip(counts).map(slot).collect()
}
