//! Users' words where control characters cannot stand: shown, not acted on.

use std::borrow::Cow;

/// A text with its control characters, line ends among them, and what else XML forbids written out as `\u{…}`.
pub fn literal(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_forbidden) {
        return Cow::Borrowed(text);
    }
    let written = |c: char| if is_forbidden(c) { c.escape_unicode().collect() } else { c.to_string() };
    Cow::Owned(text.chars().map(written).collect())
}

fn is_forbidden(c: char) -> bool {
    // Beside control characters: marks that turn the direction of the text after them, and no characters at all.
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_stand_is_written_out() {
        for plain in ["", "pipe 7", "a/b\\c <b> \"q\" & 'r' ]]>", "صمام", "🔧"] {
            assert_eq!(literal(plain), plain);
        }
        assert_eq!(literal("a\nb\u{1b}[31m\u{202e}"), "a\\u{a}b\\u{1b}[31m\\u{202e}");
    }
}
