//! Many bodies in the world.

use crate::error::require;
use crate::random::SplitMix64;
use crate::solid::blob;
use crate::{NamedPart, SceneError};
use impinge::math::{DVec3, Pose};
use std::sync::Arc;

/// Distance between the places of the grid; the bodies have radius 1 ± [`BUMPS`].
const SPACING: f64 = 2.1;

/// How bumpy the bodies are.
const BUMPS: f64 = 0.3;

/// How far a body strays from its place, at most, along each axis.
const JITTER: f64 = 0.15;

/// Bumpy bodies, each of its own shape and rotation, near the places of a cubic grid, so that some neighbours overlap
/// and most do not.
///
/// # Errors
/// As [`blob`] for the triangles a body.
pub fn grid_assembly(seed: u64, bodies: usize, triangles_per_body: usize) -> Result<Vec<NamedPart>, SceneError> {
    require(bodies < 1 << 32, "an assembly has fewer than 2^32 bodies")?;
    let mut random = SplitMix64::new(seed);
    let side = (1..).find(|side: &usize| side.pow(3) >= bodies).unwrap_or(1);
    (0..bodies)
        .map(|i| {
            let place = [i % side, i / side % side, i / (side * side)].map(|k| k as f64 * SPACING);
            let stray = [(); 3].map(|()| random.between(-JITTER, JITTER));
            let world_from_part = Pose::from_quaternion(random.rotation(), DVec3::from(place) + DVec3::from(stray))?;
            let mesh = Arc::new(blob(random.next(), triangles_per_body, BUMPS)?);
            Ok(NamedPart { name: format!("body {i:03}"), mesh, world_from_part })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assemblies_have_their_counts_and_repeat() {
        let parts = grid_assembly(1, 30, 200).unwrap();
        assert_eq!(parts.len(), 30);
        assert!(parts.iter().all(|p| p.mesh.faces().len() == 200 && p.mesh.is_closed()));
        for (part, again) in parts.iter().zip(grid_assembly(1, 30, 200).unwrap()) {
            assert_eq!(part.world_from_part, again.world_from_part);
            assert_eq!(part.mesh.vertices(), again.mesh.vertices());
        }
        assert!(grid_assembly(1, 0, 200).unwrap().is_empty());
    }

    /// Neighbours at centres nearer than twice the mean radius are common but not the rule.
    #[test]
    fn some_neighbours_are_near() {
        let parts = grid_assembly(2, 125, 20).unwrap();
        let places: Vec<DVec3> = parts.iter().map(|p| p.world_from_part.translation()).collect();
        let pairs = (0..places.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        let near = pairs.filter(|&(i, j)| places[i].distance(places[j]) < 2.0).count();
        assert!((20..200).contains(&near), "{near}");
    }
}
