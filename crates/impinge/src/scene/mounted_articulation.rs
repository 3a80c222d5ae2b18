//! An articulated body in a scene: a body for every link, all moved by one list of joint values.

use super::model::Model;
use super::rigid_pose::rigid;
use super::solid_scene::Scene;
use super::world::{BodyId, BodyOptions, SceneError};
use crate::articulation::{AllowedPairs, Articulation, ConfigurationError, LinkId};
use crate::broad::Mobility;
use crate::math::Pose;

/// Which bodies of a scene the links of an articulation are, and which they carry.
#[derive(Clone, Debug)]
pub struct MountedArticulation {
    articulation: Articulation,
    world_from_root: Pose,
    /// Bodies with the link that moves each, and where they are on it.
    links: Vec<(LinkId, BodyId, Pose)>,
}

/// What an articulation is made of, and what its links may do.
#[derive(Clone, Debug)]
pub struct MountOptions {
    /// The name of the whole; a link's body is called `name/link`.
    pub name: String,
    /// Where the root is.
    pub world_from_root: Pose,
    /// The links that may meet each other.
    pub allowed: AllowedPairs,
    /// Mobility, groups and mask of every link's body.
    pub body: BodyOptions,
}

/// Why an articulation could not be put into a scene, or moved.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MountError {
    /// There is not one model for every link.
    #[error("{found} models for {expected} links, expected one for each (none for links without a shape)")]
    Models {
        /// Links.
        expected: usize,
        /// Models.
        found: usize,
    },
    /// A body is on a link that the articulation does not have.
    #[error("there is no link {}", .0.index())]
    UnknownLink(LinkId),
    /// The joint values are wrong.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// The scene refused a body.
    #[error(transparent)]
    Scene(#[from] SceneError),
}

impl MountedArticulation {
    /// Bodies that are in a scene already, each as a link or carried by one; the articulation moves them from then on.
    ///
    /// The pose carries the body's frame to the link's: the identity for the body that the link is.
    #[must_use]
    pub fn from_bodies(
        articulation: &Articulation,
        world_from_root: &Pose,
        links: Vec<(LinkId, BodyId, Pose)>,
    ) -> Self {
        Self { articulation: articulation.clone(), world_from_root: *world_from_root, links }
    }

    /// The articulation.
    #[must_use]
    pub fn articulation(&self) -> &Articulation {
        &self.articulation
    }

    /// The bodies that are moved, each with its link and what carries its frame to the link's.
    #[must_use]
    pub fn links(&self) -> &[(LinkId, BodyId, Pose)] {
        &self.links
    }

    /// Where the joint values put every body that is moved, by way of the poses of all links.
    pub(super) fn places(
        &self,
        values: &[f64],
        poses: &mut Vec<Pose>,
        mut put: impl FnMut(usize, Pose) -> Result<(), SceneError>,
    ) -> Result<(), MountError> {
        poses.resize(self.articulation.link_names().len(), Pose::IDENTITY);
        self.articulation.poses_at(&self.world_from_root, values, poses)?;
        for (k, (link, _, link_from_body)) in self.links.iter().enumerate() {
            let Some(world_from_link) = poses.get(link.index()) else { return Err(MountError::UnknownLink(*link)) };
            let place = match link_from_body.is_identity() {
                true => *world_from_link,
                false => world_from_link.compose(link_from_body).map_err(SceneError::from)?,
            };
            put(k, place)?;
        }
        Ok(())
    }

    /// What the bodies of links can do: those that a joint moves are moving, whatever was said about them; those welded to the root are
    /// what they are.
    pub(super) fn mobility(&self) -> impl Fn(LinkId, Mobility) -> Mobility + use<> {
        let groups = self.articulation.rigid_groups();
        let root = groups.get(self.articulation.root().index()).copied();
        move |link, own| if groups.get(link.index()).copied() == root { own } else { Mobility::Moving }
    }
}

impl Scene {
    /// Puts in a body for every link that has a model, at the configuration of zeros or what is nearest to it inside the limits.
    ///
    /// # Errors
    /// A number of models other than that of links, names that are taken, a place outside the exact range; nothing is then put in.
    pub fn mount(
        &mut self,
        articulation: &Articulation,
        models: &[Option<Model>],
        options: &MountOptions,
    ) -> Result<MountedArticulation, MountError> {
        let names = articulation.link_names();
        if models.len() != names.len() {
            return Err(MountError::Models { expected: names.len(), found: models.len() });
        }
        let mut poses = vec![Pose::IDENTITY; names.len()];
        articulation.poses_at(&options.world_from_root, &articulation.rest(), &mut poses)?;
        let mut mounting = MountedArticulation::from_bodies(articulation, &options.world_from_root, Vec::new());
        let mobility_of = mounting.mobility();
        for (k, model) in models.iter().enumerate() {
            let Some(model) = model else { continue };
            let name = Some(format!("{}/{}", options.name, names[k]));
            let mobility = mobility_of(LinkId(k as u32), options.body.mobility);
            match self.insert(model, &poses[k], BodyOptions { name, mobility, ..options.body.clone() }) {
                Ok(id) => mounting.links.push((LinkId(k as u32), id, Pose::IDENTITY)),
                Err(error) => {
                    mounting.links.iter().try_for_each(|(_, id, _)| self.remove(*id).map(drop))?;
                    return Err(error.into());
                }
            }
        }
        for (i, (p, a, _)) in mounting.links.iter().enumerate() {
            for (q, b, _) in &mounting.links[i + 1..] {
                if options.allowed.contains(*p, *q) {
                    self.ignore(*a, *b)?;
                }
            }
        }
        Ok(mounting)
    }

    /// Moves all links, and what they carry, to where the joint values put them. Bodies that a joint moves are moving from then on.
    ///
    /// # Errors
    /// Too few or too many values, one that is not finite, a link that is no longer there or would be outside the exact range; no link
    /// has then moved.
    pub fn set_configuration(&mut self, mounting: &MountedArticulation, values: &[f64]) -> Result<(), MountError> {
        let mut places = Vec::with_capacity(mounting.links.len());
        mounting.places(values, &mut Vec::new(), |k, place| {
            self.body(mounting.links[k].1)?;
            places.push(rigid(&place)?);
            Ok(())
        })?;
        let mobility_of = mounting.mobility();
        for ((link, id, _), place) in mounting.links.iter().zip(&places) {
            let own = self.body(*id)?.options.mobility;
            self.set_mobility(*id, mobility_of(*link, own))?;
            self.set_pose(*id, place)?;
        }
        Ok(())
    }
}
