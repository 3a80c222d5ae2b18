//! A surface of triangles whose vertices move at every step.

use super::face_tree::FaceTree;
use super::found::{Found, Wanted};
use super::report::{Contacts, SelfContact, SelfContacts, SelfCount};
use super::upkeep::{Choice, Policy, SortReason, Upkeep, Verdict};
use super::{crew, eight};
use crate::bound::Aabb;
use crate::broad::Frame;
use crate::executor::Executor;
use crate::feature::VertexId;
use crate::math::{DVec3, in_exact_range};
use crate::mesh::{Mesh, Refusal};

/// A surface of triangles, open or closed, clean or not, with new positions of its vertices at every step.
///
/// Faces that name the same vertex are neighbours; vertices at the same place with different numbers are different, and faces
/// that meet there are told as meeting. A mesh with such vertices should be welded first: see [`Mesh::from_triangles`]. Faces
/// without area meet nothing.
#[derive(Debug)]
pub struct Deformable {
    pub(super) faces: Vec<[u32; 3]>,
    pub(super) bounds: Aabb,
    pub(super) tree: FaceTree,
    policy: Policy,
    upkeep: Upkeep,
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

    fn of_parts(positions: &[DVec3], faces: Vec<[u32; 3]>, executor: &Executor) -> Self {
        let (tree, policy, upkeep) = (FaceTree::default(), Policy::default(), Upkeep::default());
        let mut surface = Self { faces, bounds: Aabb::of_points(positions), tree, policy, upkeep };
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
        let expected = self.tree.points.len();
        if positions.len() != expected {
            return Err(UpdateError::Count { expected, found: positions.len() });
        }
        if let Some((vertex, p)) = refused(positions) {
            let vertex = VertexId(vertex as u32);
            return Err(if p.is_finite() { UpdateError::OutOfRange(vertex) } else { UpdateError::NotFinite(vertex) });
        }
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
        let found = self.search_self(Wanted::All, executor);
        SelfContacts {
            meeting: crew::sorted(found.meeting),
            overlapping: crew::sorted(found.overlapping),
            cost: found.cost,
            upkeep: self.upkeep,
        }
    }

    /// How many pairs of faces meet elsewhere than in common vertices and edges.
    #[must_use]
    pub fn count_self_contacts(&self, executor: &Executor) -> SelfCount {
        let found = self.search_self(Wanted::Count, executor);
        let [meeting, overlapping] = found.counts;
        SelfCount { meeting, overlapping, cost: found.cost, upkeep: self.upkeep }
    }

    /// Some pair of faces that meet elsewhere than in common vertices and edges: the same for any number of threads.
    #[must_use]
    pub fn first_self_contact(&self, executor: &Executor) -> Option<SelfContact> {
        let found = crew::search::<true>([&self.tree; 2], (Wanted::First, self.slack()), executor);
        let first = |words: &[u64]| words.iter().min().map(|word| crew::pair(*word));
        first(&found.meeting).map(SelfContact::Meeting).or(first(&found.overlapping).map(SelfContact::Overlapping))
    }

    /// Every pair of a face of this surface and a face of another that share a point.
    #[must_use]
    pub fn contacts(&self, other: &Self, executor: &Executor) -> Contacts {
        let slack = self.slack().max(other.slack());
        let found = crew::search::<false>([&self.tree, &other.tree], (Wanted::All, slack), executor);
        Contacts { meeting: crew::sorted(found.meeting), cost: found.cost }
    }

    fn search_self(&self, wanted: Wanted, executor: &Executor) -> Found {
        let found = crew::search::<true>([&self.tree; 2], (wanted, self.slack()), executor);
        self.policy.note(found.leaf_pairs);
        found
    }

    /// What error bounds have to hold on top, for coordinates as large as these.
    fn slack(&self) -> f64 {
        eight::slack(self.bounds.min.abs().max(self.bounds.max.abs()).max_element())
    }

    /// Notes and tells what was done to keep the tree up.
    pub(super) fn kept(&mut self, choice: Choice) -> Upkeep {
        self.upkeep = Upkeep { choice, quality: self.policy.quality };
        self.upkeep
    }

    pub(super) fn fitting_frame(&self) -> Frame {
        Frame::around(1, |_| &self.bounds)
    }

    pub(super) fn sort(&mut self, positions: &[DVec3], frame: Frame, executor: &Executor) {
        self.tree.sort(positions, &self.faces, frame, executor);
        let sizes = self.tree.refit(positions, executor);
        self.policy.restart(sizes);
    }
}

/// The first position that cannot be taken.
fn refused(positions: &[DVec3]) -> Option<(usize, DVec3)> {
    let is_good = |p: &DVec3| in_exact_range(p.x) & in_exact_range(p.y) & in_exact_range(p.z);
    positions.iter().copied().enumerate().find(|(_, p)| !is_good(p))
}
