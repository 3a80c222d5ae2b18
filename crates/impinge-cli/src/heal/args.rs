//! The arguments of `impinge heal`.

use crate::common_args::{JobsArgs, NamedFileArgs};
use crate::format::TextFormat;
use clap::Args;
use impinge_io::{Length, LengthUnit};
use std::path::PathBuf;

/// `impinge heal`.
#[derive(Debug, Args)]
#[command(after_help = "\
Exporters round coordinates and tessellate face by face, so that a part that should be closed is open by cracks, often
a vertex against an edge. Healing welds open vertices within the length of each other, splits open edges at vertices
beside them, fills holes that fit in the length, drops faces without area, and turns the faces of a part to one side,
outward where it is closed. Nothing moves by more than the length, what is closed is not touched, and no coordinate is
made up: a welded vertex goes to the place of another. A step that would fold a face over, or make faces meet that did
not, is not taken and is counted as refused.

The length is in the unit of the file. Start with the length that `impinge inspect` names and look at what is left; features smaller than the length are at risk. STL and GLB files have single precision: healed coordinates are
coordinates of the input, so they are rounded only if the input had more digits.

Examples:
  impinge heal part.stl --within 0.01                        what would be done
  impinge heal part.stl --within 0.01 -o part.healed.stl
  impinge heal assembly.glb#bracket --within 0.02mm -o bracket.stl
  impinge heal assembly.glb --within 2e-5 -o healed.glb --format json

Exit codes: 0 every body has no open edge left, 1 open edges are left, 2 bad usage or input.")]
pub struct HealArgs {
    /// A mesh file: STL, OBJ, PLY, OFF, glTF or GLB; or FILE#BODY
    pub file: PathBuf,
    /// The largest length by which anything may move
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true)]
    pub within: Length,
    /// The unit of all coordinates, whatever the file states; needed for lengths such as 2mm if it states none
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
    /// Write the healed bodies to FILE: .stl (one body), .obj or .glb
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// How to print what was done
    #[arg(long, value_enum, default_value_t)]
    pub format: TextFormat,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
}
