//! `impinge lab hierarchies`: which bounding volume, splitting and traversal wins where, of those that Kockara et al. (2007,
//! section III.E) survey.

pub mod body_pairs;
mod heatmap;
pub mod solid_spheres;
pub mod trial;

use crate::args::{Hierarchies, LabFormat};
use crate::hierarchies::body_pairs::Pair;
use crate::hierarchies::heatmap::Heatmap;
use crate::hierarchies::solid_spheres::SphereLevel;
use crate::hierarchies::trial::{Question, Trial, compare, time};
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use impinge::math::DVec3;
use impinge::pair::Method;
use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig};
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use serde::Serialize;
use std::time::Instant;

/// Volumes, each in its usual tree, edges and faces without a tree, spheres that hold solids, and the engine's own tree.
const VOLUMES: [&str; 10] =
    ["sphere", "aabb", "kdop:k=14", "kdop", "kdop:k=26", "obb", "rss", "edge-face", "medial-spheres", "auto"];

/// Where and along what groups are split.
const SPLITTING: [&str; 9] = [
    "obb",
    "obb:split=median",
    "obb:split=middle",
    "obb:split=projection",
    "obb:split=centroids",
    "obb:split=random",
    "obb:axis=coordinate",
    "obb:axis=longest",
    "obb:axis=covariance",
];

/// How broad and deep trees are, and how boxes are fitted.
const SHAPE: [&str; 8] =
    ["obb", "obb:arity=4", "obb:arity=8", "obb:leaf=1", "obb:leaf=4", "obb:leaf=8", "obb:fit=vertices", "obb:fit=hull"];

/// Which node is opened, in which order, what happens at leaves, and in whose frame.
const TRAVERSAL: [&str; 6] =
    ["obb", "obb:descend=both", "obb:descend=alternate", "obb:order=breadth", "obb:leaves=volume", "obb:space=world"];

/// The tree of one body built one way.
#[derive(Clone, Debug, Serialize)]
struct BuildMeasurement {
    bodies: &'static str,
    method: String,
    triangles: usize,
    milliseconds: f64,
    bytes_a_triangle: f64,
    depth: usize,
    /// Area of the leaves' volumes in units of the surface: the less, the tighter.
    tightness: f64,
}

/// All that was measured.
#[derive(Serialize)]
struct HierarchyResults {
    machine: String,
    builds: Vec<BuildMeasurement>,
    spheres: Vec<SphereLevel>,
    queries: Vec<Trial>,
}

/// Runs the command.
///
/// # Errors
/// Two methods do not agree, or the files could not be written.
pub fn run(words: &Hierarchies, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let executor = threads::start(words.place.jobs)?;
    let methods = methods()?;
    let mut pairs = Vec::new();
    for (i, &bodies) in words.bodies.iter().enumerate() {
        if words.bodies[..i].contains(&bodies) {
            continue;
        }
        pairs.extend(body_pairs::pairs(bodies, words.seed, words.triangles, words.poses)?);
    }
    let builds = builds(&pairs, &methods);
    let spheres = solid_spheres::measure(&pairs)?;
    let asked: Vec<(&Pair, Question)> =
        pairs.iter().flat_map(|pair| Question::of(pair.place).iter().map(move |question| (pair, *question))).collect();
    let progress = Progress::new("hierarchies", 2 * asked.len() * methods.len(), quiet);
    // First every answer, on all threads, then the clock, on one.
    let compared = executor.map(asked.len() * methods.len(), |i| {
        let (pair, question) = asked[i / methods.len()];
        let outcome = compare(pair, question, methods[i % methods.len()]);
        progress.step();
        outcome
    });
    compared.into_iter().collect::<anyhow::Result<()>>()?;
    let mut queries = Vec::new();
    for &(pair, question) in &asked {
        queries.extend(time(pair, question, &methods, &progress));
    }
    drop(progress);
    report(words, &HierarchyResults { machine: processor(), builds, spheres, queries }, &mut dir, quiet)
}

