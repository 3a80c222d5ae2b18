//! The outputs of a check: any number of files, each in its format, and standard output.

use super::args::CheckArgs;
use super::terminal_report::{self, Listing};
use crate::format::{CheckFormat, resolve_format};
use anyhow::{Context, bail};
use impinge_clash::{BcfVersion, ClashPictures, FileOperand, GlbOptions, OutputFormat, Report};
use impinge_io::StagedFile;
use impinge_terminal::output::{self, Output};
use std::collections::BTreeSet;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The outputs of a check, opened before any work is done.
pub struct CheckOutputs {
    reports: Vec<(Output, CheckFormat)>,
    pictures: Option<PathBuf>,
    bcf: BcfVersion,
    quiet: bool,
}

impl CheckOutputs {
    /// The outputs that the arguments ask for; standard output if they ask for none.
    ///
    /// # Errors
    /// A place cannot hold a file, is an input, is given twice, or promises what it is not to get.
    pub fn open(args: &CheckArgs, quiet: bool) -> anyhow::Result<Self> {
        let files = FileOperand::paths(&args.files);
        let mut inputs = output::paths(&files);
        inputs.extend(args.robot.reading.srdf.as_deref());
        inputs.extend(args.rules.as_deref());
        let prints = args.output.iter().any(|path| path == Path::new("-"));
        if args.format.is_some() && args.output.len() > 1 && !prints {
            bail!("--format goes with one output, or with -o - among several; files have the formats of their endings");
        }
        let mut outputs = Vec::new();
        for path in &args.output {
            outputs.push(Output::open(Some(path), &inputs)?);
        }
        if outputs.is_empty() {
            outputs.push(Output::Stdout);
        }
        ensure_distinct(&args.output)?;
        let mut reports = Vec::new();
        for output in outputs {
            let format = resolve_format(args.format.filter(|_| !prints || output.is_stdout()), &output)?;
            if output.is_stdout() && format.is_binary() && stdout().is_terminal() {
                bail!("a {} file is not for terminals; name a file by -o", format.name());
            }
            reports.push((output, format));
        }
        if let Some((_, format)) = reports.iter().find(|(_, format)| args.pairs_only && !format.is_of_pairs()) {
            bail!("--format {} is of clashes, which --pairs-only leaves out", format.name());
        }
        if let Some(folder) = &args.pictures {
            ensure_folder(folder)?;
        }
        Ok(Self { reports, pictures: args.pictures.clone(), bcf: args.bcf_version.into(), quiet })
    }

    /// Whether people will read a table.
    pub fn has_table(&self) -> bool {
        self.reports.iter().any(|(_, format)| *format == CheckFormat::Table)
    }

    /// The file that gets the report as JSON, if there is one.
    pub fn json_file(&self) -> Option<String> {
        let mut files = self.reports.iter().filter(|(_, format)| *format == CheckFormat::Json);
        files.find_map(|(output, _)| output.path()).map(|path| path.display().to_string())
    }

    /// Whether anything will be written at all.
    pub fn are_written(&self) -> bool {
        self.pictures.is_some() || self.reports.iter().any(|report| !self.is_silent(report))
    }

    /// The pictures of clashes that are wanted.
    pub fn clash_pictures(&self) -> ClashPictures {
        if self.pictures.is_some() {
            return ClashPictures::Full;
        }
        let formats = self.reports.iter().filter_map(|report| self.format_of(report));
        formats.map(OutputFormat::pictures).fold(ClashPictures::None, ClashPictures::with)
    }

