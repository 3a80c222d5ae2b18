//! A torpedo of 4,780 triangles: as many as the one that Lin, Manocha, Cohen and Gottschalk (1996, section 5) laid on a
//! pivot. Theirs came from a shipyard; this one is made of a body of revolution, four fins and a propeller of thin sheets,
//! which pass into the body without being stitched to it.

use crate::solid::{cuboid, solid_of_revolution};
use crate::{SceneError, Surface};
use impinge::math::{DMat3, DVec2, DVec3};
use impinge::mesh::Mesh;
use std::f64::consts::{FRAC_PI_2, TAU};

/// How many triangles the model of the paper has.
pub const PAPER_TRIANGLES: usize = 4_780;

/// The largest radius, in metres.
pub const RADIUS: f64 = 0.265;

/// Half of the length, in metres.
pub const HALF_LENGTH: f64 = 3.0;

const SEGMENTS: u32 = 40;
const BLADES: u32 = 6;

/// The torpedo along the x axis, nose forward, its middle at the origin: body 2 · 40 · 59, fins 4 · 12, blades 6 · 2.
///
/// # Errors
/// None that its fixed shape could give; the generators it is made with have theirs.
pub fn torpedo() -> Result<Mesh, SceneError> {
    let x_from_z = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
    let body = Surface::of(&solid_of_revolution(&profile(), SEGMENTS)?).transformed(&x_from_z);
    let mut torpedo = body;
    let fin = Surface::of(&cuboid(DVec3::new(-2.95, -0.01, 0.04), DVec3::new(-2.5, 0.01, 0.255))?);
    // Swept back and thinner towards the tip.
    let fin = fin.mapped(|p| if p.z > 0.1 && p.x > -2.7 { DVec3::new(-2.62, p.y * 0.5, p.z) } else { p });
    for k in 0..4 {
        torpedo = torpedo.joined(&fin.clone().transformed(&turn(f64::from(k) / 4.0 + 0.125)));
    }
    for k in 0..BLADES {
        torpedo = torpedo.joined(&blade().transformed(&turn(f64::from(k) / f64::from(BLADES))));
    }
    Ok(torpedo.mesh()?)
}

/// Part of a turn about the x axis.
fn turn(part: f64) -> DMat3 {
    DMat3::from_rotation_x(TAU * part)
}

/// Radii along the axis, tail to nose: a tapered tail of 24 rings, a straight middle of 16, an elliptic nose of 19.
fn profile() -> Vec<DVec2> {
    const TAIL_END: f64 = -1.8;
    const NOSE_START: f64 = 2.2;
    let tail = (0..24).map(|k| {
        let u = f64::from(k) / 23.0;
        DVec2::new(0.06 + (RADIUS - 0.06) * (FRAC_PI_2 * u).sin(), -HALF_LENGTH + u * (TAIL_END + HALF_LENGTH))
    });
    let middle = (1..=16).map(|k| DVec2::new(RADIUS, TAIL_END + (NOSE_START - TAIL_END) * f64::from(k) / 16.0));
    let nose = (1..=19).map(|k| {
        let (sin, cos) = (FRAC_PI_2 * f64::from(k) / 20.0).sin_cos();
        DVec2::new(RADIUS * cos, NOSE_START + (HALF_LENGTH - NOSE_START) * sin)
    });
    let ends = [DVec2::new(0.0, -HALF_LENGTH), DVec2::new(0.0, HALF_LENGTH)];
    [ends[0]].into_iter().chain(tail).chain(middle).chain(nose).chain([ends[1]]).collect()
}

/// A twisted sheet from the hub outwards, behind the fins.
fn blade() -> Surface {
    let mut surface = Surface::default();
    let corners = [(-2.99, -0.02, 0.05), (-2.965, 0.02, 0.05), (-2.96, 0.06, 0.2), (-3.0, -0.06, 0.2)];
    let corners = corners.map(|(x, y, z)| surface.vertex(DVec3::new(x, y, z)));
    surface.quad(corners);
    surface
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::mesh::Defect;

    #[test]
    fn the_torpedo_of_the_paper_has_its_count() {
        let mesh = torpedo().unwrap();
        assert_eq!(mesh.faces().len(), PAPER_TRIANGLES);
        // Body, fins and blades; only the sheets of the propeller are open.
        assert_eq!(mesh.topology().component_count(), 1 + 4 + 6);
        assert!(!mesh.is_closed() && mesh.encloses());
        assert_eq!(mesh.defects().len(), 6 * 4);
        assert!(mesh.defects().iter().all(|d| matches!(d, Defect::Boundary { .. })), "{:?}", mesh.defects());
        let size = mesh.bounds().size();
        assert!((size - DVec3::new(6.0, 0.53, 0.53)).abs().max_element() < 1e-3, "{size}");
        let volume = mesh.mass_properties().volume;
        assert!((1.0..1.3).contains(&volume), "{volume}");
    }
}
