//! The distance of a point from a segment, rounded once, and the closest point of the segment.
//!
//! Differences of coordinates are exact as sums of two doubles, and lengths are taken from these: a length that is a double is found to the
//! last bit, any other is the nearest double but for ties that 2^-60 of it would decide, or an
//! ulp of it where a determinant cancels to below 2^-40.

use super::Segment;
use impinge::math::double_double::DoubleDouble;
use impinge::math::integer::{Grid, decompose};
use impinge::math::rounding::{Products, two_sum};
use impinge::math::{DVec2, inverse_of_power, power_of_two_above};

/// What is left of two products after their difference (2^-40, relative) below which it is taken in integers.
const CANCELLED: f64 = 1.0 / (1_u64 << 40) as f64;

/// What a plain distance may be off by, relative to what enters it: some eight roundings of 2^-53, doubled.
const PLAIN_ERROR: f64 = 8.0 * f64::EPSILON;

/// Lengths below this (2^-400) are scaled before they are squared.
const SMALLEST_SIZE: f64 = f64::from_bits((1023 - 400) << 52);

/// How much farther than the coordinates of an edge a point may be for the closest point to be found in plain doubles.
const REACH: f64 = 4.0;

/// Squared lengths below this (2^-900) have lost digits.
const SMALLEST_SQUARE: f64 = f64::from_bits((1023 - 900) << 52);

/// The point of a segment that is closest to a given point, and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosestPoint {
    /// Never zero.
    pub distance: f64,
    pub point: DVec2,
}

/// A difference of two points, exactly, times a power of two that brings it to about 1.
#[derive(Clone, Copy, Debug)]
struct Difference {
    parts: [DoubleDouble; 2],
    /// The power of two, and its inverse.
    unit: f64,
    size: f64,
}

impl Difference {
    fn new(p: DVec2, q: DVec2) -> Self {
        let size = power_of_two_above((p - q).abs().max_element());
        let unit = inverse_of_power(size);
        let part = |k: usize| DoubleDouble::difference(p[k], q[k]).times_power(unit);
        Self { parts: [part(0), part(1)], unit, size }
    }

    fn dot(&self, other: &Self) -> DoubleDouble {
        self.parts[0] * other.parts[0] + self.parts[1] * other.parts[1]
    }
}

/// The closest point of a segment to a point that does not lie on it.
#[inline(always)]
pub(crate) fn closest_point(products: Products, p: DVec2, [q0, q1]: Segment) -> ClosestPoint {
    // Each side is asked at its own end: what rounding hides there changes the length by 2^-104 of itself.
    let (r0, r1, d) = (p - q0, p - q1, q1 - q0);
    let (near, far, d_size) = (r0.abs().max_element(), r1.abs().max_element(), d.abs().max_element());
    let small = near.min(far) < SMALLEST_SIZE || d_size < SMALLEST_SIZE;
    let along = if small { direction(d) } else { d };
    if r0.dot(along) <= 0.0 {
        return distance_to_end(products, p, q0);
    }
    if r1.dot(along) >= 0.0 {
        return distance_to_end(products, p, q1);
    }
    let edge = if near < far { [q0, q1] } else { [q1, q0] };
    let quick = if small { None } else { fast_closest_point(products, p, edge) };
    match quick {
        Some(found) => found,
        None => exact_closest_point(p, edge),
    }
}

/// A difference of two points as the sum of two vectors, exactly.
#[inline(always)]
fn difference(p: DVec2, q: DVec2) -> [DVec2; 2] {
    let ((x, x_rest), (y, y_rest)) = (two_sum(p.x, -q.x), two_sum(p.y, -q.y));
    [DVec2::new(x, y), DVec2::new(x_rest, y_rest)]
}

/// `u · v` for vectors in two parts, as the sum of two doubles, but for the product of the small parts.
#[inline(always)]
fn dot(products: Products, [u, u_rest]: [DVec2; 2], [v, v_rest]: [DVec2; 2]) -> (f64, f64) {
    let ((x, x_error), (y, y_error)) = (products.of(u.x, v.x), products.of(u.y, v.y));
    let (sum, error) = two_sum(x, y);
    (sum, error + (x_error + y_error) + (u_rest.dot(v) + u.dot(v_rest)))
}

/// The root of a sum of two doubles, as such a sum: one step of Newton's method.
#[inline(always)]
fn root(products: Products, square: f64, rest: f64) -> (f64, f64) {
    let root = square.sqrt();
    let (high, low) = products.of(root, root);
    (root, ((square - high) - low + rest) / (2.0 * root))
}

/// A quotient of sums of two doubles, as such a sum.
#[inline(always)]
fn over(products: Products, a: f64, a_rest: f64, b: f64, b_rest: f64) -> (f64, f64) {
    let share = a / b;
    let (high, low) = products.of(share, b);
    (share, ((a - high) - low + (a_rest - share * b_rest)) / b)
}

