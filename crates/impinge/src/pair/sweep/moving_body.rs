//! One body over one piece of time, s from 0 to 1, in the unit of the pair: where its parts are at either end of a slice, and how far they stray
//! from straight ways in between.
//!
//! A point that moves by f is never farther than h² max |f''| / 8 from its chord over a slice of length h. About an axis at the distance ρ, turned
//! by φ(s), |f''| ≤ (φ'² + |φ''|) ρ; shifts at a constant rate add nothing. `docs/notes/sweep.md` has the proofs.

use super::deforming_boxes::boxes_at_both_ends;
use crate::bound::Aabb;
use crate::bvh::{Child, Slot};
use crate::ccd::{Passage, RigidMotion, Straying};
use crate::feature::FaceId;
use crate::math::rounding::interpolate3;
use crate::math::{DMat3, DVec3, Pose};
use crate::mesh::Mesh;

/// How a body moves over the piece.
#[derive(Clone, Debug)]
pub(super) enum PieceMotion<'m> {
    /// Every vertex moves straight, from where the one pose has it to where the other has it; both turn alike.
    Straight([Pose; 2]),
    /// Along a part of a passage.
    Passage { passage: Passage, span: [f64; 2] },
    /// Along a part of an algebraic motion.
    Turning { motion: RigidMotion, span: [f64; 2] },
    /// Every vertex moves straight, from that of the mesh to the one given.
    Deforming(&'m Mesh),
}

impl PieceMotion<'_> {
    /// Where the origin of the body's frame is at both ends, if it moves straight between, at a constant rate.
    pub fn origin_ends(&self) -> Option<[DVec3; 2]> {
        match self {
            Self::Straight([from, to]) => Some([from.translation(), to.translation()]),
            Self::Passage { passage, span: [0.0, 1.0] } if passage.origin_moves_straight() => {
                Some([0, 1].map(|k: usize| passage.ends()[k].translation()))
            }
            Self::Turning { motion, span: [0.0, 1.0] } => Some(motion.translations()),
            _ => None,
        }
    }
}

/// Where a body is at a moment.
#[derive(Clone, Copy, Debug)]
pub(super) enum BodyPlacement {
    Rigid {
        linear: DMat3,
        shift: DVec3,
    },
    /// A share of the way between both shapes.
    Between(f64),
}

/// What turning does over a slice: a point that swings by w moves about the axis at most at the rate `spin` w, and strays by at most `stray` w.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MotionRates {
    pub spin: f64,
    pub stray: f64,
}

/// A node of the tree, or a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BodyPart {
    Slot(Slot),
    Face(FaceId),
}

/// A convex set at a moment: `centre + Σ y_k arms[k]` with |y_k| ≤ 1, or a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) enum PartShape {
    Box { centre: DVec3, arms: [DVec3; 3] },
    Triangle([DVec3; 3]),
}

impl PartShape {
    /// The least and the largest product with a direction.
    #[inline]
    pub fn reach(&self, n: DVec3) -> [f64; 2] {
        match self {
            Self::Box { centre, arms } => {
                let (middle, half) =
                    (centre.dot(n), arms[0].dot(n).abs() + arms[1].dot(n).abs() + arms[2].dot(n).abs());
                [middle - half, middle + half]
            }
            Self::Triangle(corners) => {
                let [p, q, r] = corners.map(|x| x.dot(n));
                [p.min(q).min(r), p.max(q).max(r)]
            }
        }
    }

    #[inline]
    pub fn centre(&self) -> DVec3 {
        match self {
            Self::Box { centre, .. } => *centre,
            Self::Triangle([p, q, r]) => (*p + *q + *r) / 3.0,
        }
    }

    /// A length that no point is farther than from the centre.
    #[inline]
    pub fn radius(&self) -> f64 {
        match self {
            Self::Box { arms, .. } => arms[0].length() + arms[1].length() + arms[2].length(),
            Self::Triangle(corners) => {
                let centre = self.centre();
                corners.map(|p| p.distance(centre)).into_iter().fold(0.0, f64::max)
            }
        }
    }
}

