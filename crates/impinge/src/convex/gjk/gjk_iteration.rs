//! Where the difference of two cores comes nearest to the origin, by descent in plain doubles with bounds from both sides.
//!
//! Gilbert, Johnson and Keerthi 1988: keep the point v of a simplex of the difference that is nearest to the origin, add
//! the difference's farthest point w against v, keep the face that holds the new nearest point. |v| is never less than the distance,
//! v · w / |v| never more. Unlike the original we stop by these bounds and by nothing else, with the rounding of every step counted in
//! [`Difference::error`]; what they leave open is said, and settled by `exact_gjk` where the cores have corners. For corners the descent ends
//! because |v| falls strictly over finitely many simplices. For curved cores it ends when no bound gets better, at last after
//! [`MOST_STEPS`]; docs/notes/convex.md has the proofs. A step costs two supports and 30 ns.

use super::edge_edge::edge_edge_points;
use super::polytope_gjk::{CornerDescent, DescentStop};
use super::simplex_closest_point::{self, Nearest};
use super::warm_simplex::WarmSimplex;
use crate::compact_sort::sort_few_by_key;
use crate::convex::minkowski_difference::{Difference, SupportPoint};
use crate::math::DVec3;
use crate::shape::Support;

/// Steps after which the descent gives what it has; bounds stay true. Hulls of hundreds of corners take about ten.
pub(in crate::convex) const MOST_STEPS: u32 = 1_000;

/// The part of |v|² by which v · w may fall short and no better point is looked for: rounding of the two products.
pub(in crate::convex) const CONVERGED: f64 = 4.0 * f64::EPSILON;

/// How far above the length between two points of cores the upper bound is, in errors. No choice of a farthest point is part of it: posing,
/// rounding of posed corners, weights that sum to 1 but for rounding and the sums over them come to 21 u of the 32 or more that are counted.
pub(in crate::convex) const UPPER: f64 = 0.75;

/// How far below |v| the lower bound over corners is set, in errors, if a farthest point proves as much: so it depends on the last simplex
/// alone. One error is the bound's own; thin triangles were seen to take another third.
pub(in crate::convex) const LOWER: f64 = 2.0;

/// Steps that a descent over curved cores may take without a better bound: rounding hides small gains of |v| while its direction still
/// turns the right way.
const PATIENCE: u32 = 12;

/// What a descent is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) enum Goal {
    /// The distance, as well as plain doubles tell it.
    Distance,
    /// Whether the distance is above or below a length, and no more.
    Compare(f64),
}

/// How a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::convex) enum GjkEnding {
    /// The origin is certainly in the interior of the difference.
    Inside,
    /// The goal of comparing is reached: the bounds say on which side.
    Compared,
    /// No better point was found; the bounds hold.
    Converged,
    /// Steps ran out; the bounds hold.
    OutOfSteps,
}

/// A simplex of the difference near the origin, and what is known of the distance.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct Descent {
    /// Corners of the simplex, the first `count` of them.
    pub simplex: [SupportPoint; 4],
    pub count: usize,
    /// Whether a core is curved, so that simplices become small.
    is_curved: bool,
    pub weights: [f64; 4],
    /// The simplex's point nearest to the origin.
    pub v: DVec3,
    /// The points of the cores whose difference v is, in the first's frame; known at the end.
    pub points: [DVec3; 2],
    /// How far the origin is inside the simplex: see [`Nearest::depth`].
    pub depth: f64,
    /// Against which the lower bound was found; not of unit length.
    pub axis: DVec3,
    /// The distance of the cores is at least this; where negative, their depth is at most as much.
    pub lower: f64,
    /// The distance of the cores is at most this.
    pub upper: f64,
    pub ending: GjkEnding,
    pub steps: u32,
}

impl Descent {
    /// Descends from a warm start, or where there is none from the line of the centres.
    #[inline]
    pub fn run<F, S>(difference: &Difference<'_, F, S>, goal: Goal, warm: &WarmSimplex) -> Self
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        if difference.has_corners() {
            return Self::after(&CornerDescent::run(difference, goal, warm), difference, goal);
        }
        let centre = difference.centre();
        let v = warm.axis().unwrap_or(if centre == DVec3::ZERO { DVec3::X } else { centre });
        let mut state = Self { is_curved: true, v, ..Self::EMPTY };
        state.descend(difference, goal);
        state
    }

