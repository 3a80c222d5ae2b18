//! What the bodies of an assembly were called in an earlier check, and where they were.
//!
//! Bodies of one name get numbers behind a point, which shift when one of them goes: such bodies are known by their places, after the
//! motion of the whole assembly. All others are known by their names. Cost: n log n, and the pairs that are near along one axis.

use crate::registration::{Registration, extent, hair};
use impinge::math::DVec3;
use std::collections::{BTreeMap, BTreeSet};

/// How far a body of a repeated name may have moved on its own, relative to the extent of all, to be known still.
const STEP: f64 = 1e-2;

/// Bodies by their names, and where they are.
type Places<'a> = BTreeMap<&'a str, DVec3>;

/// For names of now whose number may have shifted, those of earlier; `None` for what was not there.
type FormerNames<'a> = BTreeMap<&'a str, Option<&'a str>>;

/// The bodies of now as they were.
#[derive(Clone, Debug)]
pub struct FormerBodies<'a> {
    names: FormerNames<'a>,
    /// Where bodies were, carried along with the assembly, and where they are.
    places: [Places<'a>; 2],
    /// How far a place may be off and still be the same.
    hair: f64,
}

impl<'a> FormerBodies<'a> {
    /// Who was who, by names and centres.
    pub fn new(earlier: &'a BTreeMap<String, DVec3>, now: &[(&'a str, DVec3)]) -> Self {
        let earlier: Places<'a> = earlier.iter().map(|(name, centre)| (name.as_str(), *centre)).collect();
        let now: Places<'a> = now.iter().copied().collect();
        let repeated = repeated([&earlier, &now]);
        let motion = motion([&earlier, &now], &repeated);
        let earlier: Places<'a> = earlier.into_iter().map(|(name, centre)| (name, motion.carry(centre))).collect();
        let points: Vec<DVec3> = now.values().copied().collect();
        let (hair, step) = (hair(&points), STEP * extent(&points));
        let mut rows: BTreeMap<&str, Row<'a>> = repeated.iter().map(|base| (*base, Row::default())).collect();
        for (name, centre) in &earlier {
            rows.entry(base(name)).and_modify(|row| row.earlier.extend([(*name, *centre)]));
        }
        for (name, centre) in &now {
            rows.entry(base(name)).and_modify(|row| row.now.extend([(*name, *centre)]));
        }
        let mut names = FormerNames::new();
        for mut row in rows.into_values() {
            row.match_same(&mut names, hair);
            row.match_nearest(&mut names, hair);
            row.match_nearest(&mut names, step);
            row.match_same(&mut names, f64::INFINITY);
            names.extend(row.now.keys().map(|name| (*name, None)));
        }
        Self { names, places: [earlier, now], hair }
    }

    /// The former name of a body: its own if its number cannot have shifted; `None` if it was not there.
    pub fn name_of<'n>(&self, name: &'n str) -> Option<&'n str>
    where
        'a: 'n,
    {
        self.names.get(name).copied().unwrap_or(Some(name))
    }

    /// Whether just one of two bodies has moved within the assembly, farther than rounding may carry it and than a length. What moved
    /// along with another may have been turned with it, and is no other pair.
    pub fn has_one_moved(&self, names: [&str; 2], least: f64) -> bool {
        let [earlier, now] = &self.places;
        let has_moved = |name: &str| {
            let places = self.name_of(name).and_then(|former| earlier.get(former)).zip(now.get(name));
            places.is_some_and(|(p, q)| p.distance(*q) > least.max(2.0 * self.hair))
        };
        has_moved(names[0]) != has_moved(names[1])
    }
}

/// Bodies of one name, but for a number, not matched yet.
#[derive(Default)]
struct Row<'a> {
    earlier: Places<'a>,
    now: Places<'a>,
}

impl<'a> Row<'a> {
    /// Matches those of the same name that are near enough; of two at one place each keeps its own.
    fn match_same(&mut self, former: &mut FormerNames<'a>, within: f64) {
        let Self { earlier, now } = self;
        now.retain(|name, centre| {
            let Some((known, _)) = earlier.get_key_value(name).filter(|(_, p)| p.distance(*centre) <= within) else {
                return true;
            };
            let known = *known;
            earlier.remove(known);
            former.insert(name, Some(known));
            false
        });
    }

    /// Matches each with what is nearest to it, if that is near enough; the nearest pairs first.
    fn match_nearest(&mut self, former: &mut FormerNames<'a>, within: f64) {
        let mut by_x: Vec<(DVec3, &str)> = self.earlier.iter().map(|(name, p)| (*p, *name)).collect();
        by_x.sort_by(|p, q| p.0.x.total_cmp(&q.0.x));
        let nearest = |(name, centre): (&&'a str, &DVec3)| {
            let from = by_x.partition_point(|(p, _)| p.x < centre.x - within);
            let row = by_x[from..].iter().take_while(|(p, _)| p.x <= centre.x + within);
            let far = row.map(|(p, other)| (p.distance(*centre), *name, *other)).filter(|(far, ..)| *far <= within);
            far.min_by(|p, q| p.0.total_cmp(&q.0))
        };
        let mut near: Vec<(f64, &'a str, &'a str)> = self.now.iter().filter_map(nearest).collect();
        near.sort_by(|p, q| p.0.total_cmp(&q.0));
        for (_, name, known) in near {
            if self.earlier.remove(known).is_some() {
                self.now.remove(name);
                former.insert(name, Some(known));
            }
        }
    }
}

