//! Two trees at a relative pose: boxes of the one carried into the frame of the other, and what rounding may do to a test.
//!
//! All lengths are in the larger unit of the two trees. Carried into B's frame, A's boxes go through the inverse of the
//! pose's matrix; whether things share a point is the same in both frames, and distances there are right but for the factor
//! by which the matrix is off from a rotation, which [`Encounter::stretch`] bounds.

use super::node::Box32;
use super::tree::WideTree;
use crate::bound::PosedBoxes;
use crate::math::simd::three;
use crate::math::{DMat3, DVec3, Pose};
use glam::{Mat3A, Vec3A};

/// Roundings in the difference of two carried middles: see `docs/notes/tree.md`.
const ROUNDINGS: f64 = 8.0;

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
    /// Rotation alone, for directions.
    rotation: Mat3A,
    /// The unit of the tree it carries from, in units of the encounter.
    unit: f32,
}

impl Carrier {
    /// A box of the other tree in this frame.
    #[must_use]
    #[inline(always)]
    pub fn carry(&self, b: &Box32) -> Box32 {
        let centre = self.matrix * DVec3::new(f64::from(b.centre.x), f64::from(b.centre.y), f64::from(b.centre.z)) + self.offset;
        Box32 {
            centre: Vec3A::new(centre.x as f32, centre.y as f32, centre.z as f32),
            half: b.half * self.unit,
            axes: three!(k => self.rotation * b.axes[k]),
        }
    }

    /// A point of the other tree in this frame, in double precision.
    #[must_use]
    #[inline(always)]
    pub fn place(&self, p: Vec3A) -> DVec3 {
        self.matrix * DVec3::new(f64::from(p.x), f64::from(p.y), f64::from(p.z)) + self.offset
    }

    /// The rotation, for directions.
    #[must_use]
    pub fn rotation(&self) -> &Mat3A {
        &self.rotation
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

impl<'a> Encounter<'a> {
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
                Carrier { matrix: rotation * unit_b, offset, rotation: Mat3A::from(rotation.as_mat3()), unit: unit_b as f32 },
                Carrier {
                    matrix: inverse * unit_a,
                    offset: -(inverse * offset),
                    rotation: Mat3A::from(rotation.transpose().as_mat3()),
                    unit: unit_a as f32,
                },
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
