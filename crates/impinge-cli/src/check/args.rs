//! The arguments of `impinge check`.

use super::picture_limit::PictureLimit;
use crate::common_args::{HealArg, LengthOrAuto, LimitArgs};
use crate::format::CheckFormat;
use crate::method_args::CheckMethodArgs;
use crate::robot::PosedRobotArgs;
use clap::{ArgAction, Args, ValueEnum};
use impinge_clash::{BcfVersion, RulesFile, Treatment, read_rules_in};
use impinge_io::LengthUnit;
use std::path::PathBuf;

/// `impinge check`.
#[derive(Debug, Args)]
#[command(
    disable_help_flag = true,
    after_help = "\
Examples:
  impinge check assembly.glb                          every pair of bodies that meet
  impinge check cell.toml --clearance 5mm -q          a robot and what stands around it: only the exit code
  impinge check plant.glb --rules rules.toml --baseline last.json -o report.html -o junit.xml -o last.json    in CI
A pair of bodies clashes if it overlaps by more than --tolerance, if its gap is at most --touch, or below --clearance: lengths as 2mm, or in the unit of the files.
See `impinge formats` for files, names and kinds of clashes, `impinge methods` for --method. Exit codes: 0 no clash, 1 clashes, 2 bad usage or input."
)]
pub struct CheckArgs {
    /// Mesh files (STL, OBJ, PLY, OFF, glTF, GLB), scene files (TOML, JSON), robots (URDF); FILE#BODY is one body
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Rules for pairs of bodies, TOML or JSON (docs/rules.md); `impinge rules init` writes a starter
    #[arg(long, value_name = "FILE", conflicts_with_all = ["clearance", "touch", "tolerance", "allow"])]
    pub rules: Option<PathBuf>,
    /// An earlier JSON report: says what is new, persisting, changed or resolved, and skips approved clashes
    #[arg(long, value_name = "REPORT")]
    pub baseline: Option<PathBuf>,
    /// Take a --baseline that is not there yet for an empty one: in a first run every clash is new
    #[arg(long, requires = "baseline")]
    pub allow_missing_baseline: bool,
    /// Refuse rules that match no pair of bodies, and a baseline that knows none of the bodies (exit code 2)
    #[arg(long)]
    pub strict: bool,
    /// When a pair is found
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Close cracks up to LENGTH first; auto, the default: cracks by rounding to single precision; off: none
    #[arg(long, value_name = "LENGTH", allow_negative_numbers = true)]
    pub heal: Option<HealArg>,
    /// The unit of all coordinates: um, mm, cm, m, km, in or ft, whatever the files state (glTF and URDF: m)
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
    /// Overlaps no thicker than D are allowed; auto: what single-precision files explain by rounding
    #[arg(long, value_name = "D|auto", allow_negative_numbers = true)]
    pub tolerance: Option<LengthOrAuto>,
    /// List every pair with its distance; slow with many bodies
    #[arg(long)]
    pub all_pairs: bool,
    /// Also check each body against itself
    #[arg(long = "self")]
    pub self_pairs: bool,
    /// Refuse bodies that are not closed; otherwise those with small openings have an inside by winding number
    #[arg(long)]
    pub require_closed: bool,
    /// List pairs only, without clashes and their evidence, which take time; fits count as overlaps
    #[arg(long, conflicts_with_all = ["rules", "baseline", "pictures", "max_pictures", "verbose"])]
    pub pairs_only: bool,
    /// Steps for the depth (default 102400, and 32 a face) and the thickness (20000) of each clash; reports say where spent
    #[arg(long, value_name = "N", conflicts_with = "pairs_only")]
    pub effort: Option<u64>,
    /// List every clash in the table, not only the worst of each pattern
    #[arg(long, short)]
    pub verbose: bool,
    /// The format of the report; without this option, by the extension of the file
    #[arg(long, value_enum)]
    pub format: Option<CheckFormat>,
    /// Write the report to FILE; may be given several times, - is standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Write pictures of clashes to DIR, each named by the id of its clash
    #[arg(long, value_name = "DIR")]
    pub pictures: Option<PathBuf>,
    /// Draw at most N clashes, the worst, for HTML, BCF and --pictures
    #[arg(long, value_name = "N|none|all", default_value_t, allow_negative_numbers = true)]
    pub max_pictures: PictureLimit,
    /// The version of BCF in .bcf files; .bcfzip files are always 2.1
    #[arg(long, value_enum, default_value_t, value_name = "VERSION")]
    pub bcf_version: BcfVersionArg,
    /// The method
    #[command(flatten)]
    pub method: CheckMethodArgs,
    /// Print this help
    #[arg(long, short, action = ArgAction::HelpShort)]
    help: Option<bool>,
    /// How robots are read
    #[command(flatten)]
    pub robot: PosedRobotArgs,
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
    /// The rules of the file, or else those that the options make, for coordinates of a unit.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn rules(&self, unit: Option<LengthUnit>) -> anyhow::Result<RulesFile> {
        if let Some(path) = &self.rules {
            return Ok(read_rules_in(path, unit)?);
        }
        let tolerance = self.tolerance.map(|given| given.tolerance_in(unit)).transpose()?.unwrap_or_default();
        let defaults = Treatment { tolerance, ..self.limits.treatment(unit)? };
        Ok(RulesFile { defaults, ..RulesFile::default() })
    }
}
