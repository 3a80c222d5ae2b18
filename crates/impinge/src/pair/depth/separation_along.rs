//! How far one body must be pushed along a direction until it has left the other.
//!
//! Two faces meet while the one is pushed from some length to another: the line of the push meets their Minkowski difference in a segment. So a
//! pair of faces that meets here and there meets all the way between, and the last length at which it does is found by halving, with exact signs
//! only. From there all faces that meet are asked again. Where no faces meet but one body has a vertex in the other, the push may go on by
//! how deep that is. Nothing is assumed of the bodies; time is that of one contact query for every pair of faces that had to be left behind.

use super::push_effort::PushEffort;
use super::push_span::last_length;
use crate::bounded::Bounded;
use crate::bvh::Order;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DMat3, DVec3, Pose, SMALLEST_COORDINATE};
use crate::mesh::Mesh;
use crate::pair::contacts::face_contacts::visit_contacts;
use crate::pair::pair_query_types::Method;
use crate::pair::point::point_query::nearest_in;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::solid_relation::contained_vertex;
use crate::triangle_pair::{TriangleRelation, relate};
use std::ops::ControlFlow;

/// Gaps that open for less than this (relative to the coordinates) are not seen, and the length is known no better: 2^-46, far above what
/// posed vertices are rounded by, which is some 2^-51.
const GRAIN: f64 = 1.0 / (1_u64 << 46) as f64;

/// Contact queries that are made at most.
const MOST_STAGES: u32 = 5_000;

/// The outcome of a search for a separating push along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SeparationOutcome {
    /// The push that separates.
    Found(SeparatingTranslation),
    /// It is longer than asked for.
    Beyond {
        /// No shorter push separates.
        lower: f64,
    },
    /// The direction is zero or not finite.
    NoDirection,
    /// Before they part, the bodies leave the range of exact coordinates.
    OutOfRange {
        /// No shorter push separates.
        lower: f64,
    },
    /// Given up after too many contact queries, thousands of them, or when the effort was spent.
    Unfinished {
        /// No shorter push separates.
        lower: f64,
    },
}

/// A translation after which two bodies share no point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingTranslation {
    /// Its length. At every length up to the lower bound the bodies share a point, but for gaps of less than 2^-46 of the coordinates and what poses are rounded by.
    /// At the upper bound, which is the value, they do not: exactly so, for the posed coordinates.
    pub length: Bounded,
    /// What B moves by, in A's frame: the direction times the upper bound of the length.
    pub translation: DVec3,
}

/// The shortest push of B along a direction of A's frame after which A and B share no point, of at most a length.
///
/// It is the first gap that counts: farther along the bodies may meet again, as the teeth of two combs do. Sliding along one another is contact,
/// too. Zero for bodies that are apart. A length that is not a number is taken for infinite.
#[must_use]
pub fn separation_along(a: &Mesh, b: &Mesh, a_from_b: &Pose, direction: DVec3, up_to: f64) -> SeparationOutcome {
    separation_between([a, b], a_from_b, direction, [0.0, up_to], &mut PushEffort::UNLIMITED.clone())
}

/// As [`separation_along`], for bodies that share a point at every length below the first.
pub(super) fn separation_between(
    meshes: [&Mesh; 2],
    a_from_b: &Pose,
    direction: DVec3,
    [from, up_to]: [f64; 2],
    effort: &mut PushEffort,
) -> SeparationOutcome {
    let Some(direction) = direction.try_normalize() else { return SeparationOutcome::NoDirection };
    let placing = (a_from_b.rotation(), a_from_b.translation());
    PushLine { meshes, a_from_b, placing, direction, grain: grain(meshes, a_from_b), up_to }.search(from, effort)
}

/// A pose with B moved farther by a vector of A's frame; `None` beyond the exact range.
pub(crate) fn moved(a_from_b: &Pose, by: DVec3) -> Option<Pose> {
    let (rotation, translation) = a_from_b.given();
    if a_from_b.is_inverted() {
        Pose::try_new(*rotation, translation - *rotation * by).ok().map(|pose| pose.inverse())
    } else {
        Pose::try_new(*rotation, translation + by).ok()
    }
}

/// What roundings of poses and coordinates are far below, for two bodies (a length).
pub(crate) fn grain(meshes: [&Mesh; 2], a_from_b: &Pose) -> f64 {
    let coordinates = meshes[0].bounds().largest_coordinate() + 3.0 * meshes[1].bounds().largest_coordinate();
    (GRAIN * (coordinates + a_from_b.given().1.abs().max_element())).max(SMALLEST_COORDINATE)
}

/// A body on its way along a line.
struct PushLine<'a> {
    meshes: [&'a Mesh; 2],
    a_from_b: &'a Pose,
    /// The same for guesses: a rotation, then a translation.
    placing: (DMat3, DVec3),
    direction: DVec3,
    grain: f64,
    /// Longer pushes are not asked for.
    up_to: f64,
}

/// Which pairs of faces are asked how far they meet.
#[derive(Clone, Copy, PartialEq)]
enum Asked {
    /// Those that seem to meet farther than what is known.
    Likely,
    All,
}

/// What is the case at one length.
enum PushState {
    /// The bodies share a point, and still do at this length, at all between them too.
    Shared(f64),
    /// They share none.
    Apart,
}

