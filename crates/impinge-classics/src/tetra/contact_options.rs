//! How contacts are searched for.

use super::surface_features::TestedFeatures;

/// Which bodies are asked about together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BodyScope {
    /// All with all, and each with itself.
    #[default]
    All,
    /// Different bodies.
    Between,
    /// Each body with itself.
    Own,
}

/// How contacts are searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TetraOptions {
    /// Which bodies.
    pub scope: BodyScope,
    /// Which edges and faces.
    pub features: TestedFeatures,
    /// The edge of a cell; by default, and where it is not positive and finite, the mean edge of all tetrahedra. It changes no answer.
    pub cell: Option<f64>,
}
