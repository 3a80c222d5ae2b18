//! Area and volume of a k-DOP: each of its faces is a large square in its plane, cut by all other planes in turn.

use super::{BoundingVolume, Kdop};
use impinge::math::DVec3;

/// The area of the surface and what it encloses, rounded: figures, on which no answer hangs.
///
/// With h the distance of a face's plane from a point inside, the volume is Σ h area / 3.
pub(super) fn area_and_volume<const K: usize>(dop: &Kdop<K>) -> (f64, f64) {
    let (centre, size) = (dop.centre(), dop.half_diagonal());
    // Scaled to a size of 1.
    if size.is_nan() || size <= 0.0 || !size.is_finite() {
        return (0.0, 0.0);
    }
    let planes: [(DVec3, f64); K] = std::array::from_fn(|j| {
        let normal = Kdop::<K>::normal(j);
        (normal.normalize(), (dop.reach[j] - normal.dot(centre)) / size / normal.length())
    });
    let (mut area, mut volume) = (0.0, 0.0);
    for (j, (normal, height)) in planes.iter().enumerate() {
        let (x, y) = normal.any_orthonormal_pair();
        let corner = |s: f64, t: f64| *normal * *height + (x * s + y * t) * 4.0;
        let mut face = vec![corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
        for (_, (normal, height)) in planes.iter().enumerate().filter(|(k, _)| *k != j) {
            face = cut(&face, *normal, *height);
        }
        let part = polygon_area(&face);
        area += part;
        volume += height * part / 3.0;
    }
    (area * size * size, volume * size * size * size)
}

/// What of a convex polygon lies below a plane (Sutherland and Hodgman 1974).
fn cut(face: &[DVec3], normal: DVec3, height: f64) -> Vec<DVec3> {
    let above = |p: DVec3| normal.dot(p) - height;
    let mut kept = Vec::with_capacity(face.len() + 1);
    for (i, &p) in face.iter().enumerate() {
        let q = face[(i + 1) % face.len()];
        let (at_p, at_q) = (above(p), above(q));
        if at_p <= 0.0 {
            kept.push(p);
        }
        if (at_p < 0.0 && at_q > 0.0) || (at_p > 0.0 && at_q < 0.0) {
            kept.push(p + (q - p) * (at_p / (at_p - at_q)));
        }
    }
    kept
}

fn polygon_area(face: &[DVec3]) -> f64 {
    let fan = (2..face.len()).map(|i| (face[i - 1] - face[0]).cross(face[i] - face[0]));
    fan.sum::<DVec3>().length() / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::{Kdop14, Kdop18, Kdop26, OrientedFit};
    use super::*;

    #[test]
    fn a_box_is_measured_as_a_box_and_an_octahedron_as_one() {
        let corners: Vec<DVec3> =
            (0..8).map(|i| DVec3::new(f64::from(i % 2) * 3.0, f64::from(i / 2 % 2), f64::from(i / 4) * 2.0)).collect();
        let measured = |(area, volume): (f64, f64), expected: (f64, f64)| {
            assert!((area - expected.0).abs() < 1e-9 && (volume - expected.1).abs() < 1e-9, "{area} {volume}");
        };
        measured(area_and_volume(&Kdop26::around(&corners, OrientedFit::Area)), (22.0, 6.0));
        measured(area_and_volume(&Kdop18::around(&corners, OrientedFit::Area)), (22.0, 6.0));
        let tips = [DVec3::X, -DVec3::X, DVec3::Y, -DVec3::Y, DVec3::Z, -DVec3::Z];
        measured(area_and_volume(&Kdop14::around(&tips, OrientedFit::Area)), (4.0 * 3f64.sqrt(), 4.0 / 3.0));
        measured(area_and_volume(&Kdop14::around(&[DVec3::ONE], OrientedFit::Area)), (0.0, 0.0));
    }
}
