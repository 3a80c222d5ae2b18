//! What images miss, by the exact engine: over resolution and density, as published and with more views and layers.

use crate::cinder::timing::scatter;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge_gpu::cinder::{Cinder, CinderOptions, Finding, Pair, Path, Survey};
use impinge_gpu::{Gpu, Instance, Store, exact_bodies};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What was missed in scenes of one density by images of one size.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MissRate {
    /// The volume of all bodies over that of the cube in which their middles are.
    pub density: f64,
    /// Columns, and rows.
    pub pixels: u32,
    pub scenes: u32,
    pub bodies: u32,
    /// Pairs that meet, of all scenes.
    pub meeting: usize,
    /// Pairs that one image shows: the paper's.
    pub shown: usize,
    /// Pairs that it shows though they do not meet.
    pub wrongly_shown: usize,
    pub missed_percent: f64,
    /// Bodies that meet another, of all scenes, and what of them the one image does not show.
    pub meeting_bodies: usize,
    pub missed_bodies_percent: f64,
    /// What three views of up to 64 layers miss.
    pub survey_missed_percent: f64,
}

/// Unit cubes at a density, `(density, [bodies, scenes])`: a row for each size of images.
///
/// # Errors
/// The device fails.
pub fn count(
    gpu: &Gpu,
    cinder: &mut Cinder,
    (density, [bodies, scenes]): (f64, [u32; 2]),
    sizes: &[u32],
    seed: u64,
) -> anyhow::Result<Vec<MissRate>> {
    let mut store = Store::new(gpu);
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    let mut random = SplitMix64::new(seed);
    let mut tallies = vec![[0_usize; 3]; sizes.len()];
    let (mut unseen, mut all) = (vec![0_usize; sizes.len()], [0_usize; 2]);
    for _ in 0..scenes {
        let instances = scatter(&mut random, mesh, bodies, (f64::from(bodies) / density).cbrt())?;
        let meeting = meeting(&store, &instances)?;
        let touched: BTreeSet<u32> = meeting.iter().flat_map(|&(a, b)| [a, b]).collect();
        all = [all[0] + meeting.len(), all[1] + touched.len()];
        for (k, &side) in sizes.iter().enumerate() {
            let options = CinderOptions { path: Path::Compute, size: [side; 2], ..CinderOptions::default() };
            let shown = pairs(&cinder.query(gpu, &mut store, &instances, &options)?);
            let seen: BTreeSet<u32> = shown.iter().flat_map(|&(a, b)| [a, b]).collect();
            let survey = Survey { options: CinderOptions { layers: 64, ..options }, ..Survey::default() };
            let surveyed = pairs(&cinder.survey(gpu, &mut store, &instances, &survey)?);
            tallies[k][0] += shown.intersection(&meeting).count();
            tallies[k][1] += shown.difference(&meeting).count();
            tallies[k][2] += surveyed.intersection(&meeting).count();
            unseen[k] += touched.difference(&seen).count();
        }
    }
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let row = |(k, &pixels): (usize, &u32)| {
        let [right, wrong, surveyed] = tallies[k];
        MissRate {
            density,
            pixels,
            scenes,
            bodies,
            meeting: all[0],
            shown: right + wrong,
            wrongly_shown: wrong,
            missed_percent: percent(all[0] - right, all[0]),
            meeting_bodies: all[1],
            missed_bodies_percent: percent(unseen[k], all[1]),
            survey_missed_percent: percent(all[0] - surveyed, all[0]),
        }
    };
    Ok(sizes.iter().enumerate().map(row).collect())
}

/// The pairs that images show, the lower body first.
fn pairs(finding: &Finding) -> BTreeSet<(u32, u32)> {
    finding.pairs.iter().map(Pair::bodies).collect()
}

/// The pairs that meet, the lower body first, exactly.
///
/// # Errors
/// A body outside the exact range.
pub fn meeting(store: &Store, instances: &[Instance]) -> anyhow::Result<BTreeSet<(u32, u32)>> {
    let (mut scene, _) = exact_bodies::scene(store, instances)?;
    let view = scene.view(&Executor::serial());
    let pairs = view.report(&Request::default(), &Executor::serial());
    let meeting = pairs.iter().filter(|pair| pair.relation != Relation::Disjoint);
    Ok(meeting.map(|pair| (pair.bodies.0.slot() as u32, pair.bodies.1.slot() as u32)).collect())
}
