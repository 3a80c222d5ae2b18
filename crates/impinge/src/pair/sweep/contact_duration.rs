//! How long two faces stay near: from a moment at which they are, as far as one pair proves it.
//!
//! Two proofs. What moves less than a margin stays within it. And two faces that are near at both ends of a slice are so all the time, but for how far
//! they stray: between the closest points at both ends go points of the faces whose distance is no larger than at the ends, but for what
//! straying and the product of two changes add, both of second order. So sliding needs no more slices than turning does.

use super::crossing_margin::{nearest_on, piercing};
use super::first_contact_search::TimeDirection;
use super::mean_witness_points::mean_near_points;
use super::moving_body::BodyPart;
use super::moving_pair::MovingPair;
use super::sweep_effort::SweepEffort;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::triangle_pair::{Triangle, distance};

/// Steps that one pair is followed for; the rest is left to other pairs.
const MOST_STEPS: usize = 100_000;

/// The share of the tolerance within which faces are to be held.
pub(super) const FROM: f64 = 0.5;

/// The share of the tolerance that held faces stay within; the rest is left to gaps between proofs.
const HELD: f64 = 0.875;

/// How the points of a moment were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointChoice {
    /// As it stands.
    Fresh,
    /// One of them is that of a moment before.
    Kept,
}

/// Two faces at a moment.
#[derive(Clone, Copy, Debug)]
struct FacesAtTime {
    triangles: [Triangle; 2],
    /// Weights of the corners that make points near each other.
    weights: [[f64; 3]; 2],
    /// How far apart these are.
    apart: f64,
    /// How far points may move with the faces staying near.
    room: f64,
    choice: PointChoice,
}

impl FacesAtTime {
    fn new(triangles: [Triangle; 2], weights: [[f64; 3]; 2], room: f64) -> Self {
        let [p, q] = [0, 1].map(|k| weighted(&triangles[k], &weights[k]));
        Self { triangles, weights, apart: p.distance(q), room, choice: PointChoice::Fresh }
    }
}

/// Two faces that are followed from a moment at which they are near.
pub(super) struct ContactDuration<'s, 'm> {
    pub pair: &'s MovingPair<'m>,
    pub faces: [FaceId; 2],
    pub heading: TimeDirection,
}

impl ContactDuration<'_, '_> {
    /// Until when they are proved to be near, or a limit.
    pub fn until(&self, from: f64, limit: f64, effort: &mut SweepEffort) -> f64 {
        let (mut now, mut at) = (self.moment(from), from);
        let mut stride = (limit - from).abs();
        for _ in 0..MOST_STEPS {
            let left = (limit - at).abs();
            if left == 0.0 || now.room < self.play() {
                break;
            }
            let step = self.surely(&now, [at, limit]);
            let mut next = self.after(at, step, limit);
            let mut far = None;
            // As far as both ends prove it; the last stride and its double are tried first.
            let mut h = (2.0 * stride).min(left);
            while h > 2.0 * step && effort.spend_on_faces() {
                let end = self.after(at, h, limit);
                let stray = self.straying([at, end]);
                if stray <= self.play() {
                    let then = self.moment(end);
                    // Other points may be far from those that were near; the same ones are near still, or have slid off.
                    let followed = self.followed(&now, &then);
                    far = [then, followed].into_iter().find(|then| self.slides(&now, then, stray));
                    if far.is_some() {
                        next = end;
                        break;
                    }
                }
                h *= 0.5;
            }
            if far.is_none() && now.choice == PointChoice::Kept {
                // They have slid off: others may go on.
                now = self.moment(at);
                continue;
            }
            if next == at {
                break;
            }
            stride = (next - at).abs();
            now = far.unwrap_or_else(|| self.moment(next));
            at = next;
            if !effort.spend_on_faces() {
                break;
            }
        }
        at
    }

    /// A moment a step ahead.
    fn after(&self, at: f64, step: f64, limit: f64) -> f64 {
        match self.heading {
            TimeDirection::Forward => (at + step).min(limit),
            TimeDirection::Backward => (at - step).max(limit),
        }
    }

    /// How long they are near whatever they do.
    fn surely(&self, now: &FacesAtTime, [at, limit]: [f64; 2]) -> f64 {
        let window = if at <= limit { [at, limit] } else { [limit, at] };
        let slice = self.pair.slice(window);
        let speed = self.pair.speed(self.faces.map(BodyPart::Face), &slice);
        // Rounded down, for the quotient and the sum that follows.
        if speed > 0.0 { now.room / speed * (1.0 - 1e-9) } else { 1.0 }
    }

