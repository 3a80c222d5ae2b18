//! Polynomials over a piece of time by their Bernstein coefficients in doubles: coefficients of one sign prove that sign throughout.

use crate::ccd::contact::feature_pair::FeaturePair;

/// Half a unit in the last place of 1.
pub(crate) const UNIT: f64 = f64::EPSILON / 2.0;

/// How often a piece is halved in search of contact.
pub(crate) const MOST_HALVINGS: u32 = 6;

/// Room for terms of higher order and for underflow in all bounds, as a factor.
const ROOM: f64 = 1.125;

/// The error of a Bernstein coefficient, in [`UNIT`]s of a size: as first computed, and what every halving adds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rounding {
    pub first: f64,
    pub halving: f64,
}

impl Rounding {
    /// The error after `halvings` halvings, of coefficients of size 1.
    pub const fn after(self, halvings: u32) -> f64 {
        (self.first + self.halving * halvings as f64) * ROOM * UNIT
    }
}

/// A polynomial of degree `N - 1` over a piece of time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bernstein<const N: usize>(pub [f64; N]);

impl<const N: usize> Bernstein<N> {
    /// Its sign throughout, 0 if that is not certain.
    #[inline]
    pub fn sign(&self, error: f64) -> i32 {
        i32::from(self.0.iter().all(|c| *c > error)) - i32::from(self.0.iter().all(|c| *c < -error))
    }

    /// Whether it certainly passes zero.
    #[inline]
    pub fn passes(&self, error: f64) -> bool {
        let (from, to) = (self.0[0], self.0[N - 1]);
        (from > error && to < -error) || (from < -error && to > error)
    }

    /// Over both halves of the piece, by de Casteljau's means of means.
    #[inline]
    pub fn halves(&self) -> [Self; 2] {
        let (mut row, mut left, mut right) = (self.0, self.0, self.0);
        for k in 1..N {
            for i in 0..N - k {
                row[i] = (row[i] + row[i + 1]) * 0.5;
            }
            left[k] = row[0];
            right[N - 1 - k] = row[N - 1 - k];
        }
        [Self(left), Self(right)]
    }
}

/// Four moving points over a piece of time.
pub(crate) struct Piece<const N: usize> {
    /// Zero where all are in one plane.
    pub cubic: Bernstein<4>,
    /// The vector products of pairs of differences, by axis.
    pub products: [[Bernstein<N>; 4]; 3],
}

/// The errors of the coefficients of a piece.
pub(crate) struct Errors {
    pub cubic: f64,
    pub products: [[f64; 4]; 3],
}

impl<const N: usize> Piece<N> {
    /// Whether the points meet within the piece; `None` if that stays open.
    pub fn meets<K: FeaturePair>(&self, errors: &Errors, halvings: u32) -> Option<bool> {
        let passes = self.cubic.passes(errors.cubic);
        for (products, errors) in self.products.iter().zip(&errors.products) {
            let mut signs = [0; 4];
            for k in 0..K::PAIRS.len() {
                signs[k] = products[k].sign(errors[k]);
            }
            match K::judge_unsure(&signs[..K::PAIRS.len()]) {
                Some(false) => return Some(false),
                Some(true) if passes => return Some(true),
                _ => {}
            }
        }
        let left = halvings.checked_sub(1)?;
        for (half, cubic) in self.cubic.halves().into_iter().enumerate() {
            if cubic.sign(errors.cubic) != 0 {
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
