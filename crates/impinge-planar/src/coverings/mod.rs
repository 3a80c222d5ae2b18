//! Coverings of polygons by triangles, and what moves about them (Jiménez, Segura and Feito 2004).
//!
//! - `covering`: a triangle from the centroid to every edge;
//! - `edge_blocks`: edges eight at a time, and the sides of their lines;
//! - `edge_chain`: vertices in order, so that bits that follow each other are the ends of an edge;
//! - `influence_areas`: where the centre of a circle may be if the circle meets an edge;
//! - `point_location`: is a point inside, by signs of barycentric coordinates;
//! - `candidate_edges`: edges that meet another polygon, by influence areas;
//! - `edge_chain_sides`: the edges of a chain against one edge;
//! - `moving_point`: a point that moves about a polygon;
//! - `moving_polygon`: a polygon that moves about another;
//! - `work_counters`: counters of what was computed again;
//! - `ring_locations`: the relation of polygons whose edges do not meet.

pub(crate) mod candidate_edges;
pub(crate) mod covering;
mod edge_blocks;
mod edge_chain;
mod edge_chain_sides;
pub(crate) mod influence_areas;
mod work_counters;
mod moving_point;
mod moving_polygon;
mod point_location;
mod ring_locations;

pub use covering::Covering;
pub use moving_point::MovingPoint;
pub use moving_polygon::MovingPolygon;
pub use work_counters::MovingHistory;

use crate::Polygon;

impl Polygon {
    /// Its triangles from the centroid to every edge; computed on first use.
    #[must_use]
    pub fn covering(&self) -> &Covering {
        self.cached().covering.get_or_init(|| Covering::new(self.as_rings(), self.centroid()))
    }
}
