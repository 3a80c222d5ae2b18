//! What images show of two meshes at many poses.

use super::image_error::ImageError;
use super::image_proposal::ImageProposal;
use super::image_results::{ImageCost, ImageSource};
use super::undrawn_reason::UndrawnReason;
use super::{ImageDrawing, ImageRequest};
use crate::number_format;
use crate::progress::Progress;
use crate::proposals::check_method::ImageMethod;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use std::sync::Arc;

/// Which poses images show to be a collision, and their cost.
#[derive(Clone, Debug)]
pub struct PosedImages {
    /// How and where they were made; `None` if there were no poses.
    pub source: Option<ImageSource>,
    /// For each pose, whether images show the two to meet, or do not rule that out.
    pub proposals: Vec<ImageProposal>,
    /// For each pose, the relation of A to B where images prove it.
    pub relations: Vec<Option<Relation>>,
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
        let (proposals, relations) = (Vec::with_capacity(poses.len()), Vec::with_capacity(poses.len()));
        let cost = ImageCost::default();
        let mut seen = Self { source: None, proposals, relations, drawn: true, undrawn: None, cost };
        progress.begin("drawing", poses.len());
        for pose in poses {
            let bodies = [Some((Arc::clone(a), Pose::IDENTITY)), Some((Arc::clone(b), *pose))];
            let results = drawing.draw(&bodies, ImageRequest::default())?;
            seen.proposals.push(results.proposal(0, 1));
            // Answers are those of the pose as it is given.
            seen.relations.push(results.relation(0, 1).filter(|_| !results.turned));
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

    /// At how many poses images prove how A relates to B.
    #[must_use]
    pub fn proved(&self) -> usize {
        self.relations.iter().flatten().count()
    }

    /// A note on the images, and on the `saved` answers that needed no exact test.
    #[must_use]
    pub fn note(&self, saved: usize) -> String {
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
            "{method} on {} {verb} a meeting at {poses} ({}); {} by images, {} by the exact engine{left}",
            number_format::name(device),
            self.cost.to_text(),
            number_format::count(saved, "answer is proved", "answers are proved"),
            self.proposals.len() - saved,
        )
    }
}
