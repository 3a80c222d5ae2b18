//! Volume, centroid and inertia of what a shape fills, at density 1.

use crate::math::rounding::two_sum;
use crate::math::{DMat3, DVec3};
use std::f64::consts::PI;

/// Integrals over the points of a shape, at density 1, in plain floating point.
///
/// Lengths beyond 1e60 overflow to infinity and below 1e-60 underflow to zero: the inertia is a fifth power.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// The volume; 0 for a shape that has no inside.
    pub volume: f64,
    /// The centre of the volume; of the area or the length where there is no volume.
    pub centroid: DVec3,
    /// The inertia tensor about the centroid, along the axes of the local frame; 0 where there is no volume.
    pub inertia: DMat3,
}

impl MassProperties {
    /// Something that fills no volume.
    pub(super) fn empty(centroid: DVec3) -> Self {
        Self { volume: 0.0, centroid, inertia: DMat3::ZERO }
    }

    /// A ball about the origin.
    pub(super) fn ball(radius: f64) -> Self {
        let volume = 4.0 / 3.0 * PI * radius.powi(3);
        let inertia = DMat3::from_diagonal(DVec3::splat(0.4 * volume * radius * radius));
        Self { volume, centroid: DVec3::ZERO, inertia }
    }

    /// From the volume, the centroid and ∫ x xᵀ about the centroid.
    pub(super) fn from_second_moments(volume: f64, centroid: DVec3, moments: DMat3) -> Self {
        let trace = moments.x_axis.x + moments.y_axis.y + moments.z_axis.z;
        Self { volume, centroid, inertia: DMat3::from_diagonal(DVec3::splat(trace)) - moments }
    }

    /// The same body turned about the origin.
    pub(super) fn turned(self, rotation: DMat3) -> Self {
        let inertia = rotation * self.inertia * rotation.transpose();
        Self { volume: self.volume, centroid: rotation * self.centroid, inertia }
    }

    /// The same body moved.
    pub(super) fn moved(self, by: DVec3) -> Self {
        Self { centroid: self.centroid + by, ..self }
    }
}

/// The mean of points, off by a few roundings however many they are: what one sum loses is summed beside it (Neumaier 1974).
pub(super) fn middle(points: &[DVec3]) -> DVec3 {
    let first = points.first().copied().unwrap_or_default();
    let (mut sum, mut lost) = (DVec3::ZERO, DVec3::ZERO);
    for p in points {
        for k in 0..3 {
            let (high, low) = two_sum(sum[k], p[k] - first[k]);
            sum[k] = high;
            lost[k] += low;
        }
    }
    first + (sum + lost) / points.len().max(1) as f64
}
