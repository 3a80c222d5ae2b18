//! Two trees at a relative pose: boxes of the one carried into the frame of the other, and what rounding may do to a test.
//!
//! All lengths are in the larger unit of the two trees. Carried into B's frame, A's boxes go through the inverse of the
//! pose's matrix; whether things share a point is the same in both frames, and distances there are right but for the factor
//! by which the matrix is off from a rotation, which [`Encounter::stretch`] bounds.

use super::node::{Node, Splat};
use super::tree::WideTree;
use crate::bound::PosedBoxes;
use crate::math::simd::three;
use crate::math::{DMat3, DVec3, Pose};
use fearless_simd::f32x8;
use fearless_simd::prelude::*;
use glam::Vec3A;

/// Roundings in the difference of two carried middles: see `docs/notes/tree.md`.
const ROUNDINGS: f64 = 16.0;

/// Rounding in single precision: 2^-24.
pub const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// What a test between boxes may be off by, relative to their sizes: see `docs/notes/tree.md`.
const RELATIVE: f64 = 64.0 * ROUNDING;

/// Carries boxes from one tree's frame to the other's.
#[derive(Clone, Copy, Debug)]
pub struct Carrier {
    /// Rotation and change of unit, for points.
    matrix: DMat3,
    offset: DVec3,
    /// The same in single precision, by row and column.
    rows: [[f32; 3]; 3],
    shift: [f32; 3],
    /// Rotation alone, by row and column, for directions.
    turn: [[f32; 3]; 3],
    /// The unit of the tree it carries from, in units of the encounter.
    unit: f32,
}

impl Carrier {
    fn new(rotation: DMat3, directions: DMat3, unit: f64, offset: DVec3) -> Self {
        let narrow = |m: &DMat3| [0, 1, 2].map(|i| [0, 1, 2].map(|k| m.row(i)[k] as f32));
        let matrix = rotation * unit;
        Self {
            matrix,
            offset,
            rows: narrow(&matrix),
            shift: offset.as_vec3().to_array(),
            turn: narrow(&directions),
            unit: unit as f32,
        }
    }

    /// The box of a child of the other tree in this frame.
    #[must_use]
    #[inline(always)]
    pub fn carry<S: Simd>(&self, simd: S, node: &Node, lane: usize) -> Splat<S> {
        let all = |x: f32| f32x8::splat(simd, x);
        let c = three!(k => all(node.centre[k][lane]));
        let b: [[f32x8<S>; 3]; 3] = three!(j => three!(k => all(node.axes[j][k][lane])));
        Splat {
            centre: three!(i => c[2].mul_add(self.rows[i][2], c[1].mul_add(self.rows[i][1], c[0].mul_add(self.rows[i][0], self.shift[i])))),
            half: three!(k => all(node.half[k][lane] * self.unit)),
            axes: three!(j => three!(i => b[j][2].mul_add(self.turn[i][2], b[j][1].mul_add(self.turn[i][1], b[j][0] * self.turn[i][0])))),
        }
    }

    /// The middle of a child of the other tree in this frame, without fused products: the same on every machine.
    #[must_use]
    #[inline(always)]
    pub fn middle(&self, node: &Node, lane: usize) -> [f32; 3] {
        let c = three!(k => node.centre[k][lane]);
        three!(i => self.rows[i][0] * c[0] + self.rows[i][1] * c[1] + self.rows[i][2] * c[2] + self.shift[i])
    }

    /// A point of the other tree in this frame, in double precision.
    #[must_use]
    #[inline(always)]
    pub fn place(&self, p: Vec3A) -> DVec3 {
        self.matrix * DVec3::new(f64::from(p.x), f64::from(p.y), f64::from(p.z)) + self.offset
    }

    /// The rotation by row and column, for directions.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> &[[f32; 3]; 3] {
        &self.turn
    }
}

