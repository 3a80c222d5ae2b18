//! In the steady state a broad phase allocates nothing: counted by the allocator itself.

mod counting;

use counting::allocations;
use impinge::bound::Aabb;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::DVec3;

/// A box that swings with a period of twelve steps, every seventh one fixed.
fn swinging(key: u32, step: u32) -> Aabb {
    let hash = |k: u32| f64::from(key.wrapping_mul(2_654_435_761).rotate_left(11 * k) >> 8) / f64::from(1 << 24);
    let phase = f64::from(step % 12) / 12.0 * std::f64::consts::TAU;
    let swing = if key.is_multiple_of(7) { 0.0 } else { 0.2 * phase.sin() };
    let min = DVec3::new(hash(0), hash(1), hash(2)) * 8.0 + DVec3::new(swing, 0.5 * swing, -swing);
    Aabb { min, max: min + DVec3::splat(0.7) }
}

#[test]
fn the_steady_state_allocates_nothing() {
    let count = 900_u32;
    for kind in BroadPhaseKind::ALL {
        let mut phase = kind.build();
        for key in 0..count {
            let mobility = if key.is_multiple_of(7) { Mobility::Fixed } else { Mobility::Moving };
            phase.insert(key, swinging(key, 0), mobility);
        }
        let mut changes = 0;
        let mut before = 0;
        for step in 0..144 {
            if step == 72 {
                before = allocations();
            }
            // All boxes in most steps, a few in some.
            let stride = if step % 12 == 5 { 60 } else { 1 };
            for key in (0..count).filter(|key| key % stride == 0 && key % 7 != 0) {
                phase.set_bounds(key, swinging(key, step));
            }
            let found = phase.update(&Executor::serial());
            changes += found.added.len() + found.removed.len();
        }
        let made = allocations() - before;
        assert!(changes > 10_000, "{kind}: {changes}");
        assert_eq!(made, 0, "{kind} allocates in the steady state");
    }
}
