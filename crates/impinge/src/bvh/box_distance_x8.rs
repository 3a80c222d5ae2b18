//! How far one box is at least from the eight of a node.

use super::obb_node::{Node, Splat, WIDTH};
use super::obb_overlap_x8::Slack;
use crate::math::simd::three;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// What 1 - c² may be below the square of the length of a cross product of axes.
const LENGTH_ERROR: f32 = 1.0 / (1 << 14) as f32;

/// What an approximate reciprocal may be above the truth, relative: 1.5 · 2^-12 for `rcpps`, 2^-8 for `frecpe`, less elsewhere.
const RECIPROCAL_ERROR: f32 = 1.0 / (1 << if cfg!(target_arch = "aarch64") { 8 } else { 11 }) as f32;

/// What the length of a vector of gaps may be above the truth, relative.
const NORM_ERROR: f32 = 1.0 / (1 << 20) as f32;

/// For each child of the node a length that no point of it is nearer to the box than, huge for lanes without a child; and how
/// far the middles are apart.
///
/// The largest of: the length of the vector of gaps along the node's axes, the same along the box's, the gap along the line of
/// the middles, and the nine gaps along cross products of axes over their lengths.
#[inline(always)]
pub(super) fn gaps<S: Simd>(simd: S, node: &Node, unit: f32, other: &Splat<S>, slack: Slack) -> [[f32; WIDTH]; 2] {
    let load = |lanes: &[f32; WIDTH]| f32x8::from_slice(simd, lanes);
    let all = |x: f32| f32x8::splat(simd, x);
    let zero = all(0.0);
    let unit = all(unit);
    let h = three!(k => load(&node.half[k]) * unit);
    let t = three!(k => load(&node.centre[k]).mul_sub(unit, other.centre[k]));
    let g = &other.half;
    let sizes = h[0] + h[1] + h[2] + g[0] + g[1] + g[2];
    let s = sizes.mul_add(all(slack.relative), all(slack.pad));

    let mut c = [[s; 3]; 3];
    let mut abs = [[s; 3]; 3];
    let mut along = [s; 3];
    let b = &other.axes;
    let mut own = zero;
    let mut shadow = s;
    for i in 0..3 {
        let a = three!(k => load(&node.axes[i][k]));
        let dot = |v: &[f32x8<S>; 3]| a[2].mul_add(v[2], a[1].mul_add(v[1], a[0] * v[0]));
        along[i] = dot(&t);
        let mut reach = h[i] + s;
        for j in 0..3 {
            c[i][j] = dot(&b[j]);
            abs[i][j] = c[i][j].abs();
            reach = abs[i][j].mul_add(g[j], reach);
        }
        let gap = (along[i].abs() - reach).max(zero);
        own = gap.mul_add(gap, own);
        shadow = along[i].abs().mul_add(h[i], shadow);
    }
    let mut others = zero;
    for j in 0..3 {
        let between = b[j][2].mul_add(t[2], b[j][1].mul_add(t[1], b[j][0] * t[0])).abs();
        let reach = abs[2][j].mul_add(h[2], abs[1][j].mul_add(h[1], abs[0][j].mul_add(h[0], g[j] + s)));
        let gap = (between - reach).max(zero);
        others = gap.mul_add(gap, others);
        shadow = between.mul_add(g[j], shadow);
    }
    let mut squared = own.max(others);
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let between = along[i2].mul_sub(c[i1][j], along[i1] * c[i2][j]).abs();
            let own = abs[i1][j].mul_add(h[i2], abs[i2][j].mul_add(h[i1], s));
            let reach = abs[i][j1].mul_add(g[j2], abs[i][j2].mul_add(g[j1], own));
            let gap = (between - reach).max(zero);
            let length = all(1.0 + LENGTH_ERROR) - c[i][j] * c[i][j];
            squared = squared.max(gap * gap * (length.approximate_recip() * all(1.0 - RECIPROCAL_ERROR)));
        }
    }
    // Along the line of the middles, T: (T · T - Σ h |T · a| - Σ g |T · b|) / |T|, less the rounding of each.
    let square = t[2].mul_add(t[2], t[1].mul_add(t[1], t[0] * t[0]));
    let length = square.sqrt();
    let line = (square - shadow) / length.max(all(f32::MIN_POSITIVE)) - (s + s);
    [(squared.sqrt().max(line) * all(1.0 - NORM_ERROR)).to_array(), length.to_array()]
}

