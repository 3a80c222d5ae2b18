//! Vertices that move along lines at constant rates.

pub(crate) mod integer_grid; // differences of moving points as integers
pub(crate) mod linear_at_time; // edges and faces at one time
pub(crate) mod linear_contacts; // the entry: contacts of vertex and face, edge and edge, edge and face
pub(crate) mod linear_filter; // what doubles prove
pub(crate) mod linear_in_window; // features over a window of time
pub(crate) mod linear_quadruple; // four points on lines, in integers
pub(crate) mod vertex_path; // the path of a vertex
