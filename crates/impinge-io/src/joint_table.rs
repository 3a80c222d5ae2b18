//! Configurations from CSV: a header that names the values of the joints, in any order, then a configuration a row.
//!
//! Radians and metres, as in URDF. Columns of joints that follow others (mimic) may be there and must agree with what they follow; other
//! columns, such as a time, are passed over, and refused only where a joint is missing whose name they come near: it may be misspelt.

use crate::error::{Fault, FilePlace, Problem, ReadError, Sought};
use crate::suggestion;
use crate::table_line::line_of;
use crate::text::quoted;
use impinge::articulation::{Articulation, ConfigurationError, JointId};
use std::path::Path;

/// How far the value of a joint may be from what it must be by the joint that it follows (radians or metres): room for printed digits.
pub const MIMIC_TOLERANCE: f64 = 1e-6;

/// What to do about a value that no column gives.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MissingJoints<'a> {
    /// Refuse the table.
    #[default]
    Refuse,
    /// Take the value at rest: zero, or the limit nearest to it.
    Rest,
    /// Take the value from a configuration; from none of another length than the robot's.
    At(&'a [f64]),
}

/// Configurations, each a row of as many values as the robot has degrees of freedom.
#[derive(Clone, Debug, PartialEq)]
pub struct JointTable {
    values: Vec<f64>,
    lines: Vec<u64>,
}

/// Which column gives what.
#[derive(Debug, Default)]
struct Columns {
    /// Column and value.
    values: Vec<(usize, usize)>,
    /// Column and joint that follows another.
    followers: Vec<(usize, JointId)>,
}

impl JointTable {
    /// The configurations in the bytes of a CSV file; `file` stands for it in errors.
    ///
    /// # Errors
    /// A column that is missing, doubled or unknown, a cell that is no finite number, a row of another length.
    pub fn parse(
        file: &str,
        bytes: &[u8],
        articulation: &Articulation,
        missing: MissingJoints<'_>,
    ) -> Result<Self, ReadError> {
        table(bytes, articulation, missing).map_err(|fault| fault.in_file(file))
    }

    /// How many configurations there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The configurations, in order, each with the line it stands on, from 1.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = (u64, &[f64])> {
        let dof = self.values.len().checked_div(self.lines.len()).unwrap_or(0);
        self.lines.iter().enumerate().map(move |(i, line)| (*line, &self.values[i * dof..(i + 1) * dof]))
    }
}

/// The configurations of a CSV file.
///
/// # Errors
/// The file cannot be read, or as [`JointTable::parse`].
pub fn read_joint_table(
    path: &Path,
    articulation: &Articulation,
    missing: MissingJoints<'_>,
) -> Result<JointTable, ReadError> {
    let file = path.display().to_string();
    let bytes =
        crate::source_file::load(path).map_err(|problem| Fault::new(FilePlace::Whole, problem).in_file(&file))?;
    JointTable::parse(&file, &bytes, articulation, missing)
}

fn table(bytes: &[u8], articulation: &Articulation, missing: MissingJoints<'_>) -> Result<JointTable, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(bytes);
    let mut cells = csv::ByteRecord::new();
    let unreadable = |error: csv::Error| Fault::new(FilePlace::Whole, Problem::Unreadable(error.into()));
    if !reader.read_byte_record(&mut cells).map_err(unreadable)? {
        return Err(Fault::unexpected(FilePlace::Whole, "a header that names joints", "no line at all"));
    }
    let header: Vec<String> = cells.iter().map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
    let columns = columns(&header, line_of(bytes, &cells), articulation, missing)?;
    let rest = match missing {
        MissingJoints::At(values) if values.len() == articulation.dof() => values.to_vec(),
        MissingJoints::At(values) => {
            let error = ConfigurationError::WrongCount { expected: articulation.dof(), found: values.len() };
            return Err(Fault::new(FilePlace::Whole, Problem::NoConfiguration(Box::new(error))));
        }
        MissingJoints::Refuse | MissingJoints::Rest => articulation.rest(),
    };
    let mut table = JointTable { values: Vec::new(), lines: Vec::new() };
    while reader.read_byte_record(&mut cells).map_err(unreadable)? {
        let line = line_of(bytes, &cells);
        if cells.len() != header.len() {
            let expected = format!("{} cells as in the header", header.len());
            return Err(Fault::unexpected(FilePlace::Line(line), expected, cells.len().to_string()));
        }
        let row = table.values.len();
        table.lines.push(line);
        table.values.extend(&rest);
        let number = |column: usize| number(cells.get(column).unwrap_or_default(), line, &header[column]);
        for &(column, value) in &columns.values {
            table.values[row + value] = number(column)?;
        }
        for &(column, joint) in &columns.followers {
            let (found, led) = (number(column)?, articulation.value(joint, &table.values[row..]).unwrap_or(0.0));
            if (found - led).abs() > MIMIC_TOLERANCE {
                let place = FilePlace::Cell { line, column: header[column].clone() };
                return Err(Fault::unexpected(place, format!("{led}, by the joint that it mimics"), found.to_string()));
            }
        }
    }
    Ok(table)
}

