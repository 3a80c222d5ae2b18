//! Exact samples, one after the other: the last one tells where to look first, and often the sign.

use crate::feature::FaceId;
use crate::math::DVec3;
use crate::pair::{Location, PointQuery};

/// What a sum of two roundings may be off by, relative.
const SUM: f64 = 4.0 * f64::EPSILON;

/// Samples of one mesh in the order of a walk.
pub(super) struct Sampler<'a> {
    query: &'a PointQuery<'a>,
    /// The unit in which samples are kept: a power of two.
    unit: f64,
    last: Option<Last>,
    /// What a sample kept may be off by (a length).
    pub error: f64,
}

/// What is known from the last sample.
#[derive(Clone, Copy)]
struct Last {
    place: DVec3,
    face: FaceId,
    /// No face is nearer than this.
    clear: f64,
    is_inside: bool,
}

impl<'a> Sampler<'a> {
    pub fn new(query: &'a PointQuery<'a>, unit: f64) -> Self {
        Self { query, unit, last: None, error: 0.0 }
    }

    /// The signed distance at a place of the exact range, in the unit, in single precision.
    pub fn sample(&mut self, place: DVec3) -> f32 {
        let Some(found) = self.query.nearest_from(place, self.last.map(|last| last.face)) else { return f32::NAN };
        // No face crosses a way that is shorter than the way to the nearest: the side is the same at both ends.
        let same = self.last.filter(|last| (place - last.place).length() * (1.0 + SUM) < last.clear);
        let is_inside = same.map_or_else(|| self.query.locate(place) == Some(Location::Inside), |last| last.is_inside);
        self.last = Some(Last { place, face: found.face, clear: found.distance.lower, is_inside });
        let middle = 0.5 * (found.distance.lower + found.distance.upper);
        let kept = (middle / self.unit) as f32;
        let rounding = (f64::from(kept) * self.unit - middle).abs();
        self.error = self.error.max((0.5 * (found.distance.upper - found.distance.lower) + rounding) * (1.0 + SUM));
        if is_inside { -kept } else { kept }
    }

    /// A length that no face is nearer to a place than.
    pub fn clearance(&mut self, place: DVec3) -> f64 {
        self.query.nearest_from(place, self.last.map(|last| last.face)).map_or(0.0, |found| found.distance.lower)
    }
}
