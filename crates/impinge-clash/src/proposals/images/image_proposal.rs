//! What images say about a pair of bodies: some methods show pairs that meet, others rule out pairs that do not.

use impinge::math::DVec3;
use serde::Serialize;

/// Whether images propose a pair to the exact engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageProposal {
    /// They show it to meet, or do not rule that out.
    Proposed,
    /// They do not show it, or rule it out.
    NotProposed,
    /// One of the bodies is in no image.
    NotDrawn,
}

impl ImageProposal {
    /// Yes or no; `None` if images say nothing.
    #[must_use]
    pub fn to_bool(self) -> Option<bool> {
        match self {
            Self::Proposed => Some(true),
            Self::NotProposed => Some(false),
            Self::NotDrawn => None,
        }
    }
}

/// The volume that two bodies share, by layered depth images.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ImageOverlap {
    /// Lower bound.
    pub lower: f64,
    /// By rays through the centres of pixels.
    pub estimate: f64,
    /// Upper bound.
    pub upper: f64,
    /// Columns and rows of the images, one along each axis.
    pub pixels: [u32; 2],
}

/// The edges of one body that are seen inside another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EdgesInside {
    /// By the vertices of the mesh at their ends, in ascending order.
    pub edges: Vec<[u32; 2]>,
    /// Where they were seen, in the world: within a pixel and a step of depth.
    pub points: Vec<DVec3>,
}

impl EdgesInside {
    /// The first edges and points, for a report, with the counts of all.
    #[must_use]
    pub fn to_record<'a>(&self, [body, inside]: [&'a str; 2], most: usize) -> EdgesRecord<'a> {
        EdgesRecord {
            body,
            inside,
            edge_count: self.edges.len(),
            point_count: self.points.len(),
            edges: self.edges.iter().take(most).copied().collect(),
            points: self.points.iter().take(most).map(DVec3::to_array).collect(),
        }
    }
}

/// The edges of one body that are seen inside another, in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EdgesRecord<'a> {
    body: &'a str,
    inside: &'a str,
    edge_count: usize,
    point_count: usize,
    edges: Vec<[u32; 2]>,
    points: Vec<[f64; 3]>,
}
