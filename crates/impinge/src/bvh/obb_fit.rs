//! Boxes around triangles: along principal directions of the surface, weighted by area (Gottschalk, Lin and Manocha 1996,
//! section 4), or along the axes of the body where that box is smaller.

use super::obb_node::Box32;
use super::sah_split::Extent;
use super::triangle_leaf::Leaf;
use crate::math::eigen::eigenvectors;
use crate::math::{DMat3, DVec3};
use glam::{Vec3A, Vec4};
use std::cmp::Ordering;
use std::ops::AddAssign;

/// What rounding may do to a box, relative to its size: see `docs/notes/tree.md`.
const RELATIVE: f32 = 1.0 / (1 << 18) as f32;

/// What rounding may do to a box, in units of the tree: 32 roundings of coordinates of at most 1.
const ABSOLUTE: f32 = 1.0 / (1 << 19) as f32;

/// How far principal directions may be off, relative to the largest moment: more would not show in the size of a box.
const AXIS_TOLERANCE: f64 = 1e-5;

/// Area, first and second moments of a piece of surface; as far as quality goes, not correctness.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moments {
    area: f32,
    first: Vec3A,
    /// xx, yy, zz.
    squares: Vec3A,
    /// xy, yz, zx.
    products: Vec3A,
}

impl AddAssign for Moments {
    fn add_assign(&mut self, other: Self) {
        self.area += other.area;
        self.first += other.first;
        self.squares += other.squares;
        self.products += other.products;
    }
}

impl Moments {
    /// The moments of a triangle, each point of it weighing the same: `(9 m mᵀ + Σ p pᵀ) A / 12` with the centroid m.
    pub fn of([p, q, r]: [Vec3A; 3]) -> Self {
        let area = (q - p).cross(r - p).length() + f32::MIN_POSITIVE;
        let m = (p + q + r) * (1.0 / 3.0);
        let turned = |v: Vec3A| Vec3A::new(v.y, v.z, v.x);
        let squares = (9.0 * m * m + p * p + q * q + r * r) * (1.0 / 12.0);
        let products = (9.0 * m * turned(m) + p * turned(p) + q * turned(q) + r * turned(r)) * (1.0 / 12.0);
        Self { area, first: m * area, squares: squares * area, products: products * area }
    }

    /// Orthonormal principal directions.
    fn axes(&self) -> [Vec3A; 3] {
        let scale = 1.0 / f64::from(self.area);
        let wide = |v: Vec3A| DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z)) * scale;
        let (mean, squares, products) = (wide(self.first), wide(self.squares), wide(self.products));
        let diagonal = squares - mean * mean;
        let off = products - mean * DVec3::new(mean.y, mean.z, mean.x);
        let matrix = DMat3::from_cols(
            DVec3::new(diagonal.x, off.x, off.z),
            DVec3::new(off.x, diagonal.y, off.y),
            DVec3::new(off.z, off.y, diagonal.z),
        );
        let (axes, _) = eigenvectors(matrix, AXIS_TOLERANCE);
        [axes.x_axis, axes.y_axis, axes.z_axis].map(|v| Vec3A::new(v.x as f32, v.y as f32, v.z as f32))
    }
}

/// A box around triangles, given as leaves and their middles: the smaller of the oriented and the aligned one.
pub(super) fn oriented(leaves: &[Leaf], middles: &[Vec3A], moments: &Moments, extent: &Extent) -> Box32 {
    let axes = moments.axes();
    let (mut low, mut high) = ([Vec4::INFINITY; 3], [Vec4::NEG_INFINITY; 3]);
    for (leaf, middle) in leaves.iter().zip(middles) {
        let start = axes.map(|axis| Vec4::splat(axis.dot(*middle)));
        for corner in &leaf.corners {
            let [x, y, z] = corner.map(Vec4::from_array);
            for k in 0..3 {
                let along = start[k] + x * axes[k].x + y * axes[k].y + z * axes[k].z;
                (low[k], high[k]) = (low[k].min(along), high[k].max(along));
            }
        }
    }
    let (low, high) = (low.map(|v| v.min_element()), high.map(|v| v.max_element()));
    let half = Vec3A::from_array([0, 1, 2].map(|k| (high[k] - low[k]) * 0.5));
    let straight = Vec3A::from_vec4(extent.max - extent.min) * 0.5;
    let area = |h: Vec3A| h.x * h.y + h.y * h.z + h.z * h.x;
    if area(half).partial_cmp(&area(straight)) != Some(Ordering::Less) {
        return aligned(extent);
    }
    let centre = (0..3).fold(Vec3A::ZERO, |sum, k| sum + axes[k] * ((high[k] + low[k]) * 0.5));
    padded(centre, half, axes)
}

/// The box along the axes of the body.
pub(super) fn aligned(extent: &Extent) -> Box32 {
    let half = Vec3A::from_vec4(extent.max - extent.min) * 0.5;
    padded(Vec3A::from_vec4(extent.max + extent.min) * 0.5, half, Vec3A::AXES)
}

fn padded(centre: Vec3A, half: Vec3A, axes: [Vec3A; 3]) -> Box32 {
    let pad = RELATIVE * (half.x + half.y + half.z) + ABSOLUTE;
    Box32 { centre, half: half * (1.0 + RELATIVE) + Vec3A::splat(pad), axes }
}