/// A body over a piece.
#[derive(Clone, Debug)]
pub(super) struct MovingBody<'m> {
    pub mesh: &'m Mesh,
    pub ride: PieceMotion<'m>,
    /// What lengths of the world are multiplied by.
    scale: f64,
    swings: Option<Straying>,
    /// Of a body that deforms: boxes at both ends, by slot.
    boxes: Vec<[Aabb; 2]>,
}

impl<'m> MovingBody<'m> {
    pub fn new(mesh: &'m Mesh, ride: PieceMotion<'m>, scale: f64) -> Self {
        let swings = match &ride {
            PieceMotion::Straight(_) | PieceMotion::Deforming(_) => None,
            PieceMotion::Passage { passage, .. } => Some(passage.straying()),
            PieceMotion::Turning { motion, .. } => Some(Straying::about(motion.axis())),
        };
        let boxes = match &ride {
            PieceMotion::Deforming(to) => boxes_at_both_ends(mesh, to),
            _ => Vec::new(),
        };
        Self { mesh, ride, scale, swings, boxes }
    }

    /// The pose at a moment; `None` for a body that deforms.
    pub fn pose(&self, s: f64) -> Option<Pose> {
        match &self.ride {
            PieceMotion::Straight([from, to]) if s <= 0.0 || s >= 1.0 || from == to => {
                Some(if s <= 0.0 { *from } else { *to })
            }
            PieceMotion::Straight([from, to]) => {
                Some(Pose::of_rigid(from.rotation(), interpolate3(from.translation(), to.translation(), s)))
            }
            PieceMotion::Passage { passage, span } => Some(passage.placed(along(span, s))),
            PieceMotion::Turning { motion, span } => {
                let at = along(span, s);
                let rotation = DMat3::from_quat(motion.rotation_at(at).normalize());
                Some(Pose::of_rigid(rotation, motion.place(DVec3::ZERO, at)))
            }
            PieceMotion::Deforming(_) => None,
        }
    }

    /// Where the body is at a moment.
    pub fn place(&self, s: f64) -> BodyPlacement {
        match self.pose(s) {
            None => BodyPlacement::Between(s),
            Some(pose) => {
                BodyPlacement::Rigid { linear: pose.rotation() * self.scale, shift: pose.translation() * self.scale }
            }
        }
    }

    /// Where a part is.
    #[inline]
    pub fn shape(&self, part: BodyPart, place: &BodyPlacement) -> PartShape {
        match part {
            BodyPart::Face(face) => PartShape::Triangle(self.triangle(face, place)),
            BodyPart::Slot(slot) => match *place {
                BodyPlacement::Rigid { linear, shift } => {
                    let (centre, arms) = self.slot_box(slot);
                    PartShape::Box { centre: linear * centre + shift, arms: arms.map(|arm| linear * arm) }
                }
                BodyPlacement::Between(s) => {
                    let [from, to] = &self.boxes[slot.0 as usize];
                    let min = (from.min * (1.0 - s) + to.min * s) * self.scale;
                    let max = (from.max * (1.0 - s) + to.max * s) * self.scale;
                    let half = (max - min) * 0.5;
                    let arms =
                        [DVec3::new(half.x, 0.0, 0.0), DVec3::new(0.0, half.y, 0.0), DVec3::new(0.0, 0.0, half.z)];
                    PartShape::Box { centre: (min + max) * 0.5, arms }
                }
            },
        }
    }

    /// The box of a slot in the frame of the body: its middle and half its edges.
    fn slot_box(&self, slot: Slot) -> (DVec3, [DVec3; 3]) {
        let tree = self.mesh.tree();
        let (frame, bounds) = (tree.frame(), tree.bounds(slot));
        let arm = |k: usize| bounds.axes[k].as_dvec3() * (f64::from(bounds.half[k]) * frame.unit);
        (frame.centre + bounds.centre.as_dvec3() * frame.unit, [arm(0), arm(1), arm(2)])
    }

