//! A claim of a paper, and the experiment that tests it.

use crate::claims::context::ClaimContext;
#[cfg(feature = "gpu")]
use crate::claims::images::device::ImageDevice;
use crate::claims::measured::Measured;
#[cfg(feature = "gpu")]
use crate::claims::plan::ClaimPlan;
use serde::Serialize;

/// The papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Paper {
    /// Knott and Pai 2003.
    C,
    /// Kockara, Halic, Iqbal, Bayrak and Rowe 2007.
    S,
    /// Lin, Manocha, Cohen and Gottschalk 1996.
    L,
    /// Kitamura, Smith, Takemura and Kishino 1995.
    K,
    /// Jiménez, Segura and Feito 2004.
    J,
}

impl Paper {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 5] = [Self::C, Self::S, Self::L, Self::K, Self::J];

    /// The first letter of the ids of its claims.
    pub fn letter(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::S => "S",
            Self::L => "L",
            Self::K => "K",
            Self::J => "J",
        }
    }

    /// Authors, title and year.
    pub fn title(self) -> &'static str {
        match self {
            Self::C => {
                "Knott and Pai, CInDeR: Collision and Interference Detection in Real-time using Graphics Hardware (2003)"
            }
            Self::S => "Kockara, Halic, Iqbal, Bayrak and Rowe, Collision Detection: A Survey (2007)",
            Self::L => {
                "Lin, Manocha, Cohen and Gottschalk, Efficient Algorithms for Interference Detection in Dynamic Environments (1996)"
            }
            Self::K => {
                "Kitamura, Smith, Takemura and Kishino, Parallel Algorithms for Real-time Colliding Face Detection (1995)"
            }
            Self::J => "Jiménez, Segura and Feito, Efficient Collision Detection between 2D Polygons (2004)",
        }
    }
}

/// The experiment that tests a claim.
#[derive(Clone, Copy)]
pub enum Experiment {
    /// One that needs no device.
    Run(fn(&mut ClaimContext) -> anyhow::Result<Measured>),
    /// One that makes images.
    #[cfg(feature = "gpu")]
    Images(fn(&mut ImageDevice, ClaimPlan) -> anyhow::Result<Measured>),
    /// None: why there is none.
    Untestable(&'static str),
}

/// A claim.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The letter of the paper and a number.
    pub id: &'static str,
    /// Section, figure, table or page.
    pub place: &'static str,
    /// What the paper says, in one sentence.
    pub statement: &'static str,
    pub experiment: Experiment,
}
