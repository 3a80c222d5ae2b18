//! What the demo says about the gearbox: its rules, and how it was before its last revision.

use impinge::math::{DVec3, Pose};
use impinge_clash::clash_ids;
use impinge_scenes::NamedPart;

/// The rules of the gearbox.
pub const RULES: &str = include_str!("gearbox.toml");

/// What was said when a clash was approved.
pub const COMMENT: &str = "a press fit: the hole is reamed when the dowel goes in";

/// The clash that was approved, by the names of its bodies.
pub fn approved() -> String {
    clash_ids(&[["dowel (flush in the rear cover, no hole)", "rear cover"]]).concat()
}

/// The parts before: the idler gear was not there, the drain plug sat elsewhere, and the lifting post stood in the housing.
///
/// # Errors
/// None but those of a broken generator.
pub fn before(parts: &[NamedPart]) -> anyhow::Result<Vec<NamedPart>> {
    let mut before = Vec::new();
    for part in parts.iter().filter(|part| !part.name.starts_with("idler gear")) {
        let shift = match part.name.as_str() {
            "drain plug (hole not drilled)" => DVec3::X * 6.0,
            "lifting post" => DVec3::Y * -2.0,
            _ => DVec3::ZERO,
        };
        let place = Pose::from_translation(shift)?.compose(&part.world_from_part)?;
        before.push(NamedPart { world_from_part: place, ..part.clone() });
    }
    Ok(before)
}
