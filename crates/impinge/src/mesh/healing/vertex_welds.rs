//! Open vertices near each other become one, the nearest first.
//!
//! Two vertices joined by an edge are not welded: that would simplify the surface, not close a crack.

use super::proximity::{distance_squared, keeps_side, limit_squared};
use super::refusals::{Refusals, Step};
use super::region::{Region, ends_of};
use crate::bound::Aabb;
use crate::broad::{BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::DVec3;

/// Open vertices in a cube of the length above which healing leaves them alone: they are details smaller than the length, not sides of a crack.
const CROWD: usize = 64;

/// Welds open vertices up to a length apart. Returns how many clusters were united.
pub(super) fn weld_vertices(region: &mut Region, length: f64, refusals: &mut Refusals<'_>) -> usize {
    let edges = region.open_edges();
    let open = uncrowded(region, ends_of(&edges), length, refusals);
    let incidence = region.incidence();
    let mut united = 0;
    for (_, pair) in near_pairs(region, &open, length) {
        let roots = pair.map(|vertex| region.clusters.root(vertex));
        if roots[0] == roots[1] || refusals.are_frozen(region, &roots) || are_adjacent(region, &incidence, roots) {
            continue;
        }
        let Some(target) = region.clusters.common_target(roots, &region.points) else { continue };
        if folds(region, &incidence, roots, target) {
            refusals.refuse(Step::Weld(pair));
            continue;
        }
        region.clusters.join(roots, target);
        united += 1;
    }
    united
}

/// The vertices of these, by roots, that do not lie in a crowded cube of a grid.
pub(super) fn uncrowded(region: &mut Region, roots: Vec<u32>, length: f64, refusals: &mut Refusals<'_>) -> Vec<u32> {
    let cell = |p: DVec3| (p / length).floor().to_array().map(f64::to_bits);
    let mut cells: Vec<_> = roots.into_iter().map(|root| (cell(region.place(root)), root)).collect();
    cells.sort_unstable();
    let mut left = Vec::with_capacity(cells.len());
    for group in cells.chunk_by(|p, q| p.0 == q.0) {
        if group.len() > CROWD {
            group.iter().for_each(|(_, root)| refusals.refuse(Step::Crowded(*root)));
        } else {
            left.extend(group.iter().map(|(_, root)| *root));
        }
    }
    left.sort_unstable();
    left
}

/// Pairs of vertices up to a length apart with the squares of their distances, the nearest first.
fn near_pairs(region: &mut Region, open: &[u32], length: f64) -> Vec<(f64, [u32; 2])> {
    let limit = limit_squared(length);
    let places: Vec<DVec3> = open.iter().map(|root| region.place(*root)).collect();
    let mut phase = BroadPhaseKind::Tree.build();
    for (key, place) in (0..).zip(&places) {
        phase.insert(key, Aabb { min: *place, max: *place }, Mobility::Fixed);
    }
    phase.update(&Executor::serial());
    let mut pairs = Vec::new();
    for (i, place) in places.iter().enumerate() {
        if region.is_effort_spent() {
            break;
        }
        phase.overlapping(&around(&[*place], length), &mut |key| {
            region.cost.box_tests += 1;
            let squared = distance_squared(*place, places[key as usize]);
            if (key as usize) > i && squared <= limit {
                pairs.push((squared, [open[i], open[key as usize]]));
            }
        });
    }
    pairs.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
    pairs
}

/// A box that holds all that is up to a length from some points.
pub(super) fn around(points: &[DVec3], length: f64) -> Aabb {
    let bounds = Aabb::of_points(points);
    // Sums are rounded by less than this.
    let margin = length + 4.0 * f64::EPSILON * (bounds.largest_coordinate() + length);
    Aabb { min: bounds.min - margin, max: bounds.max + margin }
}

/// Whether an edge joins two clusters.
fn are_adjacent(region: &mut Region, incidence: &[Vec<u32>], [p, q]: [u32; 2]) -> bool {
    let members = region.clusters.members(p).to_vec();
    let pieces = members.iter().flat_map(|member| &incidence[*member as usize]);
    pieces.copied().any(|piece| region.roots(piece as usize).contains(&q))
}

/// Whether a face at either of two clusters would not certainly keep its side if all their vertices lay at a target.
fn folds(region: &mut Region, incidence: &[Vec<u32>], roots: [u32; 2], target: u32) -> bool {
    let place = region.points[target as usize];
    let members: Vec<u32> = roots.iter().flat_map(|root| region.clusters.members(*root)).copied().collect();
    let pieces = members.iter().flat_map(|member| &incidence[*member as usize]);
    pieces.copied().any(|piece| {
        let (before, at) = (region.triangle(piece as usize), region.roots(piece as usize));
        let now = [0, 1, 2].map(|k| if roots.contains(&at[k]) { place } else { before[k] });
        now != before && !keeps_side(&now, &region.pieces[piece as usize].sources)
    })
}
