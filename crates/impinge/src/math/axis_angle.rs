//! Rotations from angles, orthonormal to rounding, and exact for quarter turns about the axes of the frame.
//!
//! The matrix of a turn is that of Rodrigues (1840), `cos θ I + sin θ [n]× + (1 - cos θ) n nᵀ`. What differs from the textbook: an
//! angle that is a quarter turn up to its own rounding has a sine and cosine of exactly 0 and ±1, so that a robot with joints at
//! 90° has links with exactly parallel faces.

use super::{DMat3, DVec3};
use std::f64::consts::FRAC_PI_2;

/// How far an angle may be from a quarter turn to be one (radians for angles up to 1, relative above): its own rounding, and that of
/// the product that made it.
const QUARTER_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Quarter turns beyond this count are not recognised: a double has no bits left for it.
const MOST_QUARTERS: f64 = 1_048_576.0;

/// How far `RᵀR` may be from the identity in any entry to count as rounding (dimensionless).
const ORTHONORMAL: f64 = 16.0 * f64::EPSILON;

/// The vector scaled to length 1; `None` if it is zero or not finite. Parallel to an axis of the frame it stays exactly so.
#[must_use]
pub fn unit(v: DVec3) -> Option<DVec3> {
    let largest = v.abs().max_element();
    if !v.is_finite() || largest == 0.0 {
        return None;
    }
    // Divided twice, so that the square neither overflows nor underflows; by a subnormal number in two steps, for 1 / x is infinite.
    let v = if largest < f64::MIN_POSITIVE { v / f64::MIN_POSITIVE } else { v };
    let v = v / v.abs().max_element();
    Some(v / v.length())
}

/// Sine and cosine of an angle in radians, exact at quarter turns.
#[must_use]
pub fn sin_cos(angle: f64) -> (f64, f64) {
    let quarters = (angle / FRAC_PI_2).round();
    let off = (angle - quarters * FRAC_PI_2).abs();
    let is_quarter = quarters.abs() <= MOST_QUARTERS && off <= QUARTER_ROUNDING * angle.abs().max(1.0);
    match quarters.rem_euclid(4.0) as u8 {
        _ if !is_quarter => angle.sin_cos(),
        0 => (0.0, 1.0),
        1 => (1.0, 0.0),
        2 => (0.0, -1.0),
        _ => (-1.0, 0.0),
    }
}

/// The rotation about an axis of length 1, counter-clockwise seen from its tip, by an angle in radians.
#[must_use]
pub fn about(axis: DVec3, angle: f64) -> DMat3 {
    let (sin, cos) = sin_cos(angle);
    let (n, s, lean) = (axis, axis * sin, axis * (1.0 - cos));
    DMat3::from_cols(
        DVec3::new(cos + lean.x * n.x, s.z + lean.y * n.x, lean.z * n.x - s.y),
        DVec3::new(lean.x * n.y - s.z, cos + lean.y * n.y, s.x + lean.z * n.y),
        DVec3::new(s.y + lean.x * n.z, lean.y * n.z - s.x, cos + lean.z * n.z),
    )
}

/// The rotation about the fixed axes x, then y, then z, by angles in radians: roll, pitch, yaw.
#[must_use]
pub fn roll_pitch_yaw(angles: DVec3) -> DMat3 {
    about(DVec3::Z, angles.z) * about(DVec3::Y, angles.y) * about(DVec3::X, angles.x)
}

/// The rotation by the length of a vector in radians about its direction; the identity for zero.
#[must_use]
pub fn of_vector(vector: DVec3) -> DMat3 {
    match unit(vector) {
        Some(axis) => about(axis, vector.length()),
        None => DMat3::IDENTITY,
    }
}

