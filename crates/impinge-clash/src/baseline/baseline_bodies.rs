//! What the bodies of an assembly were called in an earlier check, and where they were.
//!
//! Bodies whose numbers or files' names may have changed are known by their places, after the motion of the whole assembly. All others are
//! known by their names. Cost: n log n, and the pairs that are near along one axis.

use super::name_candidates::{NameCandidates, Places, name_candidates};
use super::registration::{Registration, extent, rounding};
use impinge::math::DVec3;
use std::collections::BTreeMap;

/// How far a body of a repeated name may have moved on its own, relative to the extent of all, to be known still.
const STEP: f64 = 1e-2;

/// For names of now that may have been others, those of earlier; `None` for what was not there.
type FormerNames<'a> = BTreeMap<&'a str, Option<&'a str>>;

/// The bodies of now as they were.
#[derive(Clone, Debug)]
pub struct BaselineBodies<'a> {
    names: FormerNames<'a>,
    /// Where bodies were, carried along with the assembly, and where they are.
    places: [Places<'a>; 2],
    /// How far a place may be off and still be the same.
    hair: f64,
    /// How the assembly has moved.
    motion: Registration,
}

/// Whether a body of an earlier name, and of one now, stands where a motion carries it.
pub type Holds<'h> = &'h dyn Fn(&str, &str, &Registration) -> bool;

