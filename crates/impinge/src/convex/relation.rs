//! Whether two convex shapes are apart, touch or overlap: exactly for cores with corners, with bounds for curved ones.

use super::curved_overlap::is_surely_inside;
use super::exact_touching::{OriginLocation, locate_origin};
use super::gjk::double_double::{RefinedDistance, refine_distance};
use super::gjk::exact_gjk::{IntegerClosestPoint, shadow};
use super::gjk::gjk_iteration::{Descent, GjkEnding, Goal};
use super::gjk::quick_separation::QuickSeparation;
use super::gjk::warm_simplex::WarmSimplex;
use super::minkowski_difference::{Difference, Erased, PairOrder};
use super::revolution::parallel_axes::parallel_axes;
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};
use crate::shape::Support;
use std::cmp::Ordering;

/// How two convex shapes stand to each other.
///
/// They overlap if they still share a point after every small enough shift of one of them. For two solids this means that their
/// interiors meet; two flat shapes in one plane touch, a flat shape that pierces a solid overlaps it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ConvexRelation {
    /// They share no point.
    Disjoint,
    /// They share a point, and an arbitrarily small shift can part them.
    Touching,
    /// They share a point, and no small shift parts them.
    Overlapping,
    /// For curved cores only: rounding cannot tell. Where the lower bound of the distance is negative, they may overlap by as much.
    Undecided {
        /// The distance, negative where they overlap.
        distance: Bounded,
    },
}

/// The relation of two convex shapes, B carried into A's frame by the pose.
pub fn relation<A, B>(a: &A, b: &B, a_from_b: &Pose) -> ConvexRelation
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    relation_from(a, b, a_from_b, &mut WarmSimplex::default())
}

/// [`relation`], beginning where the last query of the pair ended.
pub(super) fn relation_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmSimplex) -> ConvexRelation
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match PairOrder::choose(a, b, a_from_b) {
        PairOrder::Kept => relate(&Difference::new(a, b, a_from_b), warm),
        PairOrder::Swapped => relate(&Difference::new(b, a, a_from_b), warm),
    }
}

/// Whether two convex shapes share a point, B carried into A's frame by the pose.
///
/// Exact for cores with corners. Curved ones that rounding cannot tell from touching count as meeting.
pub fn intersects<A, B>(a: &A, b: &B, a_from_b: &Pose) -> bool
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    intersects_from(a, b, a_from_b, &mut WarmSimplex::default())
}

/// [`intersects`], beginning where the last query of the pair ended.
pub(super) fn intersects_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmSimplex) -> bool
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match PairOrder::choose(a, b, a_from_b) {
        PairOrder::Kept => !DistanceComparison::compare(&Difference::new(a, b, a_from_b), warm).is_disjoint(),
        PairOrder::Swapped => !DistanceComparison::compare(&Difference::new(b, a, a_from_b), warm).is_disjoint(),
    }
}

/// A unit direction along which all of A comes before all of B, in A's frame; `None` where the shapes meet, or for curved ones
/// may meet. The direction is rounded, and so separates gaps down to the rounding of coordinates only.
pub fn separating_axis<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Option<DVec3>
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    let warm = &mut WarmSimplex::default();
    match PairOrder::choose(a, b, a_from_b) {
        PairOrder::Kept => DistanceComparison::compare(&Difference::new(a, b, a_from_b), warm).axis().map(|v| -v),
        PairOrder::Swapped => {
            let axis = DistanceComparison::compare(&Difference::new(b, a, a_from_b), warm).axis()?;
            Some(if a_from_b.is_identity() { axis } else { a_from_b.transform_vector(axis) })
        }
    }
}

/// How the distance of the cores compares with the sum of the radii.
enum DistanceComparison {
    /// It is more, as seen along this direction from the second to the first.
    More(DVec3),
    /// It is less, or the origin is certainly inside the difference.
    Less,
    /// They are equal, and an arbitrarily small shift makes the distance more.
    Equal,
    /// Both are zero: the origin is in the difference, where this says.
    Zero(Box<IntegerClosestPoint>),
    /// Rounding cannot tell.
    Unknown(Box<Descent>),
}

impl DistanceComparison {
    #[inline]
    fn compare<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmSimplex) -> Self
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let radius = difference.radius();
        if radius == 0.0 {
            match QuickSeparation::find(difference, warm) {
                QuickSeparation::Apart(axis) => return Self::More(axis.normalize_or_zero()),
                QuickSeparation::Inside => return Self::Less,
                QuickSeparation::Open => {}
            }
        }
        Self::by_descent(&difference.erased(), warm)
    }

    /// What the quick search leaves open.
    #[inline(never)]
    fn by_descent(difference: &Erased<'_>, warm: &mut WarmSimplex) -> Self {
        let radius = difference.radius();
        let descent = Descent::run(difference, Goal::Compare(radius * (1.0 + 2.0 * f64::EPSILON)), warm);
        *warm = descent.warm();
        if descent.ending == GjkEnding::Compared && descent.lower > radius {
            return Self::More(descent.axis.normalize_or_zero());
        }
        if descent.ending == GjkEnding::Inside || descent.upper < radius * (1.0 - 2.0 * f64::EPSILON) {
            return Self::Less;
        }
        if difference.has_corners() {
            return Self::exactly(difference, &descent);
        }
        match parallel_axes(difference).and_then(|found| Some((found.rounded_sign(radius)?, found.direction))) {
            Some((Ordering::Greater, _)) => Self::Less,
            Some((Ordering::Equal, _)) => Self::Equal,
            Some((Ordering::Less, direction)) => Self::More(-direction),
            None => Self::Unknown(Box::new(descent)),
        }
    }

    #[cold]
    fn exactly(difference: &Erased<'_>, descent: &Descent) -> Self {
        let corners = descent.exact_corners(difference);
        if let Some(RefinedDistance { gap, axis, .. }) = refine_distance(difference, &corners) {
            return if gap > 0.0 { Self::More(axis.normalize_or_zero()) } else { Self::Less };
        }
        let (foot, _) = IntegerClosestPoint::descend(difference, &corners);
        match foot.compare([difference.first.radius(), difference.second.radius()]) {
            Ordering::Greater => Self::More(shadow(&foot.direction).0.normalize_or_zero()),
            Ordering::Less => Self::Less,
            Ordering::Equal if foot.is_origin() => Self::Zero(Box::new(foot)),
            Ordering::Equal => Self::Equal,
        }
    }

    fn is_disjoint(&self) -> bool {
        matches!(self, Self::More(_))
    }

    fn axis(&self) -> Option<DVec3> {
        if let Self::More(axis) = self { Some(*axis) } else { None }
    }
}