impl<'a> PushLine<'a> {
    fn posed(&self, length: f64) -> Option<PosedPair<'a>> {
        let pose = moved(self.a_from_b, self.direction * length)?;
        Some(PosedPair::new(self.meshes[0], self.meshes[1], &pose, Method::Auto))
    }

    /// Goes from stage to stage.
    fn search(&self, from: f64, effort: &mut PushEffort) -> SeparationOutcome {
        let (mut lower, mut length) = (from, from);
        for _ in 0..MOST_STAGES {
            let state = self.stage(length, effort);
            if effort.is_spent() {
                return SeparationOutcome::Unfinished { lower };
            }
            match state {
                None => return SeparationOutcome::OutOfRange { lower },
                Some(PushState::Apart) => {
                    let translation = self.direction * length;
                    let length = Bounded { lower, value: length, upper: length };
                    return SeparationOutcome::Found(SeparatingTranslation { length, translation });
                }
                Some(PushState::Shared(until)) => lower = f64::max(length, until),
            }
            if lower >= self.up_to {
                return SeparationOutcome::Beyond { lower };
            }
            // On from slightly after what is known; by more where that step is lost to rounding.
            length = lower + self.grain.max(lower * GRAIN);
        }
        SeparationOutcome::Unfinished { lower }
    }

    /// Looks at the bodies at one length; `None` beyond the exact range.
    fn stage(&self, length: f64, effort: &mut PushEffort) -> Option<PushState> {
        let posed = self.posed(length)?;
        let cost = &mut Cost::default();
        if let Some(until) = self.shared_until(&posed, length, Asked::Likely, effort) {
            if until > length {
                return Some(PushState::Shared(until));
            }
            // Guesses may be wrong for faces along the line.
            return self.shared_until(&posed, length, Asked::All, effort).map(PushState::Shared);
        }
        let Some((own, vertex)) = contained_vertex(&posed, cost) else { return Some(PushState::Apart) };
        let bodies = posed.bodies();
        let nearest = nearest_in(&bodies[1 - own], bodies[own].vertex(vertex), None, cost);
        Some(PushState::Shared(length + nearest.map_or(0.0, |found| found.distance.lower * (1.0 - GRAIN))))
    }

    /// A length up to which one pair of faces after the other meets; `None` if none meets at this length. Ends once that is more than is asked for, or the
    /// effort is spent.
    fn shared_until(&self, posed: &PosedPair<'_>, length: f64, asked: Asked, effort: &mut PushEffort) -> Option<f64> {
        let (mut until, mut met, mut cost) = (length, 0, Cost::default());
        let _ = visit_contacts(posed, Order::NearestFirst, &mut cost, |touching, cost| {
            met += 1;
            until = self.last_meeting(posed.as_asked(touching.faces), until, asked, cost);
            let is_enough = until >= self.up_to || effort.is_less_than(met, cost);
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        effort.spend(met, &cost);
        (met > 0).then_some(until)
    }

    /// The last length, if it is later than this, at which two faces that met before still meet.
    fn last_meeting(&self, faces: [FaceId; 2], after: f64, asked: Asked, cost: &mut Cost) -> f64 {
        /// What guesses may be off by, in grains; most are closer.
        const GUESS: f64 = 4.0;
        let [s, t] = [0, 1].map(|k| self.meshes[k].triangle(faces[k]));
        let t = t.map(|p| self.placing.0 * p + self.placing.1);
        let guess = last_length(&s, &t, self.direction);
        if asked == Asked::Likely && guess.is_none_or(|guess| guess < after - GUESS * self.grain) {
            return after;
        }
        let along = |p: &DVec3| p.dot(self.direction);
        let (most, least) =
            (s.iter().map(along).fold(f64::MIN, f64::max), t.iter().map(along).fold(f64::MAX, f64::min));
        // Beyond this all of the one lies before the other.
        let mut between = [after, most - least + self.grain];
        let soon = after + self.grain;
        if soon >= between[1] || !self.do_meet(faces, soon, cost) {
            return after;
        }
        between[0] = soon;
        if let Some(guess) = guess {
            for (length, is_wanted) in [(guess - self.grain, true), (guess + self.grain, false)] {
                if length > between[0] && length < between[1] && self.do_meet(faces, length, cost) == is_wanted {
                    between[usize::from(!is_wanted)] = length;
                }
            }
        }
        self.halved(faces, between, cost)
    }

    /// The last length at which two faces meet, between one at which they do and one at which they do not.
    fn halved(&self, faces: [FaceId; 2], [mut last, mut beyond]: [f64; 2], cost: &mut Cost) -> f64 {
        while beyond - last > 0.5 * self.grain {
            let next = f64::midpoint(last, beyond);
            if next <= last || next >= beyond {
                break;
            }
            if self.do_meet(faces, next, cost) {
                last = next;
            } else {
                beyond = next;
            }
        }
        last
    }

    /// Whether two faces meet at a length.
    fn do_meet(&self, faces: [FaceId; 2], length: f64, cost: &mut Cost) -> bool {
        let Some(posed) = self.posed(length) else { return false };
        let (bodies, faces) = (posed.bodies(), posed.as_asked(faces));
        let [s, t] = [0, 1].map(|k| bodies[k].triangle(faces[k]));
        relate(&s, &t, cost) != TriangleRelation::Disjoint
    }
}
