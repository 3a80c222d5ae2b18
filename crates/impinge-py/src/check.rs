//! Clash checks of assemblies.

use crate::errors::{check_error, file_error, value_error};
use crate::jobs;
use impinge_clash::{
    Assembly, AssemblyError, Baseline, BcfVersion, ClashCheck, ClashPictures, GlbOptions, InputFile, NoProgress,
    OutputFormat, Report, RobotSettings, RuleBook, RulesFile, read_rules_in, timestamp,
};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::time::SystemTime;

/// The report of a check, as `impinge.clash.Report` wraps it.
#[pyclass(frozen, module = "impinge._native", name = "_Report")]
pub struct PyReport {
    report: Report,
}

#[pymethods]
impl PyReport {
    /// The report in one of the formats of the command.
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<Vec<u8>> {
        let format = match format {
            "json" => OutputFormat::Json,
            "csv" => OutputFormat::Csv,
            "junit" => OutputFormat::Junit,
            "bcf" => OutputFormat::Bcf(BcfVersion::V3_0),
            "bcf2.1" => OutputFormat::Bcf(BcfVersion::V2_1),
            "glb" => OutputFormat::Glb(GlbOptions::default()),
            "html" => OutputFormat::Html,
            other => {
                return Err(value_error(format!(
                    "format: expected 'json', 'csv', 'junit', 'bcf', 'bcf2.1', 'glb' or 'html', found '{other}'"
                )));
            }
        };
        py.detach(|| self.report.write(format)).map_err(|error| check_error(py, error))
    }

    /// Whether a clash is open.
    fn found(&self) -> bool {
        self.report.found()
    }
}

/// The check behind `impinge.check`.
#[pyfunction]
#[pyo3(signature = (files, rules, baseline, pictures, jobs))]
pub fn _check(
    py: Python<'_>,
    files: Vec<PathBuf>,
    rules: Option<PathBuf>,
    baseline: Option<PathBuf>,
    pictures: bool,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<PyReport> {
    let executor = jobs::executor(jobs)?;
    let loaded = py.detach(|| Assembly::load(&files, &RobotSettings::default()));
    let mut assembly = loaded.map_err(|error| match error {
        AssemblyError::Read(error) => file_error(py, &error),
        error => check_error(py, error),
    })?;
    if assembly.bodies.len() < 2 {
        return Err(check_error(py, format!("there is nothing to check: {} body, no pairs", assembly.bodies.len())));
    }
    let rules = match rules {
        Some(path) => read_rules_in(&path, assembly.unit).map_err(|error| file_error(py, &error))?,
        None => RulesFile::default(),
    };
    let baseline = baseline.map(|path| Baseline::read(&path)).transpose().map_err(|error| check_error(py, error))?;
    let done = py.detach(|| {
        assembly.heal(rules.heal.unwrap_or_default(), &executor);
        let rules = RuleBook::for_assembly(rules, &assembly);
        let check = ClashCheck { baseline: baseline.as_ref(), ..ClashCheck::default() };
        let checked = check.run(assembly, &rules, &executor, &NoProgress).map_err(|error| error.to_string())?;
        let drawn = if pictures { ClashPictures::Full } else { ClashPictures::None };
        let report = checked.collect_clashes(drawn, &executor, &NoProgress).map_err(|error| error.to_string())?;
        let inputs = files.iter().filter_map(|file| InputFile::read(file)).collect();
        let names = files.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
        let title = names.collect::<Vec<_>>().join(", ");
        Ok::<_, String>(Report { title, made: timestamp(SystemTime::now()), inputs, ..report })
    });
    Ok(PyReport { report: done.map_err(|error| check_error(py, error))? })
}
