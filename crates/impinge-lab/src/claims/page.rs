//! The page: a table for each paper, and the summary that is printed.

use crate::claims::claim::Paper;
use crate::claims::measured::Verdict;
use crate::claims::{ClaimResults, ClaimRow};
use std::fmt::Write;

/// The page as Markdown.
pub fn markdown(results: &ClaimResults) -> String {
    let mut text = String::from(
        "# Claims\n\nEvery claim of the five papers that Impinge grew from, tested by a small experiment. `impinge lab claims` makes this page: on another \
         machine times differ and counts do not.\n\nClaims that something is right are counted against exact answers. Claims about cost are counts, and \
         ratios and growth within one run: absolute times of the papers' machines cannot be repeated. A bar, where there is one, is ours: papers seldom \
         say how much is much.\n\n",
    );
    let _ = writeln!(text, "{}.\n", results.made_on());
    text.push_str(&summary(results));
    for paper in Paper::ALL {
        let rows = || results.rows.iter().filter(move |row| row.paper == paper);
        if rows().next().is_none() {
            continue;
        }
        let _ = writeln!(text, "\n## {}: {}\n", paper.letter(), paper.title());
        text.push_str("| | claim | where | measured here | | by how much |\n|---|---|---|---|---|---|\n");
        for row in rows() {
            let ClaimRow { id, place, statement, measured, .. } = row;
            let cells = [statement, place, measured.measured.as_str(), measured.verdict.name(), &measured.margin];
            let _ = writeln!(text, "| {id} | {} |", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
        }
    }
    text
}

/// How many claims of each paper held.
pub fn summary(results: &ClaimResults) -> String {
    let mut text = String::from("| paper | claims |");
    for verdict in Verdict::ALL {
        let _ = write!(text, " {} |", verdict.name());
    }
    text.push_str("\n|---|---|---|---|---|---|\n");
    let count = |paper: Option<Paper>, verdict: Option<Verdict>| {
        let own = results.rows.iter().filter(|row| paper.is_none_or(|paper| row.paper == paper));
        own.filter(|row| verdict.is_none_or(|verdict| row.measured.verdict == verdict)).count()
    };
    let mut line = |name: &str, paper: Option<Paper>| {
        let _ = write!(text, "| {name} | {} |", count(paper, None));
        for verdict in Verdict::ALL {
            let _ = write!(text, " {} |", count(paper, Some(verdict)));
        }
        text.push('\n');
    };
    for paper in Paper::ALL {
        line(paper.letter(), Some(paper));
    }
    line("all", None);
    text
}

/// What is printed: the summary, and the claims that did not hold.
pub fn printed(results: &ClaimResults) -> String {
    let mut text = summary(results);
    for verdict in [Verdict::NotHeld, Verdict::Partly] {
        let _ = writeln!(text, "\n{}:", verdict.name());
        for row in results.rows.iter().filter(|row| row.measured.verdict == verdict) {
            let _ = writeln!(text, "  {:<4} {}: {}", row.id, row.statement, row.measured.measured);
        }
    }
    text
}