/// The rotation nearest to a matrix that is nearly one; the same bits where it is one to rounding.
///
/// Two steps of Newton's iteration for the polar decomposition (Higham 1986) square an error of 1e-5 twice.
#[must_use]
pub fn orthonormal(nearly: DMat3) -> DMat3 {
    let mut rotation = nearly;
    for _ in 0..2 {
        let gram = rotation.transpose() * rotation;
        let off = (gram - DMat3::IDENTITY).to_cols_array().into_iter().fold(0.0_f64, |worst, x| worst.max(x.abs()));
        if off <= ORTHONORMAL {
            break;
        }
        rotation = rotation * (DMat3::IDENTITY * 3.0 - gram) * 0.5;
    }
    rotation
}

#[cfg(test)]
mod tests {
    use super::super::random::Random;
    use super::*;
    use crate::math::DQuat;

    fn off(r: DMat3) -> f64 {
        (r.transpose() * r - DMat3::IDENTITY).to_cols_array().into_iter().fold(0.0, |w: f64, x| w.max(x.abs()))
    }

    #[test]
    fn quarter_turns_are_exact_however_they_were_made() {
        let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
        for angle in
            [FRAC_PI_2, 90_f64.to_radians(), 450_f64.to_radians(), -270_f64.to_radians(), 810.0 * FRAC_PI_2 / 90.0]
        {
            assert_eq!(about(DVec3::Z, angle), quarter, "{angle}");
        }
        assert_eq!(about(DVec3::X, std::f64::consts::PI) * DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.0, -2.0, -3.0));
        assert_eq!(about(DVec3::new(0.6, 0.8, 0.0), 0.0), DMat3::IDENTITY);
        assert_ne!(sin_cos((FRAC_PI_2 * 1e4).round() / 1e4).1, 0.0, "a number with five digits is not a quarter turn");
        assert_ne!(sin_cos(1e16), (0.0, 1.0));
    }

    #[test]
    fn any_turn_is_orthonormal_and_agrees_with_quaternions() {
        let mut random = Random(7);
        for _ in 0..10_000 {
            let axis = unit(random.vector()).unwrap();
            let angle = 20.0 * random.number();
            let turn = about(axis, angle);
            assert!(off(turn) < ORTHONORMAL);
            assert!(turn.abs_diff_eq(DMat3::from_axis_angle(axis, angle), 1e-15));
            assert!(of_vector(axis * angle).abs_diff_eq(turn, 1e-13));
            let angles = random.vector() * 4.0;
            let quaternion = DQuat::from_euler(glam::EulerRot::ZYX, angles.z, angles.y, angles.x);
            assert!(roll_pitch_yaw(angles).abs_diff_eq(DMat3::from_quat(quaternion), 1e-14));
        }
        assert_eq!(of_vector(DVec3::ZERO), DMat3::IDENTITY);
    }

    #[test]
    fn units_of_any_length_and_none_of_nothing() {
        for scale in [1.0, 49.0, 3e-320, 1e-300, 1e300, 5e-324] {
            assert_eq!(unit(DVec3::new(0.0, -scale, 0.0)), Some(-DVec3::Y), "{scale}");
            assert!((unit(DVec3::splat(scale)).unwrap().length() - 1.0).abs() < 1e-15);
        }
        for bad in [DVec3::ZERO, DVec3::new(f64::NAN, 1.0, 0.0), DVec3::new(f64::INFINITY, 0.0, 0.0)] {
            assert_eq!(unit(bad), None);
        }
    }

    #[test]
    fn a_printed_matrix_becomes_a_rotation() {
        let mut random = Random(11);
        let mut mended = 0;
        for _ in 0..1_000 {
            let turn = about(unit(random.vector()).unwrap(), 3.0 * random.number());
            assert_eq!(orthonormal(DMat3::IDENTITY), DMat3::IDENTITY);
            let printed = DMat3::from_cols_array(&turn.to_cols_array().map(|x| (x * 1e6).round() / 1e6));
            mended += usize::from(off(printed) > 1e-9);
            assert!(off(orthonormal(printed)) < ORTHONORMAL && orthonormal(printed).abs_diff_eq(printed, 2e-6));
        }
        assert!(mended > 900, "{mended}");
    }
}
