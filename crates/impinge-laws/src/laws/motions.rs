//! Bodies of cubes that move along straight lines, whose times of contact are quotients of integers.

use crate::laws::LENGTH_TOLERANCE;
use crate::trial::Trial;
use crate::voxel_pair::{VoxelPair, describe_cubes};
use impinge::DVec3;
use impinge_scenes::voxel::Voxel;

const TRIES: usize = 50;

/// A motion and when the engine says that it hits.
struct AnsweredMotion {
    pair: VoxelPair,
    displacement: Voxel,
    first_contact: Option<f64>,
}

/// Asks about a random pair and a displacement that fits; `None` if the engine gives no answer, or nothing fits in some tries.
fn ask(trial: &mut Trial<'_>, fits: impl Fn(&VoxelPair, Voxel) -> bool) -> Option<AnsweredMotion> {
    let mut draw = || {
        let pair = VoxelPair::random(&mut trial.random);
        let displacement = [(); 3].map(|()| trial.random.integer(-12, 12));
        fits(&pair, displacement).then_some((pair, displacement))
    };
    let (pair, displacement) = (0..TRIES).find_map(|_| draw())?;
    let [a, b] = pair.meshes(&mut trial.random).ok()?;
    let loaded = trial.load(&a, &b)?;
    let first_contact = trial.ask(|| loaded.first_contact(DVec3::from_array(displacement.map(|x| x as f64))))?;
    Some(AnsweredMotion { pair, displacement, first_contact })
}

pub fn hits(trial: &mut Trial<'_>) {
    let is_hit = |pair: &VoxelPair, displacement| pair.first_overlap(displacement).is_some();
    let Some(AnsweredMotion { pair, displacement, first_contact: answer }) = ask(trial, is_hit) else { return };
    let overlap = pair.first_overlap(displacement).unwrap_or(f64::NAN);
    let touch = pair.first_touch(displacement).unwrap_or(f64::NAN);
    let is_in_time = answer.is_some_and(|time| touch - LENGTH_TOLERANCE <= time && time <= overlap + LENGTH_TOLERANCE);
    trial.judge(is_in_time, || {
        describe(
            &pair,
            displacement,
            &format!("answered {answer:?}; they touch from {touch} on, and overlap from {overlap} on"),
        )
    });
}

pub fn free(trial: &mut Trial<'_>) {
    let Some(AnsweredMotion { pair, displacement, first_contact: answer }) = ask(trial, VoxelPair::stays_apart) else {
        return;
    };
    trial.judge(answer.is_none(), || describe(&pair, displacement, &format!("answered {answer:?}; they stay apart")));
}

fn describe(pair: &VoxelPair, displacement: Voxel, what: &str) -> String {
    format!("{what}; {}, moved by {displacement:?}", describe_cubes(&pair.a, &pair.b))
}
