//! All pairs of edges that meet during a motion, by both trees; those that meet only while others do are left out.

use super::covered_times::Coverage;
use super::edge_contact::Span;
use super::relative_motion::Course;
use super::start_position::Stage;
use super::swept_extent::Aspect;
use crate::EdgeId;
use crate::tree::edge_tree::{Leaf, Slot, WIDTH};
use impinge::cost::Cost;

/// Finds the spans that tell when the outlines of two bodies meet.
pub(super) fn spans(stage: &Stage<'_>, course: &Course<'_>, cost: &mut Cost) -> Vec<Span> {
    let trees = stage.polygons.map(|polygon| polygon.tree());
    let (mut found, mut known, limit) = (Vec::new(), Coverage::default(), course.limit());
    let mut waiting: Vec<Waiting> = Vec::new();
    let look = |slots: [Slot; 2], cost: &mut Cost| {
        cost.box_tests += 1;
        let boxes = [0, 1].map(|k| course.aspect(stage.bounds(k, slots[k])));
        course.window(&boxes[0], &boxes[1]).map(|window| Waiting { window, slots })
    };
    waiting.extend(look([Slot::ROOT; 2], cost));
    while let Some(Waiting { window, slots }) = waiting.pop() {
        if known.holds(window) {
            continue;
        }
        let children = [0, 1].map(|k| trees[k].child(slots[k]));
        let size = |k: usize| if children[k].is_leaf() { -1.0 } else { stage.bounds(k, slots[k]).half.element_sum() };
        let k = usize::from(size(1) > size(0));
        if !children[k].is_leaf() {
            let node = children[k].index();
            let so_far = waiting.len();
            for lane in (0..WIDTH).filter(|lane| trees[k].nodes[node].used & 1 << lane != 0) {
                let mut next = slots;
                next[k] = Slot::new(node, lane);
                waiting.extend(look(next, cost).filter(|next| !known.holds(next.window)));
            }
            // The earliest first: what begins contact is found before most of what only goes on with it.
            waiting[so_far..].sort_by(|p, q| q.window[0].total_cmp(&p.window[0]));
            continue;
        }
        let leaves = [0, 1].map(|k| &trees[k].leaves[children[k].index()]);
        let [first, second] = [0, 1].map(|k| aspects(stage, course, k, leaves[k]));
        for ((e, p), (f, q)) in first.iter().flatten().flat_map(|e| second.iter().flatten().map(move |f| (e, f))) {
            if course.window(p, q).is_some_and(|window| !known.holds(window)) {
                course.spans([*e, *f], cost, &mut |span| {
                    if !known.holds([span.begin.time.lower, span.end.time.upper]) {
                        span.known(limit).into_iter().for_each(|times| known.add(times));
                        found.push(span);
                    }
                });
            }
        }
    }
    found
}

/// Boxes that may meet in a window of times.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    window: [f64; 2],
    slots: [Slot; 2],
}

/// What the motion sees of the edges of a leaf.
fn aspects(stage: &Stage<'_>, course: &Course<'_>, body: usize, leaf: &Leaf) -> [Option<(EdgeId, Aspect)>; WIDTH] {
    std::array::from_fn(|k| {
        let edge = EdgeId(leaf.start.0 + k as u32);
        let is_used = k < leaf.count as usize;
        is_used.then(|| (edge, course.aspect(stage.around(stage.edges[body][edge.index()]))))
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

    /// The trees leave nothing out: every edge against every edge gives the same stretches to the last bit.
    #[test]
    fn all_pairs_give_the_same() {
        let mut random = SplitMix64::new(31);
        let (mut stretches, mut saved) = (0, 0);
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
            let stage = Stage::new(&a, &b, &pose);
            let course = Course::new(&stage, motion.0);
            let (mut all, mut brute, mut fast) = (Vec::new(), Cost::default(), Cost::default());
            for e in a.edge_ids() {
                b.edge_ids().for_each(|f| course.spans([e, f], &mut brute, &mut |span| all.push(span)));
            }
            let found = spans(&stage, &course, &mut fast);
            let [all, found] = [all, found].map(|spans| outline_contacts(spans, &course, &mut Cost::default()));
            let ends = |list: &[super::super::contact_timeline::Stretch]| -> Vec<_> {
                list.iter().map(|s| (s.begin, s.end, s.certain)).collect()
            };
            assert_eq!(ends(&found), ends(&all));
            stretches += found.len();
            saved += brute.triangle_tests - fast.triangle_tests;
        }
        assert!(stretches > 50 && saved > 100_000, "{stretches} {saved}");
    }
}
