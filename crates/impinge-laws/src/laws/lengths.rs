//! Distances and closest points of bodies of cubes, whose squares are integers.

use crate::laws::LENGTH_TOLERANCE;
use crate::laws::booleans::{polycubes, surfaces_meet};
use crate::trial::Trial;
use crate::voxel_pair::{VoxelPair, describe_cubes};
use impinge::pair::Relation;
use impinge::{DVec3, Pose};
use impinge_scenes::voxel::VoxelSet;

/// The size of the bodies, for the tolerance.
const SIZE: f64 = 8.0;

pub fn zero_distance(trial: &mut Trial<'_>) {
    let Some(pair) = polycubes(&mut trial.random) else { return };
    let is_meeting = surfaces_meet(&pair);
    if !is_meeting && pair.relation != Relation::Disjoint {
        // Nested without contact: an engine of solids says zero, one of surfaces the gap; both are right.
        return;
    }
    let Some(loaded) = trial.load(&pair.a, &pair.b) else { return };
    if let Some(answer) = trial.ask(|| loaded.distance(&Pose::IDENTITY)) {
        let is_right = if is_meeting { answer == 0.0 } else { answer > 0.0 };
        trial.judge(is_right, || format!("distance {answer:e}, and that they meet is {is_meeting}"));
    }
}

pub fn distance(trial: &mut Trial<'_>) {
    let pair = VoxelPair::random(&mut trial.random);
    let Ok([a, b]) = pair.meshes(&mut trial.random) else { return };
    let expected = (pair.distance_squared() as f64).sqrt();
    let Some(loaded) = trial.load(&a, &b) else { return };
    if let Some(answer) = trial.ask(|| loaded.distance(&Pose::IDENTITY)) {
        let is_near = (answer - expected).abs() <= LENGTH_TOLERANCE * SIZE;
        trial.judge(is_near, || {
            format!("distance {answer:e}, and {expected:e} is true; {}", describe_cubes(&pair.a, &pair.b))
        });
    }
}

pub fn closest_points(trial: &mut Trial<'_>) {
    let pair = VoxelPair::random(&mut trial.random);
    let Ok([a, b]) = pair.meshes(&mut trial.random) else { return };
    let expected = (pair.distance_squared() as f64).sqrt();
    let Some(loaded) = trial.load(&a, &b) else { return };
    if let Some([p, q]) = trial.ask(|| loaded.closest_points(&Pose::IDENTITY)) {
        let off = [p.distance(q) - expected, gap_to(&pair.a, p), gap_to(&pair.b, q)];
        let is_right = off.iter().all(|length| length.abs() <= LENGTH_TOLERANCE * SIZE);
        trial.judge(is_right, || {
            format!(
                "{p} and {q}; off in length {:e}, off A {:e}, off B {:e}; {}",
                off[0],
                off[1],
                off[2],
                describe_cubes(&pair.a, &pair.b)
            )
        });
    }
}

pub fn repeated(trial: &mut Trial<'_>) {
    let pair = VoxelPair::random(&mut trial.random);
    let Ok([a, b]) = pair.meshes(&mut trial.random) else { return };
    let (Some(first), Some(second)) = (trial.load(&a, &b), trial.load(&a, &b)) else { return };
    let here = &Pose::IDENTITY;
    if let Some(lengths) = trial.ask(|| Ok([first.distance(here)?, first.distance(here)?, second.distance(here)?])) {
        let is_same = lengths.iter().all(|length| length.is_finite() && length.to_bits() == lengths[0].to_bits());
        trial.judge(is_same, || format!("{lengths:?}"));
    }
}

/// How far a point is from a body of cubes.
fn gap_to(voxels: &VoxelSet, point: DVec3) -> f64 {
    let gap = |cube: [i64; 3]| {
        let low = DVec3::from_array(cube.map(|x| x as f64));
        point.distance(point.clamp(low, low + DVec3::ONE))
    };
    voxels.iter().map(gap).fold(f64::INFINITY, f64::min)
}
