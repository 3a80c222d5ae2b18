//! Area, centroid and containing circle of a polygon, in floating point.

use super::cached::{Circle, Measure};
use crate::posed_pair::pair::PosedPair;
use crate::relation::ray_casting::{Ray, cast_ray};
use crate::segment::exact_point::ExactPoint;
use crate::{EdgeId, Method, Polygon, Pose2};
use impinge::bound::Sphere;
use impinge::cost::Cost;
use impinge::math::DVec2;

impl Polygon {
    fn measure(&self) -> &Measure {
        self.cached().measure.get_or_init(|| Measure::compute(self))
    }

    /// The area of the inside, rounded; for rings that cross or overlap, the sum over rings, each with the sign of how deep it is nested.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.measure().area
    }

    /// The centroid of the inside, of the edges by length if there is no area, of the points if they have no length.
    #[must_use]
    pub fn centroid(&self) -> DVec2 {
        self.measure().centroid
    }

    /// The smallest circle around all vertices, rounded up.
    #[must_use]
    pub fn circle(&self) -> Circle {
        self.measure().circle
    }
}

impl Measure {
    pub fn compute(polygon: &Polygon) -> Self {
        let bounds = polygon.bounds();
        // Relative to the middle and in a unit of the size, so that cubes neither overflow nor vanish.
        let (middle, size) = (bounds.centre(), bounds.size().max_element());
        let unit = if size > 0.0 { size } else { 1.0 };
        let (mut area, mut moment) = (0.0, DVec2::ZERO);
        for ring in 0..polygon.ring_count() {
            let (mut own_area, mut own_moment) = (0.0, DVec2::ZERO);
            for edge in polygon.ring_range(ring) {
                let [p, q] = polygon.edge(EdgeId(edge as u32)).map(|p| (p - middle) / unit);
                let cross = p.perp_dot(q);
                own_area += cross * 0.5;
                own_moment += (p + q) * (cross / 6.0);
            }
            let sign = if polygon.ring_count() == 1 { own_area.signum() } else { inside_left(polygon, ring) };
            area += own_area * sign;
            moment += own_moment * sign;
        }
        let centroid = if area > 0.0 { moment / area * unit + middle } else { centroid_of_edges(polygon, unit) };
        let flat: Vec<_> = polygon.vertices().iter().map(|p| p.extend(0.0)).collect();
        let ball = Sphere::of_points(&flat);
        Self {
            area: area.max(0.0) * unit * unit,
            centroid: centroid.clamp(bounds.min, bounds.max),
            circle: Circle { centre: ball.centre.truncate(), radius: ball.radius },
        }
    }
}

/// 1 if the inside lies left of a ring and -1 if it lies right, judged at its first edge that has it on one side; 0 if none has.
fn inside_left(polygon: &Polygon, ring: usize) -> f64 {
    let posed = PosedPair::new(polygon, polygon, &Pose2::IDENTITY, Method::Auto);
    let side = polygon.ring_range(ring).find_map(|edge| {
        let [p, q] = polygon.edge(EdgeId(edge as u32));
        let axis = usize::from(p.y == q.y);
        let start = &ExactPoint::Midpoint(p, q);
        let [on_ray, behind] = cast_ray(&posed, &posed.bodies[0], Ray { start, axis }, &mut Cost::default()).sides();
        // +x is left of an edge that goes down, +y of one that goes right.
        let ray_is_left = if axis == 0 { q.y < p.y } else { q.x > p.x };
        (on_ray != behind).then_some(if on_ray == ray_is_left { 1.0 } else { -1.0 })
    });
    side.unwrap_or(0.0)
}

/// The middle of the edges by length, or of the points.
fn centroid_of_edges(polygon: &Polygon, unit: f64) -> DVec2 {
    let middle = polygon.bounds().centre();
    let (mut length, mut moment, mut points) = (0.0, DVec2::ZERO, DVec2::ZERO);
    for edge in polygon.edge_ids() {
        let [p, q] = polygon.edge(edge).map(|p| (p - middle) / unit);
        let own = (q - p).length();
        length += own;
        moment += (p + q) * (0.5 * own);
        points += p;
    }
    let mean = if length > 0.0 { moment / length } else { points / polygon.vertices().len() as f64 };
    mean * unit + middle
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(low: f64, high: f64) -> Vec<DVec2> {
        [[low, low], [high, low], [high, high], [low, high]].map(DVec2::from_array).to_vec()
    }

    #[test]
    fn holes_are_taken_off_whichever_way_they_turn() {
        for turned in 0..8 {
            let mut rings = vec![square(0.0, 10.0), square(2.0, 6.0), square(3.0, 4.0)];
            (0..3).filter(|k| turned & 1 << k != 0).for_each(|k| rings[k].reverse());
            let polygon = Polygon::try_new(rings).unwrap();
            assert!((polygon.area() - 85.0).abs() < 1e-12);
            let centroid = (500.0 - 16.0 * 4.0 + 3.5) / 85.0;
            assert!((polygon.centroid() - DVec2::splat(centroid)).length() < 1e-12);
            assert!((polygon.circle().radius - 50f64.sqrt()).abs() < 1e-12);
        }
    }

    #[test]
    fn edges_that_bound_nothing_tell_no_side() {
        let polygon = |rings: &[&[[f64; 2]]]| {
            let ring = |ring: &&[[f64; 2]]| ring.iter().map(|p| DVec2::from_array(*p)).collect();
            Polygon::try_new(rings.iter().map(ring).collect()).unwrap()
        };
        let halves = polygon(&[
            &[[2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [0.0, 0.0]],
            &[[2.0, 0.0], [2.0, 2.0], [4.0, 2.0], [4.0, 0.0]],
        ]);
        assert!((halves.area() - 8.0).abs() < 1e-12 && (halves.centroid() - DVec2::new(2.0, 1.0)).length() < 1e-12);
        let large: &[[f64; 2]] = &[[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
        let spiked = polygon(&[large, &[[2.0, 2.0], [1.0, 2.0], [2.0, 2.0], [2.0, 4.0], [4.0, 4.0], [4.0, 2.0]]]);
        assert!((spiked.area() - 96.0).abs() < 1e-12);
        assert_eq!(polygon(&[large, large]).area(), 0.0);
        assert!((polygon(&[large, &[[3.0, 3.0]], &[[3.0, 3.0], [5.0, 5.0]]]).area() - 100.0).abs() < 1e-12);
    }

    #[test]
    fn what_has_no_area_has_a_middle() {
        let p = |x, y| DVec2::new(x, y);
        let segment = Polygon::try_new(vec![vec![p(1.0, 1.0), p(3.0, 1.0)]]).unwrap();
        assert_eq!((segment.area(), segment.centroid()), (0.0, p(2.0, 1.0)));
        let point = Polygon::try_new(vec![vec![p(1.0, 7.0)]]).unwrap();
        assert_eq!((point.area(), point.centroid(), point.circle().radius), (0.0, p(1.0, 7.0), 0.0));
        let huge = Polygon::try_new(vec![square(-1e150, 1e150)]).unwrap();
        assert!((huge.area() / 4e300 - 1.0).abs() < 1e-12 && huge.centroid().length() < 1e140);
    }
}
