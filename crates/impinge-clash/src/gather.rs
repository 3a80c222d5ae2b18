//! From findings to clashes: curves, triangles, kind, depth and volume of every pair, each with how it was found, never guessed.
//!
//! Kind and volume of two solids that cross come from their seam, which tells them where no vertex lies on a face and no edges meet. Where some
//! do, the second body is moved by a hair and asked about again, and what is then said says so. Cost: the contacts of the pair, its
//! depth at a modest effort, and once for every body in a clash whether its surface meets itself.

use crate::clash::Clash;
use crate::finding::Finding;
use crate::id::ids;
use crate::kind::{Kind, kind_of};
use crate::measure::Measure;
use crate::member::Member;
use crate::missing::Missing;
use crate::nudge::Nudged;
use crate::output::number;
use crate::overlap::Overlap;
use crate::shared::Shared;
use crate::traits::{Form, Traits};
use impinge::bound::Aabb;
use impinge::collect::Any;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, Depth, DepthOptions, LowerBy, Relation, Seam, SeamCurve, UpperBy};
use std::collections::BTreeSet;

/// How hard a depth is looked for: a clash check has many of them.
const EFFORT: DepthOptions = DepthOptions { points: 200, directions: 0, rounds: 1 };

/// What clashes need to know of a body.
#[derive(Clone, Debug, Default)]
struct Facts {
    form: Option<Form>,
    is_simple: bool,
}

