//! Pairs of bodies whose relation is certain in exact arithmetic, and easy to get wrong.
//!
//! Where contact is meant, coordinates are dyadic or shared bit for bit; where a gap or an overlap is meant, it is either
//! exact as well or wider than any rounding.

mod contact;
mod crossing;
mod extreme;
mod hollow;
mod nested;
mod open;

use crate::solid::cuboid;
use crate::{SceneError, Surface};
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Relation;

/// Two bodies and their relation.
#[derive(Debug)]
pub struct Case {
    /// What is hard about it; unique.
    pub name: &'static str,
    /// The body A.
    pub a: Mesh,
    /// The body B, in its own frame.
    pub b: Mesh,
    /// Where B stands to A.
    pub a_from_b: Pose,
    /// The relation of A to B.
    pub relation: Relation,
}

/// All cases.
///
/// # Errors
/// None but those of a broken generator.
pub fn cases() -> Result<Vec<Case>, SceneError> {
    let groups =
        [contact::cases()?, nested::cases()?, crossing::cases()?, hollow::cases()?, extreme::cases()?, open::cases()?];
    Ok(groups.into_iter().flatten().collect())
}

impl Case {
    /// Two bodies in one frame.
    fn new(name: &'static str, a: Mesh, b: Mesh, relation: Relation) -> Self {
        Self { name, a, b, a_from_b: Pose::IDENTITY, relation }
    }

    /// The same with B posed.
    fn posed(self, a_from_b: Pose) -> Self {
        Self { a_from_b, ..self }
    }

    /// The pair the other way round.
    #[must_use]
    pub fn swapped(self) -> Self {
        let Self { name, a, b, a_from_b, relation } = self;
        Self { name, a: b, b: a, a_from_b: a_from_b.inverse(), relation: relation.flip() }
    }

    /// Everything 2^exponent times as large; the relation stays.
    ///
    /// # Errors
    /// Coordinates or a translation that leave the exact range, and a pose that is inverted.
    pub fn scaled(&self, exponent: i32) -> Result<Self, SceneError> {
        crate::error::require(
            !self.a_from_b.is_inverted(),
            "only a pose that is not inverted scales without rounding",
        )?;
        let factor = 2f64.powi(exponent);
        let scaled = |mesh: &Mesh| Surface::of(mesh).scaled(factor).mesh();
        let a_from_b = Pose::try_new(self.a_from_b.rotation(), self.a_from_b.translation() * factor)?;
        Ok(Self { name: self.name, a: scaled(&self.a)?, b: scaled(&self.b)?, a_from_b, relation: self.relation })
    }
}

/// The box from one corner to the other.
fn block(min: [f64; 3], max: [f64; 3]) -> Result<Mesh, SceneError> {
    cuboid(DVec3::from(min), DVec3::from(max))
}

/// The cube from `[low; 3]` to `[high; 3]`.
fn cube(low: f64, high: f64) -> Result<Mesh, SceneError> {
    block([low; 3], [high; 3])
}

/// The tetrahedron of four corners.
fn tetrahedron(corners: [[f64; 3]; 4]) -> Result<Mesh, SceneError> {
    crate::solid::tetrahedron(corners.map(DVec3::from))
}

/// The octahedron about a centre.
fn octahedron(centre: [f64; 3], radius: f64) -> Result<Mesh, SceneError> {
    crate::solid::octahedron(DVec3::from(centre), radius)
}

/// A shift.
fn shift(by: [f64; 3]) -> Result<Pose, SceneError> {
    Ok(Pose::from_translation(DVec3::from(by))?)
}

/// A quarter turn about z, then a shift.
fn quarter_turn_and_shift(by: [f64; 3]) -> Result<Pose, SceneError> {
    Ok(Pose::try_new(DMat3::from_cols(DVec3::Y, DVec3::NEG_X, DVec3::Z), DVec3::from(by))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::bound::Aabb;
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn names_are_unique_and_every_relation_is_common() {
        let cases = cases().unwrap();
        let names: BTreeSet<&str> = cases.iter().map(|c| c.name).collect();
        assert_eq!(names.len(), cases.len());
        let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
        for case in &cases {
            *seen.entry(case.relation).or_default() += 1;
        }
        // A inside B is the rarest: B inside A the other way round.
        assert!(seen.len() == 6 && seen.values().all(|n| *n >= 2), "{seen:?}");
    }

    /// What bounding boxes and volumes prove about a relation agrees with what is claimed.
    #[test]
    fn boxes_and_volumes_do_not_contradict() {
        for case in cases().unwrap() {
            let posed: Vec<DVec3> = case.b.vertices().iter().map(|p| case.a_from_b.transform_point(*p)).collect();
            let (a, b) = (case.a.bounds(), Aabb::of_points(&posed));
            let within = |inner: Aabb, outer: Aabb| inner.joined(outer) == outer;
            match case.relation {
                Relation::Disjoint => {}
                Relation::Touching | Relation::Crossing => assert!(a.overlaps(&b), "{}", case.name),
                Relation::AInsideB => assert!(within(a, b), "{}", case.name),
                Relation::BInsideA => assert!(within(b, a), "{}", case.name),
                Relation::Coincident => assert_eq!(a, b, "{}", case.name),
            }
            if !a.overlaps(&b) {
                assert_eq!(case.relation, Relation::Disjoint, "{}", case.name);
            }
            for mesh in [&case.a, &case.b] {
                assert!(!mesh.is_closed() || mesh.mass_properties().volume > 0.0 || case.name.contains("inside out"));
            }
        }
    }

    #[test]
    fn cases_scale_and_swap() {
        for case in cases().unwrap() {
            let (name, relation) = (case.name, case.relation);
            for exponent in [-200, 200] {
                let scaled = case.scaled(exponent).unwrap();
                assert_eq!((scaled.name, scaled.relation), (name, relation));
            }
            assert_eq!(case.swapped().relation, relation.flip());
        }
    }
}
