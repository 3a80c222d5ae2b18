//! Queries under a budget, which can be interrupted and resumed.

pub(crate) mod budget; // how much a query may do
pub(crate) mod contacts_goal; // all contacts
pub(crate) mod distance_goal; // the distance, and whether it is within a length
pub(crate) mod intersects_goal; // whether two bodies share a point
pub(crate) mod resumable_query; // the query, its goals as a trait, and its report
