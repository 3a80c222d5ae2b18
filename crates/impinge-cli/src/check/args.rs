//! The arguments of `impinge check`.

use crate::args::LimitArgs;
use crate::format::CheckFormat;
use crate::method_args::CheckMethodArgs;
use crate::robot::PosedRobotArgs;
use clap::{Args, ValueEnum};
use impinge_clash::{BcfVersion, RulesFile, read_rules};
use std::path::PathBuf;

/// `impinge check`.
#[derive(Debug, Args)]
#[command(after_help = "\
A pair is found if the bodies share a point, if their gap is at most --touch, or if it is smaller than --clearance.
Lengths are in the unit of the files. Relations named by --allow are not found; gaps up to --touch count as touching.
--rules FILE says all this pair by pair, and which contacts have to be there. --all-pairs measures the gap of every
pair, near or far, and can take long with many bodies.
--self counts pairs of faces of one body that meet, and among these the neighbours: faces with common corners that share
more than these, as folds and duplicates do (self_meeting, self_overlapping in CSV). `impinge deform` follows a body
that deforms.

What is found is a clash. It has an id, made from the names of its two bodies alone, so that it is the same in every
run; a kind, evidence, and a group: clashes that share a body and a place. --baseline compares them clash by clash. Kinds:
  duplicate  two bodies fill the same space     touch     they touch
  pierce     one passes right through           encroach  their gap is below the clearance
  protrude   one enters the other               missing   an expected contact is not there
  envelope   one is inside the other
Depth and shared volume are told between bounds, in JSON and on the page with how each was found; none is guessed.

Files by their ending, each with -o; several may be given, - is standard output:
  .txt table   .json JSON   .csv CSV   .html one page with list, pictures and 3D view   .xml JUnit
  .bcf, .bcfzip BCF with viewpoints and snapshots   .glb the model with clashes in colour

Bodies and their names:
  OBJ         each object (o) is a body, or each group (g) where there are no objects
  glTF, GLB   each node with triangles is a body, in its place; its name, else that of its mesh
  STL         each solid of a text file is a body; a binary file is one body
  PLY, OFF    one body
  TOML, JSON  a scene file: its bodies and the links of its robots, at their places (docs/scene.md)
  URDF        a robot: its links with geometry, called ROBOT/LINK; joints rest, or are where --joint puts them;
              neighbours may meet
A body without a name takes that of its file, without directory and extension; a name seen before gets .2, .3, …
With several files, bodies of a file of many, and those of the same name, are called FILE/BODY.

Examples:
  impinge check assembly.glb                          every pair of bodies that meet
  impinge check *.stl --allow touching --format json  parts may touch, but not enter each other
  impinge check a.obj b.obj --clearance 0.5 -q        only the exit code
  impinge check frame.stl --self                      does the surface meet itself?
  impinge check cell.toml                             a robot and what stands around it
  impinge check arm.urdf --joint elbow=1.2            a robot by itself, with one joint bent
  impinge check plant.glb --rules rules.toml --baseline last.json -o report.html -o junit.xml -o last.json
                                                      in CI: rules, what is new since last time, a page and a test report

Exit codes: 0 nothing found, 1 something found, 2 bad usage or input.")]
pub struct CheckArgs {
    /// Mesh files: STL, OBJ, PLY, OFF, glTF or GLB, with one or more bodies each; scene files: TOML, JSON; robots: URDF
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Rules for pairs of bodies, TOML or JSON: docs/rules.md; `impinge rules init` writes a starter
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clearance", "touch", "allow"])]
    pub rules: Option<PathBuf>,
    /// An earlier JSON report: clashes are new, persisting, changed or resolved since, and approved ones are not found
    #[arg(long, value_name = "REPORT")]
    pub baseline: Option<PathBuf>,
    /// When a pair is found
    #[command(flatten)]
    pub limits: LimitArgs,
    /// List every pair with its distance, not only those found; measures every gap, which can take long
    #[arg(long)]
    pub all_pairs: bool,
    /// Also check each body against itself
    #[arg(long = "self")]
    pub self_pairs: bool,
    /// List pairs and nothing more: no clashes with kind, depth, volume and curves, which take time
    #[arg(long, conflicts_with_all = ["rules", "baseline", "pictures"])]
    pub pairs_only: bool,
    /// How robots are read
    #[command(flatten)]
    pub robot: PosedRobotArgs,
    /// How to write the report; without this option, by the ending of the file, or else as a table
    #[arg(long, value_enum)]
    pub format: Option<CheckFormat>,
    /// Write the report to FILE instead of standard output; may be given several times, and - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Write a picture of every clash to DIR, called by its id
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// The version of BCF in .bcf files; .bcfzip files are always 2.1
    #[arg(long, value_enum, default_value_t, value_name = "VERSION")]
    pub bcf_version: BcfVersionArg,
    /// The method
    #[command(flatten)]
    pub method: CheckMethodArgs,
}

/// A version of BCF, by its number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BcfVersionArg {
    /// What most programs read.
    #[default]
    #[value(name = "2.1")]
    V2_1,
    /// The newest.
    #[value(name = "3.0")]
    V3_0,
}

impl From<BcfVersionArg> for BcfVersion {
    fn from(word: BcfVersionArg) -> Self {
        match word {
            BcfVersionArg::V2_1 => Self::V2_1,
            BcfVersionArg::V3_0 => Self::V3_0,
        }
    }
}

impl CheckArgs {
    /// The rules of the file, or else those that the options make.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn rules(&self) -> anyhow::Result<RulesFile> {
        if let Some(path) = &self.rules {
            return Ok(read_rules(path)?);
        }
        Ok(RulesFile { defaults: self.limits.treatment(), ..RulesFile::default() })
    }
}