/// For each child of the node its gap from a box along a direction, from the box to the node, less what rounding may do to it.
#[inline(always)]
pub(super) fn gaps_along<S: Simd>(
    simd: S,
    node: &Node,
    unit: f32,
    other: &Splat<S>,
    direction: [f32; 3],
    slack: Slack,
) -> [f32; WIDTH] {
    let load = |lanes: &[f32; WIDTH]| f32x8::from_slice(simd, lanes);
    let all = |x: f32| f32x8::splat(simd, x);
    let unit = all(unit);
    let t = three!(k => load(&node.centre[k]).mul_sub(unit, other.centre[k]));
    let n = three!(k => all(direction[k]));
    let mut gap = n[2].mul_add(t[2], n[1].mul_add(t[1], n[0] * t[0]));
    let mut sizes = all(0.0);
    for i in 0..3 {
        let (h, g) = (load(&node.half[i]) * unit, other.half[i]);
        let a = three!(k => load(&node.axes[i][k]));
        let own = n[2].mul_add(a[2], n[1].mul_add(a[1], n[0] * a[0])).abs();
        let others = n[2].mul_add(other.axes[i][2], n[1].mul_add(other.axes[i][1], n[0] * other.axes[i][0])).abs();
        gap = gap - own * h - others * g;
        sizes = sizes + h + g;
    }
    (gap - sizes.mul_add(all(slack.relative), all(slack.pad))).to_array()
}

#[cfg(test)]
mod tests {
    use super::super::obb_node::{Child, Slot};
    use super::super::obb_overlap_x8::overlap;
    use super::super::posed_trees::Encounter;
    use super::super::wide_tree::{Preset, WideTree};
    use super::*;
    use crate::bound::{Aabb, PosedBoxes};
    use crate::cost::Cost;
    use crate::executor::Executor;
    use crate::feature::FaceId;
    use crate::math::predicates::Triangle;
    use crate::math::random::Random;
    use crate::math::simd::{Instructions, dispatch, level, limited};
    use crate::math::{DMat3, DQuat, DVec3, Pose};
    use crate::triangle_pair::{TriangleRelation, distance, relate};

    impl Random {
        /// Triangles in small heaps, so that boxes are small beside their distances.
        fn soup(&mut self, count: usize, size: f64, round: bool) -> Vec<Triangle> {
            let mut middle = DVec3::ZERO;
            let triangle = |i: usize| {
                if i.is_multiple_of(4) {
                    middle = self.vector();
                }
                [0; 3].map(|_| {
                    let p = middle + self.vector() * size;
                    // Corners on a lattice make heaps that touch.
                    if round { (p * 4.0).round() * 0.25 } else { p }
                })
            };
            (0..count).map(triangle).collect()
        }
    }

    fn tree(triangles: &[Triangle], preset: Preset) -> WideTree {
        let faces: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let vertices = triangles.as_flattened();
        WideTree::build(vertices, &faces, &Aabb::of_points(vertices), preset, &Executor::serial())
    }

    /// All slots of a tree with the faces below each.
    fn slots(tree: &WideTree) -> Vec<(Slot, Vec<FaceId>)> {
        fn below(tree: &WideTree, slot: Slot, all: &mut Vec<(Slot, Vec<FaceId>)>) -> Vec<FaceId> {
            let child = tree.child(slot);
            let mut faces = tree.faces(slot).to_vec();
            if !child.is_leaf() {
                for lane in (0..WIDTH).filter(|l| tree.nodes()[child.index()].child[*l] != Child::NONE) {
                    faces.extend(below(tree, Slot::new(child.index() as u32, lane as u32), all));
                }
            }
            all.push((slot, faces.clone()));
            faces
        }
        let mut all = Vec::new();
        below(tree, Slot::ROOT, &mut all);
        all
    }

