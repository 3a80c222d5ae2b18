//! Conservative advancement: a lower bound on the time of impact, from distances alone.
//!
//! Mirtich and Canny (1995), Mirtich (1996): bodies that are d apart cannot meet before points have moved by d against each other. Each step asks the static distance, so
//! that this is a way of its own to what [`crate::pair::sweep::sweep`] finds by windows of pairs; tests hold the one to the other. It comes near contact without ever deciding it.

use super::contact_sweep::{goal, span_of};
use super::motion_segments;
use super::moving_pair::MovingPair;
use super::rigid_body_motion::MovingMesh;
use super::sweep_report::{SweepError, SweepOptions};
use crate::math::Pose;
use crate::pair::distance::mesh_distance::distance;

/// What rounding may do to a step, relative.
const STEP_ROUNDING: f64 = 1e-9;

/// How an advance ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdvancementEnd {
    /// At the end of the window: there is no contact in it.
    Free,
    /// Within the tolerance of contact.
    Near,
    /// After as many steps as were allowed.
    Stopped,
}

/// What [`advance`] proves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advancement {
    /// Before this time there is no contact.
    pub until: f64,
    /// Why it goes no farther.
    pub end: AdvancementEnd,
    /// Distances that were asked.
    pub steps: usize,
}

/// A time before which A and B are free of contact, found in at most `most_steps` steps.
///
/// # Errors
/// As [`crate::pair::sweep::sweep`].
pub fn advance(
    a: MovingMesh<'_>,
    b: MovingMesh<'_>,
    options: &SweepOptions,
    most_steps: usize,
) -> Result<Advancement, SweepError> {
    let (goal, window) = (goal(options)?, span_of([a.motion, b.motion], options)?);
    let mut steps = 0;
    for cut in motion_segments::cuts([a.motion, b.motion], window).windows(2) {
        let cut = [cut[0], cut[1]];
        let rides = [a, b].map(|body| (body.mesh, motion_segments::ride(body.motion, cut)));
        // Before and after the window boxes keep them apart.
        let Some(pair) = MovingPair::new(rides, &goal) else { continue };
        let speed = pair.top_speed();
        let mut s = pair.window[0];
        while s < pair.window[1] {
            let until = (cut[0] + (cut[1] - cut[0]) * s).next_down().max(cut[0]);
            if steps == most_steps {
                return Ok(Advancement { until, end: AdvancementEnd::Stopped, steps });
            }
            steps += 1;
            let apart = distance(a.mesh, b.mesh, &pair.a_from_b(s).unwrap_or(Pose::IDENTITY)).value * pair.scale;
            let room = apart - pair.separation - 2.0 * pair.slack;
            if room <= pair.tolerance {
                return Ok(Advancement { until, end: AdvancementEnd::Near, steps });
            }
            s = if speed > 0.0 { s + room / speed * (1.0 - STEP_ROUNDING) } else { 1.0 };
        }
    }
    Ok(Advancement { until: window[1], end: AdvancementEnd::Free, steps })
}