fn relate<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmSimplex) -> ConvexRelation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    match DistanceComparison::compare(difference, warm) {
        DistanceComparison::More(_) => ConvexRelation::Disjoint,
        DistanceComparison::Less => ConvexRelation::Overlapping,
        DistanceComparison::Equal => ConvexRelation::Touching,
        DistanceComparison::Zero(foot) => match locate_origin(&difference.erased(), &foot) {
            OriginLocation::Boundary => ConvexRelation::Touching,
            OriginLocation::Interior => ConvexRelation::Overlapping,
        },
        DistanceComparison::Unknown(descent) => undecided(&difference.erased(), &descent),
    }
}

/// A second look at curved cores near the origin.
fn undecided(difference: &Erased<'_>, descent: &Descent) -> ConvexRelation {
    if is_surely_inside(difference, descent) {
        return ConvexRelation::Overlapping;
    }
    let radius = difference.radius();
    ConvexRelation::Undecided { distance: Bounded::between(descent.lower - radius, descent.upper - radius) }
}

#[cfg(test)]
mod tests {
    use super::super::distance::distance;
    use super::*;
    use crate::math::DQuat;
    use crate::math::random::Random;
    use crate::shape::Polytope;

    /// A hull of `count` points that span 3, 2, 1 or 0 dimensions.
    fn hull(random: &mut Random, count: usize, dimensions: usize, scale: f64) -> Polytope {
        let mut flat = DVec3::ZERO;
        flat.as_mut()[..dimensions].fill(1.0);
        let points: Vec<DVec3> = (0..count).map(|_| (random.vector() * flat + 0.1) * scale).collect();
        Polytope::try_new(&points).unwrap()
    }

    /// What the quick search says, cold and from any start, against the descent with integers behind it: hulls, polygons, segments and points, moved to
    /// gaps and depths from 1 down to nothing, as they are and 2^±200 times as large.
    #[test]
    fn what_a_glance_shows_the_descent_finds_too() {
        let mut random = Random(41);
        let (mut clear, mut seen, mut open, mut apart, mut inside) = (0, 0, 0, 0, 0);
        let mut start = WarmSimplex::default();
        for round in 0..3_000 {
            let scale = [1.0, 2f64.powi(200), 2f64.powi(-200)][round % 3];
            let dimensions = [3, 3, 3, 2, 1, 0][round / 3 % 6];
            let count = 4 + round % 30;
            let [a, b] = [3, dimensions].map(|dimensions| hull(&mut random, count, dimensions, scale));
            let mut next = || random.number() * 3.0;
            let turn = DQuat::from_euler(glam::EulerRot::XYZ, next(), next(), next());
            let place = DVec3::new(next(), next(), next()).normalize() * scale * 4.0 * next().abs();
            let mut pose = Pose::from_quaternion(turn, place).unwrap();
            let (gap, found) = ([1.0, 1e-3, 1e-10, 1e-15, 0.0, -1e-15, -1e-3][round % 7], distance(&a, &b, &pose));
            if let (Some(axis), 1..) = (found.axis, round % 7) {
                pose = Pose::from_quaternion(turn, place - axis * (found.distance.value - gap * scale)).unwrap();
            }
            let difference = Difference::new(&a, &b, &pose);
            let expected = DistanceComparison::by_descent(&difference.erased(), &mut WarmSimplex::default());
            let mut warm = WarmSimplex::default();
            let glances =
                [QuickSeparation::find(&difference, &mut warm), QuickSeparation::find(&difference, &mut warm), {
                    QuickSeparation::find(&difference, &mut start)
                }];
            for glance in glances {
                match glance {
                    QuickSeparation::Apart(_) => assert!(expected.is_disjoint(), "{round}"),
                    QuickSeparation::Inside => assert!(matches!(expected, DistanceComparison::Less), "{round}"),
                    QuickSeparation::Open => open += 1,
                }
            }
            (apart, inside) = (apart + u32::from(expected.is_disjoint()), inside + u32::from(!expected.is_disjoint()));
            if round % 7 == 0 && dimensions == 3 {
                (clear, seen) = (clear + 1, seen + u32::from(glances[0] != QuickSeparation::Open));
                assert_eq!(
                    glances[0] == QuickSeparation::Open,
                    glances[1] == QuickSeparation::Open,
                    "{round}: warm from its own end"
                );
            }
        }
        assert!(clear > 200 && seen * 50 >= clear * 49, "{seen} of {clear} clear pairs decided at a glance");
        assert!(open > 1_000 && apart > 800 && inside > 800, "{open} open, {apart} apart, {inside} not");
    }
}
