//! Orthonormal frames of oriented volumes, and how much a volume grows because its frame is rounded.

use impinge::math::{DMat3, DVec3};

/// How far entries of UᵀU may be off those of the identity in a frame U.
const ORTHONORMAL: f64 = 4.0 * f64::EPSILON;

/// What half-extents along a frame grow by, in units of their sum, so that the box c + U z, |z| <= h, holds its points.
///
/// UᵀU is off by at most 8 u an entry (checked) and 4 u more by the check itself, u = 2^-53; so the norm of U⁻¹ - Uᵀ is at
/// most 3 · 12 u and terms of u², and a computed Uᵀ(p - c) is off from U⁻¹(p - c) by that and 8 u, times |p - c|, which is at
/// most twice the sum of half-extents: 88 u. This is 256 u.
pub(super) const PADDING: f64 = 128.0 * f64::EPSILON;

/// A rotation near a matrix whose columns are nearly orthonormal; the identity if they are not.
pub(super) fn orthonormal(m: DMat3) -> DMat3 {
    let first = m.x_axis.normalize_or_zero();
    let third = first.cross(m.y_axis).normalize_or_zero();
    let second = third.cross(first).normalize_or_zero();
    let frame = DMat3::from_cols(first, second, third);
    let error = (frame.transpose() * frame - DMat3::IDENTITY).abs();
    // Not a number is not orthonormal either.
    if error.to_cols_array().iter().all(|e| *e <= ORTHONORMAL) { frame } else { DMat3::IDENTITY }
}

/// Lowest and highest coordinates of points along the axes of a frame, about an origin.
pub(super) fn extent(points: &[DVec3], frame: DMat3, origin: DVec3) -> [DVec3; 2] {
    let along = frame.transpose();
    let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    points.iter().map(|p| along * (*p - origin)).fold(none, |[low, high], x| [low.min(x), high.max(x)])
}

/// The columns of a frame by falling extent.
pub(super) fn longest_first(frame: DMat3, extent: DVec3) -> Vec<DVec3> {
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| extent[j].total_cmp(&extent[i]));
    order.map(|i| frame.col(i)).to_vec()
}
