//! The arguments of `impinge depth`.

use crate::common_args::{JobsArgs, NamedFileArgs, OutputArgs};
use crate::format::TextFormat;
use crate::sweep::args::numbers;
use clap::Args;
use impinge::math::DVec3;
use impinge_io::{Length, LengthUnit};
use std::path::PathBuf;

/// `impinge depth`.
#[derive(Debug, Args)]
#[command(after_help = "\
\"How deep are they in each other\" has many answers for bodies that are not convex. Each is given with its name, its bounds and
how it was found:
  depth           the length of the shortest translation of B that leaves no common inside: 0 if they only touch. It
                  lies between two bounds. At least: exactly where both are convex but for rounding, or by convex parts of the
                  bodies that stay in each other at every shorter move, or by two balls about one point, one in each body.
                  At most: by a translation that is given, and after which the bodies were found to share no inside, the
                  best of many directions
  thickness       the diameter of the largest ball inside both, between bounds. A pin in its hole, a thread and flush faces after rounding
                  are thin, however deep: this is what tolerances of `impinge check` are about
  deepest vertex  the vertex of one body that is farthest from the surface of the other, inside which it lies
  deepest point   the same for all points of both surfaces, by signed distance fields: a point, its depth with bounds,
                  and what no other point exceeds; both bodies have to be closed
  along x,y,z     with --along: how far B has to be pushed this way until they share no point. The first gap counts, even if they
                  would meet again farther on
Lengths are in the unit of the files, or of --unit. For example, a bolt that stands a little beside its hole has a small depth and no
vertex in the plate, but has to be pushed far along its axis.
--directions and --points look harder for the bounds of the depth, --cells for the deepest point. --effort limits the steps that depth and
thickness may take, each: pairs of faces that meet and signs in exact arithmetic, and parts of surfaces. By default 512 for each of --points
and 32 for each face, and 5000 parts. Where the effort was spent, the answer says so, and its bounds hold.
A file with several bodies counts as one mesh; FILE#BODY picks one of them.

Examples:
  impinge depth bolt.stl plate.stl
  impinge depth bolt.stl plate.stl --along 0,0,1 --along 0,0,-1
  impinge depth bolt.stl plate.stl --unit mm --tolerance 20um
  impinge depth assembly.glb#bolt assembly.glb#plate --format json

Exit codes: 0 they are apart, only touch, or overlap no thicker than --tolerance, 1 they are in each other, 2 bad usage or input.")]
pub struct Depth {
    /// A mesh file, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The mesh file that would be moved, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Overlaps no thicker than D are allowed: then the exit code is 0
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub tolerance: Option<Length>,
    /// The unit of all coordinates: um, mm, cm, m, km, in or ft, whatever the files state (glTF: m)
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
    /// Also push B along this direction until the two share no point; may be given several times
    #[arg(long, value_name = "X,Y,Z", value_parser = direction, allow_hyphen_values = true)]
    pub along: Vec<DVec3>,
    /// Directions, evenly spread, along which B is pushed beside those that suggest themselves
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub directions: u32,
    /// Points at which balls in both bodies are measured, at most
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub points: u32,
    /// Steps for the depth and for the thickness, at most
    #[arg(long, value_name = "N")]
    pub effort: Option<u64>,
    /// Cells of the fields along the longest side of each body
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub cells: u32,
    /// The output
    #[command(flatten)]
    pub output: OutputArgs<TextFormat>,
    /// Threads
    #[command(flatten)]
    pub jobs: JobsArgs,
    /// What the files may name
    #[command(flatten)]
    pub named: NamedFileArgs,
}

fn direction(text: &str) -> Result<DVec3, String> {
    let direction = DVec3::from_array(numbers::<3>(text)?);
    match direction.try_normalize() {
        Some(_) => Ok(direction),
        None => Err("expected a direction, of a length that is neither zero nor infinite".to_owned()),
    }
}
