//! What a body of a robot or a scene is made of: meshes and shapes, each at its place in the body.

use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::shape::{HalfSpace, Shape};
use std::sync::Arc;

/// The geometry of one part.
#[derive(Clone, Debug)]
pub enum Model {
    /// Triangles; parts that need the same vertices share them.
    Mesh(Arc<Mesh>),
    /// A convex shape.
    Shape(Shape),
    /// All points on one side of a plane.
    HalfSpace(HalfSpace),
}

/// A part of a body.
#[derive(Clone, Debug)]
pub struct BodyPart {
    /// The name that the file gives it, if any.
    pub name: Option<String>,
    /// Carries points of the part to the body.
    pub body_from_part: Pose,
    /// The geometry, in the part's own frame.
    pub model: Model,
}
