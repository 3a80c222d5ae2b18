//! How many columns there are for a table.

use console::Term;
use std::io::{IsTerminal, stdout};

/// Columns where nobody says how many there are: in files, and behind pipes.
pub const USUAL_WIDTH: usize = 100;

/// Narrower windows are taken as this wide: no table is readable there.
const LEAST_WIDTH: usize = 40;

/// The width for a table: `COLUMNS` if it is a number above zero, else that of the terminal which standard output is, else [`USUAL_WIDTH`].
#[must_use]
pub fn terminal_width() -> usize {
    let terminal = || stdout().is_terminal().then(|| Term::stdout().size_checked()).flatten();
    chosen_width(std::env::var("COLUMNS").ok().as_deref(), terminal().map(|(_, columns)| columns.into()))
}

fn chosen_width(variable: Option<&str>, terminal: Option<usize>) -> usize {
    let stated = variable.and_then(|word| word.trim().parse().ok()).filter(|columns| *columns > 0);
    stated.or(terminal).unwrap_or(USUAL_WIDTH).max(LEAST_WIDTH)
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
        assert_eq!(chosen_width(None, None), USUAL_WIDTH);
        assert_eq!(chosen_width(Some("3"), None), LEAST_WIDTH);
    }
}
