//! `impinge deform`: a mesh through the frames of a sequence, and where it meets itself and an obstacle in each.

mod answer;
mod frames;
mod json;
mod picture;
mod plot;
mod polygons;
mod run;
mod sequence;
mod continuous_step;
pub mod args;

use crate::Outcome;
use crate::format::resolve_format;
use anyhow::bail;
use args::{Deform, Format};
use impinge_clash::json::AnswerSource;
use impinge_clash::{FileOperand, number_format};
use impinge_terminal::output::{self, Outputs};
use impinge_terminal::progress::Progress;
use run::{Extras, FrameRow, Run, Wanted};
use std::path::{Path, PathBuf};

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(words: &Deform, quiet: bool) -> anyhow::Result<Outcome> {
    let frames = frames::expanded(&words.frames)?;
    let inputs: Vec<PathBuf> = frames.iter().chain(&words.against).map(|word| FileOperand::parse(word).path).collect();
    let outputs = Outputs::open(words.output.as_deref(), &output::paths(&inputs), &["svg", "png"])?;
    let format = resolve_format(words.format, &outputs.report)?;
    if let (false, Some([before, after])) = (quiet, frames::out_of_order(&frames)) {
        output::note(&format!(
            "{} is taken before {}, as they were given; a folder is taken in the order of numbers",
            before.display(),
            after.display()
        ));
    }
    let executor = words.jobs.start()?;
    let wanted = match (words.list, words.first) {
        (true, _) => Wanted::Pairs,
        (_, true) => Wanted::First,
        _ => Wanted::Counts,
    };
    let is_png = words.output.as_deref().and_then(Path::extension).is_some_and(|e| e.eq_ignore_ascii_case("png"));
    let extras = Extras { within: words.within, unit: words.unit, between: words.between, lit: is_png };
    let mut surface = Run::new(wanted, extras, words.against.as_deref(), &words.named, &executor)?;
    let progress = Progress::new("frames", frames.len(), quiet);
    let mut rows = Vec::with_capacity(frames.len());
    for file in frames {
        let outcome = match surface.take(&file) {
            Err(error) if !words.keep_going => return Err(error),
            outcome => outcome.map_err(|error| format!("{error:#}")),
        };
        rows.push(FrameRow { file, outcome });
        progress.step();
    }
    drop(progress);
    match format {
        Format::Table if quiet && outputs.report.is_stdout() => {}
        Format::Table => outputs.report.write_text(&answer::table(&rows, wanted))?,
        Format::Json => {
            let source = AnswerSource::read(surface.unit(), &output::paths(&inputs));
            outputs.report.write(&json::json(&rows, wanted, &source)?)?;
        }
        Format::Csv => outputs.report.write(&answer::csv(&rows, wanted)?)?,
    }
    if let Some(place) = &outputs.picture {
        let drawn = if is_png { picture::worst(&rows, words)? } else { plot::over_frames(&rows).into_bytes() };
        place.write(&drawn)?;
    }
    let lost = rows.iter().filter(|row| row.outcome.is_err()).count();
    if lost > 0 {
        bail!("{} of {} could not be used", lost, number_format::count(rows.len(), "frame", "frames"));
    }
    Ok(Outcome::found(rows.iter().any(|row| row.outcome.as_ref().is_ok_and(|finding| finding.found()))))
}
