//! Step 4: pairs of faces, checked one by one.

use super::detection_report::{Detection, FacePair};
use super::swept_face::{SweptFace, SweptRelation};
use impinge::cost::Cost;

/// What one processor checked and found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairChecks {
    /// The pairs that collide, in the order of the checks.
    pub pairs: Vec<FacePair>,
    /// Pairs checked.
    pub taken: u64,
    /// Of these, pairs apart along one of five axes.
    pub separated: u64,
    /// Of these, pairs that collide only because turning corners stray.
    pub strays: u64,
    /// Signs and tests.
    pub cost: Cost,
}

impl PairChecks {
    /// Checks whether two faces collide.
    pub fn check(&mut self, a: &SweptFace, b: &SweptFace) {
        self.taken += 1;
        let meeting = a.meeting(b, &mut self.cost);
        self.separated += u64::from(meeting == SweptRelation::Separated);
        self.strays += u64::from(meeting == SweptRelation::Strays);
        if meeting.is_collision() {
            self.pairs.push(FacePair { bodies: [a.body, b.body], faces: [a.face, b.face] });
        }
    }
}

impl Detection {
    /// Adds the findings of all processors, in an order that does not depend on which processor found them.
    pub fn add_checks(&mut self, checks: impl IntoIterator<Item = PairChecks>) {
        for of_one in checks {
            self.counts.checked += of_one.taken as usize;
            self.counts.separated += of_one.separated as usize;
            self.counts.strays += of_one.strays as usize;
            self.accesses.taken += of_one.taken;
            self.counts.hulls += of_one.pairs.len().saturating_sub(of_one.strays as usize);
            self.accesses.reported += of_one.pairs.len() as u64;
            self.cost += of_one.cost;
            self.pairs.extend(of_one.pairs);
        }
        self.pairs.sort_unstable();
        // Parts of the same two polygons.
        self.pairs.dedup();
    }
}