    fn moment(&self, s: f64) -> FacesAtTime {
        let triangles = self.pair.triangles(self.faces, s);
        let (near, slack) = (self.pair.separation + self.pair.tolerance * HELD, self.pair.slack);
        let (weights, room) = match piercing(&triangles, slack) {
            Some(found) => (pierced(&triangles, found.body, found.edge), found.margin + near),
            None => {
                let closest = distance(&triangles[0], &triangles[1]);
                let points = mean_near_points(&triangles, self.most()).unwrap_or(closest.points);
                let weights = [0, 1].map(|k| weights_of(&triangles[k], points[k]));
                (weights, (near - slack - closest.squared.sqrt()).max(0.0))
            }
        };
        FacesAtTime::new(triangles, weights, room)
    }

    /// The same moment, with one point of a face kept from another and the one that is nearest to it on the other face: the nearer of both ways.
    fn followed(&self, now: &FacesAtTime, then: &FacesAtTime) -> FacesAtTime {
        let way = |kept: usize| {
            let other = 1 - kept;
            let point = weighted(&then.triangles[kept], &now.weights[kept]);
            let mut weights = now.weights;
            weights[other] = weights_of(&then.triangles[other], nearest_on(&then.triangles[other], point));
            FacesAtTime { choice: PointChoice::Kept, ..FacesAtTime::new(then.triangles, weights, then.room) }
        };
        let [a, b] = [way(0), way(1)];
        if a.apart <= b.apart { a } else { b }
    }

    /// How far apart points of faces that are held may be.
    fn most(&self) -> f64 {
        self.pair.separation + self.pair.tolerance * FROM
    }

    /// How far faces may stray between moments at which they are near.
    fn play(&self) -> f64 {
        self.pair.tolerance * (HELD - FROM)
    }

    /// How far both faces stray between two moments, and rounding.
    fn straying(&self, [at, end]: [f64; 2]) -> f64 {
        let slice = self.pair.slice(if at <= end { [at, end] } else { [end, at] });
        let strays = [0, 1].map(|k| self.pair.swept(k, BodyPart::Face(self.faces[k]), &slice).stray);
        strays[0] + strays[1] + 2.0 * self.pair.slack
    }

    /// Whether faces that are near at two moments are proved to be so between, where they stray so far.
    fn slides(&self, now: &FacesAtTime, then: &FacesAtTime, stray: f64) -> bool {
        let second = |k: usize| {
            let change = |i: usize| then.triangles[k][i] - now.triangles[k][i];
            (0..3).map(|i| change(i) * (then.weights[k][i] - now.weights[k][i])).sum::<DVec3>().length()
        };
        now.apart.max(then.apart) <= self.most() && stray + 0.25 * (second(0) + second(1)) <= self.play()
    }
}

/// The point of a triangle by weights of its corners.
fn weighted(t: &Triangle, weights: &[f64; 3]) -> DVec3 {
    t[0] * weights[0] + t[1] * weights[1] + t[2] * weights[2]
}

/// Weights of the corners, from 0 to 1 and 1 in all, that make a point of a triangle, as near as rounding lets them.
fn weights_of(t: &Triangle, p: DVec3) -> [f64; 3] {
    let (u, v, w) = (t[1] - t[0], t[2] - t[0], p - t[0]);
    let (uu, uv, vv) = (u.dot(u), u.dot(v), v.dot(v));
    let (wu, wv, det) = (w.dot(u), w.dot(v), uu * vv - uv * uv);
    let y = (vv * wu - uv * wv) / det;
    let z = (uu * wv - uv * wu) / det;
    let (y, z) = if y.is_finite() && z.is_finite() { (y.clamp(0.0, 1.0), z.clamp(0.0, 1.0)) } else { (0.0, 0.0) };
    let sum = (y + z).max(1.0);
    [1.0 - (y + z) / sum, y / sum, z / sum]
}

/// Weights of the point at which an edge passes through a face, in the order of the bodies.
fn pierced(triangles: &[Triangle; 2], body: usize, edge: usize) -> [[f64; 3]; 2] {
    let (own, face) = (&triangles[body], &triangles[1 - body]);
    let n = (face[1] - face[0]).cross(face[2] - face[0]);
    let [h, k] = [edge, (edge + 1) % 3].map(|i| n.dot(own[i] - face[0]));
    let share = h / (h - k);
    let mut weights = [[0.0; 3]; 2];
    weights[body][edge] = 1.0 - share;
    weights[body][(edge + 1) % 3] = share;
    weights[1 - body] = weights_of(face, own[edge] * (1.0 - share) + own[(edge + 1) % 3] * share);
    weights
}
