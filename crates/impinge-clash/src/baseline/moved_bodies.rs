//! Which bodies have moved within the assembly since an earlier check.
//!
//! A body has moved if it is not where the motion of the whole assembly carries it, up to a tolerance: what single precision does
//! to coordinates of its size, and where files far from the origin are in single precision, what that does to most bodies. So no deep
//! overlap hides behind the size of a body, and rounding changes nothing.

use super::baseline_bodies::BaselineBodies;
use crate::assembly::body::AssemblyBody;
use crate::assembly::body_signature::BodySignature;
use crate::number_format::number;
use impinge::math::DVec3;
use std::collections::BTreeMap;

/// What single precision does to a length, relative to it, on the way through a few files.
pub const SINGLE: f64 = 1.0 / (1 << 21) as f64;

/// Bodies are off by at most this many times what a quarter of them are.
const SPREAD: f64 = 16.0;

/// How far bodies have moved.
#[derive(Clone, Debug, Default)]
pub struct MovedBodies<'a>(BTreeMap<&'a str, BodyMove>);

/// How far a body has moved.
#[derive(Clone, Copy, Debug)]
struct BodyMove {
    /// The most that its centre or an extent is off.
    off: f64,
    /// How far its centre has moved.
    shift: f64,
    /// The most that an extent is off besides: it has been turned, or has another shape.
    rest: f64,
    hair: f64,
}

/// Whether two bodies have moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairMove {
    /// Neither moved; the lengths between them may be off by this much.
    Still(f64),
    /// One moved, or both. Whether they moved together follows from their lengths, which may be off by this much.
    Perhaps(f64),
    /// One of them moved and the other did not.
    Apart,
    /// It is not known.
    Unknown,
}

impl<'a> MovedBodies<'a> {
    /// The moves of bodies since they had these signatures.
    pub fn new(
        earlier: &BTreeMap<String, BodySignature>,
        bodies: &'a [AssemblyBody],
        former: &BaselineBodies<'_>,
    ) -> Self {
        let back = former.motion().inverse();
        let known = bodies.iter().filter_map(|body| {
            let then = earlier.get(former.name_of(&body.name)?)?;
            Some((body.name.as_str(), then, body.signature_after(&back)?))
        });
        let known: Vec<(&str, &BodySignature, BodySignature)> = known.collect();
        let middle = middle(&known.iter().map(|(_, signature, _)| signature.middle()).collect::<Vec<_>>());
        let mut offs: Vec<f64> = known.iter().map(|(_, then, now)| then.deviation(now)).collect();
        offs.sort_by(f64::total_cmp);
        let now =
            bodies.iter().filter_map(AssemblyBody::form).map(|form| form.centre.abs().max_element() + form.radius);
        let largest = known.iter().map(|(_, signature, _)| signature.largest()).chain(now).fold(0.0, f64::max);
        // Never more than single precision can do: where most bodies moved, that is no rounding.
        let noise = offs.get(offs.len() / 4).map_or(0.0, |off| (SPREAD * off).min(SINGLE * largest));
        let moves = known.iter().map(|(name, then, now)| {
            let hair = SINGLE * (then.middle().distance(middle) + then.size()) + noise;
            let by = now.middle() - then.middle();
            let rest = then.shifted(by).deviation(now);
            (*name, BodyMove { off: then.deviation(now), shift: by.length(), rest, hair })
        });
        Self(moves.collect())
    }

    /// What has become of a body, in words; `None` if it has not moved or that is not known. `growth` is by how much its radius differs, where that is known: no motion
    /// changes it.
    pub fn describe(&self, name: &str, growth: Option<f64>) -> Option<String> {
        let BodyMove { shift, rest, hair, .. } = *self.0.get(name).filter(|of| of.off > of.hair)?;
        let length = three_digits(shift);
        Some(match () {
            () if rest <= 2.0 * hair => format!("{name} has moved by {length}"),
            () if growth.is_some_and(|growth| growth.abs() > 4.0 * hair) => format!("{name} has changed its shape"),
            () if shift <= hair => format!("{name} has been turned, or has changed its shape"),
            () => format!("{name} has been turned, or has changed its shape, and its centre has moved by {length}"),
        })
    }

    /// Whether two bodies have moved; a half-space never has.
    pub fn pair_move(&self, [a, b]: [&str; 2]) -> PairMove {
        let [p, q] = [a, b].map(|name| self.0.get(name));
        let hair = p.map_or(0.0, |of| of.hair) + q.map_or(0.0, |of| of.hair);
        match [p, q].map(|of| of.map(|of| of.off > of.hair)) {
            [None, None] => PairMove::Unknown,
            [Some(true), Some(true)] => PairMove::Perhaps(hair),
            [p, q] if p == Some(true) || q == Some(true) => PairMove::Apart,
            _ => PairMove::Still(hair),
        }
    }
}

/// A length as people read it.
fn three_digits(length: f64) -> String {
    number(format!("{length:.2e}").parse().unwrap_or(length))
}

/// The middle of points, coordinate by coordinate, which few of them that lie far away do not move.
fn middle(points: &[DVec3]) -> DVec3 {
    let median = |k: usize| {
        let mut row: Vec<f64> = points.iter().map(|p| p[k]).collect();
        row.sort_by(f64::total_cmp);
        row.get(row.len() / 2).copied().unwrap_or_default()
    };
    DVec3::new(median(0), median(1), median(2))
}
