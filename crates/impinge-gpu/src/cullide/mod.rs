//! Which bodies meet: images prune those that are in sight of all others, the exact engine decides about the rest.
//!
//! CULLIDE (Govindaraju, Redon, Lin, Manocha 2003): a body that is fully visible, in front of all others, meets none of them. All bodies are
//! tested along three axes, and what is left again, until no round prunes more; then the same for single faces. No body needs to be closed.
//! The paper draws every body twice, in forward and in reverse order, each time, and misses what falls between the centres of pixels. Here the
//! images are layered and made once (`layers`); a round walks over their fragments, and asks for all bodies at once whether anybody else is
//! in front, which is what both orders together ask ([`Occlusion`] and [`potential_set_on_cpu`] do it as published), and from behind. Fragments hold the true surface over the
//! whole pixel, so what is pruned is proved to be apart (R-CULLIDE 2004 gets there by fattening triangles).
//! Surfaces that do not meet may still be nested: pairs for which that is possible are decided exactly, too.
//! [`Cullide::within`] is the variant for one mesh and itself (Boldt and Meyer 2004).

mod depth_pipelines;
mod pass_params;
mod face_neighbours;
mod occlusion;
mod draw_order;
mod pruning_passes;
mod candidate_pairs;
mod potentially_colliding_set;
mod occlusion_pass;
pub(crate) mod cpu_reference;
mod self_collision;

pub use crate::exact_bodies::Meeting;
pub use candidate_pairs::Proposal;
pub use occlusion::Occlusion;
pub use potentially_colliding_set::PotentialSet;
pub use self_collision::{SelfFinding, within_on_cpu};
#[cfg(test)]
pub(crate) use {
    occlusion::Params as DrawingParams, occlusion::text as drawing_text, pass_params::PARAMS_BYTES,
    pruning_passes::text as pruning_text,
};

use crate::cost::Cost;
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::exact_bodies::{meetings, scene};
use crate::layers::{AxisView, LayerPasses, Layers};
use crate::mesh_store::Store;
use candidate_pairs::Asked;
use impinge::executor::Executor;
use pruning_passes::{CullPasses, Drawn};

/// What a query found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// All pairs that meet, in ascending order.
    pub pairs: Vec<Meeting>,
    /// What images had to say before.
    pub proposal: Proposal,
}

/// CULLIDE on a device, with memory that is kept from query to query.
pub struct Cullide {
    layers: LayerPasses,
    images: [Layers; 3],
    passes: CullPasses,
    /// What pruning took since the last time this was asked.
    pruning: Cost,
}

impl Cullide {
    /// Compiles the passes.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let images = [0, 1, 2].map(|_| Layers::new(gpu));
        Self { layers: LayerPasses::new(gpu), images, passes: CullPasses::new(gpu), pruning: Cost::default() }
    }

    /// What all queries since the last call of this cost, those that ended with an error included.
    pub fn take_cost(&mut self) -> Cost {
        let mut cost = self.layers.take_cost();
        cost.add(&std::mem::take(&mut self.pruning));
        cost
    }

    /// All pairs of bodies that meet, with their exact relation, by images of the given size.
    ///
    /// # Errors
    /// A mesh that is not there, an image without pixels, a body outside the exact range, or a lost device. Bodies that no images can be
    /// made of are no error: all pairs of boxes are then decided exactly.
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
        let proposal = self.proposed(gpu, store, &Asked::of(&view, &ids, instances), size)?;
        let pairs = meetings(&view, &ids, &proposal.asked, executor)?;
        Ok(Finding { pairs, proposal })
    }

    /// The pairs that images and boxes leave, without deciding about any.
    ///
    /// # Errors
    /// See [`Cullide::query`].
    pub fn propose(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        size: [u32; 2],
    ) -> Result<Proposal, GpuError> {
        let (mut scene, ids) = scene(store, instances)?;
        self.proposed(gpu, store, &Asked::of(&scene.view(&Executor::serial()), &ids, instances), size)
    }

    fn proposed(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        asked: &Asked<'_>,
        size: [u32; 2],
    ) -> Result<Proposal, GpuError> {
        let Some(selection) = asked.selection(size)? else { return Ok(Proposal::default()) };
        let earlier = self.take_cost();
        let images = AxisView::all(store, &asked.rigid()?, &selection)
            .and_then(|views| self.set_of(gpu, store, &views).map(|(set, _)| (views, set)));
        let cost = self.take_cost();
        self.pruning = earlier;
        self.pruning.add(&cost);
        match images {
            Ok((views, set)) => Ok(Proposal { cost, ..asked.left_by(&set, &views[0])? }),
            Err(error) if error.is_about_bodies() => Ok(Proposal { cost, ..asked.left_without(error) }),
            Err(error) => Err(error),
        }
    }

    /// What images of the given size cannot part of all bodies, wherever their boxes are.
    ///
    /// # Errors
    /// A mesh that is not there, no bodies, an image without pixels, something that does not fit, or a lost device.
    pub fn potential_set(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        size: [u32; 2],
    ) -> Result<(PotentialSet, Cost), GpuError> {
        let views = AxisView::of_all(store, instances, size)?;
        self.set_of(gpu, store, &views)
    }

    /// What images cannot part of the bodies that views show.
    ///
    /// # Errors
    /// Something does not fit, or the device was lost.
    pub(crate) fn set_of(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        views: &[AxisView; 3],
    ) -> Result<(PotentialSet, Cost), GpuError> {
        let mut cost = self.layers.draw(gpu, store, &mut self.images, views)?;
        let drawn = Drawn { gpu, store, images: &self.images, view: &views[0] };
        let mut pruning = Cost::default();
        let set = self.passes.potential_set(&drawn, &mut pruning);
        self.pruning.add(&pruning);
        cost.add(&pruning);
        Ok((set?, cost))
    }
}

/// [`Cullide::potential_set`] as published, on the CPU: one body after the other, forward and in reverse order.
///
/// # Errors
/// A mesh that is not there, no bodies, or an image without pixels.
pub fn potential_set_on_cpu(store: &Store, instances: &[Instance], size: [u32; 2]) -> Result<PotentialSet, GpuError> {
    cpu_reference::potential_set(store, &AxisView::of_all(store, instances, size)?)
}
