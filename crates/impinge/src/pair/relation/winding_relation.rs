//! Whether one of two bodies is inside the other where the outer one has openings: by winding numbers.
//!
//! To exact queries an open mesh is a surface without an inside, so a part that it has swallowed is disjoint from it. Here a nearly closed mesh has an inside, with the
//! limits that [`crate::mesh::Closedness`] states. What is in a vessel, such as a box without one of its sides, is undecided. Cost: at most a few winding numbers for each component that reaches into the other's box.

use crate::bounded::{Bounded, Certainty};
use crate::feature::VertexId;
use crate::math::Pose;
use crate::mesh::{Membership, Mesh};
use crate::pair::pair_query_types::{Method, Relation};
use crate::pair::posed_pair::{PosedMesh, PosedPair};

/// Vertices of a component that are asked for, beside the extreme ones, where those are undecided.
const MORE_VERTICES: usize = 32;

/// How two bodies relate whose faces do not cross, the inside of a nearly closed one being where its winding number is above one half.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WindingRelation {
    /// `AInsideB` or `BInsideA`; `Crossing` if only some components of a body are inside the other; `Disjoint` if none is.
    pub relation: Relation,
    /// `WithinBound`, or `Undecided` if a component of one body seems to be partly inside the other, through an opening.
    pub certainty: Certainty,
    /// The width of the largest opening of the outer body (a length); of the wider one if that may be either.
    pub opening: f64,
    /// Of the winding numbers that were asked for, the one nearest to one half in magnitude.
    pub winding: Bounded,
}

/// What the vertices of a body say about it and the other.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    inside: usize,
    undecided: usize,
    /// The winding number nearest to one half.
    weakest: Option<Bounded>,
}

