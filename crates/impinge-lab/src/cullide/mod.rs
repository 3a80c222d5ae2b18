//! `impinge lab cullide`: what images prune from a crowd, round by round, as it gets denser.

mod occlusion_queries;

use crate::args::LabFormat;
use crate::cullide::occlusion_queries::OcclusionTrial;
use crate::image_space_args::CullideArgs;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use anyhow::ensure;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge_gpu::cullide::{Cullide, Proposal};
use impinge_gpu::{Gpu, Instance, Store};
use impinge_picture::log_log_plot::{Curve, Figure, Panel};
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::torus;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::text_table::{lines, plain, right};
use serde::Serialize;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

/// The volume of bodies over that of the room they are in.
const DENSITIES: [f64; 7] = [0.0003, 0.001, 0.003, 0.01, 0.03, 0.06, 0.1];

/// Radii of a torus: of its ring and of its tube.
pub(super) const TORUS: [f64; 2] = [0.4, 0.15];

/// A crowd of one density.
#[derive(Clone, Debug, Serialize)]
pub struct Crowd {
    pub density: f64,
    pub bodies: u32,
    pub faces: u32,
    /// Pairs whose boxes overlap, those that images do not part, those of the others that may be nested, and those that meet.
    pub box_pairs: usize,
    pub candidates: usize,
    pub nestings: usize,
    pub meeting: usize,
    /// Bodies and faces with boxes that overlap others, and what is left of them in the end.
    pub bodies_at_first: u32,
    pub bodies_left: u32,
    pub faces_at_first: u32,
    pub faces_left: u32,
    pub body_rounds: usize,
    pub face_rounds: usize,
    pub milliseconds: f64,
    pub gpu_milliseconds: Option<f64>,
}

/// What one round left.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    density: f64,
    /// What is pruned: bodies, then groups of faces, then faces.
    level: &'static str,
    round: usize,
    left: u32,
}

/// All that was measured.
#[derive(Serialize)]
struct CullideResults {
    device: String,
    driver: String,
    seed: u64,
    pixels: u32,
    crowds: Vec<Crowd>,
    rounds: Vec<Round>,
    /// A few bodies of each density, by occlusion queries.
    published: Vec<OcclusionTrial>,
}

/// Runs the command.
///
/// # Errors
/// There is no device, it fails or is wrong, or the files could not be written.
pub fn run(words: &CullideArgs, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let gpu = Gpu::open(&impinge_gpu::Choice::named_or_fastest(words.device.as_deref()))?;
    let (bodies, pixels) =
        if words.quick { (words.bodies.min(24), words.pixels.min(64)) } else { (words.bodies, words.pixels) };
    let progress = Progress::new("cullide", DENSITIES.len(), quiet);
    let (mut crowds, mut rounds, mut published) = (Vec::new(), Vec::new(), Vec::new());
    let mut cullide = Cullide::new(&gpu);
    for density in DENSITIES {
        let (crowd, own) = measure(&gpu, &mut cullide, density, bodies, pixels, words.seed)?;
        crowds.push(crowd);
        rounds.extend(own);
        published.push(occlusion_queries::measure(&gpu, &mut cullide, density, bodies, pixels, words.seed)?);
        progress.step();
    }
    drop(progress);
    let device = gpu.description();
    let (name, driver) = (device.name.clone(), device.driver.clone());
    let results = CullideResults { device: name, driver, seed: words.seed, pixels, crowds, rounds, published };
    report(words, &results, &mut dir, quiet)
}

/// A crowd of the given number of tori. Images may part no pair that meets.
pub fn measure(
    gpu: &Gpu,
    cullide: &mut Cullide,
    density: f64,
    bodies: u32,
    pixels: u32,
    seed: u64,
) -> anyhow::Result<(Crowd, Vec<Round>)> {
    let mut store = Store::new(gpu);
    let shape = torus(TORUS[0], TORUS[1], 40, 12)?;
    let faces = bodies * shape.faces().len() as u32;
    let instances = crowd(&mut store, shape, density, bodies, seed)?;
    let mut ask = || cullide.query(gpu, &mut store, &instances, [pixels; 2], &Executor::serial());
    // The first makes room and compiles.
    ask()?;
    let start = Instant::now();
    let found = ask()?;
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let exact = crate::cinder::meeting(&store, &instances)?;
    let proved: BTreeSet<(u32, u32)> = found.pairs.iter().map(|pair| pair.bodies).collect();
    ensure!(proved == exact, "{}", difference(&proved, &exact));
    let Proposal { body_rounds, group_rounds, face_rounds, cost, .. } = &found.proposal;
    let ends = |rounds: &[u32]| [rounds.first(), rounds.last()].map(|count| count.copied().unwrap_or(0));
    let ([bodies_at_first, bodies_left], [faces_at_first, faces_left]) = (ends(body_rounds), ends(face_rounds));
    let crowd = Crowd {
        density,
        bodies,
        faces,
        box_pairs: found.proposal.box_pairs,
        candidates: found.proposal.candidates,
        nestings: found.proposal.nestings,
        meeting: proved.len(),
        bodies_at_first,
        bodies_left,
        faces_at_first,
        faces_left,
        body_rounds: body_rounds.len().saturating_sub(1),
        face_rounds: face_rounds.len().saturating_sub(1),
        milliseconds,
        gpu_milliseconds: cost.gpu_time.map(|time| time.as_secs_f64() * 1e3),
    };
    let levels = [("bodies", body_rounds), ("groups", group_rounds), ("faces", face_rounds)];
    let rounds = levels.into_iter().flat_map(|(level, rounds)| {
        rounds.iter().enumerate().map(move |(round, &left)| Round { density, level, round, left })
    });
    Ok((crowd, rounds.collect()))
}

