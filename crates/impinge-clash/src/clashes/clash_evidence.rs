//! From violations to clashes: curves, triangles, kind, thickness, depth and volume of every pair, each with how it was found.
//!
//! Kind and volume of two crossing solids come from their seam, which needs general position: no vertex on a face, no edges that meet.
//! Otherwise the second body is perturbed, and the result says so. Cost: the contacts of the pair, once for every relative pose of two parts its
//! passage, depth and thickness at a modest effort, and once for every body in a clash whether its surface meets itself.

use super::clash::Clash;
use super::clash_id::clash_ids;
use super::clash_kind::{ClashKind, clash_kind};
use super::clash_measure::Measure;
use super::clash_order::default_severity;
use super::clash_section::ClashSection;
use super::clash_signature::ClashSignature;
use super::contact_collector::ContactCollector;
use super::curve_length::CurveLength;
use super::equal_pairs::equal_pairs;
use super::fit::find_fits;
use super::overlap_box::{PairFrames, overlap_box};
use super::overlap_measures::OverlapMeasures;
use super::overlap_thickness::undecided_note;
use super::perturbed_seam::PerturbedSeam;
use super::shared_volume::shared_space;
use super::solid_form::SolidForm;
use super::violation::Violation;
use super::volume_bounds::volume_bounds;
use crate::assembly::body::{AssemblyBody, BodyForm};
use crate::assembly::body_names::lasting_names;
use crate::number_format::{length_text, report_number};
use crate::report::overlap_limit::OverlapLimit;
use crate::rules::missing_contact::MissingContact;
use crate::rules::pair_verdict::PairVerdict;
use crate::rules::rules_file::Severity;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, ContactGroup, Relation, Seam};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What the evidence needs of a body.
#[derive(Clone, Debug)]
struct BodyFacts {
    form: Option<BodyForm>,
    /// What overlaps are measured on, of a mesh that has one; shared by instances.
    solid: Option<Arc<SolidForm>>,
}

/// What of a clash is compared with a baseline, and not reported.
#[derive(Clone, Copy, Debug, Default)]
struct Lengths {
    seam: CurveLength,
    /// The area around what is shared.
    area: Option<f64>,
}

/// A clash, and the measures of its overlap, for equal pairs.
type MeasuredClash = (Clash, Option<OverlapMeasures>);

/// What the evidence of one violation is collected from.
struct EvidenceSource<'a> {
    bodies: &'a [AssemblyBody],
    facts: &'a [BodyFacts],
    violation: &'a Violation<'a>,
    /// The measures of an equal pair, if there is one.
    known: Option<OverlapMeasures>,
    /// Steps for each measure of an overlap.
    effort: Option<u64>,
}

