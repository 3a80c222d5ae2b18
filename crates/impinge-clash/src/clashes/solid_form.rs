//! The mesh that depth, thickness and volume of an overlap are measured on: the body's own, or the same with caps over its openings.

use super::shell_winding::ensure_wound_once;
use crate::number_format::length_text;
use impinge::collect::Any;
use impinge::mesh::{Closedness, Mesh, MeshMassProperties};
use impinge::pair::self_contacts;
use impinge_io::LengthUnit;
use std::sync::{Arc, OnceLock};

/// The volume and the area of a body, or why they do not tell how much space it fills.
pub type Filling = Result<MeshMassProperties, &'static str>;

/// Why the faces of a body do not say how much space it fills, most often because caps over its openings touch them.
pub const MEETS_ITSELF: &str = "the surface of a body passes through itself or touches itself";

/// A body as a solid.
#[derive(Debug)]
pub struct SolidForm {
    /// Its mesh, closed if the body is, but for openings.
    pub mesh: Arc<Mesh>,
    /// The width of its largest opening, if caps were put over openings (a length).
    pub opening: Option<f64>,
    /// Its own mesh, of which the faces come first.
    pub own: Arc<Mesh>,
    filling: OnceLock<Filling>,
}

impl SolidForm {
    /// The form of a body. A surface stays as it is.
    pub fn new(mesh: &Arc<Mesh>) -> Self {
        let capped = match mesh.closedness() {
            // What caps leave out, loose faces say, must not get lost.
            Closedness::NearlyClosed { opening } => complete_caps(mesh).zip(Some(opening)),
            Closedness::Closed | Closedness::Sheet => None,
        };
        let (form, opening) = match capped {
            Some((capped, opening)) => (capped, Some(opening)),
            None => (Arc::clone(mesh), None),
        };
        Self { mesh: form, opening, own: Arc::clone(mesh), filling: OnceLock::new() }
    }

    /// Whether the faces say where its inside is, or that it is a surface: a nearly closed mesh without caps has an inside that they do not bound.
    pub fn is_known(&self) -> bool {
        !matches!(self.mesh.closedness(), Closedness::NearlyClosed { .. })
    }

    /// How much space it fills, found out on first use.
    pub fn filling(&self) -> Filling {
        *self.filling.get_or_init(|| filling(&self.mesh))
    }
}

/// A nearly closed mesh with caps over its openings that leave none of its faces out.
pub fn complete_caps(mesh: &Mesh) -> Option<Arc<Mesh>> {
    mesh.capped().filter(|capped| capped.faces().len() >= mesh.faces().len())
}

/// What is said of measures of two bodies with caps: the widest opening; nothing if both are their own meshes.
pub fn caps_note(forms: [&SolidForm; 2], unit: Option<LengthUnit>) -> String {
    let widest = forms.iter().filter_map(|form| form.opening).reduce(f64::max);
    widest
        .map_or_else(String::new, |widest| format!("; openings of up to {} closed by caps", length_text(widest, unit)))
}

/// How much space a closed mesh fills.
fn filling(mesh: &Mesh) -> Filling {
    if !mesh.is_closed() {
        return Err("a body is not closed");
    }
    let mut found = Any(None);
    self_contacts(mesh, &mut found);
    if found.0.is_some() {
        return Err(MEETS_ITSELF);
    }
    ensure_wound_once(mesh)?;
    Ok(mesh.mass_properties())
}
