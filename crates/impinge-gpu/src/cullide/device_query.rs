//! CULLIDE on a device.

use super::Finding;
use super::candidate_pairs::{Asked, Proposal};
use super::potentially_colliding_set::PotentialSet;
use super::pruning_passes::{CullPasses, Drawn};
use crate::cost::Cost;
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::exact_bodies::{meetings, scene};
use crate::layers::{AxisView, LayerPasses, LayerRequest, Layers};
use crate::mesh_store::Store;
use impinge::executor::Executor;

/// CULLIDE on a device, with memory that is kept from query to query.
pub struct Cullide {
    pub(super) layers: LayerPasses,
    pub(super) images: [Layers; 3],
    pub(super) passes: CullPasses,
    /// What pruning took since the last time this was asked.
    pub(super) pruning: Cost,
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
        request: impl Into<LayerRequest>,
        executor: &Executor,
    ) -> Result<Finding, GpuError> {
        let (mut scene, ids) = scene(store, instances)?;
        let (view, LayerRequest { size, gap }) = (scene.view(executor), request.into());
        let proposal = self.proposed(gpu, store, &Asked::of(&view, &ids, instances, gap), size)?;
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
        request: impl Into<LayerRequest>,
    ) -> Result<Proposal, GpuError> {
        let (mut scene, ids) = scene(store, instances)?;
        let LayerRequest { size, gap } = request.into();
        self.proposed(gpu, store, &Asked::of(&scene.view(&Executor::serial()), &ids, instances, gap), size)
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
