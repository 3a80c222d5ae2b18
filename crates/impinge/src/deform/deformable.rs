//! A surface of triangles whose vertices move at every step.

use crate::bound::Aabb;
use crate::deform::continuous::representative_triangles::FeatureOwners;
use crate::deform::continuous::surface_step::SurfaceStep;
use crate::deform::dvec3x8;
use crate::deform::patches::certified_patches::CertifiedPatches;
use crate::deform::patches::disc_patches::DiscPatches;
use crate::deform::search::contact_report::{
    PatchSkip, PatchSkipReport, SelfContact, SelfContactCount, SelfContacts, SurfaceContacts,
};
use crate::deform::search::contact_test::ContactTest;
use crate::deform::search::leaf_bounds::{LeafBounds, SlotBoxes};
use crate::deform::search::matches::{ContactMatches, SearchGoal};
use crate::deform::search::parallel_search;
use crate::deform::search::proximity::{NotALength, ProximityReport, ProximityTest};
use crate::deform::search::triangle_distance_x8::LengthLimit;
use crate::deform::tree::face_tree::FaceTree;
use crate::deform::tree::upkeep_policy::{SortReason, Upkeep, UpkeepAction, UpkeepDecision, UpkeepMode, UpkeepPolicy};
use crate::executor::Executor;
use crate::feature::VertexId;
use crate::lane_tree::F32Frame;
use crate::math::{DVec3, in_exact_range};
use crate::mesh::{Mesh, MeshError};
use std::sync::OnceLock;

/// A surface of triangles, open or closed, clean or not, with new positions of its vertices at every step.
///
/// Faces that name the same vertex are neighbours; vertices at the same place with different numbers are different, and faces
/// that meet there are reported as meeting, unless they are welded: see [`Deformable::from_welded_mesh`]. Faces without area meet
/// nothing.
#[derive(Debug)]
pub struct Deformable {
    pub(crate) faces: Vec<[u32; 3]>,
    pub(crate) bounds: Aabb,
    pub(crate) tree: FaceTree,
    policy: UpkeepPolicy,
    upkeep: Upkeep,
    /// Made on first use, for the faces alone.
    pub(crate) owners: OnceLock<FeatureOwners>,
    /// Made on first use, for the faces alone.
    pub(crate) patches: OnceLock<DiscPatches>,
}

