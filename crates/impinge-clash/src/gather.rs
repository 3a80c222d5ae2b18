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
use crate::overlap::{Filling, Overlap, filling};
use crate::seam_sum::SeamSum;
use crate::shared::Shared;
use crate::traits::{Form, Traits};
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, Depth, DepthOptions, LowerBy, Relation, Seam, UpperBy};
use std::collections::BTreeSet;

/// How hard a depth is looked for: a clash check has many of them.
const EFFORT: DepthOptions = DepthOptions { points: 200, directions: 0, rounds: 1 };

/// What clashes need to know of a body.
#[derive(Clone, Debug)]
struct Facts {
    form: Option<Form>,
    filling: Filling,
}

/// What of a clash is compared with earlier checks, and not told in reports.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    seam: SeamSum,
    /// The area around what is shared.
    area: Option<f64>,
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
        let form = if involved.contains(&i) { members[i].form() } else { None };
        let mesh = members[i].mesh().filter(|_| deep.contains(&i));
        Facts { form, filling: mesh.map_or(Err("they share no inside"), |mesh| filling(mesh)) }
    })
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
    let lengths = match (a == b, members[a].mesh(), members[b].mesh()) {
        (true, Some(mesh), _) => with_itself(&mut clash, mesh, &members[a]),
        (false, Some(p), Some(q)) => of_meshes(&mut clash, [p, q], &members[a], (facts, finding)),
        _ => {
            clash.note = Some("no mesh: curves, volume and depth are not known".to_owned());
            Lengths::default()
        }
    };
    clash.traits = traits(&clash, &lengths, members, facts);
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
    let distance = missing.nearest.map(|nearest| nearest.gap);
    Clash { rule, severity, distance, bounds, note, ..Clash::blank(names, [Some(missing.body), None], Kind::Missing) }
}

/// What is compared with earlier checks.
fn traits(clash: &Clash, lengths: &Lengths, members: &[Member], facts: &[Facts]) -> Option<Traits> {
    let mut sides = [0, 1];
    sides.sort_by_key(|side| &clash.names[*side]);
    let bodies = sides.map(|side| clash.bodies[side]);
    let [Some(first), Some(second)] = bodies else { return None };
    let [a, b] = [first, second].map(|i| facts[i].form.as_ref());
    let (a, b) = (a?, b?);
    let reach = members[second].farthest(a.centre).zip(members[first].farthest(b.centre));
    let traits = Traits {
        gap: clash.distance.filter(|gap| *gap > 0.0),
        thickness: thickness(clash, lengths.area),
        reach: reach.map(|(p, q)| [p, q]),
        ..Traits::new([a, b], &lengths.seam)
    };
    traits.finite()
}

/// How thick what two bodies share is: no more than they are deep in each other, and than its volume over its area allows; no less than is
/// proved of their depth, so that a lump on a thin sheet is not overlooked.
fn thickness(clash: &Clash, area: Option<f64>) -> Option<f64> {
    /// No ball in a convex body has a radius of more than so many times its volume over its area.
    const INRADIUS: f64 = 3.0;
    let area = area.filter(|area| *area > 0.0);
    let by_volume = clash.volume.as_ref().zip(area).map(|(volume, area)| INRADIUS * volume.upper / area);
    let by_depth = clash.depth.as_ref().map(|depth| depth.upper);
    let most = by_depth.into_iter().chain(by_volume).reduce(f64::min)?;
    Some(clash.depth.as_ref().map_or(most, |depth| most.max(depth.lower)))
}

/// A mesh that meets itself: its triangles, and what each pair of them shares.
fn with_itself(clash: &mut Clash, mesh: &Mesh, member: &Member) -> Lengths {
    let mut shared = Shared::new(member);
    pair::self_contacts(mesh, &mut |contact: Contact| shared.take(&contact));
    clash.curves = shared.curves();
    let lengths = Lengths { seam: shared.seam, area: None };
    shared.tell(clash);
    lengths
}

/// Two meshes.
fn of_meshes(
    clash: &mut Clash,
    meshes: [&Mesh; 2],
    member: &Member,
    (facts, finding): (&[Facts], &Finding<'_>),
) -> Lengths {
    if finding.relation == Relation::Disjoint {
        return Lengths::default();
    }
    let [a, b] = meshes;
    let mut shared = Shared::new(member);
    pair::contacts(a, b, &finding.a_from_b, &mut |contact: Contact| shared.take(&contact));
    let seam = seam(meshes, finding, shared.count());
    shared.tell(clash);
    clash.curves = seam.as_ref().map_or_else(Vec::new, Seam::curves);
    for curve in &mut clash.curves {
        curve.points.iter_mut().for_each(|p| *p = member.world_from_body.transform_point(*p));
    }
    let mut lengths = Lengths { seam: SeamSum::of(&clash.curves), area: None };
    if finding.relation == Relation::Touching {
        let nothing = Measure { lower: 0.0, upper: 0.0, by: "they only touch".to_owned() };
        (clash.depth, clash.volume) = (Some(nothing.clone()), Some(nothing));
        return lengths;
    }
    let crossing = seam.as_ref().filter(|_| finding.relation == Relation::Crossing);
    let nudged = crossing.map(|seam| Nudged::new(seam, meshes, finding));
    if let Some(nudged) = &nudged {
        let (passes, by) = nudged.passage(&finding.a_from_b);
        clash.kind = kind_of(finding.relation, false, passes);
        clash.kind_by = Some(by);
        if let Some(overlap) = nudged.bounds(&member.world_from_body) {
            clash.bounds = Some(clash.bounds.map_or(overlap, |contacts| contacts.joined(overlap)));
        }
    }
    let fillings = finding.bodies.map(|i| facts[i].filling);
    match (Overlap { meshes, fillings, relation: finding.relation }).space(nudged.as_ref()) {
        Ok(space) => (clash.volume, lengths.area) = (Some(space.volume), space.area),
        Err(reason) => clash.note = Some(format!("the shared volume is not known: {reason}")),
    }
    // Bodies that are one are as deep as they are large, which nobody asks about.
    if finding.relation != Relation::Coincident && meshes.iter().any(|mesh| mesh.encloses()) {
        clash.depth = told(&pair::depth(a, b, &finding.a_from_b, &EFFORT));
    }
    if finding.relation != Relation::Crossing {
        place_inside(clash, meshes, (member, finding));
    }
    lengths
}

/// The seam of two meshes with so many contacts: none of what shares no point, or all of it.
fn seam<'a>([a, b]: [&'a Mesh; 2], finding: &Finding<'_>, contacts: usize) -> Option<Seam<'a>> {
    (contacts > 0 && finding.relation != Relation::Coincident).then(|| Seam::new(a, b, &finding.a_from_b))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule_book::RuleBook;
    use impinge::math::Pose;
    use impinge_scenes::solid::cuboid;

    #[test]
    fn what_is_one_or_shares_no_point_has_no_seam() {
        let mesh = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        let book = RuleBook::new(impinge_io::RulesFile::default(), &["a", "b"]);
        for (relation, contacts, expected) in [
            (Relation::Coincident, 72, false),
            (Relation::AInsideB, 0, false),
            (Relation::AInsideB, 5, true),
            (Relation::Touching, 1, true),
            (Relation::Crossing, 9, true),
        ] {
            let spoken = book.of(0, 1);
            let finding =
                Finding { bodies: [0, 1], relation, a_from_b: Pose::IDENTITY, gap: None, witness: None, spoken };
            assert_eq!(seam([&mesh, &mesh], &finding, contacts).is_some(), expected, "{relation:?}");
        }
    }
}
