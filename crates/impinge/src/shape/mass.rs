//! Volume, centroid and inertia of what a shape fills, at density 1.

use super::Polytope;
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

/// The products of the coordinates of a vector.
fn outer(x: DVec3) -> DMat3 {
    DMat3::from_cols(x * x.x, x * x.y, x * x.z)
}

impl MassProperties {
    /// Those of a polytope, taken about the middle of its vertices and in units of its size.
    ///
    /// Over the tetrahedron 0abc, with the determinant d and s = a + b + c: ∫ 1 = d / 6, ∫ x = d s / 24 and
    /// ∫ x xᵀ = d (s sᵀ + a aᵀ + b bᵀ + c cᵀ) / 120.
    pub(super) fn of(polytope: &Polytope) -> Self {
        let vertices = polytope.vertices();
        let middle = middle(vertices);
        let unit = vertices.iter().map(|v| (*v - middle).abs().max_element()).fold(0.0, f64::max);
        let none = Self { volume: 0.0, centroid: middle, inertia: DMat3::ZERO };
        if polytope.extent() != crate::hull::Extent::Solid || unit == 0.0 {
            return none;
        }
        let (mut six, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for t in polytope.triangles() {
            let [a, b, c] = t.map(|v| (vertices[v as usize] - middle) / unit);
            let (d, s) = (a.dot(b.cross(c)), a + b + c);
            six += d;
            first += s * d;
            second += (outer(s) + outer(a) + outer(b) + outer(c)) * d;
        }
        if six <= 0.0 {
            return none; // so thin that rounding took its volume
        }
        let offset = first / (4.0 * six);
        let about = second * (1.0 / 120.0) - outer(offset) * (six / 6.0);
        let trace = about.x_axis.x + about.y_axis.y + about.z_axis.z;
        let inertia = (DMat3::from_diagonal(DVec3::splat(trace)) - about) * unit * unit * unit * unit * unit;
        Self { volume: six / 6.0 * unit * unit * unit, centroid: middle + offset * unit, inertia }
    }
}

/// The mean of points.
pub(super) fn middle(points: &[DVec3]) -> DVec3 {
    let first = points.first().copied().unwrap_or_default();
    first + points.iter().map(|p| *p - first).sum::<DVec3>() / points.len().max(1) as f64
}
