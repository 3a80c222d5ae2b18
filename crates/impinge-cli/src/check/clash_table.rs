//! The clashes for people: a row for each pattern, the worst first; fits and thin overlaps in a table of their own below.

use super::terminal_report::{contacts, method_cells, method_columns, styled};
use clap::builder::styling::{AnsiColor, Style};
use impinge_clash::{
    CheckedPair, Clash, ClashChange, ClashKind, ClashList, ClashSection, ClashStatus, Measure, Report, Severity,
    bounds_format, number_format,
};
use impinge_terminal::fitted_table::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The columns that are always there.
const COLUMNS: [&str; 10] =
    ["clash", "times", "kind", "a", "b", "thickness", "gap or depth", "volume", "contacts", "at"];

/// Which clashes have a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashRows {
    /// One for each pattern: its worst clash.
    Patterns,
    /// One for each clash.
    All,
}

/// What the cells of all rows depend on.
struct ClashTable<'a> {
    report: &'a Report,
    list: &'a ClashList,
    pairs: BTreeMap<[usize; 2], &'a CheckedPair>,
    has_rules: bool,
}

/// The clashes as rows; nothing if there are none.
pub fn render(report: &Report, list: &ClashList, rows: ClashRows) -> String {
    let has_rules = list.clashes.iter().any(|clash| clash.rule.is_some() || clash.severity != Severity::default());
    let pairs = report.pairs.iter().map(|pair| ([pair.a, pair.b], pair)).collect();
    let table = ClashTable { report, list, pairs, has_rules };
    let faults = table.section(ClashSection::Faults, rows);
    let fits = table.section(ClashSection::Fits, rows);
    match (faults.is_empty(), fits.is_empty()) {
        (_, true) => faults,
        (true, false) => format!("Fits and thin overlaps\n\n{fits}"),
        (false, false) => format!("{faults}\nFits and thin overlaps\n\n{fits}"),
    }
}

impl<'a> ClashTable<'a> {
    /// The table of a section; nothing if it is empty.
    fn section(&self, section: ClashSection, rows: ClashRows) -> String {
        let rows = self.rows(section, rows);
        if rows.is_empty() {
            return String::new();
        }
        let rules = self.has_rules.then_some("severity: rule");
        let standing = self.list.is_compared.then_some("standing");
        let by = rows.iter().any(|members| self.found_by(members[0]).is_some()).then_some("kind found");
        let header = COLUMNS.into_iter().chain(rules).chain(standing).chain(method_columns(self.report)).chain(by);
        styled(header.collect(), rows.iter().map(|members| self.row(members)))
    }

    /// The clashes of a section, those in one row together, each row at the place of its worst.
    fn rows(&self, section: ClashSection, rows: ClashRows) -> Vec<Vec<&'a Clash>> {
        let mut together: Vec<Vec<&Clash>> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for clash in self.list.clashes.iter().filter(|clash| clash.section == section) {
            let pattern = clash.pattern.as_deref().filter(|_| rows == ClashRows::Patterns);
            match pattern.and_then(|pattern| known.get(pattern)) {
                Some(row) => together[*row].push(clash),
                None => {
                    known.extend(pattern.map(|pattern| (pattern, together.len())));
                    together.push(vec![clash]);
                }
            }
        }
        together
    }

    /// The row of some clashes, the worst of them first.
    fn row(&self, members: &[&Clash]) -> (Vec<Cell>, Style) {
        let worst = members[0];
        let pair = self.pair_of(worst);
        let (id, times) = match (members.len(), &worst.pattern) {
            (1, _) | (_, None) => (worst.id.clone(), String::new()),
            (count, Some(pattern)) => (pattern.clone(), format!("{count}x")),
        };
        let mut cells = vec![Cell::new(id), Cell::number(Some(times))];
        cells.extend(cells_of(self.report, worst, pair));
        if self.has_rules {
            let rule = worst.rule.as_deref().map(|rule| format!(": {}", number_format::name(rule))).unwrap_or_default();
            cells.push(Cell::name(format!("{}{rule}", worst.severity.name())));
        }
        if self.list.is_compared {
            cells.push(Cell::new(standing_of(members)));
        }
        let nothing = || method_columns(self.report).map(|_| Cell::new("")).collect();
        cells.extend(pair.map_or_else(nothing, |pair| method_cells(self.report, pair)));
        cells.extend(self.found_by(worst).map(Cell::new));
        (cells, style(worst))
    }

    /// The pair of bodies of a clash.
    fn pair_of(&self, clash: &Clash) -> Option<&'a CheckedPair> {
        let [Some(a), Some(b)] = clash.bodies else { return None };
        self.pairs.get(&[a, b]).copied()
    }

    /// How the kind of a clash was found, where that is not exact. It stands at the end of a row, for it is long and few rows have it.
    fn found_by(&self, clash: &Clash) -> Option<String> {
        self.pair_of(clash)?.relation_by()
    }
}

