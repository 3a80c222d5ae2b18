//! Triangles that need not be connected, nor even be proper triangles.

use crate::error::require;
use crate::random::SplitMix64;
use crate::solid::cuboid;
use crate::{SceneError, Surface};
use impinge::bound::Aabb;
use impinge::math::predicates::Triangle;
use impinge::math::{DMat3, DVec3};
use impinge::mesh::Mesh;

/// Triangles with corners within `size` of places uniform in the unit cube, as one mesh.
///
/// # Errors
/// No triangles, or a size that a mesh refuses.
pub fn random_soup(seed: u64, count: usize, size: f64) -> Result<Mesh, SceneError> {
    let mut random = SplitMix64::new(seed);
    let cube = Aabb { min: DVec3::ZERO, max: DVec3::ONE };
    let triangle = |_| {
        let place = random.point(&cube);
        [(); 3].map(|()| place + size * random.direction() * random.u())
    };
    let triangles: Vec<Triangle> = (0..count).map(triangle).collect();
    Ok(Mesh::from_triangles(&triangles)?)
}

/// A triangle with corners on the integer lattice from 0 to `side`: in small boxes, coplanar, collinear, touching and
/// degenerate ones are common.
pub fn lattice_triangle(random: &mut SplitMix64, side: u32) -> Triangle {
    [(); 3].map(|()| DVec3::from([(); 3].map(|()| random.integer(0, i64::from(side)) as f64)))
}

/// Triangles with corners on a small integer lattice, as one mesh.
///
/// # Errors
/// No triangles.
pub fn lattice_soup(seed: u64, count: usize, side: u32) -> Result<Mesh, SceneError> {
    let mut random = SplitMix64::new(seed);
    let triangles: Vec<Triangle> = (0..count).map(|_| lattice_triangle(&mut random, side)).collect();
    Ok(Mesh::from_triangles(&triangles)?)
}

/// Triangles on the integer lattice of which every second one is degenerate on purpose: a point, a segment with a corner
/// twice, or three collinear corners.
///
/// # Errors
/// No triangles.
pub fn degenerate_soup(seed: u64, count: usize, side: u32) -> Result<Mesh, SceneError> {
    let mut random = SplitMix64::new(seed);
    let triangle = |i: usize| {
        let [a, b, c] = lattice_triangle(&mut random, side);
        match i % 6 {
            1 => [a, a, a],
            3 => [a, b, b],
            5 => [a, b, b + (b - a)],
            _ => [a, b, c],
        }
    };
    let triangles: Vec<Triangle> = (0..count).map(triangle).collect();
    Ok(Mesh::from_triangles(&triangles)?)
}

/// Boxes of side 1/2 at the places of a cubic lattice of unit spacing about the origin, each turned its own way, none
/// touching another, as one mesh: 12 triangles a box.
///
/// # Errors
/// No boxes, or more than 2^20.
pub fn scattered_boxes(seed: u64, boxes: usize) -> Result<Mesh, SceneError> {
    require((1..=1 << 20).contains(&boxes), "a field has 1 to 2^20 boxes")?;
    let mut random = SplitMix64::new(seed);
    let cube = Surface::of(&cuboid(DVec3::splat(-0.25), DVec3::splat(0.25))?);
    let side = (1..).find(|side: &usize| side.pow(3) >= boxes).unwrap_or(1);
    let mut field = Surface::default();
    for i in 0..boxes {
        let place = [i % side, i / side % side, i / (side * side)].map(|k| k as f64 - (side - 1) as f64 / 2.0);
        let turned = cube.clone().transformed(&DMat3::from_quat(random.rotation()));
        field = field.joined(&turned.shifted(DVec3::from(place)));
    }
    Ok(field.mesh()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::mesh::Defect;

    #[test]
    fn soups_are_open_and_repeat() {
        for (mesh, again) in [
            (random_soup(1, 500, 0.1), random_soup(1, 500, 0.1)),
            (lattice_soup(1, 500, 4), lattice_soup(1, 500, 4)),
            (degenerate_soup(1, 500, 4), degenerate_soup(1, 500, 4)),
        ] {
            let (mesh, again) = (mesh.unwrap(), again.unwrap());
            assert_eq!(mesh.faces().len(), 500);
            assert!(!mesh.is_closed());
            assert_eq!((mesh.vertices(), mesh.faces()), (again.vertices(), again.faces()));
        }
        assert!(random_soup(1, 0, 1.0).is_err());
    }

    #[test]
    fn every_second_triangle_is_degenerate() {
        let mesh = degenerate_soup(2, 600, 1000).unwrap();
        let degenerate = mesh.defects().iter().filter(|d| matches!(d, Defect::Degenerate { .. })).count();
        assert_eq!(degenerate, 300);
    }

    #[test]
    fn scattered_boxes_are_apart() {
        let mesh = scattered_boxes(1, 100).unwrap();
        assert_eq!((mesh.faces().len(), mesh.topology().component_count()), (1200, 100));
        assert!(mesh.is_closed() && mesh.defects().is_empty());
        let mut met = 0;
        impinge::pair::self_contacts(&mesh, &mut |_| {
            met += 1;
            std::ops::ControlFlow::Continue(())
        });
        assert_eq!(met, 0);
        assert!(scattered_boxes(1, 0).is_err());
    }
}
