//! The orientation of a box around points, from first and second moments (Gottschalk, Lin, Manocha 1996, section 4).
//!
//! The axes are the eigenvectors of a covariance matrix: of the points; of the vertices of their convex hull, since points
//! inside ought not to matter; or of the hull's surface, weighted by area, so that dense patches on it do not matter either.
//! Any orthonormal frame makes a correct box. Moments are taken of points scaled to at most 1, so nothing overflows.

use super::orthonormal_frame::orthonormal;
use impinge::bound::scaled_about_middle;
use impinge::hull::{Extent, HullSurface};
use impinge::math::eigen::eigenvectors;
use impinge::math::{DMat3, DVec3};

/// Which covariance orients a volume.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OrientedFit {
    /// That of all points.
    Vertices,
    /// That of the vertices of their convex hull.
    Hull,
    /// That of the surface of their convex hull, each part of it weighted by its area.
    #[default]
    Area,
}

/// A frame for points: a rotation, its first axis along the largest variance. Points that have no hull, for want of a finite
/// coordinate in the exact range, are all used.
pub(super) fn frame(points: &[DVec3], fit: OrientedFit) -> DMat3 {
    let scaled = scaled_about_middle(points);
    let hull = if fit == OrientedFit::Vertices { None } else { HullSurface::try_new(points).ok() };
    let covariance = match hull {
        None => covariance(&scaled),
        Some(hull) => {
            let corners: Vec<DVec3> = hull.vertices().iter().map(|i| scaled[*i as usize]).collect();
            if fit == OrientedFit::Area && hull.extent() >= Extent::Polygon {
                surface_covariance(hull.triangles().map(|t| t.map(|v| corners[v as usize])))
            } else {
                covariance(&corners)
            }
        }
    };
    orthonormal(eigenvectors(covariance, 0.0).0)
}

/// The covariance matrix of points in units of their size squared, times their number.
pub(in crate::hierarchy) fn scaled_covariance(points: &[DVec3]) -> DMat3 {
    covariance(&scaled_about_middle(points))
}

/// The products of the coordinates of a vector.
fn outer(x: DVec3) -> DMat3 {
    DMat3::from_cols(x * x.x, x * x.y, x * x.z)
}

/// The covariance matrix of points, times their number.
fn covariance(points: &[DVec3]) -> DMat3 {
    let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
    points.iter().fold(DMat3::ZERO, |sum, p| sum + outer(*p - mean))
}

/// The covariance matrix of a surface, times its area.
///
/// Over a triangle pqr of area A with the middle m, ∫ x xᵀ = A (9 m mᵀ + p pᵀ + q qᵀ + r rᵀ) / 12.
fn surface_covariance(triangles: impl Iterator<Item = [DVec3; 3]>) -> DMat3 {
    let (mut area, mut first, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for [p, q, r] in triangles {
        let weight = (q - p).cross(r - p).length() / 2.0;
        let middle = (p + q + r) / 3.0;
        area += weight;
        first += middle * weight;
        second += (outer(middle) * 9.0 + outer(p) + outer(q) + outer(r)) * (weight / 12.0);
    }
    if area > 0.0 { second - outer(first) * (1.0 / area) } else { second }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The dense patch of the paper: thousands of points in an oblique plane, inside a long box. The fit by the hull finds the box.
    #[test]
    fn a_dense_patch_turns_only_the_fits_that_look_at_it() {
        let turn = DMat3::from_rotation_z(0.5);
        let corner = |i: usize| DVec3::new([-4.0, 4.0][i % 2], [-2.0, 2.0][i / 2 % 2], [-1.0, 1.0][i / 4]);
        let mut points: Vec<DVec3> = (0..8).map(corner).collect();
        let patch =
            |i: u32, size: f64| turn * DVec3::new(f64::from(i % 40) - 20.0, f64::from(i / 40) - 20.0, 0.0) * size;
        points.extend((0..1600).map(|i| patch(i, 0.02).with_z(f64::from(i % 7) * 0.01)));
        let off = |points: &[DVec3], fit| 1.0 - frame(points, fit).x_axis.x.abs();
        let of_points = |fit| off(&points, fit);
        assert!(of_points(OrientedFit::Hull) < 1e-12 && of_points(OrientedFit::Area) < 1e-12);
        // Points dense on the hull: an edge of the box, beaded.
        points.extend((0..4000).map(|i| DVec3::new(4.0, -2.0 + f64::from(i) / 1000.0, 1.0)));
        let [vertices, area] = [OrientedFit::Vertices, OrientedFit::Area].map(|fit| off(&points, fit));
        assert!(vertices > 0.02 && area < 0.001, "{vertices} {area}");
    }

    #[test]
    fn flat_thin_and_single_points_have_a_frame() {
        let flat: Vec<DVec3> = (0..9).map(|i| DVec3::new(f64::from(i % 3), f64::from(i / 3) * 2.0, 5.0)).collect();
        let line = [DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0), DVec3::new(3.0, 3.0, 0.0)];
        for fit in [OrientedFit::Vertices, OrientedFit::Hull, OrientedFit::Area] {
            assert!((frame(&flat, fit).x_axis.y.abs() - 1.0).abs() < 1e-12);
            assert!((frame(&flat, fit).z_axis.z.abs() - 1.0).abs() < 1e-12);
            assert!((frame(&line, fit).x_axis.dot(DVec3::new(1.0, 1.0, 0.0).normalize()).abs() - 1.0).abs() < 1e-12);
            for few in [vec![], vec![DVec3::splat(7.0)], vec![DVec3::splat(1e90); 4]] {
                assert_eq!(frame(&few, fit), DMat3::IDENTITY);
            }
        }
    }
}
