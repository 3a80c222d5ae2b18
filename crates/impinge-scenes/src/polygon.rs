//! Simple polygons with holes in the plane.

use crate::SceneError;
use crate::ear_clipping::{bridge, clip_ears, turn_of};
use crate::error::require;
use impinge::math::DVec2;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};

/// A region of the plane: a simple outline less the insides of simple holes, which touch neither it nor each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Polygon {
    /// The corners of the outline, either way round.
    pub outline: Vec<DVec2>,
    /// The corners of every hole, either way round.
    pub holes: Vec<Vec<DVec2>>,
}

/// The triangles of a polygon over the corners of all its loops.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangulation {
    /// All corners, loop after loop.
    pub corners: Vec<DVec2>,
    /// The loops as indices of corners: the outline counter-clockwise first, then the holes, clockwise.
    pub loops: Vec<Vec<u32>>,
    /// Counter-clockwise triangles that cover the region once: n + 2h - 2 of them for n corners and h holes.
    pub triangles: Vec<[u32; 3]>,
}

/// The corners of a regular polygon; the first lies at angle zero, the others mirror each other bit for bit about a
/// centre at zero wherever they should.
#[must_use]
pub fn circle(centre: DVec2, radius: f64, segments: u32) -> Vec<DVec2> {
    (0..segments).map(|k| centre + radius * on_unit_circle(k, segments)).collect()
}

/// The point `k / n` of a turn around the unit circle, from the first eighth by reflections.
fn on_unit_circle(k: u32, n: u32) -> DVec2 {
    let (k, n) = (u64::from(k), u64::from(n));
    let (quarter, rest) = (4 * k / n, 4 * k % n);
    let eighth = rest.min(n - rest);
    let (mut y, mut x) = (TAU * eighth as f64 / (4 * n) as f64).sin_cos();
    if 2 * rest == n {
        (x, y) = (FRAC_1_SQRT_2, FRAC_1_SQRT_2);
    } else if 2 * rest > n {
        (x, y) = (y, x);
    }
    match quarter {
        0 => DVec2::new(x, y),
        1 => DVec2::new(-y, x),
        2 => DVec2::new(-x, -y),
        _ => DVec2::new(y, -x),
    }
}

/// The corners of an upright rectangle.
#[must_use]
pub fn rectangle(min: DVec2, max: DVec2) -> Vec<DVec2> {
    vec![min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)]
}

/// Twice the signed area of a loop.
#[must_use]
pub fn doubled_area(corners: &[DVec2]) -> f64 {
    let Some(&origin) = corners.first() else { return 0.0 };
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(&p, &q)| (p - origin).perp_dot(q - origin)).sum()
}

impl Polygon {
    /// A polygon without holes.
    #[must_use]
    pub fn new(outline: Vec<DVec2>) -> Self {
        Self { outline, holes: Vec::new() }
    }

    /// The polygon with one more hole.
    #[must_use]
    pub fn with_hole(mut self, hole: Vec<DVec2>) -> Self {
        self.holes.push(hole);
        self
    }

    /// The area of the region, in plain floating point.
    #[must_use]
    pub fn area(&self) -> f64 {
        let holes: f64 = self.holes.iter().map(|hole| doubled_area(hole).abs()).sum();
        (doubled_area(&self.outline).abs() - holes) / 2.0
    }

    /// The region as triangles.
    ///
    /// # Errors
    /// Fewer than three corners in a loop, corners that are not finite, or loops found not to bound a simple region (a
    /// loop that crosses itself is not always found out).
    pub fn triangulate(&self) -> Result<Triangulation, SceneError> {
        let mut corners = Vec::new();
        let mut loops = Vec::new();
        for (i, corners_of_loop) in std::iter::once(&self.outline).chain(&self.holes).enumerate() {
            require(corners_of_loop.len() >= 3, "a polygon loop needs at least three corners")?;
            let finite = corners_of_loop.iter().all(|p| p.is_finite());
            require(finite, "a polygon corner is not a finite number")?;
            let first = corners.len() as u32;
            corners.extend_from_slice(corners_of_loop);
            let mut ring: Vec<u32> = (first..corners.len() as u32).collect();
            let turn = turn_of(&corners, &ring);
            if turn == 0 {
                return Err(SceneError::NotSimple);
            }
            if (turn > 0) != (i == 0) {
                ring.reverse();
            }
            loops.push(ring);
        }
        let ring = bridge(&corners, &loops)?;
        let triangles = clip_ears(&corners, ring)?;
        Ok(Triangulation { corners, loops, triangles })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_round_and_symmetric() {
        for n in [3, 4, 5, 8, 24, 48, 101] {
            let corners = circle(DVec2::ZERO, 3.0, n);
            for (k, p) in corners.iter().enumerate() {
                let angle = TAU * k as f64 / f64::from(n);
                assert!(p.distance(3.0 * DVec2::from_angle(angle)) < 1e-14);
                let mirrored = corners[(n as usize - k) % n as usize];
                assert_eq!(*p, DVec2::new(mirrored.x, -mirrored.y));
                if n % 4 == 0 {
                    assert_eq!(corners[(k + n as usize / 4) % n as usize], DVec2::new(-p.y, p.x));
                }
            }
        }
    }
}
