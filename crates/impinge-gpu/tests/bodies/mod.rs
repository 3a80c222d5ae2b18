//! Meshes of every kind, and crowds of them.

use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge_gpu::{Instance, MeshId, MeshTable};
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::sheet::{open_box, wavy_sheet};
use impinge_scenes::solid::{cuboid, hollow_cuboid, icosphere, torus};
use impinge_scenes::soup::random_soup;
use impinge_scenes::{SceneError, SplitMix64};
use std::sync::Arc;

/// Convex, concave, hollow and tangled solids, an open box, a sheet, a soup, a needle and a plate.
pub fn everything(store: &mut MeshTable) -> Vec<MeshId> {
    let meshes: Result<Vec<_>, SceneError> = [
        cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)),
        icosphere(0.6, 2),
        torus(0.7, 0.2, 24, 12),
        hollow_cuboid(DVec3::splat(-1.0), DVec3::splat(1.0), 0.2),
        torus_knot(2, 3, 0.2, 60, 8),
        open_box(DVec3::splat(-0.7), DVec3::splat(0.7)),
        wavy_sheet(12, 0.2, 2.0),
        random_soup(3, 40, 0.8),
        cuboid(DVec3::new(-0.001, -0.001, -2.0), DVec3::new(0.001, 0.001, 2.0)),
        cuboid(DVec3::new(-1.0, -1.0, 0.0), DVec3::new(1.0, 1.0, 0.0005)),
    ]
    .into_iter()
    .collect();
    meshes.expect("meshes").into_iter().map(|mesh| store.add(&Arc::new(mesh)).expect("room")).collect()
}

/// Bodies of these meshes in turn, at random places in a cube of this half side.
pub fn crowd(seed: u64, meshes: &[MeshId], count: usize, half: f64) -> Vec<Instance> {
    let mut random = SplitMix64::new(seed);
    let room = Aabb { min: DVec3::splat(-half), max: DVec3::splat(half) };
    (0..count)
        .map(|i| Instance {
            mesh: meshes[(i + seed as usize) % meshes.len()],
            world_from_body: random.pose(&room).expect("a pose"),
        })
        .collect()
}
