//! Spheres from the icosahedron, and bumpy bodies made from them.

use crate::error::require;
use crate::random::SplitMix64;
use crate::{SceneError, Surface};
use impinge::cost::Cost;
use impinge::math::{DVec3, predicates};
use impinge::mesh::Mesh;
use std::collections::HashMap;

/// Triangles of a geodesic sphere per squared frequency.
const FACES: u64 = 20;

/// Highest frequency: 20 f² triangles then still have 32-bit ids.
const HIGHEST_FREQUENCY: u32 = 14_000;

/// The unit icosahedron with every triangle cut in four, the given number of times, at the origin: 20 · 4^n triangles.
///
/// # Errors
/// A radius that is not positive, or more than 13 subdivisions.
pub fn icosphere(radius: f64, subdivisions: u32) -> Result<Mesh, SceneError> {
    require(subdivisions <= 13, "an icosphere takes at most 13 subdivisions")?;
    geodesic_sphere(radius, 1 << subdivisions)
}

/// The icosahedron with every edge cut in `frequency` pieces, at the origin: 20 f² triangles of nearly one size.
///
/// # Errors
/// A radius that is not positive, or a frequency not from 1 to 14,000.
pub fn geodesic_sphere(radius: f64, frequency: u32) -> Result<Mesh, SceneError> {
    require(radius > 0.0, "a sphere needs a positive radius")?;
    Ok(geodesic(frequency)?.scaled(radius).mesh()?)
}

/// A bumpy star-shaped body about the origin, of radius 1 ± amplitude and exactly as many triangles as asked for, less
/// one if that is odd.
///
/// # Errors
/// Fewer than 20 triangles or too many for 32-bit ids, or an amplitude not from 0 to below 1.
pub fn blob(seed: u64, triangles: usize, amplitude: f64) -> Result<Mesh, SceneError> {
    require(triangles >= FACES as usize, "a blob has at least 20 triangles")?;
    require((0.0..1.0).contains(&amplitude), "a blob's amplitude is at least 0 and below 1")?;
    let frequency = (triangles as u64 / FACES).isqrt();
    let mut surface = geodesic(u32::try_from(frequency).unwrap_or(u32::MAX))?;
    let splits = (triangles - surface.faces.len()) / 2;
    let stride = (surface.faces.len() / splits.max(1)).max(1);
    for k in 0..splits {
        let [a, b, c] = surface.faces[k * stride];
        let [p, q, r] = [a, b, c].map(|i| surface.vertices[i as usize]);
        let d = surface.vertex((p + q + r).normalize());
        surface.faces[k * stride] = [a, b, d];
        surface.faces.extend([[b, c, d], [c, a, d]]);
    }
    let bumps = Bumps::new(seed);
    Ok(surface.mapped(|p| p * (1.0 + amplitude * bumps.height(p))).mesh()?)
}

/// Waves of random direction, length and phase.
struct Bumps {
    waves: [(DVec3, f64); 8],
}

impl Bumps {
    fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut k = 0.0;
        let waves = [(); 8].map(|()| {
            k += 1.5;
            (random.direction() * k, random.between(0.0, std::f64::consts::TAU))
        });
        Self { waves }
    }

    /// From -1 to 1.
    fn height(&self, p: DVec3) -> f64 {
        self.waves.iter().map(|(wave, phase)| (wave.dot(p) + phase).sin()).sum::<f64>() / self.waves.len() as f64
    }
}

/// The corners of the unit icosahedron: signed cyclic permutations of (0, 1, golden ratio).
fn icosahedron() -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let golden = f64::midpoint(1.0, 5f64.sqrt());
    let mut corners = Vec::with_capacity(12);
    for (one, long) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
        corners.extend([DVec3::new(0.0, one, long), DVec3::new(one, long, 0.0), DVec3::new(long, 0.0, one)]);
    }
    // The faces are the triples of corners at mutual distance 2; the next distance is more than 3.
    let near = |i: usize, j: usize| corners[i].distance(corners[j]) < 2.5;
    let mut faces = Vec::with_capacity(20);
    for (i, j, k) in (0..12).flat_map(|i| (0..i).flat_map(move |j| (0..j).map(move |k| (i, j, k)))) {
        if near(i, j) && near(j, k) && near(k, i) {
            let outward =
                predicates::orient3d(corners[i], corners[j], corners[k], DVec3::ZERO, &mut Cost::default()) < 0;
            let [i, j, k] = [i, j, k].map(|n| n as u32);
            faces.push(if outward { [i, j, k] } else { [i, k, j] });
        }
    }
    (corners.iter().map(|p| p.normalize()).collect(), faces)
}

