//! `impinge lab claims`: every claim of five papers, tested by a small experiment each.
//!
//! - `claim`: a claim and its experiment;
//! - `measured`: what an experiment says: a verdict, a measurement, a margin;
//! - `plan`: how large experiments are;
//! - `context`: what experiments share;
//! - `images`, `survey`, `dynamic_environments`, `kitamura`, `jimenez`: the claims of each paper, and their experiments;
//! - `page`: the rows as a page.

pub mod args;
mod claim;
mod context;
mod dynamic_environments;
#[cfg(feature = "gpu")]
mod images;
mod jimenez;
mod kitamura;
mod measured;
mod page;
mod plan;
mod survey;

use crate::args::LabFormat;
use crate::measurement_harness::machine::Machine;
use crate::measurement_harness::output_dir::{OutputDir, csv_rows};
use anyhow::{Context, bail};
use args::ClaimsArgs;
use claim::{Claim, Experiment, Paper};
use context::ClaimContext;
#[cfg(feature = "gpu")]
use images::device::ImageDevice;
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use measured::Measured;
use plan::{ClaimPlan, ClaimSize};
use serde::Serialize;

/// Every row, and where it was measured.
#[derive(Serialize)]
pub struct ClaimResults {
    processor: String,
    threads: usize,
    date: String,
    /// The graphics device, or why there is none.
    device: String,
    seed: u64,
    quick: bool,
    rows: Vec<ClaimRow>,
}

/// A claim and what was measured.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimRow {
    id: &'static str,
    paper: Paper,
    place: &'static str,
    statement: &'static str,
    #[serde(flatten)]
    measured: Measured,
}

/// A row of the table for spreadsheets.
#[derive(Serialize)]
struct CsvRow<'a> {
    id: &'a str,
    claim: &'a str,
    place: &'a str,
    measured: &'a str,
    verdict: &'a str,
    margin: &'a str,
}

impl ClaimResults {
    /// Machine, day, device, seed.
    fn made_on(&self) -> String {
        let Self { processor, threads, date, device, seed, quick, .. } = self;
        let size = if *quick { "--quick, " } else { "" };
        format!("{date}, {processor}, {threads} hardware threads; images by {device}; {size}seed {seed}")
    }
}

/// Every claim, paper by paper.
fn claims() -> Vec<(Paper, &'static Claim)> {
    let lists = [
        #[cfg(feature = "gpu")]
        (Paper::C, images::CINDER),
        (Paper::S, survey::CLAIMS),
        #[cfg(feature = "gpu")]
        (Paper::S, images::SURVEY),
        (Paper::L, dynamic_environments::CLAIMS),
        (Paper::K, kitamura::CLAIMS),
        (Paper::J, jimenez::CLAIMS),
    ];
    lists.into_iter().flat_map(|(paper, list)| list.iter().map(move |claim| (paper, claim))).collect()
}

/// The claims that are asked for.
fn chosen(only: &[String]) -> anyhow::Result<Vec<(Paper, &'static Claim)>> {
    let all = claims();
    let is = |word: &str, (paper, claim): &(Paper, &Claim)| word == paper.letter() || word == claim.id;
    if let Some(word) = only.iter().find(|word| !all.iter().any(|claim| is(word, claim))) {
        bail!("there is no claim {word:?}; papers are C, S, L, K and J, claims are numbered from 1, as in K3");
    }
    Ok(all.into_iter().filter(|claim| only.is_empty() || only.iter().any(|word| is(word, claim))).collect())
}

/// Runs the command.
///
/// # Errors
/// Methods that must agree do not, a device fails, or the files could not be written.
pub fn run(words: &ClaimsArgs, quiet: bool) -> anyhow::Result<()> {
    let chosen = chosen(&words.only)?;
    let mut dir = OutputDir::open(&words.place.out)?;
    let executor = threads::start(words.place.jobs)?;
    let size = if words.quick { ClaimSize::Quick } else { ClaimSize::Full };
    let plan = ClaimPlan { size, seed: words.seed };
    let progress = Progress::new("claims", chosen.len(), quiet);
    let results = measure(&chosen, ClaimContext::new(plan, executor), &progress)?;
    drop(progress);
    report(words, &results, &mut dir, quiet)
}

