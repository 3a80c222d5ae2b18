//! The contact polygon of two polytopes that touch or overlap slightly, along a given normal.
//!
//! What each has within a tolerance of its farthest plane (a vertex, an edge, a face) is seen along the normal, and the
//! two are intersected. For two faces the result is that of clipping one to the sides of the other (Sutherland, Hodgman
//! 1974), but it treats both alike and takes edges and vertices as they are. Every corner is named by what made it, a
//! vertex of one or a crossing of two edges, and the names stay while the bodies move a little: corners closer than the
//! tolerance are one, and the order starts at the least name. Quadratic in the corners of the patches, linear in the
//! vertices.

use super::feature_walk::voronoi_cells::{VoronoiCells, unit};
use super::supporting_face::{ContactFrame, ContactPatch};
use crate::compact_sort::{sort_by, sort_by_key, sort_few_by_key};
use crate::math::{DVec2, DVec3, Pose};

/// What made a contact point; vertices by their index, edges by those of their ends, lower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactOrigin {
    /// A vertex of A on B.
    VertexOfA(u32),
    /// A vertex of B on A.
    VertexOfB(u32),
    /// An edge of A across an edge of B.
    Crossing([u32; 2], [u32; 2]),
}

/// A point of contact, in A's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// Where it is on A.
    pub on_a: DVec3,
    /// Where it is on B, along the normal from there.
    pub on_b: DVec3,
    /// How deep B reaches into A here, along the normal; negative for a gap.
    pub depth: f64,
    /// What made it, so that it can be recognised after a motion.
    pub origin: ContactOrigin,
}

/// What the points of contact span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ManifoldExtent {
    /// The bodies are farther apart along the normal than the tolerance, or do not face each other.
    Apart,
    /// One point.
    Point,
    /// Two points.
    Segment,
    /// Three or more.
    Polygon,
}

/// How contacts are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ManifoldOptions {
    /// A length within which a feature counts as touching, across the contact plane and in it. Default: 1e-6.
    pub touch: f64,
}

impl Default for ManifoldOptions {
    fn default() -> Self {
        Self { touch: 1e-6 }
    }
}

/// The contact polygon: its corners counter-clockwise as seen against the normal, from the one of least name.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// Unit vector from A to B, in A's frame.
    pub normal: DVec3,
    /// The corners.
    pub points: Vec<ContactPoint>,
}

/// The share of the largest area that an earlier choice of points may have and still be kept.
const KEPT_AREA: f64 = 0.9;

/// The contact polygon of two polytopes, along a normal of any length from A to B in A's frame. A zero normal gives no
/// points.
#[must_use]
pub fn manifold(
    a: &VoronoiCells,
    b: &VoronoiCells,
    a_from_b: &Pose,
    normal: DVec3,
    options: &ManifoldOptions,
) -> Manifold {
    let normal = unit(normal);
    let frame = ContactFrame::new(normal);
    let touch = options.touch;
    let mut manifold = Manifold { normal, points: Vec::new() };
    if !normal.is_finite() || normal == DVec3::ZERO {
        return Manifold { normal: DVec3::ZERO, ..manifold };
    }
    let of_a = ContactPatch::new(a, &frame, 1.0, touch, None);
    let of_b = ContactPatch::new(b, &frame, -1.0, touch, Some(a_from_b));
    if of_b.height - of_a.height > touch {
        return manifold;
    }
    let point = |flat: DVec2, origin: ContactOrigin| {
        let (on_a, on_b) = (of_a.height_at(flat, &frame), of_b.height_at(flat, &frame));
        ContactPoint { on_a: frame.space(flat, on_a), on_b: frame.space(flat, on_b), depth: on_a - on_b, origin }
    };
    let from_a = of_a.corners.iter().filter(|c| of_b.holds(c.flat, touch));
    let from_b = of_b.corners.iter().filter(|c| of_a.holds(c.flat, touch));
    let mut found: Vec<(DVec2, ContactOrigin)> = from_a.map(|c| (c.flat, ContactOrigin::VertexOfA(c.vertex))).collect();
    found.extend(from_b.map(|c| (c.flat, ContactOrigin::VertexOfB(c.vertex))));
    found.extend(crossings(&of_a, &of_b));
    // In the order of names, so that of points in one place the same one stays.
    sort_by_key(&mut found, |f| f.1);
    let mut corners: Vec<(DVec2, ContactOrigin)> = Vec::new();
    for next in found {
        if corners.iter().all(|c| c.0.distance(next.0) > touch) {
            corners.push(next);
        }
    }
    manifold.points = counter_clockwise(corners).into_iter().map(|(p, origin)| point(p, origin)).collect();
    manifold
}

