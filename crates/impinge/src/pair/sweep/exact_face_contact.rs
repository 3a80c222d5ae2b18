//! Contact of two faces that move in a way that `ccd` decides: when they meet, to neighbouring doubles, and how long an edge passes through a face.

use super::crossing_margin::Piercing;
use super::free_time_search::Heading;
use super::moving_body::Ride;
use super::moving_pair::Stage;
use crate::ccd::{
    Body, Path, RigidCourse, RigidMotion, Span, Stop, StraightStop, StraightTravel, Time, Travel, Window,
};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DMat3, DQuat, DVec3};

/// Bodies whose contact is decided exactly.
pub(super) struct Exact<'s, 'm> {
    stage: &'s Stage<'m>,
    kind: Kind,
}

#[expect(clippy::large_enum_variant, reason = "one for a piece")]
enum Kind {
    /// All vertices move straight.
    Straight,
    /// One body, 0 or 1, turns, the other one rests.
    Turning { course: RigidCourse, moves: usize },
}

/// The translation of a body that is not turned at all, as it is: places at its end would be rounded.
fn shift(ride: &Ride<'_>) -> Option<RigidMotion> {
    match ride {
        Ride::Straight([from, to])
            if from != to && from.rotation() == DMat3::IDENTITY && from.rotation() == to.rotation() =>
        {
            RigidMotion::try_new([DQuat::IDENTITY; 2], [from, to].map(|pose| pose.translation())).ok()
        }
        _ => None,
    }
}

/// What two faces are asked with: the features of `ccd`, whichever way they move.
struct Faces<V> {
    /// Corners of the first body's face and of the second's, as `ccd` numbers bodies.
    corners: [[V; 3]; 2],
}

impl<'s, 'm> Exact<'s, 'm> {
    /// Whether contact is decided exactly, and how; with a separation it is not.
    pub fn new(stage: &'s Stage<'m>) -> Option<Self> {
        if stage.separation > 0.0 {
            return None;
        }
        let rests = |ride: &Ride<'_>| matches!(ride, Ride::Straight([from, to]) if from == to);
        let turning = |motion: &RigidMotion, moves| Kind::Turning { course: RigidCourse::new(motion), moves };
        let kind = match stage.riders.each_ref().map(|rider| &rider.ride) {
            [a, b]
                if rests(a)
                    && let Some(motion) = shift(b) =>
            {
                turning(&motion, 1)
            }
            [a, b]
                if rests(b)
                    && let Some(motion) = shift(a) =>
            {
                turning(&motion, 0)
            }
            [Ride::Straight(_) | Ride::Deforming(_), Ride::Straight(_) | Ride::Deforming(_)] => Kind::Straight,
            [Ride::Turning { motion, span: [0.0, 1.0] }, other] if rests(other) => turning(motion, 0),
            [other, Ride::Turning { motion, span: [0.0, 1.0] }] if rests(other) => turning(motion, 1),
            _ => return None,
        };
        Some(Self { stage, kind })
    }

    /// The first time in a window, as seen by a walk, at which two faces share a point that they did not, or cease to.
    pub fn event(&self, faces: [FaceId; 2], heading: Heading, window: [f64; 2], cost: &mut Cost) -> Option<Time> {
        let over = Window::new(window[0], window[1]).unwrap_or(Window::WHOLE);
        let mut first = First { heading, window, time: None };
        match &self.kind {
            Kind::Straight => self.paths(faces).meetings(&StraightTravel::over(over), &mut first, cost),
            Kind::Turning { course, moves } => {
                self.points(faces, *moves).meetings(&course.over(over), &mut first, cost);
            }
        }
        first.time
    }

    /// All times around a moment during which an edge of one face and the other face share a point; `None` if no edge does then, so that the faces are
    /// apart.
    pub fn crossing(&self, faces: [FaceId; 2], at: f64, cost: &mut Cost) -> Option<Span> {
        match &self.kind {
            Kind::Straight => self.paths(faces).crossing(&StraightStop::at(at)?, cost),
            Kind::Turning { course, moves } => self.points(faces, *moves).crossing(&course.at(at)?, cost),
        }
    }

    /// All times around a moment during which an edge passes through a face; `None` if it does not then.
    pub fn passing(&self, faces: [FaceId; 2], piercing: &Piercing, at: f64, cost: &mut Cost) -> Option<Span> {
        match &self.kind {
            Kind::Straight => self.paths(faces).passing(&StraightStop::at(at)?, [piercing.body, piercing.edge], cost),
            Kind::Turning { course, moves } => {
                let owner = usize::from(piercing.body == *moves);
                self.points(faces, *moves).passing(&course.at(at)?, [owner, piercing.edge], cost)
            }
        }
    }

    fn paths(&self, faces: [FaceId; 2]) -> Faces<Path> {
        let paths = |body: usize| {
            let rider = &self.stage.riders[body];
            let own = rider.mesh.triangle(faces[body]);
            match &rider.ride {
                Ride::Deforming(mesh) => {
                    let to = mesh.triangle(faces[body]);
                    [0, 1, 2].map(|k| Path::of_finite(own[k], to[k]))
                }
                Ride::Straight([from, to]) => {
                    own.map(|p| Path::of_finite(from.transform_point(p), to.transform_point(p)))
                }
                Ride::Passage { .. } | Ride::Turning { .. } => own.map(|p| Path::of_finite(p, p)), // not of this kind
            }
        };
        Faces { corners: [paths(0), paths(1)] }
    }

    /// The body at rest first.
    fn points(&self, faces: [FaceId; 2], moves: usize) -> Faces<DVec3> {
        let rests = &self.stage.riders[1 - moves];
        let pose = rests.pose(0.0).unwrap_or_default();
        let resting = rests.mesh.triangle(faces[1 - moves]).map(|p| pose.transform_point(p));
        Faces { corners: [resting, self.stage.riders[moves].mesh.triangle(faces[moves])] }
    }
}

impl<V: Copy> Faces<V> {
    /// Hands over all spans of pairs of features that meet in a window.
    fn meetings(&self, travel: &impl Travel<Vertex = V>, first: &mut First, cost: &mut Cost) {
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
struct First {
    heading: Heading,
    window: [f64; 2],
    time: Option<Time>,
}

impl First {
    fn offer(&mut self, span: &Span) {
        if span.end.upper < self.window[0] || span.begin.lower > self.window[1] {
            return;
        }
        let (time, is_first) = match self.heading {
            Heading::Forward => (span.begin, self.time.is_none_or(|known| span.begin.lower < known.lower)),
            Heading::Backward => (span.end, self.time.is_none_or(|known| span.end.upper > known.upper)),
        };
        if is_first {
            self.time = Some(time);
        }
    }
}