/// `from + share v`, rounded once but for ties.
#[inline(always)]
fn beyond(products: Products, from: DVec2, [v, v_rest]: [DVec2; 2], (share, rest): (f64, f64)) -> DVec2 {
    let ((x, x_low), (y, y_low)) = (products.of(v.x, share), products.of(v.y, share));
    let ((x, x_error), (y, y_error)) = (two_sum(from.x, x), two_sum(from.y, y));
    let low = v * rest + v_rest * share;
    DVec2::new(x + (x_error + (x_low + low.x)), y + (y_error + (y_low + low.y)))
}

/// The distance to an end.
#[inline(always)]
fn distance_to_end(products: Products, p: DVec2, q: DVec2) -> ClosestPoint {
    let r = difference(p, q);
    if r[0].abs().max_element() < SMALLEST_SIZE {
        return exact_distance_to_end(p, q);
    }
    let (square, square_rest) = dot(products, r, r);
    let (root, rest) = root(products, square, square_rest);
    ClosestPoint { distance: root + rest, point: q }
}

/// The same for lengths whose squares vanish.
#[cold]
fn exact_distance_to_end(p: DVec2, q: DVec2) -> ClosestPoint {
    let r = Difference::new(p, q);
    ClosestPoint { distance: (r.dot(&r).sqrt().to_double() * r.size).max(f64::MIN_POSITIVE), point: q }
}

/// A direction by a vector of about 1, so that its products are normal; zero for zero.
#[cold]
fn direction(d: DVec2) -> DVec2 {
    d * inverse_of_power(power_of_two_above(d.abs().max_element()))
}

/// The closest point between the ends, the nearer of which comes first, where no square vanishes, little cancels, and plain doubles tell the place.
#[inline(always)]
fn fast_closest_point(products: Products, p: DVec2, [q0, q1]: Segment) -> Option<ClosestPoint> {
    let (r, d) = (difference(p, q0), difference(q1, q0));
    let (area, area_rest) = dot(products, r, [-d[0].perp(), -d[1].perp()]);
    let all = (r[0].x * d[0].y).abs() + (r[0].y * d[0].x).abs();
    let (p_size, q_size, r_size) = (p.abs().max_element(), q0.abs().max_element(), r[0].abs().max_element());
    if area.abs() <= CANCELLED * all || (p_size > q_size && r_size > REACH * q_size) {
        return None;
    }
    let (squared, squared_rest) = dot(products, d, d);
    let (length, length_rest) = root(products, squared, squared_rest);
    // (a + a') / (l + l') = v + (a - v l + a' - v l') / l, to first order.
    let distance = area / length;
    let (high, low) = products.of(distance, length);
    let distance = distance + ((area - high) - low + (area_rest - distance * length_rest)) / length;
    let point = if d[0].x == 0.0 {
        DVec2::new(q0.x, p.y)
    } else if d[0].y == 0.0 {
        DVec2::new(p.x, q0.y)
    } else if p_size <= q_size {
        let share = over(products, area, area_rest, squared, squared_rest);
        beyond(products, p, [d[0].perp(), d[1].perp()], share)
    } else {
        let (along, along_rest) = dot(products, r, d);
        let share = over(products, along, along_rest, squared, squared_rest);
        beyond(products, q0, d, share)
    };
    Some(ClosestPoint { distance: distance.abs(), point })
}

/// The closest point between the ends, the nearer of which comes first: `|r × d| / |d|`, and where that leads to.
#[cold]
fn exact_closest_point(p: DVec2, [q0, q1]: Segment) -> ClosestPoint {
    let (r, d) = (Difference::new(p, q0), Difference::new(q1, q0));
    let (left, right) = (r.parts[0] * d.parts[1], r.parts[1] * d.parts[0]);
    let plain = left - right;
    let all = left.to_double().abs() + right.to_double().abs();
    let area = if plain.to_double().abs() > CANCELLED * all { plain } else { exact_area(p, [q0, q1], [&r, &d]) };
    let squared = d.dot(&d);
    let length = area.over(squared.sqrt()).to_double().abs();
    // From whichever is known better, the point or the end: both lead there.
    let nearer_origin = p.abs().max_element() <= q0.abs().max_element();
    let point = if nearer_origin {
        let share = area.over(squared);
        [p.x - (share * d.parts[1]).to_double() * r.size, p.y + (share * d.parts[0]).to_double() * r.size]
    } else {
        let share = r.dot(&d).over(squared);
        [0, 1].map(|k| q0[k] + (share * d.parts[k]).to_double() * r.size)
    };
    ClosestPoint { distance: (length * r.size).max(f64::MIN_POSITIVE), point: DVec2::from_array(point) }
}

