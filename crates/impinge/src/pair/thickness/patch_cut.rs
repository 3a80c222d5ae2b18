//! Where a patch is best cut in two, along a face that enters it.

use super::column::Column;
use super::face_part::FacePart;
use crate::math::DVec3;
use crate::math::predicates::Triangle;

/// The patches on both sides of the face that is best cut off, such that most of the patch is free of it.
pub(super) fn best_cut(column: &Column, radius: f64, crossing: &[Triangle]) -> Option<Vec<Column>> {
    /// Of the patch's width, what is to be free of the face.
    const FREE: f64 = 0.3;
    /// Of the patch's width, what a cut leaves on its smaller side to be worth it: less shaves off nothing.
    const LEAST: f64 = 1e-9;
    let (slack, clipper) = (column.slack, column.clipper(radius));
    let mut best: Option<(f64, Vec<Column>)> = None;
    for triangle in crossing {
        let Some(across) = column.across(triangle) else { continue };
        let Some((part, _)) = clipper.part_of_face(triangle) else { continue };
        let Some([low, high]) = range_at_depth(column, &part, radius, across) else { continue };
        let [least, most] = column.base_range(across);
        let width = most - least;
        for (free, at) in [(low - least, low - 4.0 * slack), (most - high, high + 4.0 * slack)] {
            let is_worth = free > FREE * width && at > least + LEAST * width && at < most - LEAST * width;
            if is_worth && best.as_ref().is_none_or(|best| free / width > best.0) {
                best = column.cut(across, at).map(|columns| (free / width, columns)).or(best);
            }
        }
    }
    best.map(|(_, columns)| columns)
}

/// Between which numbers a part of a face lies along a direction, where it is at a depth; `None` if it is nowhere.
fn range_at_depth(column: &Column, part: &FacePart, depth: f64, along: DVec3) -> Option<[f64; 2]> {
    let points = part.points();
    let heights: Vec<f64> = points.iter().map(|p| column.depth_of(*p) - depth).collect();
    let mut range: Option<[f64; 2]> = None;
    let mut add = |p: DVec3| {
        let x = along.dot(p);
        range = Some(range.map_or([x; 2], |[low, high]| [low.min(x), high.max(x)]));
    };
    // All of the part that rounding may put at the depth: of a face nearly along the patch that is wide.
    let margin = 4.0 * column.slack;
    for (i, p) in points.iter().enumerate() {
        let j = (i + 1) % points.len();
        if heights[i].abs() <= margin {
            add(*p);
        }
        for level in [-margin, margin] {
            let [from, to] = [heights[i] - level, heights[j] - level];
            if (from < 0.0) != (to < 0.0) {
                add(*p + (points[j] - *p) * (from / (from - to)));
            }
        }
    }
    range
}
