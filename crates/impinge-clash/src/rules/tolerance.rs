//! How thick an overlap may be before it is a violation.

use crate::assembly::body::AssemblyBody;
use crate::assembly::coordinate_range::{RoundingLength, unit_in_last_place};
use impinge_io::Precision;

/// How thick an overlap may be: the diameter of the largest ball inside both bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Tolerance {
    /// Four units in the last place of single precision at the coordinates of bodies from single-precision files, less where few of their
    /// vertices lie absurdly far out; zero for others.
    #[default]
    Auto,
    /// A length, in the unit of the files.
    Length(f64),
}

/// Units in the last place that rounding to single precision may take from both bodies together. Each coordinate of each body is off by half a unit
/// at most, so faces that were flush overlap by at most the square root of three; the rest is for poses that were rounded as well.
const UNITS: f64 = 4.0;

impl Tolerance {
    /// The word for the default in files of rules and on the command line.
    pub const AUTO: &str = "auto";

    /// The length for two bodies.
    #[must_use]
    pub fn length_for(self, bodies: [&AssemblyBody; 2]) -> f64 {
        match self {
            Self::Length(length) => length,
            Self::Auto => bodies.into_iter().map(single_rounding).fold(0.0, f64::max),
        }
    }
}

/// What rounding may take from a body in single precision; zero for others.
pub(crate) fn single_rounding(body: &AssemblyBody) -> f64 {
    if body.precision != Precision::Single {
        return 0.0;
    }
    let largest = body.largest_coordinate();
    let Some(mesh) = body.mesh() else { return UNITS * unit_in_last_place(largest) };
    let translation = body.world_from_body.translation().length();
    RoundingLength::at_coordinates(mesh, translation, largest, UNITS).length
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::{DVec3, Pose};
    use impinge::mesh::Mesh;
    use impinge::scene::Model;

    #[test]
    fn auto_follows_the_precision_and_the_coordinates_of_both_bodies() {
        let body = |precision, x: f64| {
            let mesh = Mesh::cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
            let pose = Pose::from_translation(DVec3::X * x).unwrap();
            AssemblyBody { precision, ..AssemblyBody::new("a", Model::from(mesh), pose) }
        };
        let (single, double) = (|x| body(Precision::Single, x), |x| body(Precision::Double, x));
        let step = f64::from(f32::EPSILON);
        assert_eq!(Tolerance::Auto.length_for([&double(0.0), &double(9.0)]), 0.0);
        assert_eq!(Tolerance::Auto.length_for([&single(0.0), &double(99.0)]), 4.0 * step);
        assert_eq!(Tolerance::Auto.length_for([&double(99.0), &single(-5.0)]), 16.0 * step);
        assert_eq!(Tolerance::Auto.length_for([&single(0.0), &single(1023.0)]), 4096.0 * step);
        assert_eq!(Tolerance::Length(0.25).length_for([&single(0.0), &double(1.0)]), 0.25);
    }
}
