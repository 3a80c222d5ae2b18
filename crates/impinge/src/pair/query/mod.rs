//! Queries under a budget, which can be interrupted and resumed.

pub(crate) mod budget; // how much a query may do
pub(crate) mod contacts_query; // all contacts
pub(crate) mod distance_query; // the distance
pub(crate) mod meeting_query; // whether two bodies share a point
pub(crate) mod proof; // what a query has proved
pub(crate) mod within_query; // whether two bodies are within a length