/// Every claim in turn.
fn measure(
    claims: &[(Paper, &'static Claim)],
    mut context: ClaimContext,
    progress: &Progress,
) -> anyhow::Result<ClaimResults> {
    let machine = Machine::here();
    #[cfg_attr(not(feature = "gpu"), expect(unused_mut, reason = "only images change it"))]
    let mut device = Device::open_for(claims);
    let mut rows = Vec::with_capacity(claims.len());
    for &(paper, claim) in claims {
        let Claim { id, place, statement, experiment } = *claim;
        let measured = match experiment {
            Experiment::Run(run) => run(&mut context),
            #[cfg(feature = "gpu")]
            Experiment::Images(run) => match &mut device {
                Device::Open(images) => run(images, context.plan),
                Device::Missing(why) => Ok(Measured::untestable(format!("no device for images: {why}"))),
            },
            Experiment::Untestable(why) => Ok(Measured::untestable(why)),
        };
        let measured = measured.with_context(|| format!("claim {id}"))?;
        rows.push(ClaimRow { id, paper, place, statement, measured });
        progress.step();
    }
    let Machine { processor, threads, date, .. } = machine;
    let ClaimPlan { size, seed } = context.plan;
    let quick = size != ClaimSize::Full;
    Ok(ClaimResults { processor, threads, date, device: device.name(), seed, quick, rows })
}

/// The graphics device, or why there is none.
enum Device {
    #[cfg(feature = "gpu")]
    Open(Box<ImageDevice>),
    Missing(String),
}

impl Device {
    /// Opened if any of the claims is about images.
    #[cfg(feature = "gpu")]
    fn open_for(claims: &[(Paper, &Claim)]) -> Self {
        if !claims.iter().any(|(_, claim)| matches!(claim.experiment, Experiment::Images(_))) {
            return Self::Missing("none was needed".to_owned());
        }
        match ImageDevice::open() {
            Ok(images) => Self::Open(Box::new(images)),
            Err(error) => Self::Missing(error.to_string()),
        }
    }

    /// This command was built without graphics.
    #[cfg(not(feature = "gpu"))]
    fn open_for(_: &[(Paper, &Claim)]) -> Self {
        Self::Missing("built without graphics: claims about images are left out".to_owned())
    }

    fn name(&self) -> String {
        match self {
            #[cfg(feature = "gpu")]
            Self::Open(images) => images.name(),
            Self::Missing(why) => format!("no device ({why})"),
        }
    }
}

/// Writes the files and prints the summary.
fn report(words: &ClaimsArgs, results: &ClaimResults, dir: &mut OutputDir, quiet: bool) -> anyhow::Result<()> {
    let rows: Vec<CsvRow<'_>> = results.rows.iter().map(CsvRow::from).collect();
    let (csv, json) = (csv_rows(&rows)?, serde_json::to_vec_pretty(results)?);
    dir.put("claims.md", page::markdown(results).as_bytes())?;
    dir.put("claims.csv", &csv)?;
    dir.put("claims.json", &json)?;
    match words.place.format {
        LabFormat::Table if quiet => {}
        LabFormat::Table => {
            let (out, files) = (words.place.out.display(), dir.files.join(", "));
            let text = format!("{}\n{}\nwrote to {out}: {files}\n", page::printed(results), results.made_on());
            Output::Stdout.write_text(&text)?;
        }
        LabFormat::Json => Output::Stdout.write(&json)?,
        LabFormat::Csv => Output::Stdout.write(&csv)?,
    }
    Ok(())
}

impl<'a> From<&'a ClaimRow> for CsvRow<'a> {
    fn from(row: &'a ClaimRow) -> Self {
        let Measured { verdict, measured, margin } = &row.measured;
        Self { id: row.id, claim: row.statement, place: row.place, measured, verdict: verdict.name(), margin }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::measured::Verdict;
    use impinge::executor::Executor;
    use std::collections::BTreeSet;

    #[test]
    fn claims_have_ids_places_and_statements() {
        let all = claims();
        assert!(all.len() >= 60, "{}", all.len());
        let ids: BTreeSet<&str> = all.iter().map(|(_, claim)| claim.id).collect();
        assert_eq!(ids.len(), all.len());
        for (paper, claim) in all {
            let number = claim.id.strip_prefix(paper.letter()).and_then(|n| n.parse::<u32>().ok());
            assert!(number.is_some_and(|n| n > 0), "{}", claim.id);
            assert!(!claim.place.is_empty() && claim.statement.len() > 20, "{}", claim.id);
            assert!(!claim.statement.ends_with('.') && !claim.statement.contains('\n'), "{}", claim.id);
        }
    }

    #[test]
    fn claims_are_chosen_by_paper_and_id() {
        let ids = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            chosen(&words).map(|claims| claims.into_iter().map(|(_, claim)| claim.id).collect::<Vec<_>>())
        };
        assert_eq!(ids(&["K1", "J2"]).unwrap(), ["K1", "J2"]);
        assert!(ids(&["K"]).unwrap().len() > 9 && ids(&[]).unwrap().len() == claims().len());
        assert!(ids(&["K999"]).unwrap_err().to_string().contains("K999"));
    }

    #[test]
    fn every_claim_is_measured_at_a_tiny_size() {
        let plan = ClaimPlan { size: ClaimSize::Tiny, seed: 3 };
        let executor = Executor::try_new(2).unwrap();
        let progress = Progress::new("claims", 1, true);
        let results = measure(&claims(), ClaimContext::new(plan, executor), &progress).unwrap();
        assert_eq!(results.rows.len(), claims().len());
        for row in &results.rows {
            assert!(!row.measured.measured.is_empty(), "{row:?}");
            assert!(row.measured.verdict == Verdict::NotTestable || !row.measured.margin.is_empty(), "{row:?}");
        }
        let page = page::markdown(&results);
        let rows =
            page.lines().filter(|line| results.rows.iter().any(|row| line.starts_with(&format!("| {} | ", row.id))));
        assert!(rows.count() >= results.rows.len());
    }
}
