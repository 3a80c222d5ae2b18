//! Convex shapes.

use crate::arrays;
use crate::errors::{shape_error, type_error};
use crate::mesh::PyMesh;
use impinge::pair::ConvexBody;
use impinge::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polytope, Shape, Sphere};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A convex shape: a ball, a box, a capsule, a cylinder, a cone, an ellipsoid, or the hull of points, also rounded.
///
/// Made by the static methods. The middle is at the origin, but that of a hull is where its points are; capsules, cylinders and cones stand along z.
/// Boxes and hulls are exact; so are balls and capsules. Cylinders, cones and ellipsoids are answered between bounds.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> capsule = impinge.Convex.capsule(radius=0.25, half_height=1.0)
/// >>> crate = impinge.Convex.box([1.0, 2.0, 0.5])
/// >>> impinge.distance(capsule, crate, impinge.Poses(translations=[1.5, 0, 0]))
/// 0.25
#[pyclass(frozen, module = "impinge", name = "Convex", weakref)]
pub struct PyConvex {
    /// The shape of the engine.
    pub body: Arc<ConvexBody<Shape>>,
    /// What it was made by, for `repr` and pickle.
    recipe: Recipe,
}

/// The name of a shape and its numbers.
#[derive(Clone, Debug)]
struct Recipe {
    kind: String,
    numbers: Vec<f64>,
    rounding: f64,
}

impl PyConvex {
    fn made(py: Python<'_>, recipe: Recipe) -> PyResult<Self> {
        let shape = recipe.shape().map_err(|error| match error {
            Some(error) => shape_error(py, error),
            None => type_error(format!("there is no shape '{}' of {} numbers", recipe.kind, recipe.numbers.len())),
        })?;
        let body = ConvexBody::try_new(shape).map_err(|error| shape_error(py, error))?;
        Ok(Self { body: Arc::new(body), recipe })
    }
}

impl Recipe {
    fn of(kind: &str, numbers: Vec<f64>) -> Self {
        Self { kind: kind.to_owned(), numbers, rounding: 0.0 }
    }

    /// The shape; why it was refused, or nothing where no shape has that name and that count of numbers.
    fn shape(&self) -> Result<Shape, Option<String>> {
        let refused = |error: &dyn std::fmt::Display| Some(error.to_string());
        let shape = match (&self.kind[..], &self.numbers[..]) {
            ("sphere", &[radius]) => Sphere::try_new(radius).map(Shape::Sphere),
            ("box", &[x, y, z]) => Cuboid::try_new([x, y, z]).map(Shape::Cuboid),
            ("capsule", &[radius, half_height]) => Capsule::try_new(half_height, radius).map(Shape::Capsule),
            ("cylinder", &[radius, half_height]) => Cylinder::try_new(half_height, radius).map(Shape::Cylinder),
            ("cone", &[radius, half_height]) => Cone::try_new(half_height, radius).map(Shape::Cone),
            ("ellipsoid", &[x, y, z]) => Ellipsoid::try_new([x, y, z]).map(Shape::Ellipsoid),
            ("hull", numbers) if numbers.len().is_multiple_of(3) => {
                let points = numbers.chunks_exact(3).map(|p| [p[0], p[1], p[2]]);
                Ok(Polytope::from_points(points).map_err(|error| refused(&error))?.into())
            }
            _ => return Err(None),
        };
        let shape = shape.map_err(|error| refused(&error))?;
        if self.rounding == 0.0 { Ok(shape) } else { shape.rounded(self.rounding).map_err(|error| refused(&error)) }
    }
}

#[pymethods]
impl PyConvex {
    /// Makes a shape from what `__reduce__` gives.
    #[new]
    #[pyo3(signature = (kind, numbers, rounding=0.0))]
    fn new(py: Python<'_>, kind: String, numbers: Vec<f64>, rounding: f64) -> PyResult<Self> {
        Self::made(py, Recipe { kind, numbers, rounding })
    }

