//! What images say about a pair of bodies, which depends on the method: some show what meets, others rule out what does not.

use super::{ImageMethod, Sight};
use impinge::pair::Relation;
use serde::Serialize;

/// Whether images propose a pair to the exact engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal {
    /// They show it to meet, or do not rule that out.
    Proposed,
    /// They do not show it, or rule it out.
    NotProposed,
    /// One of the bodies is in no image.
    NotDrawn,
}

impl Proposal {
    /// Yes or no; none if there is nothing to tell.
    pub fn told(self) -> Option<bool> {
        match self {
            Self::Proposed => Some(true),
            Self::NotProposed => Some(false),
            Self::NotDrawn => None,
        }
    }
}

/// The volume that two bodies share, by layered depth images.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Overlap {
    /// It is not smaller.
    pub lower: f64,
    /// By rays through the centres of pixels.
    pub estimate: f64,
    /// It is not larger.
    pub upper: f64,
    /// Columns and rows of the images, one along each axis.
    pub pixels: [u32; 2],
}

impl Sight {
    /// What images say about two bodies, by their places.
    pub fn proposal(&self, a: usize, b: usize) -> Proposal {
        if [a, b].iter().any(|place| self.not_drawn.contains_key(place)) {
            Proposal::NotDrawn
        } else if self.shown.contains(&(a.min(b), a.max(b))) {
            Proposal::Proposed
        } else {
            Proposal::NotProposed
        }
    }

    /// The same in words, beside the relation that is true.
    pub fn word(&self, a: usize, b: usize, relation: Relation) -> &'static str {
        let (shows, meets) = (self.origin.method == ImageMethod::Cinder.name(), relation != Relation::Disjoint);
        let is_sure = self.overlap(a, b).is_some_and(|overlap| overlap.lower > 0.0);
        match self.proposal(a, b) {
            Proposal::NotDrawn => "not drawn",
            Proposal::Proposed if is_sure || (shows && meets) => "shows it",
            Proposal::Proposed if shows => "wrongly shows it",
            Proposal::Proposed => "cannot rule it out",
            Proposal::NotProposed if !shows => "rules it out",
            Proposal::NotProposed if meets => "misses it",
            Proposal::NotProposed => "shows none",
        }
    }

    /// The volume that two bodies share, where images tell.
    pub fn overlap(&self, a: usize, b: usize) -> Option<&Overlap> {
        self.overlaps.get(&(a.min(b), a.max(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::images::{Origin, Toll, Undrawn};
    use std::collections::{BTreeMap, BTreeSet};

    fn sight(method: &'static str) -> Sight {
        let volume = |lower, upper| Overlap { lower, estimate: 0.5 * (lower + upper), upper, pixels: [64; 2] };
        let overlaps = BTreeMap::from([((0, 1), volume(0.5, 0.75)), ((0, 2), volume(0.0, 0.25))]);
        Sight {
            origin: Origin { method, device: String::new(), driver: String::new(), refused: None },
            shown: BTreeSet::from([(0, 1), (0, 2)]),
            overlaps: if method == "ldi" { overlaps } else { BTreeMap::new() },
            not_drawn: BTreeMap::from([(3, Undrawn::Open)]),
            too_small: Vec::new(),
            toll: Toll::default(),
        }
    }

    #[test]
    fn words_say_no_more_than_the_method_can() {
        let words = |method| {
            let sight = sight(method);
            let ask = |a, b, relation| sight.word(a, b, relation);
            [
                ask(1, 0, Relation::Crossing),
                ask(0, 2, Relation::Disjoint),
                ask(1, 2, Relation::Touching),
                ask(1, 2, Relation::Disjoint),
                ask(3, 1, Relation::Crossing),
            ]
        };
        assert_eq!(words("cinder"), ["shows it", "wrongly shows it", "misses it", "shows none", "not drawn"]);
        let others = ["cannot rule it out", "cannot rule it out", "rules it out", "rules it out", "not drawn"];
        assert_eq!(words("cullide"), others);
        // A volume that is surely there.
        assert_eq!(words("ldi"), [&["shows it"], &others[1..]].concat()[..]);
        let told = [(0, 1), (1, 2), (2, 3)].map(|(a, b)| sight("ldi").proposal(a, b).told());
        assert_eq!(told, [Some(true), Some(false), None]);
    }
}
