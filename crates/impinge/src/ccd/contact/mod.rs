//! When moving features are in contact, whichever way they move.

pub(crate) mod feature_pair_queries; // what a search over two bodies asks about their features
pub(crate) mod contact_intervals; // all intervals in which four moving points meet
pub(crate) mod coplanar_times; // when four moving points are in one plane, and whether they meet then
pub(crate) mod edge_face_at_time; // whether an edge and a face meet at a time, and for how long
pub(crate) mod edge_face_integers; // an edge and a face at one time, in integers
pub(crate) mod edge_face_intervals; // all intervals in which an edge and a face meet
pub(crate) mod feature_pair; // vertex and face, or edge and edge
pub(crate) mod first_contact; // the first contact in a window of time
pub(crate) mod impact; // point, normal and features of the first contact
pub(crate) mod time_window; // a part of a motion
