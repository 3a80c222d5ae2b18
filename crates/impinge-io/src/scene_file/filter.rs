//! Who is looked at with whom: groups as bits, and pairs by name.

use super::hold::Holding;
use super::ignored_bodies::{IgnoredBodies, check_pairs};
use super::{Origin, SceneFile};
use crate::document::Item;
use crate::error::{Fault, FilePlace, Problem};
use std::collections::{BTreeSet, HashMap};

/// The most groups that have a bit beside that of bodies without a group.
const MOST_GROUPS: usize = 31;

/// The groups of a scene, each a bit.
#[derive(Debug, Default)]
pub(super) struct Groups {
    pub(super) names: Vec<String>,
    /// For every bit, the groups that it is not looked at with.
    ignored: [u32; 32],
}

impl Groups {
    /// The bit of a group, made if it is new; bit 0 for none.
    pub(super) fn bit(&mut self, group: Option<&Item<'_>>) -> Result<u32, Fault> {
        let Some(group) = group else { return Ok(1) };
        let name = group.text()?;
        let at = match self.names.iter().position(|known| known == name) {
            Some(at) => at,
            None if self.names.len() == MOST_GROUPS => {
                return Err(group.unexpected(&format!("one of {MOST_GROUPS} groups at most")));
            }
            None => {
                self.names.push(name.to_owned());
                self.names.len() - 1
            }
        };
        Ok(2 << at)
    }

    /// Reads the pairs of groups that are not looked at, all groups being known.
    pub(super) fn ignore(&mut self, pairs: &[Item<'_>]) -> Result<(), Fault> {
        for pair in pairs {
            let [a, b] = sides(pair, "a pair of groups")?;
            let (a, b) = (self.known(&a)?, self.known(&b)?);
            self.ignored[a] |= 1 << b;
            self.ignored[b] |= 1 << a;
        }
        Ok(())
    }

    /// The number of the bit of a group that some body has.
    fn known(&self, group: &Item<'_>) -> Result<usize, Fault> {
        let name = group.text()?;
        let at = self.names.iter().position(|known| known == name);
        let known = self.names.iter().map(String::as_str);
        at.map(|at| at + 1).ok_or_else(|| group.fault(Problem::unknown_name("group", name, known)))
    }

    /// The mask of the bodies with this bit.
    pub(super) fn mask(&self, bit: u32) -> u32 {
        !self.ignored.get(bit.trailing_zeros() as usize).copied().unwrap_or_default()
    }
}

/// The pairs of bodies that are not looked at: those that the file lists, those within a robot, and those that a link holds together.
pub(super) fn ignored(pairs: &[Item<'_>], scene: &SceneFile, holding: &Holding<'_>) -> Result<IgnoredBodies, Fault> {
    let SceneFile { bodies, robots, .. } = scene;
    let mut named: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, body) in bodies.iter().enumerate() {
        named.entry(&body.name).or_default().push(at);
        if let Origin::Link { robot, .. } = body.origin {
            named.entry(&robots[robot].name).or_default().push(at);
        }
    }
    for robot in robots {
        named.entry(&robot.name).or_default();
    }
    let rigid = holding.rigid_bodies(bodies).map_err(|problem| Fault::new(FilePlace::Whole, problem))?;
    let mut ignored: BTreeSet<[usize; 2]> = rigid.pairs.into_iter().collect();
    let find = |side: &Item<'_>| {
        let name = side.text()?;
        let known = named.keys().copied();
        named.get(name).ok_or_else(|| side.fault(Problem::unknown_name("body or robot", name, known)))
    };
    let mut listed = 0_usize;
    for pair in pairs {
        let [a, b] = sides(pair, "a pair of bodies or robots")?;
        let (first, second) = (find(&a)?, find(&b)?);
        listed = listed.saturating_add(first.len().saturating_mul(second.len()));
        check_pairs(listed).map_err(|problem| pair.fault(problem))?;
        let both = first.iter().flat_map(|a| second.iter().map(move |b| [*a.min(b), *a.max(b)]));
        ignored.extend(both.filter(|[a, b]| a != b));
    }
    let mut sets = rigid.sets;
    for robot in robots {
        let own = robot.neighbour_bodies();
        ignored.extend(own.pairs);
        sets.extend(own.sets);
    }
    Ok(IgnoredBodies { pairs: ignored.into_iter().collect(), sets })
}

/// The two items of a pair.
fn sides<'a>(pair: &Item<'a>, expected: &str) -> Result<[Item<'a>; 2], Fault> {
    let items = pair.items().map_err(|_| pair.unexpected(expected))?;
    <[Item<'a>; 2]>::try_from(items).map_err(|_| pair.unexpected(expected))
}
