//! The words of `impinge lab soak`.

use crate::args::LabOutputArgs;
use clap::Args;
use std::time::Duration;

/// `impinge lab soak`.
#[derive(Debug, Args)]
#[command(after_help = "\
Random bodies, scenes, motions, surfaces and polygons on all threads, for as long as asked, every answer compared with brute force or
exact arithmetic that shares no tree, filter or cache with it:
  triangle pairs      relations and intersections against integer arithmetic
  moving features     contact of vertices, faces and edges in motion against integer arithmetic at times that are exact
  points in bodies    inside, outside or on the surface against sets of voxels
  voxel bodies        relations of bodies against sets of voxels
  mesh pairs          contacts, relations and distances of loose triangles at any pose against every pair of faces
  small bodies        relations of bodies, closed or not, against every pair of faces
  convex pairs        relation, distance and depth of hulls against their meshes
  broad phases        pairs of boxes that come, move and go, by every broad phase, against every pair of boxes
  scenes              events of steps, bodies coming, moving, changing and going, against every pair of bodies
  sweeps              contact in motion against relations at times that are exact
  surfaces            contacts of deforming surfaces with themselves against every pair of faces
  polygons            relations, contacts and distances in the plane against every pair of edges
  polygon sweeps      contact of polygons in motion against relations at times that are exact
Most coordinates are small integers, where things coincide; some are a unit in the last place beside them, some are any number at all.

Work is split into cases. Seed and number determine a case, on any machine: `--seed S --case N` runs one again and says what was wrong.
A wrong answer, a panic, a case that does not end, or memory that keeps growing is a failure.

Files, each written whole or not at all:
  soak.json            all figures
  soak.csv             a row for each kind of check: cases, checks, contacts among them, wrong answers
  soak-failures.csv    a row for each failure: seed, case, kind, what was wrong; written as soon as there is one

Examples:
  impinge lab soak --minutes 1
  impinge lab soak --hours 8 --seed 20261118       a night
  impinge lab soak --cases 10000                   the same cases and counts in every run
  impinge lab soak --seed 7 --case 1234            one case again

Exit codes: 0 nothing failed, 1 something did, 2 bad usage or input.")]
pub struct SoakArgs {
    /// How long it runs, in hours
    #[arg(long, value_name = "H", conflicts_with_all = ["minutes", "cases", "case"], value_parser = hours, allow_negative_numbers = true)]
    pub hours: Option<Duration>,
    /// How long it runs, in minutes; 1 by default
    #[arg(long, value_name = "M", conflicts_with_all = ["cases", "case"], value_parser = minutes, allow_negative_numbers = true)]
    pub minutes: Option<Duration>,
    /// How many cases it runs, instead of a time
    #[arg(long, value_name = "N", conflicts_with = "case", value_parser = clap::value_parser!(u64).range(1..))]
    pub cases: Option<u64>,
    /// Runs this case alone
    #[arg(long, value_name = "N")]
    pub case: Option<u64>,
    /// Other cases for each number
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

fn hours(word: &str) -> Result<Duration, String> {
    time(word, 3600.0)
}

fn minutes(word: &str) -> Result<Duration, String> {
    time(word, 60.0)
}

/// At most a year, more than nothing.
fn time(word: &str, unit: f64) -> Result<Duration, String> {
    match word.trim().parse::<f64>() {
        Ok(number) if number > 0.0 && number * unit <= 366.0 * 86_400.0 => Ok(Duration::from_secs_f64(number * unit)),
        _ => Err("expected a number above 0, and at most a year".to_owned()),
    }
}
