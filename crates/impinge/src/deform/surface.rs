//! A surface of triangles whose vertices move at every step.

use super::face_tree::FaceTree;
use super::found::{Found, Wanted};
use super::judge::ContactJudge;
use super::marks::Marks;
use super::owners::Owners;
use super::patches::Patches;
use super::proximity::{NotALength, Proximity, ProximityJudge};
use super::report::{Contacts, SelfContact, SelfContacts, SelfCount, Skip, Skipped};
use super::sight::{Boxes, Sight};
use super::spans::Limit;
use super::step::Step;
use super::upkeep::{Choice, Policy, SortReason, Upkeep, Verdict};
use super::{crew, eight};
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::feature::VertexId;
use crate::lane_tree::F32Frame;
use crate::math::{DVec3, in_exact_range};
use crate::mesh::{Mesh, Refusal};
use std::sync::OnceLock;

/// A surface of triangles, open or closed, clean or not, with new positions of its vertices at every step.
///
/// Faces that name the same vertex are neighbours; vertices at the same place with different numbers are different, and faces
/// that meet there are told as meeting, unless they are welded: see [`Deformable::of_welded_mesh`]. Faces without area meet
/// nothing.
#[derive(Debug)]
pub struct Deformable {
    pub(super) faces: Vec<[u32; 3]>,
    pub(super) bounds: Aabb,
    pub(super) tree: FaceTree,
    policy: Policy,
    upkeep: Upkeep,
    /// Made on first use, for the faces alone.
    pub(super) owners: OnceLock<Owners>,
    /// Made on first use, for the faces alone.
    pub(super) patches: OnceLock<Patches>,
}

/// What an update may do with the order of the faces: contacts are the same, time is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeping {
    /// What the policy chooses.
    #[default]
    Policy,
    /// Keep it, unless the surface has gone far away or its size has changed by a large factor.
    Refit,
    /// Put faces into a new order.
    Sort,
}

/// Why new positions were refused; the surface is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum UpdateError {
    /// There are more or fewer positions than vertices.
    #[error("{found} positions for {expected} vertices")]
    Count {
        /// Vertices of the surface.
        expected: usize,
        /// Positions given.
        found: usize,
    },
    /// A coordinate is not a finite number.
    #[error("vertex {} has a coordinate that is not a finite number", .0.0)]
    NotFinite(VertexId),
    /// A coordinate is too large or too small for exact predicates: see [`in_exact_range`].
    #[error("vertex {} has a coordinate outside the exact range (zero, or 2^-300 to 2^300 in magnitude)", .0.0)]
    OutOfRange(VertexId),
}

impl Deformable {
    /// A surface of these vertices and faces.
    ///
    /// # Errors
    /// As [`Mesh::try_new`].
    pub fn try_new(positions: &[DVec3], faces: Vec<[u32; 3]>, executor: &Executor) -> Result<Self, Refusal> {
        crate::mesh::check(positions, &faces)?;
        Ok(Self::of_parts(positions, faces, executor))
    }

    /// The surface of a mesh.
    #[must_use]
    pub fn of_mesh(mesh: &Mesh, executor: &Executor) -> Self {
        Self::of_parts(mesh.vertices(), mesh.faces().to_vec(), executor)
    }

    /// The surface of a mesh, vertices at the same place being one, as in [`crate::pair::self_contacts`]: the one of the lowest number, where that
    /// goes. Positions of the others have to be given, and are not looked at.
    #[must_use]
    pub fn of_welded_mesh(mesh: &Mesh, executor: &Executor) -> Self {
        let topology = mesh.topology();
        let faces = mesh.faces().iter().map(|face| face.map(|corner| topology.welded(VertexId(corner)).0)).collect();
        Self::of_parts(mesh.vertices(), faces, executor)
    }

    fn of_parts(positions: &[DVec3], faces: Vec<[u32; 3]>, executor: &Executor) -> Self {
        let (tree, policy, upkeep) = (FaceTree::default(), Policy::default(), Upkeep::default());
        let (owners, patches) = (OnceLock::new(), OnceLock::new());
        let mut surface = Self { faces, bounds: Aabb::of_points(positions), tree, policy, upkeep, owners, patches };
        let frame = surface.fitting_frame();
        surface.sort(positions, frame, executor);
        surface.kept(Choice::Sorted { why: SortReason::First });
        surface
    }

    /// The faces, as they were given, or as the last [edit](Self::edit) left them.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// Where a vertex is; `None` if there is none of this id.
    #[must_use]
    pub fn position(&self, vertex: VertexId) -> Option<DVec3> {
        self.tree.vertex(vertex.index())
    }

    /// The smallest box around all vertices.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// How the tree was kept up the last time that vertices or faces changed.
    #[must_use]
    pub fn upkeep(&self) -> Upkeep {
        self.upkeep
    }

