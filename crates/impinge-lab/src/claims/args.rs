//! The words of `impinge lab claims`.

use crate::args::LabOutputArgs;
use clap::Args;

/// `impinge lab claims`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every claim of five papers, a row each: what the paper says and where, what a small experiment here measures, and whether the claim
held, partly held, did not hold, or cannot be tested here, and by how much:
  C   Knott and Pai, CInDeR (2003)
  S   Kockara, Halic, Iqbal, Bayrak and Rowe, Collision Detection: A Survey (2007)
  L   Lin, Manocha, Cohen and Gottschalk, Efficient Algorithms for Interference Detection in Dynamic Environments (1996)
  K   Kitamura, Smith, Takemura and Kishino, Parallel Algorithms for Real-time Colliding Face Detection (1995)
  J   Jiménez, Segura and Feito, Efficient Collision Detection between 2D Polygons (2004)
Claims that something is right are counted against exact answers; claims about cost are counts, ratios and growth within one run, since
times of old machines cannot be repeated. Claims about images need a graphics device; a driver for the CPU will do, and without any
device their rows say so.

Files, each written whole or not at all:
  claims.md     the page, a table for each paper
  claims.json   all rows
  claims.csv    a row for each claim

The same seed gives the same counts; only times and their ratios differ.

Examples:
  impinge lab claims
  impinge lab claims --quick
  impinge lab claims --only K,J1,S20

Exit codes: 0 done, whatever the claims are worth, 2 bad usage or input.")]
pub struct ClaimsArgs {
    /// Smaller experiments
    #[arg(long)]
    pub quick: bool,
    /// Only these claims: letters of papers, or ids of rows, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Other bodies and motions for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}
