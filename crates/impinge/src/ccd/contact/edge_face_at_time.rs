//! Whether an edge and a face share a point at a time, and around it how long: doubles first, integers where they do not tell.
//!
//! While the edge goes through the face strictly, all five determinants keep their signs. Where doubles show that one of them loses its sign
//! first, that one root is the end, and nothing else need be known of it.

use super::contact_intervals::Span;
use super::coplanar_times::Encounter;
use super::edge_face_integers::Frozen;
use super::edge_face_intervals::{Crossing, judge};
use super::feature_pair::{EdgeEdge, VertexFace};
use crate::ccd::polynomial::bernstein::Bernstein;
use crate::ccd::polynomial::integer_polynomial::{Cubic, sign_at};
use crate::ccd::polynomial::root_isolation::{Root, roots};
use crate::ccd::polynomial::root_time::Time;
use crate::cost::Cost;
use dashu_int::IBig;
use std::ops::ControlFlow;

/// How often the time after or before a crossing is halved in search of its end.
pub(crate) const MOST_HALVINGS: u32 = 12;

/// Which part of the motion, seen from a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MotionPart {
    /// That time.
    Now,
    /// From then on.
    Ahead,
    /// Until then.
    Behind,
}

/// The determinants of an edge and a face over a part of the motion, each with its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Determinants {
    cubics: [Bernstein<4>; 5],
    errors: [f64; 5],
}

/// What doubles tell of an edge and a face from the start of a part of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// They share no point at the start.
    Apart,
    /// They share one throughout.
    Never,
    /// They do until this determinant is zero for the first time.
    Root(usize),
    /// Doubles do not tell.
    Open,
}

/// What is known of an end of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ContactAtTime {
    /// There is no contact.
    Apart,
    /// It is then.
    Time(Time),
    /// Nothing.
    Open,
}

impl Determinants {
    fn ending(&self) -> Ending {
        let expected = std::array::from_fn(|k| Bernstein([self.cubics[k].0[0]]).sign(self.errors[k]));
        match judge(expected) {
            Some(true) => self.ending_of(&expected, MOST_HALVINGS),
            Some(false) => Ending::Apart,
            None => Ending::Open,
        }
    }

    /// The end of these signs, which hold at the start.
    fn ending_of(&self, expected: &[i32; 5], halvings: u32) -> Ending {
        let mut unsure = (0..5).filter(|k| self.cubics[*k].sign(self.errors[*k]) != expected[*k]);
        match (unsure.next(), unsure.next()) {
            (None, _) => return Ending::Never,
            (Some(k), None) if self.cubics[k].passes(self.errors[k]) => return Ending::Root(k),
            _ => {}
        }
        let Some(left) = halvings.checked_sub(1) else { return Ending::Open };
        let halves = self.cubics.each_ref().map(Bernstein::halves);
        let half = |k: usize| Self { cubics: halves.map(|halves| halves[k]), errors: self.errors };
        match half(0).ending_of(expected, left) {
            Ending::Never => half(1).ending_of(expected, left),
            ending => ending,
        }
    }

    /// The same, seen backwards in time.
    fn reversed(&self) -> Self {
        let backwards = |cubic: Bernstein<4>| {
            let Bernstein([a, b, c, d]) = cubic;
            Bernstein([d, c, b, a])
        };
        Self { cubics: self.cubics.map(backwards), errors: self.errors }
    }
}

/// An edge and a face in motion, seen from a time that is a double.
pub(crate) trait EdgeFace {
    type End: Encounter<Pair = VertexFace, Coefficient = IBig>;
    type Side: Encounter<Pair = EdgeEdge, Coefficient = IBig>;

    fn time(&self) -> f64;

    /// A determinant in doubles, and its error; `None` beyond what they hold.
    fn determinant(&self, index: usize, part: MotionPart) -> Option<(Bernstein<4>, f64)>;

    /// All points at a time that is a double, in integers.
    fn frozen(&self, time: f64) -> Frozen;

    /// An end of the edge with the face.
    fn end(&self, index: usize) -> Self::End;

    /// An edge of the face with the edge.
    fn side(&self, index: usize) -> Self::Side;

    /// All determinants in doubles.
    fn determinants(&self, part: MotionPart) -> Option<Determinants> {
        let (mut cubics, mut errors) = ([Bernstein([0.0; 4]); 5], [0.0; 5]);
        for k in 0..5 {
            (cubics[k], errors[k]) = self.determinant(k, part)?;
        }
        Some(Determinants { cubics, errors })
    }