/// The clashes of violations, then of missing contacts, in their order, with their ids; the same for any number of threads.
///
/// An effort is what each measure of an overlap may take, in steps: see [`ClashCheck::effort`](crate::ClashCheck::effort).
#[must_use]
pub fn collect_evidence(
    bodies: &[AssemblyBody],
    violations: &[Violation<'_>],
    missing: &[MissingContact],
    effort: Option<u64>,
    executor: &Executor,
) -> Vec<Clash> {
    let (facts, equal) = (facts(bodies, violations, executor), equal_pairs(bodies, violations));
    let source = |k: usize, known| EvidenceSource { bodies, facts: &facts, violation: &violations[k], known, effort };
    // First what is measured, then what is equal to it.
    let first: Vec<Option<MeasuredClash>> =
        executor.map(violations.len(), |k| (equal[k].measured == k).then(|| clash(source(k, None))));
    let known = |k: usize| {
        let (_, measures) = first[equal[k].measured].as_ref()?;
        measures.as_ref()?.displaced(equal[k].displacement, &violations[k])
    };
    let rest = executor.map(violations.len(), |k| first[k].is_none().then(|| clash(source(k, known(k)))));
    let found = first.into_iter().zip(rest).filter_map(|(first, rest)| first.or(rest));
    let (mut clashes, measures): (Vec<Clash>, Vec<Option<OverlapMeasures>>) = found.unzip();
    find_fits(bodies, violations, &equal, &mut clashes, executor);
    for ((clash, measures), violation) in clashes.iter_mut().zip(&measures).zip(violations) {
        measures.iter().for_each(|measures| add_openings(clash, measures, violation));
    }
    clashes.extend(missing.iter().map(|missing| missing_clash(bodies, missing)));
    // No body is called like an expectation with this in front.
    let expectations: Vec<String> = missing.iter().map(|missing| format!("\0expected {}", missing.rule)).collect();
    let lasting = lasting_names(bodies);
    let mut names: Vec<[&str; 2]> =
        violations.iter().map(|violation| violation.pair.bodies().map(|i| lasting[i].as_str())).collect();
    let wanting = missing.iter().zip(&expectations);
    names.extend(wanting.map(|(missing, expected)| [lasting[missing.body].as_str(), expected.as_str()]));
    for (clash, id) in clashes.iter_mut().zip(clash_ids(&names)) {
        clash.id = id;
    }
    clashes
}

/// The facts of all bodies that are in a violation.
fn facts(bodies: &[AssemblyBody], violations: &[Violation<'_>], executor: &Executor) -> Vec<BodyFacts> {
    let involved: BTreeSet<usize> = violations.iter().flat_map(|violation| violation.pair.bodies()).collect();
    let has_inside =
        |violation: &&Violation<'_>| !matches!(violation.pair.relation, Relation::Disjoint | Relation::Touching);
    let deep: BTreeSet<usize> =
        violations.iter().filter(has_inside).flat_map(|violation| violation.pair.bodies()).collect();
    let meshes: BTreeMap<*const Mesh, usize> =
        deep.iter().filter_map(|i| Some((Arc::as_ptr(bodies[*i].mesh()?), *i))).collect();
    let owners: Vec<usize> = meshes.values().copied().collect();
    let solids = executor.map(owners.len(), |k| bodies[owners[k]].mesh().map(|mesh| Arc::new(SolidForm::new(mesh))));
    let solids: BTreeMap<*const Mesh, Option<Arc<SolidForm>>> = meshes.into_keys().zip(solids).collect();
    let solid = |i: usize| solids.get(&Arc::as_ptr(bodies[i].mesh()?))?.clone();
    (0..bodies.len())
        .map(|i| BodyFacts {
            form: if involved.contains(&i) { bodies[i].form() } else { None },
            solid: if deep.contains(&i) { solid(i) } else { None },
        })
        .collect()
}

/// The clash of a violation, without its id.
fn clash(source: EvidenceSource<'_>) -> MeasuredClash {
    let EvidenceSource { bodies, facts, violation, .. } = source;
    let [a, b] = violation.pair.bodies();
    let names = [a, b].map(|i| bodies[i].name.clone());
    let treatment = violation.rule.treatment;
    let mut clash = Clash {
        rule: violation.rule.rule.map(str::to_owned),
        tolerance: violation.pair.overlap.map(|overlap| overlap.tolerance),
        relation: Some(violation.pair.relation),
        distance: violation.pair.distance,
        clearance: treatment.clearance,
        bounds: violation.pair.witness.map(|points| Aabb::of_points(&points)),
        witness: violation.pair.witness,
        ..Clash::blank(names, [Some(a), Some(b)], clash_kind(violation.pair.relation, violation.is_contact(), false))
    };
    let (lengths, measures) = match (a == b, bodies[a].mesh(), bodies[b].mesh()) {
        (true, Some(mesh), _) => (add_self_evidence(&mut clash, mesh, &bodies[a]), None),
        (false, Some(p), Some(q)) => add_mesh_evidence(&mut clash, [p, q], source),
        _ => {
            clash.note = Some("no mesh: curves, volume and depth are not known".to_owned());
            (Lengths::default(), None)
        }
    };
    if let Some(overlap) = &violation.pair.overlap {
        add_tolerance(&mut clash, overlap);
    }
    clash.severity = treatment.severity.unwrap_or_else(|| default_severity(&clash, [&bodies[a], &bodies[b]]));
    add_winding(&mut clash, violation, bodies);
    clash.signature = signature(&clash, &lengths, bodies, facts);
    (clash, measures)
}

/// What was found by winding numbers says so; what they leave undecided is a warning, at the place that the boxes of both bodies share.
fn add_winding(clash: &mut Clash, violation: &Violation<'_>, bodies: &[AssemblyBody]) {
    let Some(by) = violation.pair.relation_by() else { return };
    clash.kind_by = Some(by);
    if violation.pair.verdict != PairVerdict::Undecided {
        return;
    }
    clash.kind = ClashKind::Undecided;
    clash.severity = clash.severity.min(Severity::Minor);
    clash.note = Some("one body may be inside the other, which is not closed: close it, or look at it".to_owned());
    if let [Some(p), Some(q)] = violation.pair.bodies().map(|i| bodies[i].bounds()) {
        let common = Aabb { min: p.min.max(q.min), max: p.max.min(q.max) };
        clash.bounds = common.min.cmple(common.max).all().then_some(common).or(clash.bounds);
    }
}

/// What openings near an overlap leave open of it: with no ball certain inside both bodies, that they share anything but the curve is undecided.
fn add_openings(clash: &mut Clash, measures: &OverlapMeasures, violation: &Violation<'_>) {
    /// A margin above this part of the thickness is mentioned.
    const SLIGHT: f64 = 0.01;
    let (caps, unit) = (&measures.caps, violation.pair.unit);
    if (caps.width <= 0.0 && measures.hole.is_none()) || clash.kind == ClashKind::Fit || violation.pair.is_swallowed() {
        return;
    }
    let is_zero = |measure: &Option<Measure>| measure.as_ref().is_none_or(|measure| measure.lower <= 0.0);
    let is_uncertain = clash.thickness.is_some() && is_zero(&clash.thickness) && is_zero(&clash.depth);
    if is_uncertain && clash.kind != ClashKind::Touch && clash.section == ClashSection::Faults {
        clash.kind = ClashKind::Undecided;
        let by = match measures.hole {
            Some(width) => {
                let width = length_text(width, unit);
                format!("undecided whether a body goes into a hole without a wall: its opening is {width} wide")
            }
            None => {
                let width = length_text(caps.width, unit);
                format!("undecided how much is shared beside an opening, whose cap may be off by {width}")
            }
        };
        clash.kind_by = Some(by);
    }
    if clash.thickness.as_ref().is_some_and(|thickness| caps.width > SLIGHT * thickness.upper) {
        let width = length_text(caps.width, unit);
        let remark = format!("a body may end up to {width} from the cap over an opening there: bounds hold for that");
        clash.note = clash.note.take().into_iter().chain([remark]).reduce(|p, q| format!("{p}; {q}"));
    }
}

/// What the tolerance makes of an overlap: contact if it is within, and a note if that was not found out.
fn add_tolerance(clash: &mut Clash, overlap: &OverlapLimit) {
    if overlap.is_within() && clash.kind != ClashKind::Touch {
        clash.kind = ClashKind::Touch;
        clash.kind_by = Some("an overlap within the tolerance counts as contact".to_owned());
    }
    clash.note = clash.note.take().into_iter().chain(undecided_note(overlap)).reduce(|p, q| format!("{p}; {q}"));
}

/// A contact that is not there: its place is that of the body.
fn missing_clash(bodies: &[AssemblyBody], missing: &MissingContact) -> Clash {
    let body = &bodies[missing.body];
    let names = [body.name.clone(), missing.rule.clone()];
    let nearest = missing.nearest.map_or_else(String::new, |nearest| {
        let other = &bodies[nearest.body].name;
        match nearest.relation {
            Relation::Disjoint => format!("; the nearest is {other}, {} away", report_number(nearest.gap)),
            relation => format!("; with {other} it is {}", relation.name()),
        }
    });
    let note = Some(format!("an expected contact is not there{nearest}"));
    let (rule, severity, bounds) = (Some(missing.rule.clone()), missing.severity, body.bounds());
    let distance = missing.nearest.map(|nearest| nearest.gap);
    Clash {
        rule,
        severity,
        distance,
        bounds,
        note,
        ..Clash::blank(names, [Some(missing.body), None], ClashKind::Missing)
    }
}

/// What is compared with a baseline.
fn signature(clash: &Clash, lengths: &Lengths, bodies: &[AssemblyBody], facts: &[BodyFacts]) -> Option<ClashSignature> {
    let mut sides = [0, 1];
    sides.sort_by_key(|side| &clash.names[*side]);
    let [Some(first), Some(second)] = sides.map(|side| clash.bodies[side]) else { return None };
    let [a, b] = [first, second].map(|i| facts[i].form.as_ref());
    let (a, b) = (a?, b?);
    let reach = bodies[second].farthest(a.centre).zip(bodies[first].farthest(b.centre));
    let signature = ClashSignature {
        gap: clash.distance.filter(|gap| *gap > 0.0),
        thickness: thickness(clash, lengths.area),
        reach: reach.map(|(p, q)| [p, q]),
        ..ClashSignature::new([a, b], &lengths.seam)
    };
    signature.finite()
}

/// How thick what two bodies share is: no more than they are deep in each other, and than its volume over its area allows; no less than is
/// proved of their depth, so that a lump on a thin sheet is not overlooked.
fn thickness(clash: &Clash, area: Option<f64>) -> Option<f64> {
    /// No ball in a convex body has a radius of more than this many times its volume over its area.
    const INRADIUS: f64 = 3.0;
    let area = area.filter(|area| *area > 0.0);
    let by_volume = clash.volume.as_ref().zip(area).map(|(volume, area)| INRADIUS * volume.upper / area);
    let by_depth = clash.depth.as_ref().map(|depth| depth.upper);
    let most = by_depth.into_iter().chain(by_volume).reduce(f64::min)?;
    Some(clash.depth.as_ref().map_or(most, |depth| most.max(depth.lower)))
}

/// A mesh that meets itself: its triangles, and what each pair of them shares.
fn add_self_evidence(clash: &mut Clash, mesh: &Mesh, member: &AssemblyBody) -> Lengths {
    let mut shared = ContactCollector::new(member);
    pair::self_contacts(mesh, &mut |contact: Contact| shared.take(&contact));
    clash.curves = shared.curves();
    let lengths = Lengths { seam: shared.seam, area: None };
    shared.add_to(clash);
    lengths
}

/// Two meshes; returns the measures of their overlap as well.
fn add_mesh_evidence(
    clash: &mut Clash,
    meshes: [&Mesh; 2],
    source: EvidenceSource<'_>,
) -> (Lengths, Option<OverlapMeasures>) {
    let EvidenceSource { bodies, facts, violation, known, effort } = source;
    let (relation, member) = (violation.pair.relation, &bodies[violation.pair.a]);
    if relation == Relation::Disjoint {
        return (Lengths::default(), None);
    }
    let [a, b] = meshes;
    let mut shared = ContactCollector::new(member);
    pair::grouped_contacts(a, b, &violation.a_from_b, &mut |group: ContactGroup| match group {
        ContactGroup::Pair(contact) => shared.take(&contact),
        ContactGroup::AtTip(tip) => shared.take_tip(&tip),
    });
    let seam = seam(meshes, violation, shared.count());
    shared.add_to(clash);
    clash.curves = seam.as_ref().map_or_else(Vec::new, Seam::curves);
    for curve in &mut clash.curves {
        curve.points.iter_mut().for_each(|p| *p = member.world_from_body.transform_point(*p));
    }
    let mut lengths = Lengths { seam: CurveLength::from_curves(&clash.curves), area: None };
    if relation == Relation::Touching {
        let nothing = Measure { lower: 0.0, upper: 0.0, by: "they only touch".to_owned() };
        (clash.depth, clash.thickness) = (Some(nothing.clone()), Some(nothing.clone()));
        clash.volume = Some(nothing);
        return (lengths, None);
    }
    let crossing = seam.as_ref().filter(|_| relation == Relation::Crossing);
    let perturbed = crossing.map(|seam| PerturbedSeam::new(seam, meshes, &violation.a_from_b));
    let [Some(p), Some(q)] = violation.pair.bodies().map(|i| facts[i].solid.as_deref()) else {
        return (lengths, None);
    };
    let forms = [p, q];
    let measures = known.unwrap_or_else(|| OverlapMeasures::new(forms, violation, perturbed.as_ref(), effort));
    if let Some((passes, by)) = &measures.passage {
        clash.kind = clash_kind(relation, false, *passes);
        clash.kind_by = Some(by.clone());
    }
    if let Some(seam) = &perturbed {
        let frames = PairFrames { world_from_a: &member.world_from_body, a_from_b: &violation.a_from_b };
        let overlap = overlap_box(forms, seam, frames);
        clash.bounds = clash.bounds.map(|contacts| contacts.joined(overlap));
    }
    match shared_space(forms, violation, perturbed.as_ref(), &measures.caps) {
        Ok(space) => (clash.volume, lengths.area) = (Some(space.volume), space.area),
        Err(reason) => {
            let boxes = violation.pair.bodies().map(|i| bodies[i].bounds());
            let (volume, note) = volume_bounds(reason, measures.thickness.as_ref(), boxes);
            (clash.volume, clash.note) = (volume, Some(note));
        }
    }
    (clash.depth, clash.thickness) = (measures.depth.clone(), measures.thickness.clone());
    if relation != Relation::Crossing {
        place_inside(clash, meshes, (member, violation));
    }
    (lengths, Some(measures))
}

/// The seam of two meshes with this number of contacts; `None` if they share no point, or everything.
fn seam<'a>([a, b]: [&'a Mesh; 2], violation: &Violation<'_>, contacts: usize) -> Option<Seam<'a>> {
    (contacts > 0 && violation.pair.relation != Relation::Coincident).then(|| Seam::new(a, b, &violation.a_from_b))
}

/// The place of a clash of which one body is inside the other, or the same: that body's.
fn place_inside(clash: &mut Clash, [a, b]: [&Mesh; 2], (member, violation): (&AssemblyBody, &Violation<'_>)) {
    let carried = |p: &DVec3| {
        let in_a =
            if violation.pair.relation == Relation::BInsideA { violation.a_from_b.transform_point(*p) } else { *p };
        member.world_from_body.transform_point(in_a)
    };
    let inner = if violation.pair.relation == Relation::BInsideA { b } else { a };
    clash.bounds = Some(inner.vertices().iter().map(carried).fold(Aabb::EMPTY, Aabb::including));
    clash.witness = clash.witness.or(inner.vertices().first().map(|p| [carried(p); 2]));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::checked_pair::CheckedPair;
    use crate::rules::rule_book::RuleBook;
    use impinge::math::Pose;
    use impinge_scenes::solid::cuboid;

    #[test]
    fn what_is_one_or_shares_no_point_has_no_seam() {
        let mesh = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        let book = RuleBook::new(crate::rules::RulesFile::default(), &["a", "b"]);
        for (relation, contacts, expected) in [
            (Relation::Coincident, 72, false),
            (Relation::AInsideB, 0, false),
            (Relation::AInsideB, 5, true),
            (Relation::Touching, 1, true),
            (Relation::Crossing, 9, true),
        ] {
            let pair = CheckedPair::new([0, 1], relation);
            let violation = Violation { pair: &pair, a_from_b: Pose::IDENTITY, rule: book.rule_for(0, 1) };
            assert_eq!(seam([&mesh, &mesh], &violation, contacts).is_some(), expected, "{relation:?}");
        }
    }
}
