//! How many columns there are for a table.

use console::Term;
use std::io::{IsTerminal, stdout};

/// Columns of a terminal that does not say how many it has.
pub const USUAL_WIDTH: usize = 100;

/// Columns in files and behind pipes: every row is one line, for `grep` and the like.
pub const UNLIMITED_WIDTH: usize = usize::MAX;

/// Narrower windows are taken as this wide: no table is readable there.
const LEAST_WIDTH: usize = 40;

/// The width for a table: `COLUMNS` if it is a number above zero, else that of the terminal which standard output is, else [`UNLIMITED_WIDTH`].
#[must_use]
pub fn terminal_width() -> usize {
    let columns = || Term::stdout().size_checked().map_or(USUAL_WIDTH, |(_, columns)| columns.into());
    chosen_width(std::env::var("COLUMNS").ok().as_deref(), stdout().is_terminal().then(columns))
}

fn chosen_width(variable: Option<&str>, terminal: Option<usize>) -> usize {
    let stated = variable.and_then(|word| word.trim().parse().ok()).filter(|columns| *columns > 0);
    stated.or(terminal).unwrap_or(UNLIMITED_WIDTH).max(LEAST_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_counts_before_the_terminal() {
        assert_eq!(chosen_width(Some("120"), Some(80)), 120);
        assert_eq!(
            [None, Some(""), Some("0"), Some("-5"), Some("wide")].map(|word| chosen_width(word, Some(80))),
            [80; 5]
        );
        assert_eq!(chosen_width(None, None), UNLIMITED_WIDTH);
        assert_eq!(chosen_width(Some("3"), None), LEAST_WIDTH);
    }
}
