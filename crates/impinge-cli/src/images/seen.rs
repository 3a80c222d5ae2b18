//! What images show of two meshes at many poses.

use super::{Drawing, ImageMethod, Origin, Proposal, Toll, Undrawn};
use crate::place;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge_terminal::progress::Progress;
use std::sync::Arc;

/// Which poses images show to be a collision, and what they took.
#[derive(Clone, Debug)]
pub struct Seen {
    /// How and where they were made; none if there were no poses.
    pub origin: Option<Origin>,
    /// For each pose, whether images show the two to meet, or do not rule that out.
    pub proposals: Vec<Proposal>,
    /// Whether both could be drawn, at every pose.
    pub drawn: bool,
    /// What kept one of them from it first, if not.
    undrawn: Option<Undrawn>,
    /// What it took.
    pub toll: Toll,
}

impl Seen {
    /// Draws A and B at every pose, one after the other: there is one device.
    ///
    /// # Errors
    /// There is no such device.
    pub fn of(mut drawing: Drawing, [a, b]: [&Arc<Mesh>; 2], poses: &[Pose], quiet: bool) -> anyhow::Result<Self> {
        let proposals = Vec::with_capacity(poses.len());
        let mut seen = Self { origin: None, proposals, drawn: true, undrawn: None, toll: Toll::default() };
        let progress = Progress::new("drawing", poses.len(), quiet);
        for pose in poses {
            let sight = drawing.look(&[Some((Arc::clone(a), Pose::IDENTITY)), Some((Arc::clone(b), *pose))])?;
            seen.proposals.push(sight.proposal(0, 1));
            seen.drawn &= sight.not_drawn.is_empty();
            seen.undrawn = seen.undrawn.or_else(|| sight.not_drawn.values().next().copied());
            seen.toll.add(&sight.toll);
            // The first reason is told for all.
            let refused = seen.origin.and_then(|origin| origin.refused).or(sight.origin.refused);
            seen.origin = Some(Origin { refused, ..sight.origin });
            progress.step();
        }
        Ok(seen)
    }

    /// What a reader should know of the images.
    pub fn note(&self) -> String {
        let Some(Origin { method, device, refused, .. }) = &self.origin else {
            return "no poses, no images".to_owned();
        };
        let proposed = self.proposals.iter().filter(|proposal| **proposal == Proposal::Proposed).count();
        let poses = place::count(proposed, "pose", "poses");
        let verb = if *method == ImageMethod::Cinder.name() { "shows" } else { "cannot rule out" };
        let left = match (refused, self.undrawn) {
            (Some(why), _) => format!("; not all images could be made ({why})"),
            (None, None) => String::new(),
            (None, Some(reason)) => format!("; a mesh is {} and was not drawn", reason.words()),
        };
        format!(
            "{method} on {} {verb} a meeting at {poses} ({}); every answer is proved by the exact engine{left}",
            place::name(device),
            self.toll.words()
        )
    }
}
