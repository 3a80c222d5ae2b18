//! `impinge configurations`: a robot at many joint values, each free or not, over all threads, in order.

use crate::args::Configurations;
use crate::format::RowFormat;
use crate::{Outcome, robot};
use anyhow::{Context, bail, ensure};
use impinge::executor::Executor;
use impinge::scene::{
    BodyId, ConfigurationReport, ConfigurationRequest, MountedArticulation, Scene, SceneOptions, SceneView,
};
use impinge_clash::json::{AnswerSource, SCHEMA};
use impinge_clash::{csv_text, is_robot_file, is_scene_file, json, number_format, unseen_links_note};
use impinge_io::{GeometrySource, JointTable, LengthUnit, MissingJoints, RobotOptions, SceneFile, SceneRobot};
use impinge_terminal::output;
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

/// Configurations that are checked between two readings of the clock.
const RUN: usize = 1_024;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answers could not be written.
pub fn run(words: &Configurations, quiet: bool) -> anyhow::Result<Outcome> {
    let inputs: Vec<&Path> =
        [Some(&words.robot), Some(&words.joints), words.with.as_ref(), words.reading.srdf.as_ref()]
            .into_iter()
            .flatten()
            .map(|path| path.as_path())
            .collect();
    let (output, format) = words.output.open(&inputs)?;
    let executor = words.jobs.start()?;
    let seat = Seat::of(words)?;
    let table = read_table(words, seat.robot())?;
    let built = seat.file.build(&SceneOptions::default());
    let mut built = built.with_context(|| words.with.as_ref().unwrap_or(&words.robot).display().to_string())?;
    prepare(&built.scene, &executor);
    if !quiet {
        let notes = notes(seat.robot(), &table, &seat.visual);
        seat.note.iter().chain(&notes).for_each(|note| output::note(note));
    }
    let request = if words.distance { ConfigurationRequest::Clearance } else { ConfigurationRequest::FirstContact };
    let view = built.scene.view(&executor);
    let start = Instant::now();
    let reports = judge(&view, &built.robots[seat.robot], &table, request, &Pace { executor: &executor, quiet })?;
    let taken = start.elapsed().as_secs_f64();
    // URDF is in metres, and so is a scene with robots that states nothing else.
    let unit = seat.file.unit.or(Some(LengthUnit::Metre));
    let in_limits = table.rows().map(|(_, values)| seat.robot().robot.articulation.check(values).is_ok()).collect();
    let answers = Answers { view, reports: &reports, in_limits };
    match format {
        RowFormat::Csv => output.write(&answers.csv(request)?)?,
        RowFormat::Json => output.write(&answers.json(&AnswerSource::read(unit, &inputs))?)?,
    }
    if !quiet && reports.is_empty() {
        output::say("no configurations: the table has a header and no rows");
    } else if !quiet {
        let free = reports.iter().filter(|report| report.met.is_none()).count();
        let all = number_format::count(reports.len(), "configuration", "configurations");
        let mean = taken * 1e6 / reports.len() as f64;
        output::say(&format!("{all}, {free} of them free, in {taken:.3} s; {mean:.2} us each"));
    }
    Ok(Outcome::Nothing)
}

/// A scene and which of its robots is checked.
struct Seat {
    file: SceneFile,
    robot: usize,
    /// What a reader of the answers should know.
    note: Option<String>,
    /// What would take the visual geometry of links.
    visual: String,
}

impl Seat {
    /// The robot as the scene has it, or else as its own file does.
    fn of(words: &Configurations) -> anyhow::Result<Self> {
        check_kinds(words)?;
        let (mut file, mut note) = (SceneFile::empty(), None);
        if let Some(path) = &words.with {
            file = impinge_io::read_scene_with(path, &words.reading.named.options())?;
            if let Some(robot) = chosen(&file, words, path)? {
                let name = &file.robots[robot].name;
                if let Some(flag) = words.reading.given() {
                    let (path, key) = (path.display(), words.reading.as_key());
                    bail!(
                        "{flag} does not apply: the robot is '{name}' of {path}, taken as it is there; set {key} in its [[robots]] there"
                    );
                }
                ensure!(
                    file.robots[robot].bodies.iter().any(Option::is_some),
                    "{}: robot '{name}': no link has collision geometry, so nothing can meet; the key 'geometry' of the robot may be \
                     'collision_else_visual'",
                    path.display()
                );
                let note = format!("the robot is '{name}' of {}, as it is there", path.display());
                let visual = format!("geometry = \"{}\" in {}", robot::ELSE_VISUAL, path.display());
                return Ok(Self { file, robot, note: Some(note), visual });
            }
            let (path, robot) = (path.display(), words.robot.display());
            note = Some(format!("{path} has no robot like {robot}, which stands at the origin"));
        }
        words.reading.settings(&[]).add_to(&mut file, &words.robot)?;
        Ok(Self { robot: file.robots.len() - 1, file, note, visual: "--visual".to_owned() })
    }