/// The unit geodesic sphere. Vertices on the icosahedron's edges are made once, so that the surface is closed by index.
fn geodesic(frequency: u32) -> Result<Surface, SceneError> {
    require((1..=HIGHEST_FREQUENCY).contains(&frequency), "a geodesic sphere takes frequencies from 1 to 14,000")?;
    let f = frequency;
    let (corners, icosahedron_faces) = icosahedron();
    let mut surface = Surface { vertices: corners, faces: Vec::with_capacity((FACES as u32 * f * f) as usize) };
    let blend = |parts: &[(u32, u32)], vertices: &[DVec3]| {
        parts.iter().map(|&(corner, part)| f64::from(part) * vertices[corner as usize]).sum::<DVec3>().normalize()
    };
    // The first of the f - 1 vertices inside each edge, which run from its lower to its higher corner.
    let mut first_on_edge: HashMap<[u32; 2], u32> = HashMap::new();
    for &[a, b, c] in &icosahedron_faces {
        for [p, q] in [[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]) {
            first_on_edge.entry([p, q]).or_insert_with(|| {
                let first = surface.vertices.len() as u32;
                for k in 1..f {
                    let place = blend(&[(p, f - k), (q, k)], &surface.vertices);
                    surface.vertices.push(place);
                }
                first
            });
        }
    }
    // The vertex on the edge from p to q, k steps from p.
    let on_edge = |p: u32, q: u32, k: u32| match k {
        0 => p,
        k if k == f => q,
        k => first_on_edge[&[p.min(q), p.max(q)]] + if p < q { k } else { f - k } - 1,
    };
    for &[a, b, c] in &icosahedron_faces {
        // Row j holds the vertices j steps from ab towards c.
        let mut lower: Vec<u32> = (0..=f).map(|i| on_edge(a, b, i)).collect();
        for j in 1..=f {
            let mut upper = Vec::with_capacity((f - j + 1) as usize);
            for i in 0..=f - j {
                upper.push(match i {
                    0 => on_edge(a, c, j),
                    i if i == f - j => on_edge(b, c, j),
                    i => surface.vertex(blend(&[(a, f - i - j), (b, i), (c, j)], &surface.vertices)),
                });
            }
            for i in 0..upper.len() {
                surface.faces.push([lower[i], lower[i + 1], upper[i]]);
                if i + 1 < upper.len() {
                    surface.faces.push([lower[i + 1], upper[i + 1], upper[i]]);
                }
            }
            lower = upper;
        }
    }
    Ok(surface)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spheres_are_closed_and_have_their_counts() {
        for f in [1, 2, 3, 7, 16] {
            let mesh = geodesic_sphere(2.0, f).unwrap();
            assert!(mesh.is_closed());
            assert_eq!(mesh.defects(), []);
            assert_eq!(mesh.faces().len(), 20 * (f * f) as usize);
            assert_eq!(mesh.vertices().len(), 10 * (f * f) as usize + 2);
            assert!(mesh.vertices().iter().all(|p| (p.length() - 2.0).abs() < 1e-15 * 4.0));
            assert!(mesh.mass_properties().volume > 20.0);
        }
        assert_eq!(icosphere(1.0, 3).unwrap().faces().len(), 1280);
        assert!(geodesic_sphere(1.0, 0).is_err() && icosphere(1.0, 14).is_err() && geodesic_sphere(0.0, 1).is_err());
    }

    #[test]
    fn blobs_have_as_many_triangles_as_asked_for() {
        for triangles in [20, 22, 78, 80, 1000, 1001, 12_346] {
            let mesh = blob(7, triangles, 0.3).unwrap();
            assert_eq!(mesh.faces().len(), triangles / 2 * 2);
            assert!(mesh.is_closed());
            assert_eq!(mesh.defects(), []);
            let volume = mesh.mass_properties().volume;
            assert!((1.0..9.0).contains(&volume), "{volume}");
        }
        assert!(blob(1, 19, 0.1).is_err() && blob(1, 100, 1.0).is_err() && blob(1, usize::MAX, 0.1).is_err());
    }

    #[test]
    fn a_blob_is_its_seed() {
        let vertices = |seed| blob(seed, 500, 0.3).unwrap().vertices().to_vec();
        assert_eq!(vertices(1), vertices(1));
        assert_ne!(vertices(1), vertices(2));
    }
}
