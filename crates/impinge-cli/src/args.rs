//! The arguments of the command line. Parsed first, without looking at a single file; objects are built from
//! them afterwards, by the command that each belongs to.

use crate::approve::args::ApproveArgs;
use crate::ccd::args::Ccd;
use crate::check::args::CheckArgs;
use crate::common_args::{JobsArgs, NamedFileArgs, OutputArgs, PairArgs, Query};
use crate::deform::args::Deform;
use crate::depth::args::Depth;
use crate::format::{RowFormat, TextFormat};
use crate::heal::args::HealArgs;
use crate::method_args::{CheckMethodArgs, GpuArgs, MethodArgs};
use crate::planar::args::PlanarArgs;
use crate::robot::RobotArgs;
use crate::rules::args::RulesArgs;
use crate::step::args::StepArgs;
use crate::sweep::args::Sweep;
use clap::{Args, Parser, Subcommand};
use impinge::pair::Budget;
use impinge_clash::CheckMethod;
use impinge_clash::images::ImageDevice;
use impinge_lab::args::{Lab, LabCommand};
use std::path::PathBuf;
use std::time::Duration;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "impinge",
    version,
    about = "Exact collision detection for mesh files: do they meet, where, and how far apart are they",
    long_about = "Exact collision detection for mesh files (STL, OBJ, PLY, OFF, glTF, GLB), scenes (TOML, JSON) and robots (URDF):\n\
                  do bodies meet, where, and how far apart are they. Touching, crossing and containment are distinguished exactly, without any tolerance.\n\n\
                  Every pair of bodies has one relation: disjoint, touching, crossing, a_inside_b, b_inside_a or coincident.\n\
                  The closed parts of a mesh are solids and have an inside; its open parts are surfaces.",
    after_help = EXAMPLES,
    arg_required_else_help = true,
    subcommand_required = true,
    max_term_width = 120
)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Print no table, notes or progress; JSON, CSV and errors still come out
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  impinge demo                              check a built-in gearbox; write its report in every format, with pictures
  impinge check frame.stl arm.stl           which bodies meet?
  impinge check assembly.glb --clearance 2  which pairs are closer than 2 units?
  impinge check cell.toml                   a scene: meshes, shapes and robots at their places
  impinge rules init assembly.glb -o rules.toml
                                            a starter of rules for this assembly
  impinge approve clashes.json 7KQ2-XW3P    a clash that may stay
  impinge configurations arm.urdf --joints path.csv --with cell.toml
                                            a robot at many joint values: free, or which pair meets
  impinge step plant.glb --budget 1ms       which bodies meet, as far as a millisecond tells
  impinge depth bolt.stl plate.stl          how deep are they in each other, and which way is out?
  impinge sweep fixture.stl tool.stl --motion path.csv
                                            when does a moving body touch, and where first?
  impinge deform cloth_*.ply --against ball.obj
                                            frames of a mesh that deforms: does it pass through itself, and when?
  impinge planar check warehouse.geojson -o meeting.svg
                                            polygons in the plane: which meet, and a picture of where
  impinge check assembly.glb --method cinder
                                            the same, with images from a graphics device (impinge gpu lists them)
  impinge lab rapid                         repeat a classic experiment: table, plots, pictures
  impinge inspect part.stl                  is the mesh closed, how large is it, what is wrong with it?
  impinge heal part.stl --within 0.01 -o part.healed.stl
                                            close its cracks, moving nothing by more than 0.01

