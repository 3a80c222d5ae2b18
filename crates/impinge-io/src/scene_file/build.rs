//! From what a file says to a scene of the engine.

use super::{SceneBody, SceneFile, SceneRobot};
use crate::{ModelLibrary, Robot};
use impinge::articulation::LinkId;
use impinge::math::Pose;
use impinge::scene::{self, BodyId, BodyOptions, ModelError, MountedArticulation, Scene, SceneError, SceneOptions};

/// A scene, and what the bodies and robots of its file are in it.
#[derive(Debug)]
pub struct BuiltScene {
    /// The scene.
    pub scene: Scene,
    /// The id of every body of the file, by its place there.
    pub bodies: Vec<BodyId>,
    /// How every robot of the file is moved with all that it carries, by its place there.
    pub robots: Vec<MountedArticulation>,
}

/// Why a scene could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The geometry of a body is refused.
    #[error("body {body:?}: {error}")]
    Model {
        /// The body, or the link.
        body: String,
        /// Why.
        error: ModelError,
    },
    /// A body cannot be put in.
    #[error("body {body:?}: {error}")]
    Body {
        /// The body.
        body: String,
        /// Why.
        error: SceneError,
    },
    /// Bodies that are to be left alone cannot be.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl SceneFile {
    /// The scene of the file.
    ///
    /// # Errors
    /// Geometry that the engine refuses, names that are given twice, places outside the exact range.
    pub fn build(&self, options: &SceneOptions) -> Result<BuiltScene, BuildError> {
        let (mut scene, mut bodies) = (Scene::new(options), Vec::new());
        for (body, model) in self.bodies.iter().zip(self.models(&mut ModelLibrary::default())?) {
            let id = scene.insert(&model, &body.world_from_body, body.options());
            bodies.push(id.map_err(|error| BuildError::Body { body: body.name.clone(), error })?);
        }
        for [i, j] in &self.ignored {
            scene.ignore(bodies[*i], bodies[*j])?;
        }
        for set in &self.ignored_sets {
            scene.ignore_among(&set.iter().map(|i| bodies[*i]).collect::<Vec<_>>())?;
        }
        let robots = self.robots.iter().map(|robot| robot.mounting(&bodies)).collect();
        Ok(BuiltScene { scene, bodies, robots })
    }

    /// The model of every body; those of the same meshes share one.
    ///
    /// # Errors
    /// Geometry that the engine refuses.
    pub fn models(&self, library: &mut ModelLibrary) -> Result<Vec<scene::Model>, BuildError> {
        let refused = |body: &SceneBody, error| BuildError::Model { body: body.name.clone(), error };
        self.bodies.iter().map(|body| library.model(&body.parts).map_err(|error| refused(body, error))).collect()
    }
}

impl SceneBody {
    /// What a scene has to know about it.
    #[must_use]
    pub fn options(&self) -> BodyOptions {
        let name = Some(self.name.clone());
        BodyOptions { name, mobility: self.mobility, groups: self.group, mask: self.mask }
    }
}

impl SceneRobot {
    fn mounting(&self, bodies: &[BodyId]) -> MountedArticulation {
        let own = (0..).map(LinkId).zip(&self.bodies).filter_map(|(link, body)| Some((link, (*body)?, Pose::IDENTITY)));
        let carried = self.carried.iter().map(|carried| (carried.link, carried.body, carried.link_from_body));
        let links = own.chain(carried).map(|(link, body, place)| (link, bodies[body], place)).collect();
        MountedArticulation::from_bodies(&self.robot.articulation, &self.world_from_root, links)
    }
}

impl Robot {
    /// The model of every link, by id; none for links that are only frames.
    ///
    /// # Errors
    /// Geometry that the engine refuses.
    pub fn models(&self) -> Result<Vec<Option<scene::Model>>, BuildError> {
        let mut library = ModelLibrary::default();
        let model = |link: &crate::RobotLink| match link.collisions.as_slice() {
            [] => Ok(None),
            parts => {
                let refused = |error| BuildError::Model { body: link.name.clone(), error };
                library.model(parts).map(Some).map_err(refused)
            }
        };
        self.links.iter().map(model).collect()
    }
}
