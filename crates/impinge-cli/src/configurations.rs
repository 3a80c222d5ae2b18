//! `impinge configurations`: a robot at many joint values, each free or not, over all threads, in order.

use crate::output::{self, Output};
use crate::progress::Progress;
use crate::report::json::{self, SCHEMA};
use crate::words::{Configurations, RowFormat};
use crate::{Outcome, place, threads};
use anyhow::{Context, bail};
use impinge::articulation::Adjacency;
use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::scene::{
    BodyId, BodyOptions, ConfigurationReport, ConfigurationRequest, Mounting, MountingOptions, Scene, SceneOptions,
    View,
};
use impinge_io::{GeometrySource, JointTable, MissingJoints, Robot, RobotOptions};
use serde::Serialize;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

/// Configurations that are judged between two looks at the clock.
const RUN: usize = 1_024;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answers could not be written.
pub fn run(words: &Configurations, quiet: bool) -> anyhow::Result<Outcome> {
    let inputs: Vec<&Path> = [Some(&words.robot), Some(&words.joints), words.with.as_ref(), words.srdf.as_ref()]
        .into_iter()
        .flatten()
        .map(|path| path.as_path())
        .collect();
    let output = Output::open(words.output.as_deref(), &inputs)?;
    let executor = threads::start(words.jobs)?;
    let robot = read_robot(words)?;
    let missing = if words.missing_at_rest { MissingJoints::Rest } else { MissingJoints::Refuse };
    let table = impinge_io::read_joint_table(&words.joints, &robot.articulation, missing)?;
    let (mut scene, mounting) = mount(&robot, words)?;
    prepare(&scene, &executor);
    if !quiet {
        notes(&robot, &table, &mounting).iter().for_each(|note| output::note(note));
    }
    let request = if words.distance { ConfigurationRequest::Clearance } else { ConfigurationRequest::FirstContact };
    let view = scene.view(&executor);
    let start = Instant::now();
    let reports = judge(&view, &mounting, &table, request, &Pace { executor: &executor, quiet })?;
    let taken = start.elapsed().as_secs_f64();
    let names = Names { view, distance: words.distance };
    match words.format {
        RowFormat::Csv => output.write(&names.csv(&reports)?)?,
        RowFormat::Json => output.write(&names.json(&reports)?)?,
    }
    if !quiet {
        let free = reports.iter().filter(|report| report.met.is_none()).count();
        let all = place::count(reports.len(), "configuration", "configurations");
        let mean = taken * 1e6 / reports.len().max(1) as f64;
        output::say(&format!("{all}, {free} of them free, in {taken:.3} s; {mean:.2} us each"));
    }
    Ok(Outcome::Nothing)
}

fn read_robot(words: &Configurations) -> anyhow::Result<Robot> {
    let options = RobotOptions {
        package_roots: words.package.clone(),
        geometry: if words.visual { GeometrySource::CollisionElseVisual } else { GeometrySource::Collision },
        srdf: words.srdf.clone(),
    };
    let robot = impinge_io::read_urdf(&words.robot, &options)?;
    if robot.solid_links().is_empty() {
        let hint = if words.visual { "" } else { "; --visual takes the visual geometry instead" };
        bail!("{}: no link has collision geometry, so nothing can meet{hint}", words.robot.display());
    }
    Ok(robot)
}

/// The robot, among the bodies of the scene file if there is one; a robot with the same links and joints there is taken for it, at its place.
fn mount(robot: &Robot, words: &Configurations) -> anyhow::Result<(Scene, Mounting)> {
    let mut scene = Scene::default();
    if let Some(path) = &words.with {
        let file = impinge_io::read_scene(path)?;
        let built = file.build(&SceneOptions::default()).with_context(|| path.display().to_string())?;
        let is_it = |there: &Mounting| {
            let [p, q] = [there.articulation(), &robot.articulation];
            p.link_names() == q.link_names() && p.joints() == q.joints()
        };
        if let Some(mounting) = built.robots.into_iter().find(is_it) {
            return Ok((built.scene, mounting));
        }
        scene = built.scene;
    }
    let name = if robot.name.is_empty() { "robot" } else { &robot.name };
    let options = MountingOptions {
        name: name.to_owned(),
        world_from_root: impinge::math::Pose::IDENTITY,
        allowed: robot.allowed_pairs(Adjacency::default()),
        body: BodyOptions { mobility: Mobility::Moving, groups: u32::MAX, ..BodyOptions::default() },
    };
    let mounted = scene.mount(&robot.articulation, &robot.models()?, &options);
    Ok((scene, mounted.with_context(|| words.robot.display().to_string())?))
}

