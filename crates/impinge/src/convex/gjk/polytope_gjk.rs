//! The descent of [`super::gjk_iteration`] over cores with corners, without bounds on the way.
//!
//! Nearly every descent over corners ends at a simplex that the farthest corner is part of already. On the way there only the simplex and its
//! nearest point are needed ([`GjkSimplex`]), no bounds and no points of the cores: those are taken once, at the end, from the numbers of
//! the corners ([`super::simplex_distance`]). In all other cases (a simplex around the origin, a step that comes no nearer) the descent stops and `gjk_iteration` continues.

use super::gjk_iteration::{CONVERGED, Goal, MOST_STEPS};
use super::gjk_simplex::{GjkSimplex, OriginSide, SimplexCorner};
use super::warm_simplex::WarmSimplex;
use crate::convex::minkowski_difference::{Difference, SupportPoint};
use crate::convex::posed_vertices::{CoreSupport, CornerBlocks, DifferenceSupport, PosedCorners};
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use crate::shape::Support;

/// Stands for the difference of the centres among indices of corners, which are all smaller.
const CENTRE: [u32; 2] = [u32::MAX; 2];

/// Where a descent over corners came to.
pub(in crate::convex) struct CornerDescent {
    pub simplex: GjkSimplex,
    pub steps: u32,
    /// The scalar products of the nearest point with itself and with the farthest corner against it.
    pub square: f64,
    pub along: f64,
    pub stop: DescentStop,
}

/// Why a descent over corners is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convex) enum DescentStop {
    /// No corner is nearer.
    Nearest,
    /// The distance is more than the length to compare with.
    More,
    /// It is less.
    Less,
    /// The origin is certainly in the interior of the difference, between four corners.
    Inside,
    /// The descent is to be continued from the corners, by what takes any simplex.
    Open,
}

impl CornerDescent {
    /// Descends from the corners of a warm start, or where there are none along the line of the centres.
    #[inline]
    pub fn run<F, S>(difference: &Difference<'_, F, S>, goal: Goal, warm: &WarmSimplex) -> Self
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let corners = warm.corners(difference);
        let course = DescentLimits { goal, error: difference.error() };
        let simplex = start(difference, corners);
        let mut corner_descent = Self { simplex, steps: 0, square: 0.0, along: 0.0, stop: DescentStop::Open };
        match CornerBlocks::from_difference(difference) {
            Some(blocks) => corner_descent.over(&blocks, course),
            None => {
                corner_descent.descend(
                    &mut CoreSupport { difference, hints: corners.first().copied().unwrap_or_default() },
                    course,
                );
            }
        }
        corner_descent
    }

    /// Descends over few corners, whatever the shapes.
    #[inline(never)]
    fn over(&mut self, blocks: &CornerBlocks<'_>, course: DescentLimits) {
        if blocks.are_single() {
            dispatch!(simd::level(), simd => self.descend(&mut PosedCorners::<_, 1>::new(simd, blocks), course));
        } else {
            dispatch!(simd::level(), simd => self.descend(&mut PosedCorners::<_, { CornerBlocks::MOST }>::new(simd, blocks), course));
        }
    }

    #[inline(always)]
    fn descend(&mut self, look: &mut impl DifferenceSupport, DescentLimits { goal, error }: DescentLimits) {
        let simplex = &mut self.simplex;
        let (mut steps, mut is_first) = (0, simplex.has(CENTRE));
        let (stop, square, along) = loop {
            let (v, square) = (simplex.v, simplex.v.length_squared());
            let is_away = square > error * error; // and a number
            if !is_away || steps == MOST_STEPS {
                break (DescentStop::Open, square, 0.0);
            }
            let w = look.least(v);
            steps += 1;
            let along = v.dot(w.point);
            if let Goal::Compare(length) = goal {
                if along / square.sqrt() - error > length {
                    break (DescentStop::More, square, along);
                }
                if !is_first && length > error && square < (length - error) * (length - error) {
                    break (DescentStop::Less, square, along);
                }
            }
            if is_first {
                (*simplex, is_first) = (GjkSimplex::new(w), false);
                if goal == Goal::Distance {
                    let other = look.least(halfway(v, w.point));
                    steps += 1;
                    let square = w.point.length_squared();
                    if square - w.point.dot(other.point) > CONVERGED * square {
                        simplex.grow(other);
                    }
                }
                continue;
            }
            let is_open = square - along > CONVERGED * square;
            if simplex.has(w.corners) || !is_open {
                break (DescentStop::Nearest, square, along);
            }
            if let OriginSide::Inside(depth) = simplex.grow(w) {
                break (if depth > 2.0 * error { DescentStop::Inside } else { DescentStop::Open }, square, along);
            }
            let is_nearer = simplex.v.length_squared() < square;
            if !is_nearer {
                break (DescentStop::Open, square, along);
            }
        };
        (self.steps, self.square, self.along, self.stop) = (steps, square, along, stop);
    }

    /// The four corners around the origin, where it is certainly inside; without what they are the differences of.
    #[inline]
    pub fn around(&self) -> Option<[SupportPoint; 4]> {
        if self.stop == DescentStop::Inside { self.simplex.tetrahedron() } else { None }
    }

    /// The corners that it came to; none where it has not found any.
    #[inline]
    pub fn corners(&self) -> &[[u32; 2]] {
        let corners = self.simplex.corners();
        if corners[0] == CENTRE { &[] } else { corners }
    }
}

/// What a descent over corners is for.
#[derive(Clone, Copy)]
struct DescentLimits {
    goal: Goal,
    error: f64,
}

/// A direction about halfway between two: the second support point is better there than along the first corner, and saves a quarter
/// of a step over hulls of 8 corners, half of one over those of 32.
#[inline(always)]
fn halfway(centre: DVec3, corner: DVec3) -> DVec3 {
    corner + centre * (corner.length_squared() / centre.length_squared()).sqrt()
}

/// The simplex to begin with: between corners, or, with nothing but a direction, at the centre.
#[inline]
fn start<F, S>(difference: &Difference<'_, F, S>, corners: &[[u32; 2]]) -> GjkSimplex
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let Some(first) = corners.first() else {
        let (centre, error) = (difference.centre(), difference.error());
        let point = if centre.length_squared() > error * error { centre } else { DVec3::X * (1.0 + 2.0 * error) };
        return GjkSimplex::new(SimplexCorner { point, corners: CENTRE });
    };
    let mut spots = [difference.extreme(*first).into(); 4];
    for (spot, corners) in spots.iter_mut().zip(corners).skip(1) {
        *spot = difference.extreme(*corners).into();
    }
    GjkSimplex::between(&spots, corners.len())
}
