//! Whether the surfaces of two bodies are apart at a moment, and which of their faces are near if not.

use super::clip::{distance_bound, gap};
use super::margin::{Piercing, piercing};
use super::rider::{Part, Placement, Shape};
use super::stage::{Effort, Stage};
use crate::bvh::Slot;
use crate::feature::FaceId;
use crate::triangle_pair::distance;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Pairs of faces that pass through each other among which the one with the largest margin is chosen.
const CHOICE: usize = 8;

/// Pairs that are looked at for a better choice, once one is found.
const PATIENCE: usize = 128;

/// How two surfaces are to each other at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum Nearness {
    /// Farther apart than was asked, for certain.
    Apart,
    /// Two faces are as near as was asked, or pass through each other.
    Near { faces: [FaceId; 2], piercing: Option<Piercing> },
    /// Two faces that rounding, or the lack of effort, cannot tell.
    Unclear([FaceId; 2]),
}

#[derive(Clone, Copy, Debug)]
struct Item {
    bound: f64,
    size: f64,
    parts: [Part; 2],
}

/// The nearest first, of these the smallest.
impl Ord for Item {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.size.total_cmp(&self.size))
    }
}

impl PartialOrd for Item {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Item {}

/// How the surfaces are to each other at a moment: apart by more than a length, or not.
pub(super) fn nearness(stage: &Stage<'_>, s: f64, within: f64, effort: &mut Effort) -> Nearness {
    let places = stage.places(s);
    let mut open = BinaryHeap::new();
    open.push(Item { bound: 0.0, size: f64::INFINITY, parts: [Part::Slot(Slot::ROOT); 2] });
    let (mut best, mut found, mut patience): (Option<Nearness>, usize, usize) = (None, 0, PATIENCE);
    while let Some(item) = open.pop() {
        if best.is_some() {
            patience -= 1;
        }
        if item.bound > within + stage.slack || found >= CHOICE || patience == 0 {
            break;
        }
        if let [Part::Face(a), Part::Face(b)] = item.parts {
            let now = faces(stage, [a, b], &places, within);
            found += usize::from(matches!(now, Nearness::Near { .. }));
            best = better(best, now);
            if !effort.spend(true) {
                return best.unwrap_or(Nearness::Unclear([a, b]));
            }
        } else {
            split(stage, &item, &places, &mut open, effort);
        }
    }
    best.unwrap_or(Nearness::Apart)
}

/// Whether two faces are near.
fn faces(stage: &Stage<'_>, faces: [FaceId; 2], places: &[Placement; 2], within: f64) -> Nearness {
    let triangles = [0, 1].map(|k| stage.riders[k].triangle(faces[k], &places[k]));
    if let Some(piercing) = piercing(&triangles, stage.slack) {
        return Nearness::Near { faces, piercing: Some(piercing) };
    }
    let closest = distance(&triangles[0], &triangles[1]);
    if closest.squared.sqrt() <= within {
        return Nearness::Near { faces, piercing: None };
    }
    let [a, b] = triangles.map(Shape::Triangle);
    let apart = gap(&a, &b, closest.points[1] - closest.points[0]).max(distance_bound(&a, &b));
    if apart > within + stage.slack { Nearness::Apart } else { Nearness::Unclear(faces) }
}

/// Of two findings the one that tells more.
fn better(known: Option<Nearness>, now: Nearness) -> Option<Nearness> {
    let margin = |p: &Option<Piercing>| p.map_or(0.0, |p| p.margin);
    match (known, now) {
        (_, Nearness::Apart) => known,
        (Some(Nearness::Near { piercing: known_piercing, .. }), Nearness::Near { piercing, .. }) => {
            if margin(&piercing) > margin(&known_piercing) { Some(now) } else { known }
        }
        (Some(Nearness::Near { .. }), Nearness::Unclear(_)) => known,
        _ => Some(now),
    }
}

/// Puts the pairs of the larger part's children with the other part on the heap.
fn split(stage: &Stage<'_>, item: &Item, places: &[Placement; 2], open: &mut BinaryHeap<Item>, effort: &mut Effort) {
    let shapes = [0, 1].map(|k| stage.riders[k].shape(item.parts[k], &places[k]));
    let sizes = shapes.map(|shape| shape.radius());
    let side = match item.parts {
        [Part::Face(_), _] => 1,
        [_, Part::Face(_)] => 0,
        _ => usize::from(sizes[1] > sizes[0]),
    };
    stage.riders[side].open(item.parts[side], |child| {
        effort.spend(false);
        let own = stage.riders[side].shape(child, &places[side]);
        let bound = distance_bound(&own, &shapes[1 - side]);
        let mut parts = item.parts;
        parts[side] = child;
        open.push(Item { bound, size: own.radius() + sizes[1 - side], parts });
    });
}
