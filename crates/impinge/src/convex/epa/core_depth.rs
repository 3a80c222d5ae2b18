//! The depth of two cores, by the cheapest arithmetic that closes its bounds: plain doubles, double-doubles, integers.

use super::depth_search::DepthSearch;
use super::double_double_depth::refine_depth;
use super::exact_epa::{Facet, IntegerDepth, integer_depth};
use super::expansion::{EpaEnding, EpaMemory};
use super::shallow_curved_depth::curved_depth;
use crate::bounded::Bounded;
use crate::convex::closest_feature_vertices::FeatureCorners;
use crate::convex::minkowski_difference::{Erased, SupportPoint};
use crate::convex::penetration_report::{DepthArithmetic, Overlap, Penetration, PenetrationOutcome};
use crate::convex::revolution::parallel_axes::{ParallelAxes, parallel_axes};
use crate::math::DVec3;
use crate::shape::Support;
use std::cmp::Ordering;

/// How close bounds must be, relative to the depth, to be taken without a finer arithmetic: 2^-40, under the 1e-12 that is promised by more than
/// radii add.
const CLOSE: f64 = f64::from_bits((1023 - 40) << 52);

/// The polytope that one query leaves for the next about the same pair of shapes at a nearby pose; any content is sound.
#[derive(Clone, Debug, Default)]
pub(in crate::convex) struct WarmPolytope {
    pub(in crate::convex) memory: EpaMemory,
    /// Whether the memory has a surface around the origin made of corners.
    pub(in crate::convex) holds: bool,
}

impl WarmPolytope {
    /// Forgets the surface, keeping the allocation.
    pub fn forget(&mut self) {
        self.holds = false;
    }
}

/// What is done where a surface in doubles has too many points to grow on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convex) enum LargeSurface {
    /// The depth is found in integers, in time that is the square of the facets that are nearly as near.
    Finish,
    /// The bounds found so far are the answer.
    KeepBounds,
}

/// The depth of two shapes without radii, in the first's frame.
pub(in crate::convex) fn of_cores(
    difference: &Erased<'_>,
    warm: &mut WarmPolytope,
    large: LargeSurface,
) -> Penetration {
    if let Some(found) = parallel_axes(difference) {
        warm.holds = false;
        return around_axes(&found);
    }
    let mut search = DepthSearch::new(difference, &mut warm.memory);
    if warm.holds {
        let ending = search.resume();
        if let Some(found) = closed(&search, ending) {
            warm.holds = ending == EpaEnding::Around;
            return found;
        }
    }
    let ending = search.run();
    if large == LargeSurface::KeepBounds && ending == EpaEnding::Stopped && difference.has_corners() {
        warm.holds = false;
        return as_far_as_known(&search);
    }
    let found = conclude(&search, ending);
    warm.holds = ending == EpaEnding::Around && difference.has_corners();
    found
}

/// What the ending of a search from an earlier surface says, where it is clear without integers; a new surface mostly needs none where
/// a moved one does.
pub(in crate::convex) fn closed<F, S>(search: &DepthSearch<'_, F, S>, ending: EpaEnding) -> Option<Penetration>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if matches!(ending, EpaEnding::Unclear | EpaEnding::Stopped) {
        return None;
    }
    let (outcome, arithmetic) = in_floats(search, ending)?;
    Some(Penetration { outcome, supports: search.expansion.supports, arithmetic })
}

/// The depth of bodies of revolution around parallel axes.
pub(in crate::convex) fn around_axes(found: &ParallelAxes) -> Penetration {
    let overlap = Overlap {
        depth: Bounded { lower: found.lower, value: found.best, upper: found.upper },
        direction: found.direction,
        points: found.points,
        features: [FeatureCorners::default(); 2],
    };
    let outcome = match found.sign {
        Some(Ordering::Greater) => PenetrationOutcome::Deep(overlap),
        Some(Ordering::Equal) => PenetrationOutcome::Touching(overlap),
        Some(Ordering::Less) => PenetrationOutcome::Apart { direction: found.direction, gap: -found.upper },
        None => PenetrationOutcome::Undecided { upper: found.upper, direction: found.direction },
    };
    Penetration { outcome, supports: 0, arithmetic: DepthArithmetic::DoubleDoubles }
}

/// What the ending of a search says.
pub(in crate::convex) fn conclude<F, S>(search: &DepthSearch<'_, F, S>, ending: EpaEnding) -> Penetration
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let (outcome, arithmetic) = in_floats(search, ending).unwrap_or_else(|| integers(search));
    Penetration { outcome, supports: search.expansion.supports, arithmetic }
}

/// The bounds of a search that stopped with the origin inside its surface.
fn as_far_as_known<F, S>(search: &DepthSearch<'_, F, S>) -> Penetration
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let expansion = &search.expansion;
    let lower = expansion.length(expansion.lower - expansion.error).max(0.0);
    let upper = expansion.length(expansion.upper()).max(lower);
    let depth = Bounded { lower, value: expansion.length(expansion.extent).clamp(lower, upper), upper };
    let outcome = deep(search, depth, expansion.direction);
    Penetration { outcome, supports: expansion.supports, arithmetic: DepthArithmetic::Doubles }
}

