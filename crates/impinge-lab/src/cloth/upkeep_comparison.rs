//! Ways to keep a tree up on one film: first all of them must find the same contacts in every frame, then each is timed.

use crate::cloth::frames::FilmFrames;
use crate::cloth::tree_upkeep::{self, MaintainedTree, UpkeepMethod, WAYS};
use crate::measurement_harness::cpu_clock::timed;
use anyhow::ensure;
use impinge::deform::{Deformable, SelfContacts, Upkeep, UpkeepAction};
use impinge::executor::Executor;
use serde::Serialize;

/// What meets in a frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    pub scene: &'static str,
    pub frame: usize,
    pub triangles: usize,
    /// Pairs of faces without a common vertex that share a point.
    pub crossing: usize,
    /// Pairs of faces with common vertices that share more than these and the edge between them.
    pub overlapping: usize,
    /// Pairs of a face of the surface and a face of the obstacle.
    pub obstacle: usize,
}

/// A frame by one way.
#[derive(Clone, Debug, Serialize)]
pub struct FrameTimes {
    #[serde(skip)]
    pub choice: UpkeepAction,
    pub scene: &'static str,
    pub frame: usize,
    pub way: &'static str,
    /// What was done with the tree, and why.
    pub upkeep: String,
    /// How many times more pairs of leaves are to be expected than after the last sort.
    pub growth: f64,
    /// Edges that were cut before.
    pub cut: usize,
    pub box_tests: u64,
    pub triangle_tests: u64,
    pub upkeep_microseconds: f64,
    pub search_microseconds: f64,
}

/// A film by one way, in the mean of all frames but the first.
#[derive(Clone, Debug, Serialize)]
pub struct Mean {
    pub scene: &'static str,
    pub way: &'static str,
    pub triangles: usize,
    pub frames: usize,
    /// Frames in which all faces were put into a new order, and in which those of some pieces of the tree were.
    pub sorts: usize,
    pub repairs: usize,
    pub box_tests: f64,
    pub triangle_tests: f64,
    pub upkeep_milliseconds: f64,
    pub search_milliseconds: f64,
    pub milliseconds: f64,
}

/// Contacts in every frame.
///
/// # Errors
/// Two ways find different ones.
pub fn count(film: &FilmFrames, executor: &Executor) -> anyhow::Result<Vec<Count>> {
    let Some(first) = film.frames.first() else { return Ok(Vec::new()) };
    let obstacle = film.obstacle.as_ref().map(|mesh| Deformable::from_mesh(mesh, executor));
    let keepers: anyhow::Result<Vec<MaintainedTree>> =
        WAYS.iter().map(|way| MaintainedTree::new(*way, first, executor)).collect();
    let (mut keepers, mut counts) = (keepers?, Vec::new());
    for (k, frame) in film.frames.iter().enumerate() {
        let mut agreed: Option<SelfContacts> = None;
        let mut meeting = 0;
        for (keeper, way) in keepers.iter_mut().zip(WAYS) {
            if k > 0 {
                keeper.update(frame, executor)?;
            }
            let is_film = keeper.surface().faces() == frame.surface.faces;
            ensure!(is_film, "{}, frame {k}: a cut has left other faces; this is a bug", film.scene.name());
            let found = keeper.surface().self_contacts(executor);
            let is_same =
                |agreed: &SelfContacts| (&agreed.meeting, &agreed.overlapping) == (&found.meeting, &found.overlapping);
            let scene = film.scene.name();
            ensure!(
                agreed.as_ref().is_none_or(is_same),
                "{scene}, frame {k}: `{}` finds other contacts than `{}`; this is a bug",
                way.name,
                WAYS[0].name
            );
            agreed.get_or_insert(found);
            meeting = obstacle.as_ref().map_or(0, |other| keeper.surface().contacts(other, executor).meeting.len());
        }
        let found = agreed.unwrap_or_default();
        counts.push(Count {
            scene: film.scene.name(),
            frame: k,
            triangles: frame.surface.faces.len(),
            crossing: found.meeting.len(),
            overlapping: found.overlapping.len(),
            obstacle: meeting,
        });
    }
    Ok(counts)
}

