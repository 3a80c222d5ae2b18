//! Groups of arguments that several commands share.

use crate::format::resolve_format;
use clap::builder::{PathBufValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge_clash::{AssemblyError, FileOperand, HealSetting, MergedMesh, Tolerance, Touch, Treatment};
use impinge_io::{Length, LengthError, LengthUnit, Problem, ReadError, ReadOptions};
use impinge_terminal::output::{self, Output};
use impinge_terminal::threads::{self, jobs};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// How many threads.
#[derive(Clone, Copy, Debug, Args)]
pub struct JobsArgs {
    /// Threads to use, at most four for each core; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: u16,
}

impl JobsArgs {
    /// Starts the threads.
    ///
    /// # Errors
    /// The operating system refused them.
    pub fn start(self) -> anyhow::Result<Executor> {
        threads::start(self.jobs)
    }
}

/// Where an answer goes, and in which format.
#[derive(Clone, Debug, Args)]
pub struct OutputArgs<F: ValueEnum + Default + Clone + Send + Sync + 'static> {
    /// How to print the answer; without this option, by the extension of the output file
    #[arg(long, value_enum)]
    pub format: Option<F>,
    /// Write the answer to FILE instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl<F: ValueEnum + Default + Clone + Send + Sync + 'static> OutputArgs<F> {
    /// Opens the output, before any work is done.
    ///
    /// # Errors
    /// The output cannot hold a file, is one of the inputs, or has the extension of another format.
    pub fn open(&self, inputs: &[&Path]) -> anyhow::Result<(Output, F)> {
        let output = Output::open(self.output.as_deref(), inputs)?;
        let format = resolve_format(self.format.clone(), &output)?;
        Ok((output, format))
    }
}

/// Which files may be read because a file names them.
#[derive(Clone, Debug, Default, Args)]
pub struct NamedFileArgs {
    /// A folder that scenes, robots and glTF files may name files in, beside their own folder; may be given several times
    #[arg(long, value_name = "DIR", value_parser = PathBufValueParser::new().try_map(folder), help_heading = None::<&'static str>)]
    pub root: Vec<PathBuf>,
    /// Let scenes, robots and glTF files name any file, also pipes
    #[arg(long, help_heading = None::<&'static str>)]
    pub trusted: bool,
}

impl NamedFileArgs {
    /// As readers have it.
    pub fn options(&self) -> ReadOptions {
        ReadOptions { roots: self.root.clone(), trusted: self.trusted }
    }

    /// A file, or one body of it.
    pub fn operand(&self, word: &Path) -> FileOperand {
        FileOperand::parse(word).with(self.options())
    }
}

/// A folder that exists: one that does not would allow nothing, without a word.
fn folder(path: PathBuf) -> Result<PathBuf, &'static str> {
    if path.is_dir() { Ok(path) } else { Err("there is no such folder") }
}

/// What lets a file be read that was refused as the file of another, as the end of a sentence.
pub fn remedy(error: &anyhow::Error) -> &'static str {
    let read = error.chain().find_map(|cause| match cause.downcast_ref::<AssemblyError>() {
        Some(AssemblyError::Read(read)) => Some(read),
        _ => cause.downcast_ref::<ReadError>(),
    });
    match read.map(ReadError::cause) {
        Some(Problem::OutsideFolders { .. }) => "; pass --root DIR with a folder that holds it, or --trusted",
        Some(Problem::NotRegular { .. }) => "; name one, or pass --trusted",
        _ => "",
    }
}

/// Two operands as one mesh each; notes tell what was read differently from the files.
///
/// # Errors
/// A file cannot be read, or has no such body.
pub fn load_pair(operands: [&FileOperand; 2], quiet: bool) -> Result<[MergedMesh; 2], AssemblyError> {
    load_pair_in(operands, None, quiet)
}

/// The same with all coordinates taken in a unit as they are, whatever the files state.
///
/// # Errors
/// As [`load_pair`].
pub fn load_pair_in(
    operands: [&FileOperand; 2],
    unit: Option<LengthUnit>,
    quiet: bool,
) -> Result<[MergedMesh; 2], AssemblyError> {
    let [a, b] = operands;
    let mut pair = [MergedMesh::load(a)?, MergedMesh::load(b)?];
    pair.iter_mut().for_each(|mesh| mesh.unit = unit.or(mesh.unit));
    pair.iter().flat_map(|mesh| &mesh.notes).filter(|_| !quiet).for_each(|note| output::note(note));
    Ok(pair)
}

/// Two files.
#[derive(Debug, Args)]
pub struct PairArgs {
    /// A mesh file, or FILE#BODY
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Another mesh file, or FILE#BODY
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// The unit of all coordinates: um, mm, cm, m, km, in or ft, whatever the files state (glTF: m)
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<LengthUnit>,
    /// What they may name
    #[command(flatten)]
    pub files: NamedFileArgs,
}

impl PairArgs {
    /// Both operands.
    pub fn operands(&self) -> [FileOperand; 2] {
        [self.files.operand(&self.a), self.files.operand(&self.b)]
    }
}

/// What is asked at every pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Query {
    /// How A relates to B.
    #[default]
    Relation,
    /// Whether they share a point.
    Intersects,
    /// How many pairs of triangles, or of edges, share a point.
    Contacts,
    /// How far apart they are, and where.
    Distance,
}

impl Query {
    /// The word for this query, also the name of its column.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relation => "relation",
            Self::Intersects => "intersects",
            Self::Contacts => "contacts",
            Self::Distance => "distance",
        }
    }
}

