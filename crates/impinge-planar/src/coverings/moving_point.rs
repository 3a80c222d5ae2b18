//! A point that moves about a polygon (Jiménez, Segura and Feito 2004, algorithm 2): on which side of the line of each edge it lies is kept
//! as a mask of bits; as long as no bit changes, neither does the answer.
//!
//! The lines of all edges cut the plane into convex cells, and no edge passes through one: a point that stays in its cell stays inside or
//! outside. Where bits change the paper looks at every triangle of the covering again. Here only the edges whose bits changed are
//! looked at: the path from the last point to this one crosses the polygon where it crosses one of these. On a line of an edge
//! nothing is kept. A step costs one sign an edge, 64 to a word, and two more for each bit that changes.

use crate::coverings::covering::Covering;
use impinge::cost::Cost;
use impinge::math::bit_mask::{BitMask, MaskHistory};
use impinge::math::predicates::side_of_line;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, in_plane_range, simd};
use impinge::pair::Location;

/// A point that moves about a polygon: its mask and its last location.
#[derive(Clone, Debug)]
pub struct MovingPoint<'a> {
    covering: &'a Covering,
    mask: BitMask,
    /// The mask of the step at hand, its memory kept.
    next: BitMask,
    /// The last point and whether it was inside; `None` if it lay on the line of an edge, or there was none.
    last: Option<(DVec2, bool)>,
    history: MaskHistory,
}

impl<'a> MovingPoint<'a> {
    /// A point that was nowhere yet, about the polygon of a covering.
    #[must_use]
    pub fn new(covering: &'a Covering) -> Self {
        let [mask, next] = [BitMask::default(), BitMask::default()];
        Self { covering, mask, next, last: None, history: MaskHistory::default() }
    }

    /// Where the point lies now: the answer of [`crate::locate`], independent of earlier calls. `None` for a point outside the range of exact
    /// coordinates, which changes nothing here.
    pub fn locate(&mut self, point: DVec2) -> Option<Location> {
        let covering = self.covering;
        if !point.to_array().into_iter().all(|x| x.is_finite() && in_plane_range(x)) {
            return None;
        }
        let cost = &mut Cost::default();
        let on_a_line = dispatch!(simd::level(), simd => covering.zones(simd, point, &mut self.next, cost));
        let known = self.last.filter(|_| !on_a_line);
        self.history.steps += 1;
        let inside = if let Some((from, was_inside)) = known {
            Some(self.carry_over([from, point], was_inside, cost))
        } else {
            self.history.whole += 1;
            match covering.locate_in_range(point, cost) {
                Location::Surface => None,
                location => Some(location == Location::Inside),
            }
        };
        std::mem::swap(&mut self.mask, &mut self.next);
        self.last = inside.filter(|_| !on_a_line).map(|inside| (point, inside));
        let on_a_ring = covering.points.contains(&point);
        Some(match inside {
            Some(_) if on_a_ring => Location::Surface,
            Some(true) => Location::Inside,
            Some(false) => Location::Outside,
            None => Location::Surface,
        })
    }

    /// Whether the end of a path is inside, from its start and the bits that changed. Neither end lies on the line of an edge, so shifting
    /// both a little to the left of the path changes nothing, and then an end of an edge that lay on the path lies to its right.
    fn carry_over(&mut self, [from, to]: [DVec2; 2], inside: bool, cost: &mut Cost) -> bool {
        let (mut inside, mut changed) = (inside, 0);
        for edge in self.mask.changes(&self.next) {
            changed += 1;
            let [left_t, left_u] = self.covering.edge(edge).map(|end| side_of_line(from, to, end, cost) > 0);
            inside ^= left_t != left_u;
        }
        self.history.unchanged += u64::from(changed == 0);
        self.history.bits_changed += changed;
        inside
    }

    /// Work counters over all steps.
    #[must_use]
    pub fn history(&self) -> MaskHistory {
        self.history
    }
}
