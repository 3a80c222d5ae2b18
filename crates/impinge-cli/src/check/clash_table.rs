//! The clashes for people: one row each, those of a group together, the most severe group first.

use super::terminal_report::{contacts, method_cells, method_columns, right, styled};
use clap::builder::styling::{AnsiColor, Style};
use comfy_table::Cell;
use impinge_clash::{
    CheckedPair, Clash, ClashChange, ClashGroup, ClashKind, ClashList, ClashStatus, Measure, Report, Severity,
    number_format,
};
use std::collections::BTreeMap;

/// The columns that are always there.
const COLUMNS: [&str; 10] =
    ["group", "clash", "kind", "a", "b", "thickness", "gap or depth", "volume", "contacts", "at"];

/// The clashes as rows; nothing if there are none.
pub fn render(report: &Report, list: &ClashList) -> String {
    if list.clashes.is_empty() {
        return String::new();
    }
    let has_rules = list.clashes.iter().any(|clash| clash.rule.is_some() || clash.severity != Severity::default());
    let rules = has_rules.then_some("severity: rule");
    let standing = list.is_compared.then_some("standing");
    let header = COLUMNS.into_iter().chain(rules).chain(standing).chain(method_columns(report)).collect();
    let pairs: BTreeMap<[usize; 2], &CheckedPair> = report.pairs.iter().map(|pair| ([pair.a, pair.b], pair)).collect();
    let rows = ordered(list).into_iter().map(|(group, clash)| {
        let pair = match clash.bodies {
            [Some(a), Some(b)] => pairs.get(&[a, b]).copied(),
            _ => None,
        };
        let mut cells = vec![Cell::new(group)];
        cells.extend(cells_of(clash, pair));
        if has_rules {
            let rule = clash.rule.as_deref().map(|rule| format!(": {}", number_format::name(rule))).unwrap_or_default();
            cells.push(Cell::new_owned(format!("{}{rule}", clash.severity.name())));
        }
        if list.is_compared {
            cells.push(Cell::new(standing_of(clash)));
        }
        cells.extend(pair.map(|pair| method_cells(report, pair)).unwrap_or_default());
        (cells, style(clash))
    });
    styled(header, rows)
}

/// How many clashes there are, in how many groups, and what has become of them.
pub fn tally(list: &ClashList) -> String {
    let there = list.clashes.iter().filter(|clash| clash.status != ClashStatus::Resolved);
    let (there, total) = (there.clone(), there.count());
    let is_there = |group: &&ClashGroup| group.clashes.iter().any(|k| list.clashes[*k].status != ClashStatus::Resolved);
    let groups = list.groups.iter().filter(is_there).count();
    let mut text = format!(
        "{} in {}",
        number_format::count(total, "clash", "clashes"),
        number_format::count(groups, "group", "groups")
    );
    let mut parts: Vec<String> = Vec::new();
    if list.is_compared {
        for change in [ClashChange::New, ClashChange::Changed, ClashChange::Persisting] {
            let count = there.clone().filter(|clash| clash.change == Some(change)).count();
            parts.push(format!("{count} {}", change.name()));
        }
        parts.push(format!("{} resolved", list.clashes.len() - total));
        parts.push(format!("{} approved", there.clone().filter(|clash| clash.status == ClashStatus::Approved).count()));
    }
    let informational = there.filter(|clash| clash.severity == Severity::Info).count();
    if informational > 0 {
        parts.push(format!("{informational} informational"));
    }
    if !parts.is_empty() {
        text.push_str(": ");
        text.push_str(&parts.join(", "));
    }
    text
}

/// The clashes with the ids of their groups: group by group, in each the worst first, as in the list.
fn ordered(list: &ClashList) -> Vec<(&str, &Clash)> {
    let mut ordered = Vec::new();
    for group in &list.groups {
        let mut members = group.clashes.clone();
        members.sort_unstable();
        ordered.extend(members.into_iter().map(|k| (group.id.as_str(), &list.clashes[k])));
    }
    ordered
}

fn cells_of(clash: &Clash, pair: Option<&CheckedPair>) -> Vec<Cell> {
    let [a, b] = clash.names.each_ref().map(|name| number_format::name(name));
    let is_alone = clash.kind != ClashKind::Missing && clash.names[0] == clash.names[1];
    let own = pair.and_then(|pair| pair.own);
    vec![
        Cell::new_owned(clash.id.clone()),
        Cell::new_owned(match pair.and_then(CheckedPair::relation_by) {
            Some(by) => format!("{} ({by})", clash.kind.name()),
            None => clash.kind.name().to_owned(),
        }),
        Cell::new_owned(a),
        Cell::new_owned(if is_alone { "itself".to_owned() } else { b }),
        right(clash.thickness.as_ref().map(between)),
        right(gap_or_depth(clash)),
        right(clash.volume.as_ref().map(between)),
        right(clash.contacts.map(|n| contacts(n, own))),
        Cell::new_owned(clash.centre().map(number_format::rough_point).unwrap_or_default()),
    ]
}

/// How far apart they are, or how deep in each other.
fn gap_or_depth(clash: &Clash) -> Option<String> {
    let gap = clash.distance.filter(|gap| *gap > 0.0).map(|gap| format!("{} apart", number_format::short(gap)));
    gap.or(clash.depth.as_ref().map(|depth| format!("{} deep", between(depth))))
}

/// What has become of a clash: approved, or how it compares.
fn standing_of(clash: &Clash) -> &'static str {
    match clash.status {
        ClashStatus::Approved => clash.status.name(),
        _ => clash.change.map_or("", ClashChange::name),
    }
}

/// A quantity by its bounds.
fn between(measure: &Measure) -> String {
    let (lower, upper) = (number_format::short(measure.lower), number_format::short(measure.upper));
    match lower == upper {
        true => upper,
        false if measure.lower == 0.0 => format!("up to {upper}"),
        false => format!("{lower} to {upper}"),
    }
}

fn style(clash: &Clash) -> Style {
    match clash.kind {
        _ if !clash.fails() => Style::new().dimmed(),
        ClashKind::Touch | ClashKind::Missing | ClashKind::Undecided => AnsiColor::Yellow.on_default(),
        ClashKind::Encroach => AnsiColor::Cyan.on_default(),
        ClashKind::Duplicate | ClashKind::Pierce | ClashKind::Protrude | ClashKind::Envelope => {
            AnsiColor::Red.on_default()
        }
    }
}
