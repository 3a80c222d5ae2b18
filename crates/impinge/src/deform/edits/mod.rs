//! Cuts, welds, added and removed faces.

pub(crate) mod surface_edit;
pub(crate) mod edge_cut;
pub(crate) mod edit_plan;
pub(crate) mod apply_edit;
