//! How far apart two convex shapes are, and where: plain doubles with bounds, then for cores with corners double-double, then integers.

use super::closest_feature_vertices::FeatureCorners;
use super::curved_overlap::is_surely_inside;
use super::gjk::double_double::{RefinedDistance, refine_distance};
use super::gjk::edge_edge::edge_edge_points;
use super::gjk::exact_gjk::{ExactCorner, IntegerClosestPoint, shadow};
use super::gjk::gjk_iteration::{Descent, GjkEnding, Goal};
use super::gjk::polytope_gjk::CornerDescent;
use super::gjk::simplex_distance::SimplexDistance;
use super::gjk::warm_simplex::WarmSimplex;
use super::minkowski_difference::{Difference, Erased, PairOrder, SupportPoint};
use super::revolution::parallel_axes::{ParallelAxes, parallel_axes};
use super::separation::{GjkSteps, Separation};
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};
use crate::shape::Support;

/// The widest bounds, relative to the upper one, with which plain doubles are believed where there is a better way.
const TIGHT: f64 = 1e-12;

/// Bound on the relative rounding of a sum of a few lengths.
pub(super) const SUM: f64 = 4.0 * f64::EPSILON;

/// How far the bounds of a refined distance are set from it (relative).
const REFINED: f64 = 1e-14;

/// The distance of two convex shapes, B carried into A's frame by the pose.
///
/// For cores with corners it is good to 1e-12 of itself however small it is, and 0 exactly where the shapes meet. For curved cores
/// the bounds say how good it is.
pub fn distance<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Separation
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    distance_from(a, b, a_from_b, &mut WarmSimplex::default())
}

/// [`distance`], beginning where the last query of the pair ended.
///
/// Where the closest points lie between the corners of one simplex only, as they do but for parallel features, the start leaves no
/// trace in the answer; else it may choose among equally close points.
pub(super) fn distance_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmSimplex) -> Separation
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match PairOrder::choose(a, b, a_from_b) {
        PairOrder::Kept => {
            let mut found = measure(&Difference::new(a, b, a_from_b), warm);
            found.axis = found.axis.map(|v| -v);
            found
        }
        PairOrder::Swapped => measure(&Difference::new(b, a, a_from_b), warm).swapped(a_from_b),
    }
}

/// The separation in the frame of the first, with the axis from the second to the first.
fn measure<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmSimplex) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if !difference.has_corners() {
        return curved(&difference.erased(), warm);
    }
    let corner_descent = CornerDescent::run(difference, Goal::Distance, warm);
    match simplex_distance(difference, &corner_descent, warm) {
        Some(nearest) => separation_at(difference, &nearest, corner_descent.steps),
        None => descended(&difference.erased(), &corner_descent, warm),
    }
}

/// Where a descent over corners ended, if plain doubles are believed there.
#[inline(always)]
pub(super) fn simplex_distance<F, S>(
    difference: &Difference<'_, F, S>,
    corner_descent: &CornerDescent,
    warm: &mut WarmSimplex,
) -> Option<SimplexDistance>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let nearest = SimplexDistance::from_descent(corner_descent, difference)?;
    let is_settled = is_settled([nearest.lower, nearest.upper], difference.radius());
    if is_settled {
        *warm = WarmSimplex::at(nearest.corners, nearest.count, nearest.v);
    }
    is_settled.then_some(nearest)
}

/// The answer by a descent from where a descent over corners ended.
#[inline(never)]
fn descended(difference: &Erased<'_>, corner_descent: &CornerDescent, warm: &mut WarmSimplex) -> Separation {
    let descent = Descent::after(corner_descent, difference, Goal::Distance);
    *warm = descent.warm();
    conclude(difference, &descent)
}

/// The answer where a core is curved.
#[inline(never)]
fn curved(difference: &Erased<'_>, warm: &mut WarmSimplex) -> Separation {
    let parallel = parallel_axes(difference);
    if let Some(found) = &parallel {
        let apart = around_axes(found, [difference.first.radius(), difference.second.radius()]);
        if apart.distance.upper > 0.0 {
            return apart;
        }
    }
    let descent = Descent::run(difference, Goal::Distance, warm);
    *warm = descent.warm();
    if parallel.is_some() {
        // The axes prove that they meet, but their points are the ends of the separating translation.
        let steps = GjkSteps { plain: descent.steps, ..GjkSteps::default() };
        return Separation::meeting(descent.meeting_points(difference), steps);
    }
    conclude(difference, &descent)
}

/// Whether plain doubles are believed where there is a better way; coordinates beyond 2^255 overflow, and nothing is known then.
#[inline]
fn is_settled([lower, upper]: [f64; 2], radius: f64) -> bool {
    upper >= radius && upper - lower <= TIGHT * (upper - radius) && upper.is_finite()
}

/// A distance between bounds. What rounding cannot tell from touching counts as meeting, as in `intersects`.
#[inline(always)]
fn bounded(length: f64, [lower, upper]: [f64; 2]) -> Bounded {
    Bounded { lower, value: if lower > 0.0 { length.clamp(lower, upper) } else { 0.0 }, upper }
}

