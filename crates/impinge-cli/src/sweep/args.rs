//! The arguments of `impinge sweep`.

use crate::common_args::NamedFileArgs;
use clap::{Args, ValueEnum};
use impinge::math::{DMat3, DQuat, DVec3, Pose, axis_angle};
use impinge_io::{Length, LengthUnit};
use std::path::PathBuf;

/// `impinge sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
A and B are placed by their files; a motion moves them from there. The answer is all intervals of time in which they
share a point, one inside the other included, and where they touch first; or that the motion is free, which is then
proved: nothing is sampled, and nothing thin or fast is missed.

Motions:
  --motion FILE     CSV with the columns t,x,y,z and those of a rotation as `impinge poses` takes them (qw,qx,qy,qz, or
                    r00 … r22, or roll,pitch,yaw, or roll_deg,pitch_deg,yaw_deg, or none), in any order: a keyframe a
                    row, times increasing, in any unit. A body turns the shorter way from one keyframe to the next, so give more than two for half a turn and more, and stands
                    still before the first and after the last
  --to POSE         from where the file has B at time 0 to a pose at time 1: x,y,z or qw,qx,qy,qz,x,y,z
                    or roll,pitch,yaw,x,y,z (radians) or r00,r01,r02,r10,r11,r12,r20,r21,r22,x,y,z
  --a-motion FILE   A moves, too; the same file as for B moves both as one
--way says what happens between keyframes:
  slerp   the origin of the body's frame moves straight and the body turns about it, both at constant rates
  screw   the body turns about an axis that stands still and slides along it, at constant rates

Where one body moves without turning and the other stands still, times are exact, however long the way is: the true time lies
between two neighbouring doubles. So it does where both move so, or a body stands turned, but for corners and ways rounded where
keyframes put them. Where bodies turn, and with --separation, no moment of contact lies outside the intervals, and at all times inside the
bodies are no farther from contact than the bound that is given: by default 1e-9 of their size, more where coordinates are
so large that rounding requires it; --tolerance sets another, and a larger one is faster.

One interval a line. No contact is earlier than begin_lower nor later than end_upper; of an exact interval the true times lie
from lower to upper:
  csv    begin_lower,begin_upper,end_lower,end_upper,certainty
  json   docs/sweep.schema.json, with the points, features and normal of the first contact
  svg    with -o FILE.svg: the distance over time, with the intervals; the answer still goes to standard output

Examples:
  impinge sweep hall.stl crane.stl --to 12,0,0
  impinge sweep fixture.stl tool.stl --motion path.csv -o clearance.svg
  impinge sweep hall.stl crane.stl --motion path.csv --separation 0.05 --format json

Exit codes: 0 free, 1 they come into contact, 2 bad usage or input.")]
pub struct Sweep {
    /// The mesh file that stays, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The mesh file that moves, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// How B moves
    #[command(flatten)]
    pub course: Course,
    /// CSV file of keyframes that A moves along, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub a_motion: Option<PathBuf>,
    /// How bodies get from one keyframe to the next
    #[arg(long, value_enum, default_value_t)]
    pub way: Between,
    /// Look at these times only; by default from the first keyframe to the last
    #[arg(long, value_name = "FROM,UNTIL", value_parser = numbers::<2>, allow_hyphen_values = true)]
    pub window: Option<[f64; 2]>,
    /// Gaps up to this length count as contact
    #[arg(long, value_name = "D", default_value = "0", allow_negative_numbers = true)]
    pub separation: Length,
    /// How near to contact bodies that turn may be and be reported as in contact; by default 1e-9 of their size
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub tolerance: Option<Length>,
    /// The unit of all coordinates, whatever the files state; needed for lengths such as 2mm if they state none
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
    /// How many pairs of boxes and faces may be looked at; what is then still open is reported as undecided
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub effort: u64,
    /// How to print the answer; without this option, by the ending of the output file, or else as text
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Write the answer, or for FILE.svg a plot of the distance, to FILE
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
}

/// A motion: keyframes, or one pose to get to.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct Course {
    /// CSV file of keyframes that B moves along, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub motion: Option<PathBuf>,
    /// The pose that B gets to at time 1: x,y,z or qw,qx,qy,qz,x,y,z or roll,pitch,yaw,x,y,z or r00,…,r22,x,y,z
    #[arg(long, value_name = "POSE", value_parser = pose, allow_hyphen_values = true)]
    pub to: Option<Target>,
}

/// A pose to get to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target(pub Pose);

/// How bodies get from one keyframe to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Between {
    /// The origin moves straight, the body turns about it.
    #[default]
    Slerp,
    /// Along a screw.
    Screw,
}

/// Formats of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// docs/sweep.schema.json describes it.
    Json,
    /// A row for each interval.
    Csv,
}

fn pose(text: &str) -> Result<Target, String> {
    match text.split(',').count() {
        3 => numbers::<3>(text).map(|to| Pose::from_translation(DVec3::from_array(to))),
        6 => numbers::<6>(text).map(|[roll, pitch, yaw, x, y, z]| {
            let turn = axis_angle::roll_pitch_yaw(DVec3::new(roll, pitch, yaw));
            Pose::try_new(turn, DVec3::new(x, y, z))
        }),
        7 => numbers::<7>(text).map(|[w, x, y, z, to @ ..]| Pose::from_quaternion(DQuat::from_xyzw(x, y, z, w), DVec3::from_array(to))),
        12 => numbers::<12>(text).map(|[r00, r01, r02, r10, r11, r12, r20, r21, r22, to @ ..]| {
            let rows = [r00, r01, r02, r10, r11, r12, r20, r21, r22];
            Pose::try_new(DMat3::from_cols_array(&rows).transpose(), DVec3::from_array(to))
        }),
        count => Err(format!(
            "expected 3 numbers x,y,z, or 6 numbers roll,pitch,yaw,x,y,z, or 7 numbers qw,qx,qy,qz,x,y,z, or 12 numbers of a \
             matrix row by row and x,y,z, found {count}"
        )),
    }?
    .map(Target)
    .map_err(|error| error.to_string())
}

/// Parses `N` finite numbers, separated by commas.
///
/// # Errors
/// There are more or fewer, or one is no finite number.
pub fn numbers<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let number = |word: &str| match word.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("expected a finite number, found {:?}", word.trim())),
    };
    let found = text.split(',').map(number).collect::<Result<Vec<f64>, String>>()?;
    let count = found.len();
    found.try_into().map_err(|_| format!("expected {N} numbers separated by commas, found {count}"))
}
