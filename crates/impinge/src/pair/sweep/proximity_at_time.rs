//! Whether the surfaces of two bodies are apart at a moment, and which of their faces are near if not.

use super::crossing_margin::{Piercing, piercing};
use super::exact_face_contact::ExactContact;
use super::moving_body::{BodyPart, BodyPlacement, PartShape};
use super::moving_pair::MovingPair;
use super::ranked_task::RankedTask;
use super::separating_axis_clip::{direction, distance_bound, gap};
use super::sweep_effort::SweepEffort;
use crate::bvh::Slot;
use crate::ccd::Span;
use crate::feature::FaceId;
use crate::priority_queue::PriorityQueue;
use crate::triangle_pair::distance;

/// Pairs of faces that pass through each other among which the one with the largest margin is chosen.
const CHOICE: usize = 4;

/// Pairs that are looked at for a better choice, once one is found.
const PATIENCE: usize = 32;

/// How two surfaces are to each other at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proximity {
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
type Item = RankedTask<[BodyPart; 2]>;

/// What is asked about a moment.
pub(super) struct ProximityQuery<'s, 'm> {
    pub pair: &'s MovingPair<'m>,
    /// Decides where rounding does not, if there is a way.
    pub exact: Option<&'s ExactContact<'s, 'm>>,
    pub at: f64,
    /// How near is near (a length).
    pub within: f64,
}

/// How the surfaces are to each other at a moment: apart by more than a length, or not. Exactly, they are apart or share a point.
pub(super) fn proximity(question: &ProximityQuery<'_, '_>, effort: &mut SweepEffort) -> Proximity {
    let pair = question.pair;
    let places = pair.places(question.at);
    let mut open = PriorityQueue::default();
    open.push(Item { key: 0.0, size: f64::INFINITY, item: [BodyPart::Slot(Slot::ROOT); 2] });
    let (mut best, mut found, mut patience): (Option<Proximity>, usize, usize) = (None, 0, PATIENCE);
    while let Some(item) = open.pop() {
        // What is unclear may become clear by any other pair.
        if matches!(best, Some(Proximity::Near { .. } | Proximity::Meeting { .. })) {
            patience -= 1;
        }
        if found >= CHOICE || patience == 0 {
            break;
        }
        if let [BodyPart::Face(a), BodyPart::Face(b)] = item.item {
            let now = faces(question, [a, b], &places, effort);
            found += usize::from(matches!(now, Proximity::Near { .. } | Proximity::Meeting { .. }));
            best = better(best, now);
            if !effort.spend_on_faces() {
                return best.unwrap_or(Proximity::Unclear);
            }
        } else {
            split(question, &item, &places, &mut open, effort);
            if !effort.is_left() {
                return best.unwrap_or(Proximity::Unclear);
            }
        }
    }
    best.unwrap_or(Proximity::Apart)
}

/// Whether two faces are near.
fn faces(
    question: &ProximityQuery<'_, '_>,
    faces: [FaceId; 2],
    places: &[BodyPlacement; 2],
    effort: &mut SweepEffort,
) -> Proximity {
    let ProximityQuery { pair, exact, at, within } = question;
    let triangles = [0, 1].map(|k| pair.bodies[k].triangle(faces[k], &places[k]));
    let piercing = piercing(&triangles, pair.slack);
    let closest = distance(&triangles[0], &triangles[1]);
    let shapes = triangles.map(PartShape::Triangle);
    let most = within + pair.slack;
    let is_apart = || {
        let apart = gap(&shapes[0], &shapes[1], direction(&closest, &triangles))
            .max(distance_bound(&shapes[0], &shapes[1], most));
        apart > most
    };
    match (piercing, exact) {
        (Some(_), _) => Proximity::Near { faces, piercing },
        (None, _) if is_apart() => Proximity::Apart,
        (None, Some(exact)) => match effort.spend_on_integers(|cost| exact.crossing(faces, *at, cost)) {
            Some(span) => Proximity::Meeting { faces, span },
            None => Proximity::Apart,
        },
        (None, None) if closest.squared.sqrt() <= *within => Proximity::Near { faces, piercing },
        (None, None) => Proximity::Unclear,
    }
}

/// Of two findings the one that tells more.
fn better(known: Option<Proximity>, now: Proximity) -> Option<Proximity> {
    let margin = |piercing: &Option<Piercing>| piercing.map_or(0.0, |piercing| piercing.margin);
    let length = |span: &Span| span.end.upper - span.begin.lower;
    match (&known, &now) {
        (_, Proximity::Apart) => known,
        (Some(Proximity::Near { piercing: p, .. }), Proximity::Near { piercing: q, .. }) if margin(p) >= margin(q) => {
            known
        }
        (Some(Proximity::Meeting { span: p, .. }), Proximity::Meeting { span: q, .. }) if length(p) >= length(q) => {
            known
        }
        (Some(Proximity::Near { .. } | Proximity::Meeting { .. }), Proximity::Unclear) => known,
        _ => Some(now),
    }
}

/// Puts the pairs of the larger part's children with the other part on the heap, if they are not too far apart.
fn split(
    question: &ProximityQuery<'_, '_>,
    item: &Item,
    places: &[BodyPlacement; 2],
    open: &mut PriorityQueue<Item>,
    effort: &mut SweepEffort,
) {
    let (pair, most) = (question.pair, question.within + question.pair.slack);
    let shapes = [0, 1].map(|k| pair.bodies[k].shape(item.item[k], &places[k]));
    let sizes = shapes.map(|shape| shape.radius());
    let side = match item.item {
        [BodyPart::Face(_), _] => 1,
        [_, BodyPart::Face(_)] => 0,
        _ => usize::from(sizes[1] > sizes[0]),
    };
    pair.bodies[side].open(item.item[side], |child| {
        effort.spend_on_boxes();
        let own = pair.bodies[side].shape(child, &places[side]);
        let bound = distance_bound(&own, &shapes[1 - side], most);
        if bound <= most {
            let mut parts = item.item;
            parts[side] = child;
            open.push(Item { key: bound, size: own.radius() + sizes[1 - side], item: parts });
        }
    });
}