/// How many clashes there are, in how many patterns, and what they are: by what becomes of them, by section, and since the baseline. The numbers between two semicolons add up to all clashes;
/// what is resolved is not among them.
pub fn tally(list: &ClashList) -> String {
    let there = || list.clashes.iter().filter(|clash| clash.status != ClashStatus::Resolved);
    let total = there().count();
    let mut parts = vec![format!(
        "{} in {}",
        number_format::count(total, "clash", "clashes"),
        number_format::count(list.patterns.len(), "pattern", "patterns")
    )];
    if total > 0 {
        let is_approved = |clash: &&Clash| clash.status == ClashStatus::Approved;
        let open = there().filter(|clash| clash.fails()).count();
        let approved = there().filter(is_approved).count();
        let counts = [(open, "open"), (total - open - approved, "informational"), (approved, "approved")];
        parts.push(present(&counts));
        let fits = there().filter(|clash| clash.section == ClashSection::Fits).count();
        let [faults, thin] =
            [(total - fits, ["fault", "faults"]), (fits, ["fit or thin overlap", "fits and thin overlaps"])]
                .map(|(count, [one, many])| (count, if count == 1 { one } else { many }));
        if fits > 0 {
            parts.push(present(&[faults, thin]));
        }
    }
    if list.is_compared {
        let changes = [ClashChange::New, ClashChange::Changed, ClashChange::Persisting].map(|change| {
            let count = there().filter(|clash| clash.change == Some(change)).count();
            format!("{count} {}", change.name())
        });
        parts.push(changes.join(", "));
        parts.push(format!("{} resolved", list.clashes.len() - total));
    }
    let first = parts.remove(0);
    if parts.is_empty() { first } else { format!("{first}: {}", parts.join("; ")) }
}

/// Counts with their words: the first always, others where they are not zero.
fn present(counts: &[(usize, &str)]) -> String {
    let shown = counts.iter().enumerate().filter(|(k, (count, _))| *k == 0 || *count > 0);
    shown.map(|(_, (count, word))| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
}

fn cells_of(report: &Report, clash: &Clash, pair: Option<&CheckedPair>) -> Vec<Cell> {
    let [a, b] = clash.names.each_ref().map(|name| number_format::name(name));
    let is_alone = clash.kind != ClashKind::Missing && clash.names[0] == clash.names[1];
    let own = pair.and_then(|pair| pair.own);
    let size = report.smaller_size(clash.bodies.into_iter().flatten());
    vec![
        Cell::new(clash.kind.name()),
        Cell::name(a),
        Cell::name(if is_alone { "itself".to_owned() } else { b }),
        Cell::number(clash.thickness.as_ref().map(between)),
        Cell::number(gap_or_depth(clash)),
        Cell::number(clash.volume.as_ref().map(|volume| bounds_format::volume_text(volume.lower, volume.upper))),
        Cell::number(clash.contacts.map(|n| contacts(n, own))),
        Cell::new(clash.centre().map(|p| report.dimension.place(p, size)).unwrap_or_default()),
    ]
}

/// How far apart they are, or how deep in each other.
fn gap_or_depth(clash: &Clash) -> Option<String> {
    let gap = clash.distance.filter(|gap| *gap > 0.0).map(|gap| format!("{} apart", number_format::short(gap)));
    gap.or(clash.depth.as_ref().map(|depth| format!("{} deep", between(depth))))
}

/// What has become of clashes: approved, or how they compare; with numbers where that differs.
fn standing_of(members: &[&Clash]) -> String {
    let standing = |clash: &Clash| match clash.status {
        ClashStatus::Approved => clash.status.name(),
        _ => clash.change.map_or("", ClashChange::name),
    };
    let all: BTreeSet<&str> = members.iter().map(|clash| standing(clash)).collect();
    let counted = |word: &&str| {
        let count = members.iter().filter(|clash| standing(clash) == *word).count();
        format!("{count} {word}")
    };
    match all.len() {
        1 => all.into_iter().collect(),
        _ => all.iter().map(counted).collect::<Vec<_>>().join(", "),
    }
}

/// A quantity by its bounds.
fn between(measure: &Measure) -> String {
    bounds_format::bounds_text(measure.lower, measure.upper)
}

fn style(clash: &Clash) -> Style {
    match clash.kind {
        _ if !clash.fails() => Style::new().dimmed(),
        ClashKind::Touch | ClashKind::Missing | ClashKind::Undecided | ClashKind::Fit => AnsiColor::Yellow.on_default(),
        ClashKind::Encroach => AnsiColor::Cyan.on_default(),
        ClashKind::Duplicate | ClashKind::Pierce | ClashKind::Protrude | ClashKind::Envelope => {
            AnsiColor::Red.on_default()
        }
    }
}
