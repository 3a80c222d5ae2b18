//! When a form is zero: its roots from the start of the motion to its end, each alone between two rational times, without iteration.
//!
//! With `τ = t / s` from 0 to infinity, the rule of Descartes settles all but two or three changes of sign. Then the discriminant tells: if it is
//! zero, all roots are rational; if it is negative, there is one real root; if it is positive there are three, of which the mean
//! lies in the wider gap between neighbours and the middle of the Hessian's roots in the narrower (`docs/notes/ccd.md`), so that both
//! separate all.

use super::integer_coefficient::Coefficient;
use super::integer_polynomial::{Instant, Quadratic, discriminant, sign_at, variations};
use crate::math::integer_trait::Whole;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A root of a form.
#[derive(Debug)]
pub(crate) enum Root<'a, C: Coefficient> {
    /// Time 0.
    Start,
    /// Time 1.
    End,
    /// A rational time inside the motion.
    At(&'a Instant<C::Long>),
    /// The only root of a form strictly between two times.
    Between(Isolated<'a, C>),
}

/// The only root of a form, whose first and last coefficients are not zero, strictly between two times.
#[derive(Debug)]
pub(crate) struct Isolated<'a, C: Coefficient> {
    pub form: &'a [C],
    /// The time before it; `None` for the start of the motion.
    pub low: Option<&'a Instant<C::Long>>,
    /// The time after it; `None` for the end of the motion.
    pub high: Option<&'a Instant<C::Long>>,
    /// The sign of the form before the root.
    pub before: i32,
}

impl<C: Coefficient> Isolated<'_, C> {
    /// Where the root lies, seen from a rational time.
    pub fn seen_from(&self, at: &Instant<C::Long>) -> Ordering {
        match () {
            () if self.low.is_some_and(|low| at.against(low) <= 0) => Ordering::Greater,
            () if self.high.is_some_and(|high| at.against(high) >= 0) => Ordering::Less,
            () => self.by_sign(sign_at(self.form, at)),
        }
    }

    /// Where the root lies, seen from a time between both ends at which the form has some sign.
    pub fn by_sign(&self, sign: i32) -> Ordering {
        match sign {
            0 => Ordering::Equal,
            sign if sign == self.before => Ordering::Greater,
            _ => Ordering::Less,
        }
    }
}

/// Who takes roots, first to last, until they break.
pub(crate) type Visit<'v, C> = &'v mut dyn FnMut(Root<'_, C>) -> ControlFlow<()>;

/// Hands over the times at which a form of at most degree 3 is zero, first to last; none for a form that always is.
pub(crate) fn roots<C: Coefficient>(form: &[C], visit: Visit<'_, C>) -> ControlFlow<()> {
    let is_set = |c: &C| c.sign() != 0;
    let (Some(first), Some(last)) = (form.iter().position(is_set), form.iter().rposition(is_set)) else {
        return ControlFlow::Continue(());
    };
    if first > 0 {
        visit(Root::Start)?;
    }
    inner_roots(&form[first..=last], visit)?;
    if last + 1 < form.len() {
        visit(Root::End)?;
    }
    ControlFlow::Continue(())
}

/// The same strictly inside the motion, for a form whose first and last coefficients are not zero.
fn inner_roots<C: Coefficient>(form: &[C], visit: Visit<'_, C>) -> ControlFlow<()> {
    match (variations(form), form) {
        (0, _) => ControlFlow::Continue(()),
        (1, [a, b]) => visit(Root::At(&Instant { s: b.long().magnitude(), t: a.long().magnitude() })),
        (1, _) => split(form, [None, None], visit),
        (_, [a, b, c]) => {
            let [a, b, c] = [a, b, c].map(Coefficient::long);
            let middle = Instant { s: c.scaled(2).magnitude(), t: b.magnitude() };
            match discriminant([&a, &b, &c]).sign() {
                0 => visit(Root::At(&middle)),
                1 => split(form, [Some(&middle), None], visit),
                _ => ControlFlow::Continue(()),
            }
        }
        (changes, [a, b, c, d]) => {
            let [a, b, c, d] = [a, b, c, d].map(Coefficient::long);
            let hessian = hessian([&a, &b, &c, &d]);
            // The discriminant of the Hessian is -3 times that of the cubic.
            match -discriminant(hessian.each_ref()).sign() {
                0 => repeated(&c, &d, &hessian, visit),
                1 => {
                    let mean = Instant::inside(&c.negated(), &d.scaled(3));
                    let middle = Instant::inside(&hessian[1].negated(), &hessian[2].scaled(2));
                    split(form, sorted([mean.as_ref(), middle.as_ref()]), visit)
                }
                _ if changes == 2 => ControlFlow::Continue(()),
                _ => split(form, [None, None], visit),
            }
        }
        _ => ControlFlow::Continue(()),
    }
}

/// The Hessian of a cubic form, up to a factor.
fn hessian<W: Whole>([a, b, c, d]: [&W; 4]) -> Quadratic<W> {
    [
        b.times(b).minus(&a.times(c).scaled(3)),
        b.times(c).minus(&a.times(d).scaled(9)),
        c.times(c).minus(&b.times(d).scaled(3)),
    ]
}

/// The roots of a cubic whose last two coefficients are given and of which two or all are the same.
fn repeated<C: Coefficient>(
    c: &C::Long,
    d: &C::Long,
    hessian: &Quadratic<C::Long>,
    visit: Visit<'_, C>,
) -> ControlFlow<()> {
    if hessian[2].sign() == 0 {
        // The Hessian is the square of the double root's factor, so all three are one.
        return Instant::inside(&c.negated(), &d.scaled(3))
            .map_or(ControlFlow::Continue(()), |at| visit(Root::At(&at)));
    }
    let (t, s) = (hessian[1].negated(), hessian[2].scaled(2));
    // The sum of the roots is -c / d.
    let rest = c.times(&s).plus(&d.times(&t).scaled(2)).negated();
    let (double, simple) = (Instant::inside(&t, &s), Instant::inside(&rest, &d.times(&s)));
    sorted([double.as_ref(), simple.as_ref()]).into_iter().flatten().try_for_each(|at| visit(Root::At(at)))
}

/// Two times, the earlier first.
fn sorted<W: Whole>([p, q]: [Option<&Instant<W>>; 2]) -> [Option<&Instant<W>>; 2] {
    if p.zip(q).is_some_and(|(p, q)| p.against(q) > 0) { [q, p] } else { [p, q] }
}

/// The roots of a form that times, first to last, separate.
fn split<C: Coefficient>(form: &[C], times: [Option<&Instant<C::Long>>; 2], visit: Visit<'_, C>) -> ControlFlow<()> {
    let (mut low, mut before) = (None, form.first().map_or(0, Whole::sign));
    let all = variations(form);
    for time in times.into_iter().flatten() {
        let high = Some(time);
        let sign = sign_at(form, time);
        if sign == 0 {
            // Three roots evenly spaced, this the middle one: the mean and the middle of the Hessian are the same.
            if all == 3 {
                visit(Root::Between(Isolated { form, low, high, before }))?;
                before = -before;
            }
            visit(Root::At(time))?;
            return visit(Root::Between(Isolated { form, low: high, high: None, before: -before }));
        }
        if sign != before {
            visit(Root::Between(Isolated { form, low, high, before }))?;
            before = sign;
        }
        low = high;
    }
    if form.last().map_or(0, Whole::sign) == before {
        return ControlFlow::Continue(());
    }
    visit(Root::Between(Isolated { form, low, high: None, before }))
}