    /// The corners of a face.
    #[inline]
    pub fn triangle(&self, face: FaceId, place: &BodyPlacement) -> [DVec3; 3] {
        match (*place, &self.ride) {
            (BodyPlacement::Rigid { linear, shift }, _) => self.mesh.triangle(face).map(|p| linear * p + shift),
            (BodyPlacement::Between(s), PieceMotion::Deforming(to)) => {
                let (from, to) = (self.mesh.triangle(face), to.triangle(face));
                [0, 1, 2].map(|k| (from[k] * (1.0 - s) + to[k] * s) * self.scale)
            }
            (BodyPlacement::Between(_), _) => self.mesh.triangle(face), // only what deforms is placed so
        }
    }

    /// What turning does over a slice.
    pub fn rates(&self, [from, until]: [f64; 2]) -> MotionRates {
        let h = until - from;
        match &self.ride {
            PieceMotion::Straight(_) | PieceMotion::Deforming(_) => MotionRates::default(),
            PieceMotion::Passage { passage, span } => {
                let share = span[1] - span[0];
                MotionRates { spin: share * ROOM, stray: passage.angle() * (share * h).powi(2) * (0.125 * ROOM) }
            }
            PieceMotion::Turning { motion, span } => {
                let share = span[1] - span[0];
                let [spin, bend] = motion.turning_rates([along(span, from), along(span, until)]);
                MotionRates { spin: spin * share * ROOM, stray: bend * (share * h).powi(2) * (0.125 * ROOM) }
            }
        }
    }

    /// How far a part is from the axis, times the angle for passages: see [`MotionRates`].
    #[inline]
    pub fn swing(&self, part: BodyPart) -> f64 {
        let Some(swings) = &self.swings else { return 0.0 };
        let length = match part {
            BodyPart::Face(face) => self.mesh.triangle(face).map(|p| swings.swing(p)).into_iter().fold(0.0, f64::max),
            BodyPart::Slot(slot) => {
                let (centre, arms) = self.slot_box(slot);
                swings.swing(centre) + swings.angle() * arms.iter().map(|arm| arm.length()).sum::<f64>()
            }
        };
        length * self.scale
    }

    /// A bound on how fast the points of a part move, per unit of s.
    pub fn speed(&self, part: BodyPart, rates: &MotionRates) -> f64 {
        let drift = match &self.ride {
            PieceMotion::Straight([from, to]) => from.translation().distance(to.translation()),
            PieceMotion::Passage { passage, span } => passage.drift() * (span[1] - span[0]),
            PieceMotion::Turning { motion, span } => motion.drift() * (span[1] - span[0]),
            PieceMotion::Deforming(to) => match part {
                BodyPart::Face(face) => {
                    let (from, to) = (self.mesh.triangle(face), to.triangle(face));
                    [0, 1, 2].map(|k| from[k].distance(to[k])).into_iter().fold(0.0, f64::max)
                }
                BodyPart::Slot(slot) => {
                    // From anywhere in the one box to anywhere in the other.
                    let [from, to] = &self.boxes[slot.0 as usize];
                    (to.max - from.min).abs().max((to.min - from.max).abs()).length()
                }
            },
        };
        (drift * self.scale + rates.spin * self.swing(part)) * ROOM
    }

    /// The parts of which a part consists: children of a node, faces of a leaf; none of a face.
    pub fn open(&self, part: BodyPart, mut visit: impl FnMut(BodyPart)) {
        let BodyPart::Slot(slot) = part else { return };
        let tree = self.mesh.tree();
        let child = tree.child(slot);
        if child.is_leaf() {
            tree.faces(slot).iter().for_each(|face| visit(BodyPart::Face(*face)));
            return;
        }
        let Some(node) = tree.nodes().get(child.index()) else { return };
        for (lane, child) in node.child.iter().enumerate() {
            if *child != Child::NONE {
                visit(BodyPart::Slot(Slot::new(tree.child(slot).index() as u32, lane as u32)));
            }
        }
    }
}

/// What products of bounds in doubles may lose, relative: a dozen roundings, rounded up generously.
const ROOM: f64 = 1.0 + 1e-12;

/// A moment of the piece as one of what it is a part of.
fn along(span: &[f64; 2], s: f64) -> f64 {
    if s >= 1.0 { span[1] } else { span[0] + (span[1] - span[0]) * s }
}
