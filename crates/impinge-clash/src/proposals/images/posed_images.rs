//! What images show of two meshes at many poses.

use super::ImageDrawing;
use super::image_error::ImageError;
use super::image_proposal::ImageProposal;
use super::image_results::{ImageCost, ImageSource};
use super::undrawn_reason::UndrawnReason;
use crate::number_format;
use crate::progress::Progress;
use crate::proposals::check_method::ImageMethod;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use std::sync::Arc;

/// Which poses images show to be a collision, and their cost.
#[derive(Clone, Debug)]
pub struct PosedImages {
    /// How and where they were made; `None` if there were no poses.
    pub source: Option<ImageSource>,
    /// For each pose, whether images show the two to meet, or do not rule that out.
    pub proposals: Vec<ImageProposal>,
    /// Whether both could be drawn, at every pose.
    pub drawn: bool,
    /// What kept one of them from it first, if not.
    undrawn: Option<UndrawnReason>,
    /// The cost.
    pub cost: ImageCost,
}

impl PosedImages {
    /// Draws A and B at every pose, one after the other: there is one device.
    ///
    /// # Errors
    /// There is no such device.
    pub fn draw(
        mut drawing: ImageDrawing,
        [a, b]: [&Arc<Mesh>; 2],
        poses: &[Pose],
        progress: &dyn Progress,
    ) -> Result<Self, ImageError> {
        let proposals = Vec::with_capacity(poses.len());
        let mut seen = Self { source: None, proposals, drawn: true, undrawn: None, cost: ImageCost::default() };
        progress.begin("drawing", poses.len());
        for pose in poses {
            let results = drawing.draw(&[Some((Arc::clone(a), Pose::IDENTITY)), Some((Arc::clone(b), *pose))])?;
            seen.proposals.push(results.proposal(0, 1));
            seen.drawn &= results.not_drawn.is_empty();
            seen.undrawn = seen.undrawn.or_else(|| results.not_drawn.values().next().copied());
            seen.cost.add(&results.cost);
            // The first reason stands for all.
            let refused = seen.source.and_then(|source| source.refused).or(results.source.refused);
            seen.source = Some(ImageSource { refused, ..results.source });
            progress.step();
        }
        progress.end();
        Ok(seen)
    }

    /// A note on the images.
    #[must_use]
    pub fn note(&self) -> String {
        let Some(ImageSource { method, device, refused, .. }) = &self.source else {
            return "no poses, no images".to_owned();
        };
        let proposed = self.proposals.iter().filter(|proposal| **proposal == ImageProposal::Proposed).count();
        let poses = number_format::count(proposed, "pose", "poses");
        let verb = if *method == ImageMethod::Cinder.name() { "shows" } else { "cannot rule out" };
        let left = match (refused, self.undrawn) {
            (Some(why), _) => format!("; not all images could be made ({why})"),
            (None, None) => String::new(),
            (None, Some(reason)) => format!("; a mesh is {} and was not drawn", reason.description()),
        };
        format!(
            "{method} on {} {verb} a meeting at {poses} ({}); every answer is proved by the exact engine{left}",
            number_format::name(device),
            self.cost.to_text()
        )
    }
}
