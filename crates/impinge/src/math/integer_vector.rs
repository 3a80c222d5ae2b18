//! Three integers as a vector, with a floating-point shadow that decides most signs of scalar products.

use super::integer::sign;
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};

/// A vector of three integers.
#[derive(Clone, Debug)]
pub struct Triple {
    /// The components.
    pub exact: [IBig; 3],
    /// The components divided by a power of two that brings the largest to between 1/2 and 1, each off by at most 2^-53.
    shadow: [f64; 3],
}

/// Largest error of a scalar product of shadows: of each of three products, 2 · 2^-53 from the factors and one rounding, and
/// two roundings of the sum; doubled.
const SHADOW_ERROR: f64 = 32.0 * (f64::EPSILON / 2.0);

impl Triple {
    /// The vector of these components.
    #[must_use]
    pub fn new(exact: [IBig; 3]) -> Self {
        let bits = exact.iter().map(|x| x.clone().abs().bit_len()).max().unwrap_or(0);
        let shadow = if bits <= 62 {
            let unit = 2f64.powi(-(bits as i32));
            exact.each_ref().map(|x| i64::try_from(x).map_or(0.0, |x| x as f64) * unit)
        } else {
            let shift = bits - 62;
            exact.each_ref().map(|x| i64::try_from(x >> shift).map_or(0.0, |x| x as f64) * 2f64.powi(-62))
        };
        Self { exact, shadow }
    }

    /// The scalar product of the shadows.
    fn rough_dot(&self, other: &Self) -> f64 {
        let [p, q] = [&self.shadow, &other.shadow];
        p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
    }

    /// The sign of the scalar product.
    #[must_use]
    pub fn sign_of_dot(&self, other: &Self) -> i32 {
        let rough = self.rough_dot(other);
        if rough.abs() > SHADOW_ERROR {
            return if rough > 0.0 { 1 } else { -1 };
        }
        sign(&dot(&self.exact, &other.exact))
    }
}

/// The difference of integer vectors.
#[must_use]
pub fn minus(p: &[IBig; 3], q: &[IBig; 3]) -> [IBig; 3] {
    [&p[0] - &q[0], &p[1] - &q[1], &p[2] - &q[2]]
}

/// The scalar product of integer vectors.
#[must_use]
pub fn dot(p: &[IBig; 3], q: &[IBig; 3]) -> IBig {
    &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
}

/// The vector product of integer vectors.
#[must_use]
pub fn cross(p: &[IBig; 3], q: &[IBig; 3]) -> [IBig; 3] {
    [&p[1] * &q[2] - &p[2] * &q[1], &p[2] * &q[0] - &p[0] * &q[2], &p[0] * &q[1] - &p[1] * &q[0]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Vectors nearly or exactly orthogonal, of few and of many bits.
    #[test]
    fn the_shadow_never_errs() {
        let mut random = Random(9);
        let mut next = || {
            let state = random.bits();
            IBig::from((state >> 3) as i64 - (1 << 60)) << (state % 190) as usize
        };
        let mut by_integers = 0;
        for i in 0..20_000 {
            let (u, v) = ([next(), next(), next()], [next(), next(), next()]);
            let mut n = cross(&u, &v);
            n[2] += IBig::from(i % 3 - 1);
            for w in [&u, &v, &n] {
                let (p, q) = (Triple::new(n.clone()), Triple::new(w.clone()));
                assert_eq!(p.sign_of_dot(&q), sign(&dot(&n, w)));
                by_integers += u32::from(p.rough_dot(&q).abs() <= SHADOW_ERROR);
            }
        }
        assert!((30_000..=50_000).contains(&by_integers), "{by_integers}");
        let zero = Triple::new([IBig::ZERO, IBig::ZERO, IBig::ZERO]);
        assert_eq!(zero.sign_of_dot(&Triple::new([next(), next(), next()])), 0);
    }
}
