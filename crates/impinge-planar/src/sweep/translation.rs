//! Two edges while one is shifted: they meet while a ray is in the parallelogram of their differences.
//!
//! Edges pq and rs, the second shifted by t d, meet where t d = x - y for an x of pq and a y of rs. All such differences are a
//! parallelogram with the corners p - r, q - r, q - s, p - s, which lies between two lines along pq and two along rs; parallel edges
//! leave a segment, which the coordinates bound. Each bound gives a quotient for t: between doubles first, in integers
//! where these do not tell.

use super::edge_contact::{EdgeContact, EventTime, VertexEvent};
use super::initial_configuration::StartPosition;
use super::swept_extent::SweptExtent;
use crate::EdgeId;
use crate::tree::oriented_box::OrientedBox;
use dashu_int::IBig;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::fraction::Fraction;
use impinge::math::integer::{self, Grid};
use impinge::math::interval::{Enclosure, Point, cross, minus};
use std::cmp::Ordering;

/// A translation of B.
#[derive(Debug)]
pub(super) struct Translation<'a> {
    pub start: &'a StartPosition<'a>,
    pub by: DVec2,
}

/// One end of a bound: two corners of the parallelogram, `vertex - vertex`, by their places in the edges, and how far they are.
type Corner<T> = ([usize; 2], T);

/// `rate t` lies between the values of these corners.
struct Bound<T> {
    rate: T,
    corners: Corners<T>,
}

/// Two corners, or all four.
enum Corners<T> {
    Two([Corner<T>; 2]),
    Four([Corner<T>; 4]),
}

/// The first and the last common time, each with the corner that sets it; no corner for the ends of the motion and for parallel
/// edges, whose corners are all on one line, so that the one that sets the time need not be where they meet.
type Times = [(Fraction, Option<[usize; 2]>); 2];

