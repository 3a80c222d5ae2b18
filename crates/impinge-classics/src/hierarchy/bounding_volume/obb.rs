//! The oriented box, and the separating axis test of two of them (Gottschalk, Lin, Manocha 1996, section 5).
//!
//! Two boxes are apart exactly if they are along one of 15 axes: three face normals of each, and the products of their
//! edges. In the frame of the first box, with M the axes of the second and T its centre, the axis e_i × m_j separates if
//! |T · e_i × m_j| exceeds Σ a_k |e_k · e_i × m_j| + Σ b_k |m_k · e_i × m_j|, all of whose triple products are entries of M.
//!
//! That m_j × m_k is ±m_l holds for a rotation M. For RᵀR = I + E it is off by at most |det - 1| + |(I + E)⁻¹ - I| ≤ 3 |E|:
//! entries of |M| are raised by four times the shear, and the half-extents of the second along its own normals by the shear
//! times their sum.

use super::obb_fit::frame;
use super::orthonormal_frame::{PADDING, extent, longest_first, orthonormal};
use super::{BoundingVolume, OrientedFit, RelativePose};
use impinge::math::{DMat3, DVec3};

/// A box along three axes of its own: all points `centre + axes z` with `|z| <= half` in every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Obb {
    /// The middle.
    pub centre: DVec3,
    /// The directions of its edges, orthonormal to within four units of 2^-52.
    pub axes: DMat3,
    /// Half of its edge lengths.
    pub half: DVec3,
}

impl Obb {
    /// The smallest box around points along given axes, which are made orthonormal; about the origin for no points.
    #[must_use]
    pub fn along(axes: DMat3, points: &[DVec3]) -> Self {
        let axes = orthonormal(axes);
        let Some(&origin) = points.first() else {
            return Self { centre: DVec3::ZERO, axes, half: DVec3::ZERO };
        };
        let [low, high] = extent(points, axes, origin);
        let centre = origin + axes * ((low + high) * 0.5);
        // Measured from the centre as it is stored.
        let [low, high] = extent(points, axes, centre);
        let half = low.abs().max(high.abs());
        Self { centre, axes, half: half + DVec3::splat(PADDING * half.element_sum()) }
    }

    /// The centre and the axes of a box of the second body in the frame of this box.
    fn seen_from(&self, other: &Self, relative: &RelativePose) -> (DVec3, DMat3) {
        let to_own = self.axes.transpose();
        let between = to_own * (relative.roughly(other.centre) - self.centre);
        let axes = if relative.moves { relative.rotation * other.axes } else { other.axes };
        (between, to_own * axes)
    }
}

/// How far two boxes are apart along the axis e_i × m_j, times the length of the axis.
fn gap_across([i, j]: [usize; 2], between: DVec3, m: &DMat3, m_abs: &DMat3, [a, b]: [DVec3; 2]) -> f64 {
    let ((i1, i2), (j1, j2)) = (((i + 1) % 3, (i + 2) % 3), ((j + 1) % 3, (j + 2) % 3));
    let (edge, raised) = (m.col(j), m_abs.col(j));
    let reach_a = a[i1] * raised[i2] + a[i2] * raised[i1];
    let reach_b = b[j1] * m_abs.col(j2)[i] + b[j2] * m_abs.col(j1)[i];
    (between[i2] * edge[i1] - between[i1] * edge[i2]).abs() - reach_a - reach_b
}

/// All pairs of an edge of the one and an edge of the other.
const EDGES: [[usize; 2]; 9] = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]];

/// The entries of M in magnitude, raised for a pose that is not quite a rotation.
fn raised(m: &DMat3, relative: &RelativePose) -> DMat3 {
    let room = DVec3::splat(4.0 * relative.shear);
    let m = m.abs();
    DMat3::from_cols(m.x_axis + room, m.y_axis + room, m.z_axis + room)
}

impl BoundingVolume for Obb {
    type Tests = RelativePose;

    fn around(points: &[DVec3], fit: OrientedFit) -> Self {
        Self::along(frame(points, fit), points)
    }

    fn tests(relative: &RelativePose) -> RelativePose {
        *relative
    }

    fn overlap(&self, other: &Self, relative: &RelativePose) -> bool {
        let (between, m) = self.seen_from(other, relative);
        let m_abs = raised(&m, relative);
        let reach = self.half + m_abs * other.half + DVec3::splat(relative.slack());
        if between.abs().cmpgt(reach).any() {
            return false;
        }
        let room = relative.slack() + relative.shear * other.half.element_sum();
        let reach = other.half + m_abs.transpose() * self.half + DVec3::splat(room);
        if (m.transpose() * between).abs().cmpgt(reach).any() {
            return false;
        }
        let halves = [self.half, other.half];
        !EDGES.iter().any(|axis| gap_across(*axis, between, &m, &m_abs, halves) > relative.slack())
    }

    /// The largest of: the gaps along the normals of the one, those along the normals of the other, each three taken together
    /// as a vector, and the nine gaps across edges.
    fn distance_bound(&self, other: &Self, relative: &RelativePose) -> f64 {
        let (between, m) = self.seen_from(other, relative);
        let m_abs = raised(&m, relative);
        let in_a = between.abs() - (self.half + m_abs * other.half);
        let reach = other.half + m_abs.transpose() * self.half;
        let in_b = (m.transpose() * between).abs() - (reach + DVec3::splat(relative.shear * other.half.element_sum()));
        let faces = in_a.max(DVec3::ZERO).length().max(in_b.max(DVec3::ZERO).length() / relative.stretch);
        let halves = [self.half, other.half];
        let edges = EDGES.iter().fold(0.0, |most: f64, axis| {
            let [i, j] = *axis;
            let edge = m.col(j);
            let length = edge[(i + 1) % 3].hypot(edge[(i + 2) % 3]);
            // Nearly parallel edges have no axis of their own, and would raise the rounding.
            if length < 0.125 {
                return most;
            }
            most.max((gap_across(*axis, between, &m, &m_abs, halves) - relative.slack()) / length)
        });
        relative.shortened(faces.max(edges - 8.0 * relative.slack()))
    }

    fn carried(&self, relative: &RelativePose) -> Self {
        let turned = relative.rotation * self.axes;
        let axes = orthonormal(turned);
        let half = (axes.transpose() * turned).abs() * self.half + DVec3::splat(relative.slack());
        let padding = DVec3::splat(PADDING * half.element_sum());
        Self { centre: relative.roughly(self.centre), axes, half: half + padding }
    }

    /// Along its three normals.
    fn may_meet(&self, triangle: &[DVec3; 3], margin: f64) -> bool {
        let [low, high] = extent(triangle, self.axes, self.centre);
        let reach = self.half + DVec3::splat(2.0 * margin);
        low.cmple(reach).all() && high.cmpge(-reach).all()
    }

    fn axes(&self) -> Vec<DVec3> {
        longest_first(self.axes, self.half)
    }

    fn centre(&self) -> DVec3 {
        self.centre
    }

    fn half_diagonal(&self) -> f64 {
        self.half.length()
    }

    fn area(&self) -> f64 {
        let h = self.half;
        8.0 * (h.x * h.y + h.y * h.z + h.z * h.x)
    }

    fn volume(&self) -> f64 {
        8.0 * self.half.x * self.half.y * self.half.z
    }
}
