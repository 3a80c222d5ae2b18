//! A dot on a picture.

use super::colour::Colour;
use impinge::math::DVec3;

/// A round dot; where something is in front of it, it shines through faintly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where it is.
    pub point: DVec3,
    /// Its radius as a part of the picture's width.
    pub radius: f64,
    /// Its colour.
    pub colour: Colour,
}
