//! Solids of revolution about the z axis, with flat sides instead of round ones. Profiles are pairs (radius, height).

use crate::error::require;
use crate::polygon::{circle, doubled_area};
use crate::{SceneError, Surface};
use impinge::math::{DVec2, DVec3};
use impinge::mesh::Mesh;

/// The solid swept by a profile that begins and ends on the axis: 2 s (p - 2) triangles for p points, s segments.
///
/// # Errors
/// Fewer than 3 segments or points, ends off the axis, other points on it, or coordinates that a mesh refuses.
pub fn solid_of_revolution(profile: &[DVec2], segments: u32) -> Result<Mesh, SceneError> {
    let profile = counter_clockwise(profile, segments)?;
    let [first, rings @ .., last] = profile.as_slice() else {
        return Err(SceneError::Argument("a profile needs at least three points"));
    };
    require(first.x == 0.0 && last.x == 0.0, "the profile of a solid begins and ends on the axis")?;
    let mut surface = Surface::default();
    let rings = add_rings(&mut surface, rings, segments)?;
    let (bottom, top) = (surface.vertex(DVec3::new(0.0, 0.0, first.y)), surface.vertex(DVec3::new(0.0, 0.0, last.y)));
    for pair in rings.windows(2) {
        surface.band(&pair[0], &pair[1]);
    }
    if let (Some(lowest), Some(highest)) = (rings.first(), rings.last()) {
        let seen_from_below: Vec<u32> = lowest.iter().rev().copied().collect();
        surface.fan(bottom, &seen_from_below);
        surface.fan(top, highest);
    }
    Ok(surface.mesh()?)
}

/// The ring swept by a closed profile beside the axis: 2 s p triangles for p points, s segments.
///
/// # Errors
/// Fewer than 3 segments or points, points on the axis, or coordinates that a mesh refuses.
pub fn ring_of_revolution(profile: &[DVec2], segments: u32) -> Result<Mesh, SceneError> {
    let profile = counter_clockwise(profile, segments)?;
    let mut surface = Surface::default();
    let rings = add_rings(&mut surface, &profile, segments)?;
    for (i, ring) in rings.iter().enumerate() {
        surface.band(ring, &rings[(i + 1) % rings.len()]);
    }
    Ok(surface.mesh()?)
}

/// The profile run counter-clockwise in the (radius, height) plane, so that bands turn outward.
fn counter_clockwise(profile: &[DVec2], segments: u32) -> Result<Vec<DVec2>, SceneError> {
    require(segments >= 3, "a solid of revolution needs at least three segments")?;
    require(profile.len() >= 3, "a profile needs at least three points")?;
    let mut profile = profile.to_vec();
    if doubled_area(&profile) < 0.0 {
        profile.reverse();
    }
    Ok(profile)
}

/// The vertices of one circle per point, as indices.
fn add_rings(surface: &mut Surface, points: &[DVec2], segments: u32) -> Result<Vec<Vec<u32>>, SceneError> {
    require(points.iter().all(|p| p.x > 0.0), "only the ends of a profile may lie on the axis")?;
    let ring = |p: &DVec2| {
        let corners = circle(DVec2::ZERO, p.x, segments);
        corners.into_iter().map(|c| surface.vertex(c.extend(p.y))).collect()
    };
    Ok(points.iter().map(ring).collect())
}

/// A cylinder from z = 0 to its height: 4 s triangles.
///
/// # Errors
/// Lengths that are not positive, or as [`solid_of_revolution`].
pub fn cylinder(radius: f64, height: f64, segments: u32) -> Result<Mesh, SceneError> {
    shaft(&[(radius, height)], segments)
}

/// A cone on z = 0 with its apex at its height: 2 s triangles.
///
/// # Errors
/// Lengths that are not positive, or as [`solid_of_revolution`].
pub fn cone(radius: f64, height: f64, segments: u32) -> Result<Mesh, SceneError> {
    require(height > 0.0, "a cone needs a positive height")?;
    solid_of_revolution(&[DVec2::ZERO, DVec2::new(radius, 0.0), DVec2::new(0.0, height)], segments)
}

/// A stepped shaft from z = 0 up: steps of (radius, length), neighbours of different radius; 4 s triangles a step.
///
/// # Errors
/// Lengths that are not positive, equal neighbours, or as [`solid_of_revolution`].
pub fn shaft(steps: &[(f64, f64)], segments: u32) -> Result<Mesh, SceneError> {
    require(steps.iter().all(|step| step.1 > 0.0), "every step of a shaft needs a positive length")?;
    require(steps.windows(2).all(|w| w[0].0 != w[1].0), "neighbouring steps of a shaft need different radii")?;
    let mut z = 0.0;
    let mut profile = vec![DVec2::ZERO];
    for &(radius, length) in steps {
        profile.push(DVec2::new(radius, z));
        z += length;
        profile.push(DVec2::new(radius, z));
    }
    profile.push(DVec2::new(0.0, z));
    solid_of_revolution(&profile, segments)
}

