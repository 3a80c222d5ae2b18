//! The relation of two convex shapes as point sets: [`crate::convex::relation`] tells whether they meet, and containment is added.
//!
//! One convex set is a part of another if its extreme points are. Corners are asked one by one, exactly; balls around corners by their signed
//! distance. A curved core is enclosed between some of its points and the planes that bound it there: a point outside the other shape
//! settles the question, and so do corners of the planes that are all inside. Where neither happens soon, as for shapes that
//! touch from within, it counts as inside, and the report says that this is rounded.

use super::convex_body::BodyMeshKind;
use super::convex_body::{ConvexBody, ConvexMeshReport};
use super::offset_shape::Inset;
use crate::bounded::Bounded;
use crate::bounded::Certainty;
use crate::convex::{ConvexRelation, distance, relation, signed_distance};
use crate::cost::Cost;
use crate::math::{DVec3, Pose};
use crate::pair::pair_query_types::Relation;
use crate::pair::point::point_query::is_in_range;
use crate::shape::{Point, Support};
use std::collections::VecDeque;

/// Whether one shape is a part of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShapePart {
    Yes,
    No,
    /// As far as rounding tells.
    Nearly,
}

impl<S: Support> ConvexBody<S> {
    /// How two convex shapes relate: this one is A, the other B.
    #[must_use]
    pub fn relate_to<T: Support>(&self, other: &ConvexBody<T>, a_from_b: &Pose) -> ConvexMeshReport {
        let (a, b) = (self.shape(), other.shape());
        let cost = Cost::default();
        let report = |relation, certainty| ConvexMeshReport { relation, certainty, cost };
        match relation(a, b, a_from_b) {
            ConvexRelation::Disjoint => report(Relation::Disjoint, Certainty::Exact),
            ConvexRelation::Undecided { .. } => report(Relation::Touching, Certainty::Rounded),
            ConvexRelation::Touching if self.is_solid() || other.is_solid() => {
                report(Relation::Touching, Certainty::Exact)
            }
            found => {
                let parts = [part_of(a, b, &a_from_b.inverse()), part_of(b, a, a_from_b)];
                let rounded = parts.contains(&ShapePart::Nearly);
                let certainty = if rounded { Certainty::Rounded } else { Certainty::Exact };
                report(relation_of(found, parts.map(|part| part != ShapePart::No)), certainty)
            }
        }
    }

    /// Whether the shape has an inside.
    fn is_solid(&self) -> bool {
        self.form == BodyMeshKind::Box || self.mesh.encloses()
    }
}

/// The relation of two shapes that meet, by whether each is a part of the other. Flat shapes that only touch are equal or not.
fn relation_of(found: ConvexRelation, parts: [bool; 2]) -> Relation {
    match (parts, found) {
        ([true, true], _) => Relation::Coincident,
        (_, ConvexRelation::Touching) => Relation::Touching,
        ([true, false], _) => Relation::AInsideB,
        ([false, true], _) => Relation::BInsideA,
        ([false, false], _) => Relation::Crossing,
    }
}

/// Whether the inner shape, carried into the outer one's frame, is a part of it.
fn part_of<I: Support, O: Support>(inner: &I, outer: &O, outer_from_inner: &Pose) -> ShapePart {
    if inner.corner_count() == 0 {
        return Patches::new(inner, outer, outer_from_inner).part();
    }
    let mut part = ShapePart::Yes;
    for k in 0..inner.corner_count() {
        match ball_in(inner.corner(k), inner.radius(), outer, outer_from_inner) {
            ShapePart::Yes => {}
            ShapePart::No => return ShapePart::No,
            ShapePart::Nearly => part = ShapePart::Nearly,
        }
    }
    part
}

/// Whether the ball around a point of the inner frame is a part of the outer shape.
fn ball_in<O: Support>(middle: DVec3, radius: f64, outer: &O, outer_from_inner: &Pose) -> ShapePart {
    if radius == 0.0 {
        return point_in(middle, outer, outer_from_inner);
    }
    if let Some(shrunk) = Inset::by(outer, radius) {
        return point_in(middle, &shrunk, outer_from_inner);
    }
    let Bounded { lower, upper, .. } = signed_distance(outer, &Point::at(middle), outer_from_inner).distance;
    match (upper <= -radius, lower > -radius) {
        (true, _) => ShapePart::Yes,
        (false, true) => ShapePart::No,
        (false, false) => ShapePart::Nearly,
    }
}

