//! Prisms over polygons.

use crate::error::require;
use crate::polygon::{Polygon, circle, rectangle};
use crate::{SceneError, Surface};
use impinge::math::DVec2;
use impinge::mesh::Mesh;

/// The prism over a polygon between two heights: 4 (n + h - 1) triangles for n corners and h holes.
///
/// # Errors
/// A polygon that is not simple, heights the wrong way round, or coordinates that a mesh refuses.
pub fn extrusion(polygon: &Polygon, bottom: f64, top: f64) -> Result<Mesh, SceneError> {
    require(bottom < top, "an extrusion needs bottom < top")?;
    let flat = polygon.triangulate()?;
    let n = flat.corners.len() as u32;
    let mut surface = Surface::default();
    for z in [bottom, top] {
        surface.vertices.extend(flat.corners.iter().map(|p| p.extend(z)));
    }
    surface.faces.extend(flat.triangles.iter().map(|&[a, b, c]| [a, c, b]));
    surface.faces.extend(flat.triangles.iter().map(|t| t.map(|i| i + n)));
    for ring in &flat.loops {
        let upper: Vec<u32> = ring.iter().map(|i| i + n).collect();
        surface.band(ring, &upper);
    }
    Ok(surface.mesh()?)
}

/// A rectangular plate between z = 0 and its thickness, with round holes of given centres and radii.
///
/// # Errors
/// Holes that meet each other or the rim, and as [`extrusion`].
pub fn plate(
    min: DVec2,
    max: DVec2,
    thickness: f64,
    holes: &[(DVec2, f64)],
    segments: u32,
) -> Result<Mesh, SceneError> {
    let mut polygon = Polygon::new(rectangle(min, max));
    polygon.holes.extend(holes.iter().map(|&(centre, radius)| circle(centre, radius, segments)));
    extrusion(&polygon, 0.0, thickness)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_with_bolt_holes_is_a_solid() {
        let holes: Vec<(DVec2, f64)> = [(-3.0, -1.0), (3.0, -1.0), (-3.0, 1.0), (3.0, 1.0), (0.0, 0.0)]
            .map(|(x, y)| (DVec2::new(x, y), 0.5))
            .to_vec();
        let mesh = plate(DVec2::new(-4.0, -2.0), DVec2::new(4.0, 2.0), 0.25, &holes, 16).unwrap();
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        assert_eq!(mesh.faces().len(), 4 * (4 + 5 * 16 + 5 - 1));
        let hole_area = 8.0 * 0.25 * (std::f64::consts::TAU / 16.0).sin();
        assert!((mesh.mass_properties().volume - 0.25 * (32.0 - 5.0 * hole_area)).abs() < 1e-12);
        assert!(extrusion(&Polygon::default(), 0.0, 1.0).is_err());
    }
}
