//! Pairs of boxes of two lists that overlap, by a sweep along one axis.

use impinge::bound::Aabb;
use std::ops::ControlFlow;

/// A box and what it is around.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxedItem {
    pub item: u32,
    pub bounds: Aabb,
}

/// Visits each pair of a box of the first list and one of the second that overlap; gives the number of pairs tested.
pub(super) fn overlapping(
    mut lists: [Vec<BoxedItem>; 2],
    axis: usize,
    tests: &mut u64,
    mut visit: impl FnMut(u32, u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for list in &mut lists {
        list.sort_unstable_by(|p, q| p.bounds.min[axis].total_cmp(&q.bounds.min[axis]).then(p.item.cmp(&q.item)));
    }
    let mut next = [0, 0];
    let mut active: [Vec<BoxedItem>; 2] = [Vec::new(), Vec::new()];
    loop {
        let side = match [0, 1].map(|side| lists[side].get(next[side])) {
            [Some(p), Some(q)] => usize::from(q.bounds.min[axis] < p.bounds.min[axis]),
            [Some(_), None] if !active[1].is_empty() => 0,
            [None, Some(_)] if !active[0].is_empty() => 1,
            _ => return ControlFlow::Continue(()),
        };
        let own = lists[side][next[side]];
        next[side] += 1;
        active[1 - side].retain(|other| other.bounds.max[axis] >= own.bounds.min[axis]);
        for other in &active[1 - side] {
            *tests += 1;
            if other.bounds.overlaps(&own.bounds) {
                let [first, second] = if side == 0 { [own.item, other.item] } else { [other.item, own.item] };
                visit(first, second)?;
            }
        }
        active[side].push(own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use impinge::math::DVec3;

    #[test]
    fn pairs_are_those_of_brute_force() {
        let mut random = Random(8);
        let mut found = 0;
        for axis in [0, 1, 2, 0, 1, 2] {
            let mut list = |count: u32| -> Vec<BoxedItem> {
                let item = |item| {
                    let at = (random.vector() * 6.0).round();
                    let size = (random.vector().abs() * 3.0).round();
                    BoxedItem { item, bounds: Aabb { min: at, max: at + size } }
                };
                (0..count).map(item).collect()
            };
            let lists = [list(60), list(90)];
            let is_pair = |p: &BoxedItem, q: &BoxedItem| p.bounds.overlaps(&q.bounds);
            let mut expected: Vec<(u32, u32)> = Vec::new();
            for p in &lists[0] {
                expected.extend(lists[1].iter().filter(|q| is_pair(p, q)).map(|q| (p.item, q.item)));
            }
            let (mut pairs, mut tests) = (Vec::new(), 0);
            let _ = overlapping(lists, axis, &mut tests, |p, q| {
                pairs.push((p, q));
                ControlFlow::Continue(())
            });
            pairs.sort_unstable();
            assert_eq!(pairs, expected);
            assert!(tests < 60 * 90);
            found += pairs.len();
        }
        assert!(found > 500, "{found}");
        let one = vec![BoxedItem { item: 0, bounds: Aabb { min: DVec3::ZERO, max: DVec3::ONE } }];
        assert!(overlapping([one, Vec::new()], 0, &mut 0, |_, _| ControlFlow::Break(())).is_continue());
    }
}
