//! Integers on the stack: a sign and up to `LIMBS` words, of which the arithmetic touches only those in use. For algebra whose width is
//! known beforehand: nothing is allocated, and a product of short numbers costs what short numbers cost.

use super::integer_trait::Whole;

/// An integer below `2^(64 LIMBS)` in magnitude; the user knows that no result is larger.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide<const LIMBS: usize> {
    negative: bool,
    /// How many words are in use: the last of them is not zero.
    used: usize,
    /// Least first; zero beyond those in use.
    limbs: [u64; LIMBS],
}

impl<const LIMBS: usize> Wide<LIMBS> {
    /// The integers whose results all fit, given how many bits the longest needs.
    pub const BITS: u32 = 64 * LIMBS as u32;

    /// The number of a magnitude, given least word first.
    pub fn from_words(negative: bool, words: &[u64]) -> Self {
        let mut number = Self::zero();
        for (limb, word) in number.limbs.iter_mut().zip(words) {
            *limb = *word;
        }
        number.settle(negative, words.len());
        number
    }

    fn words(&self) -> &[u64] {
        &self.limbs[..self.used]
    }

    /// Sets the sign and counts the words in use. In place: numbers are long, and moving them costs more than adding them.
    fn settle(&mut self, negative: bool, most: usize) {
        let used = self.limbs.iter().take(most).rposition(|limb| *limb != 0).map_or(0, |last| last + 1);
        self.used = used;
        self.negative = negative && used > 0;
    }

    /// Whether this is smaller in magnitude.
    fn is_shorter(&self, other: &Self) -> bool {
        self.used < other.used || (self.used == other.used && self.words().iter().rev().lt(other.words().iter().rev()))
    }

    /// The sum of magnitudes.
    fn joined(&self, other: &Self, negative: bool) -> Self {
        let (long, short) = if self.used < other.used { (other, self) } else { (self, other) };
        let (mut total, mut carry) = (*long, false);
        for (sum, word) in total.limbs.iter_mut().zip(short.words()) {
            let (once, over) = sum.overflowing_add(*word);
            let (twice, again) = once.overflowing_add(u64::from(carry));
            (*sum, carry) = (twice, over | again);
        }
        for sum in &mut total.limbs[short.used..] {
            if !carry {
                break;
            }
            (*sum, carry) = sum.overflowing_add(1);
        }
        debug_assert!(!carry, "the sum fits");
        total.settle(negative, long.used + 1);
        total
    }

    /// The difference of magnitudes, of which the first is no smaller.
    fn reduced(&self, other: &Self, negative: bool) -> Self {
        let (mut total, mut borrow) = (*self, false);
        for (rest, word) in total.limbs.iter_mut().zip(other.words()) {
            let (once, under) = rest.overflowing_sub(*word);
            let (twice, again) = once.overflowing_sub(u64::from(borrow));
            (*rest, borrow) = (twice, under | again);
        }
        for rest in &mut total.limbs[other.used..] {
            if !borrow {
                break;
            }
            (*rest, borrow) = rest.overflowing_sub(1);
        }
        total.settle(negative, self.used);
        total
    }

    /// The sum with a number whose sign is given apart.
    fn combined(&self, other: &Self, other_is_negative: bool) -> Self {
        match () {
            () if self.negative == other_is_negative => self.joined(other, self.negative),
            () if self.is_shorter(other) => other.reduced(self, other_is_negative),
            () => self.reduced(other, self.negative),
        }
    }
}

impl<const LIMBS: usize> From<i128> for Wide<LIMBS> {
    fn from(x: i128) -> Self {
        let size = x.unsigned_abs();
        Self::from_words(x < 0, &[size as u64, (size >> 64) as u64])
    }
}

impl<const LIMBS: usize> Whole for Wide<LIMBS> {
    fn zero() -> Self {
        Self { negative: false, used: 0, limbs: [0; LIMBS] }
    }

    fn plus(&self, other: &Self) -> Self {
        self.combined(other, other.negative)
    }

    fn minus(&self, other: &Self) -> Self {
        self.combined(other, !other.negative)
    }

    fn times(&self, other: &Self) -> Self {
        let mut total = Self::zero();
        for (k, x) in self.words().iter().enumerate() {
            let mut carry = 0;
            let Some(row) = total.limbs.get_mut(k..) else { break };
            for (sum, y) in row.iter_mut().zip(other.words()) {
                let product = u128::from(*x) * u128::from(*y) + u128::from(*sum) + carry;
                (*sum, carry) = (product as u64, product >> 64);
            }
            if let Some(next) = total.limbs.get_mut(k + other.used) {
                *next = carry as u64;
            } else {
                debug_assert!(carry == 0, "the product fits");
            }
        }
        total.settle(self.negative != other.negative, self.used + other.used);
        total
    }

    fn scaled(&self, factor: i32) -> Self {
        self.times(&Self::from(i128::from(factor)))
    }

    fn negated(&self) -> Self {
        Self { negative: !self.negative && self.used > 0, ..*self }
    }

    fn sign(&self) -> i32 {
        match (self.used, self.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use dashu_int::IBig;

    type Number = Wide<7>;

    fn big(x: &Number) -> IBig {
        let size = x.words().iter().rev().fold(IBig::ZERO, |size, word| (size << 64) + IBig::from(*word));
        if x.sign() < 0 { -size } else { size }
    }

    /// Sums, differences and products of numbers with long runs of ones and zeros, against integers of any length.
    #[test]
    fn arithmetic_agrees_with_integers_of_any_length() {
        let mut random = Random(17);
        let (mut zeros, mut borrows) = (0, 0);
        for _ in 0..20_000 {
            let mut number = || {
                let shift = random.below(126) as u32;
                let x = match random.below(4) {
                    0 => i128::MAX >> shift,
                    1 => 1 << shift,
                    2 => i128::from(random.bits()) << (shift / 2),
                    _ => random.below(3) as i128,
                };
                if random.below(2) == 0 { -x } else { x }
            };
            let [x, y, z] = [number(), number(), number()].map(Number::from);
            let product = x.times(&y);
            assert_eq!(big(&product), big(&x) * big(&y));
            let square = product.times(&z);
            assert_eq!(big(&square), big(&x) * big(&y) * big(&z));
            for (p, q) in [(x, y), (product, z), (square, product), (square, square.plus(&z)), (square, square)] {
                assert_eq!(big(&p.plus(&q)), big(&p) + big(&q));
                assert_eq!(big(&p.minus(&q)), big(&p) - big(&q));
                assert_eq!(p.minus(&q).sign(), Whole::sign(&(big(&p) - big(&q))));
                assert_eq!(big(&p.scaled(-27)), big(&p) * IBig::from(-27));
                assert_eq!(big(&p.negated()), -big(&p));
                zeros += u32::from(p.minus(&q).sign() == 0);
                borrows += u32::from(p.sign() * q.sign() > 0 && p.used > 1);
            }
        }
        assert!(zeros > 20_000 && borrows > 20_000, "{zeros} {borrows}");
    }
}
