//! `impinge sweep`: when two bodies in motion are in contact, and where first.

mod answer;
mod plot;
pub mod args;

use crate::Outcome;
use crate::common_args::load_pair;
use crate::format::resolve_format;
use crate::pose_file;
use crate::relate;
use anyhow::{Context, anyhow, bail};
use args::{Between, Course, Format, Sweep};
use impinge::bounded::Certainty;
use impinge::ccd::PoseInterpolation;
use impinge::math::Pose;
use impinge::pair::{self, BodyMotionError, Motion, MovingMesh, SweepOptions};
use impinge_clash::json::AnswerSource;
use impinge_clash::{MergedMesh, number_format};
use impinge_io::Keyframe;
use impinge_terminal::output::{Outputs, note};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(words: &Sweep, quiet: bool) -> anyhow::Result<Outcome> {
    let (a, b) = (words.named.operand(&words.a), words.named.operand(&words.b));
    let motions: Vec<&Path> =
        [&words.course.motion, &words.a_motion].into_iter().flatten().map(|p| p.as_path()).collect();
    let (of_a, of_b) = (a.path.clone(), b.path.clone());
    let inputs = [&[of_a.as_path(), &of_b][..], &motions].concat();
    let outputs = Outputs::open(words.output.as_deref(), &inputs, &["svg"])?;
    let format = resolve_format(words.format, &outputs.report)?;
    if motions.iter().filter(|path| **path == Path::new("-")).count() > 1 {
        bail!("both motions are to come from standard input, expected at most one");
    }
    let motions = [motion_of_a(words)?, motion_of_b(&words.course, words.way)?];
    let [a, b] = load_pair([&a, &b], quiet)?;
    let moving = |whole: &'_ MergedMesh, k: usize| (whole.mesh.clone(), &motions[k]);
    let bodies = [moving(&a, 0), moving(&b, 1)];
    let [of_a, of_b] = [&bodies[0], &bodies[1]].map(|(mesh, motion)| MovingMesh { mesh, motion });
    let unit = words.unit.or(a.unit).or(b.unit);
    let tolerance = words.tolerance.map(|length| length.in_unit(unit)).transpose()?;
    let options = SweepOptions {
        window: words.window,
        separation: words.separation.in_unit(unit)?,
        tolerance,
        effort: words.effort,
    };
    let found = pair::sweep(of_a, of_b, &options)?;
    let wholes = [&a, &b];
    match format {
        Format::Text if quiet && outputs.report.is_stdout() => {}
        Format::Text => outputs.report.write_text(&answer::text(wholes, unit, &found))?,
        Format::Json => {
            let source = AnswerSource::read(unit, &inputs);
            outputs.report.write(&answer::json(wholes, &options, &found, source)?)?;
        }
        Format::Csv => outputs.report.write(&answer::csv(&found)?)?,
    }
    if let Some(place) = &outputs.picture {
        place.write(plot::over_time([of_a, of_b], [&a.name, &b.name], &found)?.as_bytes())?;
    }
    if !quiet && format != Format::Text {
        relate::notes(&relate::bodies(&a, &b)).iter().for_each(|line| note(line));
    }
    if let Some(asked) = tolerance.filter(|asked| !quiet && found.bound > 2.0 * asked) {
        let bound = number_format::short(found.bound);
        note(&format!(
            "--tolerance {asked} is less than rounding allows at coordinates as large as these; the bound is {bound}"
        ));
    }
    if !quiet && found.intervals.iter().any(|interval| interval.certainty == Certainty::Undecided) {
        note(&format!(
            "for some times contact could not be decided within the effort of {}: {}. They are reported as undecided. A larger --tolerance is faster, and a larger --effort allows more",
            words.effort,
            answer::work(&found)
        ));
    }
    Ok(Outcome::found(!found.is_free()))
}

fn motion_of_a(words: &Sweep) -> anyhow::Result<Motion> {
    match &words.a_motion {
        Some(path) => along(path, words.way),
        None => Ok(Motion::still(&Pose::IDENTITY)),
    }
}

fn motion_of_b(course: &Course, between: Between) -> anyhow::Result<Motion> {
    if let Some(path) = &course.motion {
        return along(path, between);
    }
    let to = course.to.context("neither --motion nor --to is given")?.0;
    Ok(match between {
        Between::Slerp => Motion::slerp(&Pose::IDENTITY, &to),
        Between::Screw => Motion::screw(&Pose::IDENTITY, &to),
    })
}

/// The motion through the keyframes of a file.
fn along(path: &Path, between: Between) -> anyhow::Result<Motion> {
    let way = match between {
        Between::Slerp => PoseInterpolation::Slerp,
        Between::Screw => PoseInterpolation::Screw,
    };
    let (name, keyframes) = pose_file::read_keyframes(path)?;
    let poses: Vec<(f64, Pose)> = keyframes.iter().map(|keyframe| (keyframe.time, keyframe.pose)).collect();
    Motion::keyframes(&poses, way).map_err(|error| refusal(&name, &keyframes, error))
}

/// A refused motion, with the line that it stands on.
fn refusal(file: &str, keyframes: &[Keyframe], error: BodyMotionError) -> anyhow::Error {
    let line = |row: usize| keyframes.get(row).map_or(0, |keyframe| keyframe.line);
    match error {
        BodyMotionError::NotAfter { row, time, before } => {
            anyhow!(
                "{file}:{}: column t: expected a time after {before}, that of the row before; found {time}",
                line(row)
            )
        }
        BodyMotionError::Time { row, time } => {
            anyhow!("{file}:{}: column t: expected a time of at most 2^100, found {time}", line(row))
        }
        BodyMotionError::TooFew(count) => anyhow!("{file}: expected two keyframes or more, found {count}"),
        error => anyhow!("{file}: {error}"),
    }
}
