//! Which bodies of two checks could be the same, by their names: sets of candidates that their places tell apart.
//!
//! Bodies of one name get numbers behind a point, which shift when one of them goes. And where files are added or taken away, the
//! names of files appear before those of their bodies, up to a slash, or go. Cost: the names and what stands behind each slash in them.

use impinge::math::DVec3;
use impinge::mesh::union_find::UnionFind;
use std::collections::{BTreeMap, BTreeSet};

/// Slashes of a name that are looked behind, from its beginning: a baseline is a user's text.
const MOST_ENDS: usize = 32;

/// Bodies by their names, and where they are.
pub type Places<'a> = BTreeMap<&'a str, DVec3>;

/// Bodies of two checks that could be the same.
#[derive(Default)]
pub struct NameCandidates<'a> {
    pub earlier: Places<'a>,
    pub now: Places<'a>,
    /// Whether numbers tell some of them apart.
    pub has_numbers: bool,
}

/// The sets of candidates of two checks, in the order of names: every body is in one.
pub fn name_candidates<'a>(earlier: &Places<'a>, now: &Places<'a>) -> Vec<NameCandidates<'a>> {
    let bases = [earlier, now].map(|places| places.keys().map(|name| base(name)).collect::<BTreeSet<&str>>());
    let all: Vec<&str> = bases[0].union(&bases[1]).copied().collect();
    let index: BTreeMap<&str, usize> = all.iter().enumerate().map(|(k, base)| (*base, k)).collect();
    let mut sets = UnionFind::new(all.len());
    for [base, other] in renamed(&bases).into_iter().chain(renamed(&[bases[1].clone(), bases[0].clone()])) {
        sets.join(index[base], index[other]);
    }
    let mut rows: BTreeMap<usize, NameCandidates<'a>> = BTreeMap::new();
    for (name, centre) in earlier {
        rows.entry(sets.find(index[base(name)])).or_default().earlier.insert(name, *centre);
    }
    for (name, centre) in now {
        rows.entry(sets.find(index[base(name)])).or_default().now.insert(name, *centre);
    }
    let mut rows: Vec<NameCandidates<'a>> = rows.into_values().collect();
    for row in &mut rows {
        row.has_numbers = has_repeated(&row.earlier) || has_repeated(&row.now);
    }
    rows
}

impl NameCandidates<'_> {
    /// What its body was called and is, if it is one alone.
    pub fn names_alone(&self) -> Option<[&str; 2]> {
        self.alone()?;
        Some([self.earlier.keys().next()?, self.now.keys().next()?])
    }

    /// Where its body was and is, if it is one alone.
    pub fn alone(&self) -> Option<[DVec3; 2]> {
        let only = |places: &Places<'_>| places.values().next().copied().filter(|_| places.len() == 1);
        Some([only(&self.earlier)?, only(&self.now)?])
    }
}

/// For every name that the first check has and the second has not, names of the second that end alike behind a slash: those with the
/// longest end in common, of these such as the first has not, if there are any.
fn renamed<'a>([own, others]: &[BTreeSet<&'a str>; 2]) -> Vec<[&'a str; 2]> {
    let mut by_end: BTreeMap<&str, Vec<&'a str>> = BTreeMap::new();
    for other in others {
        ends(other).for_each(|end| by_end.entry(end).or_default().push(other));
    }
    let mut found = Vec::new();
    let mut met: BTreeMap<&str, &'a str> = BTreeMap::new();
    for name in own.difference(others) {
        let Some((end, alike)) = ends(name).find_map(|end| Some((end, by_end.get(end)?))) else { continue };
        // All that end so are one row, which is made once.
        if let Some(first) = met.get(end) {
            found.push([*name, *first]);
            continue;
        }
        let unknown = || alike.iter().filter(|other| !own.contains(**other));
        let chosen: Vec<&'a str> =
            if unknown().next().is_some() { unknown().copied().collect() } else { alike.clone() };
        found.extend(chosen.iter().map(|other| [*name, *other]));
        met.extend(chosen.first().map(|first| (end, *first)));
    }
    found
}

/// A name, and what stands behind its first slashes; the longest first.
fn ends(name: &str) -> impl Iterator<Item = &str> {
    let behind = name.match_indices('/').take(MOST_ENDS).map(|(k, _)| &name[k + 1..]).filter(|end| !end.is_empty());
    std::iter::once(name).chain(behind)
}

/// Whether several bodies have one name but for a number.
fn has_repeated(places: &Places<'_>) -> bool {
    let mut seen = BTreeSet::new();
    places.keys().any(|name| !seen.insert(base(name)))
}

/// A name without the number that tells it from others.
fn base(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((base, number)) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => base,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(earlier: &[&'static str], now: &[&'static str]) -> Vec<String> {
        let places =
            |names: &[&'static str]| names.iter().map(|name| (*name, DVec3::ZERO)).collect::<Places<'static>>();
        let list = |places: &Places<'_>| places.keys().copied().collect::<Vec<_>>().join(" ");
        let rows = name_candidates(&places(earlier), &places(now));
        rows.iter().map(|row| format!("{} | {}", list(&row.earlier), list(&row.now))).collect()
    }

    #[test]
    fn names_meet_behind_slashes_where_one_is_unknown() {
        assert_eq!(matched(&["wall", "pipe"], &["wall", "pipe"]), ["pipe | pipe", "wall | wall"]);
        assert_eq!(matched(&["wall"], &["plant/wall", "new/door"]), [" | new/door", "wall | plant/wall"]);
        assert_eq!(matched(&["plant/wall"], &["wall"]), ["plant/wall | wall"]);
        assert_eq!(matched(&["a/wall"], &["d/a.glb/wall"]), ["a/wall | d/a.glb/wall"]);
        // The longest end decides, and slashes of the names' own do not matter.
        let expected = ["level 1/wall | plant/level 1/wall", "level 2/wall | plant/level 2/wall"];
        assert_eq!(matched(&["level 1/wall", "level 2/wall"], &["plant/level 1/wall", "plant/level 2/wall"]), expected);
        // Names that both checks have are left alone, unless there is no other candidate.
        assert_eq!(matched(&["a/x", "b/x"], &["a/x", "c/x"]), ["a/x | a/x", "b/x | c/x"]);
        assert_eq!(matched(&["pipe"], &["pipe", "plant/pipe"]), ["pipe | pipe plant/pipe"]);
        assert_eq!(matched(&["a/"], &["b/", "/"]), [" | /", "a/ | ", " | b/"]);
    }

    #[test]
    fn numbers_and_slashes_go_together() {
        let found = matched(&["pipe", "pipe.2"], &["plant/pipe", "plant/pipe.2", "plant/pipe.3"]);
        assert_eq!(found, ["pipe pipe.2 | plant/pipe plant/pipe.2 plant/pipe.3"]);
    }
}
