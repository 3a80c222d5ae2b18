//! Scenes whose interferences are known by construction.

use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_gpu::{GpuError, Instance, Store};
use impinge_scenes::Surface;
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::solid::{cuboid, hollow_cuboid, icosphere, torus};
use std::sync::Arc;

/// Bodies, and which of them interfere.
pub struct Scene {
    pub name: &'static str,
    pub bodies: Vec<(Arc<Mesh>, Pose)>,
    pub expected: Result<Vec<(u32, u32)>, GpuError>,
}

impl Scene {
    pub fn instances(&self, store: &mut Store) -> Vec<Instance> {
        let instance = |(mesh, pose): &(Arc<Mesh>, Pose)| Instance {
            mesh: store.add(mesh).expect("room"),
            world_from_body: *pose,
        };
        self.bodies.iter().map(instance).collect()
    }
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z)).expect("finite")
}

fn turned(angle: f64, x: f64, y: f64, z: f64) -> Pose {
    let rotation =
        DMat3::from_rotation_z(angle) * DMat3::from_rotation_x(0.7 * angle) * DMat3::from_rotation_y(0.3 * angle);
    Pose::try_new(rotation, DVec3::new(x, y, z)).expect("a rotation")
}

fn cube(side: f64) -> Arc<Mesh> {
    Arc::new(cuboid(DVec3::splat(-side / 2.0), DVec3::splat(side / 2.0)).expect("cuboid"))
}

/// Every scene.
pub fn all() -> Vec<Scene> {
    let unit = cube(1.0);
    let ball = Arc::new(icosphere(0.7, 3).expect("sphere"));
    let shell = Arc::new(hollow_cuboid(DVec3::splat(-2.0), DVec3::splat(2.0), 0.4).expect("hollow"));
    let knot = Arc::new(torus_knot(2, 3, 0.35, 96, 10).expect("knot"));
    let ring = Arc::new(torus(1.5, 0.25, 40, 12).expect("torus"));
    let inside_out = Arc::new(Surface::of(&unit).flipped().mesh().expect("flipped"));
    let knots = [at(0.0, 0.0, 0.0), turned(1.1, 1.2, 0.4, 0.2), turned(2.0, -1.0, 0.9, -0.3)];
    let upright = Pose::try_new(DMat3::from_rotation_x(1.4), DVec3::X * 1.5).expect("a rotation");
    let near = |z| (Arc::clone(&unit), turned(0.5, 0.0, 0.0, z));
    vec![
        Scene {
            name: "two boxes",
            bodies: vec![
                (Arc::clone(&unit), turned(0.4, 0.0, 0.0, 0.0)),
                (Arc::clone(&unit), turned(1.3, 0.6, 0.3, 0.2)),
            ],
            expected: Ok(vec![(0, 1)]),
        },
        Scene {
            name: "boxes side by side",
            bodies: vec![near(0.0), near(1.05), (Arc::clone(&unit), turned(0.5, 0.0, 0.0, 2.2))],
            expected: Ok(vec![]),
        },
        Scene {
            name: "a ball in a shell's cavity, one in its wall, one in a ball",
            bodies: vec![
                (Arc::clone(&shell), turned(0.3, 0.0, 0.0, 0.0)),
                (Arc::clone(&ball), at(0.3, 0.2, 0.1)),
                (Arc::clone(&ball), turned(0.3, 2.3, 0.0, 0.0)),
                (Arc::new(icosphere(0.3, 2).expect("sphere")), at(0.4, 0.1, 0.2)),
            ],
            expected: Ok(vec![(0, 2), (1, 3)]),
        },
        Scene {
            name: "corners of large boxes, most of which lies outside of the image",
            bodies: vec![(cube(4.0), turned(0.1, 0.0, 0.0, 0.0)), (cube(4.0), turned(0.12, 3.7, 3.95, 3.6))],
            expected: Ok(vec![(0, 1)]),
        },
        Scene {
            name: "linked rings",
            bodies: vec![(Arc::clone(&ring), at(0.0, 0.0, 0.0)), (Arc::clone(&ring), upright)],
            expected: Ok(vec![]),
        },
        Scene {
            name: "entangled knots",
            bodies: knots.into_iter().map(|pose| (Arc::clone(&knot), pose)).collect(),
            expected: Ok(vec![(0, 1), (0, 2), (1, 2)]),
        },
        Scene {
            name: "nested boxes",
            bodies: (1..9).map(|i| (cube(f64::from(i)), turned(0.2, 0.0, 0.0, 0.0))).collect(),
            expected: Ok((0..7).map(|i| (i, i + 1)).collect()),
        },
        Scene {
            name: "a box inside out",
            bodies: vec![(Arc::clone(&unit), turned(0.4, 0.0, 0.0, 0.0)), (inside_out, turned(1.3, 0.6, 0.3, 0.2))],
            expected: Err(GpuError::NotClosed { body: 1 }),
        },
    ]
}
