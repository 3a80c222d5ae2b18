//! Solids of few flat faces.

use crate::error::require;
use crate::{SceneError, Surface};
use impinge::cost::Cost;
use impinge::math::{DVec3, predicates};
use impinge::mesh::Mesh;

/// The corners of a cuboid's faces; corner `x + 2 y + 4 z` is the low or high one along each axis.
const QUADS: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

/// A box of 12 triangles with the given lowest and highest corner.
///
/// # Errors
/// A box that is empty along an axis, or coordinates that a mesh refuses.
pub fn cuboid(min: DVec3, max: DVec3) -> Result<Mesh, SceneError> {
    cuboid_with_diagonals(min, max, 0)
}

/// A box as [`cuboid`]; bit `k` of the mask turns the diagonal of face `k` (-x, +x, -y, +y, -z, +z).
///
/// # Errors
/// As [`cuboid`].
pub fn cuboid_with_diagonals(min: DVec3, max: DVec3, mask: u8) -> Result<Mesh, SceneError> {
    Ok(box_surface(min, max, mask)?.mesh()?)
}

/// A box with a box-shaped hollow: walls of equal thickness, an outer shell and an inner one turned inward.
///
/// # Errors
/// Walls that leave no hollow, and as [`cuboid`].
pub fn hollow_cuboid(min: DVec3, max: DVec3, wall: f64) -> Result<Mesh, SceneError> {
    require(wall > 0.0, "a hollow box needs walls of positive thickness")?;
    let hollow = box_surface(min + wall, max - wall, 0)?.flipped();
    Ok(box_surface(min, max, 0)?.joined(&hollow).mesh()?)
}

/// The box as a surface.
fn box_surface(min: DVec3, max: DVec3, mask: u8) -> Result<Surface, SceneError> {
    require(min.cmplt(max).all(), "a box needs min < max along every axis")?;
    let pick = |bit: u32, low: f64, high: f64| if bit & 1 == 0 { low } else { high };
    let corner = |i: u32| DVec3::new(pick(i, min.x, max.x), pick(i >> 1, min.y, max.y), pick(i >> 2, min.z, max.z));
    let mut surface = Surface { vertices: (0..8).map(corner).collect(), faces: Vec::with_capacity(12) };
    for (k, mut quad) in QUADS.into_iter().enumerate() {
        quad.rotate_left(usize::from(mask >> k & 1));
        surface.quad(quad);
    }
    Ok(surface)
}

/// The tetrahedron of four corners, in any order.
///
/// # Errors
/// Corners in a plane, or coordinates that a mesh refuses.
pub fn tetrahedron(corners: [DVec3; 4]) -> Result<Mesh, SceneError> {
    let [a, b, c, d] = corners;
    let surface = Surface { vertices: corners.to_vec(), faces: vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] };
    match predicates::orient3d(a, b, c, d, &mut Cost::default()) {
        0 => Err(SceneError::Argument("a tetrahedron's corners must not lie in a plane")),
        1 => Ok(surface.mesh()?),
        _ => Ok(surface.flipped().mesh()?),
    }
}

/// The octahedron with its six corners at a distance from the centre along the axes.
///
/// # Errors
/// A radius that is not positive, or coordinates that a mesh refuses.
pub fn octahedron(centre: DVec3, radius: f64) -> Result<Mesh, SceneError> {
    require(radius > 0.0, "an octahedron needs a positive radius")?;
    let axes = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    let mut surface = Surface { vertices: axes.iter().map(|a| centre + radius * *a).collect(), faces: Vec::new() };
    surface.fan(4, &[0, 2, 1, 3]);
    surface.fan(5, &[3, 1, 2, 0]);
    Ok(surface.mesh()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn volume_of_clean(mesh: &Mesh) -> f64 {
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        mesh.mass_properties().volume
    }

    #[test]
    fn boxes_have_their_volume_whatever_the_diagonals() {
        let (min, max) = (DVec3::new(-1.0, 0.0, 2.0), DVec3::new(1.0, 3.0, 4.0));
        for mask in 0..64 {
            assert_eq!(volume_of_clean(&cuboid_with_diagonals(min, max, mask).unwrap()), 12.0);
        }
        let hollow = hollow_cuboid(min, max, 0.5).unwrap();
        assert_eq!(volume_of_clean(&hollow), 12.0 - 2.0);
        assert_eq!((hollow.faces().len(), hollow.topology().component_count()), (24, 2));
        assert!(cuboid(max, min).is_err() && hollow_cuboid(min, max, 1.0).is_err());
    }

    #[test]
    fn tetrahedra_turn_outward_for_any_order() {
        let [a, b, c, d] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        for corners in [[a, b, c, d], [b, a, c, d], [d, c, b, a], [c, d, b, a]] {
            assert!((volume_of_clean(&tetrahedron(corners).unwrap()) - 1.0 / 6.0).abs() < 1e-15);
        }
        assert!(tetrahedron([a, b, c, b + c]).is_err());
        assert!((volume_of_clean(&octahedron(DVec3::ONE, 3.0).unwrap()) - 36.0).abs() < 1e-13);
    }
}
