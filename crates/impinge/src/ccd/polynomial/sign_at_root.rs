//! The sign of a quadratic form at a root of another form, without iteration.
//!
//! Where the quadratic q passes zero, at b, the other form p is up to a positive factor `A τ + B`, the rest of its division by q. So the sign of p
//! at b is that of `A b + B`, and tells on which side of b the root of p lies: never is a root computed.

use super::integer_coefficient::Coefficient;
use super::integer_polynomial::{Instant, Quadratic, discriminant, sign_at};
use super::root_isolation::{Isolated, Root};
use crate::math::integer_trait::Whole;
use std::cmp::Ordering;

/// One of the two roots of a quadratic with a positive last coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Branch {
    Lower,
    Upper,
}

/// The sign of a quadratic form at a root.
pub(crate) fn sign_at_root<C: Coefficient>(q: &Quadratic<C>, root: &Root<'_, C>) -> i32 {
    match root {
        Root::Start => q[0].sign(),
        Root::End => q[2].sign(),
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
        () if root.low.is_some_and(|low| against_branch(low, q, branch) >= 0) => Ordering::Greater,
        () if root.high.is_some_and(|high| against_branch(high, q, branch) <= 0) => Ordering::Less,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ccd::polynomial::integer_coefficient::Short;
    use crate::ccd::polynomial::integer_polynomial::{Cubic, Linear, add_product, product, variations};
    use crate::ccd::polynomial::root_isolation::roots;
    use crate::math::random::Random;
    use std::ops::ControlFlow;

    fn number(random: &mut Random, size: usize) -> i32 {
        random.below(2 * size + 1) as i32 - size as i32
    }

    fn short<const N: usize>(all: [i32; N]) -> [Short; N] {
        all.map(|x| Short::from(i128::from(x)))
    }

    /// `d τ - n`, which is zero at n / d.
    fn linear([n, d]: [i32; 2]) -> Linear<Short> {
        short([-n, d])
    }

    fn cubic(factors: [[i32; 2]; 3]) -> Cubic<Short> {
        let mut form = short([0; 4]);
        add_product(&mut form, &linear(factors[0]), &product(&linear(factors[1]), &linear(factors[2])));
        form
    }

    /// Cubics with known roots, repeated, evenly spaced or not: all found, in order, and quadratics have the sign there that they should.
    #[test]
    fn known_roots_are_found_and_seen() {
        let mut random = Random(31);
        let (mut triples, mut isolated, mut zeros) = (0, 0, 0);
        for _ in 0..20_000 {
            let factors = [0; 3].map(|_| [number(&mut random, 4), 1 + random.below(3) as i32]);
            let mut known: Vec<[i32; 2]> = factors.into_iter().filter(|[n, _]| *n >= 0).collect();
            known.sort_by_key(|[n, d]| n * 60 / d);
            known.dedup_by_key(|[n, d]| *n * 60 / *d);
            let form = cubic(factors);
            let q = short([0; 3].map(|_| number(&mut random, 12)));
            let mut found = 0;
            let _all = roots(&form, &mut |root| {
                let [n, d] = known[found].map(|x| i128::from(x).into());
                let instant = Instant { s: d, t: n };
                let place = match &root {
                    Root::Start => known[found][0].cmp(&0),
                    Root::End => Ordering::Greater,
                    Root::At(at) => at.against(&instant).cmp(&0),
                    Root::Between(between) => between.seen_from(&instant),
                };
                assert_eq!(place, Ordering::Equal, "{factors:?} {found}");
                assert_eq!(sign_at_root(&q, &root), sign_at(&q, &instant), "{factors:?} {q:?}");
                isolated += u32::from(matches!(root, Root::Between(_)));
                zeros += u32::from(sign_at(&q, &instant) == 0);
                found += 1;
                ControlFlow::Continue(())
            });
            assert_eq!(found, known.len(), "{factors:?}");
            triples += u32::from(known.len() == 3);
        }
        assert!(triples > 1_000 && isolated > 5_000 && zeros > 500, "{triples} {isolated} {zeros}");
    }

    /// Any cubic and quadratic: as many roots as doubles see, and the sign that they see, where they can.
    #[test]
    fn irrational_roots_have_the_sign_that_doubles_see() {
        let mut random = Random(37);
        let (mut three, mut pairs, mut lone, mut seen) = (0, 0, 0, 0);
        for _ in 0..10_000 {
            let c = [0; 4].map(|_| number(&mut random, 20));
            let q = [0; 3].map(|_| number(&mut random, 20));
            let at = |c: &[i32], t: f64| c.iter().rev().fold(0.0, |sum, c| sum * t + f64::from(*c));
            let forms = (short(c), short(q));
            let mut count = 0;
            let _all = roots(&forms.0, &mut |root| {
                let Root::Between(between) = &root else { return ControlFlow::Continue(()) };
                let (mut low, mut high) = (1e-9_f64, 1e9_f64);
                for _ in 0..100 {
                    let middle = (low * high).sqrt();
                    let instant = Instant { s: (1_i128 << 60).into(), t: ((middle * 2f64.powi(60)) as i128).into() };
                    if between.seen_from(&instant) == Ordering::Greater { low = middle } else { high = middle }
                }
                let value = at(&q, low);
                if value.abs() > 1e-9 * (1.0 + low * low) {
                    assert_eq!(sign_at_root(&forms.1, &root), value.signum() as i32, "{c:?} {q:?} {low}");
                    seen += 1;
                }
                assert!(at(&c, low).abs() < 1e-6 * (1.0 + low.powi(3)), "{c:?} {low}");
                count += 1;
                ControlFlow::Continue(())
            });
            three += u32::from(count == 3);
            pairs += u32::from(count == 2);
            lone += u32::from(count == 1 && variations(&forms.0) == 3);
        }
        assert!(three > 0 && pairs > 200 && lone > 200 && seen > 4_000, "{three} {pairs} {lone} {seen}");
    }
}
