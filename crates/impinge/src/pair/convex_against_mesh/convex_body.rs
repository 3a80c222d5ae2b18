//! A convex shape and a mesh: relation, distance, the faces that meet, through the mesh's tree.
//!
//! A shape without curves or radius is a mesh itself, and answers are those of [`crate::pair::relate`] and [`crate::pair::distance`]. For any other
//! shape, faces near its box are tested by [`crate::convex`]: exactly where the core has corners (balls, capsules, rounded boxes), up
//! to rounding where it is curved, and then the report says so.

use super::convex_mesh_relation::{meeting_faces, relate, share_a_point, share_a_point_within};
use crate::bounded::{Bounded, Certainty};
use crate::compact_sort::sort_by_key;
use crate::convex::ConvexRelation;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::hull::{Extent, HullError};
use crate::math::{DVec3, Pose};
use crate::mesh::{Mesh, MeshError};
use crate::pair::pair_query_types::{Method, Relation};
use crate::pair::query::budget::Meter;
use crate::shape::{Polytope, Support, bounds_of};
use std::sync::Arc;

/// A convex shape made ready to meet meshes.
///
/// ```
/// # use impinge::{math::{DVec3, Pose}, mesh::Mesh, pair::{ConvexBody, Relation}, shape::Sphere};
/// # let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(DVec3::from_array);
/// # let floor = Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]])?;
/// let ball = ConvexBody::try_new(Sphere::try_new(0.5)?)?;
/// let ball_from_floor = Pose::from_translation(DVec3::new(-1.0, -1.0, -0.5))?;
/// assert_eq!(ball.relate(&floor, &ball_from_floor).relation, Relation::Touching);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConvexBody<S> {
    shape: S,
    /// The shape itself where it is the hull of corners, else the box around it.
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) form: BodyMeshKind,
}

/// What the mesh of a convex body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyMeshKind {
    /// The shape.
    Shape,
    /// A box around it.
    Box,
}

/// Why a shape cannot be made ready.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ConvexBodyError {
    /// Its corners have no hull.
    #[error("the corners of the shape: {0}")]
    Corners(#[from] HullError),
    /// The box around it leaves the exact range.
    #[error("the box around the shape: {0}")]
    Box(#[from] MeshError),
}

/// The relation of a convex shape to a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConvexMeshReport {
    /// The relation of the shape (A) to the mesh (B).
    pub relation: Relation,
    /// [`Certainty::Exact`], or [`Certainty::Rounded`]: so close to another relation that rounding cannot tell. A curved shape that nearly touches something, from
    /// outside or from within, counts as touching it; where a face passes through very little of its inside, what lies beside the face was looked up next to it. Of compounds
    /// also: a part may lie in several parts of the other together, which is not looked for.
    pub certainty: Certainty,
    /// Work counters.
    pub cost: Cost,
}

/// How far a convex shape is from a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConvexMeshDistance {
    /// The distance; 0 where they share a point.
    pub distance: Bounded,
    /// A closest point of the shape and of the mesh, in the shape's frame.
    pub points: [DVec3; 2],
    /// A face of the mesh that is closest, the first of those at a vertex or an edge; `None` where the shape is inside a solid.
    pub face: Option<FaceId>,
    /// Work counters.
    pub cost: Cost,
}

impl<S: Support> ConvexBody<S> {
    /// A shape, made ready.
    ///
    /// # Errors
    /// Coordinates that are not finite or leave the exact range.
    pub fn try_new(shape: S) -> Result<Self, ConvexBodyError> {
        let form =
            if shape.corner_count() > 0 && shape.radius() == 0.0 { BodyMeshKind::Shape } else { BodyMeshKind::Box };
        let points: Vec<DVec3> = match form {
            BodyMeshKind::Shape => (0..shape.corner_count()).map(|i| shape.corner(i)).collect(),
            BodyMeshKind::Box => {
                let bounds = bounds_of(&shape);
                let pick = |i: u32, k: u32| if i >> k & 1 == 0 { bounds.min } else { bounds.max };
                (0..8).map(|i| DVec3::new(pick(i, 0).x, pick(i, 1).y, pick(i, 2).z)).collect()
            }
        };
        let hull = Polytope::try_new(&points)?;
        let faces: Vec<[u32; 3]> = match hull.extent() {
            Extent::Point => vec![[0; 3]],
            Extent::Segment => vec![[0, 1, 1]],
            // One side only: a surface.
            Extent::Polygon => hull.triangles().take(hull.triangles().count() / 2).collect(),
            Extent::Solid => hull.triangles().collect(),
        };
        Ok(Self { mesh: Arc::new(Mesh::try_new(hull.vertices().to_vec(), faces)?), shape, form })
    }

    /// The shape.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The shape as a mesh, where it is the hull of corners without a radius.
    #[must_use]
    pub fn as_mesh(&self) -> Option<&Arc<Mesh>> {
        (self.form == BodyMeshKind::Shape).then_some(&self.mesh)
    }

    /// How the shape and a mesh relate: the shape is A, the mesh B.
    #[must_use]
    pub fn relate(&self, mesh: &Mesh, shape_from_mesh: &Pose) -> ConvexMeshReport {
        relate(self, mesh, shape_from_mesh)
    }

    /// Whether they share a point, the insides of solids included; curved shapes that rounding cannot tell from touching do.
    #[must_use]
    pub fn intersects(&self, mesh: &Mesh, shape_from_mesh: &Pose) -> bool {
        match self.form {
            BodyMeshKind::Shape => crate::pair::intersects(&self.mesh, mesh, shape_from_mesh),
            BodyMeshKind::Box => share_a_point(self, mesh, shape_from_mesh),
        }
    }

    /// As [`ConvexBody::intersects`] for a shape that is no mesh, until the budget is spent: then `None`, and at the same pose the next call goes on after
    /// the faces that are done.
    pub(crate) fn intersects_within(
        &self,
        mesh: &Mesh,
        shape_from_mesh: &Pose,
        faces_done: &mut usize,
        meter: &mut Meter,
    ) -> Option<bool> {
        share_a_point_within(self, mesh, shape_from_mesh, faces_done, meter)
    }

    /// Every face that shares a point with the shape, and whether it only touches it, sorted by face.
    ///
    /// A face overlaps the shape where it passes through its inside.
    #[must_use]
    pub fn contacts(&self, mesh: &Mesh, shape_from_mesh: &Pose) -> Vec<(FaceId, ConvexRelation)> {
        let mut found = Vec::new();
        meeting_faces(self, mesh, shape_from_mesh, &mut Cost::default(), |face, relation, _| {
            found.push((face, relation));
            std::ops::ControlFlow::Continue(())
        });
        sort_by_key(&mut found, |(face, _)| *face);
        found
    }

    /// The method for all pairs here.
    pub(crate) const METHOD: Method = Method::Auto;
}