/// Finds the columns of all values.
fn columns(
    header: &[String],
    line: u64,
    articulation: &Articulation,
    missing: MissingJoints<'_>,
) -> Result<Columns, Fault> {
    let names = articulation.value_names();
    if header.iter().all(|cell| cell.parse::<f64>().is_ok()) && !names.is_empty() {
        return Err(Fault::unexpected(FilePlace::Line(line), "a header that names joints", "numbers"));
    }
    let (mut columns, mut seen, mut unknown) = (Columns::default(), vec![false; names.len()], Vec::new());
    for (column, name) in header.iter().enumerate() {
        if let Some(value) = names.iter().position(|n| n == name) {
            if std::mem::replace(&mut seen[value], true) {
                let problem = Problem::DuplicateName { what: "columns", name: name.clone() };
                return Err(Fault::new(FilePlace::Line(line), problem));
            }
            columns.values.push((column, value));
        } else if let Some(joint) = follower(name, articulation) {
            columns.followers.push((column, joint));
        } else {
            unknown.push(name.as_str());
        }
    }
    let absent: Vec<&str> =
        names.iter().zip(&seen).filter(|(_, seen)| !**seen).map(|(name, _)| name.as_str()).collect();
    match (absent.first(), missing) {
        (None, _) => Ok(columns),
        (Some(_), MissingJoints::Rest | MissingJoints::At(_)) => {
            let mut near = unknown.iter().copied().filter_map(|name| {
                let meant = suggestion::nearest(name, absent.iter().copied())?;
                Some((name, meant))
            });
            if let Some((name, meant)) = near.next() {
                let sought = Box::new(Sought { name: name.to_owned(), known: String::new() });
                let problem = Problem::UnknownName { what: "joint", sought, suggestion: Some(meant) };
                return Err(Fault::new(FilePlace::Line(line), problem));
            }
            if columns.values.is_empty() && columns.followers.is_empty() {
                let expected = format!("a column of one of the joints {}", list(names.iter().map(String::as_str)));
                let found = format!("the columns {}", list(header.iter().map(String::as_str)));
                return Err(Fault::unexpected(FilePlace::Line(line), expected, found));
            }
            Ok(columns)
        }
        (Some(first), MissingJoints::Refuse) => {
            let near = suggestion::nearest(first, unknown.iter().copied());
            let found = near.map_or_else(
                || "none (--missing-at-rest lets joints without a column rest)".to_owned(),
                |name| format!("'{name}', which is not a joint"),
            );
            Err(Fault::unexpected(FilePlace::Line(line), format!("a column '{first}'"), found))
        }
    }
}

/// Names in quotes, between commas.
fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| quoted(name.as_bytes())).collect::<Vec<_>>().join(", ")
}

/// The joint of this name, if it follows another.
fn follower(name: &str, articulation: &Articulation) -> Option<JointId> {
    articulation.joint(name).filter(|joint| articulation.joints().get(joint.index()).is_some_and(|j| j.mimic.is_some()))
}