impl<'a> BaselineBodies<'a> {
    /// Who was who, by names and centres, and where some bodies stand for certain. `renamed` has names now and then of bodies that are
    /// known by more than their names.
    pub fn new(
        earlier: &'a BTreeMap<String, DVec3>,
        now: &[(&'a str, DVec3)],
        renamed: &[[&'a str; 2]],
        holds: Holds<'_>,
    ) -> Self {
        let mut earlier: Places<'a> = earlier.iter().map(|(name, centre)| (name.as_str(), *centre)).collect();
        let now: Places<'a> = now.iter().copied().collect();
        let (mut unknown_then, mut unknown_now, mut certain) = (earlier.clone(), now.clone(), Vec::new());
        for [name, then] in renamed {
            certain.extend(unknown_then.remove(then).zip(unknown_now.remove(name)).map(|(p, q)| [p, q]));
        }
        let mut rows = name_candidates(&unknown_then, &unknown_now);
        certain.extend(rows.iter().filter_map(NameCandidates::alone));
        let motion = motion(&certain, &rows, holds);
        let carried = rows.iter_mut().flat_map(|row| row.earlier.values_mut()).chain(earlier.values_mut());
        carried.for_each(|centre| *centre = motion.carry(*centre));
        let points: Vec<DVec3> = now.values().copied().collect();
        let (hair, step, rounding) = (motion.hair(&certain, &points), STEP * extent(&points), rounding(&points));
        let mut names: FormerNames<'a> = renamed.iter().map(|[name, then]| (*name, Some(*then))).collect();
        let mut others = NameCandidates::default();
        for mut row in rows {
            row.match_nearest(&mut names, hair, rounding);
            if row.has_numbers {
                row.match_nearest(&mut names, step, rounding);
            }
            row.match_same(&mut names);
            others.earlier.append(&mut row.earlier);
            others.now.append(&mut row.now);
        }
        others.match_standing(&mut names, hair, &|then, now| holds(then, now, &motion));
        names.extend(others.now.keys().map(|name| (*name, None)));
        Self { names, places: [earlier, now], hair, motion }
    }

    /// The former name of a body; `None` if it was not there. Of what is no body known by its place, the name itself.
    pub fn name_of<'n>(&self, name: &'n str) -> Option<&'n str>
    where
        'a: 'n,
    {
        self.names.get(name).copied().unwrap_or(Some(name))
    }

    /// How the assembly has moved.
    pub fn motion(&self) -> &Registration {
        &self.motion
    }

    /// How far places and gaps may be off and still be the same.
    pub fn hair(&self) -> f64 {
        self.hair
    }

    /// Whether a body has moved within the assembly, farther than rounding may carry it and than a length.
    pub fn has_moved(&self, name: &str, least: f64) -> bool {
        let [earlier, now] = &self.places;
        let places = self.name_of(name).and_then(|former| earlier.get(former)).zip(now.get(name));
        places.is_some_and(|(p, q)| p.distance(*q) > least.max(2.0 * self.hair))
    }

    /// Whether just one of two bodies has moved so. What moved along with another may have been turned with it, and is no other pair.
    pub fn has_one_moved(&self, [a, b]: [&str; 2], least: f64) -> bool {
        self.has_moved(a, least) != self.has_moved(b, least)
    }
}

impl<'a> NameCandidates<'a> {
    /// Matches those of the same name.
    fn match_same(&mut self, former: &mut FormerNames<'a>) {
        let Self { earlier, now, .. } = self;
        now.retain(|name, _| {
            let known = earlier.remove_entry(name).map(|(known, _)| known);
            former.extend(known.map(|known| (*name, Some(known))));
            known.is_none()
        });
    }

    /// Matches those that stand where one of any other name stood, of the same form: a file or a part has been given another name.
    fn match_standing(&mut self, former: &mut FormerNames<'a>, within: f64, holds: &dyn Fn(&str, &str) -> bool) {
        let mut by_x: Vec<(DVec3, &'a str)> = self.earlier.iter().map(|(name, p)| (*p, *name)).collect();
        by_x.sort_by(|p, q| p.0.x.total_cmp(&q.0.x));
        let Self { earlier, now, .. } = self;
        now.retain(|name, centre| {
            let from = by_x.partition_point(|(p, _)| p.x < centre.x - within);
            let row = by_x[from..].iter().take_while(|(p, _)| p.x <= centre.x + within);
            let near = row.filter(|(p, _)| p.distance(*centre) <= within);
            let found = near.map(|(_, then)| *then).find(|then| earlier.contains_key(then) && holds(then, name));
            if let Some(then) = found {
                earlier.remove(then);
                former.insert(name, Some(then));
            }
            found.is_none()
        });
    }

    /// Matches each with what is nearest to it, if that is near enough; the nearest pairs first. Where its own name is as near, but for
    /// rounding, it keeps that.
    fn match_nearest(&mut self, former: &mut FormerNames<'a>, within: f64, rounding: f64) {
        let mut by_x: Vec<(DVec3, &'a str)> = self.earlier.iter().map(|(name, p)| (*p, *name)).collect();
        by_x.sort_by(|p, q| p.0.x.total_cmp(&q.0.x));
        let nearest = |(name, centre): (&&'a str, &DVec3)| {
            let from = by_x.partition_point(|(p, _)| p.x < centre.x - within);
            let row = by_x[from..].iter().take_while(|(p, _)| p.x <= centre.x + within);
            let far = row.map(|(p, other)| (p.distance(*centre), *name, *other)).filter(|(far, ..)| *far <= within);
            let nearest = far.min_by(|p, q| p.0.total_cmp(&q.0))?;
            let own = self.earlier.get_key_value(name).map(|(own, p)| (p.distance(*centre) - rounding, *name, *own));
            Some(own.filter(|own| own.0 <= nearest.0).unwrap_or(nearest))
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

/// How the assembly has moved: not at all, if as many bodies that are certainly the same stand where they stood as stand where another
/// motion carries them.
fn motion(certain: &[[DVec3; 2]], rows: &[NameCandidates<'_>], holds: Holds<'_>) -> Registration {
    let found = motion_of_centres(certain, rows);
    let alone: Vec<[&str; 2]> = rows.iter().filter_map(NameCandidates::names_alone).collect();
    let count = |motion: &Registration| alone.iter().filter(|[then, now]| holds(then, now, motion)).count();
    let rest = if found == Registration::IDENTITY { 0 } else { count(&Registration::IDENTITY) };
    if rest > 0 && rest >= count(&found) { Registration::IDENTITY } else { found }
}

/// The motion of bodies that are certainly the same; of all of the same name if these are too few.
fn motion_of_centres(certain: &[[DVec3; 2]], rows: &[NameCandidates<'_>]) -> Registration {
    if certain.len() >= 3 {
        return Registration::from_pairs(certain);
    }
    // In the order of names, so that no order of bodies matters.
    let same = |row: &NameCandidates<'_>| -> Vec<[DVec3; 2]> {
        row.earlier.iter().filter_map(|(name, centre)| Some([*centre, *row.now.get(name)?])).collect()
    };
    let all: Vec<[DVec3; 2]> =
        rows.iter().flat_map(|row| row.alone().map_or_else(|| same(row), |pair| vec![pair])).collect();
    Registration::from_pairs(&all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(earlier: &[(&str, [f64; 3])], now: &[(&str, [f64; 3])]) -> Vec<Option<String>> {
        let earlier = earlier.iter().map(|(name, p)| ((*name).to_owned(), DVec3::from(*p))).collect();
        let now: Vec<(&str, DVec3)> = now.iter().map(|(name, p)| (*name, DVec3::from(*p))).collect();
        let former = BaselineBodies::new(&earlier, &now, &[], &|_, _, _| false);
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
        // The other way around one body is added, which has no former name.
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
    fn files_before_names_appear_and_go() {
        let alone = with_walls(&[("pipe", 1.0), ("pipe.2", 2.0), ("pipe.3", 3.0)]);
        let file = |name: &str| -> &'static str {
            match name {
                "pipe" => "plant/pipe",
                "pipe.2" => "plant/pipe.2",
                "pipe.3" => "plant/pipe.3",
                "x" => "plant/x",
                "y" => "plant/y",
                _ => "plant/z",
            }
        };
        // The whole lies elsewhere, and another file has come with bodies of the same names.
        let moved = |p: [f64; 3]| [p[0] + 7.0, p[1] - 1.0, p[2]];
        let mut among: Vec<(&'static str, [f64; 3])> = alone.iter().map(|(name, p)| (file(name), moved(*p))).collect();
        among.extend([("other/x", [50.0, 0.0, 0.0]), ("other/pipe", [60.0, 0.0, 0.0])]);
        let expected: Vec<Option<String>> = alone.iter().map(|(name, _)| Some((*name).to_owned())).collect();
        let found = known(&alone, &among);
        assert_eq!((&found[..6], &found[6..]), (&expected[..], &[None, None][..]));
        let expected: Vec<Option<String>> = among[..6].iter().map(|(name, _)| Some((*name).to_owned())).collect();
        assert_eq!(known(&among, &alone), expected);
        // What is not at the place of the former is another.
        among[3].1[2] += 1.0;
        assert_eq!(known(&alone, &among)[3], None);
    }

    #[test]
    fn a_name_that_another_file_took_stays_with_the_body() {
        let alone = with_walls(&[("pipe", 1.0)]);
        let among = with_walls(&[("plant/pipe", 1.0), ("pipe", 40.0)]);
        assert_eq!(known(&alone, &among)[..2], [Some("pipe".to_owned()), None]);
        assert_eq!(known(&among, &alone)[0], Some("plant/pipe".to_owned()));
    }

    #[test]
    fn what_stands_where_it_stood_is_known_under_any_name() {
        let names = |rows: &[(&'static str, [f64; 3])]| -> BTreeMap<String, DVec3> {
            rows.iter().map(|(name, p)| ((*name).to_owned(), DVec3::from(*p))).collect()
        };
        let (earlier, now) = (with_walls(&[("v1", 1.0), ("cap", 2.0)]), with_walls(&[("v2", 1.0), ("lid", 2.0)]));
        let (earlier, now) = (names(&earlier), names(&now));
        let now: Vec<(&str, DVec3)> = now.iter().map(|(name, p)| (name.as_str(), *p)).collect();
        // The lid has another form than the cap.
        let former = BaselineBodies::new(&earlier, &now, &[], &|then, _, _| then != "cap");
        assert_eq!((former.name_of("v2"), former.name_of("lid"), former.name_of("x")), (Some("v1"), None, Some("x")));
        let former = BaselineBodies::new(&earlier, &now, &[["lid", "cap"]], &|_, _, _| false);
        assert_eq!((former.name_of("v2"), former.name_of("lid")), (None, Some("cap")));
    }

    #[test]
    fn the_nearest_is_known_far_from_the_origin() {
        let far = |rows: Vec<(&'static str, [f64; 3])>, is_single: bool| -> Vec<(&'static str, [f64; 3])> {
            let placed =
                |[x, y, z]: [f64; 3]| [x + 5e6, y - 5e6, z].map(|c| if is_single { f64::from(c as f32) } else { c });
            rows.into_iter().map(|(name, p)| (name, placed(p))).collect()
        };
        // Numbers of eleven are in another order than their names.
        let earlier =
            with_walls(&[("bolt", 0.0), ("bolt.2", 1.0), ("bolt.9", 2.0), ("bolt.10", 3.0), ("bolt.11", 4.0)]);
        let now = with_walls(&[("bolt", 1.0), ("bolt.2", 2.0), ("bolt.9", 3.0), ("bolt.10", 4.0)]);
        let expected = ["bolt.2", "bolt.9", "bolt.10", "bolt.11"].map(|name| Some(name.to_owned()));
        for singles in [[false, false], [true, true], [false, true], [true, false]] {
            let found = known(&far(earlier.clone(), singles[0]), &far(now.clone(), singles[1]));
            assert_eq!(found[..4], expected, "{singles:?}");
        }
    }

    #[test]
    fn one_that_moved_is_told_from_two_that_moved_together() {
        let earlier = with_walls(&[("p", 1.0), ("q", 2.0), ("r", 3.0)]);
        let mut now = with_walls(&[("p", 1.0), ("q", 2.5), ("r", 3.5)]);
        // All of it lies elsewhere.
        now.iter_mut().for_each(|(_, p)| p[2] += 7.0);
        let earlier = earlier.iter().map(|(name, p)| ((*name).to_owned(), DVec3::from(*p))).collect();
        let now: Vec<(&str, DVec3)> = now.iter().map(|(name, p)| (*name, DVec3::from(*p))).collect();
        let former = BaselineBodies::new(&earlier, &now, &[], &|_, _, _| false);
        assert!(former.has_one_moved(["p", "q"], 0.1) && former.has_one_moved(["r", "x"], 0.1));
        assert!(!former.has_one_moved(["q", "r"], 0.1) && !former.has_one_moved(["p", "x"], 0.1));
        assert!(!former.has_one_moved(["p", "q"], 0.6) && !former.has_one_moved(["p", "unknown"], 0.1));
    }
}
