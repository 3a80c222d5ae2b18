//! Broad phases by name.

use super::BroadPhase;
use super::auto::Auto;
use super::dynamic_bvh::TreeMethod;
use super::exhaustive::Exhaustive;
use super::hash_grid::HashGrids;
use super::method::MethodPhase;
use super::sweep_and_prune::SweepAndPrune;
use std::fmt;
use std::str::FromStr;

/// A way to find overlapping boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BroadPhaseKind {
    /// Every box against every box.
    Exhaustive,
    /// Three sorted lists of end points (Lin, Manocha et al. 1996).
    SweepAndPrune,
    /// A hashed grid for every size of boxes.
    HashGrid,
    /// A tree of eight children a node.
    Tree,
    /// What suits the number of boxes.
    #[default]
    Auto,
}

impl BroadPhaseKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Exhaustive, Self::SweepAndPrune, Self::HashGrid, Self::Tree, Self::Auto];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exhaustive => "exhaustive",
            Self::SweepAndPrune => "sweep-and-prune",
            Self::HashGrid => "hash-grid",
            Self::Tree => "tree",
            Self::Auto => "auto",
        }
    }

    /// An empty broad phase of this kind.
    #[must_use]
    pub fn build(self) -> Box<dyn BroadPhase> {
        match self {
            Self::Exhaustive => Box::new(MethodPhase::new(Exhaustive::default())),
            Self::SweepAndPrune => Box::new(MethodPhase::new(SweepAndPrune::default())),
            Self::HashGrid => Box::new(MethodPhase::new(HashGrids::default())),
            Self::Tree => Box::new(MethodPhase::new(TreeMethod::default())),
            Self::Auto => Box::new(MethodPhase::new(Auto::default())),
        }
    }
}

impl fmt::Display for BroadPhaseKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no broad phase has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no broad phase is called {0:?}: expected exhaustive, sweep-and-prune, hash-grid, tree or auto")]
pub struct UnknownBroadPhase(pub String);

impl FromStr for BroadPhaseKind {
    type Err = UnknownBroadPhase;

    fn from_str(name: &str) -> Result<Self, UnknownBroadPhase> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownBroadPhase(name.to_owned()))
    }
}