impl Translation<'_> {
    /// When two edges meet.
    pub fn edge_contact(&self, edges: [EdgeId; 2], cost: &mut Cost) -> Option<EdgeContact> {
        cost.triangle_tests += 1;
        let [begin, end] = match self.approximate_times(edges) {
            ApproximateTimes::Never => return None,
            ApproximateTimes::Times(times) => times,
            ApproximateTimes::Doubt => {
                cost.exact_tests += 1;
                self.exact_times(edges)?.map(|(time, _)| time.enclosure())
            }
        };
        let moment = |time: Enclosure| EventTime { time, event: None };
        Some(EdgeContact { edges, begin: moment(begin), end: moment(end), certain: true })
    }

    /// The vertex that is on the other edge when two edges begin to meet; `None` for parallel ones, where several may be.
    pub fn first_event(&self, edges: [EdgeId; 2], cost: &mut Cost) -> Option<VertexEvent> {
        cost.exact_tests += 1;
        let [(_, corner), _] = self.exact_times(edges)?;
        corner.map(|corner| self.event(edges, corner))
    }

    /// Whether one pair of edges begins to meet no later than another ceases to, exactly.
    pub fn joins(&self, ending: [EdgeId; 2], beginning: [EdgeId; 2], cost: &mut Cost) -> bool {
        cost.exact_tests += 2;
        let (ending, beginning) = (self.exact_times(ending), self.exact_times(beginning));
        ending.zip(beginning).is_some_and(|(ending, beginning)| beginning[0].0.compare(&ending[1].0).is_le())
    }

    /// The times, if any, at which two boxes may meet; from somewhat before to somewhat after.
    pub fn window(
        &self,
        SweptExtent { bounds: a, .. }: &SweptExtent,
        SweptExtent { bounds: b, .. }: &SweptExtent,
    ) -> Option<[f64; 2]> {
        let between = b.centre - a.centre;
        let size = |x: DVec2| x.x.abs() + x.y.abs();
        // What the projections of middles and the shift may be off by.
        let pad = 2.0 * self.start.pad + 64.0 * f64::EPSILON * size(self.by);
        let mut window = [0.0_f64, 1.0_f64];
        for n in [a.axis, a.axis.perp(), b.axis, b.axis.perp()] {
            let radius = |b: &OrientedBox| n.dot(b.axis).abs() * b.half.x + n.perp_dot(b.axis).abs() * b.half.y;
            let (reach, gap, rate) = (radius(a) + radius(b) + pad, n.dot(between), n.dot(self.by));
            if rate.abs() <= pad {
                // Slower than what it may be off by: only what it passes in all is known.
                if gap.abs() > reach + pad {
                    return None;
                }
                continue;
            }
            let ends = [(-reach - gap) / rate, (reach - gap) / rate];
            let slack = pad / rate.abs();
            window[0] = window[0].max(ends[0].min(ends[1]) - slack);
            window[1] = window[1].min(ends[0].max(ends[1]) + slack);
        }
        (window[0] <= window[1]).then_some(window)
    }

    /// A box, and how far it reaches across the motion.
    pub fn swept_extent(&self, bounds: OrientedBox) -> SweptExtent {
        let size = self.by.x.abs() + self.by.y.abs();
        let across = (self.by / size).perp();
        let radius = across.dot(bounds.axis).abs() * bounds.half.x + across.perp_dot(bounds.axis).abs() * bounds.half.y;
        let (middle, reach) = (across.dot(bounds.centre), radius + 2.0 * self.start.pad);
        SweptExtent { bounds, range: [middle - reach, middle + reach], direction: 0.0, open: 0.0 }
    }

    fn event(&self, edges: [EdgeId; 2], [own, other]: [usize; 2]) -> VertexEvent {
        let [first, second] = [0, 1].map(|k| self.start.vertices(k, edges[k]));
        if other < 2 {
            // A vertex of B on the edge of A.
            VertexEvent { body: 1, vertex: second[other], edge: edges[0], root: own as u8 }
        } else {
            VertexEvent { body: 0, vertex: first[own], edge: edges[1], root: other as u8 }
        }
    }

    fn approximate_times(&self, edges: [EdgeId; 2]) -> ApproximateTimes {
        let point = |p: DVec2| p.to_array().map(Enclosure::exactly);
        let [e, f] = self.start.segments(edges).map(|ends| ends.map(point));
        let differences = |i: usize, j: usize| minus(e[i], f[j]);
        let (u, w) = (minus(e[1], e[0]), minus(f[1], f[0]));
        let bounds = bounds(
            u,
            w,
            &point(self.by),
            &differences,
            &Arithmetic { cross, is_zero: |x: &Enclosure| x.sign() == Some(0) },
        );
        if cross(u, w).sign().is_none() {
            return ApproximateTimes::Doubt;
        }
        let mut times = [Enclosure::ZERO, Enclosure::exactly(1.0)];
        for bound in bounds.iter().flatten() {
            let [least, most] = bound.range();
            match bound.rate.sign() {
                None => return ApproximateTimes::Doubt,
                Some(0) if least.lower > 0.0 || most.upper < 0.0 => return ApproximateTimes::Never,
                Some(0) if least.upper <= 0.0 && most.lower >= 0.0 => {}
                Some(0) => return ApproximateTimes::Doubt,
                Some(sign) => {
                    let ends = if sign > 0 { [least, most] } else { [most, least] };
                    let [first, last] = ends.map(|value| value.over(bound.rate));
                    times = [times[0].max(first), times[1].min(last)];
                }
            }
        }
        let [begin, end] = times;
        // Contact at the very start and the very end is decided exactly.
        let is_at_rim = (begin.lower <= 0.0 && begin.upper > 0.0) || (end.lower < 1.0 && end.upper >= 1.0);
        match () {
            () if begin.lower > end.upper => ApproximateTimes::Never,
            () if begin.upper <= end.lower && !is_at_rim => ApproximateTimes::Times(times),
            () => ApproximateTimes::Doubt,
        }
    }

    fn exact_times(&self, edges: [EdgeId; 2]) -> Option<Times> {
        let segments = self.start.segments(edges);
        let grid = Grid::holding(segments.iter().flatten().chain([&self.by]).flat_map(|p| p.to_array()));
        let integers = |p: DVec2| p.to_array().map(|x| grid.integer(x));
        let [e, f] = segments.map(|ends| ends.map(integers));
        let minus = |u: &[IBig; 2], v: &[IBig; 2]| [&u[0] - &v[0], &u[1] - &v[1]];
        let cross = |u: [IBig; 2], v: [IBig; 2]| &u[0] * &v[1] - &u[1] * &v[0];
        let (u, w, d) = (minus(&e[1], &e[0]), minus(&f[1], &f[0]), integers(self.by));
        let bounds = bounds(u, w, &d, &|i, j| minus(&e[i], &f[j]), &Arithmetic { cross, is_zero: IBig::is_zero });
        let is_parallel = bounds[2].is_some();
        let one = IBig::from(1);
        let mut times: Times = [(Fraction::new(&IBig::ZERO, &one), None), (Fraction::new(&one, &one), None)];
        for bound in bounds.iter().flatten() {
            let [least, most] = bound.extremes(Ord::cmp)?;
            let sign = integer::sign(&bound.rate);
            if sign == 0 {
                if integer::sign(&least.1) > 0 || integer::sign(&most.1) < 0 {
                    return None;
                }
                continue;
            }
            let ends = if sign > 0 { [least, most] } else { [most, least] };
            let [first, last] =
                ends.map(|(corner, value)| (Fraction::new(value, &bound.rate), Some(*corner).filter(|_| !is_parallel)));
            if first.0.compare(&times[0].0).is_gt() {
                times[0] = first;
            }
            if last.0.compare(&times[1].0).is_lt() {
                times[1] = last;
            }
        }
        times[0].0.compare(&times[1].0).is_le().then_some(times)
    }
}