/// How the assembly has moved, by bodies whose names are their own; by all if these are too few.
fn motion([earlier, now]: [&Places<'_>; 2], repeated: &BTreeSet<&str>) -> Registration {
    // In the order of names, so that no order of bodies matters.
    let all = || earlier.iter().filter_map(|(name, centre)| Some((*name, [*centre, *now.get(name)?])));
    let own: Vec<[DVec3; 2]> = all().filter(|(name, _)| !repeated.contains(base(name))).map(|(_, pair)| pair).collect();
    if own.len() >= 3 {
        return Registration::of(&own);
    }
    Registration::of(&all().map(|(_, pair)| pair).collect::<Vec<_>>())
}

/// Names that several bodies have in one of two checks, but for a number behind a point.
fn repeated<'a>(checks: [&Places<'a>; 2]) -> BTreeSet<&'a str> {
    let mut repeated = BTreeSet::new();
    for places in checks {
        let mut seen = BTreeSet::new();
        repeated.extend(places.keys().map(|name| base(name)).filter(|name| !seen.insert(*name)));
    }
    repeated
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

    fn known(earlier: &[(&str, [f64; 3])], now: &[(&str, [f64; 3])]) -> Vec<Option<String>> {
        let earlier = earlier.iter().map(|(name, p)| ((*name).to_owned(), DVec3::from(*p))).collect();
        let now: Vec<(&str, DVec3)> = now.iter().map(|(name, p)| (*name, DVec3::from(*p))).collect();
        let former = FormerBodies::new(&earlier, &now);
        now.iter().map(|(name, _)| former.name_of(name).map(str::to_owned)).collect()
    }

    const WALLS: [(&str, [f64; 3]); 3] = [("x", [100.0, 0.0, 0.0]), ("y", [0.0, 100.0, 0.0]), ("z", [0.0, 0.0, 100.0])];

    fn with_walls(bolts: &[(&'static str, f64)]) -> Vec<(&'static str, [f64; 3])> {
        bolts.iter().map(|(name, x)| (*name, [*x, 0.0, 0.0])).chain(WALLS).collect()
    }

    #[test]
    fn numbers_shift_when_one_is_removed() {
        let earlier = with_walls(&[("bolt", 1.0), ("bolt.2", 2.0), ("bolt.3", 3.0), ("bolt.4", 4.0)]);
        let now = with_walls(&[("bolt", 1.0), ("bolt.2", 3.0), ("bolt.3", 4.0)]);
        let found = known(&earlier, &now);
        let expected = ["bolt", "bolt.3", "bolt.4", "x", "y", "z"].map(|name| Some(name.to_owned()));
        assert_eq!(found, expected);
        // The other way around one is added, which was nobody.
        let back = known(&now, &earlier);
        let expected = [Some("bolt"), None, Some("bolt.2"), Some("bolt.3")].map(|name| name.map(str::to_owned));
        assert_eq!(back[..4], expected);
    }

    #[test]
    fn two_at_one_place_keep_their_names_and_one_that_moved_is_known() {
        let earlier = with_walls(&[("bolt", 1.0), ("bolt.2", 1.0), ("bolt.3", 5.0), ("bolt.4", 20.0)]);
        let now = with_walls(&[("bolt", 1.0), ("bolt.2", 1.0), ("bolt.3", 20.5)]);
        let expected = ["bolt", "bolt.2", "bolt.4"].map(|name| Some(name.to_owned()));
        assert_eq!(known(&earlier, &now)[..3], expected);
    }

    #[test]
    fn one_that_moved_is_told_from_two_that_moved_together() {
        let earlier = with_walls(&[("p", 1.0), ("q", 2.0), ("r", 3.0)]);
        let mut now = with_walls(&[("p", 1.0), ("q", 2.5), ("r", 3.5)]);
        // All of it lies elsewhere.
        now.iter_mut().for_each(|(_, p)| p[2] += 7.0);
        let earlier = earlier.iter().map(|(name, p)| ((*name).to_owned(), DVec3::from(*p))).collect();
        let now: Vec<(&str, DVec3)> = now.iter().map(|(name, p)| (*name, DVec3::from(*p))).collect();
        let former = FormerBodies::new(&earlier, &now);
        assert!(former.has_one_moved(["p", "q"], 0.1) && former.has_one_moved(["r", "x"], 0.1));
        assert!(!former.has_one_moved(["q", "r"], 0.1) && !former.has_one_moved(["p", "x"], 0.1));
        assert!(!former.has_one_moved(["p", "q"], 0.6) && !former.has_one_moved(["p", "unknown"], 0.1));
    }
}