    /// Moves all vertices, in their order, and says how the tree was kept up.
    ///
    /// # Errors
    /// Positions that are not finite or outside the exact range, too many or too few: then nothing has changed.
    pub fn update(&mut self, positions: &[DVec3], executor: &Executor) -> Result<Upkeep, UpdateError> {
        self.update_by(positions, Keeping::Policy, executor)
    }

    /// As [`update`](Self::update), the tree being kept up as it is asked for here.
    ///
    /// # Errors
    /// As for [`update`](Self::update).
    pub fn update_by(
        &mut self,
        positions: &[DVec3],
        keeping: Keeping,
        executor: &Executor,
    ) -> Result<Upkeep, UpdateError> {
        self.check(positions)?;
        self.bounds = Aabb::of_points(positions);
        let frame = self.fitting_frame();
        let mut verdict = self.policy.by_searches(self.tree.frame.is_stale(&frame), keeping);
        if !matches!(verdict, Verdict::Sort(_)) {
            let sizes = self.tree.refit(positions, executor);
            verdict = self.policy.by_sizes(sizes, keeping, verdict);
        }
        let choice = match verdict {
            Verdict::Keep => Choice::Refit,
            Verdict::Repair { why, pieces } => self.repair(why, &pieces, executor),
            Verdict::Sort(why) => Choice::Sorted { why },
        };
        if matches!(choice, Choice::Sorted { .. }) {
            self.sort(positions, frame, executor);
        }
        Ok(self.kept(choice))
    }

    /// Sorts pieces; if that does not help enough, all has to be sorted.
    fn repair(&mut self, why: SortReason, pieces: &[usize], executor: &Executor) -> Choice {
        let sizes = self.tree.repair(pieces, executor);
        let of = sizes.len();
        if self.policy.is_repaired(pieces, sizes) {
            Choice::Repaired { why, pieces: pieces.len(), of }
        } else {
            Choice::Sorted { why }
        }
    }

    /// Every pair of faces that meet elsewhere than in common vertices and edges.
    #[must_use]
    pub fn self_contacts(&self, executor: &Executor) -> SelfContacts {
        self.self_contacts_skipping(Skip::default(), executor).0
    }

    /// The same pairs, and what was skipped to find them.
    #[must_use]
    pub fn self_contacts_skipping(&self, skip: Skip, executor: &Executor) -> (SelfContacts, Skipped) {
        let (found, skipped) = self.find_self((Wanted::All, skip), executor);
        // What patches spare says nothing about the order of the tree.
        if skip == Skip::Nothing {
            self.policy.note(found.leaf_pairs);
        }
        let (meeting, overlapping) = (crew::sorted(found.meeting, executor), crew::sorted(found.overlapping, executor));
        (SelfContacts { meeting, overlapping, cost: found.cost, upkeep: self.upkeep }, skipped)
    }

    /// How many pairs of faces meet elsewhere than in common vertices and edges.
    #[must_use]
    pub fn count_self_contacts(&self, executor: &Executor) -> SelfCount {
        let (found, _) = self.find_self((Wanted::Count, Skip::default()), executor);
        self.policy.note(found.leaf_pairs);
        let [meeting, overlapping] = found.counts;
        SelfCount { meeting, overlapping, cost: found.cost, upkeep: self.upkeep }
    }

    /// Some pair of faces that meet elsewhere than in common vertices and edges: the same for any number of threads.
    #[must_use]
    pub fn first_self_contact(&self, executor: &Executor) -> Option<SelfContact> {
        let (found, _) = self.find_self((Wanted::First, Skip::default()), executor);
        let first = |words: &[u64]| words.iter().min().map(|word| crew::pair(*word));
        first(&found.meeting).map(SelfContact::Meeting).or(first(&found.overlapping).map(SelfContact::Overlapping))
    }

    /// Every pair of a face of this surface and a face of another that share a point.
    #[must_use]
    pub fn contacts(&self, other: &Self, executor: &Executor) -> Contacts {
        let (slack, both) = (self.slack().max(other.slack()), [&self.tree, &other.tree]);
        let judge = || ContactJudge::<false>::new(both, (Wanted::All, slack));
        let found = Found::joined(crew::search::<false, _>(both.map(Sight::of), judge, executor));
        Contacts { meeting: crew::sorted(found.meeting, executor), cost: found.cost }
    }

    /// Every pair of faces without a common vertex that are within a length of each other, which may be zero.
    ///
    /// # Errors
    /// A length that is negative, infinite or not a number.
    pub fn self_proximity(&self, length: f64, executor: &Executor) -> Result<Proximity, NotALength> {
        let (limit, both) = (self.limit(length)?, [&self.tree; 2]);
        // Boxes that grow by half of it each overlap if they are within it.
        let boxes = Boxes::grown(&self.tree, 0.5 * length);
        let judge = || ProximityJudge::<true>::new(both, limit);
        let sights = [Sight::by(&self.tree, &boxes); 2];
        Ok(Proximity::joined(crew::search::<true, _>(sights, judge, executor)))
    }

