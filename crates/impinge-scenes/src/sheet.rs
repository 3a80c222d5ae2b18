//! Open surfaces.

use crate::error::require;
use crate::{SceneError, Surface};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::f64::consts::TAU;

/// A rectangle in space as 2 triangles: a corner and the two sides from it, counter-clockwise seen from its front.
///
/// # Errors
/// Coordinates that a mesh refuses.
pub fn rectangle(corner: DVec3, right: DVec3, up: DVec3) -> Result<Mesh, SceneError> {
    let vertices = vec![corner, corner + right, corner + right + up, corner + up];
    Ok(Surface { vertices, faces: vec![[0, 1, 2], [0, 2, 3]] }.mesh()?)
}

/// A box without its top, walls of no thickness turned outward: 10 triangles.
///
/// # Errors
/// A box that is empty along an axis, or coordinates that a mesh refuses.
pub fn open_box(min: DVec3, max: DVec3) -> Result<Mesh, SceneError> {
    let mut surface = Surface::of(&crate::solid::cuboid(min, max)?);
    // The top is the last face of a box.
    surface.faces.truncate(10);
    Ok(surface.mesh()?)
}

/// A wavy sheet over the unit square, its normals upward: 2 n² triangles for n cells a side.
///
/// # Errors
/// No cells, more than 40,000 a side, or an amplitude that a mesh refuses.
pub fn wavy_sheet(cells: u32, amplitude: f64, waves: f64) -> Result<Mesh, SceneError> {
    require((1..=40_000).contains(&cells), "a sheet has 1 to 40,000 cells a side")?;
    let mut surface = Surface::default();
    for (i, j) in (0..=cells).flat_map(|j| (0..=cells).map(move |i| (i, j))) {
        let (x, y) = (f64::from(i) / f64::from(cells), f64::from(j) / f64::from(cells));
        let z = amplitude * (TAU * waves * x).sin() * (TAU * waves * y).cos();
        surface.vertex(DVec3::new(x, y, z));
    }
    let row = cells + 1;
    for (i, j) in (0..cells).flat_map(|j| (0..cells).map(move |i| (i, j))) {
        let corner = j * row + i;
        surface.quad([corner, corner + 1, corner + row + 1, corner + row]);
    }
    Ok(surface.mesh()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_are_open() {
        let sheets = [
            (rectangle(DVec3::ZERO, DVec3::X, DVec3::Y).unwrap(), 2, 4, 1.0),
            (open_box(DVec3::ZERO, DVec3::ONE).unwrap(), 10, 4, 5.0),
            (wavy_sheet(8, 0.0, 3.0).unwrap(), 128, 32, 1.0),
            (wavy_sheet(32, 0.1, 2.0).unwrap(), 2048, 128, 1.6),
        ];
        for (mesh, triangles, boundary_edges, area) in sheets {
            assert!(!mesh.is_closed());
            assert_eq!((mesh.faces().len(), mesh.defects().len()), (triangles, boundary_edges));
            assert!((mesh.mass_properties().area - area).abs() < 0.3, "{}", mesh.mass_properties().area);
        }
        assert!(wavy_sheet(0, 1.0, 1.0).is_err() && wavy_sheet(4, f64::NAN, 1.0).is_err());
    }
}
