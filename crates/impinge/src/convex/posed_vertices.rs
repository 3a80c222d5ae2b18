//! The corners of two small cores in one frame, so that a support point of their difference takes two scans and no transformation.
//!
//! Places are relative to the first's centre, those of the second taken as R (q - c) + (R c + t - c'). With u = 2^-53 and L the size of the
//! coordinates, the first's are off by u L, the second's by 9, a difference of two by one more, and exact posing by 2. The corner that is found has a
//! value that is larger than the least by what the places of that one are off, by two values of 3 u L, by the difference and by its scalar
//! product: 22 u L of the 32 that [`Difference::error`] counts.

use super::gjk::gjk_simplex::SimplexCorner;
use super::minkowski_difference::{Difference, SupportPoint};
use crate::math::{DMat3, DVec3};
use crate::shape::{CornerBlock, Support};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Sizes of coordinates for which products of three neither overflow nor vanish: 2^±200.
const SIZES: std::ops::RangeInclusive<f64> = f64::from_bits((1023 - 200) << 52)..=f64::from_bits((1023 + 200) << 52);

/// A support function of a difference.
pub(super) trait DifferenceSupport {
    /// The corner that is least along a direction of any length.
    fn least(&mut self, direction: DVec3) -> SimplexCorner;

    /// The point that is farthest along a direction of any length; for corners it may leave out what it is the difference of.
    fn farthest(&mut self, direction: DVec3) -> SupportPoint;

    /// Says near which corners the next ones may be.
    fn start_from(&mut self, _corners: [u32; 2]) {}
}

/// The support function made of those of both cores.
pub(super) struct CoreSupport<'a, 'b, F: ?Sized, S: ?Sized> {
    pub difference: &'a Difference<'b, F, S>,
    /// As for [`Support::support`].
    pub hints: [u32; 2],
}

impl<F: Support + ?Sized, S: Support + ?Sized> DifferenceSupport for CoreSupport<'_, '_, F, S> {
    #[inline(always)]
    fn least(&mut self, direction: DVec3) -> SimplexCorner {
        self.difference.support(-direction, &mut self.hints).into()
    }

    #[inline(always)]
    fn farthest(&mut self, direction: DVec3) -> SupportPoint {
        self.difference.support(direction, &mut self.hints)
    }

    #[inline(always)]
    fn start_from(&mut self, corners: [u32; 2]) {
        self.hints = corners;
    }
}

/// Two cores of few corners at a pose without the types of their shapes: one piece of code serves all.
pub(super) struct CornerBlocks<'a> {
    first: &'a [CornerBlock],
    second: &'a [CornerBlock],
    /// The highest numbers of corners.
    most: [u32; 2],
    turn: DMat3,
    /// The difference of the centres.
    centre: DVec3,
}

impl<'a> CornerBlocks<'a> {
    /// The most blocks of a core.
    pub const MOST: usize = 4;

    /// Those of a difference, if it has few and its coordinates are of moderate size.
    #[inline]
    pub fn from_difference<F, S>(difference: &Difference<'a, F, S>) -> Option<Self>
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let (first, second) = (difference.first.corner_blocks()?, difference.second.corner_blocks()?);
        let fits = |blocks: &[CornerBlock]| (1..=Self::MOST).contains(&blocks.len());
        let most = [difference.first.corner_count() - 1, difference.second.corner_count() - 1];
        (fits(first) && fits(second) && SIZES.contains(&difference.size())).then(|| Self {
            first,
            second,
            most,
            turn: *difference.turn(),
            centre: difference.centre(),
        })
    }

    /// Whether there is one block of either.
    #[inline]
    pub fn are_single(&self) -> bool {
        self.first.len() == 1 && self.second.len() == 1
    }
}

/// The corners of two cores in one frame, in N blocks each, the last repeated.
pub(super) struct PosedCorners<'a, I, const N: usize> {
    instructions: I,
    first: [&'a CornerBlock; N],
    second: [CornerBlock; N],
    most: [u32; 2],
}

impl<'a, I: Simd, const N: usize> PosedCorners<'a, I, N> {
    #[inline(always)]
    pub fn new(instructions: I, blocks: &CornerBlocks<'a>) -> Self {
        let mut first = [&blocks.first[0]; N];
        let mut second = [CornerBlock([[0.0; 8]; 3]); N];
        for k in 0..N {
            first[k] = &blocks.first[k.min(blocks.first.len() - 1)];
            let CornerBlock([x, y, z]) = &blocks.second[k.min(blocks.second.len() - 1)];
            let x = f64x8::from_slice(instructions, x);
            let y = f64x8::from_slice(instructions, y);
            let z = f64x8::from_slice(instructions, z);
            for axis in 0..3 {
                let rx = f64x8::splat(instructions, blocks.turn.x_axis[axis]);
                let ry = f64x8::splat(instructions, blocks.turn.y_axis[axis]);
                let rz = f64x8::splat(instructions, blocks.turn.z_axis[axis]);
                let offset = f64x8::splat(instructions, blocks.centre[axis]);
                (x * rx + y * ry + z * rz - offset).store_slice(&mut second[k].0[axis]);
            }
        }
        Self { instructions, first, second, most: blocks.most }
    }

