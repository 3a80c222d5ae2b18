//! Directions of any length, 1e-300 to 1e300 and beyond, without overflow, at the price of one comparison.

use crate::math::double_double::DoubleDouble;
use crate::math::{DVec2, DVec3};

/// Largest component of a direction, 2^±300, within which products with coordinates and their squares stay normal.
const MODERATE: std::ops::RangeInclusive<f64> = crate::math::SMALLEST_COORDINATE..=crate::math::LARGEST_COORDINATE;

/// Squares, 2^±900, whose sums keep their relative precision.
const SAFE_SQUARES: std::ops::RangeInclusive<f64> =
    f64::from_bits((1023 - 900) << 52)..=f64::from_bits((1023 + 900) << 52);

/// 2^700: brings any double that is too small or too large to between 2^-400 and 2^400.
const SHIFT: f64 = f64::from_bits((1023 + 700) << 52);

/// The factor, a power of two, that makes a magnitude moderate; 0 for one that is not finite.
#[cold]
fn shift(magnitude: f64) -> f64 {
    if magnitude < 1.0 {
        SHIFT
    } else if magnitude.is_finite() {
        1.0 / SHIFT
    } else {
        0.0
    }
}

/// The direction times a power of two, its largest component between 2^-400 and 2^400; zero stays zero, and what is not
/// finite is taken for zero.
#[inline]
pub(super) fn moderate(d: DVec3) -> DVec3 {
    let largest = d.abs().max_element();
    if MODERATE.contains(&largest) && !d.is_nan() {
        return d;
    }
    let scaled = d * shift(d.abs().element_sum());
    if scaled.is_finite() { scaled } else { DVec3::ZERO }
}

/// The vector of length 1 along `d`, each component with a relative error of at most 2 ε; `None` for zero and the infinite.
#[inline]
pub(super) fn unit(d: DVec3) -> Option<DVec3> {
    let d = moderate(d);
    let square = d.length_squared();
    (square > 0.0).then(|| d / square.sqrt())
}

/// The vector of length 1 along `d` and the length of `d`, each with a relative error of at most 2 ε; zeros for zero.
#[inline]
pub(super) fn planar_unit(d: DVec2) -> (DVec2, f64) {
    let square = d.length_squared();
    if SAFE_SQUARES.contains(&square) {
        let length = square.sqrt();
        return (d / length, length);
    }
    let shift = shift(d.x.abs() + d.y.abs());
    let scaled = d * shift;
    let length = scaled.length();
    if length > 0.0 { (scaled / length, length / shift) } else { (DVec2::ZERO, 0.0) }
}

/// Lengths in double-doubles below which squares lose digits: 2^-400.
const FINE_LENGTH: f64 = f64::from_bits((1023 - 400) << 52);

/// The vector of length 1 along a vector of double-doubles and its length, off by a few units of 2^-104; zeros below 2^-400.
pub(super) fn fine_unit<const N: usize>(d: [DoubleDouble; N]) -> ([DoubleDouble; N], DoubleDouble) {
    let square = d.iter().fold(DoubleDouble::default(), |sum, x| sum + *x * *x);
    let length = square.sqrt();
    if length.to_double() > FINE_LENGTH {
        (d.map(|x| x.over(length)), length)
    } else {
        (d.map(|_| DoubleDouble::default()), DoubleDouble::default())
    }
}

/// Some direction of length 1 at a right angle to a vector of length 1.
pub(super) fn across(unit: DVec3) -> DVec3 {
    // The axis farthest from it: the product is at least √(2/3) long.
    let a = unit.abs();
    let axis = if a.x <= a.y && a.x <= a.z {
        DVec3::X
    } else if a.y <= a.z {
        DVec3::Y
    } else {
        DVec3::Z
    };
    let product = unit.cross(axis);
    product / product.length()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_length_is_normalised() {
        for k in [-1074, -1022, -600, -400, -160, -1, 0, 7, 300, 500, 1022] {
            let scale = 2f64.powi(k / 2) * 2f64.powi(k - k / 2);
            let (u, length) = planar_unit(DVec2::new(3.0, -4.0) * scale);
            if k < -1022 {
                assert!((u - DVec2::new(0.6, -0.8)).length() < 1e-15, "{k} {u}");
                continue;
            }
            let scale = scale / 8.0;
            let (v, _) = planar_unit(DVec2::new(3.0, -4.0) * scale);
            assert!((v - DVec2::new(0.6, -0.8)).length() < 1e-15, "{k} {v}");
            assert!((unit(DVec3::new(0.0, 3.0, -4.0) * scale).unwrap() - DVec3::new(0.0, 0.6, -0.8)).length() < 1e-15);
            assert!(k == 1022 || (length / (scale * 8.0) - 5.0).abs() < 1e-14, "{k} {length}");
        }
        assert_eq!(unit(DVec3::ZERO), None);
        assert_eq!(unit(DVec3::new(f64::INFINITY, 0.0, 1.0)), None);
        assert_eq!(unit(DVec3::new(f64::NAN, 0.0, 1.0)), None);
        assert_eq!(planar_unit(DVec2::ZERO), (DVec2::ZERO, 0.0));
        assert_eq!(planar_unit(DVec2::new(f64::NAN, 1.0)), (DVec2::ZERO, 0.0));
    }

    #[test]
    fn what_is_across_is_perpendicular() {
        for d in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE.normalize(), DVec3::new(1.0, -2.0, 0.5).normalize()] {
            let a = across(d);
            assert!(a.dot(d).abs() < 1e-15 && (a.length() - 1.0).abs() < 1e-15);
        }
    }
}
