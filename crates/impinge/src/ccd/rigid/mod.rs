//! A rigid body in motion and one at rest.

pub(crate) mod coplanarity_quadruple; // four points of which some move
pub(crate) mod motion_bounds; // a motion over a window of time, in doubles with bounds
pub(crate) mod motion_integers; // a motion in integers
pub(crate) mod pose_interpolation; // screws and slerps between two poses, and how far points stray from chords
pub(crate) mod pose_integers; // a motion at one time, in integers
pub(crate) mod rigid_at_time; // edges and faces at one time
pub(crate) mod rigid_contacts; // the entry: contacts of features of both bodies
pub(crate) mod rigid_filter; // what doubles prove
pub(crate) mod rigid_in_window; // features over a window of time
pub(crate) mod rigid_motion; // an algebraic motion: rotation linear in a quaternion, and a translation
pub(crate) mod rigid_polynomials; // determinants over a window of time, in doubles
pub(crate) mod rotating_points; // points of both bodies by polynomials in integers