    /// Whether they share a point at that time, if doubles tell.
    fn decided_by_doubles(&self) -> Option<bool> {
        let mut signs = [0; 5];
        for k in 0..5 {
            let (cubic, error) = self.determinant(k, MotionPart::Now)?;
            signs[k] = cubic.sign(error);
            if judge(signs) == Some(false) {
                return Some(false);
            }
        }
        judge(signs)
    }

    fn encounters(&self) -> Crossing<Self::End, Self::Side> {
        Crossing::new([0, 1].map(|k| self.end(k)), [0, 1, 2].map(|k| self.side(k)))
    }

    /// Whether they share a point at a time that is a double, in integers.
    fn holds(&self, time: f64) -> bool {
        self.frozen(time).crosses()
    }

    /// All spans in which they share a point, first to last, in integers.
    fn spans(&self) -> Vec<Span> {
        self.encounters().spans(|time| self.holds(time))
    }

    /// Whether they share a point at that time.
    fn crosses(&self, cost: &mut Cost) -> bool {
        cost.triangle_tests += 1;
        self.decided_by_doubles().unwrap_or_else(|| {
            cost.exact_tests += 1;
            self.holds(self.time())
        })
    }

    /// Until when they share one without a break.
    fn until(&self, cost: &mut Cost) -> Option<Time> {
        cost.triangle_tests += 1;
        match self.end_ahead() {
            ContactAtTime::Apart => None,
            ContactAtTime::Time(time) => Some(time),
            ContactAtTime::Open => {
                cost.exact_tests += 1;
                self.holds(self.time()).then(|| self.encounters().until(self.time(), |time| self.holds(time)))
            }
        }
    }

    /// All times around at which they share one without a break.
    fn span(&self, cost: &mut Cost) -> Option<Span> {
        cost.triangle_tests += 1;
        let end = self.end_ahead();
        match (end, if end == ContactAtTime::Open { ContactAtTime::Open } else { self.begin_behind() }) {
            (ContactAtTime::Apart, _) | (_, ContactAtTime::Apart) => None,
            (ContactAtTime::Time(end), ContactAtTime::Time(begin)) => Some(Span { begin, end }),
            _ => {
                cost.exact_tests += 1;
                let (exact, now, holds) = (self.encounters(), self.time(), |time: f64| self.holds(time));
                holds(now).then(|| Span { begin: exact.since(now, holds), end: exact.until(now, holds) })
            }
        }
    }

    /// The end of contact, where doubles tell which determinant it is a root of.
    fn end_ahead(&self) -> ContactAtTime {
        match self.determinants(MotionPart::Ahead).map_or(Ending::Open, |ahead| ahead.ending()) {
            Ending::Apart => ContactAtTime::Apart,
            Ending::Never => ContactAtTime::Time(Time::exactly(1.0)),
            Ending::Root(k) => self.root(k, |time| time.lower >= self.time(), ControlFlow::Break(())),
            Ending::Open => ContactAtTime::Open,
        }
    }

    /// The begin of contact, where doubles tell which determinant it is a root of.
    fn begin_behind(&self) -> ContactAtTime {
        match self.determinants(MotionPart::Behind).map_or(Ending::Open, |behind| behind.reversed().ending()) {
            Ending::Apart => ContactAtTime::Apart,
            Ending::Never => ContactAtTime::Time(Time::exactly(0.0)),
            Ending::Root(k) => self.root(k, |time| time.upper <= self.time(), ControlFlow::Continue(())),
            Ending::Open => ContactAtTime::Open,
        }
    }

    /// A determinant in integers.
    fn cubic(&self, index: usize) -> Cubic<IBig> {
        index.checked_sub(2).map_or_else(|| self.end(index).determinant(), |side| self.side(side).determinant())
    }

    /// The first or the last root of a determinant among those asked for, if it changes its sign there.
    fn root(&self, index: usize, is_asked: impl Fn(&Time) -> bool, then: ControlFlow<()>) -> ContactAtTime {
        let (form, mut found) = (self.cubic(index), ContactAtTime::Open);
        let _all = roots(&form, &mut |root| {
            let time = Time::of(&root);
            if !is_asked(&time) {
                return ControlFlow::Continue(());
            }
            found = if is_simple(&form, &root) { ContactAtTime::Time(time) } else { ContactAtTime::Open };
            then
        });
        found
    }
}

/// Whether a root is surely one at which a form passes zero: where it only touches zero, contact goes on.
fn is_simple([_, b, c, d]: &Cubic<IBig>, root: &Root<'_, IBig>) -> bool {
    match root {
        Root::At(at) => sign_at(&[b.clone(), c * 2, d * 3], at) != 0,
        Root::Start | Root::End | Root::Between(_) => true,
    }
}