/// The answer in doubles, or in double-doubles; `None` where it takes integers.
fn in_floats<F, S>(search: &DepthSearch<'_, F, S>, ending: EpaEnding) -> Option<(PenetrationOutcome, DepthArithmetic)>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let exact = search.difference.has_corners();
    match ending {
        EpaEnding::Apart { direction, gap } => {
            return Some((PenetrationOutcome::Apart { direction, gap }, DepthArithmetic::Doubles));
        }
        EpaEnding::Unclear | EpaEnding::Around | EpaEnding::Stopped if !exact => return Some(curved(search, ending)),
        EpaEnding::Unclear => return None,
        EpaEnding::Around | EpaEnding::Stopped => {}
    }
    let (lower, upper) = (
        search.expansion.length(search.expansion.lower - search.expansion.error),
        search.expansion.length(search.expansion.upper()),
    );
    if upper - lower <= CLOSE * upper {
        let best = search.expansion.length(search.expansion.extent).max(lower);
        return Some((
            deep(search, Bounded { lower, value: best, upper }, search.expansion.direction),
            DepthArithmetic::Doubles,
        ));
    }
    let r = if ending == EpaEnding::Around { refine_depth(search) } else { None };
    let r = r.filter(|r| r.upper - r.lower <= CLOSE * r.upper)?;
    let depth = Bounded { lower: r.lower, value: r.best.clamp(r.lower, r.upper), upper: r.upper };
    Some((deep(search, depth, r.direction), DepthArithmetic::DoubleDoubles))
}

/// The answer for curved cores that are not certainly apart.
fn curved<F, S>(search: &DepthSearch<'_, F, S>, ending: EpaEnding) -> (PenetrationOutcome, DepthArithmetic)
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let found = if ending == EpaEnding::Unclear {
        0.0
    } else {
        search.expansion.length(search.expansion.lower - search.expansion.error)
    };
    let (lower, upper) = (found.max(0.0), search.expansion.length(search.expansion.upper()));
    if lower > 0.0 && upper - lower <= CLOSE * upper {
        let best = search.expansion.length(search.expansion.extent).max(lower);
        return (
            deep(search, Bounded { lower, value: best, upper }, search.expansion.direction),
            DepthArithmetic::Doubles,
        );
    }
    let fine = curved_depth(search.difference, search.expansion.direction);
    if let Some(fine) = fine.filter(|fine| fine.upper < 0.0) {
        let apart = PenetrationOutcome::Apart { direction: fine.direction, gap: -fine.upper };
        return (apart, DepthArithmetic::DoubleDoubles);
    }
    let lower = fine.map_or(lower, |fine| fine.lower.max(lower));
    // Which bound is the upper one says which direction is its witness.
    let fine = fine.filter(|fine| fine.upper < upper);
    let (upper, direction) = fine.map_or((upper, search.expansion.direction), |fine| (fine.upper, fine.direction));
    if lower <= 0.0 {
        return (PenetrationOutcome::Undecided { upper, direction }, DepthArithmetic::Doubles);
    }
    let best = fine.map_or(search.expansion.length(search.expansion.extent), |fine| fine.best);
    let depth = Bounded { lower, value: best.max(lower).min(upper), upper };
    let Some(fine) = fine else { return (deep(search, depth, direction), DepthArithmetic::Doubles) };
    let overlap = Overlap { depth, direction, points: fine.points, features: [FeatureCorners::default(); 2] };
    (PenetrationOutcome::Deep(overlap), DepthArithmetic::DoubleDoubles)
}

/// An overlap from the surface of a search.
fn deep<F, S>(search: &DepthSearch<'_, F, S>, depth: Bounded, direction: DVec3) -> PenetrationOutcome
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let (corners, weights) = search.foot(direction, search.expansion.upper()).unwrap_or(([0; 3], [1.0, 0.0, 0.0]));
    let (memory, cornered) = (&search.expansion.memory, search.expansion.has_corners);
    let known = |i: u16| {
        let extreme = search.difference.extreme(memory.corners[usize::from(i)]);
        if cornered { extreme } else { SupportPoint { of: memory.of[usize::from(i)], ..extreme } }
    };
    let [a, b, c] = corners;
    PenetrationOutcome::Deep(overlap([known(a), known(b), known(c)], weights, depth, direction, cornered))
}

fn overlap(
    extremes: [SupportPoint; 3],
    weights: [f64; 3],
    depth: Bounded,
    direction: DVec3,
    cornered: bool,
) -> Overlap {
    let weights = weights.map(|w| w.max(0.0));
    let share = 1.0 / (weights[0] + weights[1] + weights[2]);
    let middle = |side: usize| {
        (extremes[0].of[side] * weights[0] + extremes[1].of[side] * weights[1] + extremes[2].of[side] * weights[2])
            * share
    };
    let feature = |side: usize| {
        if cornered { FeatureCorners::from_ids(extremes.map(|e| e.corners[side])) } else { FeatureCorners::default() }
    };
    Overlap { depth, direction, points: [middle(0), middle(1)], features: [feature(0), feature(1)] }
}

/// The answer in integers.
fn integers<F, S>(search: &DepthSearch<'_, F, S>) -> (PenetrationOutcome, DepthArithmetic)
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let of_facet = |facet: &Facet| {
        let extremes = facet.corners.map(|c| search.difference.extreme(c));
        let depth = match facet.depth {
            0.0 => Bounded::exact(0.0),
            best => Bounded { lower: best.next_down(), value: best, upper: best.next_up() },
        };
        overlap(extremes, facet.weights, depth, facet.direction, true)
    };
    let outcome = match integer_depth(search.difference) {
        IntegerDepth::Apart { direction } => PenetrationOutcome::Apart { direction, gap: 0.0 },
        IntegerDepth::Touching(facet) => PenetrationOutcome::Touching(of_facet(&facet)),
        IntegerDepth::Deep(facet) => PenetrationOutcome::Deep(of_facet(&facet)),
    };
    (outcome, DepthArithmetic::Integers)
}
