//! Times between doubles: where in the motion a root lies.

use super::integer_polynomial::Instant;
use super::root_isolation::{Isolated, Root};
use crate::math::fraction::Fraction;
use crate::math::integer::decompose;
use dashu_int::IBig;
use dashu_int::ops::{Abs, BitTest};
use std::cmp::Ordering;

/// A time of the motion, known to lie between two doubles.
///
/// Unlike a [`Bounded`](crate::Bounded) number it has no best estimate: most times are roots, which lie at a double or between two neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Time {
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
}

impl Time {
    /// A time that is a double.
    #[must_use]
    pub fn exactly(time: f64) -> Self {
        Self { lower: time, upper: time }
    }

    /// Whether it is a double.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// A double between both ends.
    #[must_use]
    pub fn middle(&self) -> f64 {
        self.lower + (self.upper - self.lower) * 0.5
    }

    /// The time of a root: a double, or between two that are neighbours.
    pub(crate) fn of(root: &Root<'_, IBig>) -> Self {
        match root {
            Root::Start => Self::exactly(0.0),
            Root::End => Self::exactly(1.0),
            Root::At(instant) => {
                let time = Fraction::new(&instant.t, &(&instant.s + &instant.t)).enclosure();
                Self { lower: time.lower, upper: time.upper }
            }
            Root::Between(isolated) => enclose(isolated),
        }
    }
}

/// A double between 0 and 1 as an instant.
pub(crate) fn instant(time: f64) -> Instant<IBig> {
    let (mantissa, exponent) = decompose(time);
    let t = IBig::from(mantissa);
    Instant { s: (IBig::ONE << exponent.unsigned_abs() as usize) - &t, t }
}

/// The neighbouring doubles around a root, or the one that it is: steps from a guess that double until they pass it, then halves.
fn enclose(root: &Isolated<'_, IBig>) -> Time {
    // The order of doubles that are not negative is that of their bits.
    let seen_from = |bits: u64| root.seen_from(&instant(f64::from_bits(bits)));
    let last = 1_f64.to_bits();
    let (mut low, mut high) = (0, last);
    let mut probe = guess(root).to_bits().clamp(low + 1, high - 1);
    let mut step = 1;
    while high - low > 1 {
        match seen_from(probe) {
            Ordering::Equal => return Time::exactly(f64::from_bits(probe)),
            Ordering::Greater => low = low.max(probe),
            Ordering::Less => high = high.min(probe),
        }
        // One end is still that of the motion while steps have not passed the root.
        probe = match (low, high) {
            (low, high) if high == last && step < high - low => low + step,
            (0, high) if high > step => high - step,
            (low, high) => low + (high - low) / 2,
        };
        step = step.saturating_mul(2);
    }
    Time { lower: f64::from_bits(low), upper: f64::from_bits(high) }
}

/// About where a root is, by halving in doubles.
fn guess(root: &Isolated<'_, IBig>) -> f64 {
    let form = rough(root.form);
    let at = |t: f64| form.iter().rev().fold((0.0, 1.0), |(sum, power), c| (sum * t + c * power, power * (1.0 - t))).0;
    let double = |at: &Instant<IBig>| match rough(&[at.s.clone(), at.t.clone()])[..] {
        [s, t] => t / (s + t),
        _ => 0.5,
    };
    let (mut low, mut high) = (root.low.map_or(0.0, double), root.high.map_or(1.0, double));
    for _ in 0..64 {
        let middle = (low + high) * 0.5;
        if at(middle) * f64::from(root.before) > 0.0 { low = middle } else { high = middle }
    }
    (low + high) * 0.5
}

/// Integers divided by a power of two that brings the largest below 1.
fn rough(all: &[IBig]) -> Vec<f64> {
    let bits = all.iter().map(|x| x.clone().abs().bit_len()).max().unwrap_or(0);
    let shift = bits.saturating_sub(62);
    let unit = 2f64.powi(-62.min(bits as i32));
    all.iter().map(|x| i64::try_from(x >> shift).map_or(0.0, |x| x as f64) * unit).collect()
}
