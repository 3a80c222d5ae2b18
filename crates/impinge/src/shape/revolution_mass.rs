//! Integrals over solids of revolution about the z axis, by Green's theorem along the outline.
//!
//! With ρ the distance from the axis, the integrals of 1, z, z² and ρ² over the solid are π∮ρ²dz, π∮ρ²z dz, π∮ρ²z²dz and (π/2)∮ρ⁴dz
//! along the outline from bottom to top; level pieces add nothing. Lines and arcs have closed forms.

use super::mass_properties::MassProperties;
use crate::math::{DMat3, DVec2, DVec3};
use std::f64::consts::PI;

/// An outline, piece by piece from bottom to top; points are (ρ, z).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outline {
    volume: f64,
    z: f64,
    z_squared: f64,
    rho_squared: f64,
}

impl Outline {
    /// Adds a straight piece. The integrands are of degree four, which three points of Gauss integrate exactly.
    pub(super) fn line(mut self, from: DVec2, to: DVec2) -> Self {
        let node = 0.6_f64.sqrt() / 2.0;
        for (t, weight) in [(0.5 - node, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.5 + node, 5.0 / 18.0)] {
            let p = from + (to - from) * t;
            let slice = PI * p.x * p.x * (to.y - from.y) * weight;
            self.volume += slice;
            self.z += slice * p.y;
            self.z_squared += slice * p.y * p.y;
            self.rho_squared += slice * p.x * p.x / 2.0;
        }
        self
    }

    /// Adds an arc about a middle between two angles, counted from the ρ axis.
    pub(super) fn arc(mut self, middle: DVec2, radius: f64, [from, to]: [f64; 2]) -> Self {
        let (m, r) = (middle.x, radius);
        // i[k] = ∫ cosᵏ, with j[k] = ∫ cosᵏ sin and k[k] = ∫ cosᵏ sin² from it.
        let (c, s) = ([from.cos(), to.cos()], [from.sin(), to.sin()]);
        let mut i = [to - from, s[1] - s[0], 0.0, 0.0, 0.0, 0.0];
        for k in 2..6 {
            let n = k as i32;
            let ends = c[1].powi(n - 1) * s[1] - c[0].powi(n - 1) * s[0];
            i[k] = (ends + f64::from(n - 1) * i[k - 2]) / f64::from(n);
        }
        let with_sine = |k: i32| (c[0].powi(k + 1) - c[1].powi(k + 1)) / f64::from(k + 1);
        // ρ² dz = (m + r cos)² r cos dφ.
        let slices = |moment: [f64; 3]| PI * r * (m * m * moment[0] + 2.0 * m * r * moment[1] + r * r * moment[2]);
        let plain = slices([i[1], i[2], i[3]]);
        let sine = slices([with_sine(1), with_sine(2), with_sine(3)]);
        let sine_squared = slices([i[1] - i[3], i[2] - i[4], i[3] - i[5]]);
        let fourth = m.powi(4) * i[1]
            + 4.0 * m.powi(3) * r * i[2]
            + 6.0 * m * m * r * r * i[3]
            + 4.0 * m * r.powi(3) * i[4]
            + r.powi(4) * i[5];
        self.volume += plain;
        self.z += middle.y * plain + r * sine;
        self.z_squared += middle.y * middle.y * plain + 2.0 * middle.y * r * sine + r * r * sine_squared;
        self.rho_squared += PI / 2.0 * r * fourth;
        self
    }

    /// The integrals of what has been outlined.
    pub(super) fn mass(self) -> MassProperties {
        let height = if self.volume > 0.0 { self.z / self.volume } else { 0.0 };
        let across = self.rho_squared / 2.0;
        let along = self.z_squared - self.z * height;
        let moments = DMat3::from_diagonal(DVec3::new(across, across, along));
        MassProperties::from_second_moments(self.volume, DVec3::new(0.0, 0.0, height), moments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::FRAC_PI_2;

    #[test]
    fn a_ball_and_a_torus() {
        let ball = Outline::default().arc(DVec2::new(0.0, 3.0), 2.0, [-FRAC_PI_2, FRAC_PI_2]).mass();
        assert!((ball.volume - 32.0 * PI / 3.0).abs() < 1e-13);
        assert!((ball.centroid - DVec3::new(0.0, 0.0, 3.0)).length() < 1e-15);
        let wanted = 0.4 * ball.volume * 4.0;
        assert!(
            (ball.inertia - DMat3::from_diagonal(DVec3::splat(wanted))).to_cols_array().iter().all(|x| x.abs() < 1e-12)
        );
        // A whole circle away from the axis: Pappus.
        let torus = Outline::default().arc(DVec2::new(5.0, -1.0), 1.5, [-PI, PI]).mass();
        assert!((torus.volume - 2.0 * PI * PI * 5.0 * 2.25).abs() < 1e-11);
        let about_axis = torus.volume * (25.0 + 0.75 * 2.25);
        assert!((torus.inertia.z_axis.z - about_axis).abs() < 1e-11 * about_axis);
        let across = torus.volume * (25.0 / 2.0 + 5.0 / 8.0 * 2.25);
        assert!((torus.inertia.x_axis.x - across).abs() < 1e-11 * across);
    }
}
