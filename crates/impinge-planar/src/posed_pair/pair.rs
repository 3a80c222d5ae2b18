//! Two polygons in one frame and one canonical order, for every pair query; as in three dimensions, see
//! `docs/notes/planar.md`.
//!
//! Beside the exact places of vertices there are approximate ones, in a unit in which all differences are below 2: filters and boxes
//! work on these, with one bound on what they may be off by.

use super::approximate_transform::ApproximateTransform;
use crate::tree::edge_tree::EdgeTree;
use crate::{Contact, EdgeId, Method, Polygon, Pose2};
use impinge::math::rounding::Products;
use impinge::math::{DVec2, SMALLEST_IN_PLANE, inverse_of_power, power_of_two_above};
use impinge::pair::Relation;
use std::cmp::Ordering;

/// How far approximate coordinates may be from the exact ones, relative to the largest numbers that enter them (2^-49): sixteen roundings.
const APPROXIMATION_ERROR: f64 = 8.0 * f64::EPSILON;

/// Rotations whose squared length is off from 1 by less than this (2^-48) stretch by less than boxes are grown by anyway.
const NO_STRETCH: f64 = 16.0 * f64::EPSILON;

/// Polygons smaller than the unit by more than this (2^400) are points to it: their lengths need not be known, and their inverse squares
/// must not overflow.
const LARGEST_SHRINK: f64 = f64::from_bits((1023 + 400) << 52);

/// A polygon posed in the frame of a query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedPolygon<'a> {
    pub polygon: &'a Polygon,
    pub tree: &'a EdgeTree,
    /// The pose in that frame; `None` for the identity. Never inverted.
    pub pose: Option<Pose2>,
    pub transform: ApproximateTransform,
}

impl PosedPolygon<'_> {
    /// The ends of an edge in the frame, exactly.
    pub fn edge(&self, edge: EdgeId) -> [DVec2; 2] {
        let ends = self.polygon.edge(edge);
        self.pose.map_or(ends, |pose| ends.map(|p| pose.transform_point(p)))
    }

    /// A vertex in the frame, exactly.
    pub fn vertex(&self, vertex: usize) -> DVec2 {
        let p = self.polygon.vertices()[vertex];
        self.pose.map_or(p, |pose| pose.transform_point(p))
    }

    /// As [`PosedPolygon::edge`], with the given way to take products.
    #[inline(always)]
    pub fn edge_by(&self, products: Products, edge: EdgeId) -> [DVec2; 2] {
        let [p, q] = self.polygon.edge(edge);
        match &self.pose {
            None => [p, q],
            Some(pose) => [pose.transform_point_by(products, p), pose.transform_point_by(products, q)],
        }
    }

    /// As [`PosedPolygon::vertex`], with the given way to take products.
    #[inline(always)]
    pub fn vertex_by(&self, products: Products, vertex: usize) -> DVec2 {
        let p = self.polygon.vertices()[vertex];
        match &self.pose {
            None => p,
            Some(pose) => pose.transform_point_by(products, p),
        }
    }
}

/// Both polygons of a pair query in one frame and one order, with its method and its error bounds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosedPair<'a> {
    /// Both in canonical order.
    pub bodies: [PosedPolygon<'a>; 2],
    swapped: bool,
    /// Carries answers to A's frame; `None` if they are in it.
    a_from_frame: Option<Pose2>,
    pub method: Method,
    /// The unit of approximate coordinates: lengths times this are approximate lengths. A power of two.
    pub unit: f64,
    /// What is subtracted before.
    centre: DVec2,
    /// What an approximate coordinate may be off by.
    pub slack: f64,
    /// What an approximate determinant of two differences may be off by: see `docs/notes/planar.md`.
    pub determinant_slack: f64,
}

