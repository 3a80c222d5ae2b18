//! The sign of a quadratic form at a root of another form, without iteration.
//!
//! Where the quadratic q passes zero, at b, the other form p is up to a positive factor `A τ + B`, the rest of its division by q. So the sign of p
//! at b is that of `A b + B`, and tells on which side of b the root of p lies: never is a root computed.

use super::coefficient::Coefficient;
use super::form::{Instant, Quadratic, discriminant, sign_at};
use super::root::{Isolated, Root};
use crate::math::whole::Whole;
use std::cmp::Ordering;

/// One of the two roots of a quadratic with a positive last coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Lower,
    Upper,
}

/// The sign of a quadratic form at a root.
pub(super) fn sign_at_root<C: Coefficient>(q: &Quadratic<C>, root: &Root<'_, C>) -> i32 {
    match root {
        Root::At(instant) => sign_at(q, instant),
        Root::Between(isolated) => sign_between(q, isolated),
    }
}

/// The sign of a quadratic form at a root inside the motion.
fn sign_between<C: Coefficient>(q: &Quadratic<C>, root: &Isolated<'_, C>) -> i32 {
    match q.each_ref().map(Whole::sign) {
        signs if signs.iter().all(|sign| *sign >= 0) => signs.into_iter().max().unwrap_or(0),
        signs if signs.iter().all(|sign| *sign <= 0) => -1,
        [0, ..] => sign_of_linear([&q[1], &q[2]], root),
        [.., 0] => sign_of_linear([&q[0], &q[1]], root),
        [.., -1] => -sign_of_upward(&q.each_ref().map(Whole::negated), root),
        _ => sign_of_upward(q, root),
    }
}

/// The sign of a linear form whose coefficients are of opposite signs.
fn sign_of_linear<C: Coefficient>([a, b]: [&C; 2], root: &Isolated<'_, C>) -> i32 {
    match root.seen_from(&Instant { s: b.long().magnitude(), t: a.long().magnitude() }) {
        Ordering::Less => a.sign(),
        Ordering::Equal => 0,
        Ordering::Greater => b.sign(),
    }
}

/// The sign of a quadratic form that ends positive and is zero somewhere in `τ > 0`, if the signs of its coefficients tell.
fn sign_of_upward<C: Coefficient>(q: &Quadratic<C>, root: &Isolated<'_, C>) -> i32 {
    if q[0].sign() > 0 {
        let [a, b, c] = q.each_ref().map(Coefficient::long);
        match discriminant([&a, &b, &c]).sign() {
            -1 => return 1,
            0 => {
                let touching = Instant { s: c.scaled(2), t: b.magnitude() };
                return i32::from(root.seen_from(&touching) != Ordering::Equal);
            }
            _ => {}
        }
    }
    let rest = remainder(root.form, q);
    match (seen_from_branch(root, q, &rest, Branch::Upper), q[0].sign()) {
        (Ordering::Greater, _) => 1,
        (Ordering::Equal, _) => 0,
        (Ordering::Less, -1) => -1, // the other branch is negative
        (Ordering::Less, _) => match seen_from_branch(root, q, &rest, Branch::Lower) {
            Ordering::Less => 1,
            Ordering::Equal => 0,
            Ordering::Greater => -1,
        },
    }
}

/// Where a root lies, seen from a branch of a quadratic that is inside the motion; the rest is that of dividing one by the other.
fn seen_from_branch<C: Coefficient>(
    root: &Isolated<'_, C>,
    q: &Quadratic<C>,
    rest: &[C::Long; 2],
    branch: Branch,
) -> Ordering {
    match () {
        () if root.low.t.sign() > 0 && against_branch(&root.low, q, branch) >= 0 => Ordering::Greater,
        () if root.high.s.sign() > 0 && against_branch(&root.high, q, branch) <= 0 => Ordering::Less,
        () => root.by_sign(sign_at_branch(rest, q, branch)),
    }
}

/// The sign of a time less a branch of a quadratic.
fn against_branch<C: Coefficient>(at: &Instant<C::Long>, q: &Quadratic<C>, branch: Branch) -> i32 {
    let slope = q[2].long().times(&at.t).scaled(2).plus(&q[1].long().times(&at.s)).sign();
    match (sign_at(q, at), branch) {
        (1, _) => slope,
        (0, Branch::Lower) => i32::from(slope > 0),
        (0, Branch::Upper) => -i32::from(slope < 0),
        (_, Branch::Lower) => 1,
        (_, Branch::Upper) => -1,
    }
}

/// `[B, A]`, where a positive multiple of a form is `A τ + B` at the roots of a quadratic that ends positive.
fn remainder<C: Coefficient>(form: &[C], q: &Quadratic<C>) -> [C::Long; 2] {
    let coefficient = |k: usize| form.get(k).map_or_else(C::Long::zero, Coefficient::long);
    let q = q.each_ref().map(Coefficient::long);
    let mut rest: [C::Long; 4] = std::array::from_fn(coefficient);
    for degree in [3, 2] {
        if form.len() <= degree {
            continue;
        }
        let lead = rest[degree].clone();
        for k in 0..degree {
            rest[k] = rest[k].times(&q[2]);
            if k + 2 >= degree {
                rest[k] = rest[k].minus(&lead.times(&q[k + 2 - degree]));
            }
        }
    }
    let [b, a, ..] = rest;
    [b, a]
}

/// The sign of `A b + B` at a branch b of a quadratic that ends positive and has two roots.
fn sign_at_branch<C: Coefficient>([b, a]: &[C::Long; 2], q: &Quadratic<C>, branch: Branch) -> i32 {
    let q = q.each_ref().map(Coefficient::long);
    // Twice the last coefficient times the value is U ± A √D, with U = 2 q2 B - q1 A and D the discriminant.
    let u = q[2].times(b).scaled(2).minus(&q[1].times(a)).sign();
    let v = if branch == Branch::Upper { a.sign() } else { -a.sign() };
    if u * v >= 0 {
        return (u + v).signum();
    }
    // U² - A² D is 4 q2 times this.
    let difference = q[2].times(&b.times(b)).minus(&q[1].times(&a.times(b))).plus(&q[0].times(&a.times(a)));
    match difference.sign() {
        1 => u,
        0 => 0,
        _ => v,
    }
}
