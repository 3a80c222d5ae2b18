//! The polygon and what it knows about itself.
//!
//! - `polygon`: [`Polygon`];
//! - `rings`: its vertices and edges, checked, without anything derived;
//! - `rect`: the axis-aligned rectangle;
//! - `cached`: what is made on first use;
//! - `measure`: area, centroid, enclosing circle;
//! - `self_intersections`: where edges of one polygon meet each other;
//! - `rounding_stability`: whether rounded vertices keep the arrangement of edges;
//! - `validity`: crossing edges, spikes, duplicate rings and the like, each with its place.

pub(crate) mod cached;
mod measure;
#[expect(clippy::module_inception, reason = "the noun of the folder")]
mod polygon;
pub(crate) mod rect;
pub(crate) mod rings;
pub(crate) mod rounding_stability;
pub(crate) mod self_intersections;
pub(crate) mod validity;

pub use cached::Circle;
pub use polygon::Polygon;
pub use rect::Rect;
pub use rings::{EdgeId, PolygonError};
pub use validity::Invalidity;