impl<'a> PosedPair<'a> {
    #[inline]
    pub fn new(a: &'a Polygon, b: &'a Polygon, a_from_b: &Pose2, method: Method) -> Self {
        let identity = a_from_b.is_identity();
        let swapped = if identity { content_order(a, b) == Ordering::Greater } else { a_from_b.is_inverted() };
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let forward = if a_from_b.is_inverted() { a_from_b.inverse() } else { *a_from_b };
        let (direction, translation) = (forward.direction(), forward.translation());
        let (own, other) = (first.extent(), second.extent());

        let centre = own.centre;
        let shift = translation - centre;
        let middle = direction.rotate(other.centre) + shift;
        // No two points are farther apart than this, in any coordinate.
        let reach = own.span + 2.0 * other.span + 2.0 * middle.abs().max_element();
        let shrink = power_of_two_above(reach);
        let unit = inverse_of_power(shrink);
        let largest = own.largest + 2.0 * other.largest + translation.abs().max_element();
        // Coordinates below the exact range are rounded to zero.
        let slack = APPROXIMATION_ERROR * largest * unit + 2.0 * f64::EPSILON + SMALLEST_IN_PLANE * unit;

        let squared = direction.length_squared();
        let stretch = if (squared - 1.0).abs() < NO_STRETCH { 1.0 } else { squared.sqrt() };
        let at_rest = ApproximateTransform {
            cosine: unit,
            sine: 0.0,
            offset: -centre * unit,
            turn: DVec2::X,
            scale: unit,
            shrink: shrink.min(LARGEST_SHRINK * own.span),
        };
        let moved = ApproximateTransform {
            cosine: direction.x * unit,
            sine: direction.y * unit,
            offset: shift * unit,
            turn: if stretch == 1.0 { direction } else { direction / stretch },
            scale: unit * stretch,
            shrink: (if stretch == 1.0 { shrink } else { shrink / stretch }).min(LARGEST_SHRINK * other.span),
        };
        Self {
            bodies: [
                PosedPolygon { polygon: first, tree: first.tree(), pose: None, transform: at_rest },
                PosedPolygon {
                    polygon: second,
                    tree: second.tree(),
                    pose: (!identity).then_some(forward),
                    transform: moved,
                },
            ],
            swapped,
            a_from_frame: (!identity && swapped).then_some(*a_from_b),
            method,
            unit,
            centre,
            slack,
            determinant_slack: 256.0 * slack,
        }
    }

    /// A body against itself, where it stands.
    pub fn alone(&self, body: usize) -> Self {
        Self { bodies: [self.bodies[body]; 2], ..*self }
    }

    /// The approximate position of a point of the frame.
    #[inline(always)]
    pub fn approximate(&self, p: DVec2) -> DVec2 {
        (p - self.centre) * self.unit
    }

    /// What boxes are grown by: their centres are approximate, and their axes are off by some roundings.
    #[inline(always)]
    pub fn pad(&self) -> f64 {
        16.0 * self.slack
    }

    /// From canonical order to the order of the call: A, then B.
    #[inline(always)]
    pub fn as_asked<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// A point of the frame in A's frame.
    #[inline(always)]
    pub fn point_in_a(&self, p: DVec2) -> DVec2 {
        match &self.a_from_frame {
            None => p,
            Some(pose) => pose.transform_point(p),
        }
    }

    /// From the relation of the first to the second to that of A to B.
    pub fn relation_as_asked(&self, relation: Relation) -> Relation {
        if self.swapped { relation.flip() } else { relation }
    }

    /// From a contact of the first and the second to one of A and B, in A's frame.
    pub fn contact_as_asked(&self, contact: Contact) -> Contact {
        let intersection = match &self.a_from_frame {
            None => contact.intersection,
            Some(pose) => contact.intersection.map(|p| pose.transform_point(p)),
        };
        Contact { edges: self.as_asked(contact.edges), relation: contact.relation, intersection }
    }
}

/// An order of polygons by their vertices, the same on every machine; equal only if all bits are equal.
fn content_order(a: &Polygon, b: &Polygon) -> Ordering {
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let sizes = |p: &Polygon| (p.vertices().len(), p.ring_count());
    let places = |p: &DVec2, q: &DVec2| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y));
    let vertices = || {
        let unequal = a.vertices().iter().zip(b.vertices()).map(|(p, q)| places(p, q)).find(|order| order.is_ne());
        unequal.unwrap_or(Ordering::Equal)
    };
    let rings = || a.rings().map(<[DVec2]>::len).cmp(b.rings().map(<[DVec2]>::len));
    sizes(a).cmp(&sizes(b)).then_with(vertices).then_with(rings)
}
