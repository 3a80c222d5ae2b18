//! Both bodies in A's frame when the motion begins. The vertices of B, rounded there, are the input.

use crate::segment::Segment;
use crate::tree::edge_tree::ChildSlot;
use crate::tree::oriented_box::OrientedBox;
use crate::{EdgeId, Polygon, Pose2};
use impinge::math::{DVec2, SMALLEST_IN_PLANE};

/// What boxes are grown by, relative to the largest numbers that enter them (2^-46): their middles are off by some roundings.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// A and B.
#[derive(Debug)]
pub(super) struct StartPosition<'a> {
    pub polygons: [&'a Polygon; 2],
    /// All edges, by id.
    pub edges: [Vec<Segment>; 2],
    a_from_b: Pose2,
    stretch: f64,
    /// A length that boxes are grown by.
    pub pad: f64,
    /// No coordinate is larger.
    pub largest: f64,
}

impl<'a> StartPosition<'a> {
    pub fn new(a: &'a Polygon, b: &'a Polygon, a_from_b: &Pose2) -> Self {
        let place = |p: DVec2| a_from_b.transform_point(p);
        let own = a.edge_ids().map(|edge| a.edge(edge)).collect();
        let placed = b.edge_ids().map(|edge| b.edge(edge).map(place)).collect();
        let largest = a.extent().largest + 2.0 * b.extent().largest + 2.0 * a_from_b.translation().abs().max_element();
        let squared = a_from_b.direction().length_squared();
        Self {
            polygons: [a, b],
            edges: [own, placed],
            a_from_b: *a_from_b,
            stretch: 1.0 + (squared - 1.0).abs(),
            // Coordinates below the exact range are rounded to zero, of middles and of vertices.
            pad: ROUNDING * largest + 4.0 * SMALLEST_IN_PLANE,
            largest,
        }
    }

    /// The box of a slot, grown by the pad.
    pub fn bounds(&self, body: usize, slot: ChildSlot) -> OrientedBox {
        let b = self.polygons[body].tree().bounds(slot);
        let pad = DVec2::splat(self.pad);
        if body == 0 {
            return OrientedBox { half: b.half + pad, ..b };
        }
        let axis = self.a_from_b.direction().rotate(b.axis);
        OrientedBox {
            centre: self.a_from_b.transform_point(b.centre),
            axis: axis / axis.length(),
            half: b.half * self.stretch + pad,
        }
    }

    /// The box around an edge, grown by the pad.
    pub fn around(&self, [p, q]: Segment) -> OrientedBox {
        let along = (q - p) * 0.5;
        let length = along.length();
        let axis = if length > 0.0 { along / length } else { DVec2::X };
        OrientedBox { centre: p + along, axis, half: DVec2::new(length + self.pad, self.pad) }
    }

    /// The ends of an edge, by number.
    pub fn vertices(&self, body: usize, edge: EdgeId) -> [u32; 2] {
        [edge.0, self.polygons[body].next(edge.index()) as u32]
    }

    pub fn segments(&self, edges: [EdgeId; 2]) -> [Segment; 2] {
        [self.edges[0][edges[0].index()], self.edges[1][edges[1].index()]]
    }
}
