//! Pipes along curves: torus knots, and the interweaving pipes that are hard for bounding volumes (Gottschalk, Lin,
//! Manocha 1996).

use crate::error::require;
use crate::polygon::circle;
use crate::{SceneError, Surface};
use impinge::math::{DMat3, DVec2, DVec3};
use impinge::mesh::Mesh;
use std::f64::consts::{PI, TAU};

/// A place on a curve with two unit directions across it; `right`, `up` and the direction of travel are right-handed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Station {
    place: DVec3,
    right: DVec3,
    up: DVec3,
}

impl Station {
    /// The station with `up` as given and `right` across it and the direction of travel.
    pub(crate) fn new(place: DVec3, travel: DVec3, up: DVec3) -> Self {
        Self { place, right: up.cross(travel).normalize(), up: up.normalize() }
    }

    /// The vertices of the pipe's cross-section, counter-clockwise looking back against the travel.
    pub(crate) fn ring(&self, surface: &mut Surface, radius: f64, segments: u32) -> Vec<u32> {
        let corners = circle(DVec2::ZERO, radius, segments);
        corners.iter().map(|c| surface.vertex(self.place + c.x * self.right + c.y * self.up)).collect()
    }
}

/// A torus knot on the torus of radii 2 and 1, as a closed pipe: 2 l s triangles for l stations along, s around.
///
/// The knot winds `p` times about the axis and `q` times about the tube. A radius below 1/2 keeps the trefoil
/// (2, 3) from touching itself.
///
/// # Errors
/// No winding, fewer than three stations or segments, or a radius that is not positive.
pub fn torus_knot(p: u32, q: u32, radius: f64, stations: u32, segments: u32) -> Result<Mesh, SceneError> {
    require(p > 0 && q > 0, "a torus knot winds at least once each way")?;
    require(stations >= 3 && segments >= 3, "a pipe needs at least three stations and three segments")?;
    require(radius > 0.0, "a pipe needs a positive radius")?;
    let (p, q) = (f64::from(p), f64::from(q));
    let mut surface = Surface::default();
    let rings: Vec<Vec<u32>> = (0..stations)
        .map(|k| {
            let t = TAU * f64::from(k) / f64::from(stations);
            let ((sp, cp), (sq, cq)) = ((p * t).sin_cos(), (q * t).sin_cos());
            let out = DVec3::new(cp, sp, 0.0);
            let place = (2.0 + cq) * out + sq * DVec3::Z;
            let travel = p * (2.0 + cq) * DVec3::new(-sp, cp, 0.0) + q * (cq * DVec3::Z - sq * out);
            // The normal of the torus is across the curve, which lies on it.
            Station::new(place, travel, cq * out + sq * DVec3::Z).ring(&mut surface, radius, segments)
        })
        .collect();
    for (k, ring) in rings.iter().enumerate() {
        surface.band(ring, &rings[(k + 1) % rings.len()]);
    }
    Ok(surface.mesh()?)
}

/// Woven pipes as one mesh: `count` pipes along x and as many along y at unit spacing, each going over and under the
/// others, none touching another; 2 c closed components.
///
/// # Errors
/// No pipes, fewer than three segments, or a radius not between 0 and 1/5.
pub fn weave(count: u32, radius: f64, stations_per_crossing: u32, segments: u32) -> Result<Mesh, SceneError> {
    require(count > 0 && stations_per_crossing > 0 && segments >= 3, "a weave needs pipes, stations and segments")?;
    require(0.0 < radius && radius < 0.2, "the pipes of a weave have a radius between 0 and 1/5")?;
    let swap = DMat3::from_cols(DVec3::Y, DVec3::X, DVec3::Z);
    let mut weave = Surface::default();
    for i in 0..count {
        let over = if i % 2 == 0 { 1.0 } else { -1.0 };
        let along_x = woven_pipe(count, over, [radius, f64::from(i)], [stations_per_crossing, segments]);
        let along_y = woven_pipe(count, -over, [radius, f64::from(i)], [stations_per_crossing, segments]);
        weave = weave.joined(&along_x).joined(&along_y.transformed(&swap));
    }
    Ok(weave.mesh()?)
}

/// A pipe along x beside `y = offset`, above the first crossing if `over` is 1, with closed ends.
fn woven_pipe(count: u32, over: f64, [radius, offset]: [f64; 2], [stations, segments]: [u32; 2]) -> Surface {
    let amplitude = 0.25;
    let mut surface = Surface::default();
    let rings: Vec<Vec<u32>> = (0..=count * stations)
        .map(|k| {
            let x = f64::from(k) / f64::from(stations) - 0.5;
            let (sin, cos) = (PI * x).sin_cos();
            let place = DVec3::new(x, offset, over * amplitude * cos);
            let travel = DVec3::new(1.0, 0.0, -over * amplitude * PI * sin);
            Station::new(place, travel, DVec3::Y).ring(&mut surface, radius, segments)
        })
        .collect();
    surface.pipe(&rings);
    surface
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knots_are_closed_pipes() {
        let mesh = torus_knot(2, 3, 0.3, 200, 16).unwrap();
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        assert_eq!((mesh.faces().len(), mesh.topology().component_count()), (2 * 200 * 16, 1));
        let volume = mesh.mass_properties().volume;
        assert!((8.0..11.0).contains(&volume), "{volume}");
        assert!(torus_knot(0, 1, 0.1, 10, 10).is_err());
    }

    #[test]
    fn weaves_are_separate_closed_pipes() {
        let mesh = weave(5, 0.19, 12, 10).unwrap();
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        assert_eq!(mesh.topology().component_count(), 10);
        assert!(mesh.mass_properties().volume > 10.0 * 5.0 * 0.1);
    }

    /// Pipes of different components stay apart: their vertices do, by much more than a facet is wide.
    #[test]
    fn woven_pipes_keep_apart() {
        let mesh = weave(4, 0.15, 16, 12).unwrap();
        let mut component = vec![usize::MAX; mesh.vertices().len()];
        for face in mesh.face_ids() {
            for &corner in &mesh.faces()[face.index()] {
                component[corner as usize] = mesh.topology().component(face);
            }
        }
        let vertices = mesh.vertices();
        let near = |i: usize, j: usize| component[i] != component[j] && vertices[i].distance(vertices[j]) < 0.12;
        assert!((0..vertices.len()).all(|i| (0..i).all(|j| !near(i, j))));
    }
}
