//! How deep two convex shapes are in each other: the least length by which one must move to leave the other.
//!
//! It is the distance of the origin from the surface of the Minkowski difference. Three routes lead there, each taken where the one
//! before leaves more than 2^-40 of the depth open: a growing surface in plain doubles (van den Bergen 2001, made sound, see
//! `docs/notes/penetration.md`), its nearest faces in double-doubles, and a surface in integers, which always ends. Curved cores
//! have the first, then aimed rays in double-doubles, and around parallel axes a closed form. What is reported always holds:
//! `lower ≤ depth ≤ upper`, and touching is exact.

use super::distance_or_depth::{Core, Proximity, WarmProximity, grown, proximity, reading};
use super::epa::core_depth::{WarmPenetration, of_cores, with_room};
use super::minkowski_difference::{Difference, Erased, Order};
use super::penetration_report::{Depth, Overlap, Penetration, PenetrationOutcome, Route};
use super::relation::{ConvexRelation, relation};
use super::separation::SUM;
use super::warm_start::Warm;
use crate::math::Pose;
use crate::shape::Support;

/// How deep two convex shapes are in each other; `a_from_b` carries B into A's frame.
pub fn penetration<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    with_room(|room| penetration_from(a, b, a_from_b, room))
}

/// As [`penetration`], from what an earlier query left.
pub fn penetration_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmPenetration) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match Order::of(a, b, a_from_b) {
        Order::Kept => of_shapes(&Difference::new(a, b, a_from_b).erased(), warm),
        Order::Swapped => of_shapes(&Difference::new(b, a, a_from_b).erased(), warm).swapped(a_from_b),
    }
}

/// The depth of two shapes in canonical order, in the first's frame.
fn of_shapes(difference: &Erased<'_>, warm: &mut WarmPenetration) -> Penetration {
    if difference.radius() > 0.0 { rounded(difference, warm) } else { of_cores(difference, warm) }
}

/// The depth of two shapes with radii, in the first's frame.
fn rounded(difference: &Erased<'_>, warm: &mut WarmPenetration) -> Penetration {
    let (first, second) = (Core(difference.first), Core(difference.second));
    let pose = difference.first_from_second();
    let cores = Difference::new(&first, &second, &pose);
    let mut both = WarmProximity { apart: Warm::default(), deep: std::mem::take(warm) };
    let place = proximity(&cores, &mut both);
    *warm = both.deep;
    let (supports, route) = match &place {
        Proximity::Apart(apart) => (apart.steps.plain, Route::Doubles),
        Proximity::Meeting(found, _) => (found.supports, found.route),
    };
    let found = reading(&cores, &place);
    let radii = [difference.first.radius(), difference.second.radius()];
    let radius = radii[0] + radii[1];
    let slack = SUM * (radius + found.upper.abs().max(found.lower.abs()));
    let (lower, upper) = (radius - found.upper - slack, radius - found.lower + slack);
    let overlap = |depth| Overlap {
        depth,
        direction: found.axis,
        points: grown(found.points, found.axis, radii),
        features: found.features,
    };
    let outcome = if upper < 0.0 {
        PenetrationOutcome::Apart { direction: found.axis, gap: -upper }
    } else if lower > 0.0 {
        PenetrationOutcome::Deep(overlap(Depth { lower, best: radius - found.distance, upper }))
    } else {
        match relation(difference.first, difference.second, &pose) {
            ConvexRelation::Disjoint => PenetrationOutcome::Apart { direction: found.axis, gap: 0.0 },
            ConvexRelation::Touching => {
                PenetrationOutcome::Touching(overlap(Depth { lower: 0.0, best: 0.0, upper: 0.0 }))
            }
            ConvexRelation::Overlapping => PenetrationOutcome::Deep(overlap(Depth {
                lower: 0.0,
                best: (radius - found.distance).clamp(0.0, upper),
                upper,
            })),
            ConvexRelation::Undecided { .. } => PenetrationOutcome::Undecided { upper },
        }
    };
    Penetration { outcome, supports, route }
}
