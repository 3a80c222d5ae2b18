//! Any text as TOML: strings and keys on one line, with nothing in them that a reader could not see.

use std::fmt::Write;

/// A text as a string of TOML, in quotes.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if is_unseen(c) => {
                // Nothing that is not seen has more than four digits.
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A text as a key of TOML.
pub fn key(text: &str) -> String {
    let is_bare = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    if is_bare { text.to_owned() } else { quoted(text) }
}

/// Control characters, which TOML forbids, and marks that end lines or turn them around.
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_text_reads_back() {
        for text in ["", "a b", "\"'\\", "a\nb\r\tc\u{0}\u{7f}\u{85}", "\u{202e}x\u{2028}\u{feff}", "# [x] = \u{1f527}"]
        {
            for c in text.chars().map(String::from).chain([text.to_owned()]).filter(|text| !text.is_empty()) {
                let file = format!(
                    "[groups]\n{} = \"x\"\n[[rule]]\nname = {}\nbetween = [{}, \"x\"]",
                    key(&c),
                    quoted(&c),
                    quoted(&format!("@{c}"))
                );
                let rules = crate::rules::read_rules_bytes(Path::new("r"), file.as_bytes()).unwrap();
                assert_eq!(rules.rules[0].name, c);
                assert!(file.lines().count() == 5 && !file.replace('\n', "").chars().any(char::is_control), "{file:?}");
            }
        }
        assert_eq!([key("a_b-1"), key("a b"), key("")], ["a_b-1", "\"a b\"", "\"\""]);
    }
}
