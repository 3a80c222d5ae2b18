//! Polynomials in time over the integers, and their roots by Sturm's theorem.

use dashu_int::ops::{Abs, Gcd, UnsignedAbs};
use dashu_int::{IBig, UBig};

/// Coefficients, lowest first, the last of them not zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Polynomial(Vec<IBig>);

fn sign(x: &IBig) -> i32 {
    i32::from(*x > IBig::ZERO) - i32::from(*x < IBig::ZERO)
}

/// `numerator / 2^places`.
#[derive(Clone, Debug)]
pub struct Dyadic {
    numerator: IBig,
    places: usize,
}

impl Dyadic {
    pub fn new(numerator: IBig, places: usize) -> Self {
        Self { numerator, places }
    }

    /// A double from 0 to 1.
    pub fn from_double(x: f64) -> Self {
        let (mut numerator, mut places, mut rest) = (IBig::ZERO, 0, x);
        while rest != 0.0 {
            let whole = rest.floor();
            numerator += IBig::from(whole as i64);
            rest -= whole;
            if rest != 0.0 {
                let steps = 32;
                (rest, numerator, places) =
                    (rest * 2f64.powi(steps), numerator << steps as usize, places + steps as usize);
            }
        }
        Self { numerator, places }
    }

    fn middle(&self, other: &Self) -> Self {
        let places = self.places.max(other.places);
        let at = |x: &Self| &x.numerator << (places - x.places);
        Self { numerator: at(self) + at(other), places: places + 1 }
    }
}

impl Polynomial {
    pub fn new(coefficients: Vec<IBig>) -> Self {
        let mut all = coefficients;
        while all.last().is_some_and(|last| *last == IBig::ZERO) {
            all.pop();
        }
        Self(all)
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub fn plus(&self, other: &Self) -> Self {
        let at = |p: &Self, k: usize| p.0.get(k).cloned().unwrap_or(IBig::ZERO);
        Self::new((0..self.0.len().max(other.0.len())).map(|k| at(self, k) + at(other, k)).collect())
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&Self(other.0.iter().map(|c| -c).collect()))
    }

    pub fn times(&self, other: &Self) -> Self {
        let mut all = vec![IBig::ZERO; self.0.len() + other.0.len()];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                all[i + j] += a * b;
            }
        }
        Self::new(all)
    }

    fn derivative(&self) -> Self {
        Self::new(self.0.iter().enumerate().skip(1).map(|(k, c)| c * IBig::from(k)).collect())
    }

    /// The sign at a time.
    pub fn sign_at(&self, at: &Dyadic) -> i32 {
        let top = self.0.len();
        let terms = self.0.iter().enumerate().map(|(k, c)| (c * at.numerator.pow(k)) << (at.places * (top - k)));
        sign(&terms.sum())
    }

    /// The rest of dividing a positive multiple of this by another.
    fn remainder(&self, other: &Self) -> Self {
        let (mut rest, lead) = (self.clone(), other.0.last().cloned().unwrap_or(IBig::ONE));
        while rest.0.len() >= other.0.len() && !rest.is_zero() {
            let shift = rest.0.len() - other.0.len();
            let top = rest.0.last().cloned().unwrap_or(IBig::ZERO) * IBig::from(sign(&lead));
            let scaled = Self::new(rest.0.iter().map(|c| c * lead.clone().abs()).collect());
            let mut part = vec![IBig::ZERO; shift];
            part.extend(other.0.iter().map(|c| c * &top));
            rest = scaled.minus(&Self(part));
        }
        rest.primitive()
    }

    /// The same without the common factor of its coefficients, so that those of a chain do not explode.
    fn primitive(self) -> Self {
        let shared = self.0.iter().filter(|c| **c != IBig::ZERO).fold(None, |shared: Option<UBig>, c| {
            let size = c.clone().unsigned_abs();
            Some(shared.map_or(size.clone(), |shared| shared.gcd(&size)))
        });
        match shared {
            Some(shared) => Self(self.0.iter().map(|c| c / IBig::from(shared.clone())).collect()),
            None => self,
        }
    }

    fn gcd(&self, other: &Self) -> Self {
        let (mut p, mut q) = (self.clone(), other.clone());
        while !q.is_zero() {
            (p, q) = (q.clone(), p.remainder(&q));
        }
        p
    }

    /// Sturm's chain; the polynomial is not zero.
    fn chain(&self) -> Chain {
        // Sturm's theorem holds for multiple roots if neither end is one; without their factor it holds anyway.
        let mut chain = vec![self.square_free()];
        chain.push(chain[0].derivative());
        while let [.., p, q] = &chain[..]
            && !q.is_zero()
        {
            let rest = p.remainder(q);
            chain.push(Self(rest.0.iter().map(|c| -c).collect()));
        }
        Chain(chain)
    }

    /// The polynomial with the same roots, each once.
    fn square_free(&self) -> Self {
        let shared = self.gcd(&self.derivative());
        if shared.0.len() <= 1 {
            return self.clone();
        }
        // Exact division of a multiple, term by term.
        let (mut rest, mut quotient) = (self.clone(), vec![IBig::ZERO; self.0.len()]);
        let lead = shared.0.last().cloned().unwrap_or(IBig::ONE);
        while rest.0.len() >= shared.0.len() {
            let shift = rest.0.len() - shared.0.len();
            let top = rest.0.last().cloned().unwrap_or(IBig::ZERO);
            let part = [vec![IBig::ZERO; shift], shared.0.iter().map(|c| c * &top).collect()].concat();
            rest = Self::new(rest.0.iter().map(|c| c * &lead).collect()).minus(&Self(part));
            quotient.iter_mut().for_each(|c| *c *= &lead);
            quotient[shift] += top;
        }
        Self::new(quotient).primitive()
    }
}

