//! How bodies of a scene file are healed.

use crate::document::Item;
use crate::error::Fault;
use crate::length_unit::LengthUnit;

/// How the cracks of a body are closed before a check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SceneHealing {
    /// Cracks by rounding.
    Auto,
    /// None.
    Off,
    /// Cracks up to a length, in the unit of the scene.
    Within(f64),
}

/// The value of a key `heal`, where it is given: a length, `auto` or `off`.
pub(super) fn read(of: &Item<'_>, unit: Option<LengthUnit>) -> Result<Option<SceneHealing>, Fault> {
    let Some(heal) = of.get("heal") else { return Ok(None) };
    Ok(Some(match heal.text() {
        Ok("auto") => SceneHealing::Auto,
        Ok("off") => SceneHealing::Off,
        _ => SceneHealing::Within(heal.length(unit)?),
    }))
}
