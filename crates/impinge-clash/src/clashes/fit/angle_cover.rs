//! How much of the circle about a line the faces of a body take.
//!
//! A bore or a shaft takes all of it, but for slots; pins on a bolt circle take what they are wide, however many there are.

use super::axis_frame::{Piece, radius};
use impinge::math::DVec3;
use std::f64::consts::TAU;

/// Parts of the circle: of a degree each.
const PARTS: usize = 360;

/// Points looked at along an edge.
const STEPS: u32 = 32;

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
        Self { is_taken: vec![false; PARTS], heights, radii }
    }

    /// Adds the angles at which a face in the frame of the line is between the heights and at the distances.
    pub fn add(&mut self, face: [DVec3; 3]) {
        if face.iter().all(|p| p.z < self.heights[0]) || face.iter().all(|p| p.z > self.heights[1]) {
            return;
        }
        let piece = Piece::between(face, self.heights);
        for (p, q) in piece.edges() {
            let mut last: Option<f64> = None;
            for step in 0..=STEPS {
                let at = p.lerp(*q, f64::from(step) / f64::from(STEPS));
                let r = radius(at);
                let angle = (r >= self.radii[0] && r <= self.radii[1]).then(|| at.y.atan2(at.x));
                if let Some(angle) = angle {
                    self.take(last.unwrap_or(angle), angle);
                }
                last = angle;
            }
        }
    }

    /// Takes all from one angle to another, the shorter way.
    fn take(&mut self, from: f64, to: f64) {
        let turn = (to - from + 1.5 * TAU).rem_euclid(TAU) - 0.5 * TAU;
        let part = |angle: f64| angle / TAU * PARTS as f64;
        let (low, high) = (part(from.min(from + turn)), part(from.max(from + turn)));
        for k in low.floor() as i64..=high.floor() as i64 {
            self.is_taken[k.rem_euclid(PARTS as i64) as usize] = true;
        }
    }

    /// What no face takes (degrees).
    pub fn free(&self) -> f64 {
        self.is_taken.iter().filter(|is_taken| !**is_taken).count() as f64 * (360.0 / PARTS as f64)
    }
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
}
