//! How far apart, or how deep in each other, two convex bodies are: by looking at every feature, in numbers of 106 bits.
//!
//! The depth is the least width of the Minkowski difference along the normals of its faces: those of A, those of B, and those
//! of an edge of each whose arcs on the sphere of normals cross (Gregorius, Game Developers Conference 2013). The distance is
//! the least over all pairs of features. Small hulls are all looked at; of large ones, doubles with generous bounds leave out
//! what cannot be the answer. Nothing here is shared with the engine that is judged, but its sums of two doubles.
//!
//! The input is what [`impinge::math::Pose::transform_point`] makes of B's corners, in doubles; [`placement`] bounds what an engine that
//! carries B in another way may differ by.

mod closest_features;
mod extended_precision;
mod hulls;
mod projection_gap;
mod gauss_map;

use super::body::Body;
use super::workload::{Item, Workload};
use hulls::Solid;
use impinge::math::DMat3;

/// Corners up to which all planes and lines through corners stand for faces and edges, so that no surface is needed.
const SMALL: usize = 8;

/// The distance; minus the depth where they meet; 0 where they touch.
#[must_use]
pub fn signed_distance(workload: &Workload, item: &Item) -> f64 {
    let (item, a, b) = ordered(workload, item);
    match (a, b) {
        (Body::Hull(a), Body::Hull(b)) => {
            let points = b.points.iter().map(|p| item.pose.transform_point(*p)).collect();
            if a.points.len() <= SMALL && b.points.len() <= SMALL {
                return hulls::signed_distance(&Solid::of_all(a.points.clone()), &Solid::of_all(points));
            }
            let b = Solid::of_surface(points, &b.triangles);
            hulls::signed_distance(&Solid::of_surface(a.points.clone(), &a.triangles), &b)
        }
        (Body::Cylinder { radius: r, half_height: h }, Body::Cylinder { radius: s, half_height: k }) => {
            let t = item.pose.translation();
            parallel_cylinders([t.x.hypot(t.y), t.z.abs()], [r + s, h + k])
        }
        _ => f64::NAN,
    }
}

/// The question in the order in which the pose is not inverted: B is carried into A's frame.
fn ordered<'a>(workload: &'a Workload, item: &Item) -> (Item, &'a Body, &'a Body) {
    let item = if item.pose.is_inverted() { item.swapped() } else { *item };
    (item, &workload.bodies[item.a], &workload.bodies[item.b])
}

/// Cylinders around parallel axes: the Minkowski difference is a cylinder with the sums of radii and of half heights.
fn parallel_cylinders([off_axis, along]: [f64; 2], [radius, half_height]: [f64; 2]) -> f64 {
    let (out, over) = (off_axis - radius, along - half_height);
    if out > 0.0 && over > 0.0 { out.hypot(over) } else { out.max(over) }
}