    /// Goes on from where a descent over corners ended.
    #[inline(never)]
    pub fn after<F, S>(corner_descent: &CornerDescent, difference: &Difference<'_, F, S>, goal: Goal) -> Self
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let error = difference.error();
        let mut state = Self { v: corner_descent.simplex.v, steps: corner_descent.steps, ..Self::EMPTY };
        if !matches!(corner_descent.stop, DescentStop::Inside | DescentStop::Open) {
            state.note(corner_descent.along, corner_descent.square, error);
        }
        state.take(difference, corner_descent.corners());
        match corner_descent.stop {
            DescentStop::Nearest => state.close(error),
            DescentStop::More => state.ending = GjkEnding::Compared,
            DescentStop::Less => {
                state.ending = GjkEnding::Compared;
                state.close(error);
            }
            DescentStop::Inside | DescentStop::Open => {
                if state.count > 0 {
                    state.keep(&simplex_closest_point::nearest(&state.corners(), state.count), state.count);
                }
                state.descend(difference, goal);
            }
        }
        state
    }

    /// Takes over corners, in order, with all that is kept of them.
    fn take<F, S>(&mut self, difference: &Difference<'_, F, S>, corners: &[[u32; 2]])
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let mut sorted = [[0; 2]; 4];
        self.count = corners.len().min(4);
        sorted[..self.count].copy_from_slice(&corners[..self.count]);
        sort_few_by_key(&mut sorted[..self.count], |corners| *corners);
        for (extreme, corners) in self.simplex.iter_mut().zip(&sorted[..self.count]) {
            *extreme = difference.extreme(*corners);
        }
    }

    /// Descends from a simplex, or where there is none along a first direction.
    #[inline(never)]
    fn descend<F, S>(&mut self, difference: &Difference<'_, F, S>, goal: Goal)
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let (error, corners) = (difference.error(), difference.has_corners());
        let (state, mut hints) = (self, [0; 2]);
        let (mut idle, mut least) = (0, f64::INFINITY);
        loop {
            let square = state.v.length_squared();
            let is_away = square > error * error; // and a number
            if state.count == 4 || (state.count > 0 && !is_away) {
                break;
            }
            let w = difference.support(-state.v, &mut hints);
            state.steps += 1;
            let along = state.v.dot(w.point);
            let is_nearer = square < least * (1.0 - CONVERGED);
            least = least.min(square);
            idle = if state.note(along, square, error) || is_nearer { 0 } else { idle + 1 };
            if let Goal::Compare(length) = goal {
                if state.lower > length {
                    state.ending = GjkEnding::Compared;
                    return;
                }
                if state.count > 0 && length > error && square < (length - error) * (length - error) {
                    state.ending = GjkEnding::Compared;
                    break;
                }
            }
            let gap = square - along;
            let known = corners && state.simplex[..state.count].iter().any(|s| s.corners == w.corners);
            let is_open = gap > CONVERGED * square && (corners || gap * gap > error * error * square);
            if state.count > 0 && (known || !is_open) {
                break;
            }
            if state.steps == MOST_STEPS {
                state.ending = GjkEnding::OutOfSteps;
                break;
            }
            // Over curved cores |v| may stay as it is, up to its error, and the bounds close all the same.
            let most = if corners { square } else { square + 2.0 * error * square.sqrt() };
            if (state.is_curved && idle > PATIENCE) || !state.add(w, most) {
                break;
            }
        }
        state.close(error);
    }

    const EMPTY: Self = Self {
        simplex: [SupportPoint { point: DVec3::ZERO, of: [DVec3::ZERO; 2], corners: [0; 2] }; 4],
        count: 0,
        is_curved: false,
        weights: [0.0; 4],
        v: DVec3::ZERO,
        points: [DVec3::ZERO; 2],
        depth: 0.0,
        axis: DVec3::ZERO,
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        ending: GjkEnding::Converged,
        steps: 0,
    };

    /// Takes note of the lower bound that a farthest point against v gives; whether it is better than the last.
    #[inline]
    pub(in crate::convex) fn note(&mut self, along: f64, square: f64, error: f64) -> bool {
        let lower = along / square.sqrt() - error;
        let is_better = lower > self.lower;
        if is_better {
            (self.lower, self.axis) = (lower, self.v);
        }
        is_better
    }

