//! Text in cells of CSV that no spreadsheet takes for a formula.

use std::borrow::Cow;

/// What formulas begin with, in spreadsheets of any language, and what they skip before one.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A text for a cell: an apostrophe stands before what would begin a formula, as OWASP recommends. Numbers are written without this.
#[must_use]
pub fn csv_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(FORMULA) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_a_formula() {
        for text in ["=1+1", "+1", "-bolt", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1"] {
            assert_eq!(csv_text(text), format!("'{text}"));
        }
        for text in ["", "bolt", "M6-20", "a=b", "'quoted", " x"] {
            assert_eq!(csv_text(text), text);
        }
    }
}