/// Times of all frames but the first, the fastest of some rounds, on this thread.
///
/// # Errors
/// A way finds other numbers than are given.
pub fn time(film: &FilmFrames, counts: &[Count], rounds: u32) -> anyhow::Result<Vec<FrameTimes>> {
    let mut laps: Vec<FrameTimes> = Vec::new();
    for round in 0..rounds {
        // In turns, so that what else the machine does hits all of them.
        for (way, from) in WAYS.into_iter().zip((0..).step_by(film.frames.len().saturating_sub(1))) {
            let own = run(film, way, counts)?;
            if round == 0 {
                laps.extend(own);
                continue;
            }
            for (best, lap) in laps.iter_mut().skip(from).zip(own) {
                best.upkeep_microseconds = best.upkeep_microseconds.min(lap.upkeep_microseconds);
                best.search_microseconds = best.search_microseconds.min(lap.search_microseconds);
            }
        }
    }
    Ok(laps)
}

/// One round by one way.
fn run(film: &FilmFrames, way: UpkeepMethod, counts: &[Count]) -> anyhow::Result<Vec<FrameTimes>> {
    let Some(first) = film.frames.first() else { return Ok(Vec::new()) };
    let mut keeper = MaintainedTree::new(way, first, &Executor::serial())?;
    // The policy goes by what searches take, from the first on.
    let _ = keeper.surface().count_self_contacts(&Executor::serial());
    let mut laps = Vec::new();
    for (frame, count) in film.frames.iter().zip(counts).skip(1) {
        let (upkeep, upkeep_time) = timed(|| keeper.update(frame, &Executor::serial()));
        let upkeep: Upkeep = upkeep?;
        let (found, search_time) = timed(|| keeper.surface().count_self_contacts(&Executor::serial()));
        ensure!(
            [found.meeting, found.overlapping] == [count.crossing, count.overlapping],
            "{}, frame {}: `{}` counts other contacts than were found before; this is a bug",
            count.scene,
            count.frame,
            way.name
        );
        laps.push(FrameTimes {
            scene: count.scene,
            frame: count.frame,
            way: way.name,
            choice: upkeep.choice,
            upkeep: tree_upkeep::words(upkeep.choice),
            growth: upkeep.quality.growth(),
            cut: frame.cut.len(),
            box_tests: found.cost.box_tests,
            triangle_tests: found.cost.triangle_tests,
            upkeep_microseconds: upkeep_time.as_secs_f64() * 1e6,
            search_microseconds: search_time.as_secs_f64() * 1e6,
        });
    }
    Ok(laps)
}

/// The mean of each way.
pub fn means(film: &FilmFrames, laps: &[FrameTimes]) -> Vec<Mean> {
    let mean = |way: &UpkeepMethod| {
        let own: Vec<&FrameTimes> = laps.iter().filter(|lap| lap.way == way.name).collect();
        let of = |value: &dyn Fn(&FrameTimes) -> f64| {
            own.iter().map(|lap| value(lap)).sum::<f64>() / own.len().max(1) as f64
        };
        Mean {
            scene: film.scene.name(),
            way: way.name,
            triangles: film.triangles(),
            frames: own.len(),
            sorts: own.iter().filter(|lap| matches!(lap.choice, UpkeepAction::Sorted { .. })).count(),
            repairs: own.iter().filter(|lap| matches!(lap.choice, UpkeepAction::Repaired { .. })).count(),
            box_tests: of(&|lap| lap.box_tests as f64),
            triangle_tests: of(&|lap| lap.triangle_tests as f64),
            upkeep_milliseconds: of(&|lap| lap.upkeep_microseconds) * 1e-3,
            search_milliseconds: of(&|lap| lap.search_microseconds) * 1e-3,
            milliseconds: of(&|lap| lap.upkeep_microseconds + lap.search_microseconds) * 1e-3,
        }
    };
    WAYS.iter().map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloth::args::Scene;
    use impinge_scenes::deforming_sequences::Size;

    #[test]
    fn counts_that_differ_are_noticed() {
        let film = FilmFrames::new(Scene::Fold, Size { triangles: 400, frames: 4 }, 1, &Executor::serial()).unwrap();
        let mut counts = count(&film, &Executor::serial()).unwrap();
        assert!(counts.len() == 4 && counts[3].crossing > 0, "{counts:?}");
        let laps = time(&film, &counts, 2).unwrap();
        assert_eq!(laps.len(), WAYS.len() * 3);
        let means = means(&film, &laps);
        assert!(means.iter().zip(WAYS).all(|(mean, way)| mean.way == way.name && mean.frames == 3), "{means:?}");
        counts[3].crossing += 1;
        let message = time(&film, &counts, 1).unwrap_err().to_string();
        assert!(message.starts_with("fold, frame 3: `refit` counts other contacts"), "{message}");
    }
}
