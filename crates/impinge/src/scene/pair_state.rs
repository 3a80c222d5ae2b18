//! Two bodies whose boxes overlap: whether they meet, and what their last test left for the next.

use super::BodyId;
use super::model::{Leaf, Model};
use super::part_pair::{between_parts, intersects};
use crate::convex::{FeaturePair, WarmStart};
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

/// What is remembered about two parts, by what they are; memory of a kind that is not in use is kept for later.
#[derive(Debug, Default)]
struct Memory {
    trees: Option<Box<Coherent<Arc<Mesh>>>>,
    kept: FeaturePair,
    warm: WarmStart,
}

impl PairState {
    /// Of which nothing is known yet.
    pub fn new() -> Self {
        let tally = PairTally::default();
        Self {
            ids: [BodyId { slot: 0, generation: 0 }; 2],
            due: false,
            known: false,
            meets: false,
            met: false,
            tally,
            memory: Vec::new(),
        }
    }

    /// Turns to another pair.
    pub fn turn_to(&mut self, ids: [BodyId; 2], a: &Model, b: &Model) {
        (self.ids, self.due, self.known, self.meets, self.met) = (ids, false, false, false, false);
        self.tally = PairTally::default();
        let pairs = a.parts().iter().flat_map(|p| b.parts().iter().map(move |q| (&p.leaf, &q.leaf)));
        for (k, (p, q)) in pairs.enumerate() {
            if k == self.memory.len() {
                self.memory.push(Memory::default());
            }
            self.memory[k].turn_to(p, q);
        }
    }

    /// Whether the models share a point.
    pub fn test(&mut self, a: &Model, b: &Model, a_from_b: &Pose, hulls: HullUse) {
        self.meets = false;
        (self.due, self.known) = (false, true);
        self.tally.tested += 1;
        let pairs = a.parts().iter().flat_map(|p| b.parts().iter().map(move |q| (p, q)));
        for ((p, q), memory) in pairs.zip(&mut self.memory) {
            let pose = between_parts(p, q, a_from_b);
            self.meets = match hulls_of(&p.leaf, &q.leaf, hulls) {
                Some(hulls) => memory.meets_by_hulls([&p.leaf, &q.leaf], hulls, &pose, &mut self.tally),
                None => memory.meets(&p.leaf, &q.leaf, &pose, &mut self.tally),
            };
            if self.meets {
                return;
            }
        }
    }
}

impl Memory {
    /// Forgets all, and turns to two parts.
    fn turn_to(&mut self, a: &Leaf, b: &Leaf) {
        (self.kept, self.warm) = (FeaturePair::default(), WarmStart::default());
        if let Some([a, b]) = as_meshes(a, b) {
            match &mut self.trees {
                Some(trees) => trees.turn_to(Arc::clone(a), Arc::clone(b)),
                none => *none = Some(Box::new(Coherent::new(Arc::clone(a), Arc::clone(b)))),
            }
        }
    }

    fn meets(&mut self, a: &Leaf, b: &Leaf, a_from_b: &Pose, tally: &mut PairTally) -> bool {
        match (a, b) {
            (Leaf::Convex(a), Leaf::Convex(b)) => {
                tally.convex += 1;
                self.warm.intersects(a.shape(), b.shape(), a_from_b)
            }
            _ => match self.trees.as_mut().filter(|_| as_meshes(a, b).is_some()) {
                None => intersects(a, b, a_from_b),
                Some(trees) => {
                    let meets = trees.intersects(a_from_b);
                    let (hits, cost) = trees.take_tally();
                    tally.trees += hits;
                    tally.cost += cost;
                    meets
                }
            },
        }
    }

    /// [`Memory::meets`] by the hulls first.
    fn meets_by_hulls(
        &mut self,
        parts: [&Leaf; 2],
        hulls: [&ModelHull; 2],
        a_from_b: &Pose,
        tally: &mut PairTally,
    ) -> bool {
        let (verdict, steps) = hulls[0].meet(hulls[1], a_from_b, &mut self.kept);
        tally.hulls.queries += 1;
        tally.hulls.steps += u64::from(steps);
        let kind = match verdict {
            HullVerdict::Apart { .. } => {
                tally.hulls.apart += 1;
                return false;
            }
            _ if hulls.iter().all(|hull| hull.is_model()) => {
                tally.hulls.filled += 1;
                return true;
            }
            HullVerdict::RedRed => 0,
            HullVerdict::RedGreen => 1,
            HullVerdict::GreenGreen => 2,
        };
        tally.hulls.to_trees[kind] += 1;
        let meets = self.meets(parts[0], parts[1], a_from_b, tally);
        tally.hulls.met[kind] += u64::from(meets);
        meets
    }
}

/// Two parts as meshes, if both are or have the corners of one, and not both are shapes.
fn as_meshes<'a>(a: &'a Leaf, b: &'a Leaf) -> Option<[&'a Arc<Mesh>; 2]> {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => Some([a, b]),
        (Leaf::Mesh(a, _), Leaf::Convex(b)) => Some([a, b.as_mesh()?]),
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => Some([a.as_mesh()?, b]),
        _ => None,
    }
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
        hull.get_or_init(|| ModelHull::of(mesh).ok().map(Box::new)).as_deref().filter(|hull| all || hull.is_model())
    };
    Some([hull(a)?, hull(b)?])
}