/// A cell as a finite number.
fn number(cell: &[u8], line: u64, column: &str) -> Result<f64, Fault> {
    match crate::text::parse::<f64>(cell) {
        Some(number) if number.is_finite() => Ok(number),
        _ => {
            Err(Fault::unexpected(FilePlace::Cell { line, column: column.to_owned() }, "a finite number", quoted(cell)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::articulation::{Joint, JointLimits, JointMotion};
    use impinge::math::DVec3;

    fn robot() -> Articulation {
        let motion = |lower| JointMotion::Revolute { axis: DVec3::Z, limits: JointLimits { lower, upper: 2.0 } };
        let joints = vec![
            Joint::new("shoulder", "a", "b", motion(-2.0)),
            Joint::new("elbow", "b", "c", motion(0.5)),
            Joint::new("finger", "c", "d", motion(-2.0)).following("elbow", 2.0, 0.25),
        ];
        Articulation::try_new(["a", "b", "c", "d"].map(str::to_owned).to_vec(), joints).unwrap()
    }

    fn rows(text: &str, missing: MissingJoints<'_>) -> Result<Vec<(u64, Vec<f64>)>, String> {
        let table =
            JointTable::parse("j.csv", text.as_bytes(), &robot(), missing).map_err(|error| error.to_string())?;
        assert_eq!(table.len(), table.rows().len());
        Ok(table.rows().map(|(line, values)| (line, values.to_vec())).collect())
    }

    #[test]
    fn columns_in_any_order_beside_others() {
        let text = "\u{feff}time, elbow ,shoulder,finger\r\n0,1,-0.5,2.25\r\n\r\n1,1.5,0.125,3.2500001\r\n";
        assert_eq!(rows(text, MissingJoints::Refuse).unwrap(), [(2, vec![-0.5, 1.0]), (4, vec![0.125, 1.5])]);
        assert!(rows("shoulder,elbow\n", MissingJoints::Refuse).unwrap().is_empty());
        assert_eq!(rows("shoulder\n1\n", MissingJoints::Rest).unwrap(), [(2, vec![1.0, 0.5])]);
        assert_eq!(rows("time,shoulder\n9,1\n", MissingJoints::Rest).unwrap(), [(2, vec![1.0, 0.5])]);
        assert_eq!(rows("time,elbow\n9,1\n", MissingJoints::At(&[0.25, 0.75])).unwrap(), [(2, vec![0.25, 1.0])]);
        assert!(rows("elbow\n1\n", MissingJoints::At(&[0.25])).unwrap_err().starts_with("j.csv: "));
    }

    #[test]
    fn refusals_name_line_and_column() {
        let refuse = |text: &str| rows(text, MissingJoints::Refuse).unwrap_err();
        let rest = |text: &str| rows(text, MissingJoints::Rest).unwrap_err();
        assert_eq!(refuse(""), "j.csv: expected a header that names joints, found no line at all");
        assert_eq!(refuse("\n0,1\n"), "j.csv:2: expected a header that names joints, found numbers");
        assert_eq!(
            refuse("shoulder\n1\n"),
            "j.csv:1: expected a column 'elbow', found none (--missing-at-rest lets joints without a column rest)"
        );
        assert_eq!(
            rest("time,x\n0,1\n"),
            "j.csv:1: expected a column of one of the joints 'shoulder', 'elbow', found the columns 'time', 'x'"
        );
        assert_eq!(
            refuse("shoulder,ellbow\n"),
            "j.csv:1: expected a column 'elbow', found 'ellbow', which is not a joint"
        );
        assert_eq!(rest("shoulder,ellbow\n"), "j.csv:1: there is no joint called 'ellbow'; did you mean 'elbow'?");
        assert_eq!(
            refuse("elbow,elbow,shoulder\n"),
            "j.csv:1: two columns are called 'elbow'; give each a name of its own"
        );
        assert_eq!(
            refuse("elbow,shoulder\n1,2\n1,x\n"),
            "j.csv:3: column shoulder: expected a finite number, found 'x'"
        );
        assert!(refuse("elbow,shoulder\n1,inf\n").ends_with("column shoulder: expected a finite number, found 'inf'"));
        assert_eq!(refuse("elbow,shoulder\n1\n"), "j.csv:2: expected 2 cells as in the header, found 1");
        assert_eq!(
            refuse("elbow,shoulder,finger\n1,0,2\n"),
            "j.csv:2: column finger: expected 2.25, by the joint that it mimics, found 2"
        );
    }
}
