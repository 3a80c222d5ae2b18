//! From what a file says to a scene of the engine.

use super::{SceneFile, SceneRobot};
use crate::{Model, Part, Robot};
use impinge::articulation::LinkId;
use impinge::math::Pose;
use impinge::scene::{self, BodyId, BodyOptions, ModelError, Mounting, Scene, SceneError, SceneOptions};

/// A scene, and what the bodies and robots of its file are in it.
#[derive(Debug)]
pub struct BuiltScene {
    /// The scene.
    pub scene: Scene,
    /// The id of every body of the file, by its place there.
    pub bodies: Vec<BodyId>,
    /// How every robot of the file is moved, by its place there.
    pub robots: Vec<Mounting>,
}

/// Why a scene could not be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
        for body in &self.bodies {
            let model = model_of(&body.parts).map_err(|error| BuildError::Model { body: body.name.clone(), error })?;
            let name = Some(body.name.clone());
            let options = BodyOptions { name, mobility: body.mobility, groups: body.group, mask: body.mask };
            let id = scene.insert(&model, &body.world_from_body, options);
            bodies.push(id.map_err(|error| BuildError::Body { body: body.name.clone(), error })?);
        }
        for [i, j] in &self.ignored {
            scene.ignore(bodies[*i], bodies[*j])?;
        }
        let robots = self.robots.iter().map(|robot| robot.mounting(&bodies)).collect();
        Ok(BuiltScene { scene, bodies, robots })
    }
}

impl SceneRobot {
    fn mounting(&self, bodies: &[BodyId]) -> Mounting {
        let links = (0..).map(LinkId).zip(&self.bodies).filter_map(|(link, body)| Some((link, bodies[(*body)?])));
        Mounting::of_bodies(&self.robot.articulation, &self.world_from_root, links.collect())
    }
}

impl Robot {
    /// The model of every link, by id; none for links that are only frames.
    ///
    /// # Errors
    /// Geometry that the engine refuses.
    pub fn models(&self) -> Result<Vec<Option<scene::Model>>, BuildError> {
        let model = |link: &crate::RobotLink| match link.collisions.as_slice() {
            [] => Ok(None),
            parts => model_of(parts).map(Some).map_err(|error| BuildError::Model { body: link.name.clone(), error }),
        };
        self.links.iter().map(model).collect()
    }
}

/// One model of all parts.
///
/// # Errors
/// Geometry that the engine refuses.
pub fn model_of(parts: &[Part]) -> Result<scene::Model, ModelError> {
    let model = |part: &Part| match &part.model {
        Model::Mesh(mesh) => Ok(scene::Model::from(mesh.clone())),
        Model::Shape(shape) => scene::Model::convex(shape.clone()),
        Model::HalfSpace(space) => Ok(scene::Model::from(*space)),
    };
    if let [part] = parts
        && part.body_from_part.is_identity()
    {
        return model(part);
    }
    let placed: Result<Vec<(scene::Model, Pose)>, ModelError> =
        parts.iter().map(|part| Ok((model(part)?, part.body_from_part))).collect();
    scene::Model::compound(&placed?)
}
