//! What doubles can tell for certain of points on lines: most queries are free, and most of the others hit, with room to spare.
//!
//! First the coordinates: all differences of one sign along an axis, at both ends of the window. Then the determinant of differences, a
//! cubic in time, by its Bernstein coefficients. Then halves of the window, of halves, with the vector products beside the determinant. Every
//! coefficient carries a bound on its error (`docs/notes/ccd.md`); whatever stays open is left to integers.

use super::bernstein::{Bernstein, Errors, MOST_HALVINGS, Piece, Rounding, UNIT};
use super::kind::Kind;
use super::path::Path;
use super::window::Window;
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

/// The differences of four points at both ends of a window.
struct Ends {
    /// By difference, end and axis.
    g: [[[f64; 3]; 2]; 4],
    /// Along each axis, over the whole motion.
    largest: [f64; 3],
    cubic: Rounding,
    product: Rounding,
}

/// Whether four moving points meet within a window, if doubles tell.
pub(super) fn meets<K: Kind>(points: &[Path; 4], window: Window) -> Option<bool> {
    let g = differences::<K>(points);
    let reaches = [0, 1, 2].map(|axis| reach::<K>(&g, axis));
    if reaches.iter().any(|[low, high]| *low > 0.0 || *high < 0.0) {
        return Some(false); // the sign of a difference of doubles is exact, overflow or not
    }
    let ends = Ends::new(g, reaches, window)?;
    if window != Window::WHOLE && ends.are_apart::<K>() {
        return Some(false);
    }
    let [x, y, z] = ends.largest;
    let cubic = determinant(&ends.g);
    let error = ends.cubic.after(MOST_HALVINGS) * x * y * z;
    if cubic.sign(error) != 0 {
        return Some(false);
    }
    let products = [0, 1, 2].map(|axis| products::<K>(&ends.g, axis));
    let errors = [y * z, z * x, x * y].map(|product| [ends.product.after(MOST_HALVINGS) * product; 4]);
    Piece { cubic, products }.meets::<K>(&Errors { cubic: error, products: errors }, MOST_HALVINGS)
}

/// The determinant of four moving points over a window, and its error after some halvings; `None` beyond what doubles hold.
pub(super) fn cubic<K: Kind>(points: &[Path; 4], window: Window, halvings: u32) -> Option<(Bernstein<4>, f64)> {
    let g = differences::<K>(points);
    let ends = Ends::new(g, [0, 1, 2].map(|axis| reach::<K>(&g, axis)), window)?;
    let [x, y, z] = ends.largest;
    Some((determinant(&ends.g), ends.cubic.after(halvings) * x * y * z))
}

/// Differences at both ends of the motion.
#[inline]
fn differences<K: Kind>(points: &[Path; 4]) -> [[[f64; 3]; 2]; 4] {
    let mut g = [[[0.0; 3]; 2]; 4];
    for (g, (p, q)) in g.iter_mut().zip(K::DIFFERENCES) {
        let (p, q) = (&points[*p], &points[*q]);
        *g = [(p.from() - q.from()).to_array(), (p.to() - q.to()).to_array()];
    }
    g
}

/// The least and the largest coordinate of all differences along an axis.
#[inline]
fn reach<K: Kind>(g: &[[[f64; 3]; 2]; 4], axis: usize) -> [f64; 2] {
    g[..K::DIFFERENCES.len()].iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], [from, to]| {
        [low.min(from[axis]).min(to[axis]), high.max(from[axis]).max(to[axis])]
    })
}

impl Ends {
    /// At the ends of a window, from those of the motion and how far they reach; `None` beyond what doubles hold.
    #[inline]
    fn new(g: [[[f64; 3]; 2]; 4], reaches: [[f64; 2]; 3], window: Window) -> Option<Self> {
        let (mut g, mut largest) = (g, reaches.map(|[low, high]| high.max(-low)));
        if !largest.iter().all(|m| (SMALLEST..=LARGEST).contains(m)) {
            scale(&mut g, &mut largest)?;
        }
        if window == Window::WHOLE {
            return Some(Self { g, largest, cubic: WHOLE_CUBIC, product: WHOLE_PRODUCT });
        }
        for difference in &mut g {
            let [from, to] = difference.map(DVec3::from_array);
            *difference = [window.from(), window.until()].map(|t| (from * (1.0 - t) + to * t).to_array());
        }
        Some(Self { g, largest, cubic: PART_CUBIC, product: PART_PRODUCT })
    }

