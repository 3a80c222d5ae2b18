//! Whether the surfaces of two bodies are apart at a moment, and which of their faces are near if not.

use super::crossing_margin::{Piercing, piercing};
use super::exact_face_contact::Exact;
use super::heap_item::Ranked;
use super::moving_body::{Part, Placement, Shape};
use super::moving_pair::{Effort, Stage};
use super::separating_axis_clip::{direction, distance_bound, gap};
use crate::bvh::Slot;
use crate::ccd::Span;
use crate::feature::FaceId;
use crate::triangle_pair::distance;
use std::collections::BinaryHeap;

/// Pairs of faces that pass through each other among which the one with the largest margin is chosen.
const CHOICE: usize = 4;

/// Pairs that are looked at for a better choice, once one is found.
const PATIENCE: usize = 32;

/// How two surfaces are to each other at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Nearness {
    /// Farther apart than was asked, for certain.
    Apart,
    /// Two faces are as near as was asked, or pass through each other with a margin.
    Near { faces: [FaceId; 2], piercing: Option<Piercing> },
    /// Two faces share a point at all these times.
    Meeting { faces: [FaceId; 2], span: Span },
    /// Rounding, or the lack of effort, does not tell.
    Unclear,
}

/// A pair of parts, by how near they may be.
type Item = Ranked<[Part; 2]>;

/// What is asked about a moment.
pub(super) struct Question<'s, 'm> {
    pub stage: &'s Stage<'m>,
    /// Decides where rounding does not, if there is a way.
    pub exact: Option<&'s Exact<'s, 'm>>,
    pub at: f64,
    /// How near is near (a length).
    pub within: f64,
}

/// How the surfaces are to each other at a moment: apart by more than a length, or not. Exactly, they are apart or share a point.
pub(super) fn nearness(question: &Question<'_, '_>, effort: &mut Effort) -> Nearness {
    let stage = question.stage;
    let places = stage.places(question.at);
    let mut open = BinaryHeap::new();
    open.push(Item { key: 0.0, size: f64::INFINITY, item: [Part::Slot(Slot::ROOT); 2] });
    let (mut best, mut found, mut patience): (Option<Nearness>, usize, usize) = (None, 0, PATIENCE);
    while let Some(item) = open.pop() {
        // What is unclear may become clear by any other pair.
        if matches!(best, Some(Nearness::Near { .. } | Nearness::Meeting { .. })) {
            patience -= 1;
        }
        if found >= CHOICE || patience == 0 {
            break;
        }
        if let [Part::Face(a), Part::Face(b)] = item.item {
            let now = faces(question, [a, b], &places, effort);
            found += usize::from(matches!(now, Nearness::Near { .. } | Nearness::Meeting { .. }));
            best = better(best, now);
            if !effort.spend_on_faces() {
                return best.unwrap_or(Nearness::Unclear);
            }
        } else {
            split(question, &item, &places, &mut open, effort);
        }
    }
    best.unwrap_or(Nearness::Apart)
}

/// Whether two faces are near.
fn faces(question: &Question<'_, '_>, faces: [FaceId; 2], places: &[Placement; 2], effort: &mut Effort) -> Nearness {
    let Question { stage, exact, at, within } = question;
    let triangles = [0, 1].map(|k| stage.riders[k].triangle(faces[k], &places[k]));
    let piercing = piercing(&triangles, stage.slack);
    let closest = distance(&triangles[0], &triangles[1]);
    let shapes = triangles.map(Shape::Triangle);
    let most = within + stage.slack;
    let is_apart = || {
        let apart = gap(&shapes[0], &shapes[1], direction(&closest, &triangles))
            .max(distance_bound(&shapes[0], &shapes[1], most));
        apart > most
    };
    match (piercing, exact) {
        (Some(_), _) => Nearness::Near { faces, piercing },
        (None, _) if is_apart() => Nearness::Apart,
        (None, Some(exact)) => match exact.crossing(faces, *at, &mut effort.cost) {
            Some(span) => Nearness::Meeting { faces, span },
            None => Nearness::Apart,
        },
        (None, None) if closest.squared.sqrt() <= *within => Nearness::Near { faces, piercing },
        (None, None) => Nearness::Unclear,
    }
}

/// Of two findings the one that tells more.
fn better(known: Option<Nearness>, now: Nearness) -> Option<Nearness> {
    let margin = |piercing: &Option<Piercing>| piercing.map_or(0.0, |piercing| piercing.margin);
    let length = |span: &Span| span.end.upper - span.begin.lower;
    match (&known, &now) {
        (_, Nearness::Apart) => known,
        (Some(Nearness::Near { piercing: p, .. }), Nearness::Near { piercing: q, .. }) if margin(p) >= margin(q) => {
            known
        }
        (Some(Nearness::Meeting { span: p, .. }), Nearness::Meeting { span: q, .. }) if length(p) >= length(q) => known,
        (Some(Nearness::Near { .. } | Nearness::Meeting { .. }), Nearness::Unclear) => known,
        _ => Some(now),
    }
}

/// Puts the pairs of the larger part's children with the other part on the heap, if they are not too far apart.
fn split(
    question: &Question<'_, '_>,
    item: &Item,
    places: &[Placement; 2],
    open: &mut BinaryHeap<Item>,
    effort: &mut Effort,
) {
    let (stage, most) = (question.stage, question.within + question.stage.slack);
    let shapes = [0, 1].map(|k| stage.riders[k].shape(item.item[k], &places[k]));
    let sizes = shapes.map(|shape| shape.radius());
    let side = match item.item {
        [Part::Face(_), _] => 1,
        [_, Part::Face(_)] => 0,
        _ => usize::from(sizes[1] > sizes[0]),
    };
    stage.riders[side].open(item.item[side], |child| {
        effort.spend_on_boxes();
        let own = stage.riders[side].shape(child, &places[side]);
        let bound = distance_bound(&own, &shapes[1 - side], most);
        if bound <= most {
            let mut parts = item.item;
            parts[side] = child;
            open.push(Item { key: bound, size: own.radius() + sizes[1 - side], item: parts });
        }
    });
}