/// The chain of a polynomial that counts its roots.
#[derive(Clone, Debug)]
struct Chain(Vec<Polynomial>);

impl Chain {
    /// How many different roots lie after one time and no later than another.
    fn count(&self, from: &Dyadic, to: &Dyadic) -> usize {
        let changes = |at: &Dyadic| {
            let signs: Vec<i32> = self.0.iter().map(|p| p.sign_at(at)).filter(|sign| *sign != 0).collect();
            signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
        };
        changes(from) - changes(to)
    }
}

/// A time from 0 to 1: the only root of a polynomial after one time and no later than another.
#[derive(Clone, Debug)]
pub struct Algebraic {
    polynomial: Polynomial,
    chain: Chain,
    after: Dyadic,
    until: Dyadic,
}

impl Algebraic {
    /// All roots of a polynomial from 0 to 1; none if it is zero.
    pub fn roots(polynomial: &Polynomial) -> Vec<Self> {
        if polynomial.is_zero() {
            return Vec::new();
        }
        let (mut found, chain) = (Vec::new(), polynomial.chain());
        let mut open = vec![(Dyadic::new(-IBig::ONE, 0), Dyadic::new(IBig::ONE, 0))];
        while let Some((after, until)) = open.pop() {
            match chain.count(&after, &until) {
                0 => {}
                1 => found.push(Self { polynomial: polynomial.clone(), chain: chain.clone(), after, until }),
                _ => {
                    let middle = after.middle(&until);
                    open.extend([(after, middle.clone()), (middle, until)]);
                }
            }
        }
        let zero = Dyadic::new(IBig::ZERO, 0);
        found.retain(|root| !root.is_before(&zero));
        found
    }

    /// Whether this is strictly before a time.
    pub fn is_before(&self, time: &Dyadic) -> bool {
        let at = |x: &Dyadic| &x.numerator << (64 * 64 - x.places);
        match () {
            () if at(&self.until) < at(time) => true,
            () if at(&self.after) >= at(time) => false,
            () => self.chain.count(&self.after, time) == 1 && self.polynomial.sign_at(time) != 0,
        }
    }

    /// The sign of another polynomial at this time.
    pub fn sign_of(&mut self, other: &Polynomial) -> i32 {
        if other.is_zero() {
            return 0;
        }
        let shared = self.polynomial.gcd(other);
        if shared.0.len() > 1 && shared.chain().count(&self.after, &self.until) > 0 {
            return 0;
        }
        let chain = other.chain();
        while chain.count(&self.after, &self.until) > 0 {
            let middle = self.after.middle(&self.until);
            if self.chain.count(&self.after, &middle) == 1 { self.until = middle } else { self.after = middle }
        }
        other.sign_at(&self.until)
    }
}
