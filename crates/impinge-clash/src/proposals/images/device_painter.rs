//! Images made on a graphics device.

use super::painter::Painter;
use impinge_gpu::cinder::{Cinder, CinderOptions, Finding, Path, Survey};
use impinge_gpu::cullide::{Cullide, Proposal};
use impinge_gpu::ldi::{LayerRequest, Ldi, PairVolumes, SelfVolumes};
use impinge_gpu::{Choice, Cost, Gpu, GpuError, Instance, MeshId, MeshTable, Store};

/// A device, the meshes on it, and what draws them; compiled when first used, and kept from query to query.
pub(super) struct DevicePainter {
    gpu: Gpu,
    store: Store,
    cinder: Option<Box<Cinder>>,
    cullide: Option<Box<Cullide>>,
    ldi: Option<Box<Ldi>>,
}

impl DevicePainter {
    /// Opens a device.
    pub(super) fn open(choice: &Choice) -> Result<Self, GpuError> {
        let gpu = Gpu::open(choice)?;
        Ok(Self { store: Store::new(&gpu), gpu, cinder: None, cullide: None, ldi: None })
    }
}

impl Painter for DevicePainter {
    fn device(&self) -> [String; 2] {
        let device = self.gpu.description();
        [device.name.clone(), device.driver.clone()]
    }

    fn meshes(&mut self) -> &mut MeshTable {
        &mut self.store
    }

    fn cinder(&mut self, instances: &[Instance], survey: &Survey) -> Result<Finding, GpuError> {
        let cinder = match &mut self.cinder {
            Some(cinder) => cinder,
            none => none.insert(Box::new(Cinder::new(&self.gpu)?)),
        };
        // Measuring which path is faster takes longer than one look.
        let options = CinderOptions { path: Path::Compute, ..survey.options };
        cinder.survey(&self.gpu, &mut self.store, instances, &Survey { options, ..survey.clone() })
    }

    fn cullide(&mut self, instances: &[Instance], request: LayerRequest) -> Result<Proposal, GpuError> {
        let cullide = self.cullide.get_or_insert_with(|| Box::new(Cullide::new(&self.gpu)));
        cullide.propose(&self.gpu, &mut self.store, instances, request)
    }

    fn cullide_within(&mut self, mesh: MeshId, size: [u32; 2]) -> Result<Vec<bool>, GpuError> {
        let cullide = self.cullide.get_or_insert_with(|| Box::new(Cullide::new(&self.gpu)));
        Ok(cullide.faces(&self.gpu, &mut self.store, mesh, size)?.0)
    }

    fn ldi(&mut self, instances: &[Instance; 2], request: LayerRequest) -> Result<PairVolumes, GpuError> {
        let ldi = self.ldi.get_or_insert_with(|| Box::new(Ldi::new(&self.gpu)));
        ldi.pair(&self.gpu, &mut self.store, instances, request)
    }

    fn ldi_within(&mut self, mesh: MeshId, size: [u32; 2]) -> Result<SelfVolumes, GpuError> {
        let ldi = self.ldi.get_or_insert_with(|| Box::new(Ldi::new(&self.gpu)));
        ldi.within(&self.gpu, &mut self.store, mesh, size)
    }

    fn take_cost(&mut self) -> Cost {
        let mut cost = self.cinder.as_mut().map(|cinder| cinder.take_cost()).unwrap_or_default();
        cost.add(&self.cullide.as_mut().map(|cullide| cullide.take_cost()).unwrap_or_default());
        cost.add(&self.ldi.as_mut().map(|ldi| ldi.take_cost()).unwrap_or_default());
        cost
    }
}
