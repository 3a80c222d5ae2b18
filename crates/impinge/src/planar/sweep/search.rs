//! All pairs of edges that meet during a motion, by both trees; those that meet only while others do are left out.

use super::coverage::Coverage;
use super::course::Course;
use super::span::Span;
use super::stage::Stage;
use crate::cost::Cost;
use crate::planar::EdgeId;
use crate::planar::tree::{Slot, WIDTH};

/// Finds the spans that tell when the outlines of two bodies meet.
pub(super) fn spans(stage: &Stage<'_>, course: &Course<'_>, cost: &mut Cost) -> Vec<Span> {
    let trees = stage.polygons.map(|polygon| polygon.tree());
    let ranges = [0, 1].map(|k| stage.edges[k].iter().map(|ends| course.range(*ends)).collect::<Vec<_>>());
    let (mut found, mut known) = (Vec::new(), Coverage::default());
    let mut waiting = vec![[Slot::ROOT; 2]];
    while let Some(slots) = waiting.pop() {
        cost.box_tests += 1;
        let boxes = [0, 1].map(|k| stage.bounds(k, slots[k]));
        let Some(window) = course.window(&boxes[0], &boxes[1]) else { continue };
        if known.holds(window) {
            continue;
        }
        let children = [0, 1].map(|k| trees[k].child(slots[k]));
        let size = |k: usize| if children[k].is_leaf() { -1.0 } else { boxes[k].half.element_sum() };
        let k = usize::from(size(1) > size(0));
        if !children[k].is_leaf() {
            let node = children[k].index();
            for lane in (0..WIDTH).filter(|lane| trees[k].nodes[node].used & 1 << lane != 0) {
                let mut next = slots;
                next[k] = Slot::new(node, lane);
                waiting.push(next);
            }
            continue;
        }
        let leaves = [0, 1].map(|k| &trees[k].leaves[children[k].index()]);
        let ids = |k: usize| (0..leaves[k].count).map(move |i| EdgeId(leaves[k].start.0 + i));
        for edges in ids(0).flat_map(|e| ids(1).map(move |f| [e, f])) {
            let [p, q] = [0, 1].map(|k| ranges[k][edges[k].index()]);
            // Ranges that are not numbers overlap everything.
            if p[0] > q[1] || q[0] > p[1] {
                continue;
            }
            course.spans(edges, cost, &mut |span| {
                if known.holds([span.begin.time.lower, span.end.time.upper]) {
                    return;
                }
                if span.certain {
                    known.add([span.begin.time.upper, span.end.time.lower]);
                }
                found.push(span);
            });
        }
    }
    found
}
