//! Results: the named tuples of `impinge.results`.

use impinge::bounded::Certainty;
use impinge::feature::Feature;
use impinge::pair::Relation;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// A named tuple by the name of its class.
///
/// # Errors
/// The package is not installed as a whole.
pub fn record<'py>(py: Python<'py>, class: &str, fields: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    py.import("impinge.results")?.getattr(class)?.call1(fields)
}

/// A member of an enum of `impinge.results` by its number.
///
/// # Errors
/// The package is not installed as a whole.
pub fn member<'py>(py: Python<'py>, class: &str, number: impl Into<i64>) -> PyResult<Bound<'py, PyAny>> {
    py.import("impinge.results")?.getattr(class)?.call1((number.into(),))
}

/// The number of `impinge.Relation`.
pub fn relation_number(relation: Relation) -> u8 {
    match relation {
        Relation::Disjoint => 0,
        Relation::Touching => 1,
        Relation::Crossing => 2,
        Relation::AInsideB => 3,
        Relation::BInsideA => 4,
        Relation::Coincident => 5,
    }
}

/// The number of `impinge.Certainty`.
pub fn certainty_number(certainty: Certainty) -> u8 {
    match certainty {
        Certainty::Exact => 0,
        Certainty::WithinBound => 1,
        Certainty::Rounded => 2,
        Certainty::Undecided => 3,
    }
}

/// The number of `impinge.FeatureKind`, and the vertices or the face; -1 for an index that the kind does not use.
pub fn feature_row(feature: Option<Feature>) -> [i64; 3] {
    match feature {
        None => [-1, -1, -1],
        Some(Feature::Vertex(vertex)) => [0, vertex.0.into(), -1],
        Some(Feature::Edge(from, to)) => [1, from.0.into(), to.0.into()],
        Some(Feature::Face(face)) => [2, face.0.into(), -1],
    }
}
