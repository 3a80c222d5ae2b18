//! Bolts: a hexagonal head on a round shank.

use crate::error::require;
use crate::polygon::{Polygon, circle};
use crate::{SceneError, Surface};
use impinge::math::{DVec2, DVec3};
use impinge::mesh::Mesh;

/// A bolt about the z axis: the head stands on z = 0, the shank hangs below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bolt {
    /// Radius of the circle through the corners of the hexagonal head; more than that of the shank.
    pub head_radius: f64,
    /// Height of the head.
    pub head_height: f64,
    /// Radius of the shank.
    pub shank_radius: f64,
    /// Length of the shank below the head.
    pub shank_length: f64,
    /// Sides of the shank.
    pub segments: u32,
}

impl Bolt {
    /// The bolt as one closed surface: 24 + 4 s triangles for s sides of the shank.
    ///
    /// # Errors
    /// Lengths that are not positive, or a shank not inside the head.
    pub fn solid(&self) -> Result<Mesh, SceneError> {
        let lengths = [self.head_radius, self.head_height, self.shank_radius, self.shank_length];
        require(lengths.iter().all(|x| *x > 0.0), "all lengths of a bolt are positive")?;
        let underside = Polygon::new(circle(DVec2::ZERO, self.head_radius, 6))
            .with_hole(circle(DVec2::ZERO, self.shank_radius, self.segments))
            .triangulate()?;
        let mut surface = Surface::default();
        surface.vertices.extend(underside.corners.iter().map(|p| p.extend(0.0)));
        surface.faces.extend(underside.triangles.iter().map(|&[a, b, c]| [a, c, b]));
        let [head, shank] = [&underside.loops[0], &underside.loops[1]];
        let mut copy = |ring: &[u32], z: f64| -> Vec<u32> {
            ring.iter().map(|&i| surface.vertex(underside.corners[i as usize].extend(z))).collect()
        };
        let (top, end) = (copy(head, self.head_height), copy(shank, -self.shank_length));
        surface.band(head, &top);
        // The hole runs clockwise seen from above: counter-clockwise for what hangs below.
        surface.band(shank, &end);
        let (top_centre, end_centre) =
            (surface.vertex(DVec3::Z * self.head_height), surface.vertex(DVec3::NEG_Z * self.shank_length));
        surface.fan(top_centre, &top);
        surface.fan(end_centre, &end);
        Ok(surface.mesh()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bolt_is_one_solid() {
        let bolt = Bolt { head_radius: 5.0, head_height: 4.0, shank_radius: 2.5, shank_length: 20.0, segments: 24 };
        let mesh = bolt.solid().unwrap();
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        assert_eq!(mesh.topology().component_count(), 1);
        let polygon = |r: f64, n: f64| n / 2.0 * r * r * (std::f64::consts::TAU / n).sin();
        let volume = 4.0 * polygon(5.0, 6.0) + 20.0 * polygon(2.5, 24.0);
        assert!((mesh.mass_properties().volume - volume).abs() < 1e-10);
        assert!(Bolt { shank_radius: 6.0, ..bolt }.solid().is_err());
    }
}
