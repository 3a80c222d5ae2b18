//! Convex shapes, each known by its farthest points.

mod support;
mod error;
mod direction;
mod outward;
mod point;
mod segment;
mod triangle;
mod sphere;
mod capsule;
mod cuboid;
mod cylinder;
mod cone;
mod ellipsoid;
mod rounded;
mod inflated;
mod swept;
mod posed;
mod minkowski_difference;

pub use capsule::Capsule;
pub use cone::Cone;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use error::ShapeError;
pub use inflated::Inflated;
pub use minkowski_difference::MinkowskiDifference;
pub use point::Point;
pub use posed::Posed;
pub use rounded::Rounded;
pub use segment::Segment;
pub use sphere::Sphere;
pub use support::Support;
pub use swept::Swept;
pub use triangle::Triangle;
