//! Two bodies whose boxes overlap: whether they meet, and what their last test left for the next.

use super::BodyId;
use super::model::{Leaf, Model, Part};
use super::part_pair::{between_parts, intersects};
use crate::convex::{self, FeaturePair, Warm};
use crate::cost::Cost;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::{Coherent, Hits, HullGains, HullVerdict, ModelHull};
use std::ops::AddAssign;
use std::sync::Arc;

/// Which hulls are asked before trees are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HullUse {
    /// Those of meshes that are their own hull: then the walk over closest features settles everything.
    #[default]
    Convex,
    /// All: pairs with hulls apart are settled by the walk, as in I-COLLIDE; pays for meshes whose trees are slow to part.
    All,
    /// None.
    Never,
}

/// Meshes with more faces are not looked at for being their own hull.
const LARGEST_CONVEX: usize = 4_096;

/// What tests of pairs took, and what was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// Pairs tested.
    pub tested: u64,
    /// Fronts and witnesses of tree pairs.
    pub trees: Hits,
    /// Hulls of mesh pairs.
    pub hulls: HullGains,
    /// Pairs of convex shapes, by GJK from where it last ended.
    pub convex: u64,
    /// What trees and triangles took.
    pub cost: Cost,
}

impl AddAssign for PairTally {
    fn add_assign(&mut self, other: Self) {
        self.tested += other.tested;
        self.trees += other.trees;
        self.hulls += other.hulls;
        self.convex += other.convex;
        self.cost += other.cost;
    }
}

/// A pair and its memory.
#[derive(Debug)]
pub(super) struct PairState {
    pub ids: [BodyId; 2],
    /// Whether it is to be tested in this step.
    pub due: bool,
    /// Whether it was ever tested.
    pub known: bool,
    pub meets: bool,
    /// Whether they met when events were last told.
    pub met: bool,
    pub tally: PairTally,
    memory: Vec<Memory>,
}

/// What is remembered about two parts.
#[derive(Debug)]
enum Memory {
    Trees(Box<Coherent<Arc<Mesh>>>, FeaturePair),
    Convex(Warm),
    Nothing,
}

impl PairState {
    /// Of which nothing is known yet.
    pub fn new() -> Self {
        let tally = PairTally::default();
        Self { ids: [BodyId { slot: 0, generation: 0 }; 2], due: false, known: false, meets: false, met: false, tally, memory: Vec::new() }
    }

    /// Turns to another pair.
    pub fn turn_to(&mut self, ids: [BodyId; 2], a: &Model, b: &Model) {
        (self.ids, self.due, self.known, self.meets, self.met) = (ids, false, false, false, false);
        self.tally = PairTally::default();
        let pairs = a.parts().iter().flat_map(|p| b.parts().iter().map(move |q| (&p.leaf, &q.leaf)));
        self.memory.truncate(a.parts().len() * b.parts().len());
        for (k, (p, q)) in pairs.enumerate() {
            match self.memory.get_mut(k) {
                Some(memory) => memory.turn_to(p, q),
                None => self.memory.push(Memory::of(p, q)),
            }
        }
    }

    /// Whether the models share a point.
    pub fn test(&mut self, a: &Model, b: &Model, a_from_b: &Pose, hulls: HullUse) {
        self.meets = false;
        (self.due, self.known) = (false, true);
        self.tally.tested += 1;
        let pairs = a.parts().iter().flat_map(|p| b.parts().iter().map(move |q| (p, q)));
        for ((p, q), memory) in pairs.zip(&mut self.memory) {
            if memory.meets(p, q, &between_parts(p, q, a_from_b), hulls, &mut self.tally) {
                self.meets = true;
                return;
            }
        }
    }
}

impl Memory {
    fn of(a: &Leaf, b: &Leaf) -> Self {
        match (a, b) {
            (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => {
                Self::Trees(Box::new(Coherent::new(Arc::clone(a), Arc::clone(b))), FeaturePair::default())
            }
            (Leaf::Convex(_), Leaf::Convex(_)) => Self::Convex(Warm::default()),
            _ => Self::Nothing,
        }
    }

    fn turn_to(&mut self, a: &Leaf, b: &Leaf) {
        match (&mut *self, a, b) {
            (Self::Trees(trees, kept), Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => {
                trees.turn_to(Arc::clone(a), Arc::clone(b));
                *kept = FeaturePair::default();
            }
            _ => *self = Self::of(a, b),
        }
    }

    fn meets(&mut self, a: &Part, b: &Part, a_from_b: &Pose, use_of: HullUse, tally: &mut PairTally) -> bool {
        match (self, &a.leaf, &b.leaf) {
            (Self::Trees(trees, kept), p, q) => {
                let Some(hulls) = hulls_of(p, q, use_of) else { return by_trees(trees, a_from_b, tally) };
                let gains = &mut tally.hulls;
                let (verdict, steps) = hulls[0].meet(hulls[1], a_from_b, kept);
                gains.queries += 1;
                gains.steps += u64::from(steps);
                let kind = match verdict {
                    HullVerdict::Apart { .. } => {
                        gains.apart += 1;
                        return false;
                    }
                    _ if hulls.iter().all(|hull| hull.is_model()) => {
                        gains.filled += 1;
                        return true;
                    }
                    HullVerdict::RedRed => 0,
                    HullVerdict::RedGreen => 1,
                    HullVerdict::GreenGreen => 2,
                };
                gains.to_trees[kind] += 1;
                let meets = by_trees(trees, a_from_b, tally);
                tally.hulls.met[kind] += u64::from(meets);
                meets
            }
            (Self::Convex(warm), Leaf::Convex(p), Leaf::Convex(q)) => {
                tally.convex += 1;
                convex::intersects_from(p.shape(), q.shape(), a_from_b, warm)
            }
            (_, p, q) => intersects(p, q, a_from_b),
        }
    }
}

fn by_trees(trees: &mut Coherent<Arc<Mesh>>, a_from_b: &Pose, tally: &mut PairTally) -> bool {
    let meets = trees.intersects(a_from_b);
    let (hits, cost) = trees.take_tally();
    tally.trees += hits;
    tally.cost += cost;
    meets
}

/// The hulls of two meshes, where they are to be asked.
fn hulls_of<'a>(a: &'a Leaf, b: &'a Leaf, use_of: HullUse) -> Option<[&'a ModelHull; 2]> {
    let all = match use_of {
        HullUse::Never => return None,
        HullUse::Convex => false,
        HullUse::All => true,
    };
    let hull = |leaf: &'a Leaf| -> Option<&'a ModelHull> {
        let Leaf::Mesh(mesh, hull) = leaf else { return None };
        if !all && mesh.faces().len() > LARGEST_CONVEX {
            return None;
        }
        hull.get_or_init(|| ModelHull::of(mesh).ok()).as_ref().filter(|hull| all || hull.is_model())
    };
    Some([hull(a)?, hull(b)?])
}