    /// Adds a point and keeps the face that is nearest to the origin; false if it is no nearer than before.
    #[inline]
    fn add(&mut self, w: SupportPoint, square: f64) -> bool {
        self.simplex[self.count] = w;
        let mut found = simplex_closest_point::nearest(&self.corners(), self.count + 1);
        if self.is_curved {
            if found.weights[self.count] == 0.0 {
                found = self.nearest_with_newest();
            }
            // The normal of a triangle of neighbouring points is known less well than the point that the weights give.
            found.point = (0..=self.count).map(|k| self.simplex[k].point * found.weights[k]).sum();
        }
        let is_nearer = found.depth > 0.0 || found.point.length_squared() < square;
        if self.count > 0 && !is_nearer {
            return false;
        }
        self.keep(&found, self.count + 1);
        true
    }

    /// The nearest point of the faces that have the newest corner. The whole simplex's is among them; where the newest seems to have no part in
    /// it, signs of a thin tetrahedron were lost in rounding.
    #[cold]
    fn nearest_with_newest(&self) -> Nearest {
        let (corners, newest) = (self.corners(), self.count);
        let mut best = Nearest { weights: [0.0; 4], point: corners[newest], depth: 0.0 };
        best.weights[newest] = 1.0;
        for i in 0..self.count {
            for j in i..self.count {
                // A triangle, or for i = j a segment.
                let of_face = [newest, i, j];
                let found = simplex_closest_point::nearest(
                    &[corners[newest], corners[i], corners[j], DVec3::ZERO],
                    if i == j { 2 } else { 3 },
                );
                if found.weights[0] > 0.0 && found.point.length_squared() < best.point.length_squared() {
                    best = Nearest { weights: [0.0; 4], ..found };
                    of_face.iter().zip(found.weights).for_each(|(k, weight)| best.weights[*k] += weight);
                }
            }
        }
        best
    }

    /// The points of the first and the second that the weights give.
    fn combined(&self) -> [DVec3; 2] {
        let mut points = [DVec3::ZERO; 2];
        for k in 0..self.count {
            for (point, of) in points.iter_mut().zip(self.simplex[k].of) {
                *point += of * self.weights[k];
            }
        }
        points
    }

    pub(in crate::convex) fn corners(&self) -> [DVec3; 4] {
        [self.simplex[0].point, self.simplex[1].point, self.simplex[2].point, self.simplex[3].point]
    }

    /// Keeps the corners that have a part in the nearest point.
    #[inline]
    pub(in crate::convex) fn keep(&mut self, found: &Nearest, count: usize) {
        self.v = found.point;
        self.depth = found.depth;
        let mut kept = 0;
        for k in 0..count {
            if found.weights[k] > 0.0 {
                self.simplex[kept] = self.simplex[k];
                self.weights[kept] = found.weights[k];
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// Bounds the distance by the points of the cores that the simplex gives.
    #[inline]
    pub(in crate::convex) fn close(&mut self, error: f64) {
        if self.count == 4 && self.depth > 2.0 * error {
            self.ending = GjkEnding::Inside;
            self.points = self.combined();
            self.upper = 0.0;
            return;
        }
        if self.is_curved {
            self.points = self.combined();
        } else {
            self.evaluate_in_order();
        }
        let [p, q] = self.points;
        self.upper = if self.count == 0 { f64::INFINITY } else { (p - q).length() + UPPER * error };
        let close = self.v.length() - LOWER * error;
        if !self.is_curved && close > 0.0 && close <= self.lower {
            (self.lower, self.axis) = (close, self.v);
        }
    }

    /// Evaluates the simplex once more with its corners in order, so that how it was found leaves no trace.
    #[inline]
    fn evaluate_in_order(&mut self) {
        if !self.simplex[..self.count].is_sorted_by_key(|s| s.corners) {
            sort_few_by_key(&mut self.simplex[..self.count], |s| s.corners);
        }
        if let Some(crossing) = edge_edge_points(&self.simplex[..self.count]) {
            (self.v, self.points) = (crossing.v, crossing.points);
            self.simplex[..3].copy_from_slice(&crossing.simplex());
        } else {
            self.keep(&simplex_closest_point::nearest(&self.corners(), self.count), self.count);
            self.points = self.combined();
        }
    }
}
