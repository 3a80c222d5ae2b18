//! Two bodies over one piece of time, in one unit, and what rounding may do there.

use super::box_overlap_times::{MovingBox, overlap_times};
use super::moving_body::{BodyPart, BodyPlacement, MotionRates, MovingBody, PartShape, PieceMotion};
use crate::bvh::Slot;
use crate::ccd::ROUNDING;
use crate::feature::FaceId;
use crate::math::rounding::interpolate3;
use crate::math::{DMat3, DVec3, Pose, power_of_two_above};
use crate::mesh::Mesh;

/// What the places of points that move straight, and their products with directions of length 1, may be rounded by, relative to the room: a dozen
/// roundings each, for two bodies.
const STRAIGHT_ROUNDING: f64 = 64.0 * f64::EPSILON;

/// How many times the rounding the tolerance must be at least, so that what is within it can be told from what is not.
const LEAST_TOLERANCE: f64 = 32.0;

/// How many neighbouring doubles of time bodies must take to move by the tolerance, at least.
const TIME_STEPS: f64 = 4.0;

/// What boxes are grown by to tell when they overlap, relative to how far the bodies reach: more than rounding, so that the bodies are seen to be apart at both ends.
const MARGIN: f64 = 1.0 / 16.0;

/// How many times farther than it reaches a body may be for its posed vertices, rounded once, to be good: ten bits are lost.
const FAR: f64 = 1024.0;

/// The tolerance, if none is given, relative to the size of the larger body.
const TOLERANCE: f64 = 1e-9;

/// What counts as contact; lengths of the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactCriterion {
    pub separation: f64,
    pub tolerance: Option<f64>,
}

/// Two bodies over one piece.
#[derive(Clone, Debug)]
pub(super) struct MovingPair<'m> {
    pub bodies: [MovingBody<'m>; 2],
    /// The part of the piece in which they may meet: a body that boxes keep apart is free.
    pub window: [f64; 2],
    /// Where the origin is in the world, at both ends of the piece: that of the first body's frame if both translate.
    pub origin: [DVec3; 2],
    /// What lengths of the world are multiplied by: a power of two that brings all that happens below 1.
    pub scale: f64,
    /// What rounding may do to a distance along a direction of length 1.
    pub slack: f64,
    /// How near is contact; at least 0.
    pub separation: f64,
    /// How much farther may be reported as contact.
    pub tolerance: f64,
}

/// A part of a body over a slice of time: where it is at both ends, and how far it strays from straight ways between.
#[derive(Clone, Copy, Debug)]
pub(super) struct SweptPart {
    pub ends: [PartShape; 2],
    pub stray: f64,
}

/// A slice of time: where both bodies are at its ends, and how they turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeSlice {
    pub window: [f64; 2],
    places: [[BodyPlacement; 2]; 2],
    rates: [MotionRates; 2],
}

impl<'m> MovingPair<'m> {
    /// Two bodies in the part of a piece in which boxes around them overlap; `None` if they never do, so that the bodies are free.
    pub fn new(bodies: [(&'m Mesh, PieceMotion<'m>); 2], goal: &ContactCriterion) -> Option<Self> {
        let (bodies, origin) = in_frame_of_first(bodies);
        let [a, b] = bodies.each_ref().map(|(mesh, ride)| MovingBox::new(mesh, ride));
        let margin = MARGIN * bodies.iter().map(|(mesh, _)| reach_of(mesh).element_sum()).sum::<f64>();
        let window = overlap_times([&a, &b], goal.separation + margin)?;
        Some(Self { origin, ..Self::over(window, bodies, goal) })
    }