/// The answer at the end of a descent over corners.
#[inline(always)]
pub(super) fn separation_at<F, S>(
    difference: &Difference<'_, F, S>,
    nearest: &SimplexDistance,
    steps: u32,
) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let radius = difference.radius();
    let slack = 2.0 * f64::EPSILON * (radius + nearest.upper);
    let (lower, upper) = ((nearest.lower - radius - slack).max(0.0), (nearest.upper - radius + slack).max(0.0));
    let unit = nearest.v / nearest.length;
    let [[a, i], [b, j], [c, k]] = nearest.corners;
    Separation {
        distance: bounded(nearest.length - radius, [lower, upper]),
        points: rounded(difference, nearest.points, unit),
        axis: Some(unit),
        features: [FeatureCorners::from_three([a, b, c]), FeatureCorners::from_three([i, j, k])],
        steps: GjkSteps { plain: steps, ..GjkSteps::default() },
    }
}

/// The separation of bodies of revolution around parallel axes, rounded by radii; where they meet, with points at the ends of the separating translation.
pub(super) fn around_axes(found: &ParallelAxes, [r, s]: [f64; 2]) -> Separation {
    let radius = r + s;
    let slack = if radius > 0.0 { SUM * (radius + found.best.abs()) } else { 0.0 };
    let (lower, upper) = ((-found.upper - radius - slack).max(0.0), (-found.lower - radius + slack).max(0.0));
    let [p, q] = found.points;
    let [p, q] = [p + found.direction * r, q - found.direction * s];
    if upper == 0.0 {
        return Separation::meeting([p, q], GjkSteps::default());
    }
    Separation {
        distance: bounded(-found.best - radius, [lower, upper]),
        axis: Some(-found.direction),
        ..Separation::meeting([p, q], GjkSteps::default())
    }
}

/// As [`measure`], from where a descent to the distance ended.
#[inline]
pub(super) fn conclude<F, S>(difference: &Difference<'_, F, S>, descent: &Descent) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let radius = difference.radius();
    if descent.ending == GjkEnding::Inside || descent.upper < radius {
        return Separation::meeting(
            descent.meeting_points(difference),
            GjkSteps { plain: descent.steps, ..GjkSteps::default() },
        );
    }
    if difference.has_corners() {
        return if is_settled([descent.lower, descent.upper], radius) {
            plain(difference, descent)
        } else {
            closer(difference, descent)
        };
    }
    if descent.lower <= radius && is_surely_inside(difference, descent) {
        let steps = GjkSteps { plain: descent.steps, ..GjkSteps::default() };
        return Separation::meeting(descent.meeting_points(difference), steps);
    }
    plain(difference, descent)
}

/// The answer of plain doubles.
#[inline]
fn plain<F, S>(difference: &Difference<'_, F, S>, descent: &Descent) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let radius = difference.radius();
    let slack = 2.0 * f64::EPSILON * (radius + descent.upper);
    let (lower, upper) = ((descent.lower - radius - slack).max(0.0), (descent.upper - radius + slack).max(0.0));
    let length = descent.v.length();
    let steps = GjkSteps { plain: descent.steps, ..GjkSteps::default() };
    let unit = descent.v / length;
    if !unit.is_finite() {
        return Separation {
            distance: Bounded { lower, value: 0.0, upper },
            ..Separation::meeting(descent.points, steps)
        };
    }
    let features = if difference.has_corners() { descent.features() } else { [FeatureCorners::default(); 2] };
    // Over curved cores the lower bound may be that of an earlier step, whose direction is its witness.
    let witness = if difference.has_corners() { None } else { descent.axis.try_normalize() };
    Separation {
        distance: bounded(length - radius, [lower, upper]),
        points: rounded(difference, descent.points, unit),
        axis: witness.or(Some(unit)),
        features,
        steps,
    }
}

/// Points of the shapes from points of the cores, with the unit vector from the second to the first.
fn rounded<F, S>(difference: &Difference<'_, F, S>, [p, q]: [DVec3; 2], unit: DVec3) -> [DVec3; 2]
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    [p - unit * difference.first.radius(), q + unit * difference.second.radius()]
}

/// The answer for cores with corners that plain doubles cannot give.
#[cold]
fn closer<F, S>(difference: &Difference<'_, F, S>, descent: &Descent) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut steps = GjkSteps { plain: descent.steps, refined: 1, exact: 0 };
    let corners = descent.exact_corners(difference);
    if let Some(refined) = refine_distance(difference, &corners) {
        return at_foot(difference, &corners, &refined, steps);
    }
    let (foot, exact) = IntegerClosestPoint::descend(difference, &corners);
    steps.exact = exact;
    let gap = foot.gap([difference.first.radius(), difference.second.radius()]);
    let refined = RefinedDistance { gap, weights: foot.rounded_weights(), axis: shadow(&foot.direction).0 };
    at_foot(difference, &foot.corners, &refined, steps)
}

