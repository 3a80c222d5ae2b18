//! Methods that find pairs of faces, other than the engine's own: a small trait.
//!
//! A method only proposes pairs of faces. Every statement about a pair is exact and comes from the engine, so that all methods give the same answers.

use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::Pose;
use crate::mesh::Mesh;
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Finds the pairs of faces of two meshes that a query has to examine; used by [`super::Method::Custom`].
///
/// Pairs are handed out in groups, such as those of two leaves of trees, so that a method pays for a dynamic call only once a group.
pub trait FacePairMethod: Debug + Send + Sync {
    /// The name of the method with its options. Methods of one name are one method.
    fn name(&self) -> String;

    /// Builds what the method keeps with a mesh, so that no query has to.
    fn prepare(&self, mesh: &Mesh);

    /// Hands out pairs of faces until the visitor stops it: all that share a point, and perhaps others. Adds the tests of its own to the cost.
    fn candidates(
        &self,
        meshes: &PosedMeshes<'_>,
        cost: &mut Cost,
        visit: &mut FacePairVisitor<'_, ControlFlow<()>>,
    ) -> ControlFlow<()>;

    /// Hands out pairs of faces, the most promising first, until no other pair can be closer than `up_to` or than the least distance so far, which
    /// `measure` gives. Adds the tests of its own to the cost.
    fn closest(
        &self,
        meshes: &PosedMeshes<'_>,
        up_to: f64,
        cost: &mut Cost,
        measure: &mut FacePairVisitor<'_, Option<f64>>,
    );
}

/// Takes a group of pairs of faces, one of each mesh, and the cost to add to.
pub type FacePairVisitor<'v, R> = dyn FnMut(&[[FaceId; 2]], &mut Cost) -> R + 'v;

/// Two meshes in the frame of the first.
#[derive(Clone, Copy, Debug)]
pub struct PosedMeshes<'a> {
    /// The mesh whose frame is that of the query.
    pub first: &'a Mesh,
    /// The other mesh, in its own frame.
    pub second: &'a Mesh,
    /// Carries the second into the frame of the first; never an inverted pose.
    pub first_from_second: &'a Pose,
}