/// Where edges of the patches cross in their interiors.
fn crossings(a: &ContactPatch, b: &ContactPatch) -> Vec<(DVec2, ContactOrigin)> {
    let named = |p: u32, q: u32| [p.min(q), p.max(q)];
    let mut found = Vec::new();
    for [p, q] in a.edges() {
        for [r, s] in b.edges() {
            let (u, v, w) = (q.flat - p.flat, s.flat - r.flat, r.flat - p.flat);
            let det = u.perp_dot(v);
            let (on_u, on_v) = (w.perp_dot(v) / det, w.perp_dot(u) / det);
            // A division by zero gives no number in the open interval.
            let inside = |t: f64| t > 0.0 && t < 1.0;
            if inside(on_u) && inside(on_v) {
                let origin = ContactOrigin::Crossing(named(p.vertex, q.vertex), named(r.vertex, s.vertex));
                found.push((p.flat + u * on_u, origin));
            }
        }
    }
    found
}

/// The corners around their middle, from the one of least name, which is the first given.
fn counter_clockwise(mut corners: Vec<(DVec2, ContactOrigin)>) -> Vec<(DVec2, ContactOrigin)> {
    if corners.len() < 3 {
        return corners;
    }
    let middle = corners.iter().map(|c| c.0).sum::<DVec2>() / corners.len() as f64;
    let first = corners[0].0 - middle;
    // The angle from the first corner, from 0 to a full turn.
    let turn = |p: DVec2| {
        let w = p - middle;
        let angle = first.perp_dot(w).atan2(first.dot(w));
        if angle < 0.0 { angle + std::f64::consts::TAU } else { angle }
    };
    sort_by(&mut corners[1..], |a, b| turn(a.0).total_cmp(&turn(b.0)));
    corners
}

impl Manifold {
    /// What the points span.
    #[must_use]
    pub fn extent(&self) -> ManifoldExtent {
        match self.points.len() {
            0 => ManifoldExtent::Apart,
            1 => ManifoldExtent::Point,
            2 => ManifoldExtent::Segment,
            _ => ManifoldExtent::Polygon,
        }
    }

    /// The area that points span around the normal.
    #[must_use]
    pub fn area(&self) -> f64 {
        let Some(first) = self.points.first() else { return 0.0 };
        let arms = self.points.iter().map(|p| p.on_a - first.on_a);
        0.5 * arms.clone().zip(arms.skip(1)).map(|(u, v)| u.cross(v).dot(self.normal)).sum::<f64>()
    }

    /// At most four of the points, of the largest area; those of `previous` where they are still there and span nearly
    /// as much.
    #[must_use]
    pub fn reduced(&self, previous: Option<&Self>) -> Self {
        if self.points.len() <= 4 {
            return self.clone();
        }
        let pick =
            |chosen: &[usize]| Self { normal: self.normal, points: chosen.iter().map(|i| self.points[*i]).collect() };
        let best = pick(&self.largest_quadrilateral());
        let again = |p: &ContactPoint| self.points.iter().position(|q| q.origin == p.origin);
        let kept: Option<Vec<usize>> = previous.and_then(|m| m.points.iter().map(again).collect());
        let kept = kept.filter(|k| k.len() == 4).map(|mut k| {
            sort_few_by_key(&mut k, |k| *k);
            pick(&k)
        });
        kept.filter(|k| k.area() >= KEPT_AREA * best.area()).unwrap_or(best)
    }

