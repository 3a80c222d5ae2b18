//! Many configurations of an articulated body checked at once, against itself and against all that stands around.
//!
//! Every thread has bodies of its own and only their places change from configuration to configuration: nothing is allocated, and no
//! count of users is shared between threads.

use super::body::Body;
use super::body_queries::{distance, intersects};
use super::mounted_articulation::{MountError, MountedArticulation};
use super::nearest_bodies::NearestPair;
use super::scene_view::SceneView;
use super::world::{BodyId, BodyOptions};
use crate::articulation::ConfigurationError;
use crate::bound::Aabb;
use crate::compact_sort::sort_by_key;
use crate::executor::Executor;
use crate::math::Pose;

/// What to find out about a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConfigurationRequest {
    /// Whether anything meets, and the first pair by ids that does.
    #[default]
    FirstContact,
    /// Also how far the nearest pair is apart.
    Clearance,
}

/// The answer about a configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ConfigurationReport {
    /// The first pair of bodies, by ids, that meets; `None` if the configuration is free.
    pub met: Option<(BodyId, BodyId)>,
    /// The nearest pair and its gap in the world, where it was asked for and there is a pair to look at.
    pub nearest: Option<NearestPair>,
}

impl SceneView<'_> {
    /// Checks many configurations of an articulation: its links and what they carry against each other and against all other bodies,
    /// where those are.
    ///
    /// `values` holds one configuration after the other; an articulation without degrees of freedom has none that way, but see
    /// [`Self::configuration_rows`].
    ///
    /// # Errors
    /// Values that are no whole number of configurations, or not finite; a link that is no longer there or would be outside the exact range.
    pub fn configurations(
        &self,
        mounting: &MountedArticulation,
        values: &[f64],
        request: ConfigurationRequest,
        executor: &Executor,
    ) -> Result<Vec<ConfigurationReport>, MountError> {
        let dof = mounting.articulation().dof();
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
        mounting: &MountedArticulation,
        rows: &[&[f64]],
        request: ConfigurationRequest,
        executor: &Executor,
    ) -> Result<Vec<ConfigurationReport>, MountError> {
        let checker = ConfigurationChecker::new(self, mounting)?;
        let check = |workspace: &mut Workspace, k: usize| checker.check(rows[k], request, workspace);
        executor.map_with(rows.len(), || checker.workspace(), check).into_iter().collect()
    }
}

/// The links of an articulation and the pairs of them that are looked at.
struct ConfigurationChecker<'a> {
    view: &'a SceneView<'a>,
    mounting: &'a MountedArticulation,
    /// The bodies of links, moving if a joint moves them.
    bodies: Vec<Body>,
    /// Pairs of places in `bodies`, by ids.
    pairs: Vec<[usize; 2]>,
    /// Whether the body of a slot is one of a link.
    own: Vec<bool>,
}

/// What one thread needs to check configurations.
struct Workspace {
    poses: Vec<Pose>,
    placed: Vec<Body>,
}

impl<'a> ConfigurationChecker<'a> {
    fn new(view: &'a SceneView<'a>, mounting: &'a MountedArticulation) -> Result<Self, MountError> {
        let mobility_of = mounting.mobility();
        let mut own = vec![false; view.scene.world.bodies.slot_count()];
        let mut bodies = Vec::with_capacity(mounting.links().len());
        for (link, id, _) in mounting.links() {
            let body = view.scene.body(*id)?;
            let mobility = mobility_of(*link, body.options.mobility);
            own[id.slot()] = true;
            bodies.push(Body { options: BodyOptions { name: None, mobility, ..body.options }, ..body.clone() });
        }
        let all = (0..bodies.len()).flat_map(|i| (0..bodies.len()).map(move |j| [i, j]));
        let mut pairs: Vec<[usize; 2]> = all
            .filter(|[i, j]| bodies[*i].id < bodies[*j].id && view.scene.world.bodies.tests(&bodies[*i], &bodies[*j]))
            .collect();
        sort_by_key(&mut pairs, |[i, j]| (bodies[*i].id, bodies[*j].id));
        Ok(Self { view, mounting, bodies, pairs, own })
    }

