//! Coverings of solids by tetrahedra, and what moves about them (Jiménez, Segura and Feito 2004, from polygons to solids).
//!
//! - `solid_covering`: a tetrahedron from one point to every face, and points located by signs
//! - `moving_point`: a point located from step to step, by the faces whose planes it crosses
//! - `volume_lanes`: lower bounds on distances, eight boxes or faces side by side
//! - `influence_volumes`: where the middle of a ball may be if the ball is to meet a face
//! - `mover_placement`: the ball around a mover at a pose, and how far its points have moved
//! - `face_comparison`: faces against the mover, exactly where it matters
//! - `distance_bounds`: certified distances of faces from the mover, kept from step to step
//! - `proposed_pairs`: known pairs of faces as a method of the engine's queries
//! - `moving_solid`: a polyhedron that moves about another
//! - `moving_history`: counters of its work

mod distance_bounds;
mod face_comparison;
mod influence_volumes;
mod mover_placement;
mod moving_history;
mod moving_point;
mod moving_solid;
mod proposed_pairs;
mod solid_covering;
mod volume_lanes;

pub use influence_volumes::InfluenceVolumes;
pub use moving_history::MovingSolidHistory;
pub use moving_point::MovingPoint;
pub use moving_solid::MovingSolid;
pub use solid_covering::SolidCovering;
