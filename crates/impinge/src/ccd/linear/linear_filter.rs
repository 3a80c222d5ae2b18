//! What doubles can tell for certain of points on lines: most queries are free, and most of the others hit, with room to spare.
//!
//! First the coordinates: all differences of one sign along an axis, at both ends of the window. Then the determinant of differences, a
//! cubic in time, by its Bernstein coefficients. Then halves of the window, of halves, with the vector products beside the determinant. Every
//! coefficient carries a bound on its error (`docs/notes/ccd.md`); whatever stays open is left to integers.

use super::vertex_path::Path;
use crate::ccd::contact::feature_pair::FeaturePair;
use crate::ccd::contact::time_window::Window;
use crate::ccd::polynomial::bernstein::{Bernstein, Errors, MOST_HALVINGS, Piece, Rounding, UNIT};
use crate::math::DVec3;
use crate::math::integer::decompose;

/// Errors over the whole motion, of a determinant in the product of the largest differences along the three axes.
const WHOLE_CUBIC: Rounding = Rounding { first: 62.0, halving: 18.0 };

/// Errors over the whole motion, of a vector product in the product of the largest differences along both axes.
const WHOLE_PRODUCT: Rounding = Rounding { first: 10.0, halving: 4.0 };

/// The same over a part of the motion, at whose ends differences are rounded.
const PART_CUBIC: Rounding = Rounding { first: 116.0, halving: 18.0 };

/// The same over a part of the motion.
const PART_PRODUCT: Rounding = Rounding { first: 22.0, halving: 4.0 };

/// Error of a difference inside the motion, in the largest along its axis: one from each of four roundings.
const PART_ERROR: f64 = 4.0 * 1.125 * UNIT;

/// Differences up to this need no scaling: products of three neither overflow nor lose more than the bounds allow.
const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);

/// Differences from this need no scaling.
const SMALLEST: f64 = f64::from_bits((1023 - 300) << 52);

/// Differences at both ends of a piece of time: by difference, end and axis.
type Differences = [[[f64; 3]; 2]; 4];

/// Whether four moving points meet within a window, if doubles tell.
pub(crate) fn meets<K: FeaturePair>(points: &[Path; 4], window: Window) -> Option<bool> {
    let mut g = differences::<K>(points);
    let mut largest = [0.0; 3];
    for (axis, most) in largest.iter_mut().enumerate() {
        let [low, high] = reach::<K>(&g, axis);
        if low > 0.0 || high < 0.0 {
            return Some(false); // the sign of a difference of doubles is exact, overflow or not
        }
        *most = high.max(-low);
    }
    let [cubic_error, product_error] = fit(&mut g, &mut largest, window)?.map(|rounding| rounding.after(MOST_HALVINGS));
    if window != Window::WHOLE && are_apart::<K>(&g, &largest) {
        return Some(false);
    }
    let [x, y, z] = largest;
    let (cubic, error) = (determinant(&g), cubic_error * x * y * z);
    if cubic.sign(error) != 0 {
        return Some(false);
    }
    let products = [0, 1, 2].map(|axis| products::<K>(&g, axis));
    let errors = [y * z, z * x, x * y].map(|product| [product_error * product; 4]);
    Piece { cubic, products }.meets::<K>(&Errors { cubic: error, products: errors }, MOST_HALVINGS)
}

/// The determinant of four moving points over a window, and its error after some halvings; `None` beyond what doubles hold.
pub(crate) fn cubic<K: FeaturePair>(points: &[Path; 4], window: Window, halvings: u32) -> Option<(Bernstein<4>, f64)> {
    let mut g = differences::<K>(points);
    let mut largest = [0, 1, 2].map(|axis| {
        let [low, high] = reach::<K>(&g, axis);
        high.max(-low)
    });
    let [rounding, _] = fit(&mut g, &mut largest, window)?;
    let [x, y, z] = largest;
    Some((determinant(&g), rounding.after(halvings) * x * y * z))
}

/// Differences at both ends of the motion.
#[inline]
fn differences<K: FeaturePair>(points: &[Path; 4]) -> Differences {
    let mut g = [[[0.0; 3]; 2]; 4];
    for (g, (p, q)) in g.iter_mut().zip(K::DIFFERENCES) {
        let (p, q) = (&points[*p], &points[*q]);
        *g = [(p.from() - q.from()).to_array(), (p.to() - q.to()).to_array()];
    }
    g
}

/// The least and the largest coordinate of all differences along an axis.
#[inline]
fn reach<K: FeaturePair>(g: &Differences, axis: usize) -> [f64; 2] {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for [from, to] in &g[..K::DIFFERENCES.len()] {
        low = low.min(from[axis]).min(to[axis]);
        high = high.max(from[axis]).max(to[axis]);
    }
    [low, high]
}

/// Brings differences at the ends of the motion, of which the largest along each axis are given, into the range of the bounds, and to the ends of a
/// window; then tells the errors of determinants and vector products, or `None` where doubles do not hold them.
#[inline]
fn fit(g: &mut Differences, largest: &mut [f64; 3], window: Window) -> Option<[Rounding; 2]> {
    if !largest.iter().all(|m| (SMALLEST..=LARGEST).contains(m)) {
        scale(g, largest)?;
    }
    if window == Window::WHOLE {
        return Some([WHOLE_CUBIC, WHOLE_PRODUCT]);
    }
    for difference in g {
        let [from, to] = difference.map(DVec3::from_array);
        *difference = [window.from(), window.until()].map(|t| (from * (1.0 - t) + to * t).to_array());
    }
    Some([PART_CUBIC, PART_PRODUCT])
}