/// Whether a point of the inner frame is a part of the outer shape.
fn point_in(p: DVec3, outer: &impl Support, outer_from_inner: &Pose) -> ShapePart {
    match relation(outer, &Point::at(p), outer_from_inner) {
        ConvexRelation::Disjoint => ShapePart::No,
        ConvexRelation::Touching | ConvexRelation::Overlapping => ShapePart::Yes,
        ConvexRelation::Undecided { .. } => ShapePart::Nearly,
    }
}

/// A curved core as seen from all directions, in patches that are divided as long as they tell nothing.
struct Patches<'a, I, O> {
    inner: &'a I,
    /// The outer shape with the radius of the inner one taken off, if it has as much.
    outer: Inset<'a, O>,
    /// What is left of the radius of the inner shape.
    radius: f64,
    outer_from_inner: &'a Pose,
}

/// How many patches of directions are looked at: past that, what is left counts as rounding.
const MOST_PATCHES: u32 = 2_000;

/// What the corner of a patch may be off by, relative to the size of the core: a dozen roundings of lengths no larger.
const CORNER_ERROR: f64 = 32.0 * f64::EPSILON;

/// One direction of a patch, the core's farthest point there, and whether the shape goes beyond the outer one at it.
#[derive(Clone, Copy)]
struct Seen {
    direction: DVec3,
    farthest: DVec3,
    sticks_out: bool,
}

impl<'a, I: Support, O: Support> Patches<'a, I, O> {
    fn new(inner: &'a I, outer: &'a O, outer_from_inner: &'a Pose) -> Self {
        let smaller = Inset::by(outer, inner.radius());
        let radius = if smaller.is_some() { 0.0 } else { inner.radius() };
        Self { inner, outer: smaller.unwrap_or(Inset::nothing(outer)), radius, outer_from_inner }
    }

    fn part(&self) -> ShapePart {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let octant = |o: usize| [0, 1, 2].map(|k| self.seen(axes[k] * if o >> k & 1 == 0 { 1.0 } else { -1.0 }));
        let mut open: VecDeque<[Seen; 3]> = (0..8).map(octant).collect();
        let mut part = ShapePart::Yes;
        for _ in 0..MOST_PATCHES {
            let Some(patch) = open.pop_front() else { return part };
            match self.judge(&patch) {
                Some(ShapePart::Yes) => continue,
                Some(ShapePart::No) => return ShapePart::No,
                Some(ShapePart::Nearly) => {
                    part = ShapePart::Nearly;
                    continue;
                }
                None => {}
            }
            let [a, b, c] = patch;
            let middle = |p: Seen, q: Seen| self.seen((p.direction + q.direction).normalize_or_zero());
            let [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
            open.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        ShapePart::Nearly
    }

    fn seen(&self, direction: DVec3) -> Seen {
        let farthest = self.inner.support(direction, &mut 0);
        Seen { direction, farthest, sticks_out: self.sticks_out(farthest) }
    }

    /// Whether the outer shape reaches as far as the core along all directions of a patch; `None` if that is to be asked of its parts.
    ///
    /// With h the farthest along a direction, and m where the planes `x · d = h(d)` of the patch's corners a, b, c meet, a direction
    /// `d = α a + β b + γ c` of the patch has `h(d) ≤ α h(a) + β h(b) + γ h(c) = d · m`: if m is in the outer shape, that reaches as far. At a tip or an edge of the core m is a
    /// farthest point, up to rounding, and smaller patches tell no more.
    fn judge(&self, patch: &[Seen; 3]) -> Option<ShapePart> {
        if patch.iter().any(|seen| seen.sticks_out) {
            return Some(ShapePart::No);
        }
        // About the first farthest point, where all numbers are as small as the patch.
        let [a, b, c] = patch.map(|seen| seen.direction);
        let [hb, hc] = [1, 2].map(|k| patch[k].direction.dot(patch[k].farthest - patch[0].farthest));
        let volume = a.dot((b - a).cross(c - a));
        let meet = patch[0].farthest + ((c - a).cross(a) * hb + a.cross(b - a) * hc) / volume;
        if !meet.is_finite() {
            return None;
        }
        if self.holds(meet) {
            return Some(ShapePart::Yes);
        }
        let slack = self.slack(meet);
        patch.iter().any(|seen| seen.farthest.distance(meet) <= slack).then_some(ShapePart::Nearly)
    }

    /// Whether the outer shape holds the ball of the radius around a point of the inner frame, rounding counted.
    fn holds(&self, p: DVec3) -> bool {
        let slack = self.slack(p);
        if self.radius > 0.0 {
            return ball_in(p, self.radius + slack, &self.outer, self.outer_from_inner) == ShapePart::Yes;
        }
        // An octahedron around a ball of that little: six points are told sooner than a depth.
        let corners = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
        corners
            .map(|axis| p + axis * (2.0 * slack))
            .all(|corner| is_in_range(corner) && point_in(corner, &self.outer, self.outer_from_inner) == ShapePart::Yes)
    }

    /// What a point of the core, or of planes around it, may be off by.
    fn slack(&self, p: DVec3) -> f64 {
        let size = self.inner.centre().length() + self.inner.reach() + self.outer_from_inner.translation().length();
        CORNER_ERROR * (size + p.length()) + self.inner.support_error()
    }

    /// Whether the shape goes beyond the outer one at a farthest point of the core, rounding counted.
    fn sticks_out(&self, p: DVec3) -> bool {
        let (point, slack) = (Point::at(p), self.slack(p));
        if self.radius == 0.0 {
            // No depth is asked for, which takes long near a surface.
            return distance(&self.outer, &point, self.outer_from_inner).distance.lower > slack;
        }
        signed_distance(&self.outer, &point, self.outer_from_inner).distance.lower > slack - self.radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Rounded, Segment, Shape, Sphere, Triangle};
    use std::cell::Cell;

    /// A shape that counts how often it is asked for a farthest point.
    struct Counted<'a>(Shape, &'a Cell<u64>);

    impl Support for Counted<'_> {
        fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
            self.1.set(self.1.get() + 1);
            self.0.support(direction, hint)
        }

