//! Clashes that share a body and a place are one matter: thousands of rows become the few that have to be talked about.

use crate::clash::Clash;
use impinge::bound::Aabb;
use std::collections::BTreeMap;

/// Clashes that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What it is about, in words.
    pub title: String,
    /// Its clashes, by their place in the list.
    pub clashes: Vec<usize>,
}

/// Two places are one if the gap between their boxes is at most this part of the larger one's diagonal.
const NEAR: f64 = 0.5;

/// The groups of clashes, the largest first; every clash is in one.
#[must_use]
pub fn groups(clashes: &[Clash]) -> Vec<Group> {
    let mut by_body: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (k, clash) in clashes.iter().enumerate() {
        for (name, _) in clash.names.iter().zip(&clash.bodies).filter(|(_, body)| body.is_some()) {
            by_body.entry(name).or_default().push(k);
        }
    }
    let mut leaders: Vec<usize> = (0..clashes.len()).collect();
    for members in by_body.values() {
        join_near(clashes, members, &mut leaders);
    }
    let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for k in 0..clashes.len() {
        sets.entry(leader(&mut leaders, k)).or_default().push(k);
    }
    let mut groups: Vec<Group> =
        sets.into_values().map(|members| Group { title: title(clashes, &members), clashes: members }).collect();
    groups.sort_by(|p, q| q.clashes.len().cmp(&p.clashes.len()).then_with(|| p.title.cmp(&q.title)));
    groups
}

/// Joins the clashes of one body whose places are near.
fn join_near(clashes: &[Clash], members: &[usize], leaders: &mut [usize]) {
    let boxed: Vec<(usize, Aabb)> = members.iter().filter_map(|k| Some((*k, clashes[*k].bounds?))).collect();
    for (i, (k, p)) in boxed.iter().enumerate() {
        for (l, q) in &boxed[..i] {
            let gap = (p.min - q.max).max(q.min - p.max).max(impinge::math::DVec3::ZERO).length();
            if gap <= NEAR * p.size().length().max(q.size().length()) {
                let (k, l) = (leader(leaders, *k), leader(leaders, *l));
                leaders[k.max(l)] = k.min(l);
            }
        }
    }
}

/// The lowest member of a set.
fn leader(leaders: &mut [usize], mut k: usize) -> usize {
    while leaders[k] != k {
        leaders[k] = leaders[leaders[k]];
        k = leaders[k];
    }
    k
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
