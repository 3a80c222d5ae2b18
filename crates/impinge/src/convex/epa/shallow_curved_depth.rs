//! The depth of curved cores that are shallow, in double-doubles: the separating translation near a direction, and a proof that no other is shorter.
//!
//! Where the ray along n leaves the difference D at a normal n, its point there is the foot: the depth is h = h(n). With n along the third axis, F(u) =
//! h(u, 1) is convex, and directions at a slope w from n have extent F / √(1 + w²). Three facts hold for all of them:
//! - the foot (0, 0, t) is in D, so F ≥ t: enough while w²/2 is less than what is promised;
//! - F is convex, so a ring of directions at slope ρ with F ≥ F(0) + σρ gives F ≥ F(0) + σw from ρ on, which is enough up to w = 2σ / t, and for all
//!   w if σ ≥ t; ring follows ring until that is so. The difference of a shallow pair is much flatter than its depth, and one or two are enough;
//! - behind the origin h(s, -c) ≥ σs - F(0)c by the same convexity, and ≥ Hc by the foot at height H of the ray against n.
//!
//! So finitely many farthest points bound the extents along all directions; a surface around the origin would need them as close as the foot is.

use super::portal_refinement::{Cut, FINE, Portal, ROUND, SLOPES, Sight, corner, normalised};
use crate::convex::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::math::double_double::{DoubleDouble, Vector};
use crate::shape::Support;

/// Slope (dimensionless) within which the foot alone is proof: 2^-21, as half its square is a quarter of what is promised.
const AT_FOOT: f64 = f64::from_bits((1023 - 21) << 52);

/// Slope of a portal (dimensionless) that needs no further aim: 2^-40.
const AIMED: f64 = f64::from_bits((1023 - 40) << 52);

/// The steepest portal (dimensionless) that will do, 2^-24: half its square is lost.
const AIMED_ENOUGH: f64 = f64::from_bits((1023 - 24) << 52);

/// How close the height and extent of a portal are brought, relative to the height, where it is only good to aim by: 2^-16.
const ROUGH: f64 = f64::from_bits((1023 - 16) << 52);

/// The same where it is good to measure by: 2^-50.
const CLOSE: f64 = f64::from_bits((1023 - 50) << 52);

/// The least slope that a portal is looked for in (dimensionless), 2^-30: its points are apart by enough for double-doubles.
const NARROW: f64 = f64::from_bits((1023 - 30) << 52);

/// Aims before the search is given up: each divides the slope by how much flatter than deep the difference is.
const MOST_AIMS: u32 = 16;

/// Rings before the proof is given up.
const MOST_RINGS: u32 = 24;

/// How often a side of a ring may be halved.
const MOST_HALVINGS: u32 = 5;

/// Bound on the relative rounding of what is computed in doubles here: 2^-48.
const ROUNDING: f64 = f64::from_bits((1023 - 48) << 52);

/// A depth with bounds; without a proof the lower one is negative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) struct CurvedDepth {
    pub lower: f64,
    pub best: f64,
    pub upper: f64,
    /// Of length 1.
    pub direction: DVec3,
    /// Points of the cores that are the depth apart.
    pub points: [DVec3; 2],
}

/// The depth near a direction of length 1; `None` where a core knows doubles only, or no separating translation is near.
pub(in crate::convex) fn curved_depth<F, S>(difference: &Difference<'_, F, S>, near: DVec3) -> Option<CurvedDepth>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut ray = near.to_array().map(DoubleDouble::from);
    let (mut slope, mut close) = (SLOPES[0], ROUGH);
    for aim in 1..=MOST_AIMS {
        let sight = Sight::along(difference, &ray)?;
        let portal = sight.portal(slope, close)?;
        let steepest = portal.slope.iter().fold(0.0, |most: f64, x| most.max(x.to_double().abs()));
        let is_rough = std::mem::replace(&mut close, CLOSE) > CLOSE;
        slope = (8.0 * steepest).clamp(NARROW, SLOPES[0]);
        if is_rough {
            // Only good to aim by.
        } else if steepest <= AIMED || (aim == MOST_AIMS && steepest <= AIMED_ENOUGH) {
            return measured(difference, &sight, &portal);
        }
        ray = sight.direction(portal.slope);
    }
    None
}

