//! Formats of answers, by name or by the ending of the file that they go to.

use anyhow::bail;
use clap::ValueEnum;
use impinge_terminal::output::Output;
use std::path::Path;

/// Formats of a report of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people.
    #[default]
    #[value(alias = "human")]
    Table,
    /// For machines: docs/report.schema.json describes it, or for polygons docs/planar.schema.json.
    Json,
    /// For spreadsheets: one row for each pair listed.
    Csv,
}

/// Formats of a report of clashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For people.
    #[default]
    #[value(alias = "human")]
    Table,
    /// For machines, and for `--baseline`: docs/report.schema.json describes it.
    Json,
    /// For spreadsheets: one row for each pair listed, and for each missing contact and resolved clash.
    Csv,
    /// One page with everything in it: list, filters, pictures, 3D view.
    #[value(alias = "htm")]
    Html,
    /// For CI: every rule a suite, every open clash a failed test.
    #[value(alias = "xml")]
    Junit,
    /// For model checkers: every clash a topic with a viewpoint and a snapshot.
    #[value(alias = "bcfzip")]
    Bcf,
    /// For viewers: the model, with clashing triangles and curves in colours of their own.
    Glb,
}

impl CheckFormat {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Html => "html",
            Self::Junit => "junit",
            Self::Bcf => "bcf",
            Self::Glb => "glb",
        }
    }

    /// Whether it also lists pairs, so that it can be written without clashes.
    pub fn is_of_pairs(self) -> bool {
        matches!(self, Self::Table | Self::Json | Self::Csv)
    }

    /// Whether it is not text.
    pub fn is_binary(self) -> bool {
        matches!(self, Self::Bcf | Self::Glb)
    }
}

/// Formats of one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// For people.
    #[default]
    Text,
    /// For machines: docs/report.schema.json describes it, for `inspect`, `depth`, `gpu` and polygons the schema of that name beside it,
    /// for sweeps of polygons docs/planar_sweep.schema.json.
    Json,
}

/// Formats of answers at many poses or configurations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RowFormat {
    /// A header and a row for each pose or configuration.
    #[default]
    Csv,
    /// An object for each: docs/poses.schema.json describes it, or for `configurations` docs/configurations.schema.json, for `step` docs/step.schema.json.
    Json,
}

/// Endings of files that may hold anything.
const PLAIN: [&str; 7] = ["", "txt", "text", "log", "out", "dat", "tmp"];

/// Whether an ending in small letters promises a format; longer ones are a matter of chance, as those that mktemp makes.
fn promises(ending: &str) -> bool {
    const LONGEST: usize = 5;
    !PLAIN.contains(&ending) && ending.len() <= LONGEST || ending == "geojson"
}

/// Endings of files that some command writes: no other format goes there, whatever is asked for.
const WRITTEN: [&str; 12] = ["json", "csv", "html", "htm", "xml", "bcf", "bcfzip", "glb", "svg", "stl", "obj", "toml"];

/// The format that is asked for: by its name, or else by the ending of the output file. An ending that promises another format is not
/// given this one.
///
/// # Errors
/// The ending is that of a format which the command does not write, or of another than the one asked for.
pub fn resolve_format<F: ValueEnum + Default>(given: Option<F>, output: &Output) -> anyhow::Result<F> {
    let Output::File(path) = output else { return Ok(given.unwrap_or_default()) };
    let ending = path.extension().map_or_else(String::new, |ending| ending.to_string_lossy().to_lowercase());
    let promised = F::from_str(&ending, true).ok();
    match (given, promised) {
        (Some(given), Some(promised)) if name(&given) != name(&promised) => {
            bail!("{}, or leave out --format", disagreement(path, &name(&given)))
        }
        (Some(given), None) if WRITTEN.contains(&ending.as_str()) => bail!(disagreement(path, &name(&given))),
        (Some(format), _) | (None, Some(format)) => Ok(format),
        (None, None) if promises(&ending) => {
            let known = F::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let known: Vec<String> = known.map(|value| value.get_name().to_owned()).collect();
            let remedy = if known.len() > 1 { "; --format says which" } else { "" };
            bail!("{}: this command does not write .{ending}; expected {}{remedy}", path.display(), known.join(" or "))
        }
        (None, None) => Ok(F::default()),
    }
}

/// The name of a format on the command line.
fn name<F: ValueEnum>(format: &F) -> String {
    format.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Says what to do where a format and the ending of a file disagree.
fn disagreement(path: &Path, format: &str) -> String {
    let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
    let usual = match format {
        "table" | "text" => "txt",
        "junit" => "xml",
        other => other,
    };
    let better = path.with_extension(usual);
    format!(
        "{}: --format {format} and the ending .{ending} disagree; name the file {}",
        path.display(),
        better.display()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_the_output_tells_the_format() {
        let place = |name: Option<&str>| name.map_or(Output::Stdout, |name| Output::File(name.into()));
        let told = |given, output: Option<&str>| resolve_format::<TableFormat>(given, &place(output)).unwrap();
        assert_eq!(told(None, Some("a/report.JSON")), TableFormat::Json);
        assert_eq!(told(None, Some("report.csv")), TableFormat::Csv);
        assert_eq!(told(Some(TableFormat::Csv), Some("report.csv")), TableFormat::Csv);
        assert_eq!(told(Some(TableFormat::Json), Some("report.txt")), TableFormat::Json);
        assert_eq!([told(None, None), told(None, Some("report")), told(None, Some("r.txt"))], [TableFormat::Table; 3]);
        // An ending that promises something else is not given another content.
        let refusal = resolve_format::<TextFormat>(None, &place(Some("a.csv"))).unwrap_err().to_string();
        assert_eq!(refusal, "a.csv: this command does not write .csv; expected text or json; --format says which");
        for (format, file, better) in [
            (TableFormat::Table, "r.csv", "r.txt"),
            (TableFormat::Json, "r.CSV", "r.json"),
            (TableFormat::Csv, "r.html", "r.csv"),
        ] {
            let refusal = resolve_format(Some(format), &place(Some(file))).unwrap_err().to_string();
            let remedy = format!("disagree; name the file {better}");
            assert!(refusal.contains(&remedy), "{refusal}");
        }
        for odd in ["a.xyz", "a.jsn", "a.XLSX", "a.geojson"] {
            assert!(resolve_format::<TableFormat>(None, &place(Some(odd))).is_err(), "{odd}");
            assert_eq!(told(Some(TableFormat::Csv), Some(odd)), TableFormat::Csv);
        }
        // As mktemp names files.
        assert_eq!(told(None, Some("/tmp/tmp.Qa7Zk2LmPx")), TableFormat::Table);
    }
}
