//! Convex shapes, each a core known by its farthest points and a radius around it.
//!
//! [`Support`] is all that the convex algorithms ask; a shape of your own needs nothing else. [`Solid`] is what can be asked of shapes whose form
//! is known: mass, bounds, closest points, rays. [`Shape`] is any one of them. [`Posed`], [`Inflated`], [`Swept`] and
//! [`MinkowskiDifference`] make new shapes of others without copying them, as in Jolt (Rouwe 2022). Capsules, cylinders and cones stand
//! along z, and all but points, segments, triangles and polytopes have their middle at the origin.
//!
//! A ball is a rounded point and a capsule a rounded segment, so what is exact for corners is exact for them.
//! A farthest point costs nanoseconds: nothing is normalised but what is curved, and directions may have any length.
//!
//! ```
//! use impinge::math::DVec3;
//! use impinge::shape::{Cylinder, Ray, Rounded, Solid};
//!
//! let can = Rounded::try_new(Cylinder::try_new(2.0, 1.0)?, 0.5)?;
//! assert_eq!(can.distance(DVec3::new(4.0, 0.0, 0.0)), 2.5);
//! let down = Ray::try_new(DVec3::new(0.25, 0.0, 7.5), DVec3::new(0.0, 0.0, -2.0))?;
//! assert_eq!(can.cast_ray(&down).map(|hit| (hit.t, hit.normal)), Some((2.5, DVec3::Z)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod meridian;
mod scan;
mod support;
mod error;
mod direction;
mod outward;
mod exact_sign;
mod mass;
mod revolution;
mod closest;
mod ray;
mod ray_sign;
mod span;
mod solid;
mod bounds;
mod point;
mod segment;
mod triangle;
mod sphere;
mod capsule;
mod cuboid;
mod cylinder;
mod cone;
mod ellipsoid;
mod half_space;
mod climb;
mod compass;
mod polytope;
mod polytope_solid;
mod steiner;
mod rounded;
mod inflated;
mod swept;
mod posed;
mod minkowski_difference;
mod any;

pub use any::Shape;
pub(crate) use bounds::{at as bounds_at, at_rest as bounds_of};
pub use capsule::Capsule;
pub use closest::Closest;
pub use cone::Cone;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use half_space::HalfSpace;
pub use inflated::Inflated;
pub use mass::MassProperties;
pub use meridian::Meridian;
pub use minkowski_difference::MinkowskiDifference;
pub use point::Point;
pub use polytope::Polytope;
pub use posed::Posed;
pub use ray::{Ray, RayHit};
pub use rounded::Rounded;
pub use scan::Block;
pub use segment::Segment;
pub use solid::Solid;
pub use sphere::Sphere;
pub use support::Support;
pub use swept::Swept;
pub use triangle::Triangle;