    /// For every box of either tree and every node of the other: boxes over triangles that meet overlap, and no bound is
    /// above the distance of what the boxes hold.
    #[test]
    fn bounds_hold_for_all_pairs_of_boxes() {
        let random = &mut Random(3);
        let skewed = DMat3::IDENTITY + DMat3::from_cols(DVec3::ONE, DVec3::ONE, DVec3::ONE) * 4.9e-6;
        let (mut meeting, mut separated, mut close, mut all) = (0, 0, 0, 0);
        for round in 0..120 {
            let (size, far) = ([0.01, 0.5, 1e-4][round % 3], [0.3, 0.0, 2.0, 40.0][round / 3 % 4]);
            let preset = [Preset::Oriented, Preset::AxisAligned][round / 2 % 2];
            let unlike = if round % 5 == 0 { 1e-3 } else { 1.0 };
            let a = random.soup(44, size, round % 7 == 1);
            let b: Vec<Triangle> =
                random.soup(20, size, round % 7 == 1).iter().map(|t| t.map(|p| p * unlike)).collect();
            let turn = DMat3::from_quat(DQuat::from_vec4(random.vector().extend(random.number()).normalize()));
            let matrix = [DMat3::IDENTITY, turn, turn * skewed, skewed][round / 5 % 4];
            let pose = Pose::try_new(matrix, random.vector() * far).unwrap();
            let posed: Vec<Triangle> = b.iter().map(|t| t.map(|p| pose.transform_point(p))).collect();
            let boxes = PosedBoxes::new(&pose, &Aabb::of_points(a.as_flattened()), &Aabb::of_points(b.as_flattened()));
            let trees = [tree(&a, preset), tree(&b, preset)];
            let encounter = Encounter::new(&trees[0], &trees[1], &pose, &boxes);
            let lengths: Vec<Vec<f64>> = a
                .iter()
                .map(|p| {
                    let length = |q: &Triangle| match relate(p, q, &mut Cost::default()) {
                        TriangleRelation::Disjoint => distance(p, q).squared.sqrt().max(f64::MIN_POSITIVE),
                        _ => 0.0,
                    };
                    posed.iter().map(length).collect()
                })
                .collect();
            let slots = [slots(&trees[0]), slots(&trees[1])];
            let slack = encounter.box_slack;
            let limit = [Instructions::Best, Instructions::Avx2, Instructions::Baseline][round % 3];
            for side in 0..2 {
                for (slot, _) in slots[side].iter().filter(|(s, _)| !trees[side].child(*s).is_leaf()) {
                    let index = trees[side].child(*slot).index();
                    let node = &trees[side].nodes()[index];
                    for (other, faces) in &slots[1 - side] {
                        let (place, lane) = other.place();
                        let other = &trees[1 - side].nodes()[place];
                        let (left, found) = limited(limit, || {
                            dispatch!(level(), simd => {
                                let carried = encounter.into[side].carry(simd, other, lane);
                                let unit = encounter.units[side];
                                (overlap(simd, node, unit, &carried, slack), gaps(simd, node, unit, &carried, slack)[0])
                            })
                        });
                        for (own, own_faces) in &slots[side] {
                            if own.place().0 != index {
                                continue;
                            }
                            let lane = own.place().1;
                            let pairs = own_faces.iter().flat_map(|i| faces.iter().map(move |j| [*i, *j]));
                            let in_order = |[i, j]: [FaceId; 2]| if side == 0 { [i, j] } else { [j, i] };
                            let length = pairs.map(in_order).map(|[i, j]| lengths[i.index()][j.index()]);
                            let length = length.fold(f64::INFINITY, f64::min);
                            let bound = f64::from(found[lane]) * encounter.unit / encounter.stretch;
                            assert!(length > 0.0 || left & 1 << lane != 0, "lost {own:?} {other:?}");
                            assert!(bound <= length * (1.0 + 1e-12) + boxes.slack(), "{bound} {length} {round} {side}");
                            all += 1;
                            meeting += u32::from(length == 0.0);
                            separated += u32::from(left & 1 << lane == 0);
                            close += u32::from(bound > 0.9 * length && length > 0.0);
                        }
                    }
                }
            }
        }
        assert!(meeting > 300 && separated * 4 > all && close * 4 > all, "{meeting} {separated} {close} of {all}");
    }
}
