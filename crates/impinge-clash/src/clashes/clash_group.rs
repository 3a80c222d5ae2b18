//! Groups of clashes that share a body and a place: thousands of clashes become a few issues to discuss.

use super::clash::Clash;
use super::clash_order::ClashRank;
use crate::rules::rules_file::Severity;
use impinge::bound::Aabb;
use impinge::mesh::union_find::UnionFind;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Clashes that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashGroup {
    /// Its name in one report: `G1` for the first, and so on.
    pub id: String,
    /// What it is about, in words.
    pub title: String,
    /// Its clashes, by their place in the list.
    pub clashes: Vec<usize>,
}

/// Two places are one if the gap between their boxes is at most this part of the larger one's diagonal…
const NEAR: f64 = 0.5;

/// … or this many times the smaller one's, so that a large contact does not take in all that is around.
const FEW: f64 = 3.0;

/// The groups of clashes, every clash in one: those that fail the check first, of these the most severe, then by their worst clash, then the largest.
#[must_use]
pub fn group_clashes(clashes: &[Clash]) -> Vec<ClashGroup> {
    let mut by_body: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (k, clash) in clashes.iter().enumerate() {
        for (name, _) in clash.names.iter().zip(&clash.bodies).filter(|(_, body)| body.is_some()) {
            by_body.entry(name).or_default().push(k);
        }
    }
    let mut near = UnionFind::new(clashes.len());
    for members in by_body.values() {
        join_near(clashes, members, &mut near);
    }
    let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for k in 0..clashes.len() {
        sets.entry(near.find(k)).or_default().push(k);
    }
    let mut groups: Vec<ClashGroup> = sets
        .into_values()
        .map(|members| ClashGroup { id: String::new(), title: title(clashes, &members), clashes: members })
        .collect();
    groups.sort_by_cached_key(|group| {
        let worst = group.clashes.iter().map(|k| ClashRank::new(&clashes[*k]).without_id()).min();
        (Reverse(gravity(clashes, group)), worst, Reverse(group.clashes.len()), group.title.clone())
    });
    for (k, group) in groups.iter_mut().enumerate() {
        group.id = format!("G{}", k + 1);
    }
    groups
}

/// Whether a clash of a group fails the check, and how severe the most severe is: of those that fail, if some do.
fn gravity(clashes: &[Clash], group: &ClashGroup) -> (bool, Option<Severity>) {
    let members = || group.clashes.iter().map(|k| &clashes[*k]);
    let failing = members().filter(|clash| clash.fails()).map(|clash| clash.severity).max();
    (failing.is_some(), failing.or(members().map(|clash| clash.severity).max()))
}

/// Joins the clashes of one body whose places are near; returns how many pairs were compared.
fn join_near(clashes: &[Clash], members: &[usize], near: &mut UnionFind) -> usize {
    let mut boxed: Vec<(usize, Aabb)> = members.iter().filter_map(|k| Some((*k, clashes[*k].bounds?))).collect();
    let corners = |(_, bounds): &(usize, Aabb)| [bounds.min, bounds.max].map(|p| p.to_array().map(f64::to_bits));
    // Of equal boxes one stands for all.
    boxed.sort_by_cached_key(corners);
    boxed.dedup_by(|next, one| {
        let is_same = corners(next) == corners(one);
        if is_same {
            near.join(one.0, next.0);
        }
        is_same
    });
    let around = boxed.iter().fold(Aabb::EMPTY, |all, (_, bounds)| all.including(bounds.min).including(bounds.max));
    let around = around.size();
    let axis = (0..3).max_by(|p, q| around[*p].total_cmp(&around[*q])).unwrap_or(0);
    // A gap is at most NEAR times the larger diagonal, so boxes grown by that share of their own overlap.
    let reach = |bounds: &Aabb| NEAR * bounds.size().length();
    let mut spans: Vec<(f64, f64, usize, &Aabb)> = boxed
        .iter()
        .map(|(k, bounds)| (bounds.min[axis] - reach(bounds), bounds.max[axis] + reach(bounds), *k, bounds))
        .collect();
    spans.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut compared = 0;
    for (i, (_, end, k, p)) in spans.iter().enumerate() {
        for (_, _, l, q) in spans[i + 1..].iter().take_while(|(start, ..)| start <= end) {
            if near.find(*k) == near.find(*l) {
                continue;
            }
            compared += 1;
            let gap = (p.min - q.max).max(q.min - p.max).max(impinge::math::DVec3::ZERO).length();
            let [larger, smaller] = [f64::max, f64::min].map(|pick| pick(p.size().length(), q.size().length()));
            if gap <= NEAR * larger.min(FEW * smaller) {
                near.join(*k, *l);
            }
        }
    }
    compared
}

