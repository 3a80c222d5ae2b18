//! A body of the assembly, as clashes and their evidence see it.

use crate::traits::Form;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::scene::Model;
use std::sync::Arc;

/// A named body at its place; bodies may share a model.
#[derive(Clone, Debug)]
pub struct Member {
    /// Unique in the assembly.
    pub name: String,
    /// What it is made of.
    pub model: Model,
    /// Where it is.
    pub world_from_body: Pose,
}

impl Member {
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

    /// Its centre in the world and its radius about it, which no order of its triangles changes: of its surface, or of its box if it is no
    /// mesh; `None` for a half-space.
    #[must_use]
    pub fn form(&self) -> Option<Form> {
        let form = match self.mesh() {
            Some(mesh) => of_surface(mesh),
            None => {
                let bounds = self.model.bounds_at(&Pose::IDENTITY);
                Form { centre: bounds.centre(), radius: 0.5 * bounds.size().length() }
            }
        };
        let placed = Form { centre: self.world_from_body.transform_point(form.centre), ..form };
        (placed.centre.is_finite() && placed.radius.is_finite()).then_some(placed)
    }

    /// How far its farthest point is from a point in the world; `None` if it is no mesh.
    #[must_use]
    pub fn farthest(&self, from: DVec3) -> Option<f64> {
        let from = self.world_from_body.inverse().transform_point(from);
        let squares = self.mesh()?.vertices().iter().map(|p| p.distance_squared(from));
        Some(squares.fold(0.0, f64::max).sqrt())
    }
}

/// The centre of a surface and its radius about it.
fn of_surface(mesh: &Mesh) -> Form {
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
    Form { centre, radius }
}
