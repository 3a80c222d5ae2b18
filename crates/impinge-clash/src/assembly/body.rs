//! The one type of a body, from the file to the report: a named model at its place.

use super::body_healing::{BodyHealing, HealSetting};
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::scene::{BodyOptions, Model};
use impinge_io::{LengthUnit, Precision, ReadWarning};
use std::sync::Arc;

/// A named body at its place; bodies may share a model.
#[derive(Clone, Debug)]
pub struct AssemblyBody {
    /// Unique in the assembly.
    pub name: String,
    /// The identifier that the program which wrote the file gave it, if any.
    pub source_id: Option<String>,
    /// Its geometry.
    pub model: Model,
    /// Where it is.
    pub world_from_body: Pose,
    /// What it is tested against. The name in here is not used.
    pub options: BodyOptions,
    /// How it is healed, where its file says so.
    pub heal: Option<HealSetting>,
    /// What healing did to its mesh, if anything.
    pub healing: Option<BodyHealing>,
    /// The precision of its coordinates in its file.
    pub precision: Precision,
    /// The unit of its coordinates, where it is known.
    pub unit: Option<LengthUnit>,
    /// What was read differently from the file.
    pub warnings: Vec<ReadWarning>,
}

impl AssemblyBody {
    /// A body that is tested against all others.
    #[must_use]
    pub fn new(name: impl Into<String>, model: Model, world_from_body: Pose) -> Self {
        let (options, precision) = (BodyOptions::default(), Precision::Double);
        let (name, source_id, heal, healing, unit) = (name.into(), None, None, None, None);
        Self { name, source_id, model, world_from_body, options, heal, healing, precision, unit, warnings: Vec::new() }
    }

    /// Its mesh, if it is one.
    #[must_use]
    pub fn mesh(&self) -> Option<&Arc<Mesh>> {
        self.model.as_mesh()
    }

    /// The box around it in the world; `None` for a half-space.
    #[must_use]
    pub fn bounds(&self) -> Option<Aabb> {
        let bounds = self.model.bounds_at(&self.world_from_body);
        (bounds.min.is_finite() && bounds.max.is_finite()).then_some(bounds)
    }

    /// The diagonal of the box around it in its own frame, so that it is the same in every pose; infinite for a half-space.
    #[must_use]
    pub fn own_size(&self) -> f64 {
        let bounds = self.model.bounds_at(&Pose::IDENTITY);
        if bounds.min.is_finite() && bounds.max.is_finite() { bounds.size().length() } else { f64::INFINITY }
    }

    /// The largest coordinate in its own frame and the way from the origin of the world to that frame, together: as large as coordinates get, and the same however
    /// the assembly is turned about the origin; zero for a half-space.
    #[must_use]
    pub fn largest_coordinate(&self) -> f64 {
        let bounds = self.model.bounds_at(&Pose::IDENTITY);
        let is_finite = bounds.min.is_finite() && bounds.max.is_finite();
        if is_finite { bounds.largest_coordinate() + self.world_from_body.translation().length() } else { 0.0 }
    }

    /// Its centre in the world and its radius about it, independent of the order of its triangles: of its surface, or of its box if it is
    /// not a mesh; `None` for a half-space.
    #[must_use]
    pub fn form(&self) -> Option<BodyForm> {
        let form = match self.mesh() {
            Some(mesh) => surface_form(mesh),
            None => {
                let bounds = self.model.bounds_at(&Pose::IDENTITY);
                BodyForm { centre: bounds.centre(), radius: 0.5 * bounds.size().length() }
            }
        };
        let placed = BodyForm { centre: self.world_from_body.transform_point(form.centre), ..form };
        (placed.centre.is_finite() && placed.radius.is_finite()).then_some(placed)
    }

    /// The distance of its farthest point from a point in the world; `None` if it is not a mesh.
    #[must_use]
    pub fn farthest(&self, from: DVec3) -> Option<f64> {
        let from = self.world_from_body.inverse().transform_point(from);
        let squares = self.mesh()?.vertices().iter().map(|p| p.distance_squared(from));
        Some(squares.fold(0.0, f64::max).sqrt())
    }
}

/// The centre and radius of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyForm {
    /// The centre of its surface, or of its box if it is not a mesh.
    pub centre: DVec3,
    /// The largest distance of a vertex from there.
    pub radius: f64,
}

/// The centre of a surface and its radius about it.
fn surface_form(mesh: &Mesh) -> BodyForm {
    let origin = mesh.bounds().centre();
    let (mut sum, mut area) = (DVec3::ZERO, 0.0);
    for face in mesh.face_ids() {
        let [a, b, c] = mesh.triangle(face).map(|p| p - origin);
        let weight = (b - a).cross(c - a).length();
        sum += weight * (a + b + c);
        area += 3.0 * weight;
    }
    let centre = if area > 0.0 { origin + sum / area } else { origin };
    let radius = mesh.vertices().iter().map(|p| p.distance_squared(centre)).fold(0.0, f64::max).sqrt();
    BodyForm { centre, radius }
}
