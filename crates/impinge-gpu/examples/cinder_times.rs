//! Times CInDeR: over the number of boxes (Knott and Pai 2003, fig. 9) and over the number of triangles (fig. 10), by drawing and by
//! computing, asking for pairs or for bodies: mean and deviation over random trials, and how well a line fits.
//!
//! `cargo run --release -p impinge-gpu --example cinder_times -- [trials]`

use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_gpu::cinder::{Ask, Cinder, Options, Path};
use impinge_gpu::{Choice, Gpu, Instance, MeshId, Store};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{cuboid, geodesic_sphere};
use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// The mean time of trials, its deviation, and the device's share, in milliseconds.
struct Time {
    mean: f64,
    deviation: f64,
    device: f64,
    interfering: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let trials = std::env::args().nth(1).map_or(Ok(100), |n| n.parse())?;
    let choice = std::env::var("IMPINGE_GPU").map_or(Choice::Fastest, Choice::Named);
    let gpu = Gpu::open(&choice)?;
    let mut out = std::io::stdout();
    writeln!(out, "{:?}", gpu.description())?;
    let mut cinder = Cinder::new(&gpu)?;
    let cube: Arc<Mesh> = Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?);
    for (path, ask) in [
        (Path::Render, Ask::Pairs),
        (Path::Render, Ask::Bodies),
        (Path::Render, Ask::Any),
        (Path::Compute, Ask::Pairs),
        (Path::Compute, Ask::Bodies),
    ] {
        let options = Options { path, ask, ..Options::default() };
        let mut points = Vec::new();
        for count in [125, 250, 500, 750, 1000] {
            let mut store = Store::new(&gpu);
            let mesh = store.add(&cube)?;
            let spread = (f64::from(count)).cbrt() * 1.6;
            let time =
                time(&gpu, &mut cinder, &mut store, &options, trials, |random| scatter(random, mesh, count, spread))?;
            line(&mut out, &format!("{path:?} {ask:?}: {count} boxes"), &time)?;
            points.push((f64::from(count), time.mean));
        }
        fit(&mut out, &points)?;
        let mut points = Vec::new();
        for frequency in [35, 50, 71, 87, 100, 112] {
            let ball = Arc::new(geodesic_sphere(0.8, frequency)?);
            let triangles = 2 * ball.faces().len();
            let mut store = Store::new(&gpu);
            let (mesh, beside) = (store.add(&ball)?, store.add(&cube)?);
            // Two cubes beside the spheres, whose own edges hide everything inside them once they are dense: so there always is something to name.
            let fixed = [DVec3::X * 2.0, DVec3::new(2.4, 0.3, 0.2)].map(Pose::from_translation);
            let time = time(&gpu, &mut cinder, &mut store, &options, trials, |random| {
                let cubes = fixed.iter().flatten().map(|&world_from_body| Instance { mesh: beside, world_from_body });
                scatter(random, mesh, 2, 0.7).into_iter().chain(cubes).collect()
            })?;
            line(&mut out, &format!("{path:?} {ask:?}: {triangles} triangles"), &time)?;
            points.push((triangles as f64, time.mean));
        }
        fit(&mut out, &points)?;
    }
    Ok(())
}

fn line(out: &mut impl Write, what: &str, time: &Time) -> std::io::Result<()> {
    let Time { mean, deviation, device, interfering } = time;
    writeln!(
        out,
        "{what}: {mean:.3} ms ± {deviation:.3}, device {device:.3} ms, {interfering} bodies or more interfere"
    )
}

fn scatter(random: &mut SplitMix64, mesh: MeshId, count: u32, spread: f64) -> Vec<Instance> {
    let bounds = Aabb { min: DVec3::splat(-spread * 0.5), max: DVec3::splat(spread * 0.5) };
    (0..count)
        .filter_map(|_| random.pose(&bounds).ok())
        .map(|world_from_body| Instance { mesh, world_from_body })
        .collect()
}

fn time(
    gpu: &Gpu,
    cinder: &mut Cinder,
    store: &mut Store,
    options: &Options,
    trials: u32,
    mut scene: impl FnMut(&mut SplitMix64) -> Vec<Instance>,
) -> Result<Time, Box<dyn Error>> {
    let mut random = SplitMix64::new(7);
    let (mut times, mut device, mut interfering) = (Vec::new(), 0.0, usize::MAX);
    for trial in 0..trials + 3 {
        let instances = scene(&mut random);
        let start = Instant::now();
        let finding = cinder.query(gpu, store, &instances, options)?;
        let elapsed = start.elapsed().as_secs_f64() * 1e3;
        // The first few make room and warm up.
        if trial >= 3 {
            times.push(elapsed);
            device += finding.cost.gpu_time.unwrap_or_default().as_secs_f64() * 1e3 / f64::from(trials);
            interfering = interfering.min(finding.bodies.len());
        }
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let variance = times.iter().map(|t| (t - mean).powi(2)).sum::<f64>() / times.len() as f64;
    Ok(Time { mean, deviation: variance.sqrt(), device, interfering })
}

/// The line of least squares, and R².
fn fit(out: &mut impl Write, points: &[(f64, f64)]) -> std::io::Result<()> {
    let n = points.len() as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (mx, my) = (mean(&|p| p.0), mean(&|p| p.1));
    let (sxy, sxx, syy) =
        (mean(&|p| (p.0 - mx) * (p.1 - my)), mean(&|p| (p.0 - mx).powi(2)), mean(&|p| (p.1 - my).powi(2)));
    let slope = sxy / sxx;
    writeln!(out, "  {:.3} ms + {:.3} ms per 1000, R² = {:.4}", my - slope * mx, slope * 1e3, sxy * sxy / (sxx * syy))
}
