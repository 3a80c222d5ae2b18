//! A small plant with hostile names, checked.

use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge_clash::{Change, Clash, Group, Member, Report, Sight, Status, groups, sights};
use impinge_scenes::plant::{Naming, Plant, PlantOptions, Planted, plant};
use std::sync::LazyLock;

/// The rules: one for tanks, one that nothing violates, defaults for the rest.
const RULES: &str = "[defaults]\nclearance = 0.01\n[[rule]]\nname = 'tanks <&\"> are free'\nbetween = ['*tank*', '*']\n\
                     severity = 'critical'\n[[rule]]\nname = 'idle'\nbetween = ['*nothing*', '*']\n";

/// A check with everything that outputs tell.
pub struct Checked {
    pub members: Vec<Member>,
    pub planted: Vec<Planted>,
    pub clashes: Vec<Clash>,
    pub groups: Vec<Group>,
    pub sights: Vec<Option<Sight>>,
    pub rules: Vec<String>,
}

impl Checked {
    pub fn report(&self) -> Report<'_> {
        Report {
            title: "plant <1> & \"more\"",
            made: "2026-11-16T08:00:00Z",
            members: &self.members,
            clashes: &self.clashes,
            groups: &self.groups,
            sights: &self.sights,
            rules: &self.rules,
            pair_count: self.members.len() * (self.members.len() - 1) / 2,
        }
    }
}

/// The plant of all tests here: 120 bodies, two clashes of each kind; the first is approved, the last resolved.
pub static CHECKED: LazyLock<Checked> = LazyLock::new(|| {
    let options = PlantOptions { seed: 3, bodies: 120, triangles: 40_000, clashes: 2, naming: Naming::Hostile };
    let Plant { parts, planted } = plant(&options).unwrap();
    let members = members(&parts);
    let executor = Executor::try_new(2).unwrap();
    let mut clashes = check(&members, RULES, &executor);
    clashes[0].status = Status::Approved;
    let last = clashes.last_mut().unwrap();
    (last.status, last.change, last.bodies) = (Status::Resolved, Some(Change::Resolved), [None; 2]);
    last.note = Some("gone\nat last".to_owned());
    last.comment = Some("thanks".to_owned());
    let groups = groups(&clashes);
    let sights = sights(&members, &clashes, &executor);
    let rules = ["tanks <&\"> are free", "idle"].map(str::to_owned).to_vec();
    Checked { members, planted, clashes, groups, sights, rules }
});
