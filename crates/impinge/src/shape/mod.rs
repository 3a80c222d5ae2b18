//! Convex shapes, each a core known by its farthest points and a radius around it.
//!
//! [`Support`] is all that the convex algorithms ask; a shape of your own needs nothing else. [`Solid`] is what can be asked of shapes whose form
//! is known: mass, bounds, closest points, rays. [`Shape`] is any one of them. [`Posed`], [`Rounded`] and
//! [`Swept`] make new shapes of others without copying them, as in Jolt (Rouwe 2022). Capsules, cylinders and cones stand
//! along z, and all but points, segments, triangles and polytopes have their middle at the origin.
//!
//! A ball is a rounded point and a capsule a rounded segment, so what is exact for corners is exact for them.
//! A farthest point costs nanoseconds: nothing is normalised but what is curved, and directions may have any length.
//!
//! | file | what |
//! |---|---|
//! | `support` | the trait `Support` |
//! | `support_scan`, `hill_climbing`, `support_cube_map` | farthest vertices: of few by a scan, of many along edges from a table of starts |
//! | `revolution_profile` | the profile of a body of revolution |
//! | `solid`, `closest_point`, `mass_properties`, `ray` | the trait `Solid` and its answers |
//! | `point`, `segment`, `triangle`, `sphere`, `capsule`, `cuboid`, `cylinder`, `cone`, `ellipsoid`, `half_space` | one shape each |
//! | `polytope`, `polytope_queries` | the convex hull of points as a shape; points and rays against it |
//! | `rounded`, `inflated`, `swept`, `posed`, `minkowski_difference` | shapes made of others |
//! | `any_shape` | any one of them as an enum |
//! | `bounding_box` | boxes around shapes |
//! | `revolution_mass`, `rounded_polytope_mass` | mass of solids of revolution and of rounded polytopes |
//! | `ray_interval`, `ray_predicates` | the part of a ray in a convex set; exact sides of rays |
//! | `normalize`, `outward_rounding`, `sum_of_squares_sign` | arithmetic: directions of any length, rounded bounds, exact signs |
//! | `error` | why a shape was refused |
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

mod revolution_profile;
mod support_scan;
mod support;
mod error;
mod normalize;
mod outward_rounding;
mod sum_of_squares_sign;
mod mass_properties;
mod revolution_mass;
mod closest_point;
mod ray;
mod ray_predicates;
mod ray_interval;
mod solid;
mod bounding_box;
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
mod hill_climbing;
mod support_cube_map;
mod polytope;
mod polytope_queries;
mod rounded_polytope_mass;
mod rounded;
mod inflated;
mod swept;
mod posed;
mod minkowski_difference;
mod any_shape;

pub use any_shape::Shape;
pub(crate) use bounding_box::{at as bounds_at, at_rest as bounds_of};
pub use capsule::Capsule;
pub use closest_point::Closest;
pub use cone::Cone;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use half_space::HalfSpace;
#[doc(hidden)]
pub use inflated::Inflated;
pub use mass_properties::MassProperties;
#[doc(hidden)]
pub use minkowski_difference::MinkowskiDifference;
pub use point::Point;
pub use polytope::Polytope;
pub use posed::Posed;
pub use ray::{Ray, RayHit};
#[doc(hidden)]
pub use revolution_profile::RevolutionProfile;
pub use rounded::Rounded;
pub use segment::Segment;
pub use solid::Solid;
pub use sphere::Sphere;
pub use support::Support;
pub(crate) use support::forward_core;
#[doc(hidden)]
pub use support_scan::CornerBlock;
pub use swept::Swept;
pub use triangle::Triangle;
