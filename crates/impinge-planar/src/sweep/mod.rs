//! When two polygons share points while one moves: all intervals of contact over a motion, or a proof that there is none.
//!
//! A constant twist of the plane is a translation or a rotation about a centre. The outlines meet in the union of the times in
//! which pairs of edges do: for translations a quotient bounds each (exact in integers, where doubles do not tell), for rotations the
//! angle at which a vertex passes an edge. Between those times nothing changes, so that one look tells whether one body is inside the
//! other. Times come between two doubles. Conservative advancement (Mirtich 1996) steps towards the first contact and can miss a
//! graze; here no contact is missed; contacts that rounding cannot distinguish from a gap are reported and labelled.
//!
//! Boxes of both trees have windows in which they may meet; what falls within known contact is not opened, so that the cost is
//! that of the edges that begin and end contact, not of all that meet on the way. Beside that, it is linear in the edges.
//!
//! - `polygon_sweep`: `sweep` and its report;
//! - `motion`: a translation or a rotation at a constant rate;
//! - `initial_configuration`: both bodies in A's frame when the motion begins;
//! - `relative_motion`: the motion of one body as the other sees it;
//! - `translation`, `rotation`: when two edges meet under either;
//! - `vertex_passage`: the angles at which a turning vertex passes an edge or a point;
//! - `edge_contact`: the times in which two edges meet;
//! - `edge_pair_search`: pairs of edges that begin or end contact, by both trees;
//! - `swept_extent`: a measure of a box that the motion does not change, to tell boxes that never meet;
//! - `contact_intervals`: times that are known to be contact;
//! - `contact_timeline`: from times of edges to times of bodies;
//! - `containment`: whether one body is inside the other while no edges meet.

mod contact_timeline;
mod containment;
mod contact_intervals;
mod edge_contact;
mod edge_pair_search;
mod motion;
mod polygon_sweep;
mod relative_motion;
mod rotation;
mod initial_configuration;
mod swept_extent;
mod translation;
mod vertex_passage;

pub use motion::{Motion, MotionError};
pub use polygon_sweep::{ContactInterval, Impact, Sweep, sweep};
