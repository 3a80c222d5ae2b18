//! Which pairs of boxes come near each other: a sweep along the axis on which the boxes are spread most.

use impinge::bound::Aabb;

/// All pairs `(i, j)`, `i < j`, of boxes whose gap along every axis is at most `reach`, sorted.
///
/// A rounded difference that is larger than `reach` comes from an exact one that is, so no pair is missed.
pub fn near_pairs(boxes: &[Aabb], reach: f64) -> Vec<(usize, usize)> {
    let all = boxes.iter().fold(Aabb::EMPTY, |all, bounds| all.joined(*bounds));
    let spread = all.size().to_array();
    let axis = (0..3).fold(0, |widest, i| if spread[i] > spread[widest] { i } else { widest });
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&i, &j| boxes[i].min[axis].total_cmp(&boxes[j].min[axis]));
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for &j in &order {
        open.retain(|&i| boxes[j].min[axis] - boxes[i].max[axis] <= reach);
        let near = open.iter().filter(|&&i| boxes[i].gap(&boxes[j]).max_element() <= reach);
        pairs.extend(near.map(|&i| (i.min(j), i.max(j))));
        open.push(j);
    }
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::DVec3;

    #[test]
    fn the_sweep_finds_what_looking_at_every_pair_finds() {
        let mut state = 7_u64;
        let mut coordinate = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 60) as f64) / 2.0
        };
        let mut hits = 0;
        for round in 0..40 {
            let mut corner = || DVec3::new(coordinate(), coordinate(), coordinate());
            let boxes: Vec<Aabb> = (0..30)
                .map(|_| {
                    let min = corner();
                    Aabb { min, max: min + corner() / 2.0 }
                })
                .collect();
            let reach = f64::from(round % 4) / 4.0;
            let every = (0..boxes.len()).flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
            let near: Vec<_> = every.filter(|(i, j)| boxes[*i].gap(&boxes[*j]).max_element() <= reach).collect();
            hits += near.len();
            assert_eq!(near_pairs(&boxes, reach), near);
        }
        assert!((400..16_000).contains(&hits), "{hits} of 17400");
    }

    #[test]
    fn no_boxes_make_no_pairs() {
        assert!(near_pairs(&[], 1.0).is_empty());
    }
}