    /// Two bodies in a part of a piece.
    fn over(window: [f64; 2], bodies: [(&'m Mesh, PieceMotion<'m>); 2], goal: &ContactCriterion) -> Self {
        // Vertices that are rounded where the ends of the piece have them are no better than these.
        let is_posed = bodies.iter().all(|(_, ride)| moves_straight(ride))
            || bodies.iter().any(|(mesh, ride)| is_posed_at_ends(mesh, ride));
        let told = if is_posed { [0.0, 1.0] } else { window };
        let room = bodies.iter().map(|(mesh, ride)| room(mesh, ride, told)).sum::<f64>() + goal.separation;
        let scale = 1.0 / power_of_two_above(room);
        let is_straight =
            bodies.iter().all(|(_, ride)| matches!(ride, PieceMotion::Straight(_) | PieceMotion::Deforming(_)));
        let slack = if is_straight { STRAIGHT_ROUNDING } else { 4.0 * ROUNDING };
        let size = bodies.iter().map(|(mesh, _)| mesh.bounds().size().length()).fold(0.0, f64::max);
        let tolerance = goal.tolerance.unwrap_or(TOLERANCE * size) * scale;
        let bodies = bodies.map(|(mesh, ride)| MovingBody::new(mesh, ride, scale));
        let separation = goal.separation * scale;
        let tolerance = tolerance.max(LEAST_TOLERANCE * slack);
        let mut pair = Self { bodies, window, origin: [DVec3::ZERO; 2], scale, slack, separation, tolerance };
        // What bodies move by between neighbouring doubles of time cannot be told apart either.
        pair.tolerance = tolerance.max(TIME_STEPS * f64::EPSILON * window[1] * pair.top_speed());
        pair
    }

    /// Two bodies at a moment.
    pub fn places(&self, s: f64) -> [BodyPlacement; 2] {
        [self.bodies[0].place(s), self.bodies[1].place(s)]
    }

    /// A slice of time.
    pub fn slice(&self, window: [f64; 2]) -> TimeSlice {
        let [from, until] = window.map(|s| self.places(s));
        let places = [[from[0], until[0]], [from[1], until[1]]];
        TimeSlice { window, places, rates: [self.bodies[0].rates(window), self.bodies[1].rates(window)] }
    }

    /// A part of a body over a slice.
    #[inline]
    pub fn swept(&self, body: usize, part: BodyPart, slice: &TimeSlice) -> SweptPart {
        let (body_motion, places) = (&self.bodies[body], &slice.places[body]);
        let rates = &slice.rates[body];
        let stray = if rates.stray > 0.0 { rates.stray * body_motion.swing(part) } else { 0.0 };
        SweptPart { ends: [body_motion.shape(part, &places[0]), body_motion.shape(part, &places[1])], stray }
    }

    /// A bound on how fast points of two parts move against each other in a slice.
    pub fn speed(&self, parts: [BodyPart; 2], slice: &TimeSlice) -> f64 {
        (0..2).map(|body| self.bodies[body].speed(parts[body], &slice.rates[body])).sum()
    }

    /// A bound on how fast any points of the bodies move against each other.
    pub fn top_speed(&self) -> f64 {
        self.speed([BodyPart::Slot(Slot::ROOT); 2], &self.slice(self.window))
    }

    /// How fast the bodies translate, per unit of s, if they do nothing else.
    pub fn velocities(&self) -> Option<[DVec3; 2]> {
        let velocity = |k: usize| match &self.bodies[k].ride {
            PieceMotion::Straight([from, to]) => Some((to.translation() - from.translation()) * self.scale),
            _ => None,
        };
        Some([velocity(0)?, velocity(1)?])
    }

    /// The pose of the second body in the frame of the first at a moment; `None` if one deforms.
    pub fn a_from_b(&self, s: f64) -> Option<Pose> {
        let [p, q] = [self.bodies[0].pose(s)?, self.bodies[1].pose(s)?];
        if p.is_identity() {
            return Some(q);
        }
        let inverse = p.rotation().transpose();
        Some(Pose::of_rigid(inverse * q.rotation(), inverse * (q.translation() - p.translation())))
    }

