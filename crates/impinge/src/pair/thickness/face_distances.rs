//! Whether a face, or a face and its neighbour, are near to all of a patch.

use super::column::{Corners, MOST_CORNERS};
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::pair::point::point_query::distance_to_triangle;
use crate::pair::posed_pair::PosedMesh;

/// How far corners are at most from a face, and from the convex quadrangles that it forms with its neighbours.
///
/// The distance from a convex set is convex, so that it is the largest of a hull at one of its corners, and so is the mean of two such distances. A face and its neighbour are a convex set but
/// for what they are not in one plane.
pub(super) struct FaceDistances {
    /// By convex set, by corner.
    sets: [[f64; MOST_CORNERS]; 4],
    set_count: usize,
    corner_count: usize,
}

impl FaceDistances {
    pub fn new(body: &PosedMesh<'_>, face: FaceId, corners: &Corners) -> Self {
        let mut found = Self { sets: [[0.0; MOST_CORNERS]; 4], set_count: 1, corner_count: corners.iter().count() };
        let triangle = body.triangle(face);
        for (distance, p) in found.sets[0].iter_mut().zip(corners.iter()) {
            *distance = distance_to_triangle(p, &triangle);
        }
        for i in 0..3 {
            let Some(beside) = body.mesh.topology().neighbour(face, i) else { continue };
            let other = body.triangle(beside);
            let Some(bend) = quadrangle_bend(&triangle, i, &other) else { continue };
            for (k, p) in corners.iter().enumerate() {
                let nearer = found.sets[0][k].min(distance_to_triangle(p, &other));
                found.sets[found.set_count][k] = nearer + bend;
            }
            found.set_count += 1;
        }
        found
    }

    fn sets(&self) -> impl Iterator<Item = &[f64]> {
        self.sets[..self.set_count].iter().map(|set| &set[..self.corner_count])
    }

    /// Whether one of the sets is nearer than a length to the whole hull.
    pub fn are_below(&self, length: f64) -> bool {
        self.sets().any(|set| set.iter().all(|distance| *distance < length))
    }

    /// Whether the mean of the distances from a set of these and one of others, and so the smaller distance, is below a length in the whole hull.
    pub fn have_mean_below(&self, others: &Self, length: f64) -> bool {
        let is_below = |p: &[f64], q: &[f64]| p.iter().zip(q).all(|(p, q)| 0.5 * (p + q) < length);
        self.sets().any(|p| others.sets().any(|q| is_below(p, q)))
    }
}

/// How far the hull of a face and its neighbour across edge `i` reaches from them at most; `None` unless they form a convex quadrangle for certain.
fn quadrangle_bend(triangle: &Triangle, i: usize, other: &Triangle) -> Option<f64> {
    /// Normals that rounding turns by more than this (radians) tell nothing.
    const WORST_NORMAL: f64 = 1e-6;
    let [p, q, r] = [0, 1, 2].map(|k| triangle[(i + k) % 3]);
    let apex = *other.iter().find(|corner| **corner != p && **corner != q)?;
    let longest = [q - p, r - q, p - r, apex - p, apex - q].map(DVec3::length).into_iter().fold(0.0, f64::max);
    let cross = (q - p).cross(r - p);
    let turn = 16.0 * f64::EPSILON * longest * longest / cross.length();
    let normal = cross.try_normalize().filter(|_| turn < WORST_NORMAL)?;
    // Seen along the normal, the apex is between the prolonged sides of the face, by more than rounding and a turned normal explain.
    let margin = 4.0 * turn * longest * longest;
    let turns_left = |from: DVec3, to: DVec3| normal.dot((to - from).cross(apex - from)) > margin;
    let is_convex = turns_left(q, p) && turns_left(r, p) && turns_left(q, r);
    is_convex.then(|| normal.dot(apex - p).abs() + 2.0 * turn * longest)
}