/// How far an engine's placement of B may be from the doubles that are judged: a few roundings of its largest coordinate; 0 where
/// B is not turned.
#[must_use]
pub fn placement(workload: &Workload, item: &Item) -> f64 {
    /// Roundings of a rotated, moved coordinate, with a rotation that was rounded itself, and of the way back.
    const ROUNDINGS: f64 = 16.0;
    if item.pose.rotation() == DMat3::IDENTITY {
        return 0.0;
    }
    let reach = |body: usize| workload.bodies[body].reach();
    ROUNDINGS * f64::EPSILON * (reach(item.a) + reach(item.b) + item.pose.translation().length())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::body::Hull;
    use crate::convex::workload::random;
    use impinge::math::DVec3;
    use impinge_scenes::SplitMix64;

    /// The signed distance at every face and edge there could be.
    fn by_all(a: &[DVec3], b: &[DVec3]) -> f64 {
        hulls::signed_distance(&Solid::of_all(a.to_vec()), &Solid::of_all(b.to_vec()))
    }

    #[test]
    fn what_is_left_out_is_never_the_answer() {
        let workload = random(12, 120).unwrap();
        let mut seen = [0, 0];
        for item in &workload.items {
            let (Body::Hull(a), Body::Hull(b)) = (&workload.bodies[item.a], &workload.bodies[item.b]) else { panic!() };
            let points: Vec<DVec3> = b.points.iter().map(|p| item.pose.transform_point(*p)).collect();
            let (fast, slow) = (signed_distance(&workload, item), by_all(&a.points, &points));
            assert!((fast - slow).abs() <= 1e-14 * slow.abs(), "{fast} {slow}");
            assert_eq!(fast, signed_distance(&workload, &item.swapped()));
            seen[usize::from(fast > 0.0)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
    }

    #[test]
    fn the_difference_of_two_bodies_has_one_answer_along_any_direction() {
        // No direction shows less than the depth, and none more than the distance.
        let workload = random(32, 60).unwrap();
        let mut random = SplitMix64::new(9);
        for item in &workload.items {
            let (Body::Hull(a), Body::Hull(b)) = (&workload.bodies[item.a], &workload.bodies[item.b]) else { panic!() };
            let truth = signed_distance(&workload, item);
            for _ in 0..200 {
                let n = random.direction();
                let far = a.points.iter().map(|p| n.dot(*p)).fold(f64::NEG_INFINITY, f64::max);
                let near = b.points.iter().map(|p| n.dot(item.pose.transform_point(*p))).fold(f64::INFINITY, f64::min);
                assert!(near - far <= truth + 1e-12, "{} {truth}", near - far);
            }
        }
    }

    #[test]
    fn boxes_have_the_answers_of_boxes() {
        let cube = Hull::cuboid(DVec3::ONE).points;
        let moved = |t: DVec3| cube.iter().map(|p| *p + t).collect::<Vec<_>>();
        for (t, signed) in [
            (DVec3::new(2.0, 0.5, 0.25), 0.0),
            (DVec3::new(2.0, 2.0, 0.25), 0.0),
            (DVec3::new(2.0, 2.0, 2.0), 0.0),
            (DVec3::new(3.0, 0.0, 0.0), 1.0),
            (DVec3::new(5.0, 6.0, 0.0), 5.0),
            (DVec3::new(3.0, 4.0, 4.0), 3.0),
            (DVec3::new(1.5, 0.0, 0.0), -0.5),
            (DVec3::ZERO, -2.0),
        ] {
            assert_eq!(by_all(&cube, &moved(t)), signed, "{t}");
        }
    }

    #[test]
    fn flat_and_thin_bodies_have_no_depth() {
        let square: Vec<DVec3> =
            [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| DVec3::new(x, y, 0.0)).into();
        let shifted: Vec<DVec3> = square.iter().map(|p| *p + DVec3::new(0.5, 0.5, 0.0)).collect();
        assert_eq!(by_all(&square, &shifted), 0.0);
        assert_eq!(by_all(&[DVec3::ZERO, DVec3::X], &[DVec3::X, 2.0 * DVec3::X]), 0.0);
        assert_eq!(by_all(&[DVec3::ZERO], &[DVec3::ZERO]), 0.0);
        assert_eq!(by_all(&[DVec3::ZERO], &[DVec3::new(3.0, 4.0, 0.0)]), 5.0);
        assert_eq!(by_all(&[DVec3::ZERO, DVec3::X], &[3.0 * DVec3::X, 4.0 * DVec3::X]), 2.0);
    }

    #[test]
    fn cylinders_have_the_answers_of_a_cylinder() {
        assert_eq!(parallel_cylinders([0.0, 3.0], [1.0, 2.0]), 1.0);
        assert_eq!(parallel_cylinders([0.0, 1.5], [1.0, 2.0]), -0.5);
        assert_eq!(parallel_cylinders([4.0, 6.0], [1.0, 2.0]), 5.0);
        assert_eq!(parallel_cylinders([0.0, 0.0], [1.0, 2.0]), -1.0);
    }
}
