//! An articulated body in a scene: a body for every link, all moved by one list of joint values, and many such lists judged at once.

use super::report::{distance, intersects};
use super::{Body, BodyId, BodyOptions, Gap, Model, Scene, SceneError, View};
use crate::articulation::{AllowedPairs, Articulation, ConfigurationError, LinkId};
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::math::Pose;

/// Which bodies of a scene the links of an articulation are, and which they carry.
#[derive(Clone, Debug)]
pub struct Mounting {
    articulation: Articulation,
    world_from_root: Pose,
    /// Bodies with the link that moves each, and where they are on it.
    links: Vec<(LinkId, BodyId, Pose)>,
}

/// What an articulation is made of, and what its links may do.
#[derive(Clone, Debug)]
pub struct MountingOptions {
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
pub enum MountingError {
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

/// What is to be found out about a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConfigurationRequest {
    /// Whether anything meets, and the first pair by ids that does.
    #[default]
    FirstContact,
    /// Also how far the nearest pair is apart.
    Clearance,
}

/// What was found out about a configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfigurationReport {
    /// The first pair of bodies, by ids, that meets; `None` if the configuration is free.
    pub met: Option<(BodyId, BodyId)>,
    /// The nearest pair and its gap in the world, where it was asked for and there is a pair to look at.
    pub nearest: Option<((BodyId, BodyId), Gap)>,
}

