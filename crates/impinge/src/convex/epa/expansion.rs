//! The expansion of a surface of points of a difference around the origin, at its nearest face until that face is the difference's own.
//!
//! Every farthest point bounds the depth from above, along the direction that it was asked for; the surface bounds it from below.
//! Before the surface holds the origin, its nearest face is the one that the origin is farthest beyond, so the same steps lead to a
//! separating direction or around the origin. The shapes are unknown here, only their support function is: the steps are
//! compiled once for few corners and once for any other shape. A step costs one support point and about 100 ns.

use super::expanding_polytope::{EpaSurface, SLACK};
use crate::convex::minkowski_difference::SupportPoint;
use crate::convex::posed_vertices::{CornerBlocks, DifferenceSupport, PosedCorners};
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use fearless_simd::Simd;

/// Points that a surface may have before the search gives its bounds as they are.
const MOST_POINTS: usize = 512;

/// How close the bounds are brought where the core is curved, relative to the depth: a tenth of what is promised.
const CLOSED: f64 = 1e-13;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) enum EpaEnding {
    /// The origin is outside: this direction, of length 1, separates by at least this much.
    Apart { direction: DVec3, gap: f64 },
    /// The surface holds the origin, and the bounds are what doubles can do.
    Around,
    /// The surface held the origin, and could not grow on; the bounds hold.
    Stopped,
    /// Doubles cannot tell where the origin is, or there is no volume to grow into.
    Unclear,
}

/// What a search works with; kept between queries so that it allocates nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::convex) struct EpaMemory {
    pub surface: EpaSurface,
    /// The corners that the points of the surface are the differences of; without meaning for a curved core.
    pub corners: Vec<[u32; 2]>,
    /// The points of the cores that they are the differences of, where a core is curved; else nothing.
    pub of: Vec<[DVec3; 2]>,
    /// The direction of the depth, and the corners there.
    pub direction: DVec3,
    pub hints: [u32; 2],
}

impl EpaMemory {
    /// Takes note of what the next point of the surface is the difference of.
    #[inline(always)]
    pub fn note(&mut self, extreme: &SupportPoint, has_corners: bool) {
        self.corners.push(extreme.corners);
        if !has_corners {
            self.of.push(extreme.of);
        }
    }
}

/// An expansion under way.
pub(in crate::convex) struct Expansion<'a> {
    pub memory: &'a mut EpaMemory,
    /// Whether all points are differences of corners.
    pub has_corners: bool,
    /// A power of two that brings the difference into the ball of radius 1.
    pub unit: f64,
    /// The error of farthest points in that unit.
    pub error: f64,
    /// The least extent along a direction so far, in that unit: with the error added, an upper bound of the depth.
    pub extent: f64,
    /// The direction of the upper bound.
    pub direction: DVec3,
    /// At most the depth, in that unit, without the error of the points.
    pub lower: f64,
    pub supports: u32,
    /// Whether the surface is that of an earlier search with its points moved, which need not be convex.
    pub is_moved: bool,
}

impl Expansion<'_> {
    /// The farthest point along a direction of length 1, an upper bound on the depth.
    #[inline(always)]
    pub fn support(&mut self, look: &mut (impl DifferenceSupport + ?Sized), direction: DVec3) -> SupportPoint {
        self.supports += 1;
        let extreme = look.farthest(direction);
        let extent = direction.dot(extreme.point * self.unit);
        if extent < self.extent {
            (self.extent, self.direction) = (extent, direction);
            (self.memory.direction, self.memory.hints) = (direction, extreme.corners);
        }
        extreme
    }

    /// A length that the depth is at most, in the unit.
    #[inline]
    pub fn upper(&self) -> f64 {
        self.extent + self.error
    }

    /// A length of the surface in the user's unit.
    #[inline]
    pub fn length(&self, x: f64) -> f64 {
        x / self.unit
    }

    /// A separating direction, if the latest upper bound is one.
    #[inline]
    pub fn separation(&self) -> Option<EpaEnding> {
        let is_apart = self.upper() < 0.0;
        is_apart.then(|| EpaEnding::Apart { direction: self.direction, gap: -self.length(self.upper()) })
    }

    /// Grows until nothing is gained, by any look.
    #[inline(never)]
    pub fn by(&mut self, look: &mut dyn DifferenceSupport) -> EpaEnding {
        dispatch!(simd::level(), simd => self.grow(simd, look))
    }

    /// Grows until nothing is gained, over few corners.
    #[inline(never)]
    pub fn over(&mut self, blocks: &CornerBlocks<'_>) -> EpaEnding {
        if blocks.are_single() {
            return dispatch!(simd::level(), simd => self.grow(simd, &mut PosedCorners::<_, 1>::new(simd, blocks)));
        }
        dispatch!(simd::level(), simd => self.grow(simd, &mut PosedCorners::<_, { CornerBlocks::MOST }>::new(simd, blocks)))
    }

    #[inline(always)]
    fn grow<I: Simd>(&mut self, simd: I, look: &mut (impl DifferenceSupport + ?Sized)) -> EpaEnding {
        while let Some(index) = self.memory.surface.nearest(simd, self.upper()) {
            let face = self.memory.surface.face(index);
            if face.low > 0.0 {
                if !self.memory.surface.winds_once() {
                    return self.lost();
                }
                if !self.has_corners {
                    self.lower = self.lower.max(self.memory.surface.lowest(face.low));
                }
            } else if face.normal == DVec3::ZERO {
                return EpaEnding::Unclear;
            }
            look.start_from(self.corners(face.corners[0]));
            let extreme = self.support(look, face.normal);
            if let Some(apart) = self.separation() {
                return apart;
            }
            let point = extreme.point * self.unit;
            let gain = face.normal.dot(point) - face.high;
            let known = self.has_corners && face.corners.iter().any(|i| self.corners(*i) == extreme.corners);
            if known || gain <= SLACK {
                if face.low <= 0.0 {
                    // A sliver, whose normal is noise, gets another direction; else it does hold the origin off.
                    if !self.has_corners && self.memory.surface.aim_at_middle(index) {
                        continue;
                    }
                    return self.lost();
                }
                // Nothing lies beyond it: done, unless its direction was so poor that other faces are worth a look.
                self.memory.surface.settle(index);
                continue;
            }
            if !self.has_corners && self.upper() - self.lower <= 2.0 * self.error + CLOSED * self.upper() {
                // Faces are open still: the lower bound is that of the nearest.
                return EpaEnding::Around;
            }
            if self.is_moved && self.memory.corners.contains(&extreme.corners) {
                // The surface is dented. The point once more, off by another rounding, would fold it there, again and again.
                return self.lost();
            }
            let limit = self.upper();
            if self.memory.corners.len() >= MOST_POINTS || self.memory.surface.expand(simd, point, limit).is_err() {
                if self.memory.surface.wound {
                    self.lower = self.lower.max(self.memory.surface.lowest(limit));
                }
                return self.lost();
            }
            self.memory.note(&extreme, self.has_corners);
        }
        if !self.memory.surface.winds_once() {
            return self.lost();
        }
        self.lower = self.lower.max(self.memory.surface.lowest(self.upper()));
        EpaEnding::Around
    }

    /// How a search ends whose surface cannot be expanded further: bounds proved before hold.
    fn lost(&self) -> EpaEnding {
        if self.lower > 0.0 { EpaEnding::Stopped } else { EpaEnding::Unclear }
    }

    /// The corners behind a point of the surface.
    #[inline]
    pub fn corners(&self, point: u16) -> [u32; 2] {
        self.memory.corners[usize::from(point)]
    }
}
