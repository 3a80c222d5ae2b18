//! How deep two convex shapes are in each other: the least length by which one must move to leave the other.
//!
//! It is the distance of the origin from the surface of the Minkowski difference. Three routes lead there, each taken where the one
//! before leaves more than 1e-12 of the depth open: a growing surface in plain doubles (van den Bergen 2001, made sound, see
//! `docs/notes/penetration.md`), its nearest faces in double-doubles, and a surface in integers, which always ends. Curved cores
//! have the first only. What is reported always holds: `lower ≤ depth ≤ upper`, and touching is exact.

use super::depth_search::{Arena, DepthSearch, Ending};
use super::difference::{Difference, Extreme, Order};
use super::lattice_depth::{LatticeDepth, lattice_depth};
use super::refined_depth::refine;
use crate::math::{DVec3, Pose};
use crate::shape::Support;
use std::cell::RefCell;

/// How close bounds must be, relative to the depth, to be taken without a finer route: 2^-41, under half of what is promised.
const CLOSE: f64 = f64::from_bits((1023 - 41) << 52);

/// Bounds on a length, and the best guess between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// At most the depth.
    pub lower: f64,
    /// Within the bounds.
    pub best: f64,
    /// At least the depth.
    pub upper: f64,
}

/// The corners of a shape that carry a contact: one, an edge's two or three of a face; none where the core is curved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corners {
    ids: [u32; 3],
    count: u8,
}

impl Corners {
    fn of(ids: [u32; 3]) -> Self {
        let mut corners = Self::default();
        for id in ids {
            if !corners.ids().contains(&id) {
                corners.ids[usize::from(corners.count)] = id;
                corners.count += 1;
            }
        }
        corners.ids[..usize::from(corners.count)].sort_unstable();
        corners
    }

    /// The indices, ascending.
    #[must_use]
    pub fn ids(&self) -> &[u32] {
        &self.ids[..usize::from(self.count)]
    }
}

/// How two shapes overlap, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// By how much B must move to leave A.
    pub depth: Depth,
    /// Where to, of length 1.
    pub direction: DVec3,
    /// A point of A's surface deep in B, and a point of B's deep in A; the first is the second moved by the depth.
    pub points: [DVec3; 2],
    /// What carries those points.
    pub features: [Corners; 2],
}

/// Where two shapes stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PenetrationOutcome {
    /// They share no point.
    Apart {
        /// Of length 1, in A's frame: all of B lies farther along it than all of A.
        direction: DVec3,
        /// At most their distance; 0 where only the sign is known.
        gap: f64,
    },
    /// They share points, and the least push parts them. Exact.
    Touching(Overlap),
    /// A push of some length parts them.
    Deep(Overlap),
    /// Rounding leaves open whether they share a point: only for curved cores.
    Undecided {
        /// No deeper than this.
        upper: f64,
    },
}

/// Which arithmetic settled a depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Route {
    /// Plain doubles.
    #[default]
    Doubles,
    /// Double-doubles at the nearest faces.
    DoubleDoubles,
    /// Integers.
    Integers,
}

/// The answer about the depth of a pair, with what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penetration {
    /// Where the shapes stand.
    pub outcome: PenetrationOutcome,
    /// Farthest points asked for in plain doubles.
    pub supports: u32,
    /// Which arithmetic settled it.
    pub route: Route,
}

/// What one query leaves for the next about the same pair of shapes at a nearby pose; any content is sound.
#[derive(Clone, Debug)]
pub struct WarmPenetration {
    arena: Arena,
    /// Whether the arena has a surface around the origin made of corners.
    holds: bool,
}

impl Default for WarmPenetration {
    fn default() -> Self {
        Self { arena: Arena::with_room(), holds: false }
    }
}

impl WarmPenetration {
    /// Leaves nothing for the next query but room.
    pub fn forget(&mut self) {
        self.holds = false;
    }
}

thread_local! {
    /// Room for queries that keep nothing, so that they allocate nothing.
    static ROOM: RefCell<WarmPenetration> = RefCell::default();
}

/// How deep two convex shapes are in each other; `a_from_b` carries B into A's frame.
pub fn penetration<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    ROOM.with(|room| match room.try_borrow_mut() {
        Ok(mut room) => {
            room.forget();
            penetration_from(a, b, a_from_b, &mut room)
        }
        // A shape that asks for depths inside of its own support.
        Err(_) => penetration_from(a, b, a_from_b, &mut WarmPenetration::default()),
    })
}

/// As [`penetration`], from what an earlier query left.
pub fn penetration_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmPenetration) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match Order::of(a, b, a_from_b) {
        Order::Kept => of_cores(&Difference::new(a, b, a_from_b), warm),
        Order::Swapped => swapped(of_cores(&Difference::new(b, a, a_from_b), warm), a_from_b),
    }
}

