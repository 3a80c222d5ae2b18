//! A polyhedron that moves about another: algorithm 3 of Jiménez, Segura and Feito (2004) in space, by certified distances.
//!
//! The mover B lies in a ball. Faces of A whose extended influence volume, of the ball's radius, does not hold its middle cannot meet B; the
//! others, whose bit is set, are compared with B. Either way a face is known to be some length apart, and is not looked at again
//! before B has travelled so far: a step costs what faces it comes near to, not what faces there are. Where no two faces share a point,
//! the relation stands as long as none can have been met on the way; else points decide it: the middle of the ball where no bit is set.
//! Answers are those of [`impinge::pair`], whatever was asked before. `docs/notes/coverings.md` has the proofs and what it costs.

use super::distance_bounds::DistanceBounds;
use super::face_comparison::{ComparisonBuffers, FaceComparison, MoverGoal};
use super::influence_volumes::InfluenceVolumes;
use super::mover_placement::MoverPlacement;
use super::moving_history::MovingSolidHistory;
use super::proposed_pairs;
use impinge::bound::Sphere;
use impinge::feature::{FaceId, Feature};
use impinge::math::{DVec3, LARGEST_COORDINATE, Pose, SMALLEST_COORDINATE};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact, Contacts, Location, Relation, Request};

/// Bounds are renewed this many steps before they are used up, so that most steps prove that nothing was met on the way.
const STEPS_AHEAD: f64 = 1.5;

/// A step longer than this part of the ball's radius is a jump: it says nothing of the next.
const JUMP: f64 = 0.25;

/// A polyhedron that moves about another, with what was known at the last step.
///
/// Several may move about one mesh, which keeps the influence volumes of its faces for all of them.
///
/// ```
/// # use impinge::{math::{DVec3, Pose}, mesh::Mesh, pair::Relation};
/// # use impinge_classics::covering::MovingSolid;
/// let (room, table) = (Mesh::cuboid([-4.0; 3], [4.0; 3])?, Mesh::icosphere(1.0, 2)?);
/// let mut moving = MovingSolid::new(&room, &table);
/// for step in 0..100 {
///     let a_from_b = Pose::from_translation(DVec3::new(0.01 * f64::from(step), 0.0, 0.0))?;
///     assert_eq!(moving.relate(&a_from_b), Relation::BInsideA);
/// }
/// assert!(moving.history().by_motion > 80);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MovingSolid<'a> {
    volumes: [InfluenceVolumes<'a>; 2],
    ball: Sphere,
    clearance: f64,
    /// The least extent of a part of A: what fits into no smaller ball.
    smallest_part: f64,
    bounds: DistanceBounds,
    placement: Option<MoverPlacement>,
    /// How the bodies relate, if no two faces share a point.
    apart: Option<Relation>,
    /// Two faces that the last answer rested on.
    witness: Option<[FaceId; 2]>,
    /// The last pose, and the pairs of faces found there.
    found_at: Pose,
    buffers: ComparisonBuffers,
    history: MovingSolidHistory,
}

impl<'a> MovingSolid<'a> {
    /// Mesh B, which moves about A; either may be a surface.
    #[must_use]
    pub fn new(a: &'a Mesh, b: &'a Mesh) -> Self {
        let volumes = [a, b].map(InfluenceVolumes::new);
        let parts = a.topology().component_extremes().iter();
        let extents = parts.map(|extremes| {
            let places = extremes.map(|vertex| a.vertex(vertex));
            impinge::bound::Aabb::of_points(&places).size().max_element()
        });
        Self {
            bounds: DistanceBounds::new(volumes[0].tree()),
            volumes,
            ball: Sphere::of_points(b.vertices()),
            clearance: 0.0,
            smallest_part: extents.fold(f64::INFINITY, f64::min),
            placement: None,
            apart: None,
            witness: None,
            found_at: Pose::IDENTITY,
            buffers: ComparisonBuffers::default(),
            history: MovingSolidHistory::default(),
        }
    }

    /// The same with a distance that [`MovingSolid::within`] asks for: influence volumes are as much longer there.
    #[must_use]
    pub fn with_clearance(mut self, clearance: f64) -> Self {
        self.clearance = clearance;
        self
    }

    /// How A and B relate at a pose: what [`impinge::pair::relate`] says.
    pub fn relate(&mut self, a_from_b: &Pose) -> Relation {
        let Some(step) = self.step(a_from_b, MoverGoal::Contacts) else {
            let request = Request { contacts: Contacts::List, ..Request::default() };
            let report = pair::relate(self.a(), self.b(), a_from_b, &request);
            self.buffers.found.extend(report.contacts.iter().map(|contact| contact.faces));
            return report.relation;
        };
        if self.buffers.found.is_empty() {
            return self.relation_apart(&step);
        }
        self.apart = None;
        self.history.classified += 1;
        proposed_pairs::relation_of([self.a(), self.b()], a_from_b, &self.buffers.found)
    }

