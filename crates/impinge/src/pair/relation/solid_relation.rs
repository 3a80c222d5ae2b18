//! The relation of two bodies of which at least one is a solid.
//!
//! In order of cost: (1) two faces that pass through each other, with the windings beside them, usually prove a crossing
//! at once; (2) where the surfaces share no point, every component of either lies wholly inside or outside the other;
//! (3) otherwise each surface is cut along the other and judged piece by piece, see [`super::classify`].

use super::classify::PieceClassifier;
use super::enclosing_boxes::{EnclosingBoxes, leaves};
use super::evidence::RelationEvidence;
use super::face_pieces::sample_segment;
use super::winding_number::{WindingSides, probe, sides};
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::rational::RationalPoint;
use crate::pair::contacts::common_tips::TipContacts;
use crate::pair::contacts::face_contacts::{TouchingFaces, visit_contacts_beyond_tips};
use crate::pair::pair_query_types::{Method, Relation};
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use crate::triangle_pair::TriangleRelation;
use std::collections::BTreeMap;

/// Crossing face pairs that are examined for an early proof before the whole surface is.
const EARLY_PROOFS: usize = 16;

/// Faces of a body that share points with the other body, and with which of its faces.
pub(crate) type Touched = BTreeMap<FaceId, Vec<FaceId>>;

/// The relation of the first body to the second; at least one is closed.
pub(crate) fn relate_solids(posed: &PosedPair<'_>, cost: &mut Cost) -> Relation {
    let bodies = posed.bodies();
    let [first, second] = bodies.map(|body| body.mesh.encloses());
    // A solid is never a part of a surface.
    let mut evidence =
        RelationEvidence { outside: [first && !second, second && !first], ..RelationEvidence::default() };
    if posed.method != Method::Brute {
        (0..2).for_each(|own| evidence.outside[own] |= sticks_out(&bodies[own], &bodies[1 - own]));
    }
    let mut touched: [Touched; 2] = Default::default();
    let mut proofs = if posed.method == Method::Brute { EARLY_PROOFS } else { 0 };
    let mut at_tips: [Vec<FaceId>; 2] = Default::default();
    let at_tip = &mut |tips: &TipContacts<'_>| (0..2).for_each(|own| at_tips[own].extend_from_slice(tips.faces[own]));
    let _ = visit_contacts_beyond_tips(posed, cost, at_tip, &mut |touching, cost| {
        evidence.surfaces_meet = true;
        if touching.relation == TriangleRelation::Crossing {
            let solid = [0, 1].map(|k| bodies[k].mesh.topology().is_solid(touching.faces[k]));
            if solid == [false; 2] {
                examine_crossing_sheets(posed, touching, &mut evidence, cost);
            } else if proofs < EARLY_PROOFS {
                proofs += 1;
                examine_crossing(posed, touching, solid, &mut evidence, cost);
            }
        }
        let [i, j] = touching.faces;
        touched[0].entry(i).or_default().push(j);
        touched[1].entry(j).or_default().push(i);
        evidence.go_on()
    });
    for own in 0..2 {
        // They touch, but at their tip alone, where nothing is cut.
        for face in &at_tips[own] {
            touched[own].entry(*face).or_default();
        }
        evidence.surfaces_meet |= !at_tips[own].is_empty();
    }
    let apart = !evidence.surfaces_meet && contained_vertex(posed, cost).is_none();
    if !apart && !evidence.is_complete() {
        evidence = PieceClassifier::new(posed, &touched, evidence).examine(cost);
    }
    evidence.relation()
}

/// Whether a look at boxes and a few vertices shows that a body has points outside the other.
fn sticks_out(own: &PosedMesh<'_>, other: &PosedMesh<'_>) -> bool {
    let around = other.bounds();
    own.mesh.topology().component_extremes().iter().take(8).any(|component| leaves(own, component, &around))
}

/// Whether, no two faces sharing a point, one body contains a part of the other; if so which vertex of which body
/// (0 or 1) lies in the other.
pub(crate) fn contained_vertex(posed: &PosedPair<'_>, cost: &mut Cost) -> Option<(usize, VertexId)> {
    if posed.are_far_apart() {
        return None;
    }
    let bodies = posed.bodies();
    (0..2).filter(|own| bodies[1 - own].mesh.encloses()).find_map(|own| {
        let (body, other) = (&bodies[own], &bodies[1 - own]);
        let enclosing = EnclosingBoxes::of(body, other, posed.method, cost);
        if enclosing.is_empty() {
            return None;
        }
        let bounds = other.bounds();
        body.mesh.topology().component_extremes().iter().find_map(|component| {
            if !enclosing.may_hold(body, component) {
                return None;
            }
            let vertex = component[0];
            let place = body.vertex(vertex);
            // Along the axis on which the way out is the shortest.
            let way = bounds.max - place;
            let axis = (0..3).min_by(|i, j| way[*i].total_cmp(&way[*j])).unwrap_or(0);
            let found = probe(other, &place, axis, posed.method, cost);
            (found.winding != 0).then_some((own, vertex))
        })
    })
}

/// Two faces that pass through each other: what lies in the four corners between them, at a point inside both.
fn examine_crossing(
    posed: &PosedPair<'_>,
    touching: &TouchingFaces<'_>,
    solid: [bool; 2],
    evidence: &mut RelationEvidence,
    cost: &mut Cost,
) {
    let triangles = touching.triangles();
    let [s, t] = &triangles;
    let Some(p) = sample_segment(s, t, cost) else { return };
    let bodies = posed.bodies();
    // A surface that passes along an open part of the solid's own body does not leave that body.
    let owner = usize::from(solid[1]);
    if solid != [true; 2] && probe(&bodies[owner], &p, 0, posed.method, cost).on_sheet {
        return;
    }
    let beside: [Option<[bool; 2]>; 2] = std::array::from_fn(|k| {
        let found = solid[k].then(|| sides(&bodies[k], &p, &triangles[k], posed.method, cost));
        found.flatten().map(WindingSides::inside)
    });
    match (beside, solid) {
        ([Some(first), Some(second)], _) => {
            first.into_iter().for_each(|i| second.into_iter().for_each(|j| evidence.add_place([i, j])));
        }
        // The surface passes through from one side of the solid's face to the other.
        ([Some(inside), None], [true, false]) => add_passage(evidence, 1, inside),
        ([None, Some(inside)], [false, true]) => add_passage(evidence, 0, inside),
        _ => {} // another face runs through the very point: this pair proves nothing
    }
}

/// Two faces of open parts that pass through each other: their bodies cross, unless that happens inside one of them.
fn examine_crossing_sheets(
    posed: &PosedPair<'_>,
    touching: &TouchingFaces<'_>,
    evidence: &mut RelationEvidence,
    cost: &mut Cost,
) {
    let triangles = touching.triangles();
    let [s, t] = &triangles;
    let inside = |p: &RationalPoint, cost: &mut Cost| {
        let found = posed.bodies().map(|body| probe(&body, p, 0, posed.method, cost));
        found.iter().any(|f| f.on.is_empty() && f.winding != 0)
    };
    if !sample_segment(s, t, cost).is_some_and(|p| inside(&p, cost)) {
        evidence.add_crossing_sheets();
    }
}

/// Takes note of a surface that passes from one side of a solid's face to the other.
fn add_passage(evidence: &mut RelationEvidence, surface: usize, inside: [bool; 2]) {
    inside.into_iter().for_each(|i| evidence.add_surface_piece(surface, WindingSides::Off(i32::from(i))));
}
