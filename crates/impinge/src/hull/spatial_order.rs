//! Points in an order that keeps neighbours together, so that a hull of many grows in the cache.

use crate::math::DVec3;

/// Steps per axis: 2^10.
const STEPS: f64 = 1024.0;

/// Spreads ten bits so that two zeros follow each.
fn spread(x: u64) -> u64 {
    let x = (x | x << 16) & 0x0300_00FF;
    let x = (x | x << 8) & 0x0300_F00F;
    let x = (x | x << 4) & 0x030C_30C3;
    (x | x << 2) & 0x0924_9249
}

/// The indices of points in a box with this lowest corner and size, in the order of their cells on Morton's curve.
pub(super) fn spatial(points: &[DVec3], low: DVec3, size: DVec3) -> Vec<u32> {
    let scale = DVec3::from_array(size.to_array().map(|x| if x > 0.0 { STEPS / x } else { 0.0 }));
    let cell = |x: f64| (x.min(STEPS - 1.0) as u64).min(1023);
    let key = |p: DVec3| {
        let c = (p - low) * scale;
        spread(cell(c.x)) << 2 | spread(cell(c.y)) << 1 | spread(cell(c.z))
    };
    let mut keys: Vec<u64> = (0..).zip(points).map(|(i, p)| key(*p) << 32 | i).collect();
    keys.sort_unstable();
    keys.into_iter().map(|k| k as u32).collect()
}
