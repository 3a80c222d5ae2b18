//! A planar scene in steady motion allocates nothing.
#![allow(unsafe_code, reason = "an allocator that counts")]

#[path = "../../impinge/tests/counting/mod.rs"]
mod counting;

#[path = "plane/planar_oracle/random.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod random;

use counting::allocations;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::math::DVec2;
use impinge::scene::{BodyId, BodyOptions};
use impinge_planar::{PlanarScene, Polygon, Pose2};
use random::Random;
use std::sync::Arc;

#[test]
fn steady_motion_allocates_nothing() {
    let mut random = Random(41);
    let stars: Vec<_> = (0..4).map(|k| Arc::new(Polygon::try_new(vec![random.star(9 + 20 * k)]).unwrap())).collect();
    for broad_phase in BroadPhaseKind::ALL {
        let mut scene = PlanarScene::new(broad_phase);
        let place = |k: usize, t: f64| {
            let cell = DVec2::new((k % 10) as f64, (k / 10) as f64) * 1.4;
            let wobble = DVec2::new((t + k as f64).sin(), (t * 1.3 + k as f64).cos()) * 0.3;
            Pose2::from_angle(t + k as f64, cell + wobble).unwrap()
        };
        let ids: Vec<BodyId> =
            (0..100).map(|k| scene.insert(&stars[k % 4], &place(k, 0.0), BodyOptions::default()).unwrap()).collect();
        let turn = |scene: &mut PlanarScene, width: f64| {
            let mut met = 0;
            for step in 0..40 {
                let t = std::f64::consts::TAU * f64::from(step) / 40.0;
                ids.iter().enumerate().for_each(|(k, id)| scene.set_pose(*id, &place(k, t * width)).unwrap());
                met += scene.step(&Executor::serial()).events.len();
            }
            met
        };
        let counted = |scene: &mut PlanarScene, width: f64| {
            let before = allocations();
            let met = turn(scene, width);
            (met, allocations() - before)
        };
        // A small motion, in which pairs stay pairs.
        (0..2).for_each(|_| {
            turn(&mut scene, 1e-3);
        });
        let (met, allocated) = counted(&mut scene, 1e-3);
        assert!(met > 1_000, "{met}");
        assert_eq!(allocated, 0, "{broad_phase}");
        // A large one, in which they come and go: the broad phase grows now and then.
        (0..4).for_each(|_| {
            turn(&mut scene, 10.0);
        });
        let (met, allocated) = counted(&mut scene, 10.0);
        assert!(met > 1_000 && allocated < 1_000, "{broad_phase}: {met} {allocated}");
    }
}
