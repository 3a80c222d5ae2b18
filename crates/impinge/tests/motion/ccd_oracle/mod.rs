//! An oracle for continuous collision: polynomials over the integers, and roots by Sturm's theorem.

pub mod cases;
pub mod contact;
pub mod crossing;
pub mod polynomial;
pub mod rigid_motion_trajectories;