    /// Every pair of a face of this surface and a face of another that are within a length of each other, which may be zero.
    ///
    /// # Errors
    /// A length that is negative, infinite or not a number.
    pub fn proximity(&self, other: &Self, length: f64, executor: &Executor) -> Result<Proximity, NotALength> {
        let (mut limit, both) = (self.limit(length)?, [&self.tree, &other.tree]);
        limit.slack = limit.slack.max(other.slack());
        let boxes = Boxes::grown(&self.tree, length);
        let judge = || ProximityJudge::<false>::new(both, limit);
        let sights = [Sight::by(&self.tree, &boxes), Sight::of(&other.tree)];
        Ok(Proximity::joined(crew::search::<false, _>(sights, judge, executor)))
    }

    /// The surface on its way from where it is to other positions of its vertices, in their order; it does not go there.
    ///
    /// # Errors
    /// Positions that are not finite or outside the exact range, too many or too few.
    pub fn step_to(&self, positions: &[DVec3], executor: &Executor) -> Result<Step<'_>, UpdateError> {
        self.check(positions)?;
        let slack = self.slack().max(slack_of(&Aabb::of_points(positions)));
        let owners = self.owners.get_or_init(|| Owners::new(positions.len(), &self.faces));
        Ok(Step::new(&self.tree, owners, (positions, slack), executor))
    }

    /// Whether there are as many positions as vertices, and all can be taken.
    fn check(&self, positions: &[DVec3]) -> Result<(), UpdateError> {
        let expected = self.tree.points.len();
        if positions.len() != expected {
            return Err(UpdateError::Count { expected, found: positions.len() });
        }
        let Some((vertex, p)) = refused(positions) else { return Ok(()) };
        let vertex = VertexId(vertex as u32);
        Err(if p.is_finite() { UpdateError::OutOfRange(vertex) } else { UpdateError::NotFinite(vertex) })
    }

    fn limit(&self, length: f64) -> Result<Limit, NotALength> {
        if !(length >= 0.0 && length.is_finite()) {
            return Err(NotALength(length));
        }
        Ok(Limit { length, slack: self.slack().max(eight::slack(length)) })
    }

    fn find_self(&self, (wanted, skip): (Wanted, Skip), executor: &Executor) -> (Found, Skipped) {
        let (slack, both) = (self.slack(), [&self.tree; 2]);
        let judge = || ContactJudge::<true>::new(both, (wanted, slack));
        let patches = (skip == Skip::Patches)
            .then(|| self.patches.get_or_init(|| Patches::new(self.tree.points.len(), &self.faces)));
        let marks = patches.map(|patches| Marks::new(patches, (&self.tree, slack), executor));
        let sight = Sight { marks: marks.as_ref(), ..Sight::of(&self.tree) };
        let found = Found::joined(crew::search::<true, _>([sight; 2], judge, executor));
        let [face_pairs, leaf_pairs, node_pairs] = found.skipped;
        let (patches, (proved, faces)) =
            (patches.map_or(0, Patches::len), marks.map_or((0, 0), |m| (m.certain, m.faces)));
        (found, Skipped { patches, proved, faces, face_pairs, leaf_pairs, node_pairs })
    }

    /// What error bounds have to hold on top, for coordinates as large as these.
    fn slack(&self) -> f64 {
        slack_of(&self.bounds)
    }

    /// Notes and tells what was done to keep the tree up.
    pub(super) fn kept(&mut self, choice: Choice) -> Upkeep {
        self.upkeep = Upkeep { choice, quality: self.policy.quality };
        self.upkeep
    }

    pub(super) fn fitting_frame(&self) -> F32Frame {
        F32Frame::around(1, |_| &self.bounds)
    }

    pub(super) fn sort(&mut self, positions: &[DVec3], frame: F32Frame, executor: &Executor) {
        self.tree.sort(positions, &self.faces, frame, executor);
        let sizes = self.tree.refit(positions, executor);
        self.policy.restart(sizes);
    }
}

fn slack_of(bounds: &Aabb) -> f64 {
    eight::slack(bounds.min.abs().max(bounds.max.abs()).max_element())
}

/// The first position that cannot be taken.
fn refused(positions: &[DVec3]) -> Option<(usize, DVec3)> {
    let is_good = |p: &DVec3| in_exact_range(p.x) & in_exact_range(p.y) & in_exact_range(p.z);
    positions.iter().copied().enumerate().find(|(_, p)| !is_good(p))
}
