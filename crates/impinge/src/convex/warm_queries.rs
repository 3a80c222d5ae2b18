//! The queries about a pair of shapes, each from where the last one ended.

use super::distance::distance_from;
use super::penetration::penetration_from;
use super::penetration_report::Penetration;
use super::relation::{ConvexRelation, intersects_from, relation_from};
use super::separation::Separation;
use super::signed_distance::signed_distance_from;
use super::warm_start::WarmStart;
use crate::math::Pose;
use crate::shape::Support;

impl WarmStart {
    /// [`super::distance()`], from where the last query of the pair ended.
    ///
    /// Where the closest points lie between the corners of one simplex only, as they do but for parallel features, the start leaves no
    /// trace in the answer; else it may choose among equally close points.
    pub fn distance<A, B>(&mut self, a: &A, b: &B, a_from_b: &Pose) -> Separation
    where
        A: Support + ?Sized,
        B: Support + ?Sized,
    {
        distance_from(a, b, a_from_b, &mut self.simplex)
    }

    /// [`super::signed_distance()`], from where the last query of the pair ended.
    pub fn signed_distance<A, B>(&mut self, a: &A, b: &B, a_from_b: &Pose) -> Separation
    where
        A: Support + ?Sized,
        B: Support + ?Sized,
    {
        signed_distance_from(a, b, a_from_b, self)
    }

    /// [`super::penetration()`], from where the last query of the pair ended.
    pub fn penetration<A, B>(&mut self, a: &A, b: &B, a_from_b: &Pose) -> Penetration
    where
        A: Support + ?Sized,
        B: Support + ?Sized,
    {
        penetration_from(a, b, a_from_b, self)
    }

    /// [`super::relation()`], from where the last query of the pair ended.
    pub fn relation<A, B>(&mut self, a: &A, b: &B, a_from_b: &Pose) -> ConvexRelation
    where
        A: Support + ?Sized,
        B: Support + ?Sized,
    {
        relation_from(a, b, a_from_b, &mut self.simplex)
    }

    /// [`super::intersects()`], from where the last query of the pair ended.
    pub fn intersects<A, B>(&mut self, a: &A, b: &B, a_from_b: &Pose) -> bool
    where
        A: Support + ?Sized,
        B: Support + ?Sized,
    {
        intersects_from(a, b, a_from_b, &mut self.simplex)
    }
}
