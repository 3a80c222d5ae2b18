//! The largest balls inside a solid that touch its surface at given points: their centres lie on the medial axis (Ma, Bae and Choi 2012).

use super::solid_pieces::SolidPiece;
use crate::hierarchy::bounding_volume::Sphere;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::PointQuery;

/// The most times that a ball is made smaller; what is left is a little too large, which costs tightness alone.
const STEPS: usize = 24;

/// A ball is inside if nothing is nearer to its centre than this part of its radius.
const CLOSE: f64 = 1.0 - 1e-6;

/// A ball inside the solid for a piece: the largest that touches its sample, or, away from the surface, around it.
pub(super) fn medial_ball(piece: &SolidPiece, mesh: &Mesh, query: &PointQuery<'_>) -> Sphere {
    let point = piece.sample;
    let distance = |at: DVec3| query.nearest(at).map_or(0.0, |near| near.distance.value);
    let Some(face) = piece.sample_face else { return Sphere { centre: point, radius: distance(point) } };
    let [a, b, c] = mesh.triangle(FaceId(face));
    // Of any length that is not too small or large to be squared.
    let longest = (b - a).abs().max((c - a).abs()).max_element();
    let normal = ((b - a) / longest).cross((c - a) / longest).normalize_or_zero();
    let mut ball = Sphere { centre: point, radius: 0.0 };
    if normal == DVec3::ZERO || !normal.is_finite() {
        return ball;
    }
    let mut radius = mesh.bounds().size().length() * 0.5;
    for _ in 0..STEPS {
        ball = Sphere { centre: point - normal * radius, radius };
        let Some(near) = query.nearest(ball.centre) else { return Sphere { centre: point, radius: 0.0 } };
        if near.distance.value >= radius * CLOSE {
            break;
        }
        let between = point - near.point;
        let along = 2.0 * normal.dot(between);
        let smaller = between.length_squared() / along;
        if !(along > 0.0 && smaller < radius) {
            break;
        }
        radius = smaller;
    }
    ball
}
