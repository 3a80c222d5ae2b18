//! The arguments of `impinge planar`.

use crate::common_args::{LimitArgs, Query};
use crate::format::{RowFormat, TableFormat, TextFormat};
use clap::{Args, Subcommand};
use impinge_io::{Length, LengthError, LengthUnit, PlanarOptions};
use impinge_terminal::threads::jobs;
use std::path::PathBuf;

/// `impinge planar`.
#[derive(Debug, Args)]
#[command(after_help = "\
Files:
  .geojson, .json  each feature is a body, called by its property name, NAME or id
  .wkt             each POLYGON or MULTIPOLYGON is a body, one after the other
  .tsv, .csv       a column of WKT (wkt, geometry or geom), and one of names (name or id); a body a row
  .svg             each path, polygon, polyline, rect, circle and ellipse is a body, called by its id; the y axis points
                   down, and curves become chords (--flatness)
A body without a name is called by its file and its place in it. Inside is what an odd number of rings is around; rings
that cross or touch themselves, spikes, and rings of one or two points are taken as they are. docs/planar.md tells more.

Examples:
  impinge planar check warehouse.geojson -o meeting.svg     which polygons meet, and a picture of where
  impinge planar relate map.wkt#map.1 map.wkt#map.2         disjoint, touching, crossing, inside or coincident
  impinge planar poses hall.svg forklift.svg --poses way.csv --query distance")]
pub struct PlanarArgs {
    /// What to ask.
    #[command(subcommand)]
    pub command: PlanarCommand,
}

/// What can be asked about polygons.
#[derive(Debug, Subcommand)]
pub enum PlanarCommand {
    /// Check every pair of polygons in the files
    Check(PlanarCheckArgs),
    /// Say how two polygons relate: disjoint, touching, crossing, inside or coincident
    Relate(PlanarRelateArgs),
    /// Measure the gap between two polygons, with its closest points
    Distance(PlanarDistanceArgs),
    /// Say when two polygons share points while one moves
    Sweep(PlanarSweepArgs),
    /// Ask one question at many poses of B while A stays fixed
    Poses(PlanarPosesArgs),
    /// Say how the two polygons in each row of a table relate
    Relations(PlanarRelationsArgs),
}

/// How polygons are read.
#[derive(Clone, Copy, Debug, Args)]
pub struct PolygonReadingArgs {
    /// How far a chord may stray from a curve of an SVG drawing; by default 1/4096 of the curve's size
    #[arg(long, value_name = "D", value_parser = flatness, allow_negative_numbers = true)]
    pub flatness: Option<Length>,
    /// The unit of all coordinates: files of polygons state none; needed for lengths such as 2mm
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
}

impl PolygonReadingArgs {
    /// As the reader takes it.
    ///
    /// # Errors
    /// The flatness has a unit and the coordinates have none.
    pub fn options(self) -> Result<PlanarOptions, LengthError> {
        Ok(PlanarOptions { flatness: self.flatness.map(|length| length.in_unit(self.unit)).transpose()? })
    }
}

/// `impinge planar check`.
#[derive(Debug, Args)]
#[command(after_help = "\
A pair is found if the polygons share a point, if their gap is at most --touch, or if it is smaller than --clearance.
Lengths are plain numbers in the unit of the files or, with --unit, also such as 2mm. Relations named by --allow are listed but not found.
-o FILE.svg draws all bodies, those that meet in colour, with every contact and the closest points of those too near;
the report still goes to standard output.

Examples:
  impinge planar check warehouse.geojson                       every pair of polygons that meet
  impinge planar check countries.tsv --allow touching          neighbours may touch, but not overlap
  impinge planar check board.svg --clearance 0.2 -o board-check.svg
                                                               tracks too near each other, and a picture

Exit codes: 0 nothing found, 1 something found, 2 bad usage or input.")]
pub struct PlanarCheckArgs {
    /// Files of polygons: GeoJSON, WKT, tables with WKT, SVG
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// When a pair is found
    #[command(flatten)]
    pub limits: LimitArgs,
    /// List every pair with its distance, not only those found
    #[arg(long)]
    pub all_pairs: bool,
    /// How polygons are read
    #[command(flatten)]
    pub reading: PolygonReadingArgs,
    /// How to print the report; without this option, by the ending of the output file, or else as a table
    #[arg(long, value_enum)]
    pub format: Option<TableFormat>,
    /// Write the report to FILE instead of standard output, or a picture if FILE ends in .svg
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads to use, at most four for each core; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: u16,
}

