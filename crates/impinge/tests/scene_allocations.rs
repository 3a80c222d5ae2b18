//! A scene in steady motion allocates nothing.
#![allow(unsafe_code, reason = "an allocator that counts")]

mod counting;

use counting::allocations;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::scene::{BodyId, BodyOptions, Model, Scene, SceneOptions};
use impinge::shape::{Cuboid, Sphere};
use impinge_scenes::solid::{icosphere, torus};

#[test]
fn steady_motion_allocates_nothing() {
    for broad_phase in BroadPhaseKind::ALL {
        let mut scene = Scene::new(&SceneOptions { broad_phase, ..SceneOptions::default() });
        let models = [
            Model::from(torus(0.5, 0.2, 16, 8).unwrap()),
            Model::from(icosphere(0.5, 1).unwrap()),
            Model::convex(Sphere::try_new(0.5).unwrap()).unwrap(),
            Model::convex(Cuboid::try_new(DVec3::splat(0.4)).unwrap()).unwrap(),
        ];
        let place = |k: usize, t: f64| {
            let cell = DVec3::new((k % 5) as f64, (k / 5 % 5) as f64, (k / 25) as f64) * 0.9;
            let wobble = DVec3::new((t + k as f64).sin(), (t * 1.3 + k as f64).cos(), 0.0) * 0.2;
            let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), t + k as f64);
            Pose::from_quaternion(turn, cell + wobble).unwrap()
        };
        let ids: Vec<BodyId> =
            (0..100).map(|k| scene.insert(&models[k % 4], &place(k, 0.0), BodyOptions::default()).unwrap()).collect();
        // The motion goes round: after two turns all memory that it needs is there.
        let turn = |scene: &mut Scene, width: f64| {
            let mut met = 0;
            for step in 0..40 {
                let t = std::f64::consts::TAU * f64::from(step) / 40.0;
                ids.iter().enumerate().for_each(|(k, id)| scene.set_pose(*id, &place(k, t * width)).unwrap());
                met += scene.step(&Executor::serial()).events.len();
            }
            met
        };
        let counted = |scene: &mut Scene, width: f64| {
            let before = allocations();
            let met = turn(scene, width);
            (met, allocations() - before)
        };
        // A small motion, in which pairs stay pairs.
        (0..2).for_each(|_| {
            turn(&mut scene, 1e-3);
        });
        let (met, allocated) = counted(&mut scene, 1e-3);
        assert!(met > 1_000);
        assert_eq!(allocated, 0, "{broad_phase}");
        // A large one, in which they come and go, and memory of one pair serves the next: it grows now and then.
        (0..4).for_each(|_| {
            turn(&mut scene, 10.0);
        });
        let (met, allocated) = counted(&mut scene, 10.0);
        assert!(met > 1_000);
        assert!(allocated < 1_000, "{broad_phase}: {allocated} allocations in 40 steps");
    }
}
