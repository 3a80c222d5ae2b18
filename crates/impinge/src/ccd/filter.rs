//! What doubles can tell for certain: most queries are free, and most of the others hit, with room to spare.
//!
//! First the coordinates: all differences of one sign along an axis, at both ends of the motion. Then the determinant of differences, a
//! cubic in time, by its Bernstein coefficients. Then halves of the motion, of halves, with the vector products beside the determinant. Every
//! coefficient carries a bound on its error (`docs/notes/ccd.md`); whatever stays open is left to integers.

use super::kind::Kind;
use super::path::Path;
use crate::math::DVec3;
use crate::math::integer::decompose;

/// Half a unit in the last place of 1.
const UNIT: f64 = f64::EPSILON / 2.0;

/// How often a motion is halved.
const MOST_HALVINGS: u32 = 6;

/// Error of a Bernstein coefficient of the determinant after all halvings, in [`UNIT`]s of the product of the largest differences along
/// the three axes: 62 from the products and 18 for every halving; 170, with room for terms of higher order.
const CUBIC_ERROR: f64 = 192.0 * UNIT;

/// Error of a Bernstein coefficient of a vector product after all halvings, in [`UNIT`]s of the product of the largest differences along
/// both axes: 10 from the products and 4 for every halving; 34, with room for terms of higher order.
const QUADRATIC_ERROR: f64 = 40.0 * UNIT;

/// Differences up to this need no scaling: products of three neither overflow nor lose more than the bounds allow.
const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);

/// Differences from this need no scaling.
const SMALLEST: f64 = f64::from_bits((1023 - 300) << 52);

/// Whether four moving points meet, if doubles tell.
pub(super) fn meets<K: Kind>(points: &[Path; 4]) -> Option<bool> {
    let mut g = [[[0.0; 3]; 2]; 4]; // difference, end of the motion, axis
    for (g, (p, q)) in g.iter_mut().zip(K::DIFFERENCES) {
        let (p, q) = (&points[*p], &points[*q]);
        *g = [(p.from() - q.from()).to_array(), (p.to() - q.to()).to_array()];
    }
    let mut largest = [0.0; 3];
    for axis in 0..3 {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for [from, to] in &g[..K::DIFFERENCES.len()] {
            low = low.min(from[axis]).min(to[axis]);
            high = high.max(from[axis]).max(to[axis]);
        }
        if low > 0.0 || high < 0.0 {
            return Some(false); // the sign of a difference of doubles is exact, overflow or not
        }
        largest[axis] = high.max(-low);
    }
    if !largest.iter().all(|m| (SMALLEST..=LARGEST).contains(m)) {
        scale(&mut g, &mut largest)?;
    }
    let [x, y, z] = largest;
    let cubic = Cubic(determinant(&g));
    let error = CUBIC_ERROR * x * y * z;
    if cubic.sign(error) != 0 {
        return Some(false);
    }
    let products = [0, 1, 2].map(|axis| products::<K>(&g, axis));
    let errors = [y * z, z * x, x * y].map(|product| QUADRATIC_ERROR * product);
    Piece { cubic, products }.meets::<K>((error, errors), MOST_HALVINGS)
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
fn determinant(g: &[[[f64; 3]; 2]; 4]) -> [f64; 4] {
    let [from, to] = [0, 1].map(|end| [0, 1, 2].map(|i| DVec3::from_array(g[i][end])));
    let first = from[1].cross(from[2]);
    let mixed = from[1].cross(to[2]) + to[1].cross(from[2]);
    let last = to[1].cross(to[2]);
    [
        from[0].dot(first),
        (to[0].dot(first) + from[0].dot(mixed)) / 3.0,
        (to[0].dot(mixed) + from[0].dot(last)) / 3.0,
        to[0].dot(last),
    ]
}

/// The Bernstein coefficients of one component of all vector products.
#[inline]
fn products<K: Kind>(g: &[[[f64; 3]; 2]; 4], axis: usize) -> [Quadratic; 4] {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let minor = |p: &[f64; 3], q: &[f64; 3]| p[i] * q[j] - p[j] * q[i];
    let mut products = [Quadratic([0.0; 3]); 4];
    for (product, (p, q)) in products.iter_mut().zip(K::PAIRS) {
        let (p, q) = (&g[*p], &g[*q]);
        let mixed = minor(&p[0], &q[1]) + minor(&p[1], &q[0]);
        *product = Quadratic([minor(&p[0], &q[0]), mixed * 0.5, minor(&p[1], &q[1])]);
    }
    products
}

/// Bernstein coefficients of a cubic.
#[derive(Clone, Copy, Debug)]
struct Cubic([f64; 4]);

impl Cubic {
    /// Its sign at all times, 0 if that is not certain.
    #[inline]
    fn sign(&self, error: f64) -> i32 {
        i32::from(self.0.iter().all(|c| *c > error)) - i32::from(self.0.iter().all(|c| *c < -error))
    }

    /// Whether it certainly passes zero.
    fn passes(&self, error: f64) -> bool {
        let [from, .., to] = self.0;
        (from > error && to < -error) || (from < -error && to > error)
    }

    fn halves(&self) -> [Self; 2] {
        let [a, b, c, d] = self.0;
        let [ab, bc, cd] = [mean(a, b), mean(b, c), mean(c, d)];
        let [abc, bcd] = [mean(ab, bc), mean(bc, cd)];
        let middle = mean(abc, bcd);
        [Self([a, ab, abc, middle]), Self([middle, bcd, cd, d])]
    }
}

/// Bernstein coefficients of a quadratic.
#[derive(Clone, Copy, Debug)]
struct Quadratic([f64; 3]);

impl Quadratic {
    /// Its sign at all times, 0 if that is not certain.
    #[inline]
    fn sign(&self, error: f64) -> i32 {
        i32::from(self.0.iter().all(|c| *c > error)) - i32::from(self.0.iter().all(|c| *c < -error))
    }

    fn halves(&self) -> [Self; 2] {
        let [a, b, c] = self.0;
        let [ab, bc] = [mean(a, b), mean(b, c)];
        let middle = mean(ab, bc);
        [Self([a, ab, middle]), Self([middle, bc, c])]
    }
}

fn mean(x: f64, y: f64) -> f64 {
    (x + y) * 0.5
}

/// A piece of the motion.
struct Piece {
    cubic: Cubic,
    /// By axis.
    products: [[Quadratic; 4]; 3],
}

impl Piece {
    /// Whether the points meet within the piece, given the errors of the cubic and of each axis; `None` if that stays open.
    fn meets<K: Kind>(&self, errors: (f64, [f64; 3]), halvings: u32) -> Option<bool> {
        let passes = self.cubic.passes(errors.0);
        for (products, error) in self.products.iter().zip(errors.1) {
            let signs = products.map(|product| product.sign(error));
            match K::judge_unsure(&signs[..K::PAIRS.len()]) {
                Some(false) => return Some(false),
                Some(true) if passes => return Some(true),
                _ => {}
            }
        }
        let left = halvings.checked_sub(1)?;
        for (half, cubic) in self.cubic.halves().into_iter().enumerate() {
            if cubic.sign(errors.0) != 0 {
                continue;
            }
            let mut products = self.products;
            for product in products.as_flattened_mut() {
                *product = product.halves()[half];
            }
            // What stays open here is left to integers, whatever the rest of the motion would tell.
            if (Self { cubic, products }).meets::<K>(errors, left)? {
                return Some(true);
            }
        }
        Some(false)
    }
}
