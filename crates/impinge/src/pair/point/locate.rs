//! Where a point lies with respect to a mesh.

use crate::cost::Cost;
use crate::math::{DVec3, Pose, in_exact_range};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::winding_number::probe;
use std::fmt;

/// Where a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Strictly inside: off the surface, winding number not zero.
    Inside,
    /// On a face.
    Surface,
    /// Off the surface, winding number zero; open parts of a mesh enclose nothing.
    Outside,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Inside => "inside",
            Self::Surface => "surface",
            Self::Outside => "outside",
        })
    }
}

/// Where a point of the mesh's frame lies, exactly. `None` for a point outside the range of exact coordinates.
#[must_use]
pub fn locate(mesh: &Mesh, point: DVec3) -> Option<Location> {
    if !point.to_array().into_iter().all(|x| x.is_finite() && in_exact_range(x)) {
        return None;
    }
    let posed = PosedPair::new(mesh, mesh, &Pose::IDENTITY, Method::Auto);
    let found = probe(&posed.bodies()[0], &point, 0, Method::Auto, &mut Cost::default());
    Some(match found {
        _ if found.on_sheet || !found.on.is_empty() => Location::Surface,
        _ if found.winding != 0 => Location::Inside,
        _ => Location::Outside,
    })
}
