//! How many pairs of bodies a check has to look at: they are counted before any of them takes memory.

use super::assembly_error::AssemblyError;
use impinge::bound::Aabb;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::DVec3;

/// A check looks at no more pairs of bodies than this, or than [`PAIRS_A_BODY`] for each: they take about a hundred bytes each.
const MOST_NEAR_PAIRS: usize = 2_000_000;

/// Pairs for each body of a large assembly; in plants and buildings there are about ten.
const PAIRS_A_BODY: usize = 64;

/// Refuses bodies of which too many pairs have boxes no farther apart than `reach`.
///
/// # Errors
/// There are more than two million and more than 64 for each body.
pub fn ensure_few_near(boxes: &[Aabb], reach: f64) -> Result<(), AssemblyError> {
    let most = MOST_NEAR_PAIRS.max(PAIRS_A_BODY.saturating_mul(boxes.len()));
    if has_more(boxes, reach, most) {
        let (bodies, reach) = (boxes.len(), Some(reach).filter(|reach| *reach > 0.0));
        return Err(AssemblyError::TooManyNear { most, bodies, reach });
    }
    Ok(())
}

/// Whether more than `most` pairs of boxes are no farther apart than `reach`. Work: n log n, and no more pairs than about `most`.
fn has_more(boxes: &[Aabb], reach: f64, most: usize) -> bool {
    let all = boxes.len().saturating_mul(boxes.len().saturating_sub(1)) / 2;
    if all <= most {
        return false;
    }
    if reach == f64::INFINITY {
        return true;
    }
    // Fixed boxes make no pairs, so nothing but the tree is built.
    let mut tree = BroadPhaseKind::Tree.build();
    (0..).zip(boxes).for_each(|(key, bounds)| tree.insert(key, *bounds, Mobility::Fixed));
    tree.update(&Executor::serial());
    let by = DVec3::splat(reach.max(0.0));
    // Every pair is seen from both sides, and every box sees itself.
    let mut seen = 0;
    boxes.iter().any(|bounds| {
        let grown = Aabb { min: bounds.min - by, max: bounds.max + by };
        tree.overlapping(&grown, &mut |_| seen += 1);
        seen > 2 * most + boxes.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_up_to_the_limit() {
        let cube = |x: f64| Aabb { min: DVec3::X * x, max: DVec3::X * x + DVec3::ONE };
        // In a row, each meets the next; in one place, all meet all.
        let row: Vec<Aabb> = (0..300).map(|k| cube(1.5 * f64::from(k))).collect();
        assert!(!has_more(&row, 0.0, 1));
        assert!(!has_more(&row, 0.5, 299));
        assert!(has_more(&row, 0.5, 298));
        assert!(has_more(&row, f64::INFINITY, 299));
        let heap = vec![cube(0.0); 300];
        assert!(!has_more(&heap, 0.0, 300 * 299 / 2));
        assert!(has_more(&heap, 0.0, 300 * 299 / 2 - 1));
        assert!(!has_more(&[], f64::INFINITY, 0));
    }
}