/// `impinge planar relate`.
#[derive(Debug, Args)]
#[command(after_help = "\
A file with several bodies needs FILE#BODY, to pick one of them.

Examples:
  impinge planar relate a.wkt b.wkt
  impinge planar relate warehouse.geojson#forklift 'warehouse.geojson#rack B' --format json
  impinge planar relate a.wkt b.wkt -o both.svg      with a picture

Exit codes: 0 disjoint, 1 they meet, 2 bad usage or input.")]
pub struct PlanarRelateArgs {
    /// The two polygons
    #[command(flatten)]
    pub pair: PolygonPairArgs,
}

/// `impinge planar distance`.
#[derive(Debug, Args)]
#[command(after_help = "\
The distance is 0 exactly if the polygons share a point, inside included; both points are then one common point.
A file with several bodies needs FILE#BODY, to pick one of them.

Examples:
  impinge planar distance a.wkt b.wkt
  impinge planar distance warehouse.geojson#forklift 'warehouse.geojson#rack A' -o gap.svg

Exit codes: 0 measured, 2 bad usage or input.")]
pub struct PlanarDistanceArgs {
    /// The two polygons
    #[command(flatten)]
    pub pair: PolygonPairArgs,
}

/// Two polygons and what to do with the answer.
#[derive(Debug, Args)]
pub struct PolygonPairArgs {
    /// A file of one polygon, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Another file of one polygon, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// How polygons are read
    #[command(flatten)]
    pub reading: PolygonReadingArgs,
    /// How to print the answer; without this option, by the ending of the output file, or else as text
    #[arg(long, value_enum)]
    pub format: Option<TextFormat>,
    /// Write the answer to FILE instead of standard output, or a picture if FILE ends in .svg
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// `impinge planar poses`.
#[derive(Debug, Args)]
#[command(after_help = "\
The pose file is CSV with the header angle_deg,x,y, its columns in any order, others ignored. Each row turns a point of B
about the origin by an angle in degrees, from the x axis towards the y axis, and then moves it by x and y, in A's frame;
multiples of 90 degrees are exact. One row comes out for each pose, in the same order:
  relation    index,relation
  intersects  index,intersects          true or false
  contacts    index,contacts            how many pairs of edges share a point
  distance    index,distance,ax,ay,bx,by
The last line on standard error tells the time without loading and building.

Examples:
  impinge planar poses hall.geojson forklift.geojson --poses way.csv
  plan | impinge planar poses hall.geojson forklift.geojson --poses - --query distance --format json

Exit codes: 0 all poses answered, whatever the answers (they are data, for the next program), 2 bad usage or input.")]
pub struct PlanarPosesArgs {
    /// The polygon that stays: a file of one, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The polygon that is posed: a file of one, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// CSV file of poses, or - for standard input
    #[arg(long, value_name = "FILE")]
    pub poses: PathBuf,
    /// The question asked at every pose
    #[arg(long, value_enum, default_value_t)]
    pub query: Query,
    /// How polygons are read
    #[command(flatten)]
    pub reading: PolygonReadingArgs,
    /// How to print the answers; without this option, by the ending of the output file, or else as CSV
    #[arg(long, value_enum)]
    pub format: Option<RowFormat>,
    /// Write the answers to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads to use, at most four for each core; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: u16,
}

/// `impinge planar relations`.
#[derive(Debug, Args)]
#[command(after_help = "\
The table has tabs between its cells (commas in a .csv) and a header with the columns a and b, each of polygons in WKT;
other columns are ignored. One relation a line comes out, in the same order, and nothing else:
disjoint, touching, crossing, a_inside_b, b_inside_a or coincident.

Examples:
  impinge planar relations pairs.tsv
  impinge planar relations pairs.tsv | sort | uniq -c

Exit codes: 0 all rows answered, whatever the answers (they are data, for the next program), 2 bad usage or input.")]
pub struct PlanarRelationsArgs {
    /// The table: TSV or CSV, or - for a TSV on standard input
    #[arg(value_name = "FILE")]
    pub table: PathBuf,
    /// Write the relations to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Threads to use, at most four for each core; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: u16,
}

/// `impinge planar sweep`.
#[derive(Debug, Args)]
#[command(after_help = "\
B moves at a constant rate over the times from 0 to 1, along a vector or about a point; A stays. The answer is all
intervals of time in which they share a point, rounded outward, and the first impact of polygons that begin apart. A
graze that rounding cannot tell from a gap counts as contact, and is marked. -o FILE.svg draws the way, B where contacts
begin (red) and end (yellow), and the point of the first impact; the answer still goes to standard output.

Examples:
  impinge planar sweep hall.geojson forklift.geojson --by 12,0
  impinge planar sweep hall.geojson forklift.geojson --turn -90 --about 3.5,2 --format json
  impinge planar sweep hall.geojson forklift.geojson --by 12,0 -o way.svg

Exit codes: 0 free, 1 they meet on the way, 2 bad usage or input.")]
pub struct PlanarSweepArgs {
    /// The polygon that stays: a file of one, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// The polygon that moves: a file of one, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// How B moves
    #[command(flatten)]
    pub moving: PlanarMotionArgs,
    /// How polygons are read
    #[command(flatten)]
    pub reading: PolygonReadingArgs,
    /// How to print the answer; without this option, by the ending of the output file, or else as text
    #[arg(long, value_enum)]
    pub format: Option<TextFormat>,
    /// Write the answer to FILE instead of standard output, or a picture if FILE ends in .svg
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A motion: along a vector, or about a point.
#[derive(Clone, Copy, Debug, Args)]
#[group(required = true, multiple = true, args = ["by", "turn"])]
pub struct PlanarMotionArgs {
    /// Move by this vector
    #[arg(long, value_name = "DX,DY", value_parser = vector, allow_hyphen_values = true, conflicts_with_all = ["turn", "about"])]
    pub by: Option<[Coordinate; 2]>,
    /// Turn by this angle in degrees, from the x axis towards the y axis
    #[arg(long, value_name = "DEG", allow_negative_numbers = true)]
    pub turn: Option<f64>,
    /// Turn about this point instead of the origin
    #[arg(long, value_name = "X,Y", value_parser = vector, allow_hyphen_values = true, requires = "turn")]
    pub about: Option<[Coordinate; 2]>,
}

/// A coordinate: a length that may be negative, with or without a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coordinate {
    length: Length,
    is_negative: bool,
}

impl Coordinate {
    fn parse(word: &str) -> Option<Self> {
        let word = word.trim();
        let size = word.strip_prefix('-');
        Some(Self { length: size.unwrap_or(word).parse().ok()?, is_negative: size.is_some() })
    }