/// The clashes of findings, then of missing contacts, in their order, under their names; the same for any number of threads.
#[must_use]
pub fn gather(members: &[Member], findings: &[Finding<'_>], missing: &[Missing], executor: &Executor) -> Vec<Clash> {
    let facts = facts(members, findings, executor);
    let mut clashes = executor.map(findings.len(), |k| clash(members, &facts, &findings[k]));
    clashes.extend(missing.iter().map(|missing| of_missing(members, missing)));
    // No body is called like an expectation with this in front.
    let expectations: Vec<String> = missing.iter().map(|missing| format!("\0expected {}", missing.rule)).collect();
    let mut names: Vec<[&str; 2]> =
        findings.iter().map(|finding| finding.bodies.map(|i| members[i].name.as_str())).collect();
    let wanting = missing.iter().zip(&expectations);
    names.extend(wanting.map(|(missing, expected)| [members[missing.body].name.as_str(), expected.as_str()]));
    for (clash, id) in clashes.iter_mut().zip(ids(&names)) {
        clash.id = id;
    }
    clashes
}

/// The facts of all bodies that are in a finding.
fn facts(members: &[Member], findings: &[Finding<'_>], executor: &Executor) -> Vec<Facts> {
    let involved: BTreeSet<usize> = findings.iter().flat_map(|finding| finding.bodies).collect();
    let has_inside = |finding: &&Finding<'_>| !matches!(finding.relation, Relation::Disjoint | Relation::Touching);
    let deep: BTreeSet<usize> = findings.iter().filter(has_inside).flat_map(|finding| finding.bodies).collect();
    executor.map(members.len(), |i| {
        if !involved.contains(&i) {
            return Facts::default();
        }
        let is_simple = deep.contains(&i) && members[i].mesh().is_some_and(|mesh| is_simple(mesh));
        Facts { form: members[i].form(), is_simple }
    })
}

/// Whether a surface does not meet itself.
fn is_simple(mesh: &Mesh) -> bool {
    let mut found = Any(None);
    pair::self_contacts(mesh, &mut found);
    found.0.is_none()
}

/// The clash of a finding, without a name.
fn clash(members: &[Member], facts: &[Facts], finding: &Finding<'_>) -> Clash {
    let [a, b] = finding.bodies;
    let names = [a, b].map(|i| members[i].name.clone());
    let treatment = finding.spoken.treatment;
    let mut clash = Clash {
        rule: finding.spoken.rule.map(str::to_owned),
        severity: treatment.severity,
        relation: Some(finding.relation),
        distance: finding.gap,
        clearance: treatment.clearance,
        bounds: finding.witness.map(|points| Aabb::of_points(&points)),
        witness: finding.witness,
        ..Clash::blank(names, [Some(a), Some(b)], kind_of(finding.relation, finding.is_contact(), false))
    };
    match (a == b, members[a].mesh(), members[b].mesh()) {
        (true, Some(mesh), _) => with_itself(&mut clash, mesh, &members[a]),
        (false, Some(p), Some(q)) => of_meshes(&mut clash, [p, q], &members[a], (facts, finding)),
        _ => clash.note = Some("no mesh: curves, volume and depth are not known".to_owned()),
    }
    clash.traits = traits(&clash, members, facts);
    clash
}

/// A contact that is not there: its place is that of the body.
fn of_missing(members: &[Member], missing: &Missing) -> Clash {
    let body = &members[missing.body];
    let names = [body.name.clone(), missing.rule.clone()];
    let nearest = missing.nearest.map_or_else(String::new, |nearest| {
        let other = &members[nearest.body].name;
        match nearest.relation {
            Relation::Disjoint => format!("; the nearest is {other}, {} away", number(nearest.gap)),
            relation => format!("; with {other} it is {}", relation.name()),
        }
    });
    let note = Some(format!("an expected contact is not there{nearest}"));
    let (rule, severity, bounds) = (Some(missing.rule.clone()), missing.severity, body.bounds());
    Clash { rule, severity, bounds, note, ..Clash::blank(names, [Some(missing.body), None], Kind::Missing) }
}

/// What is compared with earlier checks.
fn traits(clash: &Clash, members: &[Member], facts: &[Facts]) -> Option<Traits> {
    let mut sides = [0, 1];
    sides.sort_by_key(|side| &clash.names[*side]);
    let bodies = sides.map(|side| clash.bodies[side]);
    let [Some(first), Some(second)] = bodies else { return None };
    let [a, b] = [first, second].map(|i| facts[i].form.as_ref());
    let (a, b) = (a?, b?);
    let reach = members[second].farthest(a.centre).zip(members[first].farthest(b.centre));
    Some(Traits {
        gap: clash.distance.filter(|gap| *gap > 0.0),
        thickness: thickness(clash),
        reach: reach.map(|(p, q)| [p, q]),
        ..Traits::new([a, b], &clash.curves)
    })
}

/// How thick what two bodies share is: no more than they are deep in each other, and its volume over the square of its extent.
fn thickness(clash: &Clash) -> Option<f64> {
    /// What is shared may fill a small part of its extent.
    const SPREAD: f64 = 10.0;
    let extent_squared = clash.bounds.map(|bounds| bounds.size().length_squared()).filter(|square| *square > 0.0);
    let by_volume = clash.volume.as_ref().zip(extent_squared).map(|(volume, square)| SPREAD * volume.upper / square);
    let by_depth = clash.depth.as_ref().map(|depth| depth.upper);
    by_depth.into_iter().chain(by_volume).reduce(f64::min)
}

/// A mesh that meets itself: its triangles, and what each pair of them shares.
fn with_itself(clash: &mut Clash, mesh: &Mesh, member: &Member) {
    let mut shared = Shared::new(member);
    pair::self_contacts(mesh, &mut |contact: Contact| shared.take(&contact));
    let pieces = shared.segments.iter().map(|ends| SeamCurve { points: ends.to_vec(), is_closed: false });
    clash.curves = pieces.collect();
    shared.tell(clash);
}

/// Two meshes.
fn of_meshes(clash: &mut Clash, meshes: [&Mesh; 2], member: &Member, (facts, finding): (&[Facts], &Finding<'_>)) {
    if finding.relation == Relation::Disjoint {
        return;
    }
    let [a, b] = meshes;
    let mut shared = Shared::new(member);
    pair::contacts(a, b, &finding.a_from_b, &mut |contact: Contact| shared.take(&contact));
    shared.tell(clash);
    let seam = Seam::new(a, b, &finding.a_from_b);
    // Bodies that are one meet everywhere.
    clash.curves = if finding.relation == Relation::Coincident { Vec::new() } else { seam.curves() };
    for curve in &mut clash.curves {
        curve.points.iter_mut().for_each(|p| *p = member.world_from_body.transform_point(*p));
    }
    if finding.relation == Relation::Touching {
        let nothing = Measure { lower: 0.0, upper: 0.0, by: "they only touch".to_owned() };
        (clash.depth, clash.volume) = (Some(nothing.clone()), Some(nothing));
        return;
    }
    let nudged = (finding.relation == Relation::Crossing).then(|| Nudged::new(&seam, meshes, finding));
    if let Some(nudged) = &nudged {
        let (passes, by) = nudged.passage();
        clash.kind = kind_of(finding.relation, false, passes);
        clash.kind_by = Some(by);
        if let Some(overlap) = nudged.bounds(&member.world_from_body) {
            clash.bounds = Some(clash.bounds.map_or(overlap, |contacts| contacts.joined(overlap)));
        }
    }
    let are_simple = finding.bodies.map(|i| facts[i].is_simple);
    match (Overlap { meshes, are_simple, relation: finding.relation }).volume(nudged.as_ref()) {
        Ok(volume) => clash.volume = Some(volume),
        Err(reason) => clash.note = Some(format!("the shared volume is not known: {reason}")),
    }
    // Bodies that are one are as deep as they are large, which nobody asks about.
    if finding.relation != Relation::Coincident && meshes.iter().any(|mesh| mesh.encloses()) {
        clash.depth = told(&pair::depth(a, b, &finding.a_from_b, &EFFORT));
    }
    if finding.relation != Relation::Crossing {
        place_inside(clash, meshes, (member, finding));
    }
}

/// The place of a clash of which one body is inside the other, or the same: that body's.
fn place_inside(clash: &mut Clash, [a, b]: [&Mesh; 2], (member, finding): (&Member, &Finding<'_>)) {
    let carried = |p: &DVec3| {
        let in_a = if finding.relation == Relation::BInsideA { finding.a_from_b.transform_point(*p) } else { *p };
        member.world_from_body.transform_point(in_a)
    };
    let inner = if finding.relation == Relation::BInsideA { b } else { a };
    clash.bounds = Some(inner.vertices().iter().map(carried).fold(Aabb::EMPTY, Aabb::including));
    clash.witness = clash.witness.or(inner.vertices().first().map(|p| [carried(p); 2]));
}

/// A depth in words; none if no translation was found.
fn told(depth: &Depth) -> Option<Measure> {
    let lower = match depth.lower_by {
        LowerBy::Relation => "they share no inside",
        LowerBy::Convex => "exact depth of convex bodies",
        LowerBy::Balls(_) => "balls in both bodies",
        LowerBy::Vertex => "the deepest vertex",
        LowerBy::Nothing => "no proof but zero",
    };
    let upper = match depth.upper_by {
        UpperBy::Relation => "they share no inside",
        UpperBy::Hulls => "a translation that separates the hulls",
        UpperBy::Direction => "a translation that separates the bodies",
    };
    let by = format!("at least by {lower}; at most by {upper}");
    depth.upper.is_finite().then_some(Measure { lower: depth.lower, upper: depth.upper, by })
}
