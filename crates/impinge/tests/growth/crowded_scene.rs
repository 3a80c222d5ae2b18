//! Bodies that all lie in one place: pairs that are never tested take little memory each.

use super::byte_count::counted;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Budget;
use impinge::scene::{BodyOptions, Model, OpenPairs, Scene};

/// The most bytes for a pair whose boxes overlap and that is not tested. It was 1,600.
const BYTES_A_PAIR: u64 = 240;

#[test]
fn pairs_that_are_not_tested_take_little_memory() {
    for bodies in [100_u32, 200, 400] {
        let mut scene = Scene::default();
        let cube = Model::from(Mesh::cuboid(DVec3::ZERO, DVec3::ONE).unwrap());
        for k in 0..bodies {
            let aside = Pose::from_translation(DVec3::X * (f64::from(k) / 1e4)).unwrap();
            scene.insert(&cube, &aside, BodyOptions::default()).unwrap();
        }
        let pairs = u64::from(bodies) * (u64::from(bodies) - 1) / 2;
        let (listed, memory) = counted(|| scene.view(&Executor::serial()).pairs_within(0.0).len() as u64);
        assert_eq!(listed, pairs);
        let each = memory.peak_bytes / pairs;
        println!("{bodies} bodies in one place: {each} bytes a pair");
        assert!(each <= BYTES_A_PAIR, "{bodies} bodies: {each} bytes a pair");
        // Under a budget, those that are not reached take no more.
        let budget = Budget::of_pairs(1_000);
        let (open, memory) =
            counted(|| scene.step_within(&budget, OpenPairs::Undecided, &Executor::serial()).cost().open);
        assert!(open > 0 && memory.peak_bytes / pairs <= 2 * BYTES_A_PAIR, "{open} open, {memory:?}");
    }
}
