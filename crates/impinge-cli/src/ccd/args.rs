//! The arguments of `impinge ccd`.

use crate::common_args::OutputArgs;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// `impinge ccd`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every vertex moves along a line at a constant rate from time 0 to time 1. The answer is exact: no contact is missed and
none is made up. Touching counts, and so do both ends of the motion.

The file is CSV with commas and without a header, in the format of NYU's sample queries. Eight rows are a query:
  vf   v f0 f1 f2 at time 0, then v f0 f1 f2 at time 1
  ee   a0 a1 b0 b1 at time 0, then a0 a1 b0 b1 at time 1
Seven cells are a row: x, y and z, each as a numerator and a denominator, and then 1 if the points meet and 0 if they
do not, the same in all eight rows. That last column may be left out; where it is there, answers that differ from it
are listed on standard error, with a note if fewer would differ with the other --kind. Coordinates have to be
exact doubles, and others are refused: 1,8 is 0.125; 1,3 is not a double.

One line comes out for each query, in order: hit or free. With --times, a hit is followed by the first time of contact,
as the largest double that is no later and the smallest that is no earlier: the same, or neighbours.
  csv   a header and a row: index,answer,truth and with --times lower,upper
  json  docs/ccd.schema.json; with --times all spans of contact, and the parts, point and normal of the first
The last line on standard error counts queries and gives their time.

Examples:
  impinge ccd queries.csv --kind vf                      hit or free, one line each
  impinge ccd queries.csv --kind ee --times --format json
  cat edge-edge/*.csv | impinge ccd - --kind ee -q > answers.txt

Exit codes: 0 nothing hits, 1 something hits, 2 bad usage or input.")]
pub struct Ccd {
    /// CSV file of queries, or - for standard input
    #[arg(value_name = "QUERIES")]
    pub queries: PathBuf,
    /// What the four points of a query are
    #[arg(long, value_enum)]
    pub kind: CcdQueryKind,
    /// Also find when they meet
    #[arg(long)]
    pub times: bool,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<Format>,
}

/// What the four points of a query are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CcdQueryKind {
    /// A vertex and a face.
    #[value(name = "vf", alias = "vertex-face")]
    VertexFace,
    /// Two edges.
    #[value(name = "ee", alias = "edge-edge")]
    EdgeEdge,
}

impl CcdQueryKind {
    /// The kind that it is not.
    pub fn other(self) -> Self {
        match self {
            Self::VertexFace => Self::EdgeEdge,
            Self::EdgeEdge => Self::VertexFace,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::VertexFace => "vf",
            Self::EdgeEdge => "ee",
        }
    }
}

/// Formats of the answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A line for each query: hit or free.
    #[default]
    Text,
    /// An object for each query: docs/ccd.schema.json describes it.
    Json,
    /// A header and a row for each query.
    Csv,
}
