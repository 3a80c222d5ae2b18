//! The table of `impinge lab soak`.

use crate::soak::SoakResults;
use comfy_table::Cell;
use impinge_picture::number_format::grouped;
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;
use std::path::Path;

/// Failures that are printed; the others are in the file.
const MOST_PRINTED: usize = 10;

/// A row for each kind, then the whole, then failures.
pub fn text(results: &SoakResults, out: &Path) -> String {
    let mut table = plain();
    table.set_header(["kind", "cases", "checks", "in contact", "wrong"]);
    for kind in &results.kinds {
        let counts = [kind.cases, kind.checks, kind.contacts, kind.wrong].map(|count| right(grouped(count)));
        table.add_row(std::iter::once(Cell::new(kind.kind)).chain(counts));
    }
    let mut text = lines(&table);
    let _ = writeln!(
        text,
        "seed {}: {} cases, {} checks, {} wrong in {:.1} s on {} threads: {} checks a second; {}",
        results.seed,
        grouped(results.cases),
        grouped(results.checks),
        grouped(results.wrong),
        results.seconds,
        results.threads,
        grouped((results.checks as f64 / results.seconds.max(1e-3)) as u64),
        results.machine
    );
    if let Some(megabytes) = results.peak_megabytes {
        let _ = writeln!(text, "at most {megabytes:.0} MB of memory");
    }
    for failure in results.failures.iter().take(MOST_PRINTED) {
        let _ = writeln!(
            text,
            "FAILED {}: {}\n  again: impinge lab soak --seed {} --case {}",
            failure.kind, failure.problem, failure.seed, failure.case
        );
    }
    let _ = writeln!(text, "{} failures; wrote to {}", results.failures.len(), out.display());
    text
}