    /// Writes everything: all files are whole and wait beside their places before the first appears.
    ///
    /// # Errors
    /// Something could not be put together or written.
    pub fn write(&self, checked: &Report, listing: Listing, start: Instant) -> anyhow::Result<()> {
        let (mut staged, mut printed) = (Vec::new(), Vec::new());
        // Tables last: they say how long everything took.
        let mut reports: Vec<_> = self.reports.iter().filter(|report| !self.is_silent(report)).collect();
        reports.sort_by_key(|(_, format)| *format == CheckFormat::Table);
        for report in reports {
            let bytes = match self.format_of(report) {
                Some(format) => checked.write(format)?,
                None => terminal_report::render(checked, listing, start.elapsed()).into_bytes(),
            };
            let (output, format) = report;
            match (output.stage(&bytes, *format == CheckFormat::Table)?, output.is_stdout()) {
                (Some(file), _) => staged.push(file),
                (None, true) => printed.push((*format, bytes)),
                (None, false) => {} // Nobody reads it any more.
            }
        }
        staged.extend(self.pictures(checked)?);
        for file in staged {
            file.place()?;
        }
        for (format, bytes) in printed {
            match format {
                CheckFormat::Table => Output::Stdout.write_text(&String::from_utf8_lossy(&bytes))?,
                _ => Output::Stdout.write(&bytes)?,
            }
        }
        self.sum_up(checked);
        Ok(())
    }

    /// The pictures of all clashes that are drawn, in their folder, which is made where it is missing.
    fn pictures(&self, report: &Report) -> anyhow::Result<Vec<StagedFile>> {
        let Some(folder) = &self.pictures else { return Ok(Vec::new()) };
        if !folder.is_dir() {
            std::fs::create_dir(folder).with_context(|| format!("{}: could not be made", folder.display()))?;
        }
        let mut staged = Vec::new();
        for (clash, view) in report.viewed_clashes() {
            if let Some(png) = view.and_then(|view| view.png.as_ref()) {
                let path = folder.join(format!("{}.png", clash.id));
                staged.push(StagedFile::write(&path, |file| file.write_all(png))?);
            }
        }
        Ok(staged)
    }

    /// Whether nothing is printed: a table, and `--quiet`.
    fn is_silent(&self, (output, format): &(Output, CheckFormat)) -> bool {
        self.quiet && *format == CheckFormat::Table && output.is_stdout()
    }

    /// The format of a report; `None` of a table, which the terminal has alone.
    fn format_of(&self, (output, format): &(Output, CheckFormat)) -> Option<OutputFormat> {
        match format {
            CheckFormat::Table => None,
            CheckFormat::Json => Some(OutputFormat::Json),
            CheckFormat::Csv => Some(OutputFormat::Csv),
            CheckFormat::Html => Some(OutputFormat::Html),
            CheckFormat::Junit => Some(OutputFormat::Junit),
            CheckFormat::Glb => Some(OutputFormat::Glb(GlbOptions::default())),
            CheckFormat::Bcf => Some(OutputFormat::Bcf(self.bcf_in(output))),
        }
    }

    /// The version of BCF in a file: 2.1 may follow from its ending.
    fn bcf_in(&self, output: &Output) -> BcfVersion {
        let is_old = |path: &PathBuf| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("bcfzip"));
        match output {
            Output::File(path) if is_old(path) => BcfVersion::V2_1,
            _ => self.bcf,
        }
    }

    /// Says what was found and written, where standard output says nothing.
    fn sum_up(&self, report: &Report) {
        let files: Vec<&PathBuf> = self.reports.iter().filter_map(|(output, _)| output.path()).collect();
        let prints = self.reports.iter().any(|(output, _)| output.is_stdout());
        if self.quiet {
            return;
        }
        if !prints {
            let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
            output::say(&format!("impinge: {}; wrote {}", terminal_report::tally(report), names.join(", ")));
            if let Some(note) = report.picture_note().filter(|_| !self.has_table()) {
                output::note(&note);
            }
        }
    }
}

/// Refuses what cannot become a folder.
fn ensure_folder(folder: &Path) -> anyhow::Result<()> {
    if !folder.is_dir() && (folder.exists() || !output::folder_of(folder).is_dir()) {
        bail!("{}: expected a directory to write pictures to, or a name for one in a directory", folder.display());
    }
    Ok(())
}

/// Refuses two reports in one place.
fn ensure_distinct(paths: &[PathBuf]) -> anyhow::Result<()> {
    let mut seen = BTreeSet::new();
    for path in paths {
        let folder = output::folder_of(path).canonicalize().unwrap_or_default();
        if !seen.insert((folder, path.file_name())) {
            bail!("{}: given twice by -o; each report needs a place of its own", path.display());
        }
    }
    Ok(())
}
