//! The distance of a point from a segment, rounded once to the nearest double, and the closest point of the segment.
//!
//! Differences of coordinates are exact as sums of two doubles, and lengths are sums of two doubles with a bound on their error. Where that
//! leaves open which double is nearest, or squares would vanish, integers decide: so the least of several distances is the same double,
//! whichever of the features at that distance are measured.

use super::Segment;
use dashu_int::IBig;
use impinge::math::DVec2;
use impinge::math::integer::{Grid, sign};
use impinge::math::rounding::{Products, two_sum};

/// What is left of two products after their difference (2^-40, relative) below which it is taken in integers.
const CANCELLED: f64 = 1.0 / (1_u64 << 40) as f64;

/// What lengths and products as sums of two doubles may be off by, relative to what enters them: some sixteen roundings of 2^-105, and much more (2^-98).
const DOUBLE_DOUBLE_ERROR: f64 = f64::from_bits((1023 - 98) << 52);

/// What a plain distance may be off by, relative to what enters it: some eight roundings of 2^-53, doubled.
const PLAIN_ERROR: f64 = 8.0 * f64::EPSILON;

/// Lengths below this (2^-400) are not squared in doubles.
const SMALLEST_SIZE: f64 = f64::from_bits((1023 - 400) << 52);

/// How much farther than the coordinates of an edge a point may be (2^20) for the closest point to be found in doubles.
const REACH: f64 = (1 << 20) as f64;

/// Squared lengths below this (2^-900) have lost digits.
const SMALLEST_SQUARE: f64 = f64::from_bits((1023 - 900) << 52);

/// The point of a segment that is closest to a given point, and its distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ClosestPoint {
    /// Never zero.
    pub distance: f64,
    pub point: DVec2,
}

/// The closest point of a segment to a point that does not lie on it.
#[inline(always)]
pub(crate) fn closest_point(products: Products, p: DVec2, edge: Segment) -> ClosestPoint {
    match fast_closest_point(products, p, edge) {
        Some(found) => found,
        None => exact_closest_point(p, edge),
    }
}