/// Why new positions were refused; the surface is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
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
    pub fn try_new(positions: &[DVec3], faces: Vec<[u32; 3]>, executor: &Executor) -> Result<Self, MeshError> {
        crate::mesh::check(positions, &faces)?;
        Ok(Self::from_parts(positions, faces, executor))
    }

    /// The surface of a mesh.
    #[must_use]
    pub fn from_mesh(mesh: &Mesh, executor: &Executor) -> Self {
        Self::from_parts(mesh.vertices(), mesh.faces().to_vec(), executor)
    }

    /// The surface of a mesh, vertices at the same place being one, as in [`crate::pair::self_contacts`]: the one of the lowest number, where that
    /// goes. Positions of the others have to be given, and are not looked at.
    #[must_use]
    pub fn from_welded_mesh(mesh: &Mesh, executor: &Executor) -> Self {
        let topology = mesh.topology();
        let faces = mesh.faces().iter().map(|face| face.map(|corner| topology.welded(VertexId(corner)).0)).collect();
        Self::from_parts(mesh.vertices(), faces, executor)
    }

    pub(crate) fn from_parts(positions: &[DVec3], faces: Vec<[u32; 3]>, executor: &Executor) -> Self {
        let (tree, policy, upkeep) = (FaceTree::default(), UpkeepPolicy::default(), Upkeep::default());
        let (owners, patches) = (OnceLock::new(), OnceLock::new());
        let mut surface = Self { faces, bounds: Aabb::of_points(positions), tree, policy, upkeep, owners, patches };
        let frame = surface.fitting_frame();
        surface.sort(positions, frame, executor);
        surface.record_upkeep(UpkeepAction::Sorted { why: SortReason::First });
        surface
    }

    /// The faces, as they were given, or as the last [edit](Self::edit) left them.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// The position of a vertex; `None` if the id is unknown.
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
        self.update_with(positions, UpkeepMode::Policy, executor)
    }

    /// As [`update`](Self::update), the tree being kept up as it is asked for here.
    ///
    /// # Errors
    /// As for [`update`](Self::update).
    pub fn update_with(
        &mut self,
        positions: &[DVec3],
        mode: UpkeepMode,
        executor: &Executor,
    ) -> Result<Upkeep, UpdateError> {
        self.check(positions)?;
        self.bounds = Aabb::of_points(positions);
        let frame = self.fitting_frame();
        let mut decision = self.policy.by_searches(self.tree.frame.is_stale(&frame), mode);
        if !matches!(decision, UpkeepDecision::Sort(_)) {
            let sizes = self.tree.refit(positions, executor);
            decision = self.policy.by_sizes(sizes, mode, decision);
        }
        let choice = match decision {
            UpkeepDecision::Keep => UpkeepAction::Refit,
            UpkeepDecision::Repair { why, pieces } => self.repair(why, &pieces, executor),
            UpkeepDecision::Sort(why) => UpkeepAction::Sorted { why },
        };
        if matches!(choice, UpkeepAction::Sorted { .. }) {
            self.sort(positions, frame, executor);
        }
        Ok(self.record_upkeep(choice))
    }

    /// Sorts pieces; if that does not help enough, all has to be sorted.
    fn repair(&mut self, why: SortReason, pieces: &[usize], executor: &Executor) -> UpkeepAction {
        let sizes = self.tree.repair(pieces, executor);
        let of = sizes.len();
        if self.policy.is_repaired(pieces, sizes) {
            UpkeepAction::Repaired { why, pieces: pieces.len(), of }
        } else {
            UpkeepAction::Sorted { why }
        }
    }

    /// Every pair of faces that meet elsewhere than in common vertices and edges.
    #[must_use]
    pub fn self_contacts(&self, executor: &Executor) -> SelfContacts {
        self.self_contacts_skipping(PatchSkip::default(), executor).0
    }

    /// The same pairs, and what was skipped to find them.
    #[must_use]
    pub fn self_contacts_skipping(&self, skip: PatchSkip, executor: &Executor) -> (SelfContacts, PatchSkipReport) {
        let (found, skipped) = self.find_self(SearchGoal::All, skip, executor);
        // What patches spare says nothing about the order of the tree.
        if skip == PatchSkip::Nothing {
            self.policy.note(found.leaf_pairs);
        }
        let (meeting, overlapping) =
            (parallel_search::sorted(found.meeting, executor), parallel_search::sorted(found.overlapping, executor));
        (SelfContacts { meeting, overlapping, cost: found.cost, upkeep: self.upkeep }, skipped)
    }

    /// How many pairs of faces meet elsewhere than in common vertices and edges.
    #[must_use]
    pub fn count_self_contacts(&self, executor: &Executor) -> SelfContactCount {
        let (found, _) = self.find_self(SearchGoal::Count, PatchSkip::default(), executor);
        self.policy.note(found.leaf_pairs);
        let [meeting, overlapping] = found.counts;
        SelfContactCount { meeting, overlapping, cost: found.cost, upkeep: self.upkeep }
    }

    /// Some pair of faces that meet elsewhere than in common vertices and edges: the same for any number of threads.
    #[must_use]
    pub fn first_self_contact(&self, executor: &Executor) -> Option<SelfContact> {
        let (found, _) = self.find_self(SearchGoal::First, PatchSkip::default(), executor);
        let first = |words: &[u64]| words.iter().min().map(|word| parallel_search::pair(*word));
        first(&found.meeting).map(SelfContact::Meeting).or(first(&found.overlapping).map(SelfContact::Overlapping))
    }

    /// Every pair of a face of this surface and a face of another that share a point.
    #[must_use]
    pub fn contacts(&self, other: &Self, executor: &Executor) -> SurfaceContacts {
        let (slack, both) = (self.slack().max(other.slack()), [&self.tree, &other.tree]);
        let test = || ContactTest::new(false, both, SearchGoal::All, slack);
        let found =
            ContactMatches::joined(parallel_search::search(false, both.map(LeafBounds::from_tree), test, executor));
        SurfaceContacts { meeting: parallel_search::sorted(found.meeting, executor), cost: found.cost }
    }

    /// Every pair of faces without a common vertex that are within a length of each other, which may be zero.
    ///
    /// # Errors
    /// A length that is negative, infinite or not a number.
    pub fn self_proximity(&self, length: f64, executor: &Executor) -> Result<ProximityReport, NotALength> {
        let (limit, both) = (self.limit(length)?, [&self.tree; 2]);
        // Boxes that grow by half of it each overlap if they are within it.
        let boxes = SlotBoxes::grown(&self.tree, 0.5 * length);
        let test = || ProximityTest::new(true, both, limit);
        let bounds = [LeafBounds::with_boxes(&self.tree, &boxes); 2];
        Ok(ProximityReport::joined(parallel_search::search(true, bounds, test, executor)))
    }

    /// Every pair of a face of this surface and a face of another that are within a length of each other, which may be zero.
    ///
    /// # Errors
    /// A length that is negative, infinite or not a number.
    pub fn proximity(&self, other: &Self, length: f64, executor: &Executor) -> Result<ProximityReport, NotALength> {
        let (mut limit, both) = (self.limit(length)?, [&self.tree, &other.tree]);
        limit.slack = limit.slack.max(other.slack());
        let boxes = SlotBoxes::grown(&self.tree, length);
        let test = || ProximityTest::new(false, both, limit);
        let bounds = [LeafBounds::with_boxes(&self.tree, &boxes), LeafBounds::from_tree(&other.tree)];
        Ok(ProximityReport::joined(parallel_search::search(false, bounds, test, executor)))
    }

    /// The surface on its way from where it is to other positions of its vertices, in their order; it does not go there.
    ///
    /// # Errors
    /// Positions that are not finite or outside the exact range, too many or too few.
    pub fn step_to(&self, positions: &[DVec3], executor: &Executor) -> Result<SurfaceStep<'_>, UpdateError> {
        self.check(positions)?;
        let slack = self.slack().max(slack_of(&Aabb::of_points(positions)));
        let owners = self.owners.get_or_init(|| FeatureOwners::new(positions.len(), &self.faces));
        Ok(SurfaceStep::new(&self.tree, owners, positions, slack, executor))
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

    fn limit(&self, length: f64) -> Result<LengthLimit, NotALength> {
        if !(length >= 0.0 && length.is_finite()) {
            return Err(NotALength(length));
        }
        Ok(LengthLimit { length, slack: self.slack().max(dvec3x8::slack(length)) })
    }

    fn find_self(&self, goal: SearchGoal, skip: PatchSkip, executor: &Executor) -> (ContactMatches, PatchSkipReport) {
        let (slack, both) = (self.slack(), [&self.tree; 2]);
        let test = || ContactTest::new(true, both, goal, slack);
        let patches = (skip == PatchSkip::Patches)
            .then(|| self.patches.get_or_init(|| DiscPatches::new(self.tree.points.len(), &self.faces)));
        let certified = patches.map(|patches| CertifiedPatches::new(patches, &self.tree, slack, executor));
        let bounds = LeafBounds { certified: certified.as_ref(), ..LeafBounds::from_tree(&self.tree) };
        let found = ContactMatches::joined(parallel_search::search(true, [bounds; 2], test, executor));
        let [face_pairs, leaf_pairs, node_pairs] = found.skipped;
        let (patches, (proved, faces)) =
            (patches.map_or(0, DiscPatches::len), certified.map_or((0, 0), |m| (m.certain, m.faces)));
        (found, PatchSkipReport { patches, proved, faces, face_pairs, leaf_pairs, node_pairs })
    }

    /// What error bounds have to hold on top, for coordinates as large as these.
    fn slack(&self) -> f64 {
        slack_of(&self.bounds)
    }

    /// Records and returns what was done to keep the tree up.
    pub(crate) fn record_upkeep(&mut self, choice: UpkeepAction) -> Upkeep {
        self.upkeep = Upkeep { choice, quality: self.policy.quality };
        self.upkeep
    }

    pub(crate) fn fitting_frame(&self) -> F32Frame {
        F32Frame::around(1, |_| &self.bounds)
    }

    pub(crate) fn sort(&mut self, positions: &[DVec3], frame: F32Frame, executor: &Executor) {
        self.tree.sort(positions, &self.faces, frame, executor);
        let sizes = self.tree.refit(positions, executor);
        self.policy.restart(sizes);
    }
}

fn slack_of(bounds: &Aabb) -> f64 {
    dvec3x8::slack(bounds.min.abs().max(bounds.max.abs()).max_element())
}

/// The first position that cannot be taken.
fn refused(positions: &[DVec3]) -> Option<(usize, DVec3)> {
    let is_good = |p: &DVec3| in_exact_range(p.x) & in_exact_range(p.y) & in_exact_range(p.z);
    positions.iter().copied().enumerate().find(|(_, p)| !is_good(p))
}
