//! The title and the description of a clash, for BCF and JUnit.

use super::escaped_text::literal;
use crate::clashes::clash::Clash;
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_measure::Measure;
use crate::clashes::clash_section::ClashSection;
use crate::number_format::{Dimension, report_number};
use crate::report::check_report::Report;

/// One line that names the clash.
pub fn title(clash: &Clash) -> String {
    let [a, b] = clash.names.each_ref().map(|name| literal(name));
    match clash.kind {
        ClashKind::Missing => format!("missing: {a}: {b}"),
        kind if clash.names[0] == clash.names[1] => format!("{}: {a} with itself", kind.name()),
        kind => format!("{}: {a} and {b}", kind.name()),
    }
}

/// Everything that is known, a line each.
pub fn description(clash: &Clash, report: &Report) -> String {
    let size = report.smaller_size(clash.bodies.into_iter().flatten());
    let mut lines = vec![format!("clash {}", literal(&clash.id))];
    let mut add = |what: &str, how: Option<String>| lines.extend(how.map(|how| format!("{what}: {how}")));
    let [a, b] = clash.names.each_ref().map(|name| literal(name).into_owned());
    add("first", Some(a));
    add("second", Some(b));
    add("rule", clash.rule.as_deref().map(|rule| literal(rule).into_owned()));
    add("severity", Some(clash.severity.name().to_owned()));
    add("status", Some(clash.status.name().to_owned()));
    add("compared with the baseline", clash.change.map(|change| change.name().to_owned()));
    add("pattern", clash.pattern.as_deref().map(|pattern| pattern_text(pattern, report)));
    add("section", (clash.section == ClashSection::Fits).then(|| "fits and thin overlaps".to_owned()));
    add("relation", clash.relation.map(|relation| relation.name().to_owned()));
    add("kind found by", clash.kind_by.as_deref().map(|by| literal(by).into_owned()));
    add("unit of lengths", report.unit.map(|unit| unit.symbol().to_owned()));
    add("gap", clash.distance.filter(|gap| *gap > 0.0).map(report_number));
    add("clearance", clash.clearance.map(report_number));
    add("thickness of the overlap", clash.thickness.as_ref().map(measure));
    add("tolerance", clash.tolerance.map(report_number));
    add("depth", clash.depth.as_ref().map(measure));
    add("shared volume", clash.volume.as_ref().map(measure));
    add("pairs of triangles that meet", clash.contacts.map(|count| count.to_string()));
    add("at", clash.centre().map(|p| Dimension::Solid.place(p, size)));
    add("note", clash.note.as_deref().map(|note| literal(note).into_owned()));
    add("comment", clash.comment.as_deref().map(|comment| literal(comment).into_owned()));
    lines.join("\n")
}

/// The id of a pattern, and how many clashes it has where these are several.
fn pattern_text(id: &str, report: &Report) -> String {
    let patterns = report.clashes.as_ref().map_or(&[][..], |list| &list.patterns);
    match patterns.iter().find(|pattern| pattern.id == id).map_or(1, |pattern| pattern.clashes.len()) {
        0 | 1 => literal(id).into_owned(),
        count => format!("{}, {count} clashes of the same two parts", literal(id)),
    }
}

fn measure(measure: &Measure) -> String {
    let by = literal(&measure.by);
    match (report_number(measure.lower), report_number(measure.upper)) {
        (lower, upper) if lower == upper => format!("{lower} ({by})"),
        (lower, upper) => format!("{lower} to {upper} ({by})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_io::LengthUnit;

    #[test]
    fn note_and_comment_have_lines_of_their_own() {
        let names = ["p".to_owned(), "q".to_owned()];
        let (note, comment) = (Some("not closed".to_owned()), Some("fine\nby me".to_owned()));
        let clash = Clash { note, comment, ..Clash::blank(names, [None; 2], ClashKind::Touch) };
        let text = description(&clash, &Report { unit: Some(LengthUnit::Millimetre), ..Report::default() });
        assert!(text.contains("\nunit of lengths: mm\n"), "{text}");
        assert!(text.ends_with("note: not closed\ncomment: fine\\u{a}by me"), "{text}");
    }
}
