//! Whether two bodies whose boxes overlap meet, and what a test leaves for the next.

use super::body::Body;
use super::model::{Leaf, Model, ModelPart};
use super::near_parts::{have_few_pairs, list_near_parts};
use super::part_queries::{between_parts, intersects};
use super::relative_pose::a_from_b;
use super::surface_pair::SurfacePairMemory;
use super::world::{PairMemory, StepCost, TestRun};
use crate::convex::{FeaturePair, WarmStart};
use crate::deform::FacePair;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::model_hull::{HullVerdict, ModelHull};
use crate::pair::{Coherent, Meter};
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

/// Steps of a walk over closest features that cost about as much as a pair of boxes.
const WALK_STEPS_A_PAIR: u32 = 8;

/// What two bodies remember from test to test.
#[derive(Debug, Default)]
pub(super) struct ModelPairMemory {
    /// For each pair of parts where there are few; else for the first parts, which alone can be meshes, and for the pair that is looked at.
    parts: Vec<PartPairMemory>,
    /// The pairs of parts that may meet at the pose of the last test, by their places, where there are more than a few.
    near: Vec<[u32; 2]>,
    /// Which of these the last of `parts` is about.
    looked_at: Option<usize>,
    /// The pose of a test that a budget ended.
    paused_at: Option<Pose>,
    /// How many of the pairs of parts are apart at that pose.
    apart: usize,
    /// What is remembered if one of them is deformable.
    surfaces: Option<Box<SurfacePairMemory>>,
}

/// What is remembered about two parts, by what they are; memory of a kind that is not in use is kept for later.
#[derive(Debug, Default)]
struct PartPairMemory {
    trees: Option<Box<Coherent<Arc<Mesh>>>>,
    kept: FeaturePair,
    warm: WarmStart,
    /// Whose hulls meet at the pose of a test that a budget ended: the kind of their closest features.
    hulls_met: Option<usize>,
    /// Faces of a mesh that a curved shape is apart from at that pose.
    faces_done: usize,
}

impl PairMemory<Body> for ModelPairMemory {
    type Settings = HullUse;

    fn reset(&mut self, a: &Body, b: &Body) {
        self.paused_at = None;
        self.surfaces.iter_mut().for_each(|surfaces| surfaces.reset());
        if a.surface().is_some() || b.surface().is_some() {
            return;
        }
        let of_their_own = remembered_parts(a.model(), b.model()).count();
        let kept = of_their_own + usize::from(!have_few_pairs(a.model(), b.model()));
        self.parts.reserve_exact(kept.saturating_sub(self.parts.len()));
        self.parts.resize_with(kept.max(self.parts.len()), PartPairMemory::default);
        for ((p, q), memory) in remembered_parts(a.model(), b.model()).zip(&mut self.parts) {
            memory.reset(&p.leaf, &q.leaf);
        }
        self.looked_at = None;
    }

    fn test(&mut self, [a, b]: [&Body; 2], run: &mut TestRun<'_, HullUse>) -> Option<bool> {
        let (hulls, meter, cost) = (run.settings, &mut run.meter, &mut run.cost);
        if a.surface().is_some() || b.surface().is_some() {
            if !meter.pay() {
                return None;
            }
            let before = cost.cost.box_tests;
            let meets = self.surfaces.get_or_insert_default().meets(a, b, run.executor, cost);
            meter.pay_for((cost.cost.box_tests - before) / 8);
            return Some(meets);
        }
        let a_from_b = a_from_b(a, b);
        let (rows, columns) = (a.model().parts(), b.model().parts());
        let few = have_few_pairs(a.model(), b.model());
        if self.paused_at.take() != Some(a_from_b) {
            self.parts.iter_mut().for_each(PartPairMemory::restart);
            (self.apart, self.looked_at) = (0, None);
            if !few {
                list_near_parts(a.model(), b.model(), &a_from_b, &mut self.near);
            }
        }
        let count = if few { rows.len() * columns.len() } else { self.near.len() };
        for k in self.apart..count {
            let [i, j] =
                if few { [k / columns.len(), k % columns.len()] } else { self.near[k].map(|place| place as usize) };
            let (p, q) = (&rows[i], &columns[j]);
            let is_shared = !few && [i, j] != [0, 0];
            let memory = &mut self.parts[if few { k } else { usize::from(is_shared) }];
            if is_shared && self.looked_at.replace(k) != Some(k) {
                memory.reset(&p.leaf, &q.leaf);
                memory.restart();
            }
            let pose = between_parts(p, q, &a_from_b);
            let meets = match hulls_of(&p.leaf, &q.leaf, hulls) {
                Some(hulls) => memory.meets_by_hulls([&p.leaf, &q.leaf], hulls, &pose, meter, cost),
                None => memory.meets(&p.leaf, &q.leaf, &pose, meter, cost),
            };
            match meets {
                Some(false) => self.apart += 1,
                Some(true) => return Some(true),
                None => {
                    self.paused_at = Some(a_from_b);
                    return None;
                }
            }
        }
        Some(false)
    }
}

