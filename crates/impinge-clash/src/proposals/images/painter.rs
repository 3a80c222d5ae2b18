//! What makes images: a graphics device, or the CPU.

use super::image_settings::ImageView;
use impinge::bound::Aabb;
use impinge_gpu::cinder::{Finding, Survey};
use impinge_gpu::cullide::Proposal;
use impinge_gpu::ldi::{LayerRequest, PairVolumes, SelfVolumes};
use impinge_gpu::{Cost, GpuError, Instance, MeshId, MeshTable, View};

/// Makes the images of every method; each answers the same, pixel by pixel.
pub(super) trait Painter {
    /// The name of what paints, and of its driver.
    fn device(&self) -> [String; 2];

    /// The meshes.
    fn meshes(&mut self) -> &mut MeshTable;

    /// Edges of bodies inside of others, in some views.
    fn cinder(&mut self, instances: &[Instance], survey: &Survey) -> Result<Finding, GpuError>;

    /// The pairs of bodies that visibility leaves.
    fn cullide(&mut self, instances: &[Instance], request: LayerRequest) -> Result<Proposal, GpuError>;

    /// The faces of a mesh that visibility cannot part from others than their neighbours.
    fn cullide_within(&mut self, mesh: MeshId, size: [u32; 2]) -> Result<Vec<bool>, GpuError>;

    /// What two solids share.
    fn ldi(&mut self, instances: &[Instance; 2], request: LayerRequest) -> Result<PairVolumes, GpuError>;

    /// Where a solid overlaps itself.
    fn ldi_within(&mut self, mesh: MeshId, size: [u32; 2]) -> Result<SelfVolumes, GpuError>;

    /// The cost since the last time this was asked, images that could not be finished included.
    fn take_cost(&mut self) -> Cost;
}

/// The views along the three axes, at bodies in a box.
pub(super) fn views(view: ImageView, bounds: Option<&Aabb>) -> Vec<View> {
    let Survey { views, .. } = Survey::default();
    match (view, bounds) {
        (ImageView::Perspective, Some(bounds)) => views.into_iter().map(|view| from_eye(view, bounds)).collect(),
        _ => views,
    }
}

/// A perspective view the same way as a parallel one.
fn from_eye(view: View, bounds: &Aabb) -> View {
    /// Eyes are this many diagonals of the box away from its centre: nothing is behind them, or much nearer than the rest.
    const AWAY: f64 = 2.0;
    match view {
        View::Orthographic { forward, up } => {
            // A box without extent is looked at from where rounding does not matter.
            let least = bounds.largest_coordinate().max(f64::MIN_POSITIVE) * f64::EPSILON.sqrt();
            let eye = bounds.centre() - forward * (AWAY * bounds.size().length()).max(least);
            View::Perspective { eye, forward, up }
        }
        View::Perspective { .. } => view,
    }
}
