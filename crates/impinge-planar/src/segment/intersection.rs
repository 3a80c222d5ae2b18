//! The intersection of two segments, exactly.

use super::exact_point::ExactPoint;
use super::{Segment, is_between};
use crate::{EdgeIntersection, EdgeRelation};
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::predicates::side_of_line;

/// The common points of two edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SegmentIntersection {
    /// Nothing.
    Disjoint,
    /// One point inside both.
    Crossing,
    /// One point, an end of one of them.
    Touching(DVec2),
    /// A segment between two different points, each an end of one of them, the one more to the left (or else below) first.
    Overlapping(Segment),
}

/// Intersects two segments, by the sides of the ends of each with respect to the other.
pub(crate) fn intersect_segments(e: Segment, f: Segment, cost: &mut Cost) -> SegmentIntersection {
    let boxes = [e, f].map(|[p, q]| (p.min(q), p.max(q)));
    if boxes[0].0.cmpgt(boxes[1].1).any() || boxes[1].0.cmpgt(boxes[0].1).any() {
        return SegmentIntersection::Disjoint;
    }
    let of_f = f.map(|x| side_of_line(e[0], e[1], x, cost));
    if of_f[0] * of_f[1] > 0 {
        return SegmentIntersection::Disjoint;
    }
    let of_e = e.map(|x| side_of_line(f[0], f[1], x, cost));
    if of_e[0] * of_e[1] > 0 {
        return SegmentIntersection::Disjoint;
    }
    if of_f[0] * of_f[1] < 0 && of_e[0] * of_e[1] < 0 {
        return SegmentIntersection::Crossing;
    }
    // Some end lies on the line of the other edge: every common point that is an end of one.
    let on_e = (0..2).filter(|k| of_f[*k] == 0 && is_between(e, f[*k])).map(|k| f[k]);
    let on_f = (0..2).filter(|k| of_e[*k] == 0 && is_between(f, e[*k])).map(|k| e[k]);
    let mut ends = on_e.chain(on_f);
    let Some(first) = ends.next() else { return SegmentIntersection::Disjoint };
    // On one line the common points are a segment, and its ends are among these.
    match ends.find(|x| *x != first) {
        None => SegmentIntersection::Touching(first),
        Some(second) if first.x < second.x || (first.x == second.x && first.y < second.y) => {
            SegmentIntersection::Overlapping([first, second])
        }
        Some(second) => SegmentIntersection::Overlapping([second, first]),
    }
}

/// The contact of two edges, rounded; `None` if they are disjoint.
pub(crate) fn contact(e: Segment, f: Segment, cost: &mut Cost) -> Option<(EdgeRelation, EdgeIntersection)> {
    match intersect_segments(e, f, cost) {
        SegmentIntersection::Disjoint => None,
        SegmentIntersection::Crossing => {
            Some((EdgeRelation::Crossing, EdgeIntersection::Point(ExactPoint::crossing(e, f)?.nearest())))
        }
        SegmentIntersection::Touching(p) => Some((EdgeRelation::Touching, EdgeIntersection::Point(p))),
        SegmentIntersection::Overlapping(ends) => Some((EdgeRelation::Touching, EdgeIntersection::Segment(ends))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_meet() {
        let p = |x, y| DVec2::new(x, y);
        let cost = &mut Cost::default();
        let e = [p(0.0, 0.0), p(4.0, 0.0)];
        let mut of = |f: Segment| {
            let answer = intersect_segments(e, f, cost);
            assert_eq!(
                intersect_segments([e[1], e[0]], f, cost) == SegmentIntersection::Disjoint,
                answer == SegmentIntersection::Disjoint
            );
            answer
        };
        assert_eq!(of([p(1.0, -1.0), p(2.0, 1.0)]), SegmentIntersection::Crossing);
        assert_eq!(of([p(1.0, 0.0), p(2.0, 1.0)]), SegmentIntersection::Touching(p(1.0, 0.0)));
        assert_eq!(of([p(4.0, -1.0), p(4.0, 1.0)]), SegmentIntersection::Touching(p(4.0, 0.0)));
        assert_eq!(of([p(4.0, 0.0), p(6.0, 0.0)]), SegmentIntersection::Touching(p(4.0, 0.0)));
        assert_eq!(of([p(3.0, 0.0), p(6.0, 0.0)]), SegmentIntersection::Overlapping([p(3.0, 0.0), p(4.0, 0.0)]));
        assert_eq!(of([p(1.0, 0.0), p(2.0, 0.0)]), SegmentIntersection::Overlapping([p(1.0, 0.0), p(2.0, 0.0)]));
        assert_eq!(of([p(5.0, 0.0), p(6.0, 0.0)]), SegmentIntersection::Disjoint);
        assert_eq!(of([p(2.0, 0.0), p(2.0, 0.0)]), SegmentIntersection::Touching(p(2.0, 0.0)));
        assert_eq!(of([p(2.0, 1.0), p(2.0, 1.0)]), SegmentIntersection::Disjoint);
        assert_eq!(of([p(0.0, 0.0), p(4.0, 0.0)]), SegmentIntersection::Overlapping(e));
        let point = [p(2.0, 0.0); 2];
        assert_eq!(intersect_segments(point, point, cost), SegmentIntersection::Touching(p(2.0, 0.0)));
    }
}
