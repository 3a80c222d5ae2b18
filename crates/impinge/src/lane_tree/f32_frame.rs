//! Origin and unit of single-precision coordinates: chosen among the boxes, so that a set far from the origin keeps its detail.

use super::aabbx8::{BoxCorners, FARTHEST, WIDTH};
use super::packed_aabb::{PackedAabb, PackedAabbLanes};
use crate::bound::Aabb;
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f64x4};

/// Number of boxes sampled to place the frame: few, since that is done before every traversal.
const SAMPLES: usize = 15;

/// A frame is stale when the middle of the boxes has moved by this many times their spread, or their spread has changed by this
/// factor: six of the twenty-four bits of single precision.
const STALE: f64 = 64.0;

/// Carries coordinates by `x → (x - origin) scale`, rounded to single precision: a map that never swaps the order of two
/// numbers, because subtraction, multiplication by a power of two, rounding and clamping do not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct F32Frame {
    origin: DVec3,
    scale: f64,
}

impl Default for F32Frame {
    fn default() -> Self {
        Self { origin: DVec3::ZERO, scale: 1.0 }
    }
}

impl F32Frame {
    /// A frame that suits `count` boxes, from evenly spaced samples of them.
    pub fn around<'a>(count: usize, boxes: impl Fn(usize) -> &'a Aabb) -> Self {
        let chosen = (0..count).step_by(count.div_ceil(SAMPLES).max(1));
        let mut centres = [[0.0; SAMPLES]; 3];
        let mut reach = [0.0; SAMPLES];
        let mut count = 0;
        for bounds in chosen.map(boxes).filter(|b| b.min.x <= b.max.x) {
            // Halves first: the sum of large corners would overflow.
            let centre = bounds.min * 0.5 + bounds.max * 0.5;
            (0..3).for_each(|k| centres[k][count] = centre[k]);
            reach[count] = (bounds.max * 0.5 - bounds.min * 0.5).max_element();
            count += 1;
        }
        if count == 0 {
            return Self::default();
        }
        let origin = DVec3::from_array([0, 1, 2].map(|k| {
            let mut sorted = centres[k];
            median(&mut sorted[..count])
        }));
        for sample in 0..count {
            let from = |k: usize| (centres[k][sample] - origin[k]).abs();
            reach[sample] = from(0).max(from(1)).max(from(2)).max(reach[sample]);
        }
        Self { origin, scale: unit(median(&mut reach[..count])).recip() }
    }

    /// The middle of the boxes.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Whether the boxes would be better served by another frame.
    pub fn is_stale(&self, wanted: &Self) -> bool {
        let gone = (wanted.origin - self.origin).abs().max_element() * wanted.scale;
        let grown = self.scale / wanted.scale;
        gone > STALE || grown > STALE || grown < STALE.recip()
    }

    /// A box in this frame.
    #[inline(always)]
    pub fn carry(&self, bounds: &Aabb) -> BoxCorners {
        let (low, high) = ((bounds.min - self.origin) * self.scale, (bounds.max - self.origin) * self.scale);
        [narrow(low.x), narrow(low.y), narrow(low.z), narrow(high.x), narrow(high.y), narrow(high.z)]
    }

    /// A box in this frame, by its reaches: rounding is the same on both sides of zero.
    #[inline(always)]
    pub fn reaches(&self, bounds: &Aabb) -> PackedAabb {
        let (low, high) = ((self.origin - bounds.min) * self.scale, (bounds.max - self.origin) * self.scale);
        let each = [low.x, low.y, low.z, high.x, high.y, high.z, 0.0, 0.0];
        let mut carried = PackedAabb([0.0; WIDTH]);
        for (reach, x) in carried.0.iter_mut().zip(each) {
            *reach = narrow(x) + 0.0;
        }
        carried
    }

    /// Many boxes in this frame.
    pub fn carry_all(&self, boxes: &[Aabb], carried: &mut [PackedAabb]) {
        dispatch!(simd::level(), simd => {
            let (o, s) = (self.origin, self.scale);
            let origin = [[o.x, o.y, o.z, o.x], [o.y, o.z, 0.0, 0.0]].map(|o| f64x4::simd_from(simd, o));
            let scale = [[-s, -s, -s, s], [s, s, 0.0, 0.0]].map(|s| f64x4::simd_from(simd, s));
            for (bounds, carried) in boxes.iter().zip(carried) {
                let (l, h) = (bounds.min, bounds.max);
                let first = (f64x4::simd_from(simd, [l.x, l.y, l.z, h.x]) - origin[0]) * scale[0];
                let last = (f64x4::simd_from(simd, [h.y, h.z, 0.0, 0.0]) - origin[1]) * scale[1];
                PackedAabbLanes::new(clamped(simd, first), clamped(simd, last)).store(carried);
            }
        });
    }

    /// A point in this frame, and a zero.
    #[inline(always)]
    pub fn carry_point<S: Simd>(&self, simd: S, point: DVec3) -> f32x4<S> {
        let (o, s) = (self.origin, self.scale);
        let from =
            f64x4::simd_from(simd, [point.x, point.y, point.z, 0.0]) - f64x4::simd_from(simd, [o.x, o.y, o.z, 0.0]);
        clamped(simd, from * s)
    }

    /// A length that is not negative in this frame, and a little more; never beyond 2^127, which reaches across all corners.
    pub fn length(&self, length: f64) -> f32 {
        let carried = (length * self.scale) as f32;
        (carried * (1.0 + 8.0 * f32::EPSILON)).min(4.0 * FARTHEST) + 8.0 * f32::MIN_POSITIVE
    }

    /// A box of space around all boxes that are carried into the one given.
    pub fn around_carried(&self, corners: &BoxCorners) -> Aabb {
        // A number is carried to within one part in 2^24 of itself and the smallest number of single precision, and the way
        // back adds two roundings of double precision.
        let room = |x: f32| f64::from(x.abs()) * f64::from(f32::EPSILON) + f64::from(f32::MIN_POSITIVE);
        let back = |x: f64, k: usize| {
            let y = x / self.scale + self.origin[k % 3];
            (y, (self.origin[k % 3].abs() + y.abs()) * (4.0 * f64::EPSILON))
        };
        let low = |k: usize| {
            let (y, error) = back(f64::from(corners[k]) - room(corners[k]), k);
            if corners[k] <= -FARTHEST { f64::NEG_INFINITY } else { y - error }
        };
        let high = |k: usize| {
            let (y, error) = back(f64::from(corners[k]) + room(corners[k]), k);
            if corners[k] >= FARTHEST { f64::INFINITY } else { y + error }
        };
        Aabb { min: DVec3::new(low(0), low(1), low(2)), max: DVec3::new(high(3), high(4), high(5)) }
    }
}

/// Four numbers in single precision, clamped, no zero negative.
#[inline(always)]
fn clamped<S: Simd>(simd: S, x: f64x4<S>) -> f32x4<S> {
    let x: [f64; 4] = x.into();
    f32x4::simd_from(simd, [x[0] as f32, x[1] as f32, x[2] as f32, x[3] as f32]).min(FARTHEST).max(-FARTHEST) + 0.0
}

/// A number in single precision, clamped.
#[inline(always)]
fn narrow(x: f64) -> f32 {
    let x = x as f32;
    let x = if x < FARTHEST { x } else { FARTHEST };
    if x > -FARTHEST { x } else { -FARTHEST }
}

/// The middle one of some finite numbers.
fn median(numbers: &mut [f64]) -> f64 {
    let middle = numbers.len() / 2;
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// A power of two near a length, within the range where it and its inverse are far from overflow; 1 for zero.
fn unit(length: f64) -> f64 {
    if length > 0.0 { f64::from_bits((length.clamp(1e-290, 1e290).to_bits() >> 52) << 52) } else { 1.0 }
}