/// The determinant of two scaled differences, `p - q0` and `q1 - q0`, rounded once.
fn exact_area(p: DVec2, [q0, q1]: Segment, [r, d]: [&Difference; 2]) -> DoubleDouble {
    let grid = Grid::holding([p, q0, q1].iter().flat_map(|p| p.to_array()));
    let from = |x: DVec2| [0, 1].map(|k| grid.integer(x[k]) - grid.integer(q0[k]));
    let (u, v) = (from(p), from(q1));
    let area = &u[0] * &v[1] - &u[1] * &v[0];
    // In squares of the grid: once by the grid below, once more and by both units here.
    let one = grid.integer(0.0) + 1;
    let step = grid.double(&one, &one);
    let power: i32 = [step, r.unit, d.unit].iter().map(|x| decompose(*x).1).sum();
    let shift = power.unsigned_abs() as usize;
    let rounded = if power < 0 { grid.double(&area, &(one << shift)) } else { grid.double(&(area << shift), &one) };
    DoubleDouble::from(rounded)
}

/// Lower bound of the distance of a point to a segment, in plain doubles.
pub(crate) fn distance_lower_bound(p: DVec2, [q0, q1]: Segment) -> f64 {
    let (r, d) = (p - q0, q1 - q0);
    let squared = d.length_squared();
    if squared < SMALLEST_SQUARE {
        return 0.0;
    }
    let rest = r - d * (r.dot(d) / squared).clamp(0.0, 1.0);
    rest.length() - PLAIN_ERROR * (r.abs() + d.abs()).element_sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> DVec2 {
        DVec2::new(x, y)
    }

    /// The closest point, by either way to take products.
    fn closest_point(p: DVec2, edge: Segment) -> ClosestPoint {
        let [split, fused] = [Products::Split, Products::Fused].map(|products| super::closest_point(products, p, edge));
        assert_eq!(split, fused);
        split
    }

    #[test]
    fn a_point_beside_an_edge_is_never_on_it() {
        let edge = [p(0.0, 0.0), p(3.0, 1.0)];
        let near = closest_point(p(1.0, 1.0 / 3.0), edge);
        // 1/3 is rounded down by a third of 2^-54.
        let expected = (1.0 / 3.0) * 2f64.powi(-54) * 3.0 / 10f64.sqrt();
        assert!((near.distance / expected - 1.0).abs() < 1e-15, "{:e} {expected:e}", near.distance);
        assert_eq!(near.point, p(1.0, 1.0 / 3.0));
        assert_eq!(closest_point(p(3.0, 5.0), edge), ClosestPoint { distance: 4.0, point: p(3.0, 1.0) });
        assert_eq!(closest_point(p(0.0, 2.0), [p(0.0, 0.0); 2]), ClosestPoint { distance: 2.0, point: p(0.0, 0.0) });
    }

    #[test]
    fn lengths_that_are_doubles_are_exact() {
        for k in 1..2_000_u32 {
            let (n, m) = (f64::from(k), f64::from(k * 7 % 1_001));
            for scale in [1.0, 2f64.powi(-490), 2f64.powi(480)] {
                let of =
                    |q: DVec2, edge: [DVec2; 2]| closest_point(q * scale, edge.map(|x| x * scale)).distance / scale;
                assert_eq!(of(p(m + n, 3.0), [p(m, -m - 1.0), p(m, n + 3.5)]), n);
                assert_eq!(of(p(m + 3.0 * n, m + 4.0 * n), [p(m, m), p(m - n, m - 1.0)]), 5.0 * n);
                let (from, d) = (p(m, -n), p(4.0, 3.0));
                let cast_ray = from + d * n + d.perp() * (m + 1.0);
                assert_eq!(of(cast_ray, [from - d * m, from + d * (n + 7.0)]), 5.0 * (m + 1.0));
                assert!(distance_lower_bound(cast_ray, [from - d * m, from + d * (n + 7.0)]) <= 5.0 * (m + 1.0));
            }
        }
        assert_eq!(
            closest_point(p(22.0, 5.3), [p(15.0, 1.1), p(15.0, 9.7)]),
            ClosestPoint { distance: 7.0, point: p(15.0, 5.3) }
        );
    }

    #[test]
    fn sizes_may_differ_by_any_power() {
        // A tiny edge far off, and a point beside a huge one.
        let tiny = [p(0.0, 0.0), p(2e-150, 1e-150)];
        assert_eq!(closest_point(p(1e150, 0.0), tiny), ClosestPoint { distance: 1e150, point: tiny[1] });
        let huge = [p(-1e16, -1e16), p(1e16, 1e16 + 2.0)];
        let near = closest_point(p(1e-16, 3e-16), huge);
        assert!(
            (near.distance - 0.5f64.sqrt()).abs() < 1e-15 && (near.point - p(-0.5, 0.5)).length() < 1e-15,
            "{near:?}"
        );
    }
}
