//! The smallest overlap that an image shows, across the view and along it, and how far off its points are, near and far.

use crate::claims::images::device::ImageDevice;
use crate::claims::images::interfering_pairs::distance;
use crate::claims::measured::{Measured, Verdict, times};
use crate::claims::plan::ClaimPlan;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_gpu::cinder::{CinderOptions, Pair, Path};
use impinge_gpu::{Instance, Store, View};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{cuboid, tetrahedron, torus};
use std::sync::Arc;

/// Half of the width of the window, by two rings that do not meet, around all else.
const RADIUS: f64 = 2.05;

/// Places within a pixel at which an overlap must be shown.
const SHIFTS: usize = 6;

/// The finest overlap that is tried.
const FINEST: f64 = 1e-7;

/// Two rings one in the other: their boxes overlap, so that the window holds the inner one.
fn rings() -> anyhow::Result<[Mesh; 2]> {
    Ok([torus(2.0, 0.05, 48, 6)?, torus(2.3, 0.05, 48, 6)?])
}

/// Whether the bodies 0 and 1 of a scene are shown to interfere.
fn is_shown(
    images: &mut ImageDevice,
    bodies: &[(Mesh, DVec3)],
    options: &CinderOptions,
) -> anyhow::Result<Vec<(u32, u32)>> {
    let mut store = Store::new(&images.gpu);
    let mut instances = Vec::new();
    for (mesh, at) in bodies {
        let mesh = store.add(&Arc::new(mesh.clone()))?;
        instances.push(Instance { mesh, world_from_body: Pose::from_translation(*at)? });
    }
    let found = images.cinder.query(&images.gpu, &mut store, &instances, options)?;
    Ok(found.pairs.iter().map(Pair::bodies).collect())
}

/// Places of a pair within a pixel: how an edge lies between the centres of pixels must not matter.
fn shifts(seed: u64, spread: f64) -> Vec<DVec3> {
    let mut random = SplitMix64::new(seed);
    (0..SHIFTS).map(|_| DVec3::new(random.between(-spread, spread), random.between(-spread, spread), 0.0)).collect()
}

