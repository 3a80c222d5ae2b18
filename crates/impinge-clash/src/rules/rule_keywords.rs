//! Words of a file of rules: severities, relations, patterns of names, and lists of these.

use super::body_pattern::BodyPattern;
use super::rules_file::Severity;
use impinge::pair::Relation;
use impinge_io::Fault;
use impinge_io::document::Item;

pub(super) fn severity(word: &Item<'_>) -> Result<Severity, Fault> {
    let text = word.text()?;
    Severity::from_name(text).ok_or_else(|| word.unexpected("one of info, minor, major, critical"))
}

pub(super) fn relation(word: &Item<'_>) -> Result<Relation, Fault> {
    const MEETING: [Relation; 5] =
        [Relation::Touching, Relation::Crossing, Relation::AInsideB, Relation::BInsideA, Relation::Coincident];
    let text = word.text()?;
    let found = MEETING.into_iter().find(|relation| relation.name() == text);
    found.ok_or_else(|| word.unexpected("one of touching, crossing, a_inside_b, b_inside_a, coincident"))
}

pub(super) fn pattern(item: &Item<'_>) -> Result<BodyPattern, Fault> {
    let text = item.text()?;
    BodyPattern::try_new(text)
        .map_err(|error| Fault::unexpected(item.place(), "a pattern of names", format!("'{text}': {error}")))
}

/// An item by itself, or the items of a list.
pub(super) fn one_or_none<'a>(item: &Item<'a>) -> Result<Vec<Item<'a>>, Fault> {
    if item.text().is_ok() {
        Ok(vec![item.clone()])
    } else {
        item.items().map_err(|_| item.unexpected("a text or a list of texts"))
    }
}

/// The same, not empty.
pub(super) fn one_or_more<'a>(item: &Item<'a>) -> Result<Vec<Item<'a>>, Fault> {
    let items = one_or_none(item)?;
    if items.is_empty() { Err(item.unexpected("at least one text")) } else { Ok(items) }
}
