//! The farthest of a few vertices, eight at a time.
//!
//! Vertices are kept relative to a centre, so that being far from the origin costs no bits. Products and sums are the same on every
//! machine, with no fused multiplication, and so is the answer.

use crate::math::DVec3;
use crate::math::simd;
use crate::math::simd::dispatch;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Vertices in a block.
const WIDTH: usize = 8;

/// Error of a value: in each coordinate that of the difference from the centre and of the product, then two sums, so 4u times
/// the sum of the magnitudes of the products, with u = 2^-53; two values, doubled, relative to the reach times the largest
/// component of the direction, of which there are three.
const VALUE_ERROR: f64 = 2.0 * 2.0 * 4.0 * 3.0 * (f64::EPSILON / 2.0);

/// Coordinates of eight vertices.
#[derive(Clone, Copy, Debug)]
pub struct CornerBlock(pub(crate) [[f64; WIDTH]; 3]);

/// Vertices relative to a centre, in blocks, the last one filled up with the centre, which is never farther than all of them.
#[derive(Clone, Debug)]
pub(super) struct VertexLanes {
    blocks: Vec<CornerBlock>,
    count: u32,
    reach: f64,
}

/// What a scan found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Farthest {
    /// The index of a largest value.
    pub index: u32,
    /// Whether every vertex at another place is certainly less far.
    pub is_certain: bool,
}

impl VertexLanes {
    /// The lanes of vertices within a reach of a centre.
    pub fn new(vertices: &[DVec3], centre: DVec3, reach: f64) -> Self {
        let block = |few: &[DVec3]| {
            let at = |i: usize| few.get(i).map_or(DVec3::ZERO, |v| *v - centre);
            CornerBlock([0, 1, 2].map(|k| std::array::from_fn(|i| at(i)[k])))
        };
        Self { blocks: vertices.chunks(WIDTH).map(block).collect(), count: vertices.len() as u32, reach }
    }

    /// The vertices less the centre.
    #[inline]
    pub fn blocks(&self) -> &[CornerBlock] {
        &self.blocks
    }

    /// The vertex farthest along a direction, as rounded numbers see it.
    #[inline]
    pub fn farthest(&self, direction: DVec3) -> Farthest {
        let error = VALUE_ERROR * self.reach * direction.abs().max_element();
        let found = match &self.blocks[..] {
            [only] => scan_one(only, direction, error),
            blocks => dispatch!(simd::level(), simd => scan(simd, blocks, direction, error)),
        };
        let is_vertex = found.index < self.count;
        Farthest { index: found.index.min(self.count - 1), is_certain: found.is_certain && is_vertex }
    }
}

impl VertexLanes {
    /// The index of a vertex farthest along a direction, as rounded numbers see it: [`VertexLanes::farthest`] without a word on the others.
    #[inline]
    pub fn top(&self, direction: DVec3) -> u32 {
        let index = match &self.blocks[..] {
            [only] => top_of_one(only, direction),
            blocks => dispatch!(simd::level(), simd => top_of_all(simd, blocks, direction)),
        };
        index.min(self.count - 1)
    }
}

/// The values of one block.
#[inline(always)]
fn values(CornerBlock([x, y, z]): &CornerBlock, d: DVec3) -> [f64; WIDTH] {
    let mut values = [0.0; WIDTH];
    for lane in 0..WIDTH {
        values[lane] = x[lane] * d.x + y[lane] * d.y + z[lane] * d.z;
    }
    values
}

/// The largest of eight, as the instruction takes it: what is not a number is passed over.
#[inline(always)]
fn largest([a, b, c, e, f, g, h, i]: [f64; WIDTH]) -> f64 {
    let more = |p: f64, q: f64| if p > q { p } else { q };
    more(more(more(a, b), more(c, e)), more(more(f, g), more(h, i)))
}

/// The lane of the first value of a block that is the largest; more than there are if none is a number.
#[inline(always)]
fn top_of_one(block: &CornerBlock, d: DVec3) -> u32 {
    let values = values(block, d);
    let (most, mut top) = (largest(values), 0_u32);
    for (lane, value) in values.iter().enumerate() {
        top |= u32::from(*value == most) << lane;
    }
    top.trailing_zeros()
}

/// The first of the largest values of each lane, and of these the first lane.
#[inline(always)]
fn top_of_all<S: Simd>(simd: S, blocks: &[CornerBlock], d: DVec3) -> u32 {
    let (dx, dy, dz) = (f64x8::splat(simd, d.x), f64x8::splat(simd, d.y), f64x8::splat(simd, d.z));
    let mut values = f64x8::splat(simd, f64::NEG_INFINITY);
    let (mut number, mut numbers) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, 0.0));
    let one = f64x8::splat(simd, 1.0);
    for CornerBlock([x, y, z]) in blocks {
        let (x, y, z) = (f64x8::from_slice(simd, x), f64x8::from_slice(simd, y), f64x8::from_slice(simd, z));
        let value = x * dx + y * dy + z * dz;
        let is_more = value.simd_gt(values);
        values = is_more.select(value, values);
        numbers = is_more.select(number, numbers);
        number += one;
    }
    let most = values.reduce_max();
    let lane = values.simd_eq(f64x8::splat(simd, most)).to_bitmask().trailing_zeros();
    let block = numbers.to_array().get(lane as usize).copied().unwrap_or(0.0);
    block as u32 * WIDTH as u32 + lane
}

/// The farthest of one block, by the instructions that every machine has: choosing better ones would take longer.
#[inline(always)]
fn scan_one(block: &CornerBlock, d: DVec3, error: f64) -> Farthest {
    let values = values(block, d);
    let most = largest(values);
    let (mut top, mut near) = (0_u32, 0_u32);
    for (lane, value) in values.iter().enumerate() {
        top |= u32::from(*value == most) << lane;
        near += u32::from(*value >= most - error);
    }
    Farthest { index: top.trailing_zeros(), is_certain: near == 1 }
}

/// The farthest of all blocks.
#[inline(always)]
fn scan<S: Simd>(simd: S, blocks: &[CornerBlock], d: DVec3, error: f64) -> Farthest {
    let (dx, dy, dz) = (f64x8::splat(simd, d.x), f64x8::splat(simd, d.y), f64x8::splat(simd, d.z));
    let lowest = f64x8::splat(simd, f64::NEG_INFINITY);
    // For each lane the largest value, the first block that has it, and the next largest value.
    let (mut values, mut seconds) = (lowest, lowest);
    let mut numbers = f64x8::splat(simd, 0.0);
    for (number, CornerBlock([x, y, z])) in blocks.iter().enumerate() {
        let (x, y, z) = (f64x8::from_slice(simd, x), f64x8::from_slice(simd, y), f64x8::from_slice(simd, z));
        let value = x * dx + y * dy + z * dz;
        let is_more = value.simd_gt(values);
        seconds = seconds.max(values.min(value));
        values = is_more.select(value, values);
        numbers = is_more.select(f64x8::splat(simd, number as f64), numbers);
    }
    let most = values.reduce_max();
    let near = f64x8::splat(simd, most - error);
    let lane = values.simd_eq(f64x8::splat(simd, most)).to_bitmask().trailing_zeros();
    let is_alone = values.simd_ge(near).to_bitmask().count_ones() == 1 && seconds.simd_ge(near).to_bitmask() == 0;
    let block = numbers.to_array().get(lane as usize).copied().unwrap_or(0.0);
    Farthest { index: block as u32 * WIDTH as u32 + lane, is_certain: is_alone }
}