    /// Whether A and B share a point at a pose: what [`impinge::pair::intersects`] says; the first proof ends it.
    pub fn intersects(&mut self, a_from_b: &Pose) -> bool {
        let Some(step) = self.step(a_from_b, MoverGoal::FirstContact) else {
            return pair::intersects(self.a(), self.b(), a_from_b);
        };
        !self.buffers.found.is_empty() || self.relation_apart(&step) != Relation::Disjoint
    }

    /// Whether A and B are no farther apart than the clearance at a pose: what [`impinge::pair::within`] says.
    pub fn within(&mut self, a_from_b: &Pose) -> bool {
        // Longer than this, all is near; a number that is none is no distance.
        let goal = match self.clearance {
            clearance if (f64::MIN_POSITIVE..=LARGEST_COORDINATE).contains(&clearance) => MoverGoal::Within(clearance),
            _ => MoverGoal::FirstContact,
        };
        let clearance = self.clearance;
        let step = self.step(a_from_b, goal).filter(|_| (0.0..=LARGEST_COORDINATE).contains(&clearance));
        let Some(step) = step else {
            return pair::within(self.a(), self.b(), a_from_b, clearance);
        };
        !self.buffers.found.is_empty() || self.relation_apart(&step) != Relation::Disjoint
    }

    /// The faces of A and B that share a point, sorted, as the last [`MovingSolid::relate`] found them; after [`MovingSolid::intersects`] and
    /// [`MovingSolid::within`] at most the first pair found, which for the latter need not share a point.
    pub fn involved(&self) -> impl ExactSizeIterator<Item = [FaceId; 2]> {
        self.buffers.found.iter().copied()
    }

    /// What the faces involved share, in A's frame, sorted by faces: after [`MovingSolid::relate`] what [`impinge::pair::contacts`] says.
    #[must_use]
    pub fn contacts(&self) -> Vec<Contact> {
        proposed_pairs::contacts_of([self.a(), self.b()], &self.found_at, &self.buffers.found)
    }

    /// The faces, edges and vertices of A and of B on which points lie that the faces involved share, sorted.
    #[must_use]
    pub fn features(&self) -> [Vec<Feature>; 2] {
        let meshes = [self.a(), self.b()];
        let mut features = [Vec::new(), Vec::new()];
        for contact in self.contacts() {
            for corner in contact.intersection.corners() {
                for k in 0..2 {
                    let face = contact.faces[k];
                    features[k].push(corner.features[k].in_mesh(face, meshes[k].faces()[face.index()]));
                }
            }
        }
        features.each_mut().map(|of_body| {
            of_body.sort_unstable();
            of_body.dedup();
            std::mem::take(of_body)
        })
    }

    /// How many bits of the influence mask are set.
    #[must_use]
    pub fn candidates(&self) -> usize {
        self.bounds.candidates()
    }

    /// Work counters over all steps.
    #[must_use]
    pub fn history(&self) -> MovingSolidHistory {
        self.history
    }

