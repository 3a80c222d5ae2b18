//! The pose of one body as another sees it, the same whichever of the two comes first.

use super::body::Body;
use super::model::Model;
use crate::math::point_order::compare_each;
use crate::math::{DMat3, DVec3, Pose};
use std::cmp::Ordering;

/// What carries B's frame to A's: the same for (A, B) as for (B, A), inverted, whichever of the two came first.
///
/// It is computed from one side only, chosen by what the bodies are, and for equal models by how each sees the other. Neither the choice nor
/// the numbers change if the axes of the world are exchanged or turned over.
///
/// A deformable body stands in the world, and the other one is carried there.
pub(super) fn a_from_b(a: &Body, b: &Body) -> Pose {
    match (a.deformable(), b.deformable()) {
        (Some(_), _) => return b.world_from_body,
        (None, Some(_)) => return a.world_from_body.inverse(),
        (None, None) => {}
    }
    posed([a.model(), b.model()], [&a.world_from_body, &b.world_from_body])
}

/// As [`a_from_b`], for models at poses.
fn posed([a, b]: [&Model; 2], [p, q]: [&Pose; 2]) -> Pose {
    match a.order(b).then_with(|| order(p, q)) {
        Ordering::Greater => between(q, p).inverse(),
        Ordering::Less | Ordering::Equal => between(p, q),
    }
}

/// An order of two poses: by where each sees the other, then by how it is turned.
fn order(a: &Pose, b: &Pose) -> Ordering {
    let turn = turn(a, b);
    let back = turn.transpose();
    compare_each(
        [shift(a, b), turn.x_axis, turn.y_axis, turn.z_axis],
        [shift(b, a), back.x_axis, back.y_axis, back.z_axis],
    )
}

fn between(world_from_a: &Pose, world_from_b: &Pose) -> Pose {
    // Both are rigid to rounding, so their product is; a difference of two translations, turned, is at most √3 · 2 · `FARTHEST`.
    Pose::of_rigid(turn(world_from_a, world_from_b), shift(world_from_a, world_from_b))
}

/// How B is turned as A sees it.
fn turn(world_from_a: &Pose, world_from_b: &Pose) -> DMat3 {
    let (a, b) = (world_from_a.rotation(), world_from_b.rotation());
    if a == b {
        return DMat3::IDENTITY;
    }
    let seen = |v: DVec3| DVec3::new(dot(a.x_axis, v), dot(a.y_axis, v), dot(a.z_axis, v));
    DMat3::from_cols(seen(b.x_axis), seen(b.y_axis), seen(b.z_axis))
}

/// Where B is as A sees it.
fn shift(world_from_a: &Pose, world_from_b: &Pose) -> DVec3 {
    let (a, v) = (world_from_a.rotation(), world_from_b.translation() - world_from_a.translation());
    DVec3::new(dot(a.x_axis, v), dot(a.y_axis, v), dot(a.z_axis, v))
}

/// A scalar product that does not depend on the order of the axes: the products are added by size.
fn dot(p: DVec3, q: DVec3) -> f64 {
    let [x, y, z] = (p * q).to_array();
    let (low, high) = (x.min(y), x.max(y));
    let (least, rest) = (low.min(z), low.max(z));
    let (middle, most) = (rest.min(high), rest.max(high));
    (least + most) + middle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::axis_angle::about;
    use crate::math::random::Random;
    use crate::shape::Sphere;

    #[test]
    fn exchanged_axes_and_exchanged_bodies_change_no_bit() {
        let mut random = Random(7);
        let ball = Model::convex(Sphere::try_new(1.0).unwrap()).unwrap();
        let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
        let cycle = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
        for _ in 0..200 {
            let [a, b] = [(); 2]
                .map(|()| Pose::try_new(about(random.vector().normalize(), random.number()), random.vector()).unwrap());
            let found = posed([&ball; 2], [&a, &b]);
            assert_eq!(posed([&ball; 2], [&b, &a]), found.inverse());
            for world in [quarter, cycle, quarter * cycle] {
                // Signed permutations are exact.
                let [a, b] = [a, b].map(|p| Pose::try_new(world * p.rotation(), world * p.translation()).unwrap());
                assert_eq!(posed([&ball; 2], [&a, &b]), found);
            }
        }
    }
}
