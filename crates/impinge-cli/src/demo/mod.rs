//! `impinge demo`: a gearbox with every kind of relation in it, or a plant, checked by the very commands that a user would type.

mod gearbox;
mod command_line;

use crate::Outcome;
use crate::args::{CommandLine, Demo};
use anyhow::{Context, bail};
use clap::Parser;
use command_line::Line;
use impinge_clash::OutputFormat;
use impinge_io::{Body, write_atomically};
use impinge_scenes::NamedPart;
use impinge_scenes::plant::{PlantOptions, plant};
use impinge_terminal::output::Output;
use std::fmt::Write;
use std::path::Path;

/// The reports that every demo writes, but for the page.
const REPORTS: [&str; 6] = ["report.json", "report.csv", "junit.xml", "clashes.bcfzip", "clashes.bcf", "clashes.glb"];

/// The report as a page.
const PAGE: &str = "report.html";

/// The fewest bodies of a plant.
const LEAST_BODIES: usize = 480;

/// The most bodies of a plant, and the most triangles: it is made in memory.
const MOST_BODIES: usize = 1_000_000;
const MOST_TRIANGLES: usize = 100_000_000;

/// The rules of the plant.
const PLANT_RULES: &str = include_str!("plant.toml");

/// Runs the command.
///
/// # Errors
/// The files could not be written.
pub fn run(words: &Demo, quiet: bool) -> anyhow::Result<Outcome> {
    let folder = &words.output;
    if words.plant && words.bodies < LEAST_BODIES {
        bail!(
            "--bodies {}: a plant has 48 clashes, each in a bay of ten bodies; expected {LEAST_BODIES} at least",
            words.bodies
        );
    }
    if words.plant && (words.bodies > MOST_BODIES || words.triangles > MOST_TRIANGLES) {
        bail!(
            "--bodies {} --triangles {}: expected at most {MOST_BODIES} bodies and {MOST_TRIANGLES} triangles",
            words.bodies,
            words.triangles
        );
    }
    if !folder.is_dir() {
        std::fs::create_dir(folder).with_context(|| {
            format!("{}: expected a directory to write the demo to, and could not make it", folder.display())
        })?;
    }
    let session = Session { folder, jobs: words.jobs.jobs, quiet };
    let check = if words.plant { session.plant(words)? } else { session.gearbox()? };
    session.explain(&check)?;
    Ok(Outcome::Nothing)
}

/// Commands on files in a folder.
struct Session<'a> {
    folder: &'a Path,
    jobs: u16,
    quiet: bool,
}

impl Session<'_> {
    /// A gearbox and how it was before: rules, a baseline with an approved clash in it, every format.
    fn gearbox(&self) -> anyhow::Result<Line> {
        let parts = impinge_scenes::gearbox()?;
        self.model("before.glb", gearbox::before(&parts)?)?;
        self.model("gearbox.glb", parts)?;
        self.text("rules.toml", gearbox::RULES)?;
        // Files of glTF are in metres; this one, as those of many exporters, has millimetres in it.
        let check = |model| self.check(model).option("--unit", "mm");
        self.run(&check("before.glb").option("-o", self.folder.join("before.json")), true)?;
        let approve = Line::of("approve").word(self.folder.join("before.json")).word(gearbox::approved());
        self.run(&approve.option("--comment", gearbox::COMMENT), true)?;
        let check = check("gearbox.glb").option("--baseline", self.folder.join("before.json"));
        self.run(&self.reporting(check.clone()), self.quiet)?;
        Ok(check)
    }

    /// A generated plant.
    fn plant(&self, words: &Demo) -> anyhow::Result<Line> {
        let options = PlantOptions { bodies: words.bodies, triangles: words.triangles, ..PlantOptions::default() };
        self.model("plant.glb", plant(&options)?.parts)?;
        self.text("rules.toml", PLANT_RULES)?;
        let check = self.check("plant.glb");
        self.run(&self.reporting(check.clone()), self.quiet)?;
        Ok(check)
    }

    /// A check of a model by the rules.
    fn check(&self, model: &str) -> Line {
        let check = Line::of("check").word(self.folder.join(model)).option("--rules", self.folder.join("rules.toml"));
        if self.jobs == 0 { check } else { check.option("--jobs", self.jobs.to_string()) }
    }

    /// A check with a report in every format, pictures, and a table.
    fn reporting(&self, check: Line) -> Line {
        let files = REPORTS.into_iter().chain([PAGE]);
        let check = files.fold(check, |line, file| line.option("-o", self.folder.join(file)));
        let check = check.option("--pictures", self.folder.join("pictures")).option("--bcf-version", "3.0");
        check.option("-o", "-")
    }

    fn run(&self, line: &Line, quiet: bool) -> anyhow::Result<Outcome> {
        let words = CommandLine::try_parse_from(line.words()).with_context(|| line.to_string())?;
        crate::dispatch(&CommandLine { quiet, ..words })
    }

    fn model(&self, name: &str, parts: Vec<NamedPart>) -> anyhow::Result<()> {
        let body = |part: NamedPart| Body::new(part.name, part.mesh, part.world_from_part);
        let bodies: Vec<Body> = parts.into_iter().map(body).collect();
        Ok(impinge_io::write_glb(self.folder.join(name), &bodies)?)
    }

    fn text(&self, name: &str, text: &str) -> anyhow::Result<()> {
        Ok(write_atomically(&self.folder.join(name), |file| file.write_all(text.as_bytes()))?)
    }

    /// Says what there is now, and how to do the same.
    fn explain(&self, check: &Line) -> anyhow::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let at = |name: &str| self.folder.join(name).display().to_string();
        let mut text = String::new();
        let shows = if OutputFormat::HAS_3D_VIEW { "pictures and a 3D view" } else { "pictures" };
        let _ = writeln!(text, "\n{}: open it in a browser for {shows}", at(PAGE));
        let reports = REPORTS.map(at).join(", ");
        let _ = writeln!(text, "also wrote {reports}, pictures in {}, and what was checked", at("pictures"));
        let _ = writeln!(text, "the same check: {check}");
        Output::Stdout.write_text(&text)
    }
}