/// Every method named above, once.
fn methods() -> anyhow::Result<Vec<Method>> {
    let mut methods: Vec<Method> = Vec::new();
    for name in VOLUMES.iter().chain(&SPLITTING).chain(&SHAPE).chain(&TRAVERSAL) {
        let method = impinge_classics::method(name)?;
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    Ok(methods)
}

/// Builds the first body of each pair of bodies in every way, on this thread.
fn builds(pairs: &[Pair], methods: &[Method]) -> Vec<BuildMeasurement> {
    let mut seen = Vec::new();
    let mut builds = Vec::new();
    for pair in pairs {
        if seen.contains(&pair.bodies) {
            continue;
        }
        seen.push(pair.bodies);
        let triangles: Vec<[DVec3; 3]> = pair.a.face_ids().map(|face| pair.a.triangle(face)).collect();
        let mut ways = Vec::new();
        for method in methods {
            let Ok(config) = method.to_string().parse::<HierarchyConfig>() else { continue };
            if ways.contains(&config.build) {
                continue;
            }
            ways.push(config.build);
            let start = Instant::now();
            let hierarchy = Hierarchy::build(&triangles, &config.build);
            let milliseconds = start.elapsed().as_secs_f64() * 1e3;
            let figures = hierarchy.statistics(&triangles);
            builds.push(BuildMeasurement {
                bodies: pair.bodies,
                method: method.to_string(),
                triangles: figures.items,
                milliseconds,
                bytes_a_triangle: figures.bytes as f64 / figures.items as f64,
                depth: figures.depth,
                tightness: figures.tightness(),
            });
        }
    }
    builds
}

/// Writes the files and prints the tables.
fn report(words: &Hierarchies, results: &HierarchyResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let map = |title, methods| Heatmap { title, methods, trials: &results.queries };
    let maps =
        [map("volume", &VOLUMES[..]), map("splitting", &SPLITTING), map("shape", &SHAPE), map("traversal", &TRAVERSAL)];
    for map in &maps {
        dir.put(&format!("hierarchies-{}.svg", map.title), map.svg(&results.machine).as_bytes())?;
    }
    let (builds, queries) = (csv_rows(&results.builds)?, csv_rows(&results.queries)?);
    let json = serde_json::to_vec_pretty(results)?;
    dir.put("hierarchies-builds.csv", &builds)?;
    dir.put("hierarchies-spheres.csv", &csv_rows(&results.spheres)?)?;
    dir.put("hierarchies-queries.csv", &queries)?;
    dir.put("hierarchies.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = format!("{}\n{}", build_table(&results.builds), solid_spheres::table(&results.spheres));
            for map in &maps {
                text.push_str(&format!("\n{}{}\n", map.table(), map.winners()));
            }
            let (machine, out) = (&results.machine, words.place.out.display());
            text.push_str(&format!("\nmicroseconds a query, * the best of the row; all methods gave the same answers; {machine}, one thread\n"));
            text.push_str(&format!("wrote to {out}: {}\n", dir.files.join(", ")));
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&queries)?,
    }
    Ok(())
}

/// Build times in milliseconds and tightness, a row for each way to build.
fn build_table(builds: &[BuildMeasurement]) -> String {
    let mut bodies: Vec<&str> = builds.iter().map(|built| built.bodies).collect();
    bodies.dedup();
    let mut methods: Vec<&str> = builds.iter().map(|built| built.method.as_str()).collect();
    methods.truncate(builds.iter().filter(|built| Some(&built.bodies) == bodies.first()).count());
    let mut table = comfy_table::Table::new();
    let rule = comfy_table::LineStyle::none().fill('─').junction('─');
    table.load_style(comfy_table::presets::NOTHING.header_separator(rule));
    let header = bodies.iter().map(|bodies| format!("{bodies}, ms (tightness)"));
    table.set_header(["build".to_owned(), "bytes".to_owned()].into_iter().chain(header));
    for method in methods {
        let row: Vec<&BuildMeasurement> = builds.iter().filter(|built| built.method == method).collect();
        let bytes = row.first().map_or(0.0, |built| built.bytes_a_triangle);
        let cells = row.iter().map(|built| format!("{:.1} ({:.1})", built.milliseconds, built.tightness));
        let right = |text: String| comfy_table::Cell::new_owned(text).set_alignment(comfy_table::CellAlignment::Right);
        let numbers = std::iter::once(format!("{bytes:.0}")).chain(cells).map(right);
        table.add_row(std::iter::once(comfy_table::Cell::new(method)).chain(numbers));
    }
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
