//! What is known about two bodies while their relation is being decided, and the relation that follows from it.
//!
//! Two point sets X and Y that meet relate by three questions alone: do the interiors meet, has X points outside Y, has Y
//! points outside X. Each piece of either surface, once it is known what lies on its two sides, answers some of them with
//! yes; when all pieces are seen, what was not answered is no.

use super::winding_number::WindingSides;
use crate::pair::pair_query_types::Relation;
use std::ops::ControlFlow;

/// Answers so far, in canonical order of the bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RelationEvidence {
    /// Some point is interior to both (for a surface: some piece of it is interior to the other).
    pub interiors_meet: bool,
    /// The first, the second has a point that is not in the other.
    pub outside: [bool; 2],
    /// The surfaces share a point.
    pub surfaces_meet: bool,
}

impl RelationEvidence {
    /// Whether more pieces can change nothing: the bodies cross.
    pub fn is_complete(&self) -> bool {
        self.interiors_meet && self.outside == [true; 2]
    }

    /// Whether to look at more pieces.
    pub fn go_on(&self) -> ControlFlow<()> {
        if self.is_complete() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Takes note of two open parts that pass through each other: by that alone their bodies cross.
    pub fn add_crossing_sheets(&mut self) {
        (self.interiors_meet, self.outside) = (true, [true; 2]);
    }

    /// Takes note of a place next to a piece of surface: whether it is inside the first and inside the second.
    pub fn add_place(&mut self, [in_first, in_second]: [bool; 2]) {
        self.interiors_meet |= in_first && in_second;
        self.outside[0] |= in_first && !in_second;
        self.outside[1] |= in_second && !in_first;
    }

    /// Takes note of a piece of body `own` (0 or 1), a solid, by the windings of both solids on its two sides.
    pub fn add_solid_piece(&mut self, own: usize, of_own: WindingSides, of_other: WindingSides) {
        for (own_in, other_in) in of_own.inside().into_iter().zip(of_other.inside()) {
            self.add_place(if own == 0 { [own_in, other_in] } else { [other_in, own_in] });
        }
        // The piece itself belongs to its body, whatever lies beside it.
        self.add_surface_piece(own, of_other);
    }

    /// Takes note of a piece of body `own`, a surface, by the windings of the other, a solid, on its two sides.
    pub fn add_surface_piece(&mut self, own: usize, of_solid: WindingSides) {
        self.interiors_meet |= of_solid.inside() == [true; 2];
        self.outside[own] |= of_solid == WindingSides::Off(0);
    }

    /// The relation of the first to the second, once every piece was seen.
    pub fn relation(&self) -> Relation {
        match (self.interiors_meet, self.outside, self.surfaces_meet) {
            (false, _, false) => Relation::Disjoint,
            (false, _, true) => Relation::Touching,
            (true, [false, false], _) => Relation::Coincident,
            (true, [false, true], _) => Relation::AInsideB,
            (true, [true, false], _) => Relation::BInsideA,
            (true, [true, true], _) => Relation::Crossing,
        }
    }
}
