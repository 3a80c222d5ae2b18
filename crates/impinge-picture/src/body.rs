//! A body of a picture.

use super::clipping_plane::Plane;
use super::colour::Colour;
use super::opacity::Opacity;
use impinge::feature::FaceId;
use impinge::math::Pose;
use impinge::mesh::Mesh;

/// A body in one colour.
pub struct Body<'a> {
    /// Its shape.
    pub mesh: &'a Mesh,
    /// Where it stands.
    pub world_from_mesh: Pose,
    /// Its colour.
    pub colour: Colour,
    /// Faces in another colour, sorted.
    pub lit: (Vec<FaceId>, Colour),
    /// What lies on the front of this plane is cut away.
    pub cut: Option<Plane>,
    /// What it lets through.
    pub opacity: Opacity,
}