/// The closest point where no square vanishes, little cancels, and sums of two doubles tell the nearest double.
#[inline(always)]
fn fast_closest_point(products: Products, p: DVec2, [q0, q1]: Segment) -> Option<ClosestPoint> {
    let (r0, r1, d) = (p - q0, p - q1, q1 - q0);
    let (near, far, d_size) = (r0.abs().max_element(), r1.abs().max_element(), d.abs().max_element());
    if near.min(far) < SMALLEST_SIZE || (0.0 < d_size && d_size < SMALLEST_SIZE) {
        return None;
    }
    // Each side is asked at its own end: what rounding hides there changes the length by 2^-104 of itself.
    if r0.dot(d) <= 0.0 {
        distance_to_end(products, p, q0)
    } else if r1.dot(d) >= 0.0 {
        distance_to_end(products, p, q1)
    } else {
        distance_to_line(products, p, if near < far { [q0, q1] } else { [q1, q0] })
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

/// The double nearest to `high + low`, the second of which is smaller and whose sum is known up to `error`, if that tells it.
#[inline(always)]
fn nearest_double(high: f64, low: f64, error: f64) -> Option<f64> {
    let sum = high + low;
    let rest = low - (sum - high);
    let neighbour = if rest < 0.0 { sum.next_down() } else { sum.next_up() };
    // Half the way to the neighbour is where rounding changes.
    ((0.5 * (neighbour - sum)).abs() - rest.abs() > error).then_some(sum)
}

/// The distance to an end.
#[inline(always)]
fn distance_to_end(products: Products, p: DVec2, q: DVec2) -> Option<ClosestPoint> {
    let r = difference(p, q);
    let (square, square_rest) = dot(products, r, r);
    let (root, rest) = root(products, square, square_rest);
    Some(ClosestPoint { distance: nearest_double(root, rest, DOUBLE_DOUBLE_ERROR * root)?, point: q })
}

/// The distance to the line of a segment, the nearer end of which comes first, with the closest point between the ends.
#[inline(always)]
fn distance_to_line(products: Products, p: DVec2, [q0, q1]: Segment) -> Option<ClosestPoint> {
    let (r, d) = (difference(p, q0), difference(q1, q0));
    let (area, area_rest) = dot(products, r, [-d[0].perp(), -d[1].perp()]);
    let all = (r[0].x * d[0].y).abs() + (r[0].y * d[0].x).abs();
    let (p_size, q_size, r_size) = (p.abs().max_element(), q0.abs().max_element(), r[0].abs().max_element());
    if area.abs() <= CANCELLED * all || (p_size > q_size && r_size > REACH * q_size) {
        return None;
    }
    let (squared, squared_rest) = dot(products, d, d);
    let (length, length_rest) = root(products, squared, squared_rest);
    // (a + a') / (l + l') = v + (a - v l + a' - v l') / l, to first order: the rest is below 2^-52 of the correction.
    let distance = area / length;
    let (high, low) = products.of(distance, length);
    let correction = ((area - high) - low + (area_rest - distance * length_rest)) / length;
    let error = 2.0 * DOUBLE_DOUBLE_ERROR * (all / length) + 2.0 * f64::EPSILON * correction.abs();
    let distance = nearest_double(distance, correction, error)?;
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

/// The closest point in integers.
#[cold]
fn exact_closest_point(p: DVec2, [q0, q1]: Segment) -> ClosestPoint {
    let grid = Grid::holding([p, q0, q1].iter().flat_map(|p| p.to_array()));
    let integers = |x: DVec2| x.to_array().map(|x| grid.integer(x));
    let minus = |x: &[IBig; 2], y: &[IBig; 2]| [&x[0] - &y[0], &x[1] - &y[1]];
    let dot = |x: &[IBig; 2], y: &[IBig; 2]| &x[0] * &y[0] + &x[1] * &y[1];
    let [from, to, at] = [q0, q1, p].map(integers);
    let (r, d) = (minus(&at, &from), minus(&to, &from));
    let (along, squared) = (dot(&r, &d), dot(&d, &d));
    let at_end = |r: [IBig; 2], point: DVec2| (grid.square_root(&dot(&r, &r), &IBig::ONE), point);
    let (distance, point) = if sign(&along) <= 0 {
        at_end(r, q0)
    } else if along >= squared {
        at_end(minus(&at, &to), q1)
    } else {
        let area = &r[0] * &d[1] - &r[1] * &d[0];
        let foot = [0, 1].map(|k| grid.double(&(&from[k] * &squared + &d[k] * &along), &squared));
        (grid.square_root(&(&area * &area), &squared), DVec2::from_array(foot))
    };
    ClosestPoint { distance: distance.max(f64::MIN_POSITIVE), point }
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
    use impinge_scenes::random::SplitMix64;

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
    fn doubles_and_integers_round_alike() {
        let mut random = SplitMix64::new(7);
        let mut by_integers = 0;
        for _ in 0..50_000 {
            let is_uniform = random.coin();
            let mut coordinate = || match random.integer(1, 8) as f64 {
                _ if is_uniform => random.between(0.0, 8.0),
                x if random.below(3) == 0 => x.next_up(),
                x => x,
            };
            let [q, q0, q1] = [(); 3].map(|()| p(coordinate(), coordinate()));
            let exact = exact_closest_point(q, [q0, q1]);
            for products in [Products::Split, Products::Fused] {
                match fast_closest_point(products, q, [q0, q1]) {
                    Some(fast) if q != q0 && q != q1 => assert_eq!(fast.distance, exact.distance, "{q} {q0} {q1}"),
                    Some(_) => {}
                    None => by_integers += 1,
                }
            }
        }
        assert!((500..10_000).contains(&by_integers), "{by_integers}");
    }

    #[test]
    fn what_lies_midway_between_doubles_is_rounded_to_the_even_one() {
        // 3 + 2^-52 from the end, and less by 2^-108 of it from the edge.
        let (q, end) = (p(2.0, 6.0), p(-1.0_f64.next_up(), 6.0));
        assert_eq!(closest_point(q, [end, p(-1.0, 2.0_f64.next_up())]).distance, 3.0);
        assert_eq!(closest_point(q, [end, p(-1.0, 7.0)]).distance, 3.0);
        assert_eq!(closest_point(q, [end, p(-2.0, 7.0)]), ClosestPoint { distance: 3.0, point: end });
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
