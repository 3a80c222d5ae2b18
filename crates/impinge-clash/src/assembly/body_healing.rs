//! How a body is healed before a check, and what that did to it.

use impinge::mesh::Mesh;
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

/// Units in the last place of single precision up to which cracks are closed by themselves: four by which two rounded corners may differ after a few roundings, and four times that.
const UNITS: f64 = 16.0;

impl HealSetting {
    /// The length within which a mesh is healed: by itself sixteen units in the last place of single precision at its largest coordinate if all its coordinates fit single precision, and 0 if they do not.
    #[must_use]
    pub fn length_for(self, mesh: &Mesh) -> f64 {
        match self {
            Self::Off => 0.0,
            Self::Within(length) => length,
            Self::Auto if is_single(mesh) => {
                let largest = mesh.bounds().largest_coordinate() as f32;
                UNITS * (f64::from(largest.next_up()) - f64::from(largest))
            }
            Self::Auto => 0.0,
        }
    }
}

/// Whether all coordinates of a mesh fit single precision, as those from glTF, binary STL and most PLY files do.
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