/// Whether all differences are of one sign along an axis, at both ends of a part of the motion.
fn are_apart<K: FeaturePair>(g: &Differences, largest: &[f64; 3]) -> bool {
    (0..3).any(|axis| {
        let ([low, high], error) = (reach::<K>(g, axis), PART_ERROR * largest[axis]);
        low > error || high < -error
    })
}

/// Multiplies every axis by a power of two that brings its largest difference near 1; `None` where there is none.
#[cold]
fn scale(g: &mut Differences, largest: &mut [f64; 3]) -> Option<()> {
    for axis in 0..3 {
        let m = largest[axis];
        if m == 0.0 || !m.is_finite() {
            return None;
        }
        // Clamped, so that the factor is a double: a difference of 2^-1074 becomes 2^-74.
        let factor = 2f64.powi(-decompose(m).1.clamp(-1000, 1000));
        g.iter_mut().flatten().for_each(|difference| difference[axis] *= factor);
        largest[axis] = m * factor;
    }
    Some(())
}

/// The Bernstein coefficients of `det(g0, g1, g2)`.
#[inline]
fn determinant(g: &Differences) -> Bernstein<4> {
    let [from, to] = [0, 1].map(|end| [0, 1, 2].map(|i| DVec3::from_array(g[i][end])));
    let first = from[1].cross(from[2]);
    let mixed = from[1].cross(to[2]) + to[1].cross(from[2]);
    let last = to[1].cross(to[2]);
    Bernstein([
        from[0].dot(first),
        (to[0].dot(first) + from[0].dot(mixed)) / 3.0,
        (to[0].dot(mixed) + from[0].dot(last)) / 3.0,
        to[0].dot(last),
    ])
}

/// The Bernstein coefficients of one component of all vector products.
#[inline]
fn products<K: FeaturePair>(g: &Differences, axis: usize) -> [Bernstein<3>; 4] {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let minor = |p: &[f64; 3], q: &[f64; 3]| p[i] * q[j] - p[j] * q[i];
    let mut products = [Bernstein([0.0; 3]); 4];
    for (product, (p, q)) in products.iter_mut().zip(K::PAIRS) {
        let (p, q) = (&g[*p], &g[*q]);
        let mixed = minor(&p[0], &q[1]) + minor(&p[1], &q[0]);
        *product = Bernstein([minor(&p[0], &q[0]), mixed * 0.5, minor(&p[1], &q[1])]);
    }
    products
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ccd::contact::coplanar_times::Encounter;
    use crate::ccd::contact::feature_pair::{EdgeEdge, VertexFace};
    use crate::ccd::linear::integer_grid::long_differences;
    use crate::ccd::linear::linear_quadruple::Straight;
    use crate::ccd::polynomial::bernstein_integers::{WindowPart, number, window};
    use crate::math::random::Random;
    use dashu_int::IBig;

    /// How far below the bounds the largest error seen may be: a proof adds up what chance seldom does.
    const SLACK: f64 = 64.0;

    /// The largest errors in their bounds: of determinants and products, over the whole motion and over parts of it, and of differences.
    fn errors<K: FeaturePair>(random: &mut Random) -> [f64; 5] {
        let mut worst = [0.0_f64; 5];
        for _ in 0..4_000 {
            let mut place = || DVec3::new(number(random), number(random), number(random));
            let mut ends = [0; 4].map(|_| [place(), place()]);
            // An odd multiple of 2^-60 on every axis, which is the grid then.
            ends[0][0] = DVec3::splat(2f64.powi(-60) + 2f64.powi(-10));
            let points = ends.map(|[from, to]| Path { from, to });
            let window = window(random);
            let mut g = differences::<K>(&points);
            let mut largest = [0, 1, 2].map(|axis| reach::<K>(&g, axis)).map(|[low, high]| high.max(-low));
            let bounds = fit(&mut g, &mut largest, window).unwrap();
            let (mut cubic, axis) = (determinant(&g), random.below(3));
            let (mut products, pair) = (products::<K>(&g, axis), random.below(K::PAIRS.len()));
            let (mut part, halvings) = (WindowPart::new(window), random.below(7) as u32);
            for _ in 0..halvings {
                let half = random.below(2);
                part = part.half(half);
                cubic = cubic.halves()[half];
                products = products.map(|product| product.halves()[half]);
            }
            let long = long_differences::<K>(&points);
            let exact = Straight::<IBig, K>::new(long.clone());
            let ([x, y, z], kind) = (largest, usize::from(window != Window::WHOLE));
            let sizes = [x * y * z, [y * z, z * x, x * y][axis]];
            let difference = WindowPart::new(window).error(&long[0][axis], 60, &[0, 1].map(|end| g[0][end][axis]));
            let seen = [
                (2 * kind, part.error(&exact.determinant(), 180, &cubic.0) / (bounds[0].after(halvings) * sizes[0])),
                (
                    2 * kind + 1,
                    part.error(&exact.product(pair, axis), 120, &products[pair].0)
                        / (bounds[1].after(halvings) * sizes[1]),
                ),
                (4, difference / (PART_ERROR * largest[axis])),
            ];
            for (k, share) in seen {
                assert!(share <= 1.0, "{k} {points:?} {window:?}");
                worst[k] = worst[k].max(share);
            }
        }
        worst
    }

    /// No error is above its bound, and the largest seen is not far below: a bound that is cut by more fails here.
    #[test]
    fn errors_are_as_bounded() {
        let mut random = Random(43);
        for worst in [errors::<VertexFace>(&mut random), errors::<EdgeEdge>(&mut random)] {
            assert!(worst.iter().all(|share| share * SLACK > 1.0), "{worst:?}");
        }
    }
}