    /// Whether all differences are of one sign along an axis, at both ends of a part of the motion.
    fn are_apart<K: Kind>(&self) -> bool {
        (0..3).any(|axis| {
            let ([low, high], error) = (reach::<K>(&self.g, axis), PART_ERROR * self.largest[axis]);
            low > error || high < -error
        })
    }
}

/// Multiplies every axis by a power of two that brings its largest difference near 1; `None` where there is none.
#[cold]
fn scale(g: &mut [[[f64; 3]; 2]; 4], largest: &mut [f64; 3]) -> Option<()> {
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
fn determinant(g: &[[[f64; 3]; 2]; 4]) -> Bernstein<4> {
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
fn products<K: Kind>(g: &[[[f64; 3]; 2]; 4], axis: usize) -> [Bernstein<3>; 4] {
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
    use super::super::blossom::{Part, number, window};
    use super::super::encounter::Encounter;
    use super::super::kind::{EdgeEdge, VertexFace};
    use super::super::lattice::long_differences;
    use super::super::straight::Straight;
    use super::*;
    use crate::math::random::Random;
    use dashu_int::IBig;

    /// How far below the bounds the largest error seen may be: a proof adds up what chance seldom does.
    const SLACK: f64 = 64.0;

    /// The largest errors of determinants and products, in their bounds, over the whole motion and over parts of it.
    fn errors<K: Kind>(random: &mut Random) -> [[f64; 2]; 2] {
        let mut worst = [[0.0_f64; 2]; 2];
        for _ in 0..4_000 {
            let mut place = || DVec3::new(number(random), number(random), number(random));
            let mut ends = [0; 4].map(|_| [place(), place()]);
            // An odd multiple of 2^-60 on every axis, which is the grid then.
            ends[0][0] = DVec3::splat(2f64.powi(-60) + 2f64.powi(-10));
            let points = ends.map(|[from, to]| Path { from, to });
            let window = window(random);
            let reaches = [0, 1, 2].map(|axis| reach::<K>(&differences::<K>(&points), axis));
            let Some(ends) = Ends::new(differences::<K>(&points), reaches, window) else { continue };
            let (mut cubic, axis) = (determinant(&ends.g), random.below(3));
            let (mut products, pair) = (products::<K>(&ends.g, axis), random.below(K::PAIRS.len()));
            let (mut part, halvings) = (Part::new(window), random.below(7) as u32);
            for _ in 0..halvings {
                let half = random.below(2);
                part = part.half(half);
                cubic = cubic.halves()[half];
                products = products.map(|product| product.halves()[half]);
            }
            let exact = Straight::<IBig, K>::new(long_differences::<K>(&points));
            let ([x, y, z], kind) = (ends.largest, usize::from(window != Window::WHOLE));
            let bounds =
                [ends.cubic.after(halvings) * x * y * z, ends.product.after(halvings) * [y * z, z * x, x * y][axis]];
            let seen = [
                part.error(&exact.determinant(), 180, &cubic.0),
                part.error(&exact.product(pair, axis), 120, &products[pair].0),
            ];
            for k in 0..2 {
                assert!(seen[k] <= bounds[k], "{points:?} {window:?}");
                worst[kind][k] = worst[kind][k].max(seen[k] / bounds[k]);
            }
        }
        worst
    }

    /// No error is above its bound, and the largest seen is not far below: a bound that is cut by more fails here.
    #[test]
    fn errors_are_as_bounded() {
        let mut random = Random(43);
        for worst in [errors::<VertexFace>(&mut random), errors::<EdgeEdge>(&mut random)] {
            assert!(worst.as_flattened().iter().all(|share| share * SLACK > 1.0), "{worst:?}");
        }
    }
}
