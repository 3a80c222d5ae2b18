//! The relation of polygons whose edges do not meet: every ring lies inside the other polygon or outside.

use crate::MovingPoint;
use crate::posed_pair::pair::PosedPair;
use crate::relation::ray_casting::{Ray, cast_ray};
use crate::segment::exact_point::ExactPoint;
use impinge::cost::Cost;
use impinge::math::bit_mask::BitMask;
use impinge::pair::{Location, Relation};

/// The relation of A to B where no edges meet and both keep their shape, so that each ring has the inside on one side; `points` are the
/// first vertices of B's rings as they move about A, and `near` holds every edge of A that may have a point in the circle around B. `None` if
/// a point is out of range.
pub(crate) fn relation(
    posed: &PosedPair<'_>,
    near: &BitMask,
    points: &mut [MovingPoint<'_>],
    cost: &mut Cost,
) -> Option<Relation> {
    let [a, b] = posed.as_asked(posed.bodies);
    // For A and for B: whether some ring of it lies inside the other, and whether some lies outside.
    let [mut of_a, mut of_b] = [[false; 2]; 2];
    for (ring, point) in points.iter_mut().enumerate() {
        let location = point.locate(b.vertex(b.polygon.ring_range(ring).start))?;
        of_b[usize::from(location == Location::Outside)] = true;
    }
    for ring in 0..a.polygon.ring_count() {
        let first = a.polygon.ring_range(ring).start;
        let is_inside = near.get(first) && {
            let start = &ExactPoint::Double(a.vertex(first));
            let found = cast_ray(posed, &b, Ray { start, axis: 0 }, cost);
            found.on_edge || found.ray_side
        };
        of_a[usize::from(!is_inside)] = true;
    }
    // A ring of B inside A has points of A alone on one side of it, and of both on the other.
    Some(match (of_a, of_b) {
        ([false, _], [false, _]) => Relation::Disjoint,
        ([false, _], [true, false]) => Relation::BInsideA,
        ([true, false], [false, _]) => Relation::AInsideB,
        _ => Relation::Crossing,
    })
}
