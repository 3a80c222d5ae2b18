//! Two trees at a relative pose: boxes of the one carried into the frame of the other, and what rounding may do to a test.
//!
//! All lengths are in the larger unit of the two trees. Carried into B's frame, A's boxes go through the inverse of the
//! pose's matrix; whether things share a point is the same in both frames, and distances there are right but for the factor
//! by which the matrix is off from a rotation, which [`Encounter::stretch`] bounds.

use super::obb_node::{Node, Splat};
use super::obb_overlap_x8::{ROUNDING, Slack};
use super::wide_tree::WideTree;
use crate::bound::PosedBoxes;
use crate::math::simd::three;
use crate::math::{DMat3, DVec3, Pose};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8};
use glam::Vec3A;

/// Bodies farther apart than this, in units, are tested as if they were this far: nothing overflows, and bounds from below
/// stay true.
const FARTHEST: f64 = (1_u64 << 40) as f64;

/// Carries boxes from one tree's frame to the other's.
#[derive(Clone, Copy, Debug)]
pub struct Carrier {
    /// Rotation and change of unit, for points.
    matrix: DMat3,
    offset: DVec3,
    /// The same in single precision, by column, with a zero at the end: a column fills a vector of four lanes.
    columns: [[f32; 4]; 3],
    shift: [f32; 3],
    /// Rotation alone, by row and column, for directions.
    turn: [[f32; 3]; 3],
    /// The same by column, with a zero at the end.
    turn_columns: [[f32; 4]; 3],
    /// The unit of the tree it carries from, in units of the encounter.
    unit: f32,
}

impl Carrier {
    fn new(rotation: DMat3, directions: DMat3, unit: f64, offset: DVec3) -> Self {
        let matrix = rotation * unit;
        let (columns, turn_columns) = (narrow_columns(&matrix), narrow_columns(&directions));
        Self {
            matrix,
            offset,
            columns,
            shift: offset.as_vec3().to_array(),
            turn: three!(i => three!(k => turn_columns[k][i])),
            turn_columns,
            unit: unit as f32,
        }
    }

    /// The box of a child of the other tree in this frame.
    #[must_use]
    #[inline(always)]
    pub(super) fn carry<S: Simd>(&self, simd: S, node: &Node, lane: usize) -> Splat<S> {
        let all = |x: f32| f32x8::splat(simd, x);
        // The same products for every lane: made once, in four lanes, and spread.
        let four = |x: f32| f32x4::splat(simd, x);
        let load = |column: &[f32; 4]| f32x4::from_slice(simd, column);
        let columns = three!(k => load(&self.columns[k]));
        let turn = three!(k => load(&self.turn_columns[k]));
        let [x, y, z] = self.shift;
        let c = three!(k => four(node.centre[k][lane]));
        let centre =
            c[2].mul_add(columns[2], c[1].mul_add(columns[1], c[0].mul_add(columns[0], load(&[x, y, z, 0.0]))));
        let centre = centre.to_array();
        let axes = three!(j => {
            let b = three!(k => four(node.axes[j][k][lane]));
            b[2].mul_add(turn[2], b[1].mul_add(turn[1], b[0] * turn[0])).to_array()
        });
        Splat {
            centre: three!(i => all(centre[i])),
            half: three!(k => all(node.half[k][lane] * self.unit)),
            axes: three!(j => three!(i => all(axes[j][i]))),
        }
    }