/// A hollow cylinder from z = 0 to its height: 8 s triangles.
///
/// # Errors
/// Lengths that are not positive, an inner radius not below the outer one, or as [`ring_of_revolution`].
pub fn tube(inner: f64, outer: f64, height: f64, segments: u32) -> Result<Mesh, SceneError> {
    require(inner < outer && height > 0.0, "a tube needs inner < outer radius and a positive height")?;
    let p = DVec2::new;
    ring_of_revolution(&[p(inner, 0.0), p(outer, 0.0), p(outer, height), p(inner, height)], segments)
}

/// A torus about the z axis, centred at the origin: 2 s t triangles for s segments around, t around the tube.
///
/// # Errors
/// A tube not thinner than the ring, or as [`ring_of_revolution`].
pub fn torus(major: f64, minor: f64, segments: u32, tube_segments: u32) -> Result<Mesh, SceneError> {
    require(0.0 < minor && minor < major, "a torus needs 0 < minor < major radius")?;
    ring_of_revolution(&circle(DVec2::new(major, 0.0), minor, tube_segments), segments)
}

/// A sphere of meridians and parallels at the origin: 2 s (r - 1) triangles for s segments, r rings of faces.
///
/// # Errors
/// A radius that is not positive, fewer than two rings, or as [`solid_of_revolution`].
pub fn uv_sphere(radius: f64, segments: u32, rings: u32) -> Result<Mesh, SceneError> {
    require(rings >= 2, "a sphere needs at least two rings of faces")?;
    let inner = (1..rings).map(|k| {
        let (sin, cos) = (std::f64::consts::PI * f64::from(k) / f64::from(rings)).sin_cos();
        radius * DVec2::new(sin, -cos)
    });
    let pole = |z| DVec2::new(0.0, z);
    let profile: Vec<DVec2> = [pole(-radius)].into_iter().chain(inner).chain([pole(radius)]).collect();
    solid_of_revolution(&profile, segments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{PI, TAU};

    /// A clean solid of as many triangles, with a volume a little below the round one's.
    fn check(mesh: &Mesh, triangles: usize, round_volume: f64) {
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        assert_eq!(mesh.faces().len(), triangles);
        assert_eq!(mesh.topology().component_count(), 1);
        let ratio = mesh.mass_properties().volume / round_volume;
        assert!((0.97..1.0).contains(&ratio), "{ratio}");
    }

    #[test]
    fn round_solids_are_closed_and_turn_outward() {
        check(&cylinder(2.0, 3.0, 32).unwrap(), 128, 12.0 * PI);
        check(&cone(2.0, 3.0, 32).unwrap(), 64, 4.0 * PI);
        check(&tube(1.0, 2.0, 3.0, 32).unwrap(), 256, 9.0 * PI);
        check(&torus(3.0, 1.0, 48, 24).unwrap(), 2 * 48 * 24, 6.0 * PI * PI);
        check(&uv_sphere(1.0, 48, 24).unwrap(), 2 * 48 * 23, 2.0 * TAU / 3.0);
        check(&shaft(&[(1.0, 1.0), (2.0, 1.0), (0.5, 4.0)], 32).unwrap(), 4 * 3 * 32, PI * 6.0);
        let downward = [DVec2::new(0.0, 1.0), DVec2::new(1.0, 0.5), DVec2::ZERO];
        check(&solid_of_revolution(&downward, 40).unwrap(), 80, PI / 3.0);
    }

    #[test]
    fn senseless_arguments_are_refused() {
        assert!(cylinder(1.0, 1.0, 2).is_err() && cylinder(-1.0, 1.0, 8).is_err() && cylinder(1.0, 0.0, 8).is_err());
        assert!(tube(2.0, 1.0, 1.0, 8).is_err() && torus(1.0, 2.0, 8, 8).is_err() && uv_sphere(1.0, 8, 1).is_err());
        assert!(shaft(&[], 8).is_err() && shaft(&[(1.0, 1.0), (1.0, 2.0)], 8).is_err());
        assert!(cylinder(f64::NAN, 1.0, 8).is_err() && cylinder(1.0, f64::INFINITY, 8).is_err());
    }
}
