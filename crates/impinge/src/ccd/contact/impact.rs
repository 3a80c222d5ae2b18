//! Where features touch first, and how they lie there: rounded, from what is exactly known.

use super::contact_intervals::Span;
use crate::ccd::polynomial::root_time::Time;
use crate::feature::{EdgeFeature, TriangleFeature};
use crate::math::DVec3;

/// The first moment at which features touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact<F> {
    /// When: a double, or between two neighbours.
    pub time: Time,
    /// The parts that touch, exactly.
    pub features: F,
    /// Where, rounded.
    pub point: DVec3,
    /// Of length 1, rounded: across the face, or across both edges, to the side from which the vertex comes, or the second edge; `None` where
    /// face or edges span no plane in doubles.
    pub normal: Option<DVec3>,
}

/// All contact of two features over a motion.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contacts<F> {
    /// When they share a point, first to last; none is a proof that they never do. Spans between which no double lies are one.
    pub spans: Vec<Span>,
    /// The first moment of contact, which may be the start of the motion.
    pub impact: Option<Impact<F>>,
}

impl<F> Contacts<F> {
    pub(crate) fn none() -> Self {
        Self { spans: Vec::new(), impact: None }
    }

    /// Whether they share no point at any time.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.spans.is_empty()
    }

    /// Whether they share one at the start.
    #[must_use]
    pub fn starts_in_contact(&self) -> bool {
        self.impact.as_ref().is_some_and(|impact| impact.time.upper == 0.0)
    }
}

/// Four points at some time: where they are, and which way they go.
pub(crate) struct Moment {
    pub time: Time,
    pub places: [DVec3; 4],
    /// In any unit.
    pub velocities: [DVec3; 4],
}

/// What a vertex does with a face when it touches it.
pub(crate) fn vertex_on_face(moment: &Moment, features: TriangleFeature) -> Impact<TriangleFeature> {
    let Moment { time, places: [v, corners @ ..], velocities } = *moment;
    let [f, g, h] = relative(corners, v);
    let normal = across(g - f, h - f).map(|n| {
        // Barycentric coordinates by areas.
        let weights = [g.cross(h), h.cross(f), f.cross(g)].map(|area| area.dot(n));
        let sum: f64 = weights.iter().sum();
        let below = (0..3).map(|k| velocities[k + 1] * (weights[k] / sum)).sum::<DVec3>();
        against(n, velocities[0] - below)
    });
    Impact { time, features, point: v, normal }
}

/// What two edges do when they touch.
pub(crate) fn edge_on_edge(moment: &Moment, features: [EdgeFeature; 2]) -> Impact<[EdgeFeature; 2]> {
    let Moment { time, places: ends, velocities } = *moment;
    let [b, c, d] = relative([ends[1], ends[2], ends[3]], ends[0]);
    let (u, v) = (b, d - c);
    let n = u.cross(v);
    // On crossing lines, c = x u - y v; Cramer's rule.
    let shares = [c.cross(v), c.cross(u)].map(|area| area.dot(n) / n.length_squared());
    let share = |k: usize| match features[k] {
        EdgeFeature::Vertex(end) => f64::from(end),
        EdgeFeature::Interior => {
            if shares[k].is_finite() {
                shares[k].clamp(0.0, 1.0)
            } else {
                0.5
            }
        }
    };
    let along = |k: usize, ends: [DVec3; 2]| ends[0] * (1.0 - share(k)) + ends[1] * share(k);
    // A vertex is better known than a point between two.
    let own = usize::from(features[0] == EdgeFeature::Interior && features[1] != EdgeFeature::Interior);
    let point = along(own, [ends[2 * own], ends[2 * own + 1]]);
    let normal = across(u, v)
        .map(|n| against(n, along(1, [velocities[2], velocities[3]]) - along(0, [velocities[0], velocities[1]])));
    Impact { time, features, point, normal }
}

/// Places as seen from another, in a unit that makes the farthest coordinate 1.
fn relative(places: [DVec3; 3], origin: DVec3) -> [DVec3; 3] {
    // Halves, because a difference may be larger than all doubles.
    let differences = places.map(|p| p * 0.5 - origin * 0.5);
    let reach = differences.iter().map(|d| d.abs().max_element()).fold(0.0, f64::max);
    differences.map(|d| if reach > 0.0 { d / reach } else { d })
}

/// The direction across two vectors; `None` if they span no plane.
fn across(u: DVec3, v: DVec3) -> Option<DVec3> {
    let [u, v] = [u, v].map(|w| w / w.abs().max_element());
    u.cross(v).try_normalize()
}

/// A direction, turned against a motion.
fn against(n: DVec3, motion: DVec3) -> DVec3 {
    if n.dot(motion) > 0.0 { -n } else { n }
}
