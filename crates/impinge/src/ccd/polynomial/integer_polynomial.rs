//! Polynomials in time with integer coefficients, written as forms in `s = 1 - t` and `t`: coefficient `i` belongs to `s^(n-i) t^i`.
//!
//! Ends of the motion are end coefficients then, products need no common denominator, and the rule of Descartes counts roots inside the
//! motion by the coefficients as they stand.

use super::integer_coefficient::Coefficient;
use crate::math::integer_trait::Whole;

pub(crate) type Linear<W> = [W; 2];
pub(crate) type Quadratic<W> = [W; 3];
pub(crate) type Cubic<W> = [W; 4];

/// The time `t / (s + t)` inside the motion; both are positive.
#[derive(Clone, Debug)]
pub(crate) struct Instant<W> {
    pub s: W,
    pub t: W,
}

impl<W: Whole> Instant<W> {
    /// The time at which `t : s` is a quotient, if that is positive.
    pub fn inside(t: &W, s: &W) -> Option<Self> {
        (t.sign() * s.sign() > 0).then(|| Self { s: s.magnitude(), t: t.magnitude() })
    }

    /// The sign of this time less another.
    pub fn against(&self, other: &Self) -> i32 {
        self.t.times(&other.s).minus(&other.t.times(&self.s)).sign()
    }
}

/// The sign of a form at a time inside the motion.
pub(crate) fn sign_at<C: Coefficient>(form: &[C], at: &Instant<C::Long>) -> i32 {
    let Some((last, rest)) = form.split_last() else { return 0 };
    let (mut value, mut power) = (last.long(), at.s.clone());
    for (k, coefficient) in rest.iter().enumerate().rev() {
        value = value.times(&at.t).plus(&coefficient.long().times(&power));
        if k > 0 {
            power = power.times(&at.s);
        }
    }
    value.sign()
}

/// The product of two linear forms.
pub(crate) fn product<W: Whole>([a, b]: &Linear<W>, [c, d]: &Linear<W>) -> Quadratic<W> {
    [a.times(c), a.times(d).plus(&b.times(c)), b.times(d)]
}

/// `p q - r s` for linear forms.
pub(crate) fn minor<W: Whole>([p, q]: [&Linear<W>; 2], [r, s]: [&Linear<W>; 2]) -> Quadratic<W> {
    let (left, right) = (product(p, q), product(r, s));
    std::array::from_fn(|k| left[k].minus(&right[k]))
}

/// Adds the product of a linear and a quadratic form to a cubic.
pub(crate) fn add_product<W: Whole>(sum: &mut Cubic<W>, linear: &Linear<W>, quadratic: &Quadratic<W>) {
    for (i, a) in linear.iter().enumerate() {
        for (j, b) in quadratic.iter().enumerate() {
            sum[i + j] = sum[i + j].plus(&a.times(b));
        }
    }
}

/// A linear form times `s + t`, which is 1.
pub(crate) fn raised<W: Whole>([a, b]: &Linear<W>) -> Quadratic<W> {
    [a.clone(), a.plus(b), b.clone()]
}

/// Whether a form is zero at all times.
pub(crate) fn is_zero<W: Whole>(form: &[W]) -> bool {
    form.iter().all(|c| c.sign() == 0)
}

/// How often the signs of the coefficients change: no fewer than the roots inside the motion, and as many up to an even number.
pub(crate) fn variations<W: Whole>(form: &[W]) -> usize {
    let signs = form.iter().map(Whole::sign).filter(|sign| *sign != 0);
    let mut last = 0;
    let mut changes = 0;
    for sign in signs {
        changes += usize::from(sign == -last);
        last = sign;
    }
    changes
}

/// `b² - 4 a c` of a quadratic form.
pub(crate) fn discriminant<W: Whole>([a, b, c]: [&W; 3]) -> W {
    b.times(b).minus(&a.times(c).scaled(4))
}