/// The least overlap that is still shown, by halving on a logarithmic scale.
fn limit(mut shown: impl FnMut(f64) -> anyhow::Result<bool>) -> anyhow::Result<f64> {
    let (mut low, mut high) = (FINEST.ln(), 0.3_f64.ln());
    anyhow::ensure!(shown(high.exp())?, "an overlap of 0.3 is shown");
    if shown(FINEST)? {
        return Ok(FINEST);
    }
    for _ in 0..12 {
        let middle = 0.5 * (low + high);
        if shown(middle.exp())? {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(high.exp())
}

/// A cube and a smaller body that reaches into it across the view.
fn across(images: &mut ImageDevice, side: u32, seed: u64) -> anyhow::Result<f64> {
    let [inner, outer] = rings()?;
    let (half, small) = (DVec3::splat(0.5), DVec3::splat(0.3));
    let (cube, block) = (cuboid(-half, half)?, cuboid(-small, small)?);
    let options = CinderOptions { size: [side; 2], path: Path::Compute, ..CinderOptions::default() };
    let shifts = shifts(seed, 2.0 * RADIUS / f64::from(side));
    limit(|overlap| {
        let at = DVec3::new(0.8 - overlap, 0.05, 0.3);
        for shift in &shifts {
            let pair = [(cube.clone(), *shift), (block.clone(), *shift + at)];
            let rings = [(inner.clone(), DVec3::ZERO), (outer.clone(), DVec3::ZERO)];
            if !is_shown(images, &[pair, rings].concat(), &options)?.contains(&(0, 1)) {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// A cube and a pyramid that stands in it by a little, seen from above.
fn along(images: &mut ImageDevice, side: u32, seed: u64) -> anyhow::Result<f64> {
    let [inner, outer] = rings()?;
    let half = DVec3::splat(0.5);
    let corners = [[0.35, 0.03, 0.0], [-0.2, 0.3, 0.0], [-0.15, -0.3, 0.0], [0.0, 0.0, 0.5]].map(DVec3::from_array);
    let (cube, pyramid) = (cuboid(-half, half)?, tetrahedron(corners)?);
    let options = CinderOptions { size: [side; 2], path: Path::Compute, ..CinderOptions::default() };
    let shifts = shifts(seed, 2.0 * RADIUS / f64::from(side));
    limit(|overlap| {
        let at = DVec3::new(0.04, 0.02, 0.5 - overlap);
        for shift in &shifts {
            let pair = [(cube.clone(), *shift), (pyramid.clone(), *shift + at)];
            let rings = [(inner.clone(), DVec3::ZERO), (outer.clone(), DVec3::ZERO)];
            if !is_shown(images, &[pair, rings].concat(), &options)?.contains(&(0, 1)) {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

pub fn across_the_view(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let sides: &[u32] = plan.pick([&[64, 128, 256, 512], &[64, 128, 256], &[32, 64]]);
    let (mut words, mut in_pixels) = (Vec::new(), Vec::new());
    for &side in sides {
        let found = across(images, side, plan.seed)?;
        let pixels = found * f64::from(side) / (2.0 * RADIUS);
        words.push(format!("{found:.4} at {side} ({pixels:.2} pixels)"));
        in_pixels.push(pixels);
    }
    let measured =
        format!("least overlap across the view that is shown, window {:.1} wide: {}", 2.0 * RADIUS, words.join(", "));
    let most = in_pixels.iter().copied().fold(0.0, f64::max);
    Ok(Measured::new(Verdict::at_most(most, [2.0, 4.0]), measured, format!("{most:.2} pixels at most, bar 2")))
}

pub fn along_the_view(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let side = plan.pick([256, 128, 64]);
    let (wide, deep) = (across(images, side, plan.seed)?, along(images, side, plan.seed)?);
    let least = if deep <= FINEST { format!("{FINEST:.0e} or less") } else { format!("{deep:.1e}") };
    let measured = format!("{side} pixels: least overlap shown across the view {wide:.4}, along it {least}");
    let gain = wide / deep;
    Ok(Measured::new(Verdict::at_least(gain, [10.0, 2.0]), measured, format!("{} finer, bar 10x", times(gain))))
}

/// How far points are from the edges that are named with them, in the mean, of a pair of boxes near the eye and of one far from it.
fn off_edges(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<[f64; 2]> {
    let (half, small) = (DVec3::splat(0.5), DVec3::splat(0.3));
    let meshes = [cuboid(-half, half)?, cuboid(-small, small)?].map(Arc::new);
    let eye = DVec3::new(0.0, 0.0, 6.0);
    let view = View::Perspective { eye, forward: DVec3::NEG_Z, up: DVec3::Y };
    let side = plan.pick([256, 128, 96]);
    let options = CinderOptions { size: [side; 2], view, path: Path::Compute, ..CinderOptions::default() };
    let mut random = SplitMix64::new(plan.seed);
    let (mut sums, mut counts) = ([0.0; 2], [0.0; 2]);
    for _ in 0..plan.pick([20, 8, 2]) {
        let mut store = Store::new(&images.gpu);
        let ids = [store.add(&meshes[0])?, store.add(&meshes[1])?];
        let mut bodies = Vec::new();
        for middle in [DVec3::new(-1.0, 0.0, 3.0), DVec3::new(4.0, 0.0, -9.0)] {
            for (k, mesh) in ids.into_iter().enumerate() {
                let at = middle + 0.5 * k as f64 * random.direction();
                bodies.push(Instance {
                    mesh,
                    world_from_body: Pose::from_quaternion(random.rotation().normalize(), at)?,
                });
            }
        }
        for pair in images.cinder.query(&images.gpu, &mut store, &bodies, &options)?.pairs {
            let body = pair.penetrating as usize;
            let (pose, vertices) = (bodies[body].world_from_body, meshes[body % 2].vertices());
            for point in &pair.points {
                let ends = |edge: &[u32; 2]| edge.map(|v| pose.transform_point(vertices[v as usize]));
                let off = pair.edges.iter().map(|edge| distance(*point, ends(edge))).fold(f64::INFINITY, f64::min);
                sums[body / 2] += off;
                counts[body / 2] += 1.0;
            }
        }
    }
    anyhow::ensure!(counts[0] > 0.0 && counts[1] > 0.0, "both pairs are shown");
    Ok([sums[0] / counts[0], sums[1] / counts[1]])
}

pub fn perspective(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [near, far] = off_edges(images, plan)?;
    let measured = format!(
        "points of boxes that interfere are {near:.1e} from the edges named with them at 3 from the eye, {far:.1e} at 15, in the mean"
    );
    let gain = far / near;
    Ok(Measured::new(Verdict::at_least(gain, [2.0, 1.1]), measured, format!("{} closer near by, bar 2x", times(gain))))
}
