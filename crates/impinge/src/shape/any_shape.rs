//! Any bounded shape, as one type.

use super::{
    Capsule, Closest, Cone, CornerBlock, Cuboid, Cylinder, Ellipsoid, MassProperties, Point, Polytope, Ray, RayHit,
    RevolutionProfile, Rounded, Segment, ShapeError, Solid, Sphere, Support, Triangle,
};
use crate::bound::Aabb;
use crate::math::double_double::Vector;
use crate::math::{DVec3, Pose};
use std::sync::Arc;

/// Any bounded shape.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A point.
    Point(Point),
    /// A segment.
    Segment(Segment),
    /// A triangle.
    Triangle(Triangle),
    /// A ball.
    Sphere(Sphere),
    /// A capsule.
    Capsule(Capsule),
    /// A box.
    Cuboid(Cuboid),
    /// A cylinder.
    Cylinder(Cylinder),
    /// A cone.
    Cone(Cone),
    /// An ellipsoid.
    Ellipsoid(Ellipsoid),
    /// The hull of points, shared by its copies.
    Polytope(Arc<Polytope>),
    /// Any of them rounded by a radius.
    Rounded(Box<Rounded<Shape>>),
}

/// The same expression for whatever the shape is.
macro_rules! each {
    ($shape:expr, $s:ident => $answer:expr) => {
        match $shape {
            Shape::Point($s) => $answer,
            Shape::Segment($s) => $answer,
            Shape::Triangle($s) => $answer,
            Shape::Sphere($s) => $answer,
            Shape::Capsule($s) => $answer,
            Shape::Cuboid($s) => $answer,
            Shape::Cylinder($s) => $answer,
            Shape::Cone($s) => $answer,
            Shape::Ellipsoid($s) => $answer,
            Shape::Polytope($s) => $answer,
            Shape::Rounded($s) => $answer,
        }
    };
}

/// Every kind of shape is a shape.
macro_rules! from {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Shape {
            fn from(shape: $kind) -> Self {
                Self::$kind(shape)
            }
        }
    )*};
}

from!(Point, Segment, Triangle, Sphere, Capsule, Cuboid, Cylinder, Cone, Ellipsoid);

impl From<Polytope> for Shape {
    fn from(shape: Polytope) -> Self {
        Self::Polytope(Arc::new(shape))
    }
}

impl Shape {
    /// Whether another shape is given by the same numbers; a polytope only if it is shared.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Point(a), Self::Point(b)) => a == b,
            (Self::Segment(a), Self::Segment(b)) => a == b,
            (Self::Triangle(a), Self::Triangle(b)) => a == b,
            (Self::Sphere(a), Self::Sphere(b)) => a == b,
            (Self::Capsule(a), Self::Capsule(b)) => a == b,
            (Self::Cuboid(a), Self::Cuboid(b)) => a == b,
            (Self::Cylinder(a), Self::Cylinder(b)) => a == b,
            (Self::Cone(a), Self::Cone(b)) => a == b,
            (Self::Ellipsoid(a), Self::Ellipsoid(b)) => a == b,
            (Self::Polytope(a), Self::Polytope(b)) => Arc::ptr_eq(a, b),
            (Self::Rounded(a), Self::Rounded(b)) => a.rounding() == b.rounding() && a.shape().is_same(b.shape()),
            _ => false,
        }
    }

    /// The shape rounded by a radius.
    ///
    /// # Errors
    /// A radius that is not finite, negative or outside the exact range.
    pub fn rounded(self, by: f64) -> Result<Self, ShapeError> {
        Ok(Self::Rounded(Box::new(Rounded::try_new(self, by)?)))
    }
}

impl Support for Shape {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        each!(self, s => s.support(direction, hint))
    }

    #[inline]
    fn rough_support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        each!(self, s => s.rough_support(direction, hint))
    }

    fn centre(&self) -> DVec3 {
        each!(self, s => s.centre())
    }

    fn reach(&self) -> f64 {
        each!(self, s => s.reach())
    }

    fn radius(&self) -> f64 {
        each!(self, s => s.radius())
    }

    fn corner_count(&self) -> u32 {
        each!(self, s => s.corner_count())
    }

    fn corner(&self, index: u32) -> DVec3 {
        each!(self, s => s.corner(index))
    }

    fn all_corners(&self) -> &[DVec3] {
        each!(self, s => s.all_corners())
    }

    fn corner_blocks(&self) -> Option<&[CornerBlock]> {
        each!(self, s => s.corner_blocks())
    }

    fn support_error(&self) -> f64 {
        each!(self, s => s.support_error())
    }

    fn fine_support(&self, direction: &Vector) -> Option<Vector> {
        each!(self, s => s.fine_support(direction))
    }

    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        each!(self, s => s.revolution_profile())
    }
}

impl Solid for Shape {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        each!(self, s => s.mass_rounded(by))
    }

    fn bounds(&self) -> Aabb {
        each!(self, s => s.bounds())
    }

    fn bounds_at(&self, a_from_b: &Pose) -> Aabb {
        each!(self, s => s.bounds_at(a_from_b))
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        each!(self, s => s.closest_point(p))
    }

    fn contains(&self, p: DVec3) -> bool {
        each!(self, s => s.contains(p))
    }

    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        each!(self, s => s.cast_ray(ray))
    }
}
