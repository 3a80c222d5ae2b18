//! Attributes and namespaces of a document, counted before it is parsed: the parser compares each attribute of an element with all others
//! of it, and hands each element that declares a namespace all those around it, so some hundred kilobytes of them would take minutes.

use crate::error::{Fault, FilePlace};
use std::collections::HashSet;

/// Attributes that an element may have; drawing programs write a few dozen.
const MOST_ATTRIBUTES: usize = 1_000;

/// Prefixes of namespaces that a document may declare; drawing programs declare about a dozen.
const MOST_PREFIXES: usize = 64;

/// Refuses a document with an element of more than [`MOST_ATTRIBUTES`], or with more than [`MOST_PREFIXES`] of namespaces. Whatever begins
/// as an element counts, even in a comment or in the value of an entity, so no element is left out.
pub(super) fn check(text: &str) -> Result<(), Fault> {
    let mut prefixes = HashSet::new();
    for (at, _) in text.match_indices('<') {
        let fault = |feature: String, remedy| {
            let line = 1 + text[..at].bytes().filter(|byte| *byte == b'\n').count() as u64;
            Err(Fault::unsupported(FilePlace::Line(line), feature, remedy))
        };
        let mut count = 0;
        for name in AttributeNames::of(&text[at + 1..]) {
            count += 1;
            prefixes.extend(name.strip_prefix("xmlns:"));
        }
        if count > MOST_ATTRIBUTES {
            return fault(
                format!("an element with more than {MOST_ATTRIBUTES} attributes"),
                "leave out those not needed",
            );
        }
        if prefixes.len() > MOST_PREFIXES {
            return fault(
                format!("a document with more than {MOST_PREFIXES} namespaces"),
                "leave out those not needed",
            );
        }
    }
    Ok(())
}

/// The names before the quoted values of a tag. It ends where the tag does, or at the next `<`, which no value of an attribute contains.
struct AttributeNames<'a> {
    rest: &'a str,
}

impl<'a> AttributeNames<'a> {
    fn of(tag: &'a str) -> Self {
        Self { rest: tag }
    }
}

impl<'a> Iterator for AttributeNames<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let quote = self.rest.find(['"', '\'', '>', '<'])?;
        let (before, value) = self.rest.split_at(quote);
        let delimiter = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let name = before.trim_end().trim_end_matches('=').trim_end();
        let start = name.rfind(|c: char| c.is_ascii_whitespace()).map_or(0, |space| space + 1);
        let end = value[1..].find([delimiter, '<'])?;
        self.rest = &value[1 + end..];
        // Behind the value, unless a `<` ended it.
        self.rest = self.rest.strip_prefix(delimiter).unwrap_or("");
        Some(&name[start..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Option<String> {
        check(text).err().map(|fault| fault.in_file("f").to_string())
    }

    fn attributes(count: usize) -> String {
        (0..count).map(|k| format!(" a{k} = '>\"{k}'")).collect()
    }

    #[test]
    fn an_element_has_a_thousand_attributes_at_most() {
        assert_eq!(refusal(&format!("<r>\n<e{}/><e{0}></e></r>", attributes(MOST_ATTRIBUTES))), None);
        let many = refusal(&format!("<r>\n<e\n{}/></r>", attributes(MOST_ATTRIBUTES + 1)));
        let expected = "f:2: an element with more than 1000 attributes is not supported; leave out those not needed";
        assert_eq!(many.as_deref(), Some(expected));
        // Quotes in texts and comments hide no element.
        for before in ["it's", "<!-- <x a=' -->", "<![CDATA[ <y b=\" ]]>", "<!ENTITY e '<z"] {
            assert!(refusal(&format!("<r>{before}<e{}/></r>", attributes(1_001))).is_some(), "{before}");
        }
        assert_eq!(refusal(&format!("<r>{}</r>", "a='b' ".repeat(2_000))), None);
    }

    /// The parser's work for namespaces is their number times that of elements that declare one.
    #[test]
    fn a_document_has_64_prefixes_of_namespaces_at_most() {
        let nested = |count: usize| (0..count).map(|k| format!("<g xmlns:a{k}=\"u\">")).collect::<String>();
        assert_eq!(refusal(&nested(MOST_PREFIXES)), None);
        assert_eq!(refusal(&nested(MOST_PREFIXES).repeat(100)), None);
        let many = refusal(&nested(MOST_PREFIXES + 1)).unwrap();
        assert!(many.contains("a document with more than 64 namespaces is not supported"), "{many}");
    }
}
