//! The deepest point of an edge in a field, by halving.
//!
//! Between two points a distance is at least half of what the two are together less the way between them: it cannot fall faster than the way is
//! gone. Pieces with the least such bound are halved first, until none can be much deeper than the best point.

use super::posed_field::PlacedField;
use crate::bounded::Bounded;
use crate::math::DVec3;
use crate::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;

/// Pieces shorter than this (in cells) are not halved: bounds of values are no better.
const SHORTEST: f64 = 0.25;

/// Points of one edge that are looked at, at most.
const MOST_POINTS: u32 = 200;

/// What computed points of an edge may be off by (relative to its coordinates).
const OFF: f64 = 4.0 * f64::EPSILON;

/// What is known about the distances along an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    /// No point of the edge is deeper: at most all distances along it.
    pub lower: f64,
    /// The point that is deepest for certain, from 0 at one end to 1 at the other.
    pub share: f64,
    /// That point.
    pub point: DVec3,
    /// Its distance.
    pub found: Bounded,
    /// How many points were looked at.
    pub points: u32,
}

/// A piece of an edge.
#[derive(Clone, Copy)]
struct Piece {
    lower: f64,
    shares: [f64; 2],
    ends: [Bounded; 2],
}

impl Priority for Piece {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.lower.total_cmp(&self.lower).then(self.shares[0].total_cmp(&other.shares[0]))
    }
}

/// What no distance between two points is below.
pub(super) fn least_between(ends: &[Bounded; 2], way: f64) -> f64 {
    0.5 * (ends[0].lower + ends[1].lower - way * (1.0 + OFF))
}

/// Looks along an edge whose ends have known distances.
pub(super) fn along(field: &PlacedField<'_>, [p, q]: [DVec3; 2], ends: [Bounded; 2]) -> Along {
    let off = OFF * p.abs().max(q.abs()).max_element();
    let length = p.distance(q) + off;
    let piece = |shares: [f64; 2], ends: [Bounded; 2]| {
        let lower = least_between(&ends, (shares[1] - shares[0]) * length + 2.0 * off);
        Piece { lower, shares, ends }
    };
    // By what is certain, so that a point that is surely inside is never given up for one that may be deeper.
    let deeper = usize::from(ends[1].upper < ends[0].upper);
    let mut best = Along { lower: 0.0, share: deeper as f64, point: [p, q][deeper], found: ends[deeper], points: 0 };
    let mut waiting = PriorityQueue::from([piece([0.0, 1.0], ends)]);
    // Pieces that are not halved any more.
    let mut settled = f64::INFINITY;
    while let Some(next) = waiting.pop() {
        let [from, to] = next.shares;
        let is_short = (to - from) * length <= SHORTEST * field.field.step() || best.points >= MOST_POINTS;
        // What is outside for certain, and what is hardly deeper than a point inside, is known well enough.
        let is_hardly_deeper = next.lower > best.found.lower - SHORTEST * field.field.step();
        if is_short || next.lower > 0.0 || (best.found.is_negative() && is_hardly_deeper) {
            settled = settled.min(next.lower);
            continue;
        }
        let middle = 0.5 * (from + to);
        let point = p + (q - p) * middle;
        let found = field.at(point, off);
        best.points += 1;
        if found.upper < best.found.upper {
            best = Along { share: middle, point, found, ..best };
        }
        waiting.push(piece([from, middle], [next.ends[0], found]));
        waiting.push(piece([middle, to], [found, next.ends[1]]));
    }
    Along { lower: settled, ..best }
}