        fn centre(&self) -> DVec3 {
            self.0.centre()
        }

        fn reach(&self) -> f64 {
            self.0.reach()
        }

        fn radius(&self) -> f64 {
            self.0.radius()
        }
    }

    /// Shapes that touch from within, about one centre: a depth at each point of the surface took seconds.
    #[test]
    fn shapes_about_one_centre_take_few_farthest_points() {
        let cone = Shape::from(Cone::try_new(1.0, 0.5).unwrap());
        let egg = |x, y, z| Shape::from(Ellipsoid::try_new(DVec3::new(x, y, z)).unwrap());
        let rounded = |core: &Shape| Shape::Rounded(Box::new(Rounded::try_new(core.clone(), 0.25).unwrap()));
        for (a, b, relation) in [
            (cone.clone(), cone.clone(), Relation::Coincident),
            (rounded(&cone), rounded(&cone), Relation::Coincident),
            (egg(1.0, 2.0, 3.0), egg(1.0, 2.0, 3.0), Relation::Coincident),
            (egg(1.0, 1.0, 2.0), egg(1.0, 2.0, 3.0), Relation::AInsideB),
            (Cylinder::try_new(1.0, 0.5).unwrap().into(), cone, Relation::BInsideA),
        ] {
            let count = Cell::new(0);
            let [a, b] = [a, b].map(|shape| ConvexBody::try_new(Counted(shape, &count)).unwrap());
            let found = a.relate_to(&b, &Pose::IDENTITY);
            assert_eq!((found.relation, found.certainty), (relation, Certainty::Rounded));
            assert!(count.get() < 1_000_000, "{relation:?}: {}", count.get());
        }
    }

    fn relation_at(a: impl Into<Shape>, b: impl Into<Shape>, at: [f64; 3]) -> (Relation, Certainty) {
        let [a, b] = [a.into(), b.into()].map(|s| ConvexBody::try_new(s).unwrap());
        let pose = Pose::from_translation(DVec3::from_array(at)).unwrap();
        let found = a.relate_to(&b, &pose);
        let back = b.relate_to(&a, &pose.inverse());
        assert_eq!((found.relation, found.certainty), (back.relation.flip(), back.certainty));
        (found.relation, found.certainty)
    }

    #[test]
    fn corners_are_judged_exactly() {
        let cuboid = |x: f64| Cuboid::try_new(DVec3::splat(x)).unwrap();
        let exact = |relation| (relation, Certainty::Exact);
        assert_eq!(relation_at(cuboid(1.0), cuboid(1.0), [0.0; 3]), exact(Relation::Coincident));
        assert_eq!(relation_at(cuboid(1.0), cuboid(0.5), [0.5, 0.0, 0.0]), exact(Relation::BInsideA));
        assert_eq!(relation_at(cuboid(1.0), cuboid(0.5), [0.5000001, 0.0, 0.0]), exact(Relation::Crossing));
        assert_eq!(relation_at(cuboid(0.5), cuboid(1.0), [1.5, 0.0, 0.0]), exact(Relation::Touching));
        assert_eq!(relation_at(cuboid(0.5), cuboid(1.0), [1.6, 0.0, 0.0]), exact(Relation::Disjoint));
        let flat =
            Triangle::try_new([[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.5, 0.0]].map(DVec3::from_array)).unwrap();
        let edge = Segment::try_new(DVec3::new(-0.5, 0.0, 0.0), DVec3::new(0.5, 0.0, 0.0)).unwrap();
        assert_eq!(relation_at(flat, flat, [0.0; 3]), exact(Relation::Coincident));
        assert_eq!(relation_at(flat, edge, [0.0; 3]), exact(Relation::Touching));
        assert_eq!(relation_at(cuboid(1.0), flat, [0.0; 3]), exact(Relation::BInsideA));
        assert_eq!(relation_at(cuboid(1.0), flat, [0.0, 0.0, 1.0]), exact(Relation::Touching));
    }

    #[test]
    fn round_shapes_contain_each_other() {
        let ball = |r: f64| Sphere::try_new(r).unwrap();
        assert_eq!(relation_at(ball(2.0), ball(1.0), [0.5, 0.0, 0.0]).0, Relation::BInsideA);
        assert_eq!(relation_at(ball(2.0), ball(1.0), [1.5, 0.0, 0.0]).0, Relation::Crossing);
        assert_eq!(relation_at(ball(1.0), Capsule::try_new(3.0, 1.5).unwrap(), [0.0, 0.0, 3.0]).0, Relation::AInsideB);
        let can = Cylinder::try_new(1.0, 1.0).unwrap();
        assert_eq!(relation_at(ball(0.9), can, [0.0; 3]), (Relation::AInsideB, Certainty::Exact));
        assert_eq!(relation_at(ball(1.1), can, [0.0; 3]), (Relation::Crossing, Certainty::Exact));
        let egg = |x, y, z| Ellipsoid::try_new(DVec3::new(x, y, z)).unwrap();
        assert_eq!(relation_at(egg(0.9, 0.8, 0.95), can, [0.0; 3]), (Relation::AInsideB, Certainty::Exact));
        assert_eq!(relation_at(egg(0.9, 0.8, 1.001), can, [0.0; 3]), (Relation::Crossing, Certainty::Exact));
        // Balls and capsules within such, by integers: tangent, one bit too far, equal.
        assert_eq!(relation_at(ball(3.0), ball(1.0), [2.0, 0.0, 0.0]), (Relation::BInsideA, Certainty::Exact));
        let farther = [2.0_f64.next_up(), 0.0, 0.0];
        assert_eq!(relation_at(ball(3.0), ball(1.0), farther), (Relation::Crossing, Certainty::Exact));
        assert_eq!(relation_at(ball(3.0), ball(3.0), [0.0; 3]), (Relation::Coincident, Certainty::Exact));
        let rod = |r: f64| Capsule::try_new(1.0, r).unwrap();
        assert_eq!(relation_at(rod(3.0), rod(3.0), [0.0; 3]), (Relation::Coincident, Certainty::Exact));
        assert_eq!(relation_at(rod(3.0), rod(1.0), [1.0, 1.0, 0.0]), (Relation::BInsideA, Certainty::Exact));
        // Inside, and tangent at two points; equal; tangent along a circle.
        assert_eq!(relation_at(egg(1.0, 0.9, 0.9), ball(1.0), [0.0; 3]), (Relation::AInsideB, Certainty::Rounded));
        assert_eq!(relation_at(egg(1.0, 1.0, 1.0), ball(1.0), [0.0; 3]).0, Relation::Coincident);
        assert_eq!(relation_at(can, Cylinder::try_new(2.0, 1.0).unwrap(), [0.0; 3]).0, Relation::AInsideB);
    }
}