Exit codes: 0 nothing found, 1 something found, 2 bad usage or input.";

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check every pair of bodies in the files
    Check(CheckArgs),
    /// Write rules for clash checks: a starter made from an assembly as it is now
    Rules(RulesArgs),
    /// Approve clashes in a report, by their ids
    Approve(ApproveArgs),
    /// Say how two files relate: disjoint, touching, crossing, inside or coincident
    Relate(Relate),
    /// Measure the gap between two files, with its closest points
    Distance(Distance),
    /// Measure how deep two files are in each other, by several measures with bounds
    Depth(Depth),
    /// Describe the bodies of files: size, volume, closed or open, and every defect
    Inspect(Inspect),
    /// Close cracks and small holes of meshes, moving nothing by more than a length
    Heal(HealArgs),
    /// Ask one question at many poses of B while A stays fixed
    Poses(Poses),
    /// Check a robot at many joint values: free, or which pair meets first
    Configurations(Configurations),
    /// Test all pairs of bodies under a budget, step by step: free, meeting or still open
    Step(StepArgs),
    /// Say when two bodies in motion are in contact, and where first; or prove that the way is free
    Sweep(Sweep),
    /// Follow a mesh that deforms through its frames: where it meets itself, or an obstacle, in each
    Deform(Deform),
    /// Say whether moving vertices, faces and edges meet, for a table of queries
    Ccd(Ccd),
    /// The same questions for polygons in the plane: GeoJSON, WKT and SVG files
    Planar(PlanarArgs),
    /// List the graphics devices that methods can draw on, and try the one that would be used
    Gpu(GpuArgs),
    /// Check a built-in gearbox, or a plant; write its model and its report in every format
    Demo(Demo),
    /// Explain the methods of --method
    Methods,
    /// Explain the formats of files, names of bodies and kinds of clashes
    Formats,
    /// Repeat the experiments of papers: tables beside theirs, plots and pictures
    Lab(Lab),
    /// Print shell completions, e.g. `impinge completions bash > ~/.local/share/bash-completion/completions/impinge`
    Completions {
        /// The shell to print them for
        shell: clap_complete::Shell,
    },
}

impl Command {
    /// Whether it opens a graphics device.
    pub fn draws(&self) -> bool {
        let draws = |way: &CheckMethodArgs| match way.method {
            CheckMethod::Images(settings) => settings.device == ImageDevice::Vulkan,
            CheckMethod::Exact(_) | CheckMethod::Fields(_) => false,
        };
        match self {
            Self::Gpu(_) => true,
            Self::Check(check) => draws(&check.method),
            Self::Poses(poses) => draws(&poses.method),
            Self::Lab(lab) => matches!(lab.experiments, Some(LabCommand::Cinder(_) | LabCommand::Cullide(_))),
            _ => false,
        }
    }
}

/// `impinge relate`.
#[derive(Debug, Args)]
#[command(after_help = "\
A file with several bodies counts as one mesh, whose closed parts are solids and whose open parts are surfaces;
FILE#BODY picks one of them.

Examples:
  impinge relate bolt.stl plate.stl
  impinge relate assembly.glb#bolt assembly.glb#plate --format json

Exit codes: 0 disjoint, 1 they meet, 2 bad usage or input.")]
pub struct Relate {
    /// The two files
    #[command(flatten)]
    pub pair: PairArgs,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<TextFormat>,
    /// The method
    #[command(flatten)]
    pub method: MethodArgs,
}

/// `impinge distance`.
#[derive(Debug, Args)]
#[command(after_help = "\
The distance is 0 exactly if the bodies share a point, inside included; both points are then one common point.
A file with several bodies counts as one mesh, whose closed parts are solids and whose open parts are surfaces;
FILE#BODY picks one of them.

Examples:
  impinge distance bolt.stl plate.stl
  impinge distance assembly.glb#bolt assembly.glb#plate --format json

Exit codes: 0 measured, 2 bad usage or input.")]
pub struct Distance {
    /// The two files
    #[command(flatten)]
    pub pair: PairArgs,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<TextFormat>,
    /// The method
    #[command(flatten)]
    pub method: MethodArgs,
}

/// `impinge inspect`.
#[derive(Debug, Args)]
#[command(after_help = "\
Defects are what a clean closed solid does not have: degenerate triangles, duplicate faces, boundary edges,
non-manifold edges and vertices, faces turned over and, with --self, faces that meet: those without a common corner
(self_contact), and neighbours that share more than their corners, as folds and duplicates do (self_overlap).
Every other command still works with such a mesh; only the inside of its open parts does not exist.
For an open body a few lengths of `impinge heal` are tried; the shortest that closes nearly as many edges as any is named.