    /// A ball.
    #[staticmethod]
    fn sphere(py: Python<'_>, radius: f64) -> PyResult<Self> {
        Self::made(py, Recipe::of("sphere", vec![radius]))
    }

    /// A box by its half extents, an array of shape (3,).
    #[staticmethod]
    #[pyo3(name = "box")]
    fn cuboid(half_extents: &Bound<'_, PyAny>) -> PyResult<Self> {
        let sizes = arrays::point(half_extents, "half_extents")?;
        Self::made(half_extents.py(), Recipe::of("box", sizes.to_array().to_vec()))
    }

    /// All points at most `radius` from a segment of z from `-half_height` to `half_height`.
    #[staticmethod]
    fn capsule(py: Python<'_>, radius: f64, half_height: f64) -> PyResult<Self> {
        Self::made(py, Recipe::of("capsule", vec![radius, half_height]))
    }

    /// A cylinder from z = `-half_height` to `half_height`.
    #[staticmethod]
    fn cylinder(py: Python<'_>, radius: f64, half_height: f64) -> PyResult<Self> {
        Self::made(py, Recipe::of("cylinder", vec![radius, half_height]))
    }

    /// A cone with its base at z = `-half_height` and its tip at z = `half_height`.
    #[staticmethod]
    fn cone(py: Python<'_>, radius: f64, half_height: f64) -> PyResult<Self> {
        Self::made(py, Recipe::of("cone", vec![radius, half_height]))
    }

    /// An ellipsoid by its semi-axes, an array of shape (3,).
    #[staticmethod]
    fn ellipsoid(semi_axes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let sizes = arrays::point(semi_axes, "semi_axes")?;
        Self::made(semi_axes.py(), Recipe::of("ellipsoid", sizes.to_array().to_vec()))
    }

    /// The convex hull of points, an array of shape (n, 3); they may all lie in a plane, on a line or at one place.
    #[staticmethod]
    fn hull(points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let rows = arrays::point_rows(points, "points")?;
        Self::made(points.py(), Recipe::of("hull", rows.iter().flat_map(|p| p.to_array()).collect()))
    }

    /// The shape with a radius around it: all points at most that far from it.
    fn rounded(&self, py: Python<'_>, radius: f64) -> PyResult<Self> {
        if radius.is_nan() || radius < 0.0 {
            return Err(shape_error(py, format!("radius: expected zero or more, found {radius}")));
        }
        Self::made(py, Recipe { rounding: self.recipe.rounding + radius, ..self.recipe.clone() })
    }

    /// The triangles of a box or of a hull, whose faces the answers about it name. A curved shape has none.
    ///
    /// Examples
    /// --------
    /// >>> import impinge
    /// >>> impinge.Convex.box([1, 1, 1]).to_mesh()
    /// Mesh(8 vertices, 12 faces, closed)
    fn to_mesh(&self, py: Python<'_>) -> PyResult<PyMesh> {
        let mesh = self.body.as_mesh().ok_or_else(|| shape_error(py, format!("{} has no faces", self.__repr__())))?;
        Ok(Arc::clone(mesh).into())
    }

    fn __repr__(&self) -> String {
        let Recipe { kind, numbers, rounding } = &self.recipe;
        let shown = match &kind[..] {
            "hull" => format!("Convex.hull({} points)", numbers.len() / 3),
            "sphere" => format!("Convex.sphere(radius={})", numbers[0]),
            "box" => format!("Convex.box(half_extents={numbers:?})"),
            "ellipsoid" => format!("Convex.ellipsoid(semi_axes={numbers:?})"),
            _ => format!("Convex.{kind}(radius={}, half_height={})", numbers[0], numbers[1]),
        };
        if *rounding == 0.0 { shown } else { format!("{shown}.rounded({rounding})") }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let Recipe { kind, numbers, rounding } = self.recipe.clone();
        Ok((py.get_type::<Self>().into_any(), (kind, numbers, rounding).into_pyobject(py)?))
    }
}
