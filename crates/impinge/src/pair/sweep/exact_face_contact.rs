//! Contact of two faces that move in a way that `ccd` decides: when they meet, to neighbouring doubles, and how long an edge passes through a face.

use super::crossing_margin::Piercing;
use super::first_contact_search::TimeDirection;
use super::moving_body::{MovingBody, PieceMotion};
use super::moving_pair::{MovingPair, is_posed_at_ends};
use crate::ccd::{
    Body, Path, RigidCourse, RigidMotion, Span, Stop, StraightStop, StraightTravel, Time, Travel, Window,
};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DQuat, DVec3, Pose};

/// Bodies whose contact is decided exactly.
pub(super) struct ExactContact<'s, 'm> {
    pair: &'s MovingPair<'m>,
    kind: ExactMotion,
}

#[expect(clippy::large_enum_variant, reason = "one for a piece")]
enum ExactMotion {
    /// All vertices move straight.
    Straight,
    /// One body, 0 or 1, turns, the other one rests.
    Turning { course: RigidCourse, moves: usize },
}

/// The translation of a body, as it is: places at its ends would be rounded.
fn shift(body: &MovingBody<'_>) -> Option<RigidMotion> {
    match &body.ride {
        PieceMotion::Straight([from, to]) if from != to && !is_posed_at_ends(body.mesh, &body.ride) => {
            RigidMotion::try_new([DQuat::IDENTITY; 2], [from, to].map(|pose| pose.translation())).ok()
        }
        _ => None,
    }
}

/// What two faces are asked with: the features of `ccd`, whichever way they move.
struct FaceVertices<V> {
    /// Corners of the first body's face and of the second's, as `ccd` numbers bodies.
    corners: [[V; 3]; 2],
}

impl<'s, 'm> ExactContact<'s, 'm> {
    /// Whether contact is decided exactly, and how; with a separation it is not.
    pub fn new(pair: &'s MovingPair<'m>) -> Option<Self> {
        if pair.separation > 0.0 {
            return None;
        }
        let rests = |ride: &PieceMotion<'_>| matches!(ride, PieceMotion::Straight([from, to]) if from == to);
        let turning = |motion: &RigidMotion, moves| ExactMotion::Turning { course: RigidCourse::new(motion), moves };
        let kind = match pair.bodies.each_ref().map(|body_motion| &body_motion.ride) {
            [a, _]
                if rests(a)
                    && let Some(motion) = shift(&pair.bodies[1]) =>
            {
                turning(&motion, 1)
            }
            [_, b]
                if rests(b)
                    && let Some(motion) = shift(&pair.bodies[0]) =>
            {
                turning(&motion, 0)
            }
            [
                PieceMotion::Straight(_) | PieceMotion::Deforming(_),
                PieceMotion::Straight(_) | PieceMotion::Deforming(_),
            ] => ExactMotion::Straight,
            [PieceMotion::Turning { motion, span: [0.0, 1.0] }, other] if rests(other) => turning(motion, 0),
            [other, PieceMotion::Turning { motion, span: [0.0, 1.0] }] if rests(other) => turning(motion, 1),
            _ => return None,
        };
        Some(Self { pair, kind })
    }

    /// The first time in a window, as seen by a walk, at which two faces share a point that they did not, or cease to.
    pub fn event(&self, faces: [FaceId; 2], heading: TimeDirection, window: [f64; 2], cost: &mut Cost) -> Option<Time> {
        let over = Window::new(window[0], window[1]).unwrap_or(Window::WHOLE);
        let mut first = FirstExactContact { heading, window, time: None };
        match &self.kind {
            ExactMotion::Straight => self.paths(faces).visit_contacts(&StraightTravel::over(over), &mut first, cost),
            ExactMotion::Turning { course, moves } => {
                self.points(faces, *moves).visit_contacts(&course.over(over), &mut first, cost);
            }
        }
        first.time
    }

    /// All times around a moment during which an edge of one face and the other face share a point; `None` if no edge does then, so that the faces are
    /// apart.
    pub fn crossing(&self, faces: [FaceId; 2], at: f64, cost: &mut Cost) -> Option<Span> {
        match &self.kind {
            ExactMotion::Straight => self.paths(faces).crossing(&StraightStop::at(at)?, cost),
            ExactMotion::Turning { course, moves } => self.points(faces, *moves).crossing(&course.at(at)?, cost),
        }
    }

