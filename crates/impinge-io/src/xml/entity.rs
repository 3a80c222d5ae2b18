//! Entities that a document declares, before anything is expanded: a short name that stands for a long text, repeated, is a small file
//! that fills the memory.
//!
//! Old exporters declare addresses of namespaces as entities, so they are not refused altogether. Each `<!ENTITY` of the text counts, even
//! one in a comment, and each `&name;`, so the sum is an upper bound of what the parser expands.

use crate::error::{Fault, FilePlace};
use std::collections::HashMap;

/// Bytes that entities may add to any document, however short.
const EXPANDED_AT_LEAST: usize = 1 << 16;

const DECLARATION: &str = "<!ENTITY";

/// Refuses a document whose entities refer to entities, or add more bytes than the document has and [`EXPANDED_AT_LEAST`].
pub(super) fn check(text: &str) -> Result<(), Fault> {
    let Some(first) = text.find(DECLARATION) else { return Ok(()) };
    let place = |at: usize| FilePlace::Line(1 + text[..at].bytes().filter(|byte| *byte == b'\n').count() as u64);
    let remedy = "write the text itself in its place";
    let mut lengths: HashMap<&str, usize> = HashMap::new();
    for (at, _) in text.match_indices(DECLARATION) {
        let Some((name, value)) = declaration(&text[at + DECLARATION.len()..]) else { continue };
        if refers(value) {
            return Err(Fault::unsupported(place(at), format!("the entity '{name}' that refers to others"), remedy));
        }
        let length = lengths.entry(name).or_default();
        *length = value.len().max(*length);
    }
    let limit = EXPANDED_AT_LEAST + text.len();
    let mut expanded = 0_usize;
    for (at, _) in text.match_indices('&') {
        let rest = &text[at + 1..];
        // No name goes on behind the next reference, so that all searches together read the text once.
        let name = &rest[..rest.find([';', '&']).unwrap_or(rest.len())];
        expanded = expanded.saturating_add(lengths.get(name).copied().unwrap_or(0));
        if expanded > limit {
            let feature = format!("text of entities of more than {limit} bytes in a document of this size");
            return Err(Fault::unsupported(place(first), feature, remedy));
        }
    }
    Ok(())
}

/// Whether the value of an entity has a reference to another, or a character `&` that could begin one.
fn refers(value: &str) -> bool {
    value.match_indices('&').any(|(at, _)| {
        let Some(code) = value[at + 1..].strip_prefix('#') else { return true };
        let (digits, ampersand, radix) = match code.strip_prefix(['x', 'X']) {
            Some(hex) => (hex, "26", 16),
            None => (code, "38", 10),
        };
        let rest = digits.trim_start_matches('0').strip_prefix(ampersand);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_digit(radix)))
    })
}

/// The name and the value of a declaration, from behind its keyword; none of an entity in another file, which is not fetched.
fn declaration(rest: &str) -> Option<(&str, &str)> {
    let rest = rest.strip_prefix([' ', '\t', '\r', '\n'])?.trim_start().trim_start_matches('%').trim_start();
    let end = rest.find([' ', '\t', '\r', '\n', '<', '"', '\''])?;
    let (name, value) = (&rest[..end], rest[end..].trim_start());
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let value = &value[1..];
    Some((name, &value[..value.find(quote).unwrap_or(value.len())]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(text: &str) -> Option<String> {
        check(text).err().map(|fault| fault.in_file("f").to_string())
    }

    /// What a parser would expand, counted in bytes, never exceeds the limit; nothing is expanded to find out.
    #[test]
    fn entities_add_as_much_as_the_document_has_at_most() {
        let document = |length: usize, references: usize| {
            format!("<!DOCTYPE r\n[<!ENTITY a '{}'>]><r>{}</r>", "x".repeat(length), "&a;".repeat(references))
        };
        assert_eq!(refusal(&document(1_000, 60)), None);
        assert_eq!(refusal(&document(60, 1_000)), None);
        let bomb = refusal(&document(1_000, 1_000)).unwrap();
        assert!(bomb.starts_with("f:2: text of entities of more than 69") && bomb.ends_with("in its place"), "{bomb}");
        assert_eq!(refusal("<r>&amp;&#60;&lt;</r>"), None);
    }

    #[test]
    fn entities_of_entities_are_refused_and_those_of_namespaces_are_not() {
        let nested = "<!DOCTYPE r [<!ENTITY a \"x\">\n<!ENTITY b \"&a;&a;\">]><r>&b;</r>";
        assert_eq!(
            refusal(nested).unwrap(),
            "f:2: the entity 'b' that refers to others is not supported; write the text itself in its place"
        );
        let plain = "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/svg11.dtd\" [\n\
                     <!ENTITY ns_svg \"http://www.w3.org/2000/svg\">\n<!ENTITY chapter SYSTEM \"/etc/hosts\">]>\n<svg xmlns=\"&ns_svg;\"/>";
        assert_eq!(refusal(plain), None);
        assert_eq!(refusal("<!ENTITY"), None);
    }

    #[test]
    fn characters_by_number_are_no_references_unless_they_begin_one() {
        let entity = |value: &str| refusal(&format!("<!DOCTYPE r [<!ENTITY a \"{value}\">]><r>&a;</r>"));
        for plain in
            ["&#160;", "&#xA0;x&#8211;", "&#380;", "&#x260;", "&#x38;", "&#26;", "&#x26a;", "&#138;", "&#0380;"]
        {
            assert_eq!(entity(plain), None, "{plain}");
        }
        for nested in ["&b;", "&#38;b;", "&#038;", "&#x26;#60;", "&#x0026;", "&#160;&b;", "&", "&#38", "&#160;&#38;"] {
            assert!(entity(nested).is_some_and(|refusal| refusal.contains("refers to others")), "{nested}");
        }
    }
}