/// The relations of bodies that meet, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum AllowedRelation {
    /// They share points, but no interior points.
    Touching,
    /// Interiors meet.
    Crossing,
    /// A is a part of B.
    AInsideB,
    /// B is a part of A.
    BInsideA,
    /// They are the same set.
    Coincident,
}

impl From<AllowedRelation> for Relation {
    fn from(word: AllowedRelation) -> Self {
        match word {
            AllowedRelation::Touching => Self::Touching,
            AllowedRelation::Crossing => Self::Crossing,
            AllowedRelation::AInsideB => Self::AInsideB,
            AllowedRelation::BInsideA => Self::BInsideA,
            AllowedRelation::Coincident => Self::Coincident,
        }
    }
}

/// When a pair is found, for all pairs alike.
#[derive(Debug, Args)]
pub struct LimitArgs {
    /// Gaps below D are clearance clashes
    #[arg(long, value_name = "D", allow_negative_numbers = true)]
    pub clearance: Option<Length>,
    /// Gaps up to D count as contact; auto, the default: what single-precision files explain by rounding
    #[arg(long, value_name = "D|auto", allow_negative_numbers = true)]
    pub touch: Option<LengthOrAuto>,
    /// Relations that are no clash, separated by commas
    #[arg(long, value_name = "RELATION", value_delimiter = ',', ignore_case = true)]
    pub allow: Vec<AllowedRelation>,
}

impl LimitArgs {
    /// As rules have it, for coordinates of a unit.
    ///
    /// # Errors
    /// A length has a unit and the coordinates have none.
    pub fn treatment(&self, unit: Option<LengthUnit>) -> Result<Treatment, LengthError> {
        let allow = self.allow.iter().map(|meeting| (*meeting).into()).collect();
        let clearance = self.clearance.map(|length| length.in_unit(unit)).transpose()?;
        let touch = match self.touch {
            Some(LengthOrAuto::Length(length)) => Touch::Length(length.in_unit(unit)?),
            Some(LengthOrAuto::Auto) | None => Touch::Auto,
        };
        Ok(Treatment { clearance, touch, allow, ..Treatment::default() })
    }
}

/// How cracks are closed, as it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HealArg {
    /// Cracks by rounding.
    Auto,
    /// None.
    Off,
    /// Cracks up to a length.
    Length(Length),
}

impl FromStr for HealArg {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word.trim() {
            "auto" => Ok(Self::Auto),
            "off" => Ok(Self::Off),
            word => word.parse().map(Self::Length).map_err(|error: LengthError| format!("{error}, or auto, or off")),
        }
    }
}

impl HealArg {
    /// As an assembly has it, in the unit of the files.
    pub fn in_unit(self, unit: Option<LengthUnit>) -> Result<HealSetting, LengthError> {
        match self {
            Self::Auto => Ok(HealSetting::Auto),
            Self::Off => Ok(HealSetting::Off),
            Self::Length(length) => length.in_unit(unit).map(HealSetting::Within),
        }
    }
}

/// A tolerance or a touch length, as it is given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LengthOrAuto {
    /// What the rounding of files explains.
    Auto,
    /// A length.
    Length(Length),
}

impl FromStr for LengthOrAuto {
    type Err = LengthError;

    fn from_str(word: &str) -> Result<Self, LengthError> {
        if word.trim() == Tolerance::AUTO { Ok(Self::Auto) } else { word.parse().map(Self::Length) }
    }
}

impl LengthOrAuto {
    /// A tolerance, in the unit of the files.
    pub fn tolerance_in(self, unit: Option<LengthUnit>) -> Result<Tolerance, LengthError> {
        match self {
            Self::Auto => Ok(Tolerance::Auto),
            Self::Length(length) => length.in_unit(unit).map(Tolerance::Length),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn healing_is_a_length_with_or_without_a_unit_or_a_word() {
        let read = |word: &str| {
            let given = word.parse::<HealArg>().ok()?;
            given.in_unit(Some(LengthUnit::Metre)).ok()
        };
        assert_eq!([read("auto"), read("off")], [Some(HealSetting::Auto), Some(HealSetting::Off)]);
        assert_eq!([read("0.5"), read("10 mm")], [0.5, 0.01].map(|length| Some(HealSetting::Within(length))));
        assert!(["-1", "nan", "inf", "1e999", "", "mm"].into_iter().all(|word| read(word).is_none()));
        assert!("1mm".parse::<HealArg>().is_ok_and(|given| given.in_unit(None).is_err()));
    }

    #[test]
    fn a_tolerance_is_auto_or_a_length() {
        let read =
            |word: &str| word.parse::<LengthOrAuto>().and_then(|given| given.tolerance_in(Some(LengthUnit::Metre)));
        assert_eq!(read("auto").ok(), Some(Tolerance::Auto));
        assert_eq!(read("0").ok(), Some(Tolerance::Length(0.0)));
        assert_eq!(read("250mm").ok(), Some(Tolerance::Length(0.25)));
        assert!(["-1", "nan", "lax", ""].into_iter().all(|word| read(word).is_err()));
    }

    #[test]
    fn relations_have_the_names_of_the_report() {
        for meeting in AllowedRelation::value_variants() {
            let word = meeting.to_possible_value().map(|v| v.get_name().to_owned());
            assert_eq!(word.as_deref(), Some(Relation::from(*meeting).name()));
        }
    }
}
