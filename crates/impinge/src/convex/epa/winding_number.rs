//! How often a closed surface winds around the origin, by one ray: it leaves the inside as often as it winds.

use super::expanding_polytope::{EpaSurface, SLACK};
use crate::math::DVec3;

impl EpaSurface {
    /// Whether the surface winds once around the origin for certain; only where all lower bounds are positive.
    pub fn winds_once(&mut self) -> bool {
        self.wound = self.wound || self.rays_cross_once();
        self.wound
    }

    /// Counts how often a ray from the origin passes out of the surface; some ray out of a few meets no edge.
    fn rays_cross_once(&self) -> bool {
        let middles = self.faces_within(f64::INFINITY).take(4).map(|f| {
            let [p, q, r] = self.triangle(&f);
            // Not the middle itself, which symmetric bodies put opposite to edges.
            p * 0.31 + q * 0.33 + r * 0.36
        });
        middles.filter_map(|ray| self.crossings(ray)).next() == Some(1)
    }

    /// How often a ray passes out less how often it passes in; `None` where rounding leaves it open.
    fn crossings(&self, ray: DVec3) -> Option<i32> {
        let mut count = 0;
        for face in self.faces_within(f64::INFINITY) {
            if face.low <= 0.0 {
                return None;
            }
            // All of the triangle lies on the normal's side of the origin: so the line meets it ahead, or behind.
            let ahead = face.normal.dot(ray);
            if ahead < -SLACK {
                continue;
            }
            let [p, q, r] = self.triangle(&face);
            // The line of the ray passes the three edges on the same side if it meets the triangle.
            let sides = [[p, q], [q, r], [r, p]].map(|[s, t]| {
                let value = s.cross(t).dot(ray);
                if value > SLACK {
                    1
                } else if value < -SLACK {
                    -1
                } else {
                    0
                }
            });
            let (least, most) = (sides[0].min(sides[1]).min(sides[2]), sides[0].max(sides[1]).max(sides[2]));
            if least < 0 && most > 0 {
                continue;
            }
            if least == 0 || most == 0 || ahead <= SLACK {
                return None;
            }
            count += least;
        }
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd;
    use crate::math::simd::dispatch;

    /// A tetrahedron around a place, its corners some way from it.
    fn tetrahedron(place: DVec3) -> EpaSurface {
        let corners = [
            DVec3::new(1.0, 1.0, 1.0),
            DVec3::new(1.0, -1.0, -1.0),
            DVec3::new(-1.0, 1.0, -1.0),
            DVec3::new(-1.0, -1.0, 1.0),
        ];
        let mut surface = EpaSurface::default();
        surface.restart(corners.map(|c| c * 0.25 + place));
        surface
    }

    #[test]
    fn a_surface_winds_around_what_is_inside() {
        assert!(tetrahedron(DVec3::ZERO).winds_once());
        assert!(tetrahedron(DVec3::new(0.05, 0.02, -0.04)).winds_once());
        assert!(!tetrahedron(DVec3::new(0.3, 0.2, 0.1)).winds_once());
    }

    /// Growing and moving keep the proof while no face can have passed the origin, and drop it where one may have.
    #[test]
    fn the_proof_is_kept_only_where_it_holds() {
        let mut surface = tetrahedron(DVec3::ZERO);
        assert!(surface.winds_once());
        let nearest = dispatch!(simd::level(), simd => surface.nearest(simd, 1.0)).unwrap();
        let beyond = surface.face(nearest).normal * 0.5;
        dispatch!(simd::level(), simd => surface.expand(simd, beyond, 1.0)).unwrap();
        assert!(surface.wound && surface.rays_cross_once());
        let points: Vec<DVec3> = surface.points.clone();
        surface.move_points(points.iter().map(|p| *p + DVec3::splat(0.01)), 1.0);
        assert!(surface.wound && surface.rays_cross_once());
        surface.move_points(points.iter().map(|p| *p + DVec3::splat(0.4)), 1.0);
        assert!(!surface.wound && !surface.winds_once());
    }
}