    /// All times around a moment during which an edge passes through a face; `None` if it does not then.
    pub fn passing(&self, faces: [FaceId; 2], piercing: &Piercing, at: f64, cost: &mut Cost) -> Option<Span> {
        match &self.kind {
            ExactMotion::Straight => {
                self.paths(faces).passing(&StraightStop::at(at)?, [piercing.body, piercing.edge], cost)
            }
            ExactMotion::Turning { course, moves } => {
                let owner = usize::from(piercing.body == *moves);
                self.points(faces, *moves).passing(&course.at(at)?, [owner, piercing.edge], cost)
            }
        }
    }

    fn paths(&self, faces: [FaceId; 2]) -> FaceVertices<Path> {
        let paths = |body: usize| {
            let body_motion = &self.pair.bodies[body];
            let own = body_motion.mesh.triangle(faces[body]);
            match &body_motion.ride {
                PieceMotion::Deforming(mesh) => {
                    let to = mesh.triangle(faces[body]);
                    [0, 1, 2].map(|k| Path::of_finite(own[k], to[k]))
                }
                PieceMotion::Straight([from, to]) => {
                    own.map(|p| Path::of_finite(from.transform_point(p), to.transform_point(p)))
                }
                PieceMotion::Passage { .. } | PieceMotion::Turning { .. } => own.map(|p| Path::of_finite(p, p)), // not of this kind
            }
        };
        FaceVertices { corners: [paths(0), paths(1)] }
    }

    /// The body at rest first.
    fn points(&self, faces: [FaceId; 2], moves: usize) -> FaceVertices<DVec3> {
        let rests = &self.pair.bodies[1 - moves];
        let pose = rests.pose(0.0).unwrap_or_default();
        let resting = rests.mesh.triangle(faces[1 - moves]).map(|p| pose.transform_point(p));
        let own = self.pair.bodies[moves].mesh.triangle(faces[moves]);
        let moving = match &self.pair.bodies[moves].ride {
            PieceMotion::Straight([from, _]) => {
                own.map(|p| Pose::of_rigid(from.rotation(), DVec3::ZERO).transform_point(p))
            }
            _ => own,
        };
        FaceVertices { corners: [resting, moving] }
    }
}

impl<V: Copy> FaceVertices<V> {
    /// Hands over all spans of pairs of features that meet in a window.
    fn visit_contacts(&self, travel: &impl Travel<Vertex = V>, first: &mut FirstExactContact, cost: &mut Cost) {
        let [a, b] = &self.corners;
        for k in 0..3 {
            for (owner, own, other) in [(Body::First, a, b), (Body::Second, b, a)] {
                travel.face_spans(owner, own[k], other, cost).iter().for_each(|span| first.offer(span));
            }
            for j in 0..3 {
                let (p, q) = ([a[k], a[(k + 1) % 3]], [b[j], b[(j + 1) % 3]]);
                travel.edge_spans(&p, &q, cost).iter().for_each(|span| first.offer(span));
            }
        }
    }

    /// The longest time around a stop during which an edge of one and the other share a point.
    fn crossing(&self, stop: &impl Stop<Vertex = V>, cost: &mut Cost) -> Option<Span> {
        let edges = (0..2).flat_map(|owner| (0..3).map(move |k| [owner, k]));
        let spans = edges.filter_map(|edge| self.passing(stop, edge, cost));
        spans.max_by(|p, q| (p.end.upper - p.begin.lower).total_cmp(&(q.end.upper - q.begin.lower)))
    }

    /// How long around a stop edge `k` of one of the bodies, 0 or 1, and the other face share a point.
    fn passing(&self, stop: &impl Stop<Vertex = V>, [owner, k]: [usize; 2], cost: &mut Cost) -> Option<Span> {
        let (own, other) = (&self.corners[owner], &self.corners[1 - owner]);
        let body = if owner == 0 { Body::First } else { Body::Second };
        stop.crossing(body, &[own[k], own[(k + 1) % 3]], other, cost)
    }
}

/// The first of some spans, as seen by a walk over a window.
struct FirstExactContact {
    heading: TimeDirection,
    window: [f64; 2],
    time: Option<Time>,
}

impl FirstExactContact {
    fn offer(&mut self, span: &Span) {
        if span.end.upper < self.window[0] || span.begin.lower > self.window[1] {
            return;
        }
        let (time, is_first) = match self.heading {
            TimeDirection::Forward => (span.begin, self.time.is_none_or(|known| span.begin.lower < known.lower)),
            TimeDirection::Backward => (span.end, self.time.is_none_or(|known| span.end.upper > known.upper)),
        };
        if is_first {
            self.time = Some(time);
        }
    }
}
