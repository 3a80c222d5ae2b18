//! How much of the circle about a line the faces of a body take.
//!
//! A bore or a shaft takes all of it, but for slots; pins on a bolt circle take what they are wide, however many there are.

use super::axis_frame::{Piece, edge_distance, radius};
use impinge::math::DVec3;
use std::f64::consts::TAU;

/// Parts of the circle: of a degree each.
const PARTS: i64 = 360;

/// Points looked at along an edge.
const STEPS: u32 = 32;

/// What computed angles and radii may be off by, with much room: radians, and relative.
const ROUNDING: f64 = 1e-9;

/// An edge that turns by less than this (radians) goes the shorter way about the line for certain.
const PLAIN_TURN: f64 = 3.0;

/// The angles about a line at which faces were found.
#[derive(Clone, Debug)]
pub struct AngleCover {
    is_taken: Vec<bool>,
    /// The heights and the distances from the line that count.
    heights: [f64; 2],
    radii: [f64; 2],
}

impl AngleCover {
    /// None of the circle, for faces between these heights and at these distances from the line.
    pub fn new(heights: [f64; 2], radii: [f64; 2]) -> Self {
        Self { is_taken: vec![false; PARTS as usize], heights, radii }
    }

    /// Adds the angles at which a face in the frame of the line is between the heights and at the distances.
    pub fn add(&mut self, face: [DVec3; 3]) {
        if face.iter().all(|p| p.z < self.heights[0]) || face.iter().all(|p| p.z > self.heights[1]) {
            return;
        }
        if !self.is_taken.contains(&false) {
            return;
        }
        let piece = Piece::between(face, self.heights);
        for (p, q) in piece.edges() {
            if !self.has_taken(*p, *q) {
                self.add_edge(*p, *q);
            }
        }
    }

    /// Whether nothing is left to take at any angle of an edge.
    fn has_taken(&self, p: DVec3, q: DVec3) -> bool {
        let (from, turn) = (angle(p), shorter_turn(angle(p), angle(q)));
        let [low, high] = [from.min(from + turn) - ROUNDING, from.max(from + turn) + ROUNDING].map(part);
        turn.abs() < PLAIN_TURN && (low..=high).all(|k| self.is_taken[k.rem_euclid(PARTS) as usize])
    }

    /// Adds the angles at which an edge is at the distances.
    fn add_edge(&mut self, p: DVec3, q: DVec3) {
        let at = |step: u32| p.lerp(q, f64::from(step) / f64::from(STEPS));
        // An edge that is all at the distances takes all between its ends.
        if self.is_at_distances(p, q) && shorter_turn(angle(p), angle(q)).abs() < PLAIN_TURN {
            let angles = [0, 1, STEPS - 1, STEPS].map(|step| angle(at(step)));
            angles.windows(2).for_each(|two| self.take(two[0], two[1]));
            return;
        }
        let mut last: Option<f64> = None;
        for at in (0..=STEPS).map(at) {
            let r = radius(at);
            let angle = (r >= self.radii[0] && r <= self.radii[1]).then(|| angle(at));
            if let Some(angle) = angle {
                self.take(last.unwrap_or(angle), angle);
            }
            last = angle;
        }
    }

    /// Whether all of an edge is at the distances for certain.
    fn is_at_distances(&self, p: DVec3, q: DVec3) -> bool {
        let [least, most] = [self.radii[0] * (1.0 + ROUNDING), self.radii[1] * (1.0 - ROUNDING)];
        radius(p).max(radius(q)) <= most && edge_distance(p, q) >= least
    }

    /// Takes all from one angle to another, the shorter way.
    fn take(&mut self, from: f64, to: f64) {
        let turn = shorter_turn(from, to);
        for k in part(from.min(from + turn))..=part(from.max(from + turn)) {
            self.is_taken[k.rem_euclid(PARTS) as usize] = true;
        }
    }

    /// What no face takes (degrees).
    pub fn free(&self) -> f64 {
        self.is_taken.iter().filter(|is_taken| !**is_taken).count() as f64 * (360.0 / PARTS as f64)
    }
}

/// The angle of a point about the line (radians).
fn angle(p: DVec3) -> f64 {
    p.y.atan2(p.x)
}

/// By how much one angle is turned to another, the shorter way.
fn shorter_turn(from: f64, to: f64) -> f64 {
    (to - from + 1.5 * TAU).rem_euclid(TAU) - 0.5 * TAU
}

/// The part of the circle that an angle is in, counted on and back beyond it.
fn part(angle: f64) -> i64 {
    (angle / TAU * PARTS as f64).floor() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Facets all around take all of the circle; a small triangle at a distance of ten takes six degrees to eight.
    #[test]
    fn facets_take_the_angles_that_they_span() {
        let at =
            |degrees: f64, z: f64| DVec3::new(10.0 * degrees.to_radians().cos(), 10.0 * degrees.to_radians().sin(), z);
        let mut cover = AngleCover::new([0.25, 0.75], [8.0, 11.0]);
        cover.add([at(-3.0, 0.5), at(3.0, 0.5), at(0.0, 0.75)]);
        assert!((352.0..=354.0).contains(&cover.free()), "{}", cover.free());
        for far in [2.0, -2.0] {
            cover.add([at(90.0, far), at(150.0, far), at(120.0, far)]);
        }
        assert!(cover.free() > 350.0);
        for k in 0..12 {
            let [a, b] = [30.0 * f64::from(k), 30.0 * f64::from(k + 1)];
            cover.add([at(a, 0.0), at(b, 0.0), at(b, 1.0)]);
            cover.add([at(a, 0.0), at(b, 1.0), at(a, 1.0)]);
        }
        assert_eq!(cover.free(), 0.0);
    }

    /// Random edges take what their points take one by one.
    #[test]
    fn edges_take_what_their_points_take() {
        let mut seed = 7_u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for _ in 0..200 {
            let radii = [0.3 + 0.2 * number(), 1.0 + 0.2 * number()];
            let [mut cover, mut plain] = [0; 2].map(|_| AngleCover::new([-1.0, 1.0], radii));
            for _ in 0..20 {
                let middle = [number(), number()];
                let mut corner = || DVec3::new(middle[0] + 0.4 * number(), middle[1] + 0.4 * number(), 0.5 * number());
                let face = [corner(), corner(), corner()];
                cover.add(face);
                for k in 0..3 {
                    let mut last: Option<f64> = None;
                    for step in 0..=STEPS {
                        let at = face[k].lerp(face[(k + 1) % 3], f64::from(step) / f64::from(STEPS));
                        let found = (radii[0]..=radii[1]).contains(&radius(at)).then(|| angle(at));
                        found.iter().for_each(|to| plain.take(last.unwrap_or(*to), *to));
                        last = found;
                    }
                }
                assert_eq!(cover.is_taken, plain.is_taken);
            }
        }
    }
}
