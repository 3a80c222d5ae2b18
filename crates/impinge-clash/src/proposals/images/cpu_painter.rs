//! Images made on the CPU, without a driver.

use super::painter::Painter;
use impinge_gpu::cinder::{Finding, Survey, survey_on_cpu};
use impinge_gpu::cullide::{Proposal, faces_on_cpu, propose_on_cpu};
use impinge_gpu::ldi::{self, LayerRequest, PairVolumes, SelfVolumes, pair_on_cpu};
use impinge_gpu::{Cost, GpuError, Instance, MeshId, MeshTable};

/// The CPU as a device.
#[derive(Default)]
pub(super) struct CpuPainter {
    table: MeshTable,
    spent: Cost,
}

impl Painter for CpuPainter {
    fn device(&self) -> [String; 2] {
        ["the CPU", "none"].map(str::to_owned)
    }

    fn meshes(&mut self) -> &mut MeshTable {
        &mut self.table
    }

    fn cinder(&mut self, instances: &[Instance], survey: &Survey) -> Result<Finding, GpuError> {
        let finding = survey_on_cpu(&mut self.table, instances, survey)?;
        self.spent.add(&finding.cost);
        Ok(finding)
    }

    fn cullide(&mut self, instances: &[Instance], request: LayerRequest) -> Result<Proposal, GpuError> {
        let proposal = propose_on_cpu(&self.table, instances, request)?;
        self.spent.add(&proposal.cost);
        Ok(proposal)
    }

    fn cullide_within(&mut self, mesh: MeshId, size: [u32; 2]) -> Result<Vec<bool>, GpuError> {
        let (faces, _, cost) = faces_on_cpu(&self.table, mesh, size)?;
        self.spent.add(&cost);
        Ok(faces)
    }

    fn ldi(&mut self, instances: &[Instance; 2], request: LayerRequest) -> Result<PairVolumes, GpuError> {
        let volumes = pair_on_cpu(&mut self.table, instances, request)?;
        self.spent.add(&volumes.cost);
        Ok(volumes)
    }

    fn ldi_within(&mut self, mesh: MeshId, size: [u32; 2]) -> Result<SelfVolumes, GpuError> {
        let within = ldi::within_on_cpu(&mut self.table, mesh, size)?;
        self.spent.add(&within.volumes.cost);
        Ok(within)
    }

    fn take_cost(&mut self) -> Cost {
        std::mem::take(&mut self.spent)
    }
}
