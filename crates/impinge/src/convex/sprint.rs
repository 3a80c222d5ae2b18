//! The descent of [`super::gjk`] over cores with corners, on as little as it can be done with.
//!
//! Nearly every descent over corners ends at a simplex that the farthest corner is part of already. On the way there only the simplex and its
//! nearest point are needed ([`Front`]), no bounds and no points of the cores: those are taken once, at the end, from the numbers of
//! the corners. Whatever goes another way, a simplex around the origin, a step that comes no nearer, is handed back where it stands.

use super::difference::Difference;
use super::front::{Front, Origin, Spot};
use super::gjk::{CONVERGED, Descent, Ending, Goal, MOST_STEPS};
use super::simplex;
use super::warm::Warm;
use crate::math::DVec3;
use crate::shape::Support;

/// How a sprint ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sprint {
    /// The descent is over.
    Over,
    /// It is to be continued from the simplex.
    Open,
}

impl Descent {
    /// Descends from the corners of a warm start, or where there are none along the line of the centres.
    #[inline]
    pub(super) fn sprint<F, S>(&mut self, difference: &Difference<'_, F, S>, goal: Goal, warm: &Warm) -> Sprint
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let error = difference.error();
        let corners = warm.corners(difference);
        let Some(mut front) = self.front(difference, corners) else { return Sprint::Open };
        let mut hints = corners.first().copied().unwrap_or_default();
        let mut is_first = corners.is_empty();
        loop {
            let (v, square) = (front.v, front.v.length_squared());
            let is_away = square > error * error; // and a number
            if !is_away || self.steps == MOST_STEPS {
                break;
            }
            let w = Spot::from(difference.support(-v, &mut hints));
            self.steps += 1;
            let along = v.dot(w.point);
            if let Goal::Compare(length) = goal {
                self.v = v;
                self.note(along, square, error);
                let is_less = !is_first && length > error && square < (length - error) * (length - error);
                if self.lower > length || is_less {
                    self.take(difference, if is_first { &[] } else { front.corners() });
                    self.ending = Ending::Compared;
                    if is_less {
                        self.close(error);
                    }
                    return Sprint::Over;
                }
            }
            if is_first {
                (front, is_first) = (Front::new(w), false);
                continue;
            }
            let is_open = square - along > CONVERGED * square;
            if front.has(w.corners) || !is_open {
                self.take(difference, front.corners());
                self.v = v;
                self.note(along, square, error);
                self.close(error);
                return Sprint::Over;
            }
            let origin = front.grow(w);
            let is_nearer = front.v.length_squared() < square;
            if origin != Origin::Outside || !is_nearer {
                break;
            }
        }
        self.hand_back(difference, if is_first { &[] } else { front.corners() }, front.v);
        Sprint::Open
    }

    /// The front to begin with: between corners, or, with nothing but a direction, at the centre; `None` if the corners are around the origin.
    #[inline]
    fn front<F, S>(&mut self, difference: &Difference<'_, F, S>, corners: &[[u32; 2]]) -> Option<Front>
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        if corners.is_empty() {
            let (centre, error) = (difference.centre(), difference.error());
            let point = if centre.length_squared() > error * error { centre } else { DVec3::X * (1.0 + 2.0 * error) };
            return Some(Front::new(Spot { point, corners: [u32::MAX; 2] }));
        }
        for (extreme, corners) in self.simplex.iter_mut().zip(corners) {
            *extreme = difference.extreme(*corners);
        }
        self.keep(&simplex::nearest(&self.corners(), corners.len()), corners.len());
        Front::between(&self.simplex[..self.count], self.v)
    }

    /// Takes over corners, in order, with all that is kept of them.
    #[inline]
    fn take<F, S>(&mut self, difference: &Difference<'_, F, S>, corners: &[[u32; 2]])
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        let mut sorted = [[0; 2]; 4];
        self.count = corners.len().min(4);
        sorted[..self.count].copy_from_slice(&corners[..self.count]);
        sorted[..self.count].sort_unstable();
        for (extreme, corners) in self.simplex.iter_mut().zip(&sorted[..self.count]) {
            *extreme = difference.extreme(*corners);
        }
    }

    /// Takes over corners to go on from, or where there are none a direction.
    #[cold]
    #[inline(never)]
    fn hand_back<F, S>(&mut self, difference: &Difference<'_, F, S>, corners: &[[u32; 2]], v: DVec3)
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        self.take(difference, corners);
        if corners.is_empty() {
            self.v = v;
        } else {
            self.keep(&simplex::nearest(&self.corners(), self.count), self.count);
        }
    }
}