/// What doubles say about two edges.
enum ApproximateTimes {
    Never,
    Times([Enclosure; 2]),
    Doubt,
}

impl<T> Bound<T> {
    fn corners(&self) -> &[Corner<T>] {
        match &self.corners {
            Corners::Two(two) => two,
            Corners::Four(four) => four,
        }
    }

    /// The corners with the least and the largest value.
    fn extremes(&self, order: impl Fn(&T, &T) -> Ordering) -> Option<[&Corner<T>; 2]> {
        let compare = |p: &&Corner<T>, q: &&Corner<T>| order(&p.1, &q.1);
        Some([self.corners().iter().min_by(compare)?, self.corners().iter().max_by(compare)?])
    }
}

impl Bound<Enclosure> {
    /// The least and the largest value, whichever corners they are.
    fn range(&self) -> [Enclosure; 2] {
        let values = || self.corners().iter().map(|(_, value)| *value);
        [values().reduce(Enclosure::min), values().reduce(Enclosure::max)].map(|end| end.unwrap_or(Enclosure::ZERO))
    }
}

/// Operations on a kind of number.
struct Arithmetic<C, Z> {
    /// The cross product of two vectors.
    cross: C,
    is_zero: Z,
}

/// The bounds of two edges along u and w; those of the coordinates only for parallel ones.
///
/// A corner is identified by a vertex of A and one of B; the second is counted from 2 where the vertex of A is on the edge of B.
fn bounds<T: Clone>(
    u: [T; 2],
    w: [T; 2],
    d: &[T; 2],
    difference: &dyn Fn(usize, usize) -> [T; 2],
    Arithmetic { cross, is_zero }: &Arithmetic<impl Fn([T; 2], [T; 2]) -> T, impl Fn(&T) -> bool>,
) -> [Option<Bound<T>>; 4] {
    let along_e = [[0, 0], [0, 1]].map(|[i, j]| ([i, j], cross(u.clone(), difference(i, j))));
    let along_f = [[0, 0], [1, 0]].map(|[i, j]| ([i, j + 2], cross(w.clone(), difference(i, j))));
    let parallel = is_zero(&cross(u.clone(), w.clone()));
    let coordinate = |k: usize| {
        let corners = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[i, j]| ([i, j], difference(i, j)[k].clone()));
        Bound { rate: d[k].clone(), corners: Corners::Four(corners) }
    };
    [
        Some(Bound { rate: cross(u, d.clone()), corners: Corners::Two(along_e) }),
        Some(Bound { rate: cross(w, d.clone()), corners: Corners::Two(along_f) }),
        parallel.then(|| coordinate(0)),
        parallel.then(|| coordinate(1)),
    ]
}

/// A point shifted for so long.
pub(super) fn shifted(p: DVec2, by: DVec2, time: f64) -> Point {
    let t = Enclosure::exactly(time);
    std::array::from_fn(|k| Enclosure::exactly(p[k]) + t * Enclosure::exactly(by[k]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Polygon, Pose2};
    use impinge_scenes::SplitMix64;

    /// What doubles say holds what integers say, on a lattice, where edges are parallel or touch in ends, and off it.
    #[test]
    fn doubles_hold_integers() {
        let mut random = SplitMix64::new(17);
        let (mut met, mut apart, mut doubts) = (0, 0, 0);
        for round in 0..20_000 {
            let mut number =
                || if round % 2 == 0 { (3.0 * random.between(-1.0, 1.0)).round() } else { random.between(-1.0, 1.0) };
            let mut point = || DVec2::new(number(), number());
            let [a, b] = [(); 2].map(|()| Polygon::try_new(vec![vec![point(), point()]]).unwrap());
            let by = point();
            if by == DVec2::ZERO {
                continue;
            }
            let start = StartPosition::new(&a, &b, &Pose2::IDENTITY);
            let shift = Translation { start: &start, by };
            let edges = [EdgeId(0); 2];
            let exact = shift.exact_times(edges).map(|times| times.map(|(time, _)| time.enclosure()));
            match (shift.approximate_times(edges), exact) {
                (ApproximateTimes::Doubt, _) => doubts += 1,
                (ApproximateTimes::Never, None) => apart += 1,
                (ApproximateTimes::Times(approximate), Some(exact)) => {
                    met += 1;
                    for (approximate, exact) in approximate.iter().zip(exact) {
                        assert!(approximate.overlaps(exact) && exact.upper - exact.lower < 1e-15);
                        assert!(approximate.upper - approximate.lower < 1e-10, "{approximate:?}");
                    }
                }
                (_, exact) => panic!("{exact:?} {a:?} {b:?} {by:?}"),
            }
        }
        assert!(met > 2_000 && apart > 2_000 && doubts < 2_000, "{met} {apart} {doubts}");
    }
}
