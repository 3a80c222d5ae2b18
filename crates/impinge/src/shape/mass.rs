//! Volume, centroid and inertia of a polytope, by the divergence theorem over the fans of its faces.

use super::Polytope;
use crate::math::{DMat3, DVec3};

/// Integrals over a solid of density 1, in plain floating point; infinite where they leave the range of doubles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// The volume; 0 for a polygon, a segment or a point.
    pub volume: f64,
    /// The centre of mass; the middle of the vertices where there is no volume.
    pub centroid: DVec3,
    /// The inertia tensor about the centre of mass; 0 where there is no volume.
    pub inertia: DMat3,
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
