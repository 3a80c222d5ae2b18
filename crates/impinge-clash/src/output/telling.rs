//! A clash in words.

use super::literal::literal;
use crate::clash::Clash;
use crate::kind::Kind;
use crate::measure::Measure;

/// One line that names the clash.
pub fn title(clash: &Clash) -> String {
    let [a, b] = clash.names.each_ref().map(|name| literal(name));
    match clash.kind {
        Kind::Missing => format!("missing: {a}: {b}"),
        kind if clash.names[0] == clash.names[1] => format!("{}: {a} with itself", kind.name()),
        kind => format!("{}: {a} and {b}", kind.name()),
    }
}

/// Everything that is known, a line each.
pub fn description(clash: &Clash) -> String {
    let mut lines = vec![format!("clash {}", literal(&clash.id))];
    let mut tell = |what: &str, how: Option<String>| lines.extend(how.map(|how| format!("{what}: {how}")));
    let [a, b] = clash.names.each_ref().map(|name| literal(name).into_owned());
    tell("first", Some(a));
    tell("second", Some(b));
    tell("rule", clash.rule.as_deref().map(|rule| literal(rule).into_owned()));
    tell("severity", Some(clash.severity.name().to_owned()));
    tell("status", Some(clash.status.name().to_owned()));
    tell("compared with the baseline", clash.change.map(|change| change.name().to_owned()));
    tell("relation", clash.relation.map(|relation| relation.name().to_owned()));
    tell("kind found by", clash.kind_by.as_deref().map(|by| literal(by).into_owned()));
    tell("gap", clash.distance.filter(|gap| *gap > 0.0).map(number));
    tell("clearance", clash.clearance.map(number));
    tell("depth", clash.depth.as_ref().map(measure));
    tell("shared volume", clash.volume.as_ref().map(measure));
    tell("pairs of triangles that meet", clash.contacts.map(|count| count.to_string()));
    let point = |p: impinge::math::DVec3| p.to_array().map(number).join(", ");
    tell("at", clash.centre().map(point));
    tell("note", clash.note.as_deref().map(|note| literal(note).into_owned()));
    tell("comment", clash.comment.as_deref().map(|comment| literal(comment).into_owned()));
    lines.join("\n")
}

fn measure(measure: &Measure) -> String {
    let by = literal(&measure.by);
    match (number(measure.lower), number(measure.upper)) {
        (lower, upper) if lower == upper => format!("{lower} ({by})"),
        (lower, upper) => format!("{lower} to {upper} ({by})"),
    }
}

/// Six digits that count.
pub fn number(x: f64) -> String {
    let size = x.abs();
    if x != 0.0 && !(1e-4..1e9).contains(&size) {
        return format!("{x:.5e}");
    }
    let before = if size < 1.0 { 0 } else { size.log10() as usize + 1 };
    let text = format!("{x:.*}", 6_usize.saturating_sub(before));
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn note_and_comment_are_told_apart() {
        let names = ["p".to_owned(), "q".to_owned()];
        let (note, comment) = (Some("not closed".to_owned()), Some("fine\nby me".to_owned()));
        let told = description(&Clash { note, comment, ..Clash::blank(names, [None; 2], Kind::Touch) });
        assert!(told.ends_with("note: not closed\ncomment: fine\\u{a}by me"), "{told}");
    }

    #[test]
    fn numbers_are_short() {
        let told = [0.0, -0.0, 1.0, 12.5, -0.25, 1234567.0, 0.333_333_333, 1e-9, 1e12].map(number);
        assert_eq!(told, ["0", "0", "1", "12.5", "-0.25", "1234567", "0.333333", "1.00000e-9", "1.00000e12"]);
    }
}
