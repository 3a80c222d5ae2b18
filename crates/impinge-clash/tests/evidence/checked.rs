//! A small plant with hostile names, checked.

use impinge::executor::Executor;
use impinge::scene::{BodyOptions, Model, Scene, SceneRequest};
use impinge_clash::{Change, Clash, Finding, Group, Member, Report, RuleBook, Sight, Status, gather, groups, sights};
use impinge_io::read_rules_bytes;
use impinge_scenes::Part;
use impinge_scenes::plant::{Naming, Plant, PlantOptions, Planted, plant};
use std::path::Path;
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
    let groups = groups(&clashes);
    let sights = sights(&members, &clashes, &executor);
    let rules = ["tanks <&\"> are free", "idle"].map(str::to_owned).to_vec();
    Checked { members, planted, clashes, groups, sights, rules }
});

pub fn members(parts: &[Part]) -> Vec<Member> {
    let member = |part: &Part| Member {
        name: part.name.clone(),
        model: Model::from(part.mesh.clone()),
        world_from_body: part.world_from_part,
    };
    parts.iter().map(member).collect()
}

/// Every pair that violates the rules, as a clash.
pub fn check(members: &[Member], rules: &str, executor: &Executor) -> Vec<Clash> {
    let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
    let book = RuleBook::new(read_rules_bytes(Path::new("rules.toml"), rules.as_bytes()).unwrap(), &names);
    let mut scene = Scene::default();
    for member in members {
        scene.insert(&member.model, &member.world_from_body, BodyOptions::default()).unwrap();
    }
    let view = scene.view(executor);
    let request = SceneRequest { distance_up_to: Some(book.reach()), ..SceneRequest::default() };
    let pairs = view.report(&request, executor);
    let findings: Vec<Finding<'_>> = pairs
        .iter()
        .map(|pair| {
            let (a, b) = pair.bodies;
            let place = &members[a.slot()].world_from_body;
            Finding {
                bodies: [a.slot(), b.slot()],
                relation: pair.relation,
                a_from_b: view.scene().a_from_b(a, b).unwrap(),
                gap: pair.distance.map(|gap| gap.value),
                witness: pair.distance.map(|gap| gap.points.map(|p| place.transform_point(p))),
                spoken: book.of(a.slot(), b.slot()),
            }
        })
        .collect();
    let met = pairs.iter().map(|pair| {
        let (a, b) = pair.bodies;
        ((a.slot(), b.slot()), pair.relation, pair.distance.map(|gap| gap.value))
    });
    let missing = book.missing(met);
    gather(members, &findings, &missing, executor)
}
