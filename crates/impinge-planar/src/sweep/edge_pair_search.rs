//! All pairs of edges that meet during a motion, by both trees; those that meet only while others do are left out.

use super::contact_intervals::CoveredTimes;
use super::edge_contact::EdgeContact;
use super::initial_configuration::StartPosition;
use super::relative_motion::RelativeMotion;
use super::swept_extent::SweptExtent;
use crate::EdgeId;
use crate::tree::edge_tree::{ChildSlot, Leaf, WIDTH};
use impinge::cost::Cost;

/// Finds the contacts of edges that tell when the outlines of two bodies meet.
pub(super) fn edge_contacts(
    start: &StartPosition<'_>,
    motion: &RelativeMotion<'_>,
    cost: &mut Cost,
) -> Vec<EdgeContact> {
    let trees = start.polygons.map(|polygon| polygon.tree());
    let (mut found, mut known, limit) = (Vec::new(), CoveredTimes::default(), motion.limit());
    let mut waiting: Vec<BoxPair> = Vec::new();
    let look = |slots: [ChildSlot; 2], cost: &mut Cost| {
        cost.box_tests += 1;
        let boxes = [0, 1].map(|k| motion.swept_extent(start.bounds(k, slots[k])));
        motion.window(&boxes[0], &boxes[1]).map(|window| BoxPair { window, slots })
    };
    waiting.extend(look([ChildSlot::ROOT; 2], cost));
    while let Some(BoxPair { window, slots }) = waiting.pop() {
        if known.holds(window) {
            continue;
        }
        let children = [0, 1].map(|k| trees[k].child(slots[k]));
        let size = |k: usize| if children[k].is_leaf() { -1.0 } else { start.bounds(k, slots[k]).half.element_sum() };
        let k = usize::from(size(1) > size(0));
        if !children[k].is_leaf() {
            let node = children[k].index();
            let so_far = waiting.len();
            for lane in (0..WIDTH).filter(|lane| trees[k].nodes[node].used & 1 << lane != 0) {
                let mut next = slots;
                next[k] = ChildSlot::new(node, lane);
                waiting.extend(look(next, cost).filter(|next| !known.holds(next.window)));
            }
            // The earliest first: what begins contact is found before most of what only goes on with it.
            waiting[so_far..].sort_by(|p, q| q.window[0].total_cmp(&p.window[0]));
            continue;
        }
        let leaves = [0, 1].map(|k| &trees[k].leaves[children[k].index()]);
        let [first, second] = [0, 1].map(|k| swept_extents(start, motion, k, leaves[k]));
        for ((e, p), (f, q)) in first.iter().flatten().flat_map(|e| second.iter().flatten().map(move |f| (e, f))) {
            if motion.window(p, q).is_some_and(|window| !known.holds(window)) {
                motion.edge_contacts([*e, *f], cost, &mut |edge_contact| {
                    if !known.holds([edge_contact.begin.time.lower, edge_contact.end.time.upper]) {
                        edge_contact.known(limit).into_iter().for_each(|times| known.add(times));
                        found.push(edge_contact);
                    }
                });
            }
        }
    }
    found
}

/// Boxes that may meet in a window of times.
#[derive(Clone, Copy, Debug)]
struct BoxPair {
    window: [f64; 2],
    slots: [ChildSlot; 2],
}

/// What the motion sees of the edges of a leaf.
fn swept_extents(
    start: &StartPosition<'_>,
    motion: &RelativeMotion<'_>,
    body: usize,
    leaf: &Leaf,
) -> [Option<(EdgeId, SweptExtent)>; WIDTH] {
    std::array::from_fn(|k| {
        let edge = EdgeId(leaf.start.0 + k as u32);
        let is_used = k < leaf.count as usize;
        is_used.then(|| (edge, motion.swept_extent(start.around(start.edges[body][edge.index()]))))
    })
}

#[cfg(test)]
mod tests {
    use super::super::contact_timeline::outline_contacts;
    use super::super::motion::Motion;
    use super::*;
    use crate::{Polygon, Pose2};
    use impinge::math::DVec2;
    use impinge_scenes::SplitMix64;

    /// The trees leave nothing out: every edge against every edge gives the same periods to the last bit.
    #[test]
    fn all_pairs_give_the_same() {
        let mut random = SplitMix64::new(31);
        let (mut periods, mut saved) = (0, 0);
        for round in 0..80 {
            let mut star = |n: usize| {
                let point = |k: usize, r: f64| DVec2::from_angle(std::f64::consts::TAU * k as f64 / n as f64) * r;
                Polygon::try_new(vec![(0..n).map(|k| point(k, 1.0 + 0.6 * random.between(-1.0, 1.0))).collect()])
                    .unwrap()
            };
            let [a, b] = [star(20 + round), star(90)];
            let mut vector = || DVec2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let pose = Pose2::from_angle(vector().x, vector() * 4.0).unwrap();
            let motion = if round % 2 == 0 {
                Motion::translation(vector() * 8.0).unwrap()
            } else {
                Motion::rotation(vector().x * 5.0, vector() * 2.0).unwrap()
            };
            let start = StartPosition::new(&a, &b, &pose);
            let motion = RelativeMotion::new(&start, motion.0);
            let (mut all, mut brute, mut fast) = (Vec::new(), Cost::default(), Cost::default());
            for e in a.edge_ids() {
                b.edge_ids()
                    .for_each(|f| motion.edge_contacts([e, f], &mut brute, &mut |edge_contact| all.push(edge_contact)));
            }
            let found = edge_contacts(&start, &motion, &mut fast);
            let [all, found] =
                [all, found].map(|edge_contacts| outline_contacts(edge_contacts, &motion, &mut Cost::default()));
            let ends = |list: &[super::super::contact_timeline::ContactPeriod]| -> Vec<_> {
                list.iter().map(|s| (s.begin, s.end, s.certain)).collect()
            };
            assert_eq!(ends(&found), ends(&all));
            periods += found.len();
            saved += brute.triangle_tests - fast.triangle_tests;
        }
        assert!(periods > 50 && saved > 100_000, "{periods} {saved}");
    }
}
