//! A check of parts by rules, as all tests make it.

use impinge::executor::Executor;
use impinge::pair::Request;
use impinge::scene::{BodyOptions, Model, Scene};
use impinge_clash::{Clash, Finding, Member, RuleBook, gather};
use impinge_io::read_rules_bytes;
use impinge_scenes::Part;
use std::path::Path;

pub fn members(parts: &[Part]) -> Vec<Member> {
    let member = |part: &Part| Member {
        name: part.name.clone(),
        model: Model::from(part.mesh.clone()),
        world_from_body: part.world_from_part,
    };
    parts.iter().map(member).collect()
}

/// Every pair that violates the rules, and every expected contact that is missing, as a clash.
pub fn check(members: &[Member], rules: &str, executor: &Executor) -> Vec<Clash> {
    let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
    let book = RuleBook::new(read_rules_bytes(Path::new("rules.toml"), rules.as_bytes()).unwrap(), &names);
    let mut scene = Scene::default();
    for member in members {
        scene.insert(&member.model, &member.world_from_body, BodyOptions::default()).unwrap();
    }
    let view = scene.view(executor);
    let request = Request { distance_up_to: Some(book.reach()), ..Request::default() };
    let pairs: Vec<_> = view
        .report(&request, executor)
        .into_iter()
        .filter(|p| book.looks_at(p.bodies.0.slot(), p.bodies.1.slot()))
        .collect();
    let met = pairs.iter().map(|pair| {
        let (a, b) = pair.bodies;
        ((a.slot(), b.slot()), pair.relation, pair.distance.map(|gap| gap.length.value))
    });
    let found =
        pairs.iter().zip(met.clone()).filter(|(_, (bodies, relation, gap))| book.judge(*bodies, *relation, *gap).1);
    let findings: Vec<Finding<'_>> = found
        .map(|(pair, ((a, b), relation, gap))| {
            let place = &members[a].world_from_body;
            Finding {
                bodies: [a, b],
                relation,
                a_from_b: view.scene().a_from_b(pair.bodies.0, pair.bodies.1).unwrap(),
                gap,
                witness: pair.distance.map(|gap| gap.points.map(|p| place.transform_point(p))),
                spoken: book.of(a, b),
            }
        })
        .collect();
    gather(members, &findings, &book.missing(met), executor)
}