    fn a(&self) -> &'a Mesh {
        self.volumes[0].mesh()
    }

    fn b(&self) -> &'a Mesh {
        self.volumes[1].mesh()
    }

    /// Moves B to a pose and finds the pairs of faces of the goal. `None` for an inverted pose, which the engine answers: there, the
    /// vertices of A are the ones that are rounded.
    fn step(&mut self, a_from_b: &Pose, goal: MoverGoal) -> Option<MoverPlacement> {
        self.history.steps += 1;
        self.found_at = *a_from_b;
        self.buffers.found.clear();
        if a_from_b.is_inverted() && !a_from_b.is_identity() {
            return None;
        }
        let a_from_b = if a_from_b.is_identity() { Pose::IDENTITY } else { *a_from_b };
        let placement = MoverPlacement::new([self.a(), self.b()], &self.ball, &a_from_b);
        let moved = self.placement.replace(placement).map_or(0.0, |last| placement.moved_since(&last, &self.ball));
        self.bounds.travel(moved);
        let unmet = self.bounds.apart() > placement.error;
        self.apart = self.apart.filter(|_| unmet);
        let ahead = if moved < JUMP * self.ball.radius { STEPS_AHEAD * moved } else { 0.0 };
        let near = goal.length() + ahead + placement.error;
        if self.bounds.apart() > near {
            self.history.by_motion += 1;
            return Some(placement);
        }
        let mut comparison = FaceComparison {
            volumes: self.volumes.each_ref(),
            placement: &placement,
            goal,
            near,
            buffers: &mut self.buffers,
            history: &mut self.history,
        };
        if goal != MoverGoal::Contacts
            && let Some(faces) = self.witness
            && comparison.pair_apart(faces, 0.0).1.is_break()
        {
            return Some(placement);
        }
        self.bounds.renew(near, &mut comparison);
        self.buffers.found.sort_unstable();
        self.witness = self.buffers.found.first().copied().or(self.witness);
        Some(placement)
    }

    /// How A and B relate, no two faces sharing a point.
    fn relation_apart(&mut self, placement: &MoverPlacement) -> Relation {
        self.history.relations_kept += u64::from(self.apart.is_some());
        let relation = self.apart.unwrap_or_else(|| {
            let by_points = self.relation_by_points(placement);
            *if by_points.is_some() { &mut self.history.by_points } else { &mut self.history.classified } += 1;
            by_points.unwrap_or_else(|| proposed_pairs::relation_of([self.a(), self.b()], &self.found_at, &[]))
        });
        self.apart = Some(relation);
        relation
    }

    /// The relation, no two faces sharing a point, by where the middle of the ball lies if the ball meets no face, or by where a vertex of every
    /// part of B lies if no part of A fits into the ball. `None` if neither is so.
    fn relation_by_points(&self, placement: &MoverPlacement) -> Option<Relation> {
        let (a, b) = (self.a(), self.b());
        if !self.volumes[0].hold(placement.centre, placement.radius) {
            // Any point of the ball will do, so what the predicates take for zero is zero.
            let flush = |x: f64| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x };
            let middle = DVec3::from_array(placement.centre.to_array().map(flush));
            let inside = pair::locate(a, middle)? == Location::Inside;
            return Some(if inside { Relation::BInsideA } else { Relation::Disjoint });
        }
        if self.smallest_part <= 2.0 * (placement.radius + placement.error) {
            return None;
        }
        let mut seen = [false; 2];
        for extremes in b.topology().component_extremes() {
            let location = pair::locate(a, placement.vertex(b, extremes[0]))?;
            seen[usize::from(location == Location::Inside)] = true;
        }
        match seen {
            [_, false] => Some(Relation::Disjoint),
            [false, true] => Some(Relation::BInsideA),
            [true, true] => Some(Relation::Crossing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use impinge::math::DQuat;
    use impinge::triangle_pair::{RoughDistance, TriangleRelation, relate};

    /// The distance of each face of A, in the order of its blocks, from B.
    fn distances(moving: &MovingSolid<'_>, a_from_b: &Pose) -> Vec<f64> {
        let (a, b) = (moving.a(), moving.b());
        let posed: Vec<_> = b.face_ids().map(|f| b.triangle(f).map(|p| a_from_b.transform_point(p))).collect();
        let tree = moving.volumes[0].tree();
        let faces = (0..a.faces().len().div_ceil(64)).flat_map(|block| tree.block(block).iter());
        faces
            .map(|face| {
                let s = a.triangle(*face);
                let apart = |t: &[DVec3; 3]| match relate(&s, t, &mut impinge::cost::Cost::default()) {
                    TriangleRelation::Disjoint => RoughDistance::new(&[s, *t]).closest_points().distance,
                    _ => 0.0,
                };
                posed.iter().map(apart).fold(f64::INFINITY, f64::min)
            })
            .collect()
    }

    #[test]
    fn bounds_that_are_kept_are_no_larger_than_distances() {
        let mut random = Random(9);
        let mut tight = 0;
        for (size, speed) in [(1.0, 0.02), (1.0, 0.3), (1e-70, 0.05), (1e70, 0.05)] {
            // Tilted, so that no gap is along an axis.
            let tilt = Pose::from_quaternion(DQuat::from_rotation_x(0.7) * DQuat::from_rotation_y(0.4), DVec3::ZERO);
            let tilt = tilt.unwrap();
            let scaled = |mesh: Mesh, by: f64| {
                let vertices = mesh.vertices().iter().map(|v| tilt.transform_point(*v) * (by * size)).collect();
                Mesh::try_new(vertices, mesh.faces().to_vec()).unwrap()
            };
            let (a, b) = (
                scaled(Mesh::icosphere(1.0, 2).unwrap(), 1.0),
                scaled(Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap(), 0.2),
            );
            let mut moving = MovingSolid::new(&a, &b);
            let (mut place, mut turn) = (DVec3::X * 1.6, DQuat::IDENTITY);
            for step in 0..60 {
                place += (random.vector() - place * 0.2) * speed;
                turn = (DQuat::from_scaled_axis(random.vector() * speed) * turn).normalize();
                let pose = Pose::from_quaternion(turn, place * size).unwrap();
                if step % 3 == 0 {
                    moving.relate(&pose);
                } else {
                    moving.intersects(&pose);
                }
                let distances = distances(&moving, &pose);
                for (faces, bound) in moving.bounds.certified() {
                    let of_faces = &distances[faces.start.min(distances.len())..faces.end.min(distances.len())];
                    let least = of_faces.iter().copied().fold(f64::INFINITY, f64::min);
                    assert!(bound <= least, "step {step}, faces {faces:?}: {bound} is kept, {least} is true");
                    tight += usize::from(bound > 0.7 * least && least > 0.0 && bound.is_finite());
                }
            }
        }
        assert!(tight > 500, "{tight}");
    }
}