/// How A and B relate by winding numbers, if one of them is nearly closed and may contain a component of the other; undecided if one has no inside, but stands around a component of the
/// other like a box without one of its sides; `None` otherwise.
///
/// Ask only about bodies whose faces do not cross: [`crate::pair::relate`] says `Disjoint` or `Touching`. Gives the same for swapped arguments, flipped.
#[must_use]
pub fn relate_by_winding(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Option<WindingRelation> {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    if posed.are_far_apart() {
        return None;
    }
    let bodies = posed.bodies();
    let found =
        [0, 1].map(|inner| inside(&bodies[inner], &bodies[1 - inner], [Relation::AInsideB, Relation::BInsideA][inner]));
    let strength = |found: &WindingRelation| match (found.relation, found.certainty) {
        (Relation::Disjoint, Certainty::WithinBound) => 0,
        (Relation::Disjoint, _) => 1,
        (Relation::Crossing, _) => 2,
        _ => 3,
    };
    let found = match found {
        [Some(p), Some(q)] if strength(&p) == strength(&q) => {
            // Each in the other is no order of solids: openings are too wide.
            let certainty = if strength(&p) > 1 { Certainty::Undecided } else { p.certainty };
            let relation = if strength(&p) > 1 { Relation::Disjoint } else { p.relation };
            WindingRelation { relation, certainty, opening: p.opening.max(q.opening), ..p }
        }
        [Some(p), Some(q)] => {
            if strength(&p) > strength(&q) {
                p
            } else {
                q
            }
        }
        [p, q] => p.or(q)?,
    };
    Some(WindingRelation { relation: posed.relation_as_asked(found.relation), ..found })
}

/// The relation by the components of one body that reach into the box of the other, which is nearly closed or a vessel, and what it is if all are inside; `None` if there are
/// no such components, or the other is neither, or a vessel that stands around none of them. Components that reach out of the box are not inside: undecided if they reach in through an opening.
fn inside(own: &PosedMesh<'_>, outer: &PosedMesh<'_>, all: Relation) -> Option<WindingRelation> {
    if outer.mesh.is_closed() {
        return None;
    }
    let bounds = outer.bounds();
    let components = own.mesh.topology().component_extremes();
    let beyond = |k: &usize| components[*k].iter().filter(|v| own.is_certainly_beyond(**v, &bounds)).count();
    let (within, reaching): (Vec<usize>, Vec<usize>) =
        (0..components.len()).filter(|k| beyond(k) < components[*k].len()).partition(|k| beyond(k) == 0);
    if within.is_empty() && reaching.is_empty() {
        return None;
    }
    let vessel = outer.mesh.vessel_opening();
    if within.is_empty() && vessel.is_some() {
        return None;
    }
    let opening = vessel.or_else(|| outer.mesh.closedness().opening())?;
    let mut tally = Tally::default();
    within.iter().for_each(|k| tally.add(own, outer, *k));
    if vessel.is_none() {
        reaching.iter().for_each(|k| tally.add_reaching(own, outer, *k));
        if within.is_empty() && tally.undecided == 0 {
            return None;
        }
    }
    let (relation, certainty) = match tally {
        Tally { inside: 0, .. } if vessel.is_some() => return None,
        _ if vessel.is_some() => (Relation::Disjoint, Certainty::Undecided),
        Tally { inside, .. } if inside == components.len() => (all, Certainty::WithinBound),
        Tally { inside: 1.., .. } => (Relation::Crossing, Certainty::WithinBound),
        Tally { undecided: 0, .. } => (Relation::Disjoint, Certainty::WithinBound),
        _ => (Relation::Disjoint, Certainty::Undecided),
    };
    Some(WindingRelation { relation, certainty, opening, winding: tally.weakest.unwrap_or_default() })
}

impl Tally {
    /// Asks vertices of one component: it is inside if all of those that are decided are.
    fn add(&mut self, own: &PosedMesh<'_>, outer: &PosedMesh<'_>, component: usize) {
        let mut extremes = own.mesh.topology().component_extremes()[component].to_vec();
        extremes.sort_unstable();
        extremes.dedup();
        let mut answers: Vec<Membership> = extremes.into_iter().map(|v| self.ask(own, outer, v)).collect();
        if answers.iter().all(|answer| *answer == Membership::Undecided) {
            // All of them lie on faces of the other: some more vertices, until one is decided.
            let faces = own.mesh.face_ids().filter(|face| own.mesh.topology().component(*face) == component);
            let more = faces.map(|face| VertexId(own.mesh.faces()[face.index()][0])).take(MORE_VERTICES);
            answers.extend(more.map(|v| self.ask(own, outer, v)).find(|answer| *answer != Membership::Undecided));
        }
        match [Membership::Inside, Membership::Outside].map(|answer| answers.contains(&answer)) {
            [true, false] => self.inside += 1,
            [false, true] => {}
            _ => self.undecided += 1,
        }
    }

    /// Asks the extreme vertices in the box of the other, of a component that reaches out of it: with one of them inside, it goes through an opening.
    fn add_reaching(&mut self, own: &PosedMesh<'_>, outer: &PosedMesh<'_>, component: usize) {
        let bounds = outer.bounds();
        let mut extremes = own.mesh.topology().component_extremes()[component].to_vec();
        extremes.retain(|v| !own.is_certainly_beyond(*v, &bounds));
        extremes.sort_unstable();
        extremes.dedup();
        let is_through = extremes.into_iter().any(|v| self.ask(own, outer, v) == Membership::Inside);
        self.undecided += usize::from(is_through);
    }

    fn ask(&mut self, own: &PosedMesh<'_>, outer: &PosedMesh<'_>, vertex: VertexId) -> Membership {
        let winding = outer.mesh.winding_number(outer.point_in_mesh(own.vertex(vertex)));
        let margin = |winding: &Bounded| (winding.value.abs() - 0.5).abs();
        if self.weakest.is_none_or(|weakest| margin(&winding) < margin(&weakest)) {
            self.weakest = Some(winding);
        }
        Membership::from_winding_number(winding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;

    /// A box whose last side is missing but for a lid a gap above it.
    fn open_box(half: f64, gap: f64) -> Mesh {
        let cube = Mesh::cuboid([-half; 3], [half; 3]).unwrap();
        let is_top = |t: &[DVec3; 3]| t.iter().all(|p| p.z == half);
        let lifted = |t: [DVec3; 3]| if is_top(&t) { t.map(|p| p + DVec3::Z * gap) } else { t };
        Mesh::from_triangles(&cube.face_ids().map(|f| lifted(cube.triangle(f))).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_part_in_a_box_with_a_crack_is_inside_it() {
        let (outer, inner) = (open_box(1.0, 1e-7), Mesh::cuboid([-0.5; 3], [0.5; 3]).unwrap());
        let turn = crate::math::DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), 0.7);
        for pose in [Pose::IDENTITY, Pose::from_quaternion(turn, DVec3::new(0.05, 0.0, -0.03)).unwrap()] {
            let found = relate_by_winding(&outer, &inner, &pose).unwrap();
            assert_eq!((found.relation, found.certainty), (Relation::BInsideA, Certainty::WithinBound));
            assert!((found.opening / 1e-7 - 1.0).abs() < 1e-6 && found.winding.lower > 0.98, "{found:?}");
            let swapped = relate_by_winding(&inner, &outer, &pose.inverse()).unwrap();
            assert_eq!(swapped, WindingRelation { relation: Relation::AInsideB, ..found });
        }
        let beside = Pose::from_translation([1.6, 0.0, 0.0]).unwrap();
        assert_eq!(relate_by_winding(&outer, &inner, &beside), None, "no component reaches into the box of the other");
    }

    /// Of two parts in one mesh, one inside and one beside the box.
    #[test]
    fn some_components_inside_are_a_crossing() {
        let outer = open_box(1.0, 1e-4);
        let part = Mesh::cuboid([-0.5; 3], [0.5; 3]).unwrap();
        let moved =
            |by: f64| part.face_ids().map(move |f| part.triangle(f).map(|p| p + DVec3::X * by)).collect::<Vec<_>>();
        let two = Mesh::from_triangles(&[moved.clone()(0.0), moved(5.0)].concat()).unwrap();
        let found = relate_by_winding(&outer, &two, &Pose::IDENTITY).unwrap();
        assert_eq!((found.relation, found.certainty), (Relation::Crossing, Certainty::WithinBound));
    }

    /// A cuboid in the opening of a box with a hole: half of it inside, half of it in the box around but outside.
    #[test]
    fn what_reaches_through_an_opening_is_undecided() {
        // A bottle: a wide body with a neck that is open at its end, and another part of the mesh that makes its box higher.
        let sphere = Mesh::icosphere(1.0, 4).unwrap();
        let mut triangles: Vec<_> = sphere.face_ids().map(|f| sphere.triangle(f)).collect();
        triangles.retain(|t| t.iter().any(|p| p.z < 0.93));
        let mast = Mesh::cuboid([1.5, 0.0, 0.0], [1.6, 0.1, 3.0]).unwrap();
        triangles.extend(mast.face_ids().map(|f| mast.triangle(f)));
        let bottle = Mesh::from_triangles(&triangles).unwrap();
        let rod = Mesh::cuboid([-0.05, -0.05, -0.5], [0.05, 0.05, 1.25]).unwrap();
        let found = relate_by_winding(&bottle, &rod, &Pose::IDENTITY).unwrap();
        assert_eq!((found.relation, found.certainty), (Relation::Disjoint, Certainty::Undecided));
        let above = Pose::from_translation([0.0, 0.0, 1.625]).unwrap();
        assert_eq!(relate_by_winding(&bottle, &rod, &above).map(|found| found.certainty), Some(Certainty::WithinBound));
    }

    /// A rod in a hollow ball with a small opening at the top, which reaches out of it and of the box around it.
    #[test]
    fn what_reaches_out_of_the_box_around_is_undecided_too() {
        let ball = Mesh::icosphere(1.0, 3).unwrap();
        let mut triangles: Vec<_> = ball.face_ids().map(|f| ball.triangle(f)).collect();
        triangles.retain(|t| t.iter().any(|p| p.z < 0.98));
        let case = Mesh::from_triangles(&triangles).unwrap();
        let rod = Mesh::cuboid([-0.02, -0.02, -0.9], [0.02, 0.02, 5.0]).unwrap();
        let found = relate_by_winding(&case, &rod, &Pose::IDENTITY).unwrap();
        assert_eq!((found.relation, found.certainty), (Relation::Disjoint, Certainty::Undecided));
        assert_eq!(relate_by_winding(&rod, &case, &Pose::IDENTITY), Some(found));
        // Its end in the mouth, and beside the case within the box around it.
        for place in [[0.0, 0.0, 1.9], [0.8, 0.8, 0.1]] {
            assert_eq!(relate_by_winding(&case, &rod, &Pose::from_translation(place).unwrap()), None);
        }
    }

    /// A box without its top: what stands in it is undecided, what stands beside, above or astride is not in it.
    #[test]
    fn what_is_in_a_vessel_is_undecided() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let is_top = |t: &[DVec3; 3]| t.iter().all(|p| p.z == 1.0);
        let sides: Vec<_> = cube.face_ids().map(|f| cube.triangle(f)).filter(|t| !is_top(t)).collect();
        let tub = Mesh::from_triangles(&sides).unwrap();
        let part = Mesh::cuboid([-0.25; 3], [0.25; 3]).unwrap();
        let at = |z: f64| Pose::from_translation([0.1, 0.2, z]).unwrap();
        for z in [-0.75, -0.5, 0.0, 0.5] {
            let found = relate_by_winding(&tub, &part, &at(z)).unwrap();
            assert_eq!((found.relation, found.certainty), (Relation::Disjoint, Certainty::Undecided), "{z}");
            assert!((1.9..3.0).contains(&found.opening), "{found:?}");
            assert_eq!(relate_by_winding(&part, &tub, &at(z).inverse()), Some(found));
        }
        assert_eq!([1.0, 1.3, -2.0].map(|z| relate_by_winding(&tub, &part, &at(z))), [None; 3]);
    }

    #[test]
    fn sheets_and_closed_bodies_are_not_asked() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let small = Mesh::cuboid([-0.5; 3], [0.5; 3]).unwrap();
        let tent = Mesh::try_new(cube.vertices().to_vec(), cube.faces()[4..8].to_vec()).unwrap();
        for outer in [&cube, &tent] {
            assert_eq!(relate_by_winding(outer, &small, &Pose::IDENTITY), None);
        }
    }
}