/// Makes the trees of all meshes, so that no configuration waits for them.
fn prepare(scene: &Scene, executor: &Executor) {
    scene.bodies().flat_map(|body| body.model().meshes()).for_each(|mesh| mesh.prepare(executor));
}

/// What a reader of the answers should know.
fn notes(robot: &Robot, table: &JointTable, mounting: &Mounting) -> Vec<String> {
    let beyond = table.rows().filter(|(_, values)| robot.articulation.check(values).is_err()).count();
    let mut notes = Vec::new();
    if beyond > 0 {
        let first = table.rows().find_map(|(line, values)| Some((line, robot.articulation.check(values).err()?)));
        let example = first.map_or_else(String::new, |(line, error)| format!("; line {line}: {error}"));
        notes.push(format!("{} outside the limits of the joints{example}", place::count(beyond, "row is", "rows are")));
    }
    let frames = robot.links.len() - mounting.links().len();
    if frames > 0 {
        notes.push(format!("{} no geometry", place::count(frames, "link has", "links have")));
    }
    notes
}

/// How the work goes on.
struct Pace<'a> {
    executor: &'a Executor,
    quiet: bool,
}

fn judge(
    view: &View<'_>,
    mounting: &Mounting,
    table: &JointTable,
    request: ConfigurationRequest,
    pace: &Pace<'_>,
) -> anyhow::Result<Vec<ConfigurationReport>> {
    let rows: Vec<&[f64]> = table.rows().map(|(_, values)| values).collect();
    let progress = Progress::new("judging", rows.len(), pace.quiet);
    let mut reports = Vec::with_capacity(rows.len());
    for run in rows.chunks(RUN) {
        reports.extend(view.configurations(mounting, &run.concat(), request, pace.executor)?);
        run.iter().for_each(|_| progress.step());
    }
    Ok(reports)
}

/// Answers by the names of bodies.
struct Names<'a> {
    view: View<'a>,
    distance: bool,
}

/// An answer as JSON.
#[derive(Serialize)]
struct Row<'a> {
    index: usize,
    free: bool,
    met: Option<[&'a str; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<[&'a str; 2]>,
}

impl Names<'_> {
    fn pair(&self, (a, b): (BodyId, BodyId)) -> [&str; 2] {
        [a, b].map(|id| self.view.scene().body(id).ok().and_then(|body| body.name()).unwrap_or("?"))
    }

    fn row(&self, index: usize, report: &ConfigurationReport) -> Row<'_> {
        let nearest = report.nearest;
        Row {
            index,
            free: report.met.is_none(),
            met: report.met.map(|pair| self.pair(pair)),
            distance: nearest.map(|(_, gap)| gap.value),
            nearest: nearest.map(|(pair, _)| self.pair(pair)),
        }
    }

    fn csv(&self, reports: &[ConfigurationReport]) -> anyhow::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::new());
        let columns = ["index", "free", "a", "b", "distance", "nearest_a", "nearest_b"];
        let width = if self.distance { 7 } else { 4 };
        out.write_record(&columns[..width])?;
        for (index, report) in reports.iter().enumerate() {
            let row = self.row(index, report);
            let [a, b] = row.met.unwrap_or_default();
            let [p, q] = row.nearest.unwrap_or_default();
            let distance = row.distance.map_or_else(String::new, |d| d.to_string());
            let cells = [&index.to_string(), &row.free.to_string(), a, b, &distance, p, q].map(str::to_owned);
            out.write_record(&cells[..width])?;
        }
        Ok(out.into_inner()?)
    }

    fn json(&self, reports: &[ConfigurationReport]) -> anyhow::Result<Vec<u8>> {
        let mut out = Vec::new();
        write!(out, "{{\"schema\":{SCHEMA},\n\"configurations\":[")?;
        json::lines(&mut out, reports.iter().enumerate().map(|(index, report)| self.row(index, report)))?;
        writeln!(out, "]}}")?;
        Ok(out)
    }
}