    fn workspace(&self) -> Workspace {
        Workspace { poses: Vec::new(), placed: self.bodies.clone() }
    }

    fn check(
        &self,
        values: &[f64],
        request: ConfigurationRequest,
        Workspace { poses, placed }: &mut Workspace,
    ) -> Result<ConfigurationReport, MountError> {
        self.mounting.places(values, poses, |k, place| Ok(placed[k].put(&place)?))?;
        let among = self.pairs.iter().filter(|[i, j]| placed[*i].bounds.overlaps(&placed[*j].bounds));
        let mut met =
            among.map(|[i, j]| (&placed[*i], &placed[*j])).find(|(a, b)| intersects(a, b)).map(|(a, b)| ids(a, b));
        for body in &*placed {
            let pair = self.first_outsider(body).map(|other| (body.id.min(other), body.id.max(other)));
            met = [met, pair].into_iter().flatten().min();
        }
        let nearest = match request {
            ConfigurationRequest::FirstContact => None,
            ConfigurationRequest::Clearance => self.nearest(placed),
        };
        Ok(ConfigurationReport { met, nearest })
    }

    fn is_own(&self, id: BodyId) -> bool {
        self.own.get(id.slot()).is_some_and(|own| *own)
    }

    /// The first body, by id, that is no link and that a link meets.
    fn first_outsider(&self, body: &Body) -> Option<BodyId> {
        let mut first: Option<BodyId> = None;
        self.view.scene.world.bodies.boxes().overlapping(&body.bounds, &mut |slot| {
            let other =
                self.view.scene.world.bodies.in_slot(slot).filter(|other| first.is_none_or(|first| other.id < first));
            if let Some(other) =
                other.filter(|other| !self.is_own(other.id) && self.view.scene.world.bodies.tests(body, other))
                && intersects(body, other)
            {
                first = Some(other.id);
            }
        });
        first
    }

    /// The nearest pair, of links, or of a link and another body.
    fn nearest(&self, placed: &[Body]) -> Option<NearestPair> {
        let mut best: Option<NearestPair> = None;
        let mut look = |a: &Body, b: &Body| {
            let [a, b] = if a.id < b.id { [a, b] } else { [b, a] };
            let limit = best.map_or(f64::INFINITY, |best| best.gap.length.value);
            if box_distance(&a.bounds, &b.bounds) <= limit {
                let found = NearestPair { bodies: ids(a, b), gap: distance(a, b).carried(&a.world_from_body) };
                let order = |pair: &NearestPair| (pair.gap.length.value, pair.bodies);
                if best.is_none_or(|best| order(&found) < order(&best)) {
                    best = Some(found);
                }
            }
            best.map_or(f64::INFINITY, |best| best.gap.length.value)
        };
        let mut limit = f64::INFINITY;
        for [i, j] in &self.pairs {
            limit = look(&placed[*i], &placed[*j]);
        }
        for body in placed {
            self.view.scene.world.bodies.boxes().nearest(&body.bounds, limit, &mut |slot, _| {
                if let Some(other) = self.view.scene.world.bodies.in_slot(slot)
                    && !self.is_own(other.id)
                    && self.view.scene.world.bodies.tests(body, other)
                {
                    limit = look(body, other);
                }
                limit
            });
        }
        best
    }
}

fn ids(a: &Body, b: &Body) -> (BodyId, BodyId) {
    (a.id, b.id)
}

/// What the length of a gap may be rounded up by (relative): a difference, a square, two sums and a root, each by half a unit in the last place.
const GAP_ERROR: f64 = 4.0 * f64::EPSILON;

/// At most the distance of what is in two boxes.
fn box_distance(a: &Aabb, b: &Aabb) -> f64 {
    a.gap(b).length() * (1.0 - GAP_ERROR)
}
