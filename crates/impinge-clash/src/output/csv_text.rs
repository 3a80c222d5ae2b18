//! Text in cells of CSV that no spreadsheet takes for a formula.

use std::borrow::Cow;

/// What formulas begin with, in spreadsheets of any language, and what they skip before one.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A text for a cell: an apostrophe stands before what would begin a formula, as OWASP recommends, and a replacement character stands for
/// each control character, which a terminal could obey and a naive reader take for the end of the row. Numbers are written without this.
#[must_use]
pub fn csv_text(text: &str) -> Cow<'_, str> {
    let quote = if text.starts_with(FORMULA) { "'" } else { "" };
    if quote.is_empty() && !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(format!("{quote}{}", text.replace(char::is_control, "\u{fffd}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_begins_a_formula() {
        for text in ["=1+1", "+1", "-bolt", "@SUM(A1)", "＝1"] {
            assert_eq!(csv_text(text), format!("'{text}"));
        }
        for text in ["\t=1", "\r=1", "\n=1"] {
            assert_eq!(csv_text(text), "'\u{fffd}=1");
        }
        assert_eq!(csv_text("a\n=1\u{1b}[31m\u{9b}b\u{0}"), "a\u{fffd}=1\u{fffd}[31m\u{fffd}b\u{fffd}");
        for text in ["", "bolt", "M6-20", "a=b", "'quoted", " x"] {
            assert_eq!(csv_text(text), text);
        }
    }
}