    /// Two faces at a moment.
    pub fn triangles(&self, faces: [FaceId; 2], s: f64) -> [[DVec3; 3]; 2] {
        let places = self.places(s);
        [0, 1].map(|body| self.bodies[body].triangle(faces[body], &places[body]))
    }
}

/// Two bodies that both translate, and far, seen from the frame of the first: what matters is how they move against each other. Other bodies as they are. With where the
/// origin is.
fn in_frame_of_first<'m>(bodies: [(&'m Mesh, PieceMotion<'m>); 2]) -> ([(&'m Mesh, PieceMotion<'m>); 2], [DVec3; 2]) {
    let ([(a, PieceMotion::Straight(p)), (b, PieceMotion::Straight(q))], true) = (&bodies, both_move(&bodies)) else {
        return (bodies, [DVec3::ZERO; 2]);
    };
    let rests = Pose::of_rigid(p[0].rotation(), DVec3::ZERO);
    let moves = [0, 1].map(|k| Pose::of_rigid(q[k].rotation(), q[k].translation() - p[k].translation()));
    let origin = p.map(|pose| pose.translation());
    ([(*a, PieceMotion::Straight([rests; 2])), (*b, PieceMotion::Straight(moves))], origin)
}

/// Whether both bodies translate, and one of them so far that its vertices would be rounded to no shape there.
fn both_move(bodies: &[(&Mesh, PieceMotion<'_>); 2]) -> bool {
    bodies.iter().all(|(_, ride)| moves_straight(ride)) && bodies.iter().any(|(mesh, ride)| goes_far(mesh, ride))
}

fn moves_straight(ride: &PieceMotion<'_>) -> bool {
    matches!(ride, PieceMotion::Straight([from, to]) if from != to)
}

/// Whether a body that translates is given by its vertices as posed at both ends, rounded there: if it is turned, and does not go far.
pub(super) fn is_posed_at_ends(mesh: &Mesh, ride: &PieceMotion<'_>) -> bool {
    matches!(ride, PieceMotion::Straight([from, to]) if from != to && from.rotation() != DMat3::IDENTITY)
        && !goes_far(mesh, ride)
}

/// Whether a body is at an end of its motion farther from the origin than [`FAR`] times its own reach.
fn goes_far(mesh: &Mesh, ride: &PieceMotion<'_>) -> bool {
    let farthest = |ends: [DVec3; 2]| ends[0].abs().max(ends[1].abs()).max_element();
    ride.origin_ends().is_some_and(|ends| farthest(ends) > FAR * reach_of(mesh).max_element())
}

/// How far the vertices of a mesh are from the origin, along each axis.
pub(super) fn reach_of(mesh: &Mesh) -> DVec3 {
    let bounds = mesh.bounds();
    bounds.min.abs().max(bounds.max.abs())
}

/// How far the points of a body are from the origin, in any coordinate and at any time of a window, and how large the numbers are that tell.
pub(super) fn room(mesh: &Mesh, ride: &PieceMotion<'_>, window: [f64; 2]) -> f64 {
    let reach = |mesh: &Mesh| reach_of(mesh).element_sum();
    let shift = |t: DVec3| t.abs().element_sum();
    let most = |at: &dyn Fn(f64) -> f64| at(window[0]).max(at(window[1]));
    match (ride, ride.origin_ends()) {
        (PieceMotion::Deforming(to), _) => most(&|s| reach(mesh) * (1.0 - s) + reach(to) * s),
        (_, Some([from, to])) => reach(mesh) + most(&|s| shift(interpolate3(from, to, s))),
        // Between its ends a screw is no farther from them than they are from each other.
        (PieceMotion::Passage { passage, .. }, None) => {
            reach(mesh) + 2.0 * passage.ends().iter().map(|pose| shift(pose.translation())).sum::<f64>()
        }
        (PieceMotion::Turning { motion, .. }, None) => {
            reach(mesh) + motion.translations().map(shift).into_iter().fold(0.0, f64::max)
        }
        (PieceMotion::Straight(_), None) => reach(mesh), // their frames always move straight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ccd::{Passage, PoseInterpolation, RigidMotion};
    use crate::math::random::Random;
    use crate::math::{DQuat, axis_angle};
    use crate::mesh::Mesh;

    fn pose(random: &mut Random) -> Pose {
        Pose::of_rigid(
            axis_angle::about(axis_angle::unit(random.vector()).unwrap(), 3.0 * random.number()),
            random.vector() * 3.0,
        )
    }

    fn ride(kind: usize, random: &mut Random) -> PieceMotion<'static> {
        let span = [0.25 * random.number().abs(), 1.0 - 0.25 * random.number().abs()];
        let mut quaternion = || {
            let [u, v] = [random.vector(), random.vector()];
            DQuat::from_xyzw(u.x, u.y, u.z, v.x) * 10_f64.powf(v.y)
        };
        match kind {
            0 | 1 => {
                let interpolation = [PoseInterpolation::Screw, PoseInterpolation::Slerp][kind];
                PieceMotion::Passage { passage: Passage::new(&pose(random), &pose(random), interpolation), span }
            }
            _ => {
                let rotations = [quaternion(), quaternion()];
                let motion = RigidMotion::try_new(rotations, [random.vector(), random.vector()]).unwrap();
                PieceMotion::Turning { motion, span }
            }
        }
    }

    /// Corners of faces at many times of many slices: never farther from their chords than the bounds, nor faster; often nearly so.
    #[test]
    fn parts_stray_no_farther_and_move_no_faster_than_told() {
        let mut random = Random(19);
        let (mut strayed, mut fast) = ([0; 3], [0; 3]);
        for k in 0..600 {
            let kind = k % 3;
            let corners = vec![random.vector(), random.vector(), random.vector()];
            let mesh = Mesh::try_new(corners, vec![[0, 1, 2]]).unwrap();
            let rest = PieceMotion::Straight([Pose::IDENTITY; 2]);
            let goal = ContactCriterion { separation: 0.0, tolerance: None };
            let pair = MovingPair::over([0.0, 1.0], [(&mesh, rest), (&mesh, ride(kind, &mut random))], &goal);
            let from = 0.9 * random.number().abs();
            let window = [from, from + (1.0 - from) * [1.0, 0.3, 0.01][k / 3 % 3]];
            let slice = pair.slice(window);
            for part in [BodyPart::Face(FaceId(0)), BodyPart::Slot(Slot::ROOT)] {
                let swept = pair.swept(1, part, &slice);
                let speed = pair.speed([part; 2], &slice);
                let place = |s: f64| pair.triangles([FaceId(0); 2], s)[1];
                let [start, end] = window.map(place);
                let (mut off, mut most) = (0.0_f64, 0.0_f64);
                for i in 0..32 {
                    let [s, t] = [i, i + 1].map(|i| f64::from(i) / 32.0);
                    let at = |share: f64| place(window[0] + (window[1] - window[0]) * share);
                    let (p, q) = (at(s), at(t));
                    for corner in 0..3 {
                        off = off.max(p[corner].distance(start[corner].lerp(end[corner], s)));
                        most = most.max(p[corner].distance(q[corner]) / ((window[1] - window[0]) / 32.0));
                    }
                }
                assert!(off <= swept.stray + pair.slack, "{kind} {part:?} {off} {}", swept.stray);
                assert!(most <= speed + pair.slack * 1e4, "{kind} {part:?} {most} {speed}");
                strayed[kind] += usize::from(off > 0.5 * swept.stray);
                fast[kind] += usize::from(most > 0.5 * speed);
            }
        }
        assert!(
            strayed.iter().all(|count| *count > 60) && fast.iter().all(|count| *count > 60),
            "{strayed:?} {fast:?}"
        );
    }
}
