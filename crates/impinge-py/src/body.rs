//! What queries are about: a mesh or a convex shape.

use crate::convex::PyConvex;
use crate::errors::type_error;
use crate::mesh::PyMesh;
use impinge::bounded::{Bounded, Certainty};
use impinge::executor::Executor;
use impinge::feature::Feature;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Batch, ConvexBody, Relation, Request};
use impinge::shape::Shape;
use impinge::{convex, scene};
use pyo3::prelude::*;
use std::sync::Arc;

/// A mesh or a convex shape.
#[derive(Clone)]
pub enum Body {
    /// Triangles.
    Mesh(Arc<Mesh>),
    /// A core and a radius.
    Convex(Arc<ConvexBody<Shape>>),
}

/// How far apart two bodies are, and where.
#[derive(Clone, Copy, Debug)]
pub struct Gap {
    /// The length; with bounds where a curved shape takes part.
    pub length: Bounded,
    /// Closest points in A's frame.
    pub points: [DVec3; 2],
    /// The features that they lie on, of meshes.
    pub features: [Option<Feature>; 2],
}

impl Body {
    /// The body that an object is.
    ///
    /// # Errors
    /// Neither a mesh nor a convex shape.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(mesh) = object.cast::<PyMesh>() {
            return Ok(Self::Mesh(Arc::clone(&mesh.get().mesh)));
        }
        if let Ok(shape) = object.cast::<PyConvex>() {
            return Ok(Self::of_convex(&shape.get().body));
        }
        let found = object.get_type().fully_qualified_name()?;
        Err(type_error(format!(
            "expected an impinge.Mesh or impinge.Convex, found {found}; convert a mesh once: impinge.Mesh(vertices, faces)"
        )))
    }

    /// Two bodies: convex shapes where both are given as such, boxes and hulls too; else each as [`Body::of`] has it.
    ///
    /// # Errors
    /// Neither a mesh nor a convex shape.
    pub fn convex_if_both(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<[Self; 2]> {
        if let (Ok(a), Ok(b)) = (a.cast::<PyConvex>(), b.cast::<PyConvex>()) {
            return Ok([a, b].map(|shape| Self::Convex(Arc::clone(&shape.get().body))));
        }
        Ok([Self::of(a)?, Self::of(b)?])
    }

    /// A shape; one with corners and no radius is a mesh.
    fn of_convex(body: &Arc<ConvexBody<Shape>>) -> Self {
        body.as_mesh().map_or_else(|| Self::Convex(Arc::clone(body)), |mesh| Self::Mesh(Arc::clone(mesh)))
    }

    /// The mesh, if it is one.
    pub fn as_mesh(&self) -> Option<&Arc<Mesh>> {
        match self {
            Self::Mesh(mesh) => Some(mesh),
            Self::Convex(_) => None,
        }
    }

    /// The same as a model of a scene.
    ///
    /// # Errors
    /// The shape has no hull.
    pub fn model(&self) -> Result<scene::Model, scene::ModelError> {
        match self {
            Self::Mesh(mesh) => Ok(Arc::clone(mesh).into()),
            Self::Convex(body) => scene::Model::convex(body.shape().clone()),
        }
    }

    /// Builds the search trees now.
    pub fn prepare(a: &Self, b: &Self, executor: &Executor) {
        match (a, b) {
            (Self::Mesh(a), Self::Mesh(b)) => Batch::of_poses(a, b, &[]).prepare(executor),
            (Self::Mesh(mesh), _) | (_, Self::Mesh(mesh)) => mesh.prepare(executor),
            _ => {}
        }
    }

    /// Whether two bodies share a point.
    pub fn intersects(a: &Self, b: &Self, a_from_b: &Pose) -> bool {
        match (a, b) {
            (Self::Mesh(a), Self::Mesh(b)) => pair::intersects(a, b, a_from_b),
            (Self::Convex(a), Self::Mesh(b)) => a.intersects(b, a_from_b),
            (Self::Mesh(a), Self::Convex(b)) => b.intersects(a, &a_from_b.inverse()),
            (Self::Convex(a), Self::Convex(b)) => convex::intersects(a.shape(), b.shape(), a_from_b),
        }
    }

    /// Whether two bodies are no farther apart than a length.
    pub fn within(a: &Self, b: &Self, a_from_b: &Pose, length: f64) -> bool {
        match (a, b) {
            (Self::Mesh(a), Self::Mesh(b)) => pair::within(a, b, a_from_b, length),
            _ => Self::gap(a, b, a_from_b).length.lower <= length,
        }
    }

    /// How two bodies relate.
    pub fn relate(a: &Self, b: &Self, a_from_b: &Pose) -> (Relation, Certainty) {
        let report = match (a, b) {
            (Self::Mesh(a), Self::Mesh(b)) => {
                return (pair::relate(a, b, a_from_b, &Request::default()).relation, Certainty::Exact);
            }
            (Self::Convex(a), Self::Mesh(b)) => a.relate(b, a_from_b),
            (Self::Convex(a), Self::Convex(b)) => a.relate_to(b, a_from_b),
            (Self::Mesh(a), Self::Convex(b)) => {
                let report = b.relate(a, &a_from_b.inverse());
                return (report.relation.flip(), report.certainty);
            }
        };
        (report.relation, report.certainty)
    }

    /// How far apart two bodies are, and where.
    pub fn gap(a: &Self, b: &Self, a_from_b: &Pose) -> Gap {
        match (a, b) {
            (Self::Mesh(a), Self::Mesh(b)) => {
                let found = pair::distance(a, b, a_from_b);
                Gap { length: Bounded::exact(found.value), points: found.points, features: found.features }
            }
            (Self::Convex(a), Self::Mesh(b)) => {
                let found = a.distance(b, a_from_b);
                Gap { length: found.distance, points: found.points, features: [None, found.face.map(Feature::Face)] }
            }
            (Self::Convex(a), Self::Convex(b)) => {
                let found = convex::distance(a.shape(), b.shape(), a_from_b);
                Gap { length: found.distance, points: found.points, features: [None; 2] }
            }
            (Self::Mesh(_), Self::Convex(_)) => {
                let found = Self::gap(b, a, &a_from_b.inverse());
                let [p, q] = found.points.map(|point| a_from_b.transform_point(point));
                Gap { length: found.length, points: [q, p], features: [found.features[1], found.features[0]] }
            }
        }
    }
}
