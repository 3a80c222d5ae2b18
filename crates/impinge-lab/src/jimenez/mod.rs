//! `impinge lab jimenez`: the experiments of Jiménez, Segura and Feito (2004) with moving polygons, the engine's trees in the place of PIVOT2D;
//! and the same in space, which they leave for later.

pub mod moving_points;
pub mod moving_polygons;
mod moving_solids;
mod solid_agreement;
mod solid_bodies;
mod solid_plot;
mod surface_plot;
mod table;
pub mod trajectory;

use crate::args::{Jimenez, LabFormat, PolygonKind};
use crate::jimenez::moving_points::PointTrial;
use crate::jimenez::moving_polygons::{METHODS, MovingTrial};
use crate::jimenez::moving_solids::SolidTrial;
use crate::jimenez::solid_agreement::SolidAgreement;
use crate::jimenez::surface_plot::Surfaces;
use crate::jimenez::trajectory::{TRAJECTORIES, Trajectory};
use crate::measurement_harness::machine::processor;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use impinge_picture::log_log_plot::{Curve, Figure, Panel};
use impinge_picture::number_format::grouped;
use impinge_scenes::Outline;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use serde::Serialize;

/// Positions of `--quick`.
const QUICK: usize = 900;

/// The most positions of a mover in space: half of the way around.
const SOLID_POSITIONS: usize = 9_000;

/// Faces and steps in space of `--quick`.
const QUICK_FACES: usize = 10_000;
const QUICK_STEPS: usize = 3_000;

/// All that was measured.
#[derive(Serialize)]
pub struct JimenezResults {
    pub machine: String,
    pub seed: u64,
    pub sizes: Vec<usize>,
    /// Every pair of sizes, one kind, on a circle.
    pub surface: Vec<MovingTrial>,
    /// Both of the same size, every kind, both ways.
    pub kinds: Vec<MovingTrial>,
    pub points: Vec<PointTrial>,
    /// Polyhedra that move about others.
    pub solids: Vec<SolidTrial>,
    /// Steps of these whose answers were compared with pair queries.
    pub agreement: SolidAgreement,
}

/// What is asked for.
struct JimenezPlan {
    sizes: Vec<usize>,
    positions: usize,
    kinds: Vec<Outline>,
    seed: u64,
    /// Faces of bodies that stand, rising.
    faces: Vec<usize>,
    solid_positions: usize,
    compared_steps: usize,
}