    /// The middle of a child of the other tree in this frame, without fused products: the same on every machine.
    #[must_use]
    #[inline(always)]
    pub fn middle(&self, node: &Node, lane: usize) -> [f32; 3] {
        let c = three!(k => node.centre[k][lane]);
        let [x, y, z] = &self.columns;
        three!(i => x[i] * c[0] + y[i] * c[1] + z[i] * c[2] + self.shift[i])
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

/// Columns of a matrix in single precision, each with a zero at the end.
#[inline]
fn narrow_columns(m: &DMat3) -> [[f32; 4]; 3] {
    let narrow = |v: DVec3| [v.x as f32, v.y as f32, v.z as f32, 0.0];
    [narrow(m.x_axis), narrow(m.y_axis), narrow(m.z_axis)]
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
    pub box_slack: Slack,
    /// What the pose's rounding may move a vertex by, in the unit of the encounter.
    pub slack: f32,
    /// Whether the bodies are so far apart that lengths are bounds from below only.
    pub beyond: bool,
    /// From the middle of the first body to that of the second, in the first frame and the unit of the encounter.
    apart: DVec3,
    /// What the pose's rounding may move a vertex by, in the unit of the encounter, however large.
    rounding: f64,
    /// Where the bodies were drawn together: only gaps along the line count then.
    pub line: Option<Line>,
    /// How much longer a distance in the second frame may be than in the first: a factor.
    pub stretch: f64,
}

/// Bodies so far apart, in units of the encounter, that the distance of their parts differs by little else than what they reach
/// along the line of their middles, while single precision no longer holds the distance itself.
const FAR: f64 = 512.0;

/// Rounding up to this part of the distance is that of the distance itself: 64 units of 2^-53, and as much again for the bodies.
const DISTANCE_ROUNDING: f64 = 128.0 * f64::EPSILON / 2.0;

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
    pub fn drawn_together(&self) -> Option<Self> {
        let largest = self.apart.abs().max_element();
        // Squares of the largest would overflow.
        let length = if largest > 0.0 { largest * (self.apart / largest).length() } else { 0.0 };
        if length <= FAR {
            return None;
        }
        let towards = self.apart / length;
        let turn = |carrier: &Carrier| {
            let direction = towards.as_vec3().to_array();
            carrier.turn.map(|row| row[0] * direction[0] + row[1] * direction[1] + row[2] * direction[2])
        };
        let mut near = *self;
        let ratio = NEAR / self.into[0].offset.length();
        for carrier in &mut near.into {
            carrier.offset *= ratio;
            carrier.shift = carrier.offset.as_vec3().to_array();
        }
        // Coordinates larger than the distance round by more than the distance does; what the distance does is left to its own
        // last bits, see `docs/notes/tree.md`.
        let rounding = if self.rounding > DISTANCE_ROUNDING * length { self.rounding } else { 0.0 };
        near.box_slack = Slack { relative: self.box_slack.relative, ..Slack::at(3.0 * NEAR, rounding, 0.0) };
        near.slack = (rounding * (1.0 + 2.0 * ROUNDING)) as f32;
        near.beyond = false;
        let towards = [towards.as_vec3().to_array(), turn(&near.into[1])];
        near.line = Some(Line { towards, drawn: length - NEAR });
        Some(near)
    }

    /// Trees of A and B, B carried into A's frame by the pose, which is not an inverted one.
    #[must_use]
    pub fn new(a: &'a WideTree, b: &'a WideTree, a_from_b: &Pose, boxes: &PosedBoxes) -> Self {
        let (frame_a, frame_b) = (a.frame(), b.frame());
        let unit = frame_a.unit.max(frame_b.unit);
        let (rotation, translation) = (a_from_b.rotation(), a_from_b.translation());
        // Units are powers of two, so this changes no bit of what is divided.
        let per_unit = unit.recip();
        let [unit_a, unit_b] = [frame_a.unit * per_unit, frame_b.unit * per_unit];
        let offset = (rotation * frame_b.centre + translation - frame_a.centre) * per_unit;
        let inverse = if a_from_b.is_identity() { rotation } else { rotation.inverse() };
        let skew = boxes.skew();
        let apart = offset;
        let nearer = (FARTHEST / offset.abs().max_element()).min(1.0);
        let (offset, slack) = (offset * nearer, boxes.slack() * per_unit * nearer);
        let reach = offset.abs().element_sum() + 4.0;
        Self {
            trees: [a, b],
            into: [
                Carrier::new(rotation, rotation, unit_b, offset),
                Carrier::new(inverse, rotation.transpose(), unit_a, -(inverse * offset)),
            ],
            units: [unit_a as f32, unit_b as f32],
            unit,
            box_slack: Slack::at(reach, slack, skew),
            slack: (slack * (1.0 + 2.0 * ROUNDING)) as f32,
            beyond: nearer < 1.0,
            apart,
            rounding: boxes.slack() * per_unit,
            line: None,
            stretch: 1.0 + 8.0 * skew,
        }
    }

    /// A tree and itself.
    #[must_use]
    pub fn with_itself(tree: &'a WideTree, boxes: &PosedBoxes) -> Self {
        Self::new(tree, tree, &Pose::IDENTITY, boxes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::wide_tree::Preset;
    use super::*;
    use crate::bound::Aabb;
    use crate::executor::Executor;
    use crate::math::DQuat;
    use crate::math::random::Random;
    use crate::math::simd::{Instructions, dispatch, level, limited};

    /// Middles and axes carried in single precision are where double precision puts them, within half of what tests allow:
    /// near, far, skewed, of unlike size, into both frames.
    #[test]
    fn carried_boxes_stand_where_they_should() {
        let mut random = Random(7);
        let (mut worst, mut checked) = (0.0_f64, 0);
        for round in 0..600 {
            let mut vector = || random.vector();
            let turn = DMat3::from_quat(DQuat::from_vec4((vector() + DVec3::splat(0.1)).extend(0.3).normalize()));
            let skew = DMat3::from_cols(DVec3::ONE, DVec3::ONE, DVec3::ONE) * [0.0, 4.9e-6, -4.9e-6][round % 3];
            let far = [0.0, 1.0, 100.0, 1e6, 1e12][round % 5];
            let pose = Pose::try_new(turn * (DMat3::IDENTITY + skew), vector() * far).unwrap();
            let sizes = [[1.0, 1.0], [1.0, 1e-6], [1e-6, 1.0], [1.0, 1e-30]][round % 4];
            let bodies = sizes.map(|size| [0; 24].map(|_| vector() * size));
            let faces: Vec<[u32; 3]> = (0..8).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            let bounds = [0, 1].map(|k: usize| Aabb::of_points(&bodies[k]));
            let trees = [0, 1]
                .map(|k: usize| WideTree::build(&bodies[k], &faces, &bounds[k], Preset::Oriented, &Executor::serial()));
            let boxes = PosedBoxes::new(&pose, &bounds[0], &bounds[1]);
            let encounter = Encounter::new(&trees[0], &trees[1], &pose, &boxes);
            let wide = |v: Vec3A| DVec3::new(f64::from(v.x), f64::from(v.y), f64::from(v.z));
            for (into, from) in [(0, 1), (1, 0)] {
                let (here, there) = (trees[into].frame(), trees[from].frame());
                let inverse = pose.rotation().inverse();
                let exactly = |p: DVec3| match into {
                    0 => pose.rotation() * p + pose.translation(),
                    _ => inverse * (p - pose.translation()),
                };
                let direction = |v: DVec3| if into == 0 { pose.rotation() * v } else { inverse * v };
                for node in &trees[from].nodes {
                    let instructions = if round % 2 == 0 { Instructions::Best } else { Instructions::Baseline };
                    let (centre, axes) = limited(instructions, || {
                        dispatch!(level(), simd => {
                            let s = encounter.into[into].carry(simd, node, 0);
                            (s.centre.map(|x| f64::from(x.to_array()[0])), s.axes.map(|a| a.map(|x| f64::from(x.to_array()[0]))))
                        })
                    });
                    let bounds = node.bounds(0);
                    let place =
                        (exactly(there.centre + wide(bounds.centre) * there.unit) - here.centre) / encounter.unit;
                    let error = (DVec3::from_array(centre) - place).length();
                    worst = worst.max(error / f64::from(encounter.box_slack.pad));
                    for (carried, own) in axes.into_iter().zip(bounds.axes) {
                        let off = (DVec3::from_array(carried) - direction(wide(own))).length();
                        assert!(off <= 0.5 * f64::from(encounter.box_slack.relative), "axis off by {off}");
                    }
                    checked += 1;
                }
            }
        }
        assert!(worst < 0.5 && worst > 0.01 && checked > 2000, "{worst} of the pad, {checked} boxes");
    }
}
