//! Whether two bodies whose boxes overlap meet, and what a test leaves for the next.

use super::body::Body;
use super::model::Leaf;
use super::part_queries::{between_parts, intersects};
use super::relative_pose::a_from_b;
use super::world::{PairMemory, StepCost};
use crate::convex::{FeaturePair, WarmStart};
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::Coherent;
use crate::pair::model_hull::{HullVerdict, ModelHull};
use std::sync::Arc;

/// Which hulls are tested before trees are.
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

/// What two bodies remember from test to test.
#[derive(Debug, Default)]
pub(super) struct ModelPairMemory {
    parts: Vec<PartPairMemory>,
}

/// What is remembered about two parts, by what they are; memory of a kind that is not in use is kept for later.
#[derive(Debug, Default)]
struct PartPairMemory {
    trees: Option<Box<Coherent<Arc<Mesh>>>>,
    kept: FeaturePair,
    warm: WarmStart,
}

impl PairMemory<Body> for ModelPairMemory {
    type Settings = HullUse;

    fn reset(&mut self, a: &Body, b: &Body) {
        let parts = a.model.parts().iter().flat_map(|p| b.model.parts().iter().map(move |q| (&p.leaf, &q.leaf)));
        for (k, (p, q)) in parts.enumerate() {
            if k == self.parts.len() {
                self.parts.push(PartPairMemory::default());
            }
            self.parts[k].reset(p, q);
        }
    }

    fn test(&mut self, a: &Body, b: &Body, hulls: HullUse, cost: &mut StepCost) -> bool {
        let a_from_b = a_from_b(a, b);
        let parts = a.model.parts().iter().flat_map(|p| b.model.parts().iter().map(move |q| (p, q)));
        parts.zip(&mut self.parts).any(|((p, q), memory)| {
            let pose = between_parts(p, q, &a_from_b);
            match hulls_of(&p.leaf, &q.leaf, hulls) {
                Some(hulls) => memory.meets_by_hulls([&p.leaf, &q.leaf], hulls, &pose, cost),
                None => memory.meets(&p.leaf, &q.leaf, &pose, cost),
            }
        })
    }
}

impl PartPairMemory {
    /// Forgets all, and turns to two parts.
    fn reset(&mut self, a: &Leaf, b: &Leaf) {
        (self.kept, self.warm) = (FeaturePair::default(), WarmStart::default());
        if let Some([a, b]) = as_meshes(a, b) {
            match &mut self.trees {
                Some(trees) => trees.turn_to(Arc::clone(a), Arc::clone(b)),
                none => *none = Some(Box::new(Coherent::new(Arc::clone(a), Arc::clone(b)))),
            }
        }
    }

    fn meets(&mut self, a: &Leaf, b: &Leaf, a_from_b: &Pose, cost: &mut StepCost) -> bool {
        match (a, b) {
            (Leaf::Convex(a), Leaf::Convex(b)) => {
                cost.convex += 1;
                self.warm.intersects(a.shape(), b.shape(), a_from_b)
            }
            _ => match self.trees.as_mut().filter(|_| as_meshes(a, b).is_some()) {
                None => intersects(a, b, a_from_b),
                Some(trees) => {
                    let meets = trees.intersects(a_from_b);
                    let (hits, work) = trees.take_tally();
                    cost.trees += hits;
                    cost.cost += work;
                    meets
                }
            },
        }
    }

    /// [`PartPairMemory::meets`] by the hulls first.
    fn meets_by_hulls(
        &mut self,
        parts: [&Leaf; 2],
        hulls: [&ModelHull; 2],
        a_from_b: &Pose,
        cost: &mut StepCost,
    ) -> bool {
        let (verdict, steps) = hulls[0].meet(hulls[1], a_from_b, &mut self.kept);
        cost.hulls.queries += 1;
        cost.hulls.steps += u64::from(steps);
        let kind = match verdict {
            HullVerdict::Apart { .. } => {
                cost.hulls.apart += 1;
                return false;
            }
            _ if hulls.iter().all(|hull| hull.is_model()) => {
                cost.hulls.filled += 1;
                return true;
            }
            HullVerdict::RedRed => 0,
            HullVerdict::RedGreen => 1,
            HullVerdict::GreenGreen => 2,
        };
        cost.hulls.to_trees[kind] += 1;
        let meets = self.meets(parts[0], parts[1], a_from_b, cost);
        cost.hulls.met[kind] += u64::from(meets);
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
        hull.get_or_init(|| ModelHull::new(mesh).ok().map(Box::new)).as_deref().filter(|hull| all || hull.is_model())
    };
    Some([hull(a)?, hull(b)?])
}
