//! Bodies of cubes that move along straight lines, whose times of contact are quotients of integers.

use crate::laws::LENGTH_TOLERANCE;
use crate::trial::Trial;
use crate::voxel_pair::VoxelPair;
use impinge::DVec3;
use impinge_scenes::voxel::Voxel;

const TRIES: usize = 50;

/// Loads a random pair and a displacement that fits; `None` if the engine refuses the pair, or nothing fits in some tries.
fn ask(trial: &mut Trial<'_>, fits: impl Fn(&VoxelPair, Voxel) -> bool) -> Option<(VoxelPair, Voxel, Option<f64>)> {
    let mut draw = || {
        let pair = VoxelPair::random(&mut trial.random);
        let displacement = [(); 3].map(|()| trial.random.integer(-12, 12));
        fits(&pair, displacement).then_some((pair, displacement))
    };
    let (pair, displacement) = (0..TRIES).find_map(|_| draw())?;
    let [a, b] = pair.meshes(&mut trial.random).ok()?;
    let loaded = trial.load(&a, &b)?;
    let answer = trial.ask(|| loaded.first_contact(DVec3::from_array(displacement.map(|x| x as f64))))?;
    Some((pair, displacement, answer))
}

pub fn hits(trial: &mut Trial<'_>) {
    let is_hit = |pair: &VoxelPair, displacement| pair.first_overlap(displacement).is_some();
    let Some((pair, displacement, answer)) = ask(trial, is_hit) else { return };
    let overlap = pair.first_overlap(displacement).unwrap_or(f64::NAN);
    let is_in_time = answer.is_some_and(|time| time <= overlap + LENGTH_TOLERANCE);
    trial.judge(is_in_time, || {
        describe(&pair, displacement, &format!("answered {answer:?}; they overlap from {overlap} on"))
    });
}

pub fn free(trial: &mut Trial<'_>) {
    let Some((pair, displacement, answer)) = ask(trial, VoxelPair::stays_apart) else { return };
    trial.judge(answer.is_none(), || describe(&pair, displacement, &format!("answered {answer:?}; they stay apart")));
}

fn describe(pair: &VoxelPair, displacement: Voxel, what: &str) -> String {
    let [a, b] = [&pair.a, &pair.b].map(|voxels| voxels.iter().collect::<Vec<_>>());
    format!("{what}; cubes of a: {a:?}; of b: {b:?}, moved by {displacement:?}")
}