impl Mounting {
    /// Bodies that are in a scene already, each as a link or carried by one; the articulation moves them from then on.
    ///
    /// The pose carries the body's frame to the link's: the identity for the body that the link is.
    #[must_use]
    pub fn of_bodies(articulation: &Articulation, world_from_root: &Pose, links: Vec<(LinkId, BodyId, Pose)>) -> Self {
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

    /// Where the joint values put every body that is moved.
    fn places(&self, values: &[f64]) -> Result<Vec<Pose>, MountingError> {
        let mut poses = vec![Pose::IDENTITY; self.articulation.link_names().len()];
        self.articulation.poses_at(&self.world_from_root, values, &mut poses)?;
        let place = |(link, _, link_from_body): &(LinkId, BodyId, Pose)| {
            let Some(world_from_link) = poses.get(link.index()) else { return Err(MountingError::UnknownLink(*link)) };
            match link_from_body.is_identity() {
                true => Ok(*world_from_link),
                false => Ok(world_from_link.compose(link_from_body).map_err(SceneError::from)?),
            }
        };
        self.links.iter().map(place).collect()
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
        options: &MountingOptions,
    ) -> Result<Mounting, MountingError> {
        let names = articulation.link_names();
        if models.len() != names.len() {
            return Err(MountingError::Models { expected: names.len(), found: models.len() });
        }
        let mut poses = vec![Pose::IDENTITY; names.len()];
        articulation.poses_at(&options.world_from_root, &articulation.rest(), &mut poses)?;
        let mut mounting = Mounting::of_bodies(articulation, &options.world_from_root, Vec::new());
        for (k, model) in models.iter().enumerate() {
            let Some(model) = model else { continue };
            let name = Some(format!("{}/{}", options.name, names[k]));
            match self.insert(model, &poses[k], BodyOptions { name, ..options.body.clone() }) {
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

    /// Moves all links, and what they carry, to where the joint values put them.
    ///
    /// # Errors
    /// Too few or too many values, one that is not finite, a link that is no longer there or would be outside the exact range; no link
    /// has then moved.
    pub fn set_configuration(&mut self, mounting: &Mounting, values: &[f64]) -> Result<(), MountingError> {
        let places = mounting.places(values)?;
        for ((_, id, _), place) in mounting.links.iter().zip(&places) {
            self.body(*id)?;
            super::placement::rigid(place).map_err(SceneError::from)?;
        }
        for ((_, id, _), place) in mounting.links.iter().zip(&places) {
            self.set_pose(*id, place)?;
        }
        Ok(())
    }
}

impl View<'_> {
    /// Judges many configurations of an articulation: its links and what they carry against each other and against all other bodies,
    /// where those are.
    ///
    /// `values` holds one configuration after the other; an articulation without degrees of freedom has none that way, but see
    /// [`Self::configuration_rows`].
    ///
    /// # Errors
    /// Values that are no whole number of configurations, or not finite; a link that is no longer there or would be outside the exact range.
    pub fn configurations(
        &self,
        mounting: &Mounting,
        values: &[f64],
        request: ConfigurationRequest,
        executor: &Executor,
    ) -> Result<Vec<ConfigurationReport>, MountingError> {
        let dof = mounting.articulation.dof();
        let rows = values.chunks_exact(dof.max(1));
        match rows.remainder().len() {
            0 => self.configuration_rows(mounting, &rows.collect::<Vec<_>>(), request, executor),
            found => Err(ConfigurationError::WrongCount { expected: dof, found }.into()),
        }
    }

    /// As [`Self::configurations`], each configuration by itself.
    ///
    /// # Errors
    /// A row of too few or too many values, and as there.
    pub fn configuration_rows(
        &self,
        mounting: &Mounting,
        rows: &[&[f64]],
        request: ConfigurationRequest,
        executor: &Executor,
    ) -> Result<Vec<ConfigurationReport>, MountingError> {
        let team = Team::new(self, mounting)?;
        executor.map_small(rows.len(), |k| team.judge(rows[k], request)).into_iter().collect()
    }
}

/// The links of an articulation and the pairs of them that are looked at.
struct Team<'a> {
    view: &'a View<'a>,
    mounting: &'a Mounting,
    bodies: Vec<&'a Body>,
    /// Pairs of places in `bodies`, by ids.
    pairs: Vec<[usize; 2]>,
}

impl<'a> Team<'a> {
    fn new(view: &'a View<'a>, mounting: &'a Mounting) -> Result<Self, MountingError> {
        let found: Result<Vec<&Body>, SceneError> =
            mounting.links.iter().map(|(_, id, _)| view.scene.body(*id)).collect();
        let bodies = found?;
        let all = (0..bodies.len()).flat_map(|i| (0..bodies.len()).map(move |j| [i, j]));
        let mut pairs: Vec<[usize; 2]> =
            all.filter(|[i, j]| bodies[*i].id < bodies[*j].id && view.scene.tests(bodies[*i], bodies[*j])).collect();
        pairs.sort_unstable_by_key(|[i, j]| (bodies[*i].id, bodies[*j].id));
        Ok(Self { view, mounting, bodies, pairs })
    }

    fn judge(&self, values: &[f64], request: ConfigurationRequest) -> Result<ConfigurationReport, MountingError> {
        let places = self.mounting.places(values)?;
        let moved = self.bodies.iter().zip(&places).map(|(body, place)| self.view.moved(body, place));
        let placed: Result<Vec<Body>, SceneError> = moved.collect();
        let placed = placed?;
        let among = self.pairs.iter().filter(|[i, j]| placed[*i].bounds.overlaps(&placed[*j].bounds));
        let mut met = among.map(|[i, j]| (&placed[*i], &placed[*j])).find(|(a, b)| intersects(a, b)).map(ids);
        for body in &placed {
            let pair = self.first_outsider(body).map(|other| (body.id.min(other), body.id.max(other)));
            met = [met, pair].into_iter().flatten().min();
        }
        let nearest = match request {
            ConfigurationRequest::FirstContact => None,
            ConfigurationRequest::Clearance => self.nearest(&placed),
        };
        Ok(ConfigurationReport { met, nearest })
    }

    fn is_own(&self, id: BodyId) -> bool {
        self.mounting.links.iter().any(|(_, own, _)| *own == id)
    }

    /// The first body, by id, that is no link and that a link meets.
    fn first_outsider(&self, body: &Body) -> Option<BodyId> {
        let mut first: Option<BodyId> = None;
        self.view.scene.broad.overlapping(&body.bounds, &mut |slot| {
            let other = self.view.scene.in_slot(slot).filter(|other| first.is_none_or(|first| other.id < first));
            if let Some(other) = other.filter(|other| !self.is_own(other.id) && self.view.scene.tests(body, other))
                && intersects(body, other)
            {
                first = Some(other.id);
            }
        });
        first
    }

    /// The nearest pair, of links, or of a link and another body.
    fn nearest(&self, placed: &[Body]) -> Option<((BodyId, BodyId), Gap)> {
        let mut best: Option<((BodyId, BodyId), Gap)> = None;
        let mut look = |a: &Body, b: &Body| {
            let [a, b] = if a.id < b.id { [a, b] } else { [b, a] };
            let limit = best.map_or(f64::INFINITY, |(_, gap)| gap.value);
            if box_distance(&a.bounds, &b.bounds) <= limit {
                let found = (ids((a, b)), distance(a, b).carried(&a.world_from_body));
                if best.is_none_or(|best| (found.1.value, found.0) < (best.1.value, best.0)) {
                    best = Some(found);
                }
            }
            best.map_or(f64::INFINITY, |(_, gap)| gap.value)
        };
        let mut limit = f64::INFINITY;
        for [i, j] in &self.pairs {
            limit = look(&placed[*i], &placed[*j]);
        }
        for body in placed {
            self.view.scene.broad.nearest(&body.bounds, limit, &mut |slot, _| {
                if let Some(other) = self.view.scene.in_slot(slot)
                    && !self.is_own(other.id)
                    && self.view.scene.tests(body, other)
                {
                    limit = look(body, other);
                }
                limit
            });
        }
        best
    }
}

fn ids((a, b): (&Body, &Body)) -> (BodyId, BodyId) {
    (a.id, b.id)
}

/// What the length of a gap may be rounded up by (relative): a difference, a square, two sums and a root, each by half a unit in the last place.
const GAP_ERROR: f64 = 4.0 * f64::EPSILON;

/// At most the distance of what is in two boxes.
fn box_distance(a: &Aabb, b: &Aabb) -> f64 {
    a.gap(b).length() * (1.0 - GAP_ERROR)
}
