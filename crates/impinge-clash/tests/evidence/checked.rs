//! A small plant with hostile names, checked.

use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge_clash::{
    AssemblyBody, Clash, ClashChange, ClashGroup, ClashList, ClashPattern, ClashPictures, ClashStatus, ClashView,
    Report, draw_clashes, find_patterns, group_clashes,
};
use impinge_scenes::plant::{Naming, Plant, PlantOptions, Planted, plant};
use std::sync::LazyLock;

/// The rules: one for tanks, one that nothing violates, defaults for the rest.
const RULES: &str = "[defaults]\nclearance = 0.01\n[[rule]]\nname = 'tanks <&\"> are free'\nbetween = ['*tank*', '*']\n\
                     severity = 'critical'\n[[rule]]\nname = 'idle'\nbetween = ['*nothing*', '*']\n";

/// A check with everything that outputs tell.
pub struct Checked {
    pub members: Vec<AssemblyBody>,
    pub planted: Vec<Planted>,
    pub clashes: Vec<Clash>,
    pub groups: Vec<ClashGroup>,
    pub patterns: Vec<ClashPattern>,
    pub views: Vec<Option<ClashView>>,
    pub rules: Vec<String>,
}

impl Checked {
    pub fn report(&self) -> Report {
        let list = ClashList {
            clashes: self.clashes.clone(),
            groups: self.groups.clone(),
            patterns: self.patterns.clone(),
            views: self.views.clone(),
            is_compared: true,
        };
        Report {
            title: "plant <1> & \"more\"".to_owned(),
            made: "2026-11-16T08:00:00Z".to_owned(),
            assembly: self.members.clone(),
            clashes: Some(list),
            rules: self.rules.clone(),
            pair_count: self.members.len() * (self.members.len() - 1) / 2,
            ..Report::default()
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
    clashes[0].status = ClashStatus::Approved;
    let last = clashes.last_mut().unwrap();
    (last.status, last.change, last.bodies) = (ClashStatus::Resolved, Some(ClashChange::Resolved), [None; 2]);
    last.note = Some("gone\nat last".to_owned());
    last.comment = Some("thanks".to_owned());
    let patterns = find_patterns(&mut clashes, &members);
    let groups = group_clashes(&clashes);
    let views = draw_clashes(&members, &clashes, ClashPictures::Full, &executor);
    let rules = ["tanks <&\"> are free", "idle"].map(str::to_owned).to_vec();
    Checked { members, planted, clashes, groups, patterns, views, rules }
});