    /// The corners of the largest quadrilateral: for each diagonal the farthest point on either side.
    fn largest_quadrilateral(&self) -> [usize; 4] {
        let (p, n) = (&self.points, self.points.len());
        let area =
            |i: usize, j: usize, k: usize| (p[j].on_a - p[i].on_a).cross(p[k].on_a - p[i].on_a).dot(self.normal).abs();
        let mut best = (f64::NEG_INFINITY, [0, 1, 2, 3]);
        for i in 0..n {
            for k in i + 2..n {
                let far = |range: &mut dyn Iterator<Item = usize>| {
                    range.map(|j| (area(i, j, k), j)).fold((0.0, i), |b, c| if c.0 > b.0 { c } else { b })
                };
                let (one, other) = (far(&mut (i + 1..k)), far(&mut (k + 1..n).chain(0..i)));
                let mut corners = [i, one.1, k, other.1];
                sort_few_by_key(&mut corners, |k| *k);
                let distinct = corners.windows(2).all(|w| w[0] != w[1]);
                if distinct && one.0 + other.0 > best.0 {
                    best = (one.0 + other.0, corners);
                }
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;
    use crate::shape::Polytope;

    fn cuboid(half: DVec3) -> VoronoiCells {
        let sign = |i: u32, k: u32| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
        let points: Vec<DVec3> = (0..8).map(|i| half * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect();
        VoronoiCells::new(&Polytope::try_new(&points).unwrap())
    }

    fn at(rotation: DQuat, x: f64, y: f64, z: f64) -> Pose {
        Pose::from_quaternion(rotation, DVec3::new(x, y, z)).unwrap()
    }

    fn found(a: &VoronoiCells, b: &VoronoiCells, pose: &Pose) -> Manifold {
        manifold(a, b, pose, DVec3::Z, &ManifoldOptions::default())
    }

    #[test]
    fn boxes_on_faces_edges_and_corners() {
        let (a, b) = (cuboid(DVec3::ONE), cuboid(DVec3::new(0.5, 0.5, 1.0)));
        let upright = |x: f64, z: f64| at(DQuat::IDENTITY, x, 0.25, z);
        let face = found(&a, &b, &upright(0.0, 1.75));
        assert_eq!((face.extent(), face.points.len()), (ManifoldExtent::Polygon, 4));
        assert!(face.points.iter().all(|p| p.depth == 0.25 && matches!(p.origin, ContactOrigin::VertexOfB(_))));
        assert!((face.area() - 1.0).abs() < 1e-12);
        let overhanging = found(&a, &b, &upright(0.75, 2.0));
        assert!((overhanging.area() - 0.75).abs() < 1e-12, "{overhanging:?}");
        assert_eq!(overhanging.points.iter().filter(|p| matches!(p.origin, ContactOrigin::Crossing(..))).count(), 2);
        let quarter = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
        let edge = found(&a, &cuboid(DVec3::splat(0.5)), &at(quarter, 0.75, 0.0, 1.0 + 0.5 * 2f64.sqrt()));
        assert_eq!(edge.extent(), ManifoldExtent::Segment, "{edge:?}");
        assert!((edge.points[0].on_a.distance(edge.points[1].on_a) - 0.75).abs() < 1e-12);
        let corner = DQuat::from_rotation_arc(DVec3::ONE.normalize(), DVec3::Z);
        let point = found(&a, &cuboid(DVec3::ONE), &at(corner, 0.0, 0.0, 1.0 + 3f64.sqrt()));
        assert_eq!(point.extent(), ManifoldExtent::Point);
        assert_eq!(found(&a, &b, &upright(0.0, 2.1)).extent(), ManifoldExtent::Apart);
        assert_eq!(found(&a, &b, &upright(5.0, 2.0)).extent(), ManifoldExtent::Apart);
        assert_eq!(manifold(&a, &b, &Pose::IDENTITY, DVec3::ZERO, &ManifoldOptions::default()).points, []);
    }

    /// A box turned on another: an octagon, whose names, order and choice of four stay as it creeps.
    #[test]
    fn names_stay_under_small_motion() {
        let (a, b) = (cuboid(DVec3::ONE), cuboid(DVec3::ONE));
        let mut last: Option<[Manifold; 2]> = None;
        let names = |m: &Manifold| m.points.iter().map(|p| p.origin).collect::<Vec<_>>();
        for k in 0..100 {
            let creep = f64::from(k) * 1e-3;
            let now = found(&a, &b, &at(DQuat::from_rotation_z(0.7 + creep), creep, -creep, 2.0 - 1e-7));
            assert_eq!(now.points.len(), 8);
            let four = now.reduced(last.as_ref().map(|l| &l[1]));
            assert_eq!(four.points.len(), 4);
            assert!(four.area() > 0.6 * now.area() && four.area() <= now.area());
            for p in &now.points {
                assert!((p.depth - 1e-7).abs() < 1e-12 && p.on_a.z == 1.0);
            }
            if let Some([all, chosen]) = &last {
                assert_eq!((names(all), names(chosen)), (names(&now), names(&four)));
            }
            last = Some([now, four]);
        }
    }

    #[test]
    fn segments_and_points_have_manifolds_too() {
        let make = |points: &[DVec3]| VoronoiCells::new(&Polytope::try_new(points).unwrap());
        let (floor, rod) = (cuboid(DVec3::ONE), make(&[DVec3::new(-2.0, 0.0, 0.0), DVec3::new(0.5, 0.0, 0.0)]));
        let on_top = at(DQuat::IDENTITY, 0.0, 0.0, 1.0);
        let across = found(&floor, &rod, &on_top);
        assert_eq!(across.extent(), ManifoldExtent::Segment);
        assert!(across.points.iter().any(|p| matches!(p.origin, ContactOrigin::Crossing(..))));
        let speck = make(&[DVec3::ZERO]);
        assert_eq!(found(&floor, &speck, &on_top).extent(), ManifoldExtent::Point);
        assert_eq!(found(&speck, &speck, &Pose::IDENTITY).points.len(), 1);
    }
}