    fn robot(&self) -> &SceneRobot {
        &self.file.robots[self.robot]
    }
}

/// Refuses a scene where a robot is wanted and a robot where a scene is, by their names.
fn check_kinds(words: &Configurations) -> anyhow::Result<()> {
    let path = words.robot.display();
    ensure!(
        !is_scene_file(&words.robot),
        "{path}: this is a scene file, expected a robot (.urdf); name the robot's file, and the scene with --with {path}"
    );
    if let Some(with) = words.with.as_ref().filter(|with| is_robot_file(with)) {
        bail!("--with {}: this is a robot, expected a scene file (.toml or .json)", with.display());
    }
    Ok(())
}

/// The robot of a scene file that has the links and joints of the robot asked about.
fn chosen(file: &SceneFile, words: &Configurations, path: &Path) -> anyhow::Result<Option<usize>> {
    // Its tree is enough to know it by.
    let bare = RobotOptions { geometry: GeometrySource::None, ..RobotOptions::default() };
    let tree = impinge_io::read_urdf(&words.robot, &bare)?.articulation;
    let is_it = |robot: &SceneRobot| {
        let there = &robot.robot.articulation;
        there.link_names() == tree.link_names() && there.joints() == tree.joints()
    };
    let quoted = |robots: &[&SceneRobot]| robots.iter().map(|r| format!("'{}'", r.name)).collect::<Vec<_>>().join(", ");
    let path = path.display();
    if let Some(name) = &words.name {
        let Some(at) = file.robots.iter().position(|robot| robot.name == *name) else {
            let all: Vec<&SceneRobot> = file.robots.iter().collect();
            let known = if all.is_empty() { "none".to_owned() } else { quoted(&all) };
            bail!("--robot {name}: {path} has no robot of this name, expected one of its robots: {known}");
        };
        let robot = words.robot.display();
        ensure!(is_it(&file.robots[at]), "--robot {name}: in {path} it has other links or joints than {robot}");
        return Ok(Some(at));
    }
    let alike: Vec<usize> = (0..file.robots.len()).filter(|at| is_it(&file.robots[*at])).collect();
    if alike.len() > 1 {
        let robots: Vec<&SceneRobot> = alike.iter().map(|at| &file.robots[*at]).collect();
        bail!(
            "{path} has several robots like {}: {}; choose with --robot NAME",
            words.robot.display(),
            quoted(&robots)
        );
    }
    Ok(alike.first().copied())
}

/// The joint values of a file, or of standard input for `-`.
fn read_table(words: &Configurations, robot: &SceneRobot) -> anyhow::Result<JointTable> {
    let missing = if words.missing_at_rest { MissingJoints::At(&robot.values) } else { MissingJoints::Refuse };
    let articulation = &robot.robot.articulation;
    if words.joints == Path::new("-") {
        let bytes = impinge_io::read_standard_input().context("standard input could not be read")?;
        return Ok(JointTable::parse("standard input", &bytes, articulation, missing)?);
    }
    Ok(impinge_io::read_joint_table(&words.joints, articulation, missing)?)
}

/// Makes the trees of all meshes, so that no configuration waits for them.
fn prepare(scene: &Scene, executor: &Executor) {
    scene.bodies().flat_map(|body| body.model().meshes()).for_each(|mesh| mesh.prepare(executor));
}