/// Bodies of one shape at random places in a cube.
///
/// # Errors
/// The shape does not fit, or the cube is larger than poses may be.
pub(super) fn crowd(
    store: &mut Store,
    shape: Mesh,
    density: f64,
    bodies: u32,
    seed: u64,
) -> anyhow::Result<Vec<Instance>> {
    let half = 0.5 * (f64::from(bodies) * shape.mass_properties().volume / density).cbrt();
    let bounds = Aabb { min: DVec3::splat(-half), max: DVec3::splat(half) };
    let (mesh, mut random) = (store.add(&Arc::new(shape))?, SplitMix64::new(seed));
    let mut instances = Vec::new();
    for _ in 0..bodies {
        instances.push(Instance { mesh, world_from_body: random.pose(&bounds)? });
    }
    Ok(instances)
}

/// What is wrong with pairs that are not those that meet.
fn difference(proved: &BTreeSet<(u32, u32)>, exact: &BTreeSet<(u32, u32)>) -> String {
    let (parted, made) = (exact.difference(proved).next(), proved.difference(exact).next());
    let parted = parted.map(|(a, b)| format!("images part bodies {a} and {b}, which meet"));
    let made = made.map(|(a, b)| format!("bodies {a} and {b} do not meet, but were proved to"));
    [parted, made].into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Writes the files and prints the table.
fn report(words: &CullideArgs, results: &CullideResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let (crowds, json) = (csv_rows(&results.crowds)?, serde_json::to_vec_pretty(results)?);
    dir.put("cullide.csv", &crowds)?;
    dir.put("cullide-rounds.csv", &csv_rows(&results.rounds)?)?;
    dir.put("cullide-published.csv", &csv_rows(&results.published)?)?;
    dir.put("cullide.svg", figure(results).as_bytes())?;
    dir.put("cullide.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let CullideResults { device, driver, seed, pixels, .. } = results;
            let (out, files) = (words.place.out.display(), dir.files.join(", "));
            let summary = format!(
                "{}\n{}\n{pixels} x {pixels} pixels along three axes; {device} ({driver}), seed {seed}\nwrote to {out}: {files}\n",
                table(results),
                occlusion_queries::table(&results.published)
            );
            Output::Stdout.write_text(&summary)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&crowds)?,
    }
    Ok(())
}

/// A row for each density.
fn table(results: &CullideResults) -> String {
    let mut table = plain();
    table.set_header([
        "density",
        "pairs of boxes",
        "not parted",
        "nested?",
        "meet",
        "bodies by round",
        "groups by round",
        "faces by round",
        "ms",
    ]);
    for crowd in &results.crowds {
        let rounds = |level: &str| {
            let own = results.rounds.iter().filter(|round| round.density == crowd.density && round.level == level);
            own.map(|round| grouped(round.left.into())).collect::<Vec<_>>().join(" → ")
        };
        let counts = [crowd.box_pairs, crowd.candidates, crowd.nestings, crowd.meeting].map(|n| grouped(n as u64));
        let first = std::iter::once(crowd.density.to_string()).chain(counts);
        let last = [rounds("bodies"), rounds("groups"), rounds("faces"), format!("{:.3}", crowd.milliseconds)];
        table.add_row(first.chain(last).map(right));
    }
    lines(&table)
        + "not parted: by images; they and those that may be nested are decided exactly, which the time includes\n"
}

/// Pairs over density, and the share of faces that is left. A count of zero is drawn at the foot.
fn figure(results: &CullideResults) -> String {
    let curve = |name, colour, value: fn(&Crowd) -> f64, least: f64| Curve {
        name,
        colour,
        points: results.crowds.iter().map(|crowd| [crowd.density, value(crowd).max(least)]).collect(),
    };
    let pairs = vec![
        curve("boxes overlap", "#777777", |crowd| crowd.box_pairs as f64, 0.5),
        curve("not parted", "#0072b2", |crowd| crowd.candidates as f64, 0.5),
        curve("meet", "#d55e00", |crowd| crowd.meeting as f64, 0.5),
    ];
    let share = |left: u32, all: u32| 100.0 * f64::from(left) / f64::from(all.max(1));
    let shares = |name, colour, value: &dyn Fn(&Crowd) -> f64| Curve {
        name,
        colour,
        points: results.crowds.iter().map(|crowd| [crowd.density, value(crowd).max(0.5)]).collect(),
    };
    let left = vec![
        shares("bodies", "#0072b2", &|crowd| share(crowd.bodies_left, crowd.bodies)),
        shares("faces", "#d55e00", &|crowd| share(crowd.faces_left, crowd.faces)),
    ];
    let panel = |title: &str, curves| Panel { title: title.to_owned(), curves, marks: Vec::new() };
    let rows = vec![vec![panel("pairs", pairs), panel("left, % of all", left)]];
    let note = format!("tori in a cube; {}", results.device);
    Figure { title: "CULLIDE: pruning and density", note: &note, axes: ["density", "pairs, %"], rows }.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_told_either_way() {
        let (some, more) = (BTreeSet::from([(0, 1)]), BTreeSet::from([(0, 1), (2, 5)]));
        assert_eq!(difference(&some, &more), "images part bodies 2 and 5, which meet");
        assert_eq!(difference(&more, &some), "bodies 2 and 5 do not meet, but were proved to");
    }
}
