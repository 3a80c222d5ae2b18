//! Who takes part in a crowd: models whose boxes, turned at random, have the edge of a swarm's in the mean.

use anyhow::Context;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::scene::{HullUse, Model};
use impinge::shape::Polytope;
use impinge_scenes::solid::torus;
use impinge_scenes::{SplitMix64, Surface};

/// Vertices of a polytope.
pub const VERTICES: usize = 32;

/// Different models in a crowd.
const MODELS: usize = 16;

/// Turns over which boxes are averaged.
const TURNS: usize = 64;

/// Kinds of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrowdModel {
    /// Hulls of random points on ellipsoids: boxes, then closest features, settle everything.
    Polytopes,
    /// Tori: boxes, then closest features of their hulls, then trees.
    Rings,
}

/// All of them.
pub const CROWD_MODELS: [CrowdModel; 2] = [CrowdModel::Polytopes, CrowdModel::Rings];

impl CrowdModel {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Polytopes => "polytopes",
            Self::Rings => "rings",
        }
    }

    /// Which hulls are asked before trees.
    pub fn hulls(self) -> HullUse {
        match self {
            Self::Polytopes => HullUse::Convex,
            Self::Rings => HullUse::All,
        }
    }

    /// Models whose boxes have an edge, in the mean; the same seed gives the same bits.
    ///
    /// # Errors
    /// None that the fixed shapes could give.
    pub fn models(self, seed: u64, edge: f64) -> anyhow::Result<Vec<Model>> {
        let mut random = SplitMix64::new(seed);
        (0..MODELS).map(|_| self.model(&mut random, edge)).collect()
    }

    fn model(self, random: &mut SplitMix64, edge: f64) -> anyhow::Result<Model> {
        let mesh = match self {
            Self::Polytopes => {
                let semi_axes = DVec3::from([0; 3].map(|_| random.between(0.5, 1.0)));
                let points: Vec<DVec3> = (0..VERTICES).map(|_| semi_axes * random.direction()).collect();
                surface(&Polytope::try_new(&points)?)?
            }
            Self::Rings => torus(1.0, random.between(0.2, 0.4), 16, 8)?,
        };
        let unit = Model::from(mesh.clone());
        let sizes = (0..TURNS).map(|_| {
            let pose = Pose::from_quaternion(random.rotation().normalize(), DVec3::ZERO)?;
            Ok(unit.bounds_at(&pose).size().element_sum() / 3.0)
        });
        let mean = sizes.sum::<anyhow::Result<f64>>()? / TURNS as f64;
        Ok(Model::from(Surface::of(&mesh).scaled(edge / mean).mesh()?))
    }
}

/// The surface of a polytope as a mesh.
///
/// # Errors
/// It is flat.
pub fn surface(polytope: &Polytope) -> anyhow::Result<Mesh> {
    let faces: Vec<[u32; 3]> = polytope.triangles().collect();
    Mesh::try_new(polytope.vertices().to_vec(), faces).context("a polytope without an inside")
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::model_hull::ModelHull;

    #[test]
    fn models_are_what_they_are_called_and_repeat() {
        for cast in CROWD_MODELS {
            let [models, again] = [5, 5].map(|seed| cast.models(seed, 0.25).unwrap());
            for (model, other) in models.iter().zip(&again) {
                let mesh = model.as_mesh().unwrap();
                assert_eq!(mesh.vertices(), other.as_mesh().unwrap().vertices());
                assert!(mesh.is_closed());
                assert_eq!(ModelHull::new(mesh).unwrap().is_model(), cast == CrowdModel::Polytopes);
                let size = mesh.bounds().size();
                assert!(size.max_element() < 0.25 && size.max_element() > 0.1, "{size}");
            }
        }
    }
}
