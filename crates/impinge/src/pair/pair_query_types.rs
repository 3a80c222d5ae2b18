//! The request and the report of a query about a pair.

use super::FacePairMethod;
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::{FaceId, Feature};
use crate::math::DVec3;
use crate::triangle_pair::{Intersection, TriangleRelation};
use std::fmt;

/// How two bodies A and B relate as point sets. Every pair has exactly one relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Relation {
    /// They share no point.
    Disjoint,
    /// They share points, but no interior points.
    Touching,
    /// Interiors meet, and neither contains the other. Surfaces: some two triangles pass through each other.
    Crossing,
    /// A is a part of B, not all of it; the boundaries may touch.
    AInsideB,
    /// B is a part of A, not all of it; the boundaries may touch.
    BInsideA,
    /// They are the same set.
    Coincident,
}

impl Relation {
    /// The relation of B to A.
    #[must_use]
    pub fn flip(self) -> Self {
        match self {
            Self::AInsideB => Self::BInsideA,
            Self::BInsideA => Self::AInsideB,
            symmetric => symmetric,
        }
    }

    /// The name used in reports: `disjoint`, `touching`, `crossing`, `a_inside_b`, `b_inside_a`, `coincident`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Disjoint => "disjoint",
            Self::Touching => "touching",
            Self::Crossing => "crossing",
            Self::AInsideB => "a_inside_b",
            Self::BInsideA => "b_inside_a",
            Self::Coincident => "coincident",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The way an answer is found. Every method gives the same answer.
#[derive(Clone, Copy, Debug, Default)]
pub enum Method {
    /// The fastest: trees, filters, early proofs.
    #[default]
    Auto,
    /// Every face against every face in integer arithmetic: slow, certain, the oracle of the others.
    Brute,
    /// Pairs of faces are found by a method from outside of the engine, such as the hierarchies of `impinge-classics`; what is then said about a pair is as in
    /// [`Method::Auto`]. A method lives as long as the program, so that requests stay small and can be copied: it is a `static`, or leaked once.
    Custom(&'static dyn FacePairMethod),
}

/// Custom methods are equal if their names are.
impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Auto, Self::Auto) | (Self::Brute, Self::Brute) => true,
            (Self::Custom(method), Self::Custom(other)) => method.name() == other.name(),
            _ => false,
        }
    }
}

impl Eq for Method {}

/// `auto`, `brute`, or the name of a custom method.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Brute => f.write_str("brute"),
            Self::Custom(method) => f.write_str(&method.name()),
        }
    }
}

/// What to find out about the contacts of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contacts {
    /// Nothing: the search stops as soon as the relation is known.
    #[default]
    Skip,
    /// How many there are, and the box around them.
    Count,
    /// Their number, the box around them, and every single one.
    List,
}

/// What [`crate::pair::relate`] is asked for beyond the relation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Request {
    /// The way to the answer.
    pub method: Method,
    /// What to find out about contacts.
    pub contacts: Contacts,
    /// Find the distance if it is at most this (a length, may be infinite).
    pub distance_up_to: Option<f64>,
}

/// The answer of [`crate::pair::relate`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairReport {
    /// The relation of A to B.
    pub relation: Relation,
    /// How many pairs of triangles share a point, if they were to be counted.
    pub contact_count: usize,
    /// The box around all common points of triangles, in A's frame, if contacts were to be counted and there are any.
    pub contact_bounds: Option<Aabb>,
    /// Every contact, sorted by faces, if they were to be listed.
    pub contacts: Vec<Contact>,
    /// The distance, if it was asked for and is no more than the bound asked for.
    pub distance: Option<Distance>,
    /// Work counters.
    pub cost: Cost,
}

/// Two triangles that share a point, and what they share.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The face of A and the face of B.
    pub faces: [FaceId; 2],
    /// `Touching` or `Crossing`.
    pub relation: TriangleRelation,
    /// The common points, in A's frame.
    pub intersection: Intersection,
}

/// Contacts of two meshes: one pair of triangles, or many pairs at one point.
#[derive(Clone, Debug, PartialEq)]
pub enum ContactGroup {
    /// Two triangles that share a point.
    Pair(Contact),
    /// Triangles of two fans that share the common tip alone.
    AtTip(TipGroup),
}

/// Two fans of faces with a common tip, which is all that most of them share.
#[derive(Clone, Debug, PartialEq)]
pub struct TipGroup {
    /// The tip, in A's frame.
    pub point: DVec3,
    /// All faces of the fan of A and of that of B.
    pub faces: [Vec<FaceId>; 2],
    /// How many pairs of them share the tip alone. All others are handed over one by one.
    pub contact_count: usize,
}

/// How far apart two bodies are, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// The length of the gap; zero exactly if the bodies share a point.
    pub value: f64,
    /// A closest point of A and of B, in A's frame; one common point twice if they share one.
    pub points: [DVec3; 2],
    /// The features of A and B that these points lie on; `None` for a point inside a solid.
    pub features: [Option<Feature>; 2],
}
