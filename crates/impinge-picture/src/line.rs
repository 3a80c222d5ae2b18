//! Lines over a picture.

use super::Colour;
use impinge::math::DVec3;

/// A line of straight pieces, drawn over everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its corners.
    pub points: Vec<DVec3>,
    /// Whether the last corner is joined to the first.
    pub is_closed: bool,
    /// Its width as a part of the picture's.
    pub width: f64,
    /// Its colour.
    pub colour: Colour,
}

impl Line {
    /// The straight pieces.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = [DVec3; 2]> {
        let back = self.points.last().zip(self.points.first()).filter(|_| self.is_closed);
        self.points.windows(2).map(|ends| [ends[0], ends[1]]).chain(back.map(|(p, q)| [*p, *q]))
    }
}
