//! The command `laws`: every engine through the conformance suite.

use super::engines;
use anyhow::Context;
use clap::Args;
use impinge_lab::measurement_harness::machine::processor;
use impinge_laws::{ConformanceOptions, ConformanceReport, LAWS, check_conformance};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

/// Engines through the laws of impinge-laws: right and wrong answers counted, the first wrong one shown
#[derive(Debug, Args)]
pub struct LawsArgs {
    /// Cases of each law
    #[arg(long, default_value_t = 200)]
    cases: u64,
    /// Other cases for each number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the CSV goes
    #[arg(short, long, value_name = "DIR", default_value = "target/bench")]
    output: PathBuf,
}

/// Checks, prints and writes.
///
/// # Errors
/// Impinge breaks a law, or the output could not be written.
pub fn run(args: &LawsArgs) -> anyhow::Result<()> {
    std::fs::create_dir_all(&args.output).with_context(|| args.output.display().to_string())?;
    let options = ConformanceOptions { seed: args.seed, cases: args.cases };
    // Panics of an engine are counted; their messages would bury the table.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let reports: Vec<ConformanceReport> =
        engines().iter().map(|engine| check_conformance(engine.as_ref(), &options)).collect();
    std::panic::set_hook(hook);
    let mut text = reports.iter().map(|report| format!("{}\n", shortened(report))).collect::<String>();
    let _ = writeln!(text, "{}\n{}", summary(&reports), processor());
    io::stdout().lock().write_all(text.as_bytes()).context("standard output could not be written")?;
    let csv: String = reports.iter().enumerate().map(|(k, report)| rows(report, k == 0)).collect();
    impinge_io::write_atomically(&args.output.join("laws.csv"), |file| file.write_all(csv.as_bytes()))?;
    let wrong = reports.first().map_or(0, ConformanceReport::wrong);
    anyhow::ensure!(wrong == 0, "Impinge gave {wrong} wrong answers");
    Ok(())
}

/// The report with messages that fit a screen.
fn shortened(report: &ConformanceReport) -> String {
    const MOST: usize = 400;
    let cut = |line: &str| {
        let mut short: String = line.chars().take(MOST).collect();
        if short.len() < line.len() {
            short += " …";
        }
        short + "\n"
    };
    report.to_string().lines().map(cut).collect()
}

/// Wrong answers by law and engine.
fn summary(reports: &[ConformanceReport]) -> String {
    let mut text = format!("{:<18}", "wrong of judged");
    for report in reports {
        let _ = write!(text, "{:>22}", report.engine);
    }
    for (k, law) in LAWS.iter().enumerate() {
        let _ = write!(text, "\n{:<18}", law.id);
        for report in reports {
            let result = &report.laws[k];
            let wrong = result.wrong + result.panicked;
            let judged = result.right + wrong;
            let cell = if judged == 0 { "-".to_owned() } else { format!("{wrong} of {judged}") };
            let _ = write!(text, "{cell:>22}");
        }
    }
    text
}

/// The rows of a report, with the header or without.
fn rows(report: &ConformanceReport, has_header: bool) -> String {
    report.to_csv().split_inclusive('\n').skip(usize::from(!has_header)).collect()
}