/// What a reader of the answers should know.
fn notes(robot: &SceneRobot, table: &JointTable, visual: &str) -> Vec<String> {
    let articulation = &robot.robot.articulation;
    let beyond = table.rows().filter(|(_, values)| articulation.check(values).is_err()).count();
    let mut notes = Vec::new();
    if beyond > 0 {
        let first = table.rows().find_map(|(line, values)| Some((line, articulation.check(values).err()?)));
        let example = first.map_or_else(String::new, |(line, error)| format!("; line {line}: {error}"));
        notes.push(format!(
            "{} outside the limits of the joints{example}",
            number_format::count(beyond, "row is", "rows are")
        ));
    }
    notes.extend(unseen_links_note(&robot.name, &robot.robot, visual));
    let bare = robot.bodies.iter().filter(|body| body.is_none()).count();
    let frames = bare.saturating_sub(robot.robot.links_only_seen().len());
    if frames > 0 {
        notes.push(format!("{} no geometry", number_format::count(frames, "link has", "links have")));
    }
    notes
}

/// How the work goes on.
struct Pace<'a> {
    executor: &'a Executor,
    quiet: bool,
}

fn judge(
    view: &SceneView<'_>,
    mounting: &MountedArticulation,
    table: &JointTable,
    request: ConfigurationRequest,
    pace: &Pace<'_>,
) -> anyhow::Result<Vec<ConfigurationReport>> {
    let rows: Vec<&[f64]> = table.rows().map(|(_, values)| values).collect();
    let progress = Progress::new("judging", rows.len(), pace.quiet);
    let mut reports = Vec::with_capacity(rows.len());
    for run in rows.chunks(RUN) {
        reports.extend(view.configuration_rows(mounting, run, request, pace.executor)?);
        run.iter().for_each(|_| progress.step());
    }
    Ok(reports)
}

/// Answers by the names of bodies.
struct Answers<'a> {
    view: SceneView<'a>,
    reports: &'a [ConfigurationReport],
    /// For every answer, whether all joints are inside their limits.
    in_limits: Vec<bool>,
}

/// An answer as JSON.
#[derive(Serialize)]
struct ConfigurationRow<'a> {
    index: usize,
    free: bool,
    in_limits: bool,
    met: Option<[&'a str; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<[&'a str; 2]>,
}

impl Answers<'_> {
    fn pair(&self, a: BodyId, b: BodyId) -> [&str; 2] {
        [a, b].map(|id| self.view.scene().body(id).ok().and_then(|body| body.name()).unwrap_or("?"))
    }

    fn rows(&self) -> impl Iterator<Item = ConfigurationRow<'_>> {
        (0..self.reports.len()).map(|index| self.row(index))
    }

    fn row(&self, index: usize) -> ConfigurationRow<'_> {
        let report = &self.reports[index];
        let nearest = report.nearest;
        ConfigurationRow {
            index,
            free: report.met.is_none(),
            in_limits: self.in_limits[index],
            met: report.met.map(|(a, b)| self.pair(a, b)),
            distance: nearest.map(|nearest| nearest.gap.length.value),
            nearest: nearest.map(|nearest| self.pair(nearest.bodies.0, nearest.bodies.1)),
        }
    }

    fn csv(&self, request: ConfigurationRequest) -> anyhow::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::new());
        let columns = ["index", "free", "in_limits", "a", "b", "distance", "nearest_a", "nearest_b"];
        let width = match request {
            ConfigurationRequest::Clearance => columns.len(),
            ConfigurationRequest::FirstContact => 5,
        };
        out.write_record(&columns[..width])?;
        for row in self.rows() {
            let [a, b] = row.met.unwrap_or_default();
            let [p, q] = row.nearest.unwrap_or_default();
            let distance = row.distance.map_or_else(String::new, |d| d.to_string());
            let [index, free] = [row.index.to_string(), row.free.to_string()];
            let [a, b, p, q] = [a, b, p, q].map(|name| csv_text(name));
            let cells = [&index, &free, &row.in_limits.to_string(), &*a, &*b, &distance, &*p, &*q].map(str::to_owned);
            out.write_record(&cells[..width])?;
        }
        Ok(out.into_inner()?)
    }

    fn json(&self, source: &AnswerSource) -> anyhow::Result<Vec<u8>> {
        let mut out = Vec::new();
        writeln!(out, "{{\"schema\":{SCHEMA},")?;
        source.write(&mut out)?;
        write!(out, "\"configurations\":[")?;
        json::lines(&mut out, self.rows())?;
        writeln!(out, "]}}")?;
        Ok(out)
    }
}
