//! The relation of two meshes as point sets.

pub(crate) mod classify; // surfaces cut along each other, each piece classified
pub(crate) mod common_point; // a point that both bodies have
pub(crate) mod enclosing_boxes; // in which boxes a component of one body can lie inside the other
pub(crate) mod evidence; // what is known so far, and the relation that follows
pub(crate) mod face_pieces; // a face cut into pieces, an exact sample point in each
pub(crate) mod relate; // the entry: relation, contacts and distance in one report
pub(crate) mod self_contact_state; // which faces of a body are free of self-contact
pub(crate) mod solid_relation; // at least one body is a solid
pub(crate) mod surface_relation; // both bodies are open surfaces
pub(crate) mod winding_number; // winding numbers at exact points
pub(crate) mod winding_relation; // whether a body is inside one that is nearly closed
