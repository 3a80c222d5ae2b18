//! How a body is healed before a check, and what that did to it.

use super::coordinate_range::RoundingLength;
use impinge::mesh::Mesh;
use impinge_io::{Precision, SceneHealing};
use serde::Serialize;

/// How bodies are healed before a check.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum HealSetting {
    /// Cracks by rounding: see [`HealSetting::length_for`].
    #[default]
    Auto,
    /// Cracks up to a length, in the unit of the files.
    Within(f64),
    /// Bodies are taken as they are.
    Off,
}

impl From<SceneHealing> for HealSetting {
    fn from(healing: SceneHealing) -> Self {
        match healing {
            SceneHealing::Auto => Self::Auto,
            SceneHealing::Off => Self::Off,
            SceneHealing::Within(length) => Self::Within(length),
        }
    }
}

/// Units in the last place of single precision up to which cracks are closed by themselves: four by which two rounded corners may differ after a few roundings, and four times that.
pub(super) const UNITS: f64 = 16.0;

impl HealSetting {
    /// The length within which a mesh is healed.
    ///
    /// By itself, for coordinates of single precision, sixteen units in their last place: at the largest coordinate of a mesh that is as it was in its file. A mesh
    /// that was carried elsewhere no longer tells how large its coordinates were; they were at least half its size, and units are taken there. Where few vertices lie
    /// absurdly far out, the length follows most faces instead: see `docs/notes/healing.md`. 0 for double precision.
    #[must_use]
    pub fn length_for(self, mesh: &Mesh, precision: Precision) -> f64 {
        match (self, precision) {
            (Self::Off, _) | (Self::Auto, Precision::Double) => 0.0,
            (Self::Within(length), _) => length,
            (Self::Auto, Precision::Single) if is_single(mesh) => {
                RoundingLength::at_coordinates(mesh, 0.0, mesh.bounds().largest_coordinate(), UNITS).length
            }
            (Self::Auto, Precision::Single) => RoundingLength::at_half_size(mesh, UNITS).length,
        }
    }
}

/// Whether all coordinates of a mesh fit single precision, as they do before the mesh is carried elsewhere.
fn is_single(mesh: &Mesh) -> bool {
    mesh.vertices().iter().flat_map(|p| p.to_array()).all(|x| f64::from(x as f32) == x)
}

/// What healing did to a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BodyHealing {
    /// The largest length by which anything might move.
    pub within: f64,
    /// The longest way that a point of the surface moved. Upper bound.
    pub largest_move: f64,
    /// Open edges that were closed.
    pub edges_closed: usize,
    /// Open edges that are left.
    pub edges_left: usize,
}
