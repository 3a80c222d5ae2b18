//! Patterns: clashes between the same two parts, however often these are placed.
//!
//! Two bodies are instances of a part if they have the same mesh. All overlaps and contacts of two parts are one pattern, all gaps between them
//! another, and every expectation that instances of a part lack another. Poses would split what an engineer reads as one: 24 bolts in the 24 holes of one flange stand
//! in 24 different poses to it. So relative poses are the level below: clashes of a pattern in the same pose, up to rounding, are the same.
//! Nothing depends on the order of bodies, nor on which body of a pair comes first.

use super::clash::{Clash, ClashStatus};
use super::clash_kind::ClashKind;
use super::equal_pairs::{pose_displacement, reach, rounding};
use super::pose_coordinate::pose_coordinate;
use crate::assembly::body::AssemblyBody;
use crate::assembly::body_part::{BodyPart, body_parts};
use impinge::math::Pose;
use impinge::mesh::union_find::UnionFind;
use impinge::pair::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// Clashes between the same two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClashPattern {
    /// Its id: `P-` and the lowest id of its clashes, or the id that most of its clashes had in the baseline.
    pub id: String,
    /// Its clashes by their place in the list, the worst first.
    pub clashes: Vec<usize>,
    /// The same clashes by relative pose: each list has those in which the parts stand to each other in the same way.
    pub poses: Vec<Vec<usize>>,
}

impl ClashPattern {
    /// The clash that stands for all: the worst.
    #[must_use]
    pub fn representative<'a>(&self, clashes: &'a [Clash]) -> Option<&'a Clash> {
        clashes.get(*self.clashes.first()?)
    }

    /// How many of its clashes fail the check.
    #[must_use]
    pub fn failing(&self, clashes: &[Clash]) -> usize {
        self.clashes.iter().filter(|k| clashes[**k].fails()).count()
    }
}

/// What the clashes of a pattern have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PatternKey {
    /// Two parts that meet, or that may: the lower first.
    Meeting([BodyPart; 2]),
    /// Two parts with a gap that is too small.
    Apart([BodyPart; 2]),
    /// Instances of a part that meet themselves.
    Itself(BodyPart),
    /// Instances of a part without a contact that is expected.
    Missing(BodyPart, String),
}

/// The patterns of sorted clashes, in the order of their worst; gives every clash the id of its own, and none to those that are resolved.
pub fn find_patterns(clashes: &mut [Clash], bodies: &[AssemblyBody]) -> Vec<ClashPattern> {
    let involved: BTreeSet<usize> = clashes.iter().flat_map(|clash| clash.bodies).flatten().collect();
    let parts = body_parts(bodies, involved);
    let mut members: BTreeMap<PatternKey, Vec<usize>> = BTreeMap::new();
    for (k, clash) in clashes.iter().enumerate() {
        if let Some(key) = key(clash, &parts) {
            members.entry(key).or_default().push(k);
        }
    }
    let mut members: Vec<Vec<usize>> = members.into_values().collect();
    members.sort_unstable();
    let ids = ids(clashes, &members);
    clashes.iter_mut().for_each(|clash| clash.pattern = None);
    let patterns = members.into_iter().zip(ids).map(|(members, id)| {
        members.iter().for_each(|k| clashes[*k].pattern = Some(id.clone()));
        ClashPattern { id, poses: poses(clashes, &members, (bodies, &parts)), clashes: members }
    });
    patterns.collect()
}

fn key(clash: &Clash, parts: &BTreeMap<usize, BodyPart>) -> Option<PatternKey> {
    if clash.status == ClashStatus::Resolved {
        return None;
    }
    match clash.bodies {
        [Some(a), Some(b)] if a == b => Some(PatternKey::Itself(*parts.get(&a)?)),
        [Some(a), Some(b)] => {
            let [p, q] = [*parts.get(&a)?, *parts.get(&b)?];
            let both = [p.min(q), p.max(q)];
            let is_gap = clash.relation == Some(Relation::Disjoint) && clash.kind != ClashKind::Undecided;
            Some(if is_gap { PatternKey::Apart(both) } else { PatternKey::Meeting(both) })
        }
        [Some(body), None] => Some(PatternKey::Missing(*parts.get(&body)?, clash.names[1].clone())),
        [None, _] => None,
    }
}

/// The ids of patterns: the one that most clashes of a pattern had, where no other pattern has more of it, or else `P-` and the lowest id of a clash.
fn ids(clashes: &[Clash], patterns: &[Vec<usize>]) -> Vec<String> {
    let mut claims: Vec<(usize, &str, usize)> = Vec::new();
    for (k, members) in patterns.iter().enumerate() {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        members
            .iter()
            .filter_map(|m| clashes[*m].pattern.as_deref())
            .for_each(|id| *counts.entry(id).or_default() += 1);
        claims.extend(counts.into_iter().map(|(id, count)| (count, id, k)));
    }
    // The largest shares first; of equal ones the lower id, and of patterns with the same share the one with the lower clash.
    let lowest = |k: usize| patterns[k].iter().map(|m| clashes[*m].id.as_str()).min().unwrap_or_default();
    claims.sort_by(|p, q| q.0.cmp(&p.0).then(p.1.cmp(q.1)).then_with(|| lowest(p.2).cmp(lowest(q.2))));
    let mut ids: Vec<Option<String>> = vec![None; patterns.len()];
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for (_, id, k) in claims {
        if ids[k].is_none() && taken.insert(id.to_ascii_uppercase()) {
            ids[k] = Some(id.to_owned());
        }
    }
    let new = |k: usize, taken: &mut BTreeSet<String>| {
        let own = format!("P-{}", lowest(k));
        let numbered = (2..).map(|number| format!("{own}-{number}"));
        let mut all = [own.clone()].into_iter().chain(numbered);
        all.find(|id| taken.insert(id.to_ascii_uppercase())).unwrap_or(own)
    };
    ids.into_iter().enumerate().map(|(k, id)| id.unwrap_or_else(|| new(k, &mut taken))).collect()
}