Examples:
  impinge inspect part.stl
  impinge inspect assembly.glb#bracket
  impinge inspect assembly.glb --self --all-defects --format json

Exit codes: 0 no defects, 1 defects found, 2 bad usage or input.")]
pub struct Inspect {
    /// Mesh files: STL, OBJ, PLY, OFF, glTF or GLB; FILE#BODY is one body of a file
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Also look for faces of one body that meet each other
    #[arg(long = "self")]
    pub self_contact: bool,
    /// List every defect, not only the first few of each kind
    #[arg(long)]
    pub all_defects: bool,
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<TextFormat>,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
}

/// `impinge poses`.
#[derive(Debug, Args)]
#[command(after_help = "\
The pose file is CSV with one of these headers, its columns in any order, others ignored:
  qw,qx,qy,qz,x,y,z                            a unit quaternion and a translation
  r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z    a rotation matrix (r01: row 0, column 1) and a translation
  roll,pitch,yaw,x,y,z                         angles in radians and a translation, as URDF has them: a roll about the
                                               fixed axis x, then a pitch about y, then a yaw about z
  roll_deg,pitch_deg,yaw_deg,x,y,z             the same in degrees
  x,y,z                                        a translation alone; only t may stand beside it
`impinge sweep` takes the same columns, and t.
Quaternions may be off unit length by 1e-3 and are normalised. Matrices may be off orthonormal by 1e-5 (any entry of
R^T R - 1) and are used bit for bit. Capitals and small letters are the same in the header.
Each row carries a point p of B to R p + t in A's frame. One row comes out for each pose, in the same order:
  relation    index,relation
  intersects  index,intersects          true or false
  contacts    index,contacts            how many pairs of triangles share a point
  distance    index,distance,ax,ay,az,bx,by,bz
With a method that draws, a last column follows: proposed (see --method). With --method sdf these follow instead:
  field,depth_lower,depth,depth_upper   what signed distance fields say: apart, meeting or unsure; and how deep the
                                        deepest vertex or point of an edge of one mesh is in the other, with bounds
and the answer of --query intersects is theirs where they are sure.
With --budget, which goes with --query distance and --method auto, the distance is only known to lie between two bounds,
and the points are as far apart as the upper one, but for rounding:
  distance    index,lower,upper,ax,ay,az,bx,by,bz
They are equal where the budget was enough. A budget in pairs of boxes gives the same bounds on every run, one in time
does not.
The last line on standard error gives the time without loading and building: how many queries, the wall time of all of
them in seconds, and the mean time of a query on its own thread in microseconds; then, with a method that draws, the
wall time of all images, which are made before, pose by pose, and its mean.

Examples:
  impinge poses room.obj robot.obj --poses path.csv --query intersects
  generate-poses | impinge poses room.obj robot.obj --poses - --query distance --format json
  impinge poses room.obj robot.obj --poses path.csv --query distance --budget 50us

Exit codes: 0 all poses answered, whatever the answers (they are data, for the next program), 2 bad usage or input.")]
pub struct Poses {
    /// The mesh file that stays, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The mesh file that is posed, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// CSV file of poses, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub poses: PathBuf,
    /// The question asked at every pose
    #[arg(long, value_enum, default_value_t)]
    pub query: Query,
    /// What each distance may take: a time such as 50us, 2ms or 1s, or a number of pairs of boxes such as 200pairs
    #[arg(long, value_name = "BUDGET", value_parser = budget, allow_hyphen_values = true)]
    pub budget: Option<Budget>,
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<RowFormat>,
    /// The method
    #[command(flatten)]
    pub method: CheckMethodArgs,
}

