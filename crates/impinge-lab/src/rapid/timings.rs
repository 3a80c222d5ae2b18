//! Table 1 of Lin, Manocha, Cohen and Gottschalk (1996), "Timings for simulations", and the same figures measured.

use crate::measurement_harness::machine::processor;
use crate::rapid::experiment::{QueryCost, Step};
use crate::rapid::scenario::Scenario;
use comfy_table::{Cell, CellAlignment, LineStyle, Table, presets};
use impinge_picture::number_format::{duration, grouped};
use serde::Serialize;
use std::fmt::Write;

/// One column of the table; what the paper does not say is not there.
#[derive(Clone, Debug, Serialize)]
pub struct Timings {
    /// The processor.
    pub machine: String,
    pub environment_triangles: usize,
    pub object_triangles: usize,
    pub steps: Option<usize>,
    pub contacts: Option<usize>,
    pub box_tests: Option<u64>,
    pub triangle_tests: Option<u64>,
    /// Time of all queries.
    pub seconds: Option<f64>,
    pub seconds_a_query: Option<f64>,
    /// Half of the queries took no longer.
    pub median_seconds_a_query: Option<f64>,
    pub seconds_a_box_test: Option<f64>,
    pub contacts_a_step: Option<f64>,
}

/// A scene's name, what the paper printed about it, and what was measured.
#[derive(Clone, Debug, Serialize)]
pub struct TimingsComparison {
    pub scene: &'static str,
    pub paper: Timings,
    /// The paper's method, on this machine.
    pub obb_tree: Timings,
    /// The engine's own.
    pub impinge: Timings,
}

impl Timings {
    /// The column "Pipes" of Table 1; the machine is named in the text below it.
    pub fn printed_for_pipes() -> Self {
        Self {
            machine: "SGI Reality Engine, 90 MHz R8000".to_owned(),
            environment_triangles: 143_690,
            object_triangles: 143_690,
            steps: Some(4_008),
            contacts: Some(23_905),
            box_tests: Some(1_704_187),
            triangle_tests: Some(71_589),
            seconds: Some(16.9),
            seconds_a_query: Some(4.2e-3),
            median_seconds_a_query: None,
            seconds_a_box_test: Some(7.9e-6),
            contacts_a_step: Some(6.0),
        }
    }

    /// What the text and the caption of Figure 5 say about the torpedo: "a typical collision query time".
    pub fn printed_for_torpedo() -> Self {
        Self {
            machine: "SGI Reality Engine, 200 MHz R4400".to_owned(),
            environment_triangles: 44_921,
            object_triangles: 4_780,
            steps: None,
            contacts: None,
            box_tests: None,
            triangle_tests: None,
            seconds: None,
            seconds_a_query: Some(0.1),
            median_seconds_a_query: None,
            seconds_a_box_test: None,
            contacts_a_step: None,
        }
    }

    /// The same figures of a run here, by one of the methods.
    pub fn measured(scenario: &Scenario, steps: &[Step], by: impl Fn(&Step) -> QueryCost) -> Self {
        let (n, contacts) = (steps.len(), steps.iter().map(|s| s.contacts).sum::<usize>());
        let efforts: Vec<QueryCost> = steps.iter().map(by).collect();
        let box_tests: u64 = efforts.iter().map(|e| e.cost.box_tests).sum();
        let seconds: f64 = efforts.iter().map(|e| e.time.as_secs_f64()).sum();
        let mut times: Vec<_> = efforts.iter().map(|e| e.time).collect();
        times.sort_unstable();
        let per = |whole: f64, count: f64| (count > 0.0).then(|| whole / count);
        Self {
            machine: processor(),
            environment_triangles: scenario.environment.faces().len(),
            object_triangles: scenario.object.faces().len(),
            steps: Some(n),
            contacts: Some(contacts),
            box_tests: Some(box_tests),
            triangle_tests: Some(efforts.iter().map(|e| e.cost.triangle_tests).sum()),
            seconds: Some(seconds),
            seconds_a_query: per(seconds, n as f64),
            median_seconds_a_query: times.get(n / 2).map(|time| time.as_secs_f64()),
            seconds_a_box_test: per(seconds, box_tests as f64),
            contacts_a_step: per(contacts as f64, n as f64),
        }
    }

