//! Whether two cores meet, where a few steps decide it: most pairs that a broad phase leaves are either separated by an axis that the first
//! steps of a descent find, or overlap deeply.
//!
//! Gilbert, Johnson and Keerthi's steps over a simplex that begins with the difference of the centres, which is inside and so makes the
//! tetrahedron around the origin come a step sooner (the idea of Snethen's portals, 2008). There are two certain
//! answers, rounding included: all of the difference lies beyond a plane, or a tetrahedron of its points holds a ball around the origin. The rest is left to
//! [`super::gjk_iteration`] and those behind it. docs/notes/convex.md has the bound. About 50 ns a step.

use super::gjk_simplex::{GjkSimplex, OriginSide, SimplexCorner};
use super::warm_simplex::WarmSimplex;
use crate::convex::minkowski_difference::Difference;
use crate::convex::posed_vertices::{CoreSupport, CornerBlocks, DifferenceSupport, PosedCorners};
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use crate::shape::Support;

/// Steps after which the search gives up: pairs at random take two or three.
const MOST_STEPS: u32 = 16;

/// Stands for the difference of the centres among indices of corners, which are all smaller.
const CENTRE: [u32; 2] = [u32::MAX; 2];

/// The result of a quick search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) enum QuickSeparation {
    /// They are certainly apart, along this direction of any length, from the second to the first.
    Apart(DVec3),
    /// The origin is certainly in the interior of the difference.
    Inside,
    /// Undecided.
    Open,
}

impl QuickSeparation {
    /// Searches from where the last query of the pair ended. A result is kept for the next query.
    #[inline]
    pub fn find<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmSimplex) -> Self
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let centre = SimplexCorner { point: difference.centre(), corners: CENTRE };
        let mut view = QuickSearch { simplex: GjkSimplex::new(centre), error: difference.error() };
        let mut look = CoreSupport { difference, hints: [0; 2] };
        if let Some(corners) = warm.around() {
            if is_around(difference, centre, corners) {
                return Self::Inside;
            }
        } else if let Some(axis) = warm.axis() {
            view.simplex.v = axis;
            look.hints = warm.first_corners();
            if let Some(seen) = view.step(&mut look, warm) {
                return seen;
            }
        }
        match CornerBlocks::from_difference(difference) {
            Some(blocks) => view.over(&blocks, warm),
            None => view.steps(&mut look, warm),
        }
    }
}

/// A search under way.
struct QuickSearch {
    simplex: GjkSimplex,
    error: f64,
}

impl QuickSearch {
    /// Over few corners, whatever the shapes.
    #[inline(never)]
    fn over(&mut self, blocks: &CornerBlocks<'_>, warm: &mut WarmSimplex) -> QuickSeparation {
        if blocks.are_single() {
            return dispatch!(simd::level(), simd => self.steps(&mut PosedCorners::<_, 1>::new(simd, blocks), warm));
        }
        dispatch!(simd::level(), simd => self.steps(&mut PosedCorners::<_, { CornerBlocks::MOST }>::new(simd, blocks), warm))
    }

    #[inline(always)]
    fn steps(&mut self, look: &mut impl DifferenceSupport, warm: &mut WarmSimplex) -> QuickSeparation {
        for _ in 0..MOST_STEPS {
            if let Some(seen) = self.step(look, warm) {
                return seen;
            }
        }
        QuickSeparation::Open
    }

    /// One step; `None` if undecided.
    #[inline(always)]
    fn step(&mut self, look: &mut impl DifferenceSupport, warm: &mut WarmSimplex) -> Option<QuickSeparation> {
        let Self { simplex, error } = self;
        let (v, square, error) = (simplex.v, simplex.v.length_squared(), *error);
        let is_away = square > error * error; // and a number
        if !is_away {
            return Some(QuickSeparation::Open);
        }
        let w = look.least(v);
        let along = v.dot(w.point);
        // The root would come to the same, but takes its time at every step.
        if along > 0.0 && along * along > error * error * square && along / square.sqrt() > error {
            *warm = WarmSimplex::apart(w.corners, v);
            return Some(QuickSeparation::Apart(v));
        }
        match simplex.grow(w) {
            OriginSide::Inside(depth) if depth > 2.0 * error => {
                *warm = WarmSimplex::inside(simplex.corners().iter().copied().filter(|c| *c != CENTRE));
                Some(QuickSeparation::Inside)
            }
            OriginSide::Inside(_) => Some(QuickSeparation::Open),
            OriginSide::Outside => None,
        }
    }
}

/// Whether the tetrahedron of three corners and the centre, or of four, certainly holds the origin; false for corners that there are not.
#[inline]
fn is_around<F, S>(difference: &Difference<'_, F, S>, centre: SimplexCorner, corners: &[[u32; 2]]) -> bool
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut points = [centre.point; 4];
    for (point, corners) in points.iter_mut().zip(corners) {
        *point = difference.extreme(*corners).point;
    }
    difference.are_corners(corners) && super::simplex_closest_point::depth(&points) > 2.0 * difference.error()
}