/// What is known of bodies: themselves, and their parts by index.
type Bodies<'a> = (&'a [AssemblyBody], &'a BTreeMap<usize, BodyPart>);

/// Clashes by the relative pose of their bodies, up to rounding; chains of poses each within rounding of the next are one.
fn poses(clashes: &[Clash], members: &[usize], bodies: Bodies<'_>) -> Vec<Vec<usize>> {
    let placed: Vec<Option<RelativePose>> =
        members.iter().map(|k| RelativePose::from_clash(&clashes[*k], bodies)).collect();
    let mut same = UnionFind::new(members.len());
    let mut entries = Vec::new();
    for (k, pose) in placed.iter().enumerate() {
        let ways = pose.iter().flat_map(|pose| pose.ways.iter().map(move |way| (pose, way)));
        entries.extend(ways.map(|(pose, way)| (pose_coordinate(way, pose.reach), 2.0 * pose.rounding, k)));
    }
    visit_neighbours(entries, |k, other| {
        if let (Some(pose), Some(next)) = (&placed[k], &placed[other])
            && same.find(k) != same.find(other)
            && pose.is_same(next)
        {
            same.join(k, other);
        }
    });
    let mut sets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut alone = Vec::new();
    for (k, member) in members.iter().enumerate() {
        match placed[k] {
            Some(_) => sets.entry(same.find(k)).or_default().push(*member),
            None => alone.push(vec![*member]),
        }
    }
    let mut poses: Vec<Vec<usize>> = sets.into_values().chain(alone).collect();
    poses.sort_unstable();
    poses
}

/// Poses whose coordinates are close are compared with this many others at most: of many in one place, each is near to the next.
const MOST_NEIGHBOURS: usize = 256;

/// Visits entries (a coordinate, a window, a number) and those that follow them in the order of coordinates within their window.
fn visit_neighbours(mut entries: Vec<(f64, f64, usize)>, mut visit: impl FnMut(usize, usize)) {
    entries.sort_by(|p, q| p.0.total_cmp(&q.0).then(p.2.cmp(&q.2)));
    for (i, (coordinate, window, k)) in entries.iter().enumerate() {
        let near = entries[i + 1..].iter().take(MOST_NEIGHBOURS).take_while(|next| next.0 - coordinate <= *window);
        near.for_each(|(_, _, other)| visit(*k, *other));
    }
}

/// How the instances of two parts stand to each other.
struct RelativePose {
    /// The pose of the second part in the frame of the first; of two instances of one part, both ways.
    ways: Vec<Pose>,
    /// The farthest point of the second body from its origin.
    reach: f64,
    /// What rounding may do to a point (a length).
    rounding: f64,
}

impl RelativePose {
    fn from_clash(clash: &Clash, (bodies, parts): Bodies<'_>) -> Option<Self> {
        let [a, b] = [clash.bodies[0]?, clash.bodies[1]?];
        let (p, q) = (parts.get(&a)?, parts.get(&b)?);
        let (a, b) = if p <= q { (a, b) } else { (b, a) };
        let [world_from_a, world_from_b] = [a, b].map(|body| &bodies[body].world_from_body);
        let a_from_b = world_from_a.inverse().compose(world_from_b).ok()?;
        let back = (p == q).then(|| world_from_b.inverse().compose(world_from_a).ok()).flatten();
        let ways = [a_from_b].into_iter().chain(back).collect();
        Some(Self { ways, reach: reach(&bodies[b]), rounding: rounding([&bodies[a], &bodies[b]]) })
    }

    /// Whether no point of the second body stands elsewhere in the frame of the first, up to rounding.
    fn is_same(&self, other: &Self) -> bool {
        let within = self.rounding.max(other.rounding);
        let is_near = |p: &Pose, q: &Pose| pose_displacement(p, q, self.reach) <= within;
        self.ways.iter().any(|p| other.ways.iter().any(|q| is_near(p, q)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Comparisons grow with the number of poses, also where all are the same.
    #[test]
    fn poses_are_compared_with_some_neighbours_alone() {
        for count in [1_000, 4_000] {
            for spacing in [0.0, 1e-9, 1.0] {
                let (mut sets, mut visits) = (UnionFind::new(count), 0);
                let entries = (0..count).rev().map(|k| (spacing * k as f64, 1e-6, k)).collect();
                visit_neighbours(entries, |p, q| {
                    visits += 1;
                    sets.join(p, q);
                });
                assert!(visits <= MOST_NEIGHBOURS * count, "{visits} for {count}");
                let alone = (0..count).filter(|k| sets.find(*k) == *k).count();
                assert_eq!(alone, if spacing > 0.5 { count } else { 1 });
            }
        }
    }
}
