//! Which bodies meet: images prune those that are in sight of all others, the exact engine decides about the rest.
//!
//! CULLIDE (Govindaraju, Redon, Lin, Manocha 2003): a body that is fully visible, in front of all others, meets none of them. All bodies are
//! tested along three axes, and what is left again, until no round prunes more; then the same for single faces. No body needs to be closed.
//! The paper draws every body twice, in forward and in reverse order, each time, and misses what falls between the centres of pixels. Here the
//! images are layered and made once ([`crate::layers`]); a round walks over their fragments, and asks for all bodies at once whether anybody else is
//! in front, which is what both orders together ask ([`twin`] does it as published), and from behind. Fragments hold the true surface over the
//! whole pixel, so what is pruned is proved to be apart (R-CULLIDE 2004 gets there by fattening triangles).
//! Surfaces that do not meet may still be nested: pairs for which that is possible are decided exactly, too.
//! [`Cullide::within`] is the variant for one mesh and itself (Boldt and Meyer 2004).

mod level;
mod neighbour;
mod passes;
mod set;
pub mod twin;
mod within;

pub use set::PotentialSet;
pub use within::{SelfFinding, within_on_cpu};

use crate::device::Gpu;
use crate::error::GpuError;
use crate::exact::scene;
use crate::layers::{AxisView, ImageCost, LayerPasses, Layers, Selection, rounding};
use crate::layout::Instance;
use crate::store::Store;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge::scene::{Body, BodyId, Scene, SceneRequest};
use passes::CullPasses;

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Their numbers in the query, the lower first.
    pub bodies: (u32, u32),
    /// The exact relation of the first to the second.
    pub relation: Relation,
}

/// What a query found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// All pairs that meet, in ascending order.
    pub pairs: Vec<Meeting>,
    /// How many pairs of boxes overlap.
    pub box_pairs: usize,
    /// How many pairs images could not part.
    pub candidates: usize,
    /// How many further pairs have surfaces apart, but may be nested.
    pub nestings: usize,
    /// All pairs that the exact engine was asked about, candidates and nestings, in ascending order.
    pub asked: Vec<(u32, u32)>,
    /// The bodies that images left, in ascending order.
    pub left: Vec<u32>,
    /// How many bodies there were at first and after each round, while they became fewer; empty if no boxes overlap.
    pub body_rounds: Vec<u32>,
    /// How many faces there were when bodies became no fewer, and after each further round; empty if no boxes overlap.
    pub face_rounds: Vec<u32>,
    /// What the images took.
    pub cost: ImageCost,
}

/// CULLIDE on a device, with memory that is kept from query to query.
pub struct Cullide {
    layers: LayerPasses,
    images: [Layers; 3],
    passes: CullPasses,
}

impl Cullide {
    /// Compiles the passes.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let images = [0, 1, 2].map(|_| Layers::new(gpu));
        Self { layers: LayerPasses::new(gpu), images, passes: CullPasses::new(gpu) }
    }

    /// All pairs of bodies that meet, with their exact relation, by images of so many columns and rows.
    ///
    /// # Errors
    /// A mesh that is not there, an image without pixels, a body outside the exact range, something that does not fit, or a lost device.
    pub fn query(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        size: [u32; 2],
        executor: &Executor,
    ) -> Result<Finding, GpuError> {
        let (mut scene, ids) = scene(store, instances)?;
        let view = scene.view(executor);
        let pairs: Vec<_> =
            view.pairs_within(0.0).into_iter().map(|(a, b)| (a.slot() as u32, b.slot() as u32)).collect();
        let Some(selection) = selection(view.scene(), &ids, &pairs, size)? else { return Ok(Finding::default()) };
        let views = AxisView::all(store, &rigid(view.scene(), &ids, instances)?, &selection)?;
        let (set, cost) = self.potential_set(gpu, store, &views)?;
        let mut slots = vec![0; instances.len()];
        for (slot, &body) in (0..).zip(&views[0].layout.bodies) {
            slots[body as usize] = slot;
        }
        let may_meet = |&(a, b): &(u32, u32)| set.may_meet(slots[a as usize], slots[b as usize], views[0].slack);
        let (mut asked, apart): (Vec<_>, Vec<_>) = pairs.iter().copied().partition(may_meet);
        let candidates = asked.len();
        for (a, b) in apart {
            let (p, q) = (view.scene().body(ids[a as usize])?, view.scene().body(ids[b as usize])?);
            if may_hold(p, q) || may_hold(q, p) {
                asked.push((a, b));
            }
        }
        let nestings = asked.len() - candidates;
        asked.sort_unstable();
        let relations = executor.map(asked.len(), |k| {
            let bodies = asked[k];
            let found = view.relate(ids[bodies.0 as usize], ids[bodies.1 as usize], &SceneRequest::default());
            found.map(|pair| Meeting { bodies, relation: pair.relation })
        });
        let mut meetings = relations.into_iter().collect::<Result<Vec<_>, _>>()?;
        meetings.retain(|meeting| meeting.relation != Relation::Disjoint);
        let kept = |(slot, &body): (u32, &u32)| set.bodies[slot as usize].then_some(body);
        let mut left: Vec<_> = (0..).zip(&views[0].layout.bodies).filter_map(kept).collect();
        left.sort_unstable();
        let PotentialSet { body_rounds, face_rounds, .. } = set;
        let (pairs, box_pairs) = (meetings, pairs.len());
        Ok(Finding { pairs, box_pairs, candidates, nestings, asked, left, body_rounds, face_rounds, cost })
    }

    /// What images cannot part of the bodies that views show.
    ///
    /// # Errors
    /// Something does not fit, or the device was lost.
    pub fn potential_set(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        views: &[AxisView; 3],
    ) -> Result<(PotentialSet, ImageCost), GpuError> {
        let mut cost = self.layers.draw(gpu, store, &mut self.images, views)?;
        let set = self.passes.potential_set(gpu, store, &self.images, &views[0], &mut cost)?;
        Ok((set, cost))
    }
}

/// The bodies that overlap others by their boxes, and where.
fn selection(
    scene: &Scene,
    ids: &[BodyId],
    pairs: &[(u32, u32)],
    size: [u32; 2],
) -> Result<Option<Selection>, GpuError> {
    let mut bodies: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    bodies.sort_unstable();
    bodies.dedup();
    let (mut region, mut all) = (Aabb::EMPTY, Aabb::EMPTY);
    for &(a, b) in pairs {
        let [a, b] = [scene.body(ids[a as usize])?.bounds(), scene.body(ids[b as usize])?.bounds()];
        region = region.joined(Aabb { min: a.min.max(b.min), max: a.max.min(b.max) });
        all = all.joined(a).joined(b);
    }
    Ok((!pairs.is_empty()).then_some(Selection { bodies, region, all, size }))
}

/// The bodies where the exact engine has them: turned by rotations to the last place.
fn rigid(scene: &Scene, ids: &[BodyId], instances: &[Instance]) -> Result<Vec<Instance>, GpuError> {
    let placed = |(instance, &id): (&Instance, &BodyId)| {
        Ok(Instance { mesh: instance.mesh, world_from_body: *scene.body(id)?.world_from_body() })
    };
    instances.iter().zip(ids).map(placed).collect()
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
