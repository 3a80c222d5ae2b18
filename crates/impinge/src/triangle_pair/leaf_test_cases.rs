//! Bodies of one leaf each, for tests: triangles that are hard to tell apart or to call crossing, at any pose, size and place.

use super::leaf_pair_filter_x16::Leaves;
use crate::bound::{Aabb, PosedBoxes};
use crate::bvh::{Encounter, Preset, WideTree};
use crate::executor::Executor;
use crate::math::random::Random;
use crate::math::{DMat3, DQuat, DVec3, Pose};
use crate::triangle_pair::Triangle;

impl Random {
    fn lattice(&mut self) -> DVec3 {
        DVec3::new(self.below(3) as f64, self.below(3) as f64, self.below(3) as f64) - DVec3::ONE
    }

    fn point_of(&mut self, [p, q, r]: Triangle) -> DVec3 {
        let (s, t) = (0.5 * (self.number() + 1.0), 0.5 * (self.number() + 1.0));
        let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
        p + (q - p) * s + (r - p) * t
    }

    /// A pose of any kind, with a translation of this size: none, a shift, a quarter turn, a turn, a matrix that is off
    /// from a rotation by nearly as much as it may.
    pub fn pose(&mut self, far: f64) -> Pose {
        let shift = self.vector() * far;
        let turn = DMat3::from_quat(DQuat::from_vec4((self.vector().extend(self.number())).normalize()));
        let matrix = match self.below(5) {
            0 => return Pose::IDENTITY,
            1 => DMat3::IDENTITY,
            2 => DMat3::from_cols(DVec3::Z, -DVec3::Y, DVec3::X),
            3 => turn,
            _ => {
                let off = self.vector().signum() * 4.9e-6;
                let columns = [DVec3::ONE, DVec3::ONE, DVec3::ONE].map(|c| c * off.x);
                turn * (DMat3::IDENTITY + DMat3::from_cols(columns[0], columns[1], columns[2]))
            }
        };
        Pose::try_new(matrix, shift).unwrap()
    }

    /// Two triangles that are hard to tell apart, to call crossing, or both.
    pub fn pair(&mut self) -> [Triangle; 2] {
        let loose = |r: &mut Self| [r.vector(), r.vector(), r.vector()];
        let p = loose(self);
        let normal = (p[1] - p[0]).cross(p[2] - p[0]).normalize_or_zero();
        let little = self.number() * 10_f64.powi(-(self.below(10) as i32));
        let on = self.point_of(p);
        match self.below(9) {
            0 => [p, loose(self)],
            1 => [p, loose(self).map(|x| x * 2.0 * little.abs() + on)],
            // On a lattice: touching, coplanar, shared corners and edges; and without area.
            2 => [self.lattice(); 2].map(|x| [x, self.lattice(), self.lattice()]),
            3 => [self.lattice(); 2].map(|x| [x, self.lattice(), x]),
            // A corner a little above a face, the rest on one side or across.
            4 => {
                let tip = on + normal * little;
                [p, [tip, tip + normal + self.vector() * 0.3, tip + normal * self.number() + self.vector() * 0.5]]
            }
            // A shared edge, nearly.
            5 => [p, [p[1], p[0] + normal * little * 1e-3, self.vector()]],
            // Nearly coplanar.
            6 => [p, loose(self).map(|x| x - normal * (x - on).dot(normal) * (1.0 - little.abs() * 1e-3))],
            // Needles that nearly cross.
            7 => {
                let along = [self.vector(), self.vector()];
                let apart = [DVec3::ZERO, normal * little * 1e-2];
                [0, 1].map(|k| {
                    let base = on + apart[k];
                    [base - along[k], base + along[k], base + along[k] + self.vector() * 1e-7]
                })
            }
            // Edges that pass each other closely.
            _ => {
                let (d, f) = (self.vector(), self.vector());
                let across = d.cross(f).normalize_or_zero();
                let side = [-across - self.vector() * 0.3, across + self.vector() * 0.3];
                let on = self.vector() * 0.2;
                [[on - d, on + d, on + side[0]], [on + across * little - f, on + f + across * little, on + side[1]]]
            }
        }
    }
}

/// Two bodies of one leaf each.
pub struct Bodies {
    trees: [WideTree; 2],
    boxes: PosedBoxes,
    pub pose: Pose,
    triangles: [Vec<Triangle>; 2],
}

impl Bodies {
    /// Bodies of these triangles, at most four, the second in its own frame.
    pub fn new(triangles: [Vec<Triangle>; 2], pose: Pose, preset: Preset) -> Self {
        let bounds = [0, 1].map(|k| Aabb::of_points(triangles[k].as_flattened()));
        let trees = [0, 1].map(|k| {
            let faces: Vec<[u32; 3]> = (0..triangles[k].len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
            WideTree::build(triangles[k].as_flattened(), &faces, &bounds[k], preset, &Executor::serial())
        });
        let boxes = PosedBoxes::new(&pose, &bounds[0], &bounds[1]);
        Self { trees, boxes, pose, triangles }
    }

    /// One to four adversarial pairs at a random pose, at this size and this far from the origin of either frame.
    pub fn random(random: &mut Random, size: f64, far: f64) -> Self {
        let (rows, columns) = (1 + random.below(4), 1 + random.below(4));
        let pose = random.pose(0.5);
        let inverse = pose.rotation().inverse();
        let pairs: Vec<[Triangle; 2]> = (0..4).map(|_| random.pair()).collect();
        let home = [random.vector() * far, random.vector() * far];
        let first = (0..rows).map(|i| pairs[i][0].map(|x| (x + home[0]) * size)).collect();
        let back = |x: DVec3| (inverse * (x - pose.translation()) + home[1]) * size;
        let second = (0..columns).map(|i| pairs[i][1].map(back)).collect();
        // Carries the second home to the first's.
        let shift = pose.translation() + home[0] - pose.rotation() * home[1];
        let pose = Pose::try_new(pose.rotation(), shift * size).unwrap();
        Self::new([first, second], pose, if random.number() > 0.0 { Preset::Oriented } else { Preset::AxisAligned })
    }

    pub fn encounter(&self) -> Encounter<'_> {
        Encounter::new(&self.trees[0], &self.trees[1], &self.pose, &self.boxes)
    }

    /// The triangles of a lane as they stand in the frame of the first.
    pub fn lane(&self, leaves: &Leaves<'_>, lane: usize) -> [Triangle; 2] {
        let (i, j) = (leaves.first.faces[lane / 4].index(), leaves.second.faces[lane % 4].index());
        let pose = if self.pose.is_identity() { Pose::IDENTITY } else { self.pose };
        [self.triangles[0][i], self.triangles[1][j].map(|x| pose.transform_point(x))]
    }
}
