//! A check of parts by rules, as all tests make it.

use impinge::executor::Executor;
use impinge::pair::Request;
use impinge::scene::{BodyOptions, Model, Scene};
use impinge_clash::{
    AssemblyBody, CheckedPair, Clash, PairRelation, RuleBook, Violation, collect_evidence, read_rules_bytes,
};
use impinge_scenes::NamedPart;
use std::path::Path;

pub fn members(parts: &[NamedPart]) -> Vec<AssemblyBody> {
    let body =
        |part: &NamedPart| AssemblyBody::new(part.name.clone(), Model::from(part.mesh.clone()), part.world_from_part);
    parts.iter().map(body).collect()
}

/// Every pair that violates the rules, and every expected contact that is missing, as a clash.
pub fn check(members: &[AssemblyBody], rules: &str, executor: &Executor) -> Vec<Clash> {
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
        .filter(|p| book.needs_check(p.bodies.0.slot(), p.bodies.1.slot()))
        .collect();
    let checked: Vec<CheckedPair> = pairs
        .iter()
        .map(|pair| {
            let bodies = [pair.bodies.0.slot(), pair.bodies.1.slot()];
            let distance = pair.distance.map(|gap| gap.length.value);
            let found = book.judge(bodies, pair.relation, distance).1;
            let place = &members[bodies[0]].world_from_body;
            let witness = pair.distance.map(|gap| gap.points.map(|p| place.transform_point(p)));
            CheckedPair { distance, witness, found, ..CheckedPair::new(bodies, pair.relation) }
        })
        .collect();
    let met =
        checked.iter().map(|pair| PairRelation { bodies: pair.bodies(), relation: pair.relation, gap: pair.distance });
    let found = checked.iter().zip(&pairs).filter(|(pair, _)| pair.found);
    let violations: Vec<Violation<'_>> = found
        .map(|(pair, ids)| Violation {
            pair,
            a_from_b: view.scene().a_from_b(ids.bodies.0, ids.bodies.1).unwrap(),
            rule: book.rule_for(pair.a, pair.b),
        })
        .collect();
    collect_evidence(members, &violations, &book.missing(met), None, executor)
}