impl ModelPairMemory {
    /// Faces of a deformable body and another that shared a point at the last test, that of the smaller id first.
    pub fn surface_contacts(&self) -> &[FacePair] {
        self.surfaces.as_ref().map_or(&[], |surfaces| &surfaces.contacts)
    }

    /// Upper bound on the distance of two bodies, from what an open test has looked at; infinite where that is nothing.
    pub fn distance_bound(&self, a: &Body, b: &Body) -> f64 {
        if a.surface().is_some() || b.surface().is_some() {
            return f64::INFINITY;
        }
        let a_from_b = a_from_b(a, b);
        let parts = remembered_parts(a.model(), b.model());
        let bounds = parts.zip(&self.parts).map(|((p, q), memory)| match &memory.trees {
            Some(trees) if as_meshes(&p.leaf, &q.leaf).is_some() => {
                trees.distance_bound(&between_parts(p, q, &a_from_b))
            }
            _ => f64::INFINITY,
        });
        bounds.fold(f64::INFINITY, f64::min)
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

    /// Forgets what holds at one pose only.
    fn restart(&mut self) {
        (self.hulls_met, self.faces_done) = (None, 0);
    }

    fn meets(&mut self, a: &Leaf, b: &Leaf, a_from_b: &Pose, meter: &mut Meter, cost: &mut StepCost) -> Option<bool> {
        match (a, b) {
            (Leaf::Convex(a), Leaf::Convex(b)) => {
                if !meter.pay() {
                    return None;
                }
                cost.convex += 1;
                Some(self.warm.intersects(a.shape(), b.shape(), a_from_b))
            }
            _ if as_meshes(a, b).is_some() => self.trees.as_mut().and_then(|trees| {
                let meets = trees.intersects_within(a_from_b, meter);
                let (hits, work) = trees.take_tally();
                cost.trees += hits;
                cost.cost += work;
                meets
            }),
            (Leaf::Convex(a), Leaf::Mesh(b, _)) => a.intersects_within(b, a_from_b, &mut self.faces_done, meter),
            (Leaf::Mesh(a, _), Leaf::Convex(b)) => {
                b.intersects_within(a, &a_from_b.inverse(), &mut self.faces_done, meter)
            }
            _ => meter.pay().then(|| intersects(a, b, a_from_b)),
        }
    }

    /// [`PartPairMemory::meets`] by the hulls first.
    fn meets_by_hulls(
        &mut self,
        parts: [&Leaf; 2],
        hulls: [&ModelHull; 2],
        a_from_b: &Pose,
        meter: &mut Meter,
        cost: &mut StepCost,
    ) -> Option<bool> {
        let kind = match self.hulls_met {
            Some(kind) => kind,
            None if !meter.pay() => return None,
            None => {
                let (verdict, steps) = hulls[0].meet(hulls[1], a_from_b, &mut self.kept);
                cost.hulls.queries += 1;
                cost.hulls.steps += u64::from(steps);
                meter.pay_for(u64::from(steps / WALK_STEPS_A_PAIR));
                let kind = match verdict {
                    HullVerdict::Apart { .. } => {
                        cost.hulls.apart += 1;
                        return Some(false);
                    }
                    _ if hulls.iter().all(|hull| hull.is_model()) => {
                        cost.hulls.filled += 1;
                        return Some(true);
                    }
                    HullVerdict::RedRed => 0,
                    HullVerdict::RedGreen => 1,
                    HullVerdict::GreenGreen => 2,
                };
                cost.hulls.to_trees[kind] += 1;
                kind
            }
        };
        let meets = self.meets(parts[0], parts[1], a_from_b, meter, cost);
        self.hulls_met = if meets.is_none() { Some(kind) } else { None };
        cost.hulls.met[kind] += u64::from(meets == Some(true));
        meets
    }
}

/// The pairs of parts that have a memory of their own.
fn remembered_parts<'a>(a: &'a Model, b: &'a Model) -> impl Iterator<Item = (&'a ModelPart, &'a ModelPart)> {
    let parts = a.parts().iter().flat_map(|p| b.parts().iter().map(move |q| (p, q)));
    parts.take(if have_few_pairs(a, b) { usize::MAX } else { 1 })
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