/// What was found with B first and in B's frame, as A and B in A's.
fn swapped(found: Penetration, a_from_b: &Pose) -> Penetration {
    let turn = |d: DVec3| (-a_from_b.transform_vector(d)).normalize_or_zero();
    let flip = |o: Overlap| Overlap {
        depth: o.depth,
        direction: turn(o.direction),
        points: [o.points[1], o.points[0]].map(|p| a_from_b.transform_point(p)),
        features: [o.features[1], o.features[0]],
    };
    let outcome = match found.outcome {
        PenetrationOutcome::Apart { direction, gap } => PenetrationOutcome::Apart { direction: turn(direction), gap },
        PenetrationOutcome::Touching(overlap) => PenetrationOutcome::Touching(flip(overlap)),
        PenetrationOutcome::Deep(overlap) => PenetrationOutcome::Deep(flip(overlap)),
        undecided @ PenetrationOutcome::Undecided { .. } => undecided,
    };
    Penetration { outcome, ..found }
}

/// The depth of two cores in canonical order, in the first's frame.
fn of_cores<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmPenetration) -> Penetration
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut search = DepthSearch::new(difference, &mut warm.arena);
    let mut ending = Ending::Unclear;
    if warm.holds {
        ending = search.resume();
    }
    if matches!(ending, Ending::Unclear | Ending::Stopped) {
        ending = search.run();
    }
    let (outcome, route) = outcome(&search, ending);
    let found = Penetration { outcome, supports: search.supports, route };
    warm.holds = ending == Ending::Around && difference.has_corners();
    found
}

fn outcome<F, S>(search: &DepthSearch<'_, F, S>, ending: Ending) -> (PenetrationOutcome, Route)
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let exact = search.difference.has_corners();
    match ending {
        Ending::Apart { direction, gap } => return (PenetrationOutcome::Apart { direction, gap }, Route::Doubles),
        Ending::Unclear if !exact => {
            return (PenetrationOutcome::Undecided { upper: search.length(search.upper) }, Route::Doubles);
        }
        Ending::Unclear => return integers(search),
        Ending::Around | Ending::Stopped => {}
    }
    let (lower, upper) = (search.length(search.lower - search.error).max(0.0), search.length(search.upper));
    if !exact || upper - lower <= CLOSE * upper {
        let best = search.length(search.upper - search.error).max(lower);
        return (deep(search, Depth { lower, best, upper }, search.direction), Route::Doubles);
    }
    let refined = if ending == Ending::Around { refine(search) } else { None };
    match refined {
        Some(r) if r.upper - r.lower <= CLOSE * r.upper => {
            let depth = Depth { lower: r.lower, best: r.best.clamp(r.lower, r.upper), upper: r.upper };
            (deep(search, depth, r.direction), Route::DoubleDoubles)
        }
        _ => integers(search),
    }
}

/// An overlap from the surface of a search.
fn deep<F, S>(search: &DepthSearch<'_, F, S>, depth: Depth, direction: DVec3) -> PenetrationOutcome
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let (corners, weights) = search.foot(direction, search.upper).unwrap_or(([0; 3], [1.0, 0.0, 0.0]));
    let extremes = corners.map(|i| search.arena.extremes[usize::from(i)]);
    PenetrationOutcome::Deep(overlap(extremes, weights, depth, direction, search.difference.has_corners()))
}

fn overlap(extremes: [Extreme; 3], weights: [f64; 3], depth: Depth, direction: DVec3, cornered: bool) -> Overlap {
    let weights = weights.map(|w| w.max(0.0));
    let whole = weights[0] + weights[1] + weights[2];
    let middle = |side: usize| {
        (extremes[0].of[side] * weights[0] + extremes[1].of[side] * weights[1] + extremes[2].of[side] * weights[2])
            / whole
    };
    let feature = |side: usize| {
        if cornered { Corners::of(extremes.map(|e| e.corners[side])) } else { Corners::default() }
    };
    Overlap { depth, direction, points: [middle(0), middle(1)], features: [feature(0), feature(1)] }
}

/// The answer in integers.
fn integers<F, S>(search: &DepthSearch<'_, F, S>) -> (PenetrationOutcome, Route)
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let of_facet = |facet: &super::lattice_depth::Facet| {
        let extremes = facet.corners.map(|c| search.difference.extreme(c));
        let depth = match facet.depth {
            0.0 => Depth { lower: 0.0, best: 0.0, upper: 0.0 },
            best => Depth { lower: best.next_down(), best, upper: best.next_up() },
        };
        overlap(extremes, facet.weights, depth, facet.direction, true)
    };
    let outcome = match lattice_depth(search.difference) {
        LatticeDepth::Apart { direction } => PenetrationOutcome::Apart { direction, gap: 0.0 },
        LatticeDepth::Touching(facet) => PenetrationOutcome::Touching(of_facet(&facet)),
        LatticeDepth::Deep(facet) => PenetrationOutcome::Deep(of_facet(&facet)),
    };
    (outcome, Route::Integers)
}
