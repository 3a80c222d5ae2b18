//! Four points of features of a moving body and one at rest.

use super::rigid_motion::{RigidMotion, RigidMotionError};
use crate::ccd::contact::contact_intervals;
use crate::ccd::contact::coplanar_times::Encounter;
use crate::ccd::contact::feature_pair::FeaturePair;
use crate::ccd::contact::feature_pair_queries::Body;
use crate::ccd::contact::impact::{Contacts, Impact, Moment};
use crate::ccd::polynomial::root_time::Time;
use crate::math::DVec3;
use dashu_int::IBig;

/// Refuses points that are not finite.
pub(crate) fn check<'p>(points: impl IntoIterator<Item = &'p DVec3>) -> Result<(), RigidMotionError> {
    points.into_iter().find(|p| !p.is_finite()).map_or(Ok(()), |point| Err(RigidMotionError::Point(*point)))
}

/// Four points, and which of them move.
pub(crate) struct Points {
    places: [DVec3; 4],
    moves: [bool; 4],
}

impl Points {
    /// A vertex of a body, and a face of the other.
    pub fn with_vertex(owner: Body, places: [DVec3; 4]) -> Self {
        let moves = owner == Body::Second;
        Self { places, moves: [moves, !moves, !moves, !moves] }
    }

    /// An edge at rest, and one that moves.
    pub fn with_edges(places: [DVec3; 4]) -> Self {
        Self { places, moves: [false, false, true, true] }
    }

    /// Refuses points that are not finite.
    pub fn checked(self) -> Result<Self, RigidMotionError> {
        check(&self.places).map(|()| self)
    }

    /// Where they are at a time, and which way they go.
    pub fn moment(&self, motion: &RigidMotion, time: Time) -> Moment {
        let at = time.middle();
        let either = |k: usize, moved: DVec3, rests: DVec3| if self.moves[k] { moved } else { rests };
        let place = |k: usize| either(k, motion.place(self.places[k], at), self.places[k]);
        let velocity = |k: usize| either(k, motion.velocity(self.places[k], at), DVec3::ZERO);
        let ends = [0, 1, 2, 3];
        Moment { time, places: ends.map(place), velocities: ends.map(velocity) }
    }

    /// All times of contact, and the first.
    pub fn contacts<E: Encounter<Coefficient = IBig>>(
        &self,
        encounter: &E,
        motion: &RigidMotion,
        impact: impl Fn(&Moment, <E::Pair as FeaturePair>::Features) -> Impact<<E::Pair as FeaturePair>::Features>,
    ) -> Contacts<<E::Pair as FeaturePair>::Features> {
        let (spans, first) = contact_intervals::spans(encounter);
        let first = spans.first().zip(first);
        let impact = first.map(|(span, features)| impact(&self.moment(motion, span.begin), features));
        Contacts { spans, impact }
    }
}