/// Who clashes with whom, the body of most clashes first.
fn title(clashes: &[Clash], members: &[usize]) -> String {
    if let [only] = members {
        let [a, b] = &clashes[*only].names;
        return if a == b { format!("{a} with itself") } else { format!("{a} and {b}") };
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in members.iter().flat_map(|k| &clashes[*k].names) {
        *counts.entry(name).or_default() += 1;
    }
    let first = counts.iter().max_by(|p, q| p.1.cmp(q.1).then_with(|| q.0.cmp(p.0))).map_or("", |(name, _)| *name);
    let others: Vec<&str> = counts.keys().copied().filter(|name| *name != first).collect();
    match others.as_slice() {
        [] => first.to_owned(),
        [one] => format!("{first} and {one}"),
        [one, two] => format!("{first}, {one} and {two}"),
        [one, two, rest @ ..] => format!("{first}, {one}, {two} and {} more", rest.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clashes::{ClashKind, ClashStatus};
    use impinge::math::DVec3;

    fn clash(names: [&str; 2], x: f64, severity: Severity) -> Clash {
        let bounds = Some(Aabb { min: DVec3::X * x, max: DVec3::X * x + 1.0 });
        Clash { bounds, severity, ..Clash::blank(names.map(str::to_owned), [Some(0), Some(1)], ClashKind::Touch) }
    }

    #[test]
    fn what_fails_comes_first_then_what_is_graver_then_what_is_larger() {
        let mut clashes = vec![
            clash(["wall", "approved a"], 100.0, Severity::Critical),
            clash(["wall", "approved b"], 100.5, Severity::Critical),
            clash(["wall", "pipe b"], 0.0, Severity::Minor),
            clash(["wall", "pipe a"], 0.5, Severity::Minor),
            clash(["tank", "pipe c"], 0.0, Severity::Major),
            clash(["rod", "pipe d"], 50.0, Severity::Minor),
            clash(["rod", "pipe e"], 90.0, Severity::Info),
        ];
        clashes[0].status = ClashStatus::Approved;
        clashes[1].status = ClashStatus::Approved;
        let found = group_clashes(&clashes);
        let told: Vec<(&str, &[usize])> =
            found.iter().map(|group| (group.id.as_str(), group.clashes.as_slice())).collect();
        assert_eq!(told, [("G1", &[4][..]), ("G2", &[2, 3]), ("G3", &[5]), ("G4", &[0, 1]), ("G5", &[6])]);
        assert_eq!(found[1].title, "wall, pipe a and pipe b");
        assert_eq!(found[2].title, "rod and pipe d");
    }

    /// A long body that clashes everywhere along it, and one whose clashes are all in one place.
    #[test]
    fn places_of_one_body_are_compared_with_those_nearby() {
        for count in [500, 2_000] {
            for (spacing, groups) in [(10.0, count), (1.2, 1), (0.0, 1)] {
                let place = |k: usize| clash(["ground", "post"], spacing * ((k * 7) % count) as f64, Severity::Major);
                let clashes: Vec<Clash> = (0..count).map(place).collect();
                let mut near = UnionFind::new(count);
                let compared = join_near(&clashes, &(0..count).collect::<Vec<_>>(), &mut near);
                assert!(compared <= 4 * count, "{compared} for {count}");
                assert_eq!((0..count).filter(|k| near.find(*k) == *k).count(), groups);
            }
        }
    }
}
