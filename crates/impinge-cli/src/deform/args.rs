//! The arguments of `impinge deform`.

use crate::common_args::{JobsArgs, NamedFileArgs};
use clap::{Args, ValueEnum};
use impinge_io::{Length, LengthUnit};
use std::path::PathBuf;

/// `impinge deform`.
#[derive(Debug, Args)]
#[command(after_help = "\
Frames are meshes of one topology, a file each, in the order in which they are given; of a folder all mesh files, sorted
by name, numbers in names by their value (so frame9 comes before frame10). The tree over the faces is kept from frame to frame:
refitted, or sorted again where that pays. The answer has for each frame, exactly:
  meeting      pairs of faces without a common corner that share a point
  overlapping  pairs of faces with common corners that share more than these: folds and duplicates
  contacts     with --against: pairs of a face of the frame and one of the obstacle that share a point. Faces alone
               count: what is wholly inside an obstacle touches nothing of it
  near         with --within D: pairs of faces without a common corner that are at most D apart, those that meet included
  impacts      with --between: vertices and faces, and edges, that meet on the way from the frame before, each vertex going straight; each
               once, neighbours included. What is in contact at the start of the way meets at time 0
  upkeep       how the tree was kept up: refit, repaired in parts, or sorted; and why: first (there was none), moved (far away, or grown or
               shrunk by much), decayed (searches had become slow), spoilt (faces had grown apart), parted (see below)
  ms           milliseconds: to bring the tree up to date and to search, without reading the file

Faces without area meet nothing here, unlike in `impinge relate`: look for faces that a simulation has collapsed with
`impinge inspect`. Only --between counts their vertices and edges.
Vertices are numbered from 0 as the reader has them: those of an OBJ file that no face names are left out.

All frames need the same faces, corner by corner, and as many vertices as the first; a frame that has not, or that has a
coordinate which is no number (a simulation that diverged), ends the run with its name and the place; with --keep-going it is
reported and left out. Polygons are cut into triangles as in the first frame; an edge that is flipped between two triangles that
follow each other in the file passes for a polygon cut otherwise. A file with several bodies counts as
one mesh, whose faces are numbered from 0 through all of them; FILE#BODY picks one.
Vertices that have been at one place in all frames so far are one corner: files split vertices along seams of normals or
colours. Where they part, the tree is rebuilt (parted). STL has no vertices, only triangles: the corners that are at one
place in the first frame are one, and triangles are taken in the order of the file, so use OBJ, PLY, OFF or glTF
if you can; vertex 3 i + k of an STL file is corner k of triangle i.

Output:
  table   a line a frame
  json    docs/deform.schema.json
  csv     a row a frame: index,file,upkeep,why,meeting,overlapping,contacts,near,impacts,update_ms,search_ms,error
          with --list a row a pair: index,file,kind,a,b,time   kind: meeting, overlapping, contact or near, of two faces; or
          vertex-face, edge-edge (an edge as 3-17), and when they meet first, from 0 to 1; obstacle-vertex-face, obstacle-face-vertex and
          obstacle-edge-edge where b is a part of the obstacle
  svg     with -o FILE.svg: counts and times over the frames; the table still goes to standard output
  png     with -o FILE.png: a picture of the first frame with most pairs, with the faces that meet in red

Examples:
  impinge deform cloth_*.ply                        does the cloth pass through itself, and when?
  impinge deform frames/ --against ball.obj -o run.svg
  impinge deform frames/ --between                  does it pass through itself from one frame to the next?
  impinge deform frames/ --first -q                 only the exit code
  impinge deform frames/ --list --format csv > pairs.csv

Exit codes: 0 nothing found, 1 something found in some frame, 2 bad usage or input.")]
pub struct Deform {
    /// Mesh files of one topology, in order (STL, OBJ, PLY, OFF, glTF or GLB, or FILE#BODY), or folders of them
    #[arg(required = true, value_name = "FRAMES")]
    pub frames: Vec<PathBuf>,
    /// Also look for contacts with this mesh, which does not move
    #[arg(long, value_name = "OBSTACLE")]
    pub against: Option<PathBuf>,
    /// Also look for faces without a common corner that are at most D apart
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub within: Option<Length>,
    /// The unit of all coordinates, whatever the files state; needed for lengths such as 2mm if they state none
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
    /// Also look for what meets on the way from each frame to the next
    #[arg(long)]
    pub between: bool,
    /// List every pair of faces, in JSON and CSV
    #[arg(long, conflicts_with = "first")]
    pub list: bool,
    /// Stop at the first pair of faces of a frame that meet each other: faster where only yes or no matters
    #[arg(long)]
    pub first: bool,
    /// Report frames that cannot be used and go on; the exit code is 2 all the same
    #[arg(long)]
    pub keep_going: bool,
    /// How to print the answer; without this option, by the ending of the output file, or else as a table
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Write the answer, or for FILE.svg a plot and for FILE.png a picture, to FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
}

/// Formats of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Table,
    /// For machines: docs/deform.schema.json describes it.
    Json,
    /// A row for each frame, or with --list for each pair.
    Csv,
}