/// Two trees at a relative pose.
#[derive(Clone, Copy, Debug)]
pub struct Encounter<'a> {
    /// The trees.
    pub trees: [&'a WideTree; 2],
    /// Carriers into the frame of the first tree and into that of the second.
    pub into: [Carrier; 2],
    /// Units of the trees in the unit of the encounter, at most 1.
    pub units: [f32; 2],
    /// The unit of the encounter (a length).
    pub unit: f64,
    /// What a test between boxes may be off by, in the unit of the encounter.
    pub pad: f32,
    /// What a test between boxes may be off by, relative to their sizes.
    pub relative: f32,
    /// What the pose's rounding may move a vertex by, in the unit of the encounter.
    pub slack: f32,
    /// How much longer a distance in the second frame may be than in the first: a factor.
    pub stretch: f64,
}

/// Bodies so far apart, in units of the encounter, that the distance of their parts differs by little else than what they reach
/// along the line of their middles, while single precision no longer holds the distance itself.
const FAR: f64 = 512.0;

/// How far apart the middles of far bodies are drawn for the search, in units of the encounter.
const NEAR: f64 = 8.0;

/// Bodies far apart, drawn together along the line of their middles: a pair of points is at least as far apart as it was drawn
/// together, plus its gap along the line.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// From the first body to the second, in the frame of the first and of the second.
    pub towards: [[f32; 3]; 2],
    /// How far the second was drawn, in units of the encounter.
    pub drawn: f64,
}

impl<'a> Encounter<'a> {
    /// The same bodies drawn together, if they are far apart.
    #[must_use]
    pub fn drawn_together(&self) -> Option<(Self, Line)> {
        let offset = self.into[0].offset;
        let length = offset.length();
        // Not even a double can square it: such bodies stay where they are.
        if !(length > FAR && length.is_finite()) {
            return None;
        }
        let towards = offset / length;
        let turn = |carrier: &Carrier| {
            let direction = towards.as_vec3().to_array();
            carrier.turn.map(|row| row[0] * direction[0] + row[1] * direction[1] + row[2] * direction[2])
        };
        let mut near = *self;
        let ratio = NEAR / length;
        for carrier in &mut near.into {
            carrier.offset *= ratio;
            carrier.shift = carrier.offset.as_vec3().to_array();
        }
        near.pad = (ROUNDINGS * ROUNDING * (3.0 * NEAR)) as f32;
        near.slack = 0.0;
        let towards = [towards.as_vec3().to_array(), turn(&near.into[1])];
        Some((near, Line { towards, drawn: length - NEAR }))
    }

    /// Trees of A and B, B carried into A's frame by the pose, which is not an inverted one.
    #[must_use]
    pub fn new(a: &'a WideTree, b: &'a WideTree, a_from_b: &Pose, boxes: &PosedBoxes) -> Self {
        let (frame_a, frame_b) = (a.frame(), b.frame());
        let unit = frame_a.unit.max(frame_b.unit);
        let (rotation, translation) = (a_from_b.rotation(), a_from_b.translation());
        let [unit_a, unit_b] = [frame_a.unit / unit, frame_b.unit / unit];
        let offset = (rotation * frame_b.centre + translation - frame_a.centre) / unit;
        let inverse = if a_from_b.is_identity() { rotation } else { rotation.inverse() };
        let gram = (rotation.transpose() * rotation - DMat3::IDENTITY).abs();
        let skew = gram.x_axis.max(gram.y_axis).max(gram.z_axis).max_element();
        let reach = offset.abs().element_sum() + 4.0;
        let slack = boxes.slack() / unit;
        Self {
            trees: [a, b],
            into: [
                Carrier::new(rotation, rotation, unit_b, offset),
                Carrier::new(inverse, rotation.transpose(), unit_a, -(inverse * offset)),
            ],
            units: [unit_a as f32, unit_b as f32],
            unit,
            pad: (ROUNDINGS * ROUNDING * reach + 4.0 * slack) as f32,
            relative: (RELATIVE + 16.0 * skew) as f32,
            slack: (slack * (1.0 + 2.0 * ROUNDING)) as f32,
            stretch: 1.0 + 8.0 * skew,
        }
    }

    /// A tree and itself.
    #[must_use]
    pub fn with_itself(tree: &'a WideTree, boxes: &PosedBoxes) -> Self {
        Self::new(tree, tree, &Pose::IDENTITY, boxes)
    }
}
