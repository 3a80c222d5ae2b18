//! Two balls about one point, one in each body: they prove how far the bodies must at least be moved.
//!
//! A ball that holds no face lies in one body, or outside it. If one of radius r lies in A and one of radius s about the same point lies in B, a
//! translation of B that leaves no common inside moves the second out of the first, so it is no shorter than r + s. The sum of
//! both radii changes by at most twice the way that the point goes, so the largest is searched by dividing cubes, the most promising first.

use crate::bound::Aabb;
use crate::cost::Cost;
use crate::math::{DVec3, SMALLEST_COORDINATE};
use crate::pair::point::point_query::{is_in_range, signed_distance_in};
use crate::pair::posed_pair::PosedPair;
use crate::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;

/// Once no cube can hold a sum larger than the best by more than this (relative), the search ends.
const GAIN: f64 = 1e-4;

/// What a sum of two roundings may be off by, relative.
const SUM: f64 = 4.0 * f64::EPSILON;

/// Two balls about one point, in A's frame: one of the first radius lies in A, one of the second in B.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InnerBalls {
    /// Their common middle, in A's frame.
    pub point: DVec3,
    /// Their radii.
    pub radii: [f64; 2],
}

impl InnerBalls {
    /// A length that no translation of B that leaves no common inside is below.
    #[must_use]
    pub fn reach(&self) -> f64 {
        (self.radii[0] + self.radii[1]) * (1.0 - SUM)
    }
}

/// A cube by its middle and half its edge, and a sum that no point of it exceeds.
#[derive(Clone, Copy, Debug)]
struct SearchCube {
    most: f64,
    middle: DVec3,
    half: f64,
}

impl Priority for SearchCube {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        let places = |c: &Self| c.middle.to_array();
        let by_place = places(self).iter().zip(places(other)).map(|(p, q)| p.total_cmp(&q)).find(|o| o.is_ne());
        self.most.total_cmp(&other.most).then(by_place.unwrap_or(Ordering::Equal))
    }
}

/// The balls of the largest sum found with at most `most_points` points, in the frame and order of the pair; `None` if no point was found in both bodies.
pub(crate) fn inner_balls(posed: &PosedPair<'_>, most_points: u32, cost: &mut Cost) -> Option<InnerBalls> {
    let bodies = posed.bodies();
    let [p, q] = bodies.map(|body| body.bounds());
    let common = Aabb { min: p.min.max(q.min), max: p.max.min(q.max) };
    if common.min.cmpgt(common.max).any() || bodies.iter().any(|body| !body.mesh.encloses()) {
        return None;
    }
    let mut best: Option<InnerBalls> = None;
    let mut look_at = |middle: DVec3, half: f64| {
        let place = DVec3::from_array(middle.to_array().map(|x| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x }));
        let found = [0, 1].map(|k| if is_in_range(place) { signed_distance_in(&bodies[k], place, cost) } else { None });
        let [Some(in_first), Some(in_second)] = found.map(|f| f.map(|f| -f)) else {
            return (0.0, f64::NEG_INFINITY);
        };
        let sum = in_first.lower + in_second.lower;
        if in_first.lower > 0.0 && in_second.lower > 0.0 && best.is_none_or(|best| sum > best.radii[0] + best.radii[1])
        {
            best = Some(InnerBalls { point: place, radii: [in_first.lower, in_second.lower] });
        }
        let reach = half * 3f64.sqrt() * (1.0 + SUM);
        // Points beyond either surface are of no use.
        let most = if in_first.upper + reach < 0.0 || in_second.upper + reach < 0.0 {
            f64::NEG_INFINITY
        } else {
            in_first.upper + in_second.upper + 2.0 * reach
        };
        (best.map_or(0.0, |best| best.radii[0] + best.radii[1]), most)
    };
    let (middle, half) = (common.centre(), 0.5 * common.size().max_element());
    let (mut reached, most) = look_at(middle, half);
    let mut waiting = PriorityQueue::from([SearchCube { most, middle, half }]);
    let mut points = 1;
    while let Some(cube) = waiting.pop() {
        if cube.most <= reached * (1.0 + GAIN) || points + 8 > most_points {
            break;
        }
        let half = 0.5 * cube.half;
        for corner in 0..8 {
            let to = |k: u32| if corner >> k & 1 == 0 { -half } else { half };
            let middle = cube.middle + DVec3::new(to(0), to(1), to(2));
            let (sum, most) = look_at(middle, half);
            (reached, points) = (sum, points + 1);
            if most > reached * (1.0 + GAIN) {
                waiting.push(SearchCube { most, middle, half });
            }
        }
    }
    best
}