/// The bounds along the separating translation.
fn measured<F, S>(difference: &Difference<'_, F, S>, sight: &Sight<'_, F, S>, portal: &Portal) -> Option<CurvedDepth>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let unit = sight.unit.to_double();
    let middle = sight.look([DoubleDouble::default(); 2])?.point[2];
    let slope = portal.slope.map(DoubleDouble::to_double);
    let tilted = portal.extent.to_double() / (1.0 + slope[0] * slope[0] + slope[1] * slope[1]).sqrt();
    let (ray, middle_extent) = (sight.axes[2], middle.to_double());
    let (best, normal) = if tilted < middle_extent {
        (tilted, normalised(&sight.direction(portal.slope))?)
    } else {
        (middle_extent, ray)
    };
    let upper = best + ROUNDING * best.abs() + FINE;
    let (off, height) = portal.foot();
    let height = height.to_double();
    let promised = height * (1.0 - AT_FOOT * AT_FOOT / 2.0 - ROUNDING) - off * AT_FOOT - FINE;
    let proof = Proof { sight, middle, promised };
    let is_proved = promised > 0.0 && proof.holds(difference)?;
    Some(CurvedDepth {
        lower: if is_proved { promised / unit } else { -1.0 },
        best: best.max(promised) / unit,
        upper: upper / unit,
        direction: DVec3::from_array(normal.map(DoubleDouble::to_double)),
        points: portal.points(),
    })
}

/// What is to be proved: no extent is less than promised.
struct Proof<'a, F: ?Sized, S: ?Sized> {
    sight: &'a Sight<'a, F, S>,
    /// The extent along the ray.
    middle: DoubleDouble,
    promised: f64,
}

impl<F: Support + ?Sized, S: Support + ?Sized> Proof<'_, F, S> {
    /// Whether rings around the ray, and its other end, prove it.
    fn holds(&self, difference: &Difference<'_, F, S>) -> Option<bool> {
        let mut radius = AT_FOOT;
        for _ in 0..MOST_RINGS {
            let rise = self.ring(radius)?;
            if rise >= self.promised && self.holds_behind(difference, rise)? {
                return Some(true);
            }
            let reached = 2.0 * rise / self.promised * (1.0 - ROUNDING);
            if reached < 1.25 * radius || radius >= 1.0 {
                return Some(false);
            }
            radius = reached.min(1.0);
        }
        Some(false)
    }

    /// Whether a rise around the ray and the foot at its other end prove it for the directions behind.
    fn holds_behind(&self, difference: &Difference<'_, F, S>, rise: f64) -> Option<bool> {
        let back: Vector = self.sight.axes[2].map(|x| -x);
        let (off, height) = Sight::along(difference, &back)?.portal(SLOPES[0], ROUGH)?.foot();
        let (height, middle) = (height.to_double() - FINE, self.middle.to_double() + FINE);
        let least = (rise * height - middle * off) / (height + middle).hypot(rise + off);
        Some(height > 0.0 && least * (1.0 - ROUNDING) >= self.promised)
    }

    /// How much extents along (u, 1) rise on a ring, divided by its radius; at most 0 where they may not.
    fn ring(&self, radius: f64) -> Option<f64> {
        // The corners are rounded, and must not be outside.
        let inner = radius * (1.0 - ROUNDING);
        let mut corners = Vec::with_capacity(ROUND + 1);
        for k in 0..=ROUND {
            let u = corner(inner, k % ROUND);
            corners.push((u, self.sight.look(u)?));
        }
        let mut least = f64::INFINITY;
        for side in corners.windows(2) {
            least = least.min(self.side(&side[0], &side[1], MOST_HALVINGS)?);
        }
        Some(least / radius)
    }

    /// The least rise on a side of a ring that two cuts leave possible, halved while that helps.
    fn side(&self, a: &SlopeCut, b: &SlopeCut, halvings: u32) -> Option<f64> {
        let rise = |x: DoubleDouble| (x - self.middle).to_double() - 4.0 * FINE;
        let rises = |cut: &Cut| [rise(cut.at(&a.0)), rise(cut.at(&b.0))];
        let (first, second) = (rises(&a.1), rises(&b.1));
        let ahead = [first[0] - second[0], second[1] - first[1]];
        // Both lines are below the extents: where they cross is the least of their larger one, or it is at an end.
        let share = ahead[0] / (ahead[0] + ahead[1]);
        let crossing = first[0] + share.clamp(0.0, 1.0) * (first[1] - first[0]);
        let ends = [first[0].max(second[0]), first[1].max(second[1])];
        let top = ends[0].min(ends[1]);
        let slack = ROUNDING * (first[0].abs() + first[1].abs());
        let least = if ahead[0] > 0.0 && ahead[1] > 0.0 { top.min(crossing - slack) } else { top };
        if least >= 0.5 * top || halvings == 0 || top <= 0.0 {
            return Some(least);
        }
        let half = DoubleDouble::from(0.5);
        let middle = [(a.0[0] + b.0[0]) * half, (a.0[1] + b.0[1]) * half];
        let between = (middle, self.sight.look(middle)?);
        Some(self.side(a, &between, halvings - 1)?.min(self.side(&between, b, halvings - 1)?))
    }
}

/// A direction (u, 1) of a ring and the farthest point along it.
type SlopeCut = ([DoubleDouble; 2], Cut);