    /// In the unit of the files.
    ///
    /// # Errors
    /// It has a unit and the files have none.
    pub fn in_unit(self, unit: Option<LengthUnit>) -> Result<f64, LengthError> {
        let length = self.length.in_unit(unit)?;
        Ok(if self.is_negative { -length } else { length })
    }
}

/// Two coordinates with a comma in between.
fn vector(word: &str) -> Result<[Coordinate; 2], String> {
    let both = word.split_once(',').and_then(|(x, y)| Some([Coordinate::parse(x)?, Coordinate::parse(y)?]));
    both.ok_or_else(|| {
        "expected two numbers with a comma in between, e.g. 1.5,-2 or, with --unit, 15mm,-2cm".to_owned()
    })
}

/// A flatness: finite and above zero.
fn flatness(word: &str) -> Result<Length, String> {
    match word.parse::<Length>() {
        Ok(length) if length.value > 0.0 => Ok(length),
        _ => Err("expected a finite length above zero, e.g. 0.5 or, with --unit, 2mm".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_take_units() {
        let read = |word: &str| {
            vector(word).ok().and_then(|[x, y]| {
                let unit = Some(LengthUnit::Metre);
                Some([x.in_unit(unit).ok()?, y.in_unit(unit).ok()?])
            })
        };
        assert_eq!(read("1.5,-2"), Some([1.5, -2.0]));
        assert_eq!(read("-15mm, 2 cm"), Some([-0.015, 0.02]));
        assert!(["1", "1,", "--1,2", "a,b", "1,2,3", "nan,0"].into_iter().all(|word| read(word).is_none()));
        assert!(vector("1mm,0").is_ok_and(|[x, _]| x.in_unit(None).is_err()));
    }

    #[test]
    fn a_flatness_is_above_zero() {
        assert!(["0", "-1", "nan", "inf", ""].into_iter().all(|word| flatness(word).is_err()));
        assert!(flatness("0.25mm").is_ok_and(|length| length.in_unit(Some(LengthUnit::Metre)) == Ok(0.00025)));
    }
}