impl JimenezPlan {
    fn of(words: &Jimenez) -> Self {
        let mut sizes: Vec<usize> = words.vertices.iter().map(|n| *n as usize).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut kinds = Vec::new();
        for kind in words.kinds.iter().map(|kind| outline(*kind)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let mut positions = words.positions as usize;
        let mut faces: Vec<usize> = words.faces.iter().map(|n| *n as usize).collect();
        faces.sort_unstable();
        faces.dedup();
        let mut compared_steps = words.steps as usize;
        if words.quick {
            faces.truncate(faces.iter().filter(|n| **n <= QUICK_FACES).count().max(1));
            compared_steps = compared_steps.min(QUICK_STEPS);
            let all = std::mem::take(&mut sizes);
            sizes = [0, all.len() / 2, all.len() - 1].map(|k| all[k]).to_vec();
            sizes.dedup();
            positions = positions.min(QUICK);
        }
        let solid_positions = positions.min(SOLID_POSITIONS);
        Self { sizes, positions, kinds, seed: words.seed, faces, solid_positions, compared_steps }
    }

    /// The kind whose surfaces are drawn: the paper takes the contour, which it calls the hardest.
    fn surface_kind(&self) -> Option<Outline> {
        let contour = self.kinds.iter().find(|kind| **kind == Outline::Contour);
        contour.or(self.kinds.first()).copied()
    }
}

fn outline(kind: PolygonKind) -> Outline {
    match kind {
        PolygonKind::Convex => Outline::Convex,
        PolygonKind::Starred => Outline::Starred,
        PolygonKind::Contour => Outline::Contour,
        PolygonKind::Irregular => Outline::Irregular,
        PolygonKind::Holed => Outline::Holed,
    }
}

/// Runs the command.
///
/// # Errors
/// Two methods do not agree, or the files could not be written.
pub fn run(words: &Jimenez, quiet: bool) -> anyhow::Result<()> {
    let mut dir = OutputDir::open(&words.place.out)?;
    let plan = JimenezPlan::of(words);
    let (sizes, kinds) = (&plan.sizes, &plan.kinds);
    let solids = moving_points::solids(plan.seed)?;
    let cases = moving_solids::cases(&plan.faces);
    let in_plane = sizes.len() * sizes.len() + (TRAJECTORIES.len() + 1) * kinds.len() * sizes.len();
    let work = in_plane + solids.len() + cases.len() + 1;
    let progress = Progress::new("jimenez", work, quiet);
    let mut results = JimenezResults {
        machine: processor(),
        seed: plan.seed,
        sizes: sizes.clone(),
        surface: Vec::new(),
        kinds: Vec::new(),
        points: Vec::new(),
        solids: Vec::new(),
        agreement: SolidAgreement::default(),
    };
    let measure = |kind, trajectory, vertices| {
        let trial = moving_polygons::measure(kind, trajectory, vertices, plan.positions, plan.seed);
        progress.step();
        trial
    };
    for n in sizes {
        for m in sizes {
            if let Some(kind) = plan.surface_kind() {
                results.surface.push(measure(kind, Trajectory::Circular, [*n, *m])?);
            }
        }
    }
    for kind in kinds {
        for trajectory in TRAJECTORIES {
            for n in sizes {
                results.kinds.push(measure(*kind, trajectory, [*n, *n])?);
            }
        }
    }
    for kind in kinds {
        for n in sizes {
            results.points.push(moving_points::in_polygon(*kind, *n, (plan.positions / 10).max(20), plan.seed)?);
            progress.step();
        }
    }
    for (name, mesh) in &solids {
        results.points.push(moving_points::in_solid(name, mesh, (plan.positions / 10).max(20))?);
        progress.step();
    }
    for case in &cases {
        results.solids.push(moving_solids::measure(case, plan.solid_positions)?);
        progress.step();
    }
    results.agreement = solid_agreement::compare(plan.compared_steps, plan.seed)?;
    progress.step();
    drop(progress);
    report(words, &results, &plan, &mut dir, quiet)
}

/// Writes the files and prints the tables.
fn report(
    words: &Jimenez,
    results: &JimenezResults,
    plan: &JimenezPlan,
    dir: &mut OutputDir,
    quiet: bool,
) -> anyhow::Result<()> {
    let all: Vec<&MovingTrial> = results.surface.iter().chain(&results.kinds).collect();
    let (moving, json) = (csv_rows(&all)?, serde_json::to_vec_pretty(results)?);
    dir.put("jimenez.csv", &moving)?;
    dir.put("jimenez-points.csv", &csv_rows(&results.points)?)?;
    dir.put("jimenez-solids.csv", &csv_rows(&results.solids)?)?;
    let kind = plan.surface_kind().map_or("", Outline::name);
    let positions = grouped(plan.positions as u64);
    let note = format!("{kind} polygons on a circle of {positions} positions; {}, one thread", results.machine);
    let surfaces = Surfaces { trials: &results.surface, sizes: &results.sizes, note };
    dir.put("jimenez-surfaces.svg", surfaces.svg().as_bytes())?;
    dir.put("jimenez-kinds.svg", over_kinds(results, &plan.kinds).as_bytes())?;
    let solids_note =
        format!("movers of radius 0.1 and 320 faces where neither varies; {}, one thread", results.machine);
    dir.put("jimenez-solids.svg", solid_plot::svg(&results.solids, &solids_note).as_bytes())?;
    dir.put("jimenez.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let mut text = table::text(results);
            let (machine, out) = (&results.machine, words.place.out.display());
            let wrote =
                format!("{machine}, one thread, seed {}\nwrote to {out}: {}\n", results.seed, dir.files.join(", "));
            text.push_str(&wrote);
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&moving)?,
    }
    Ok(())
}

/// Times over vertices, a row of panels for each way, a panel for each kind.
fn over_kinds(results: &JimenezResults, kinds: &[Outline]) -> String {
    const COLOURS: [&str; METHODS.len()] = ["#d55e00", "#aa4499", "#0072b2", "#777777"];
    let panel = |trajectory: Trajectory, kind: Outline| {
        let own = || results.kinds.iter().filter(move |t| (t.kind, t.trajectory) == (kind.name(), trajectory.name()));
        let curve = |k: usize| Curve {
            name: METHODS[k],
            colour: COLOURS[k],
            points: own().map(|t| [t.static_vertices as f64, t.microseconds(k).max(1e-4)]).collect(),
        };
        Panel {
            title: format!("{}, {}", kind.name(), trajectory.name()),
            curves: (0..METHODS.len()).map(curve).collect(),
            marks: Vec::new(),
        }
    };
    let rows = TRAJECTORIES.map(|trajectory| kinds.iter().map(|kind| panel(trajectory, *kind)).collect());
    let note = format!("both polygons of the same number of vertices; {}, one thread", results.machine);
    let title = "a polygon moves about another: time and size";
    Figure { title, note: &note, axes: ["vertices", "us a position"], rows: rows.into() }.svg()
}