/// The separation at a nearest point between corners.
fn at_foot<F, S>(
    difference: &Difference<'_, F, S>,
    corners: &[ExactCorner],
    &RefinedDistance { gap, weights, axis }: &RefinedDistance,
    steps: GjkSteps,
) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let unit = axis.normalize_or_zero();
    let points = rounded(difference, core_points(corners, weights), unit);
    if gap <= 0.0 {
        return Separation::meeting(points, steps);
    }
    let feature = |side: usize| FeatureCorners::from_ids(corners.iter().map(|corner| corner.ids[side]));
    Separation {
        distance: Bounded { lower: gap * (1.0 - REFINED), value: gap, upper: gap * (1.0 + REFINED) },
        points,
        axis: Some(unit),
        features: [feature(0), feature(1)],
        steps,
    }
}

/// The points of the cores that weights give; between two edges from the edges alone.
fn core_points(corners: &[ExactCorner], weights: [f64; 4]) -> [DVec3; 2] {
    let mut weighted: Vec<(ExactCorner, f64)> = corners.iter().copied().zip(weights).collect();
    weighted.sort_unstable_by_key(|(corner, _)| corner.ids);
    let extreme = |c: &ExactCorner| SupportPoint { point: c.of[0] - c.of[1], of: c.of, corners: c.ids };
    let simplex: Vec<SupportPoint> = weighted.iter().map(|(c, _)| extreme(c)).collect();
    let combined = |side: usize| weighted.iter().map(|(c, w)| c.of[side] * *w).sum::<DVec3>();
    edge_edge_points(&simplex).map_or_else(|| [combined(0), combined(1)], |crossing| crossing.points)
}

impl Descent {
    /// What the next query of the pair may begin with.
    #[inline]
    pub(super) fn warm(&self) -> WarmSimplex {
        WarmSimplex::new(&self.simplex[..self.count], self.axis)
    }

    /// The corners of the simplex, exactly posed; some corner if there is none.
    pub(super) fn exact_corners<F, S>(&self, difference: &Difference<'_, F, S>) -> Vec<ExactCorner>
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let simplex = &self.simplex[..self.count.max(1)];
        simplex.iter().map(|s| ExactCorner { ids: s.corners, of: difference.exact_corners(s.corners) }).collect()
    }

    /// A point that both shapes have, up to rounding.
    fn meeting_points<F, S>(&self, difference: &Difference<'_, F, S>) -> [DVec3; 2]
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let [p, q] = self.points;
        let (r, s) = (difference.first.radius(), difference.second.radius());
        // Between the cores, as deep in one's rounding as in the other's.
        let point = if r + s > 0.0 { p + (q - p) * (r / (r + s)) } else { p };
        [point, if r + s > 0.0 { point } else { q }]
    }

    #[inline]
    fn features(&self) -> [FeatureCorners; 2] {
        let of_side =
            |side: usize| FeatureCorners::from_ids(self.simplex[..self.count].iter().map(|s| s.corners[side]));
        [of_side(0), of_side(1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;
    use crate::math::random::Random;
    use crate::shape::Polytope;

    /// Hulls moved to gaps from 1 down to the rounding of coordinates: whatever way the distance was found, integers that start from the first
    /// corners agree to 1e-12, and the bounds hold.
    #[test]
    fn all_three_ways_agree_with_integers_from_afar() {
        let mut random = Random(17);
        let mut next = || random.number() * 0.5;
        let (mut plain, mut refined, mut exact, mut met) = (0, 0, 0, 0);
        for round in 0..600 {
            let mut vector = || DVec3::new(next(), next(), next());
            let mut hull = || Polytope::try_new(&(0..12).map(|_| vector()).collect::<Vec<_>>()).unwrap();
            let (a, b) = (hull(), hull());
            let turn = DQuat::from_euler(glam::EulerRot::XYZ, next() * 6.0, next() * 6.0, next() * 6.0);
            let far = DVec3::new(next(), next(), next()).normalize() * 3.0;
            let start = distance(&a, &b, &Pose::from_quaternion(turn, far).unwrap());
            let gap = 10f64.powi(-(round % 18));
            let nearer = far - start.axis.unwrap() * (start.distance.value - gap);
            let pose = Pose::from_quaternion(turn, nearer).unwrap();
            let found = distance(&a, &b, &pose);
            let difference = Difference::new(&a, &b, &pose);
            let first = ExactCorner { ids: [0; 2], of: difference.exact_corners([0; 2]) };
            let (foot, _) = IntegerClosestPoint::descend(&difference, &[first]);
            let expected = foot.distance();
            assert!((found.distance.value - expected).abs() <= 1e-12 * expected, "{gap:e}: {found:?} {expected:e}");
            assert!(
                found.distance.lower <= expected * (1.0 + 1e-15) && expected * (1.0 - 1e-15) <= found.distance.upper
            );
            assert!(found.distance.upper - found.distance.lower <= 1e-12 * found.distance.upper);
            match found.steps {
                GjkSteps { exact: 1.., .. } => exact += 1,
                GjkSteps { refined: 1.., .. } => refined += 1,
                _ => plain += 1,
            }
            met += u32::from(expected == 0.0);
        }
        assert!(plain > 30 && refined > 200 && exact > 10 && met > 10, "{plain} {refined} {exact} {met}");
    }
}
