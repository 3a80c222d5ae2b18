//! What of a model is swept: a mesh, and how far around it the part reaches.
//!
//! A ball is a point with a radius and a capsule an edge with one: meshes without area, of which only distances are asked.

use super::model::{Leaf, Model, ModelPart};
use crate::math::DVec3;
use crate::mesh::Mesh;
use crate::shape::Support;
use std::sync::Arc;

/// A mesh in the frame of the body, and a radius.
pub(super) struct SweptPart {
    pub mesh: Arc<Mesh>,
    pub radius: f64,
}

impl SweptPart {
    /// A point.
    pub fn point(at: DVec3) -> Option<Self> {
        Self::from_corners(&[at], 0.0)
    }

    /// One corner or two, and a radius.
    fn from_corners(corners: &[DVec3], radius: f64) -> Option<Self> {
        let last = corners.len().checked_sub(1)? as u32;
        let mesh = Mesh::try_new(corners.to_vec(), vec![[0, last, last]]).ok()?;
        Some(Self { mesh: Arc::new(mesh), radius })
    }
}

/// The parts of a model; `None` if one is curved other than by a radius around a point or an edge, or is unbounded.
pub(super) fn swept_parts(model: &Model) -> Option<Vec<SweptPart>> {
    model.parts().iter().map(swept).collect()
}

fn swept(part: &ModelPart) -> Option<SweptPart> {
    let mesh = match &part.leaf {
        Leaf::Mesh(mesh, _) => mesh,
        Leaf::Convex(body) => match body.as_mesh() {
            Some(mesh) => mesh,
            None => {
                let shape = body.shape();
                let corners: Vec<DVec3> =
                    (0..shape.corner_count()).map(|k| part.model_from_part.transform_point(shape.corner(k))).collect();
                return if matches!(corners.len(), 1 | 2) {
                    SweptPart::from_corners(&corners, shape.radius())
                } else {
                    None
                };
            }
        },
        Leaf::HalfSpace(_) => return None,
    };
    if part.model_from_part.is_identity() {
        return Some(SweptPart { mesh: mesh.clone(), radius: 0.0 });
    }
    let vertices = mesh.vertices().iter().map(|p| part.model_from_part.transform_point(*p)).collect();
    let mesh = Mesh::try_new(vertices, mesh.faces().to_vec()).ok()?;
    Some(SweptPart { mesh: Arc::new(mesh), radius: 0.0 })
}
