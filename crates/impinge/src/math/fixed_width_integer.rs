//! Integers of a few words in two's complement: no branches, no lengths, nothing but carries. For sums of products of machine integers.

use super::integer_trait::Whole;
use super::stack_integer::Wide;

/// An integer from `-2^(64 LIMBS - 1)` to below `2^(64 LIMBS - 1)`; the user knows that no result is outside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Narrow<const LIMBS: usize>([u64; LIMBS]); // least first

impl<const LIMBS: usize> Narrow<LIMBS> {
    /// The bits of the largest magnitude.
    pub const BITS: u32 = 64 * LIMBS as u32 - 1;

    /// The same number among longer ones.
    pub fn widened<const LONGER: usize>(&self) -> Wide<LONGER> {
        let negative = self.sign() < 0;
        let size = if negative { self.negated() } else { *self };
        Wide::from_words(negative, &size.0)
    }
}

impl<const LIMBS: usize> From<i128> for Narrow<LIMBS> {
    #[inline]
    fn from(x: i128) -> Self {
        let mut limbs = [(x >> 127) as u64; LIMBS];
        for (limb, word) in limbs.iter_mut().zip([x as u64, (x >> 64) as u64]) {
            *limb = word;
        }
        Self(limbs)
    }
}

impl<const LIMBS: usize> Whole for Narrow<LIMBS> {
    #[inline]
    fn zero() -> Self {
        Self([0; LIMBS])
    }

    #[inline]
    fn plus(&self, other: &Self) -> Self {
        let (mut limbs, mut carry) = (self.0, false);
        for (sum, word) in limbs.iter_mut().zip(other.0) {
            let (once, over) = sum.overflowing_add(word);
            let (twice, again) = once.overflowing_add(u64::from(carry));
            (*sum, carry) = (twice, over | again);
        }
        Self(limbs)
    }

    #[inline]
    fn minus(&self, other: &Self) -> Self {
        let (mut limbs, mut borrow) = (self.0, false);
        for (rest, word) in limbs.iter_mut().zip(other.0) {
            let (once, under) = rest.overflowing_sub(word);
            let (twice, again) = once.overflowing_sub(u64::from(borrow));
            (*rest, borrow) = (twice, under | again);
        }
        Self(limbs)
    }

    /// The lower words of a product are the same, whatever the signs.
    #[inline]
    fn times(&self, other: &Self) -> Self {
        let mut limbs = [0; LIMBS];
        for (k, x) in self.0.iter().enumerate() {
            let mut carry = 0;
            for (sum, y) in limbs[k..].iter_mut().zip(&other.0) {
                let product = u128::from(*x) * u128::from(*y) + u128::from(*sum) + carry;
                (*sum, carry) = (product as u64, product >> 64);
            }
        }
        Self(limbs)
    }

    fn scaled(&self, factor: i32) -> Self {
        self.times(&Self::from(i128::from(factor)))
    }

    #[inline]
    fn negated(&self) -> Self {
        Self::zero().minus(self)
    }

    #[inline]
    fn sign(&self) -> i32 {
        let negative = self.0.last().is_some_and(|top| *top >> 63 == 1);
        let is_zero = self.0.iter().fold(0, |all, word| all | word) == 0;
        if negative { -1 } else { i32::from(!is_zero) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Sums, differences and products agree with those of wide integers, at the limits, too.
    #[test]
    fn arithmetic_agrees_with_wide_integers() {
        let mut random = Random(23);
        let (mut negative, mut zeros) = (0, 0);
        for _ in 0..20_000 {
            let mut number = || {
                let x = match random.below(3) {
                    0 => i128::MAX >> random.below(126),
                    1 => i128::from(random.bits()),
                    _ => random.below(3) as i128,
                };
                if random.below(2) == 0 { -x } else { x }
            };
            let [x, y, z] = [number(), number(), number()];
            let [p, q, r] = [x, y, z].map(Narrow::<6>::from);
            let [u, v, w] = [x, y, z].map(Wide::<9>::from);
            let same = |p: Narrow<6>, u: Wide<9>| p.widened::<9>().minus(&u).sign() == 0 && p.sign() == u.sign();
            assert!(same(p.plus(&q), u.plus(&v)) && same(p.minus(&q), u.minus(&v)));
            let (product, expected) = (p.times(&q).times(&r), u.times(&v).times(&w));
            assert!(same(product, expected) && same(product.negated(), expected.negated()));
            assert!(same(product.plus(&r.scaled(-9)), expected.plus(&w.scaled(-9))));
            negative += u32::from(product.sign() < 0);
            zeros += u32::from(p.minus(&q).sign() == 0);
        }
        assert!(negative > 5_000 && zeros > 100, "{negative} {zeros}");
    }
}