/// `impinge configurations`.
#[derive(Debug, Args)]
#[command(after_help = "\
The joint file is CSV: a header with the names of the joints, in any order, then a configuration a row, in radians and
metres. Joints that follow others (mimic) need no column. Links joined by a joint, or through fixed joints, may meet;
so may pairs that the SRDF file disables. Links are tested against all others and against the bodies of the scene.
The robot stands at the origin. If the scene has a robot with the same links and joints, that one is taken as the scene
has it: its place, its SRDF file, its geometry, and what its links hold, which moves with them; --robot chooses among
several. in_limits says whether all joints are inside their limits; rows outside are answered all the same.
One row comes out for each configuration, in the same order:
  index,free,in_limits,a,b                                a and b: the first pair that meets, by the order of bodies
  index,free,in_limits,a,b,distance,nearest_a,nearest_b   with --distance

Examples:
  impinge configurations arm.urdf --joints path.csv
  impinge configurations arm.urdf --joints path.csv --with cell.toml --distance --format json
  impinge configurations arm.urdf --joints path.csv --srdf arm.srdf --package ~/ws/src
  plan | impinge configurations arm.urdf --joints - --with two_arms.toml --robot left

Exit codes: 0 all configurations answered, whatever the answers (they are data, for the next program), 2 bad usage or
input.")]
pub struct Configurations {
    /// The robot: a URDF file
    #[arg(value_name = "ROBOT")]
    pub robot: PathBuf,
    /// CSV file of joint values, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub joints: PathBuf,
    /// A scene file (TOML or JSON) with what stands around the robot
    #[arg(long, value_name = "SCENE")]
    pub with: Option<PathBuf>,
    /// The robot of the scene that is meant, by its name there
    #[arg(long = "robot", value_name = "NAME", requires = "with")]
    pub name: Option<String>,
    /// Joints without a column are where the scene has them, or at rest: zero, or the limit nearest to it
    #[arg(long)]
    pub missing_at_rest: bool,
    /// How the robot is read
    #[command(flatten)]
    pub reading: RobotArgs,
    /// Also measure how far the nearest pair is apart
    #[arg(long)]
    pub distance: bool,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<RowFormat>,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
}

/// `impinge demo`.
#[derive(Debug, Args)]
#[command(after_help = "\
The gearbox has pairs of every relation in it, so there is always something to find: rules say what may touch and what
has to, an earlier report says what is new, and one clash was approved. The plant is large: five million triangles, with
48 clashes planted in it. The exit code is 0 whatever is found: the demo did what it was asked for.

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Demo {
    /// The folder that everything is written to; made where it is missing
    #[arg(long, short, value_name = "DIR", default_value = "impinge-demo")]
    pub output: PathBuf,
    /// Check a generated plant instead of the gearbox
    #[arg(long)]
    pub plant: bool,
    /// Bodies of the plant
    #[arg(long, value_name = "N", default_value_t = 3_000, requires = "plant")]
    pub bodies: usize,
    /// Triangles of the plant, about
    #[arg(long, value_name = "N", default_value_t = 5_000_000, requires = "plant")]
    pub triangles: usize,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
}

/// A budget: a number with a unit.
pub fn budget(word: &str) -> Result<Budget, String> {
    let word = word.trim();
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
    let refusal = || {
        "expected a whole number with its unit: a time such as 50us, 2ms or 1s, or pairs of boxes such as 200pairs"
            .to_owned()
    };
    let number: u64 = word[..digits].parse().map_err(|_| refusal())?;
    match word[digits..].trim() {
        "us" => Ok(Budget::of_time(Duration::from_micros(number))),
        "ms" => Ok(Budget::of_time(Duration::from_millis(number))),
        "s" => Ok(Budget::of_time(Duration::from_secs(number))),
        "pairs" => Ok(Budget::of_pairs(number)),
        _ => Err(refusal()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn budgets_have_a_unit() {
        assert_eq!(budget("50us"), Ok(Budget::of_time(Duration::from_micros(50))));
        assert_eq!(budget(" 2 ms"), Ok(Budget::of_time(Duration::from_millis(2))));
        assert_eq!(budget("200pairs"), Ok(Budget::of_pairs(200)));
        for word in ["", "50", "us", "-1us", "1.5ms", "5 min", "99999999999999999999us", "µs"] {
            assert!(budget(word).is_err(), "{word}");
        }
    }

    #[test]
    fn the_words_fit_together() {
        CommandLine::command().debug_assert();
    }
}