    /// The figures as (name, text for people, number for machines).
    fn rows(&self) -> [(&'static str, String, Option<f64>); 11] {
        let whole = |x: f64| grouped(x as u64);
        let row = |name, x: Option<f64>, text: &dyn Fn(f64) -> String| (name, x.map(text).unwrap_or_default(), x);
        [
            row("environment triangles", Some(self.environment_triangles as f64), &whole),
            row("object triangles", Some(self.object_triangles as f64), &whole),
            row("steps", self.steps.map(|x| x as f64), &whole),
            row("contacts", self.contacts.map(|x| x as f64), &whole),
            row("box tests", self.box_tests.map(|x| x as f64), &whole),
            row("triangle tests", self.triangle_tests.map(|x| x as f64), &whole),
            row("time", self.seconds, &duration),
            row("time a query", self.seconds_a_query, &duration),
            row("time a query, median", self.median_seconds_a_query, &duration),
            row("time a box test", self.seconds_a_box_test, &duration),
            row("contacts a step", self.contacts_a_step, &|x| format!("{x:.1}")),
        ]
    }
}

/// A table for each scene, for people.
pub fn table(comparisons: &[TimingsComparison]) -> String {
    let mut text = String::new();
    for comparison in comparisons {
        let TimingsComparison { scene, paper, obb_tree, impinge } = comparison;
        let mut table = Table::new();
        table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('─').junction('─')));
        table.set_header([scene, "1996", "OBBTree here", "Impinge here"]);
        for ((old, classic), new) in paper.rows().into_iter().zip(obb_tree.rows()).zip(impinge.rows()) {
            let right = |text: String| Cell::new_owned(text).set_alignment(CellAlignment::Right);
            table.add_row([Cell::new(old.0), right(old.1), right(classic.1), right(new.1)]);
        }
        text.extend(table.lines().map(|line| format!("{}\n", line.trim_end())));
        let _ = writeln!(text, "1996: {}; here: {}, one thread\n", paper.machine, impinge.machine);
    }
    text.push_str("both methods here find the same contacts at every step\n");
    text
}

/// The table for spreadsheets: a row for each scene, the paper's, then the OBBTree's and the engine's here; times in seconds.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn csv(comparisons: &[TimingsComparison]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "scene",
        "source",
        "environment_triangles",
        "object_triangles",
        "steps",
        "contacts",
        "box_tests",
        "triangle_tests",
        "seconds",
        "seconds_a_query",
        "median_seconds_a_query",
        "seconds_a_box_test",
        "contacts_a_step",
    ])?;
    for comparison in comparisons {
        let TimingsComparison { paper, obb_tree, impinge, .. } = comparison;
        for (source, figures) in [("paper", paper), ("obb_tree", obb_tree), ("impinge", impinge)] {
            let numbers = figures.rows().map(|(.., number)| number.map(|x| x.to_string()).unwrap_or_default());
            out.write_record([comparison.scene, source].into_iter().map(str::to_owned).chain(numbers))?;
        }
    }
    Ok(out.into_inner().map_err(csv::IntoInnerError::into_error)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed figures agree with each other as far as they do in the paper.
    #[test]
    fn the_paper_is_transcribed() {
        let pipes = Timings::printed_for_pipes();
        let (steps, seconds) = (pipes.steps.unwrap() as f64, pipes.seconds.unwrap());
        assert!((seconds / steps - pipes.seconds_a_query.unwrap()).abs() < 0.05e-3);
        assert!((pipes.contacts.unwrap() as f64 / steps - pipes.contacts_a_step.unwrap()).abs() < 0.05);
        assert_eq!(duration(seconds / pipes.box_tests.unwrap() as f64), "9.9 us");
    }
}