    /// The values of eight corners along a direction.
    #[inline(always)]
    fn values(&self, CornerBlock([x, y, z]): &CornerBlock, [dx, dy, dz]: &[f64x8<I>; 3]) -> f64x8<I> {
        let x = f64x8::from_slice(self.instructions, x);
        let y = f64x8::from_slice(self.instructions, y);
        let z = f64x8::from_slice(self.instructions, z);
        x * *dx + y * *dy + z * *dz
    }

    /// The first corner of the least or the largest value.
    #[inline(always)]
    fn first_of(&self, values: &[f64x8<I>; N], best: f64) -> u32 {
        let best = f64x8::splat(self.instructions, best);
        let mut at = 0_u32;
        for (k, values) in values.iter().enumerate() {
            at |= (values.simd_eq(best).to_bitmask() as u32) << (8 * k);
        }
        at.trailing_zeros()
    }
}

/// The place of a corner.
#[inline(always)]
fn place(CornerBlock([x, y, z]): &CornerBlock, lane: usize) -> DVec3 {
    DVec3::new(x[lane], y[lane], z[lane])
}

impl<I: Simd, const N: usize> PosedCorners<'_, I, N> {
    /// The corner that is least along a direction, and its places.
    #[inline(always)]
    fn least_places(&self, v: DVec3) -> ([u32; 2], [DVec3; 2]) {
        let d = [
            f64x8::splat(self.instructions, v.x),
            f64x8::splat(self.instructions, v.y),
            f64x8::splat(self.instructions, v.z),
        ];
        let mut firsts = [d[0]; N];
        let mut seconds = [d[0]; N];
        for k in 0..N {
            firsts[k] = self.values(self.first[k], &d);
            seconds[k] = self.values(&self.second[k], &d);
        }
        let (mut least, mut most) = (firsts[0], seconds[0]);
        for k in 1..N {
            least = least.min(firsts[k]);
            most = most.max(seconds[k]);
        }
        let i = self.first_of(&firsts, least.reduce_min()).min(self.most[0]);
        let j = self.first_of(&seconds, most.reduce_max()).min(self.most[1]);
        let p = place(self.first[i as usize / 8 % N], i as usize % 8);
        let q = place(&self.second[j as usize / 8 % N], j as usize % 8);
        ([i, j], [p, q])
    }
}

impl<I: Simd, const N: usize> DifferenceSupport for PosedCorners<'_, I, N> {
    #[inline(always)]
    fn least(&mut self, direction: DVec3) -> SimplexCorner {
        let (corners, [p, q]) = self.least_places(direction);
        SimplexCorner { point: p - q, corners }
    }

    #[inline(always)]
    fn farthest(&mut self, direction: DVec3) -> SupportPoint {
        let (corners, [p, q]) = self.least_places(-direction);
        SupportPoint { point: p - q, of: [DVec3::ZERO; 2], corners }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use crate::math::simd::dispatch;
    use crate::math::{DQuat, Pose, simd};
    use crate::shape::Polytope;

    /// Scans over one and over four blocks, far from the origin too, against all pairs of exactly posed corners, with the stated error.
    #[test]
    fn the_least_corner_is_found_within_the_error() {
        let mut random = Random(7);
        let mut worst = 0.0_f64;
        for round in 0..400 {
            let (count, far) = ([7, 30][round % 2], [0.0, 50.0][round / 2 % 2]);
            let centre = random.vector() * far;
            let mut hull = || {
                let points: Vec<DVec3> = (0..count).map(|_| random.vector() + centre).collect();
                Polytope::try_new(&points).unwrap()
            };
            let (a, b) = (hull(), hull());
            let turn = DQuat::from_euler(glam::EulerRot::XYZ, random.number() * 6.0, random.number() * 6.0, 1.0);
            let pose = Pose::from_quaternion(turn, random.vector() * 3.0).unwrap();
            let difference = Difference::new(&a, &b, &pose);
            let blocks = CornerBlocks::from_difference(&difference).unwrap();
            let direction = random.vector().normalize_or(DVec3::X);
            let found = if blocks.are_single() {
                dispatch!(simd::level(), simd => PosedCorners::<_, 1>::new(simd, &blocks).least(direction))
            } else {
                dispatch!(simd::level(), simd => PosedCorners::<_, { CornerBlocks::MOST }>::new(simd, &blocks).least(direction))
            };
            let [p, q] = difference.exact_corners(found.corners);
            worst = worst.max((p - q - found.point).length() / difference.error());
            let value = |[i, j]: [u32; 2]| {
                let [p, q] = difference.exact_corners([i, j]);
                (p - q).dot(direction)
            };
            let pairs = (0..a.corner_count()).flat_map(|i| (0..b.corner_count()).map(move |j| [i, j]));
            let least = pairs.map(value).fold(f64::MAX, f64::min);
            worst = worst.max((found.point.dot(direction) - least) / difference.error());
        }
        assert!((1e-3..1.0).contains(&worst), "the error is a bound, and not out of all proportion: {worst}");
    }
}
