//! The pairs that images leave to be decided.

use super::potentially_colliding_set::PotentialSet;
use crate::cost::Cost;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, Selection, grown, rounding};
use impinge::bound::Aabb;
use impinge::scene::{Body, BodyId, Scene, SceneView};

/// What images and boxes leave: every pair that meets is among those to be asked about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// How many pairs of boxes overlap, or are within the gap that was asked about.
    pub box_pairs: usize,
    /// How many pairs images could not part.
    pub candidates: usize,
    /// How many further pairs have surfaces apart, but may be nested.
    pub nestings: usize,
    /// All pairs to be asked about, candidates and nestings, in ascending order.
    pub asked: Vec<(u32, u32)>,
    /// The bodies that images left, in ascending order.
    pub left: Vec<u32>,
    /// How many bodies there were at first and after each round, while they became fewer; empty if no boxes overlap.
    pub body_rounds: Vec<u32>,
    /// How many groups of faces there were when bodies became no fewer, and after each further round; empty if no boxes overlap.
    pub group_rounds: Vec<u32>,
    /// How many faces there were when groups became no fewer, and after each further round; empty if no boxes overlap.
    pub face_rounds: Vec<u32>,
    /// Why no images could be made of these bodies, if so: all pairs of boxes are then candidates.
    pub refused: Option<GpuError>,
    /// What the images took.
    pub cost: Cost,
}

/// The bodies of a query and the pairs of their boxes that overlap.
pub(super) struct Asked<'a> {
    scene: &'a Scene,
    ids: &'a [BodyId],
    instances: &'a [Instance],
    pairs: Vec<(u32, u32)>,
    /// Bodies that are no farther apart are not to be parted.
    gap: f64,
}

impl<'a> Asked<'a> {
    pub(super) fn of(view: &'a SceneView<'_>, ids: &'a [BodyId], instances: &'a [Instance], gap: f64) -> Self {
        let numbered = |(a, b): (BodyId, BodyId)| (a.slot() as u32, b.slot() as u32);
        let pairs = view.pairs_within(gap).into_iter().map(numbered).collect();
        Self { scene: view.scene(), ids, instances, pairs, gap }
    }

    fn body(&self, number: u32) -> Result<&Body, GpuError> {
        Ok(self.scene.body(self.ids[number as usize])?)
    }

    /// The bodies in pairs, in ascending order.
    fn bodies(&self) -> Vec<u32> {
        let mut bodies: Vec<u32> = self.pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }

    /// The bodies that overlap others by their boxes, and where; nothing if none do.
    pub(super) fn selection(&self, size: [u32; 2]) -> Result<Option<Selection>, GpuError> {
        let (mut region, mut all) = (Aabb::EMPTY, Aabb::EMPTY);
        for &(a, b) in &self.pairs {
            let [a, b] = [self.body(a)?.bounds(), self.body(b)?.bounds()].map(|bounds| grown(&bounds, self.gap));
            region = region.joined(Aabb { min: a.min.max(b.min), max: a.max.min(b.max) });
            all = all.joined(a).joined(b);
        }
        Ok((!self.pairs.is_empty()).then(|| Selection { bodies: self.bodies(), region, all, size, gap: self.gap }))
    }

    /// The bodies where the exact engine has them: turned by rotations to the last place.
    pub(super) fn rigid(&self) -> Result<Vec<Instance>, GpuError> {
        let placed = |(number, instance): (u32, &Instance)| {
            Ok(Instance { mesh: instance.mesh, world_from_body: *self.body(number)?.world_from_body() })
        };
        (0..).zip(self.instances).map(placed).collect()
    }

    /// What a potentially colliding set leaves.
    pub(super) fn left_by(&self, set: &PotentialSet, view: &AxisView) -> Result<Proposal, GpuError> {
        let mut slots = vec![0; self.instances.len()];
        for (slot, &body) in (0..).zip(&view.layout.bodies) {
            slots[body as usize] = slot;
        }
        let may_meet = |&(a, b): &(u32, u32)| set.may_meet(slots[a as usize], slots[b as usize], view.slack);
        let (mut asked, apart): (Vec<_>, Vec<_>) = self.pairs.iter().copied().partition(may_meet);
        let candidates = asked.len();
        for (a, b) in apart {
            let (p, q) = (self.body(a)?, self.body(b)?);
            if may_hold(p, q) || may_hold(q, p) {
                asked.push((a, b));
            }
        }
        let nestings = asked.len() - candidates;
        asked.sort_unstable();
        let kept = |(slot, &body): (u32, &u32)| set.bodies[slot as usize].then_some(body);
        let mut left: Vec<_> = (0..).zip(&view.layout.bodies).filter_map(kept).collect();
        left.sort_unstable();
        let [body_rounds, group_rounds, face_rounds] =
            [&set.body_rounds, &set.group_rounds, &set.face_rounds].map(Vec::clone);
        let box_pairs = self.pairs.len();
        let rounds = Proposal { body_rounds, group_rounds, face_rounds, ..Proposal::default() };
        Ok(Proposal { box_pairs, candidates, nestings, asked, left, ..rounds })
    }

    /// All pairs, where no images can be made.
    pub(super) fn left_without(&self, why: GpuError) -> Proposal {
        let (count, asked) = (self.pairs.len(), self.pairs.clone());
        let left = self.bodies();
        Proposal { box_pairs: count, candidates: count, asked, left, refused: Some(why), ..Proposal::default() }
    }
}

/// Whether a part of a body, whose surface does not meet the other's, may lie inside the other: one of its corners is in the other's box.
fn may_hold(outer: &Body, inner: &Body) -> bool {
    let encloses = outer.model().meshes().any(|mesh| mesh.encloses());
    let pose = inner.world_from_body();
    encloses
        && inner.model().meshes().any(|mesh| {
            let room = rounding(&mesh.bounds(), pose);
            mesh.topology().component_faces().iter().any(|&face| {
                let corner = pose.transform_point(mesh.triangle(face)[0]);
                let bounds = outer.bounds();
                corner.cmpge(bounds.min - room).all() && corner.cmple(bounds.max + room).all()
            })
        })
}
