//! Reads an earlier report. It is a user's text, so nothing in it is trusted.

use crate::clashes::clash::ClashStatus;
use crate::clashes::clash_id;
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_measure::Measure;
use crate::clashes::clash_signature::ClashSignature;
use crate::output::escaped_text::literal;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};
use serde_json::error::Category;
use std::collections::BTreeMap;

/// The versions of reports that can be compared with; the first has no patterns.
const SCHEMAS: [u64; 2] = [1, 2];

/// Characters of a user's text that an error repeats.
const MOST_QUOTED: usize = 80;

/// A clash of an earlier report.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct BaselineClash {
    /// Its name.
    pub id: String,
    /// The first body.
    pub a: String,
    /// The second body.
    pub b: String,
    /// Its kind.
    pub kind: ClashKind,
    /// Its review state.
    pub status: ClashStatus,
    /// The gap; of a missing contact, to the nearest candidate.
    #[serde(default, deserialize_with = "if_possible")]
    pub distance: Option<f64>,
    /// The thickness of the overlap.
    #[serde(default, deserialize_with = "if_possible")]
    pub thickness: Option<Measure>,
    /// The penetration depth.
    #[serde(default, deserialize_with = "if_possible")]
    pub depth: Option<Measure>,
    /// The shared volume.
    #[serde(default, deserialize_with = "if_possible")]
    pub volume: Option<Measure>,
    /// What is compared.
    #[serde(rename = "traits")]
    pub signature: Option<ClashSignature>,
    /// A comment by a person.
    pub comment: Option<String>,
    /// The rule that was violated.
    pub rule: Option<String>,
    /// How severe it was.
    pub severity: Option<String>,
    /// The id of its pattern.
    #[serde(default, deserialize_with = "if_possible")]
    pub pattern: Option<String>,
}

/// Why a file is not a baseline.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {problem}")]
#[non_exhaustive]
pub struct BaselineError {
    /// The file, as the caller named it.
    pub file: String,
    /// What is wrong with it.
    pub problem: BaselineProblem,
}

/// What is wrong with an earlier report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BaselineProblem {
    /// It cannot be read.
    #[error("the report cannot be read ({0}); check the name and its permissions")]
    Unreadable(std::io::Error),
    /// It is no JSON, or not of this kind.
    #[error(
        "line {line}: expected a report of `impinge check --format json`, but {message}; `impinge check FILES -o REPORT.json` writes one"
    )]
    Foreign {
        /// The line, from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
    /// It is of another version.
    #[error("expected a report of schema 1 or 2, found schema {0}; write the baseline again with this version")]
    Schema(u64),
    /// An id of a clash that no report gives: it would become part of file names and addresses.
    #[error("{place}: expected {expected}, found {found:?}")]
    Id {
        /// Where it stands.
        place: String,
        /// What may stand there.
        expected: String,
        /// What does, cut off where it is long.
        found: String,
    },
}

/// What is read of a report.
#[derive(Debug, Deserialize)]
pub struct BaselineDocument {
    schema: u64,
    #[serde(default, deserialize_with = "if_possible")]
    pub unit: Option<String>,
    pub bodies: Vec<BaselineBody>,
    pub clashes: Vec<BaselineClash>,
}

/// A body of an earlier report.
#[derive(Debug, Deserialize)]
pub struct BaselineBody {
    pub name: String,
    pub source_id: Option<String>,
    pub centre: Option<[f64; 3]>,
    pub extents: Option<Vec<[f64; 2]>>,
}

impl BaselineDocument {
    /// The report in some bytes.
    pub fn parse(bytes: &[u8]) -> Result<Self, BaselineProblem> {
        let foreign = |error: serde_json::Error| {
            let message = error.to_string();
            let text = message.rsplit_once(" at line ").map_or(message.as_str(), |(text, _)| text);
            let what = match error.classify() {
                Category::Data => "the JSON is not a report",
                Category::Eof => "the file ends too early",
                Category::Io | Category::Syntax => "the file is no JSON",
            };
            let message = format!("{what} ({})", literal(&cut(text)));
            BaselineProblem::Foreign { line: error.line(), message }
        };
        let document: Self = serde_json::from_slice(bytes).map_err(foreign)?;
        if !SCHEMAS.contains(&document.schema) {
            return Err(BaselineProblem::Schema(document.schema));
        }
        check_ids(&document.clashes)?;
        Ok(document)
    }
}

/// A value, if it is one of this kind: what a clash is not known by is no reason to refuse a report.
fn if_possible<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value<T> {
        Known(T),
        Other(IgnoredAny),
    }
    Ok(match Value::deserialize(deserializer)? {
        Value::Known(value) => Some(value),
        Value::Other(_) => None,
    })
}

/// Refuses ids that no report gives, and ids given twice.
fn check_ids(clashes: &[BaselineClash]) -> Result<(), BaselineProblem> {
    // Some file systems tell no small letter from a large one.
    let mut firsts: BTreeMap<String, usize> = BTreeMap::new();
    for (k, BaselineClash { id, .. }) in clashes.iter().enumerate() {
        let refused =
            |expected: String| BaselineProblem::Id { place: format!("clashes[{k}].id"), expected, found: cut(id) };
        if !clash_id::is_possible(id) {
            return Err(refused(format!("letters, digits and '-', {} at most", clash_id::LONGEST)));
        }
        if let Some(first) = firsts.insert(id.to_ascii_uppercase(), k) {
            return Err(refused(format!("a name that clashes[{first}] has not")));
        }
    }
    Ok(())
}

/// The beginning of a text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(ids: &[&str]) -> Vec<u8> {
        let clash = |id: &&str| serde_json::json!({ "id": id, "a": "p", "b": "q", "kind": "touch", "status": "new" });
        let clashes: Vec<_> = ids.iter().map(clash).collect();
        serde_json::json!({ "schema": 1, "bodies": [], "clashes": clashes }).to_string().into_bytes()
    }

    #[test]
    fn names_that_no_report_gives_are_refused_by_their_place() {
        assert_eq!(BaselineDocument::parse(&report(&["0A1B-2C3D", "0A1B-2C3D-2"])).unwrap().clashes.len(), 2);
        let long = "A".repeat(5_000);
        for bad in ["", "../../etc/x", "a b", "<b>", "x\ny", "ä", "a/b", "-A", long.as_str()] {
            let error = BaselineDocument::parse(&report(&["A", "B", bad])).unwrap_err();
            assert!(matches!(&error, BaselineProblem::Id { place, .. } if place == "clashes[2].id"), "{error:?}");
            let text = error.to_string();
            assert!(text.starts_with("clashes[2].id: expected letters, digits and '-', 64 at most, found"), "{text}");
            assert!(text.len() < 400 && !text.contains('\n'), "{text}");
        }
    }

    #[test]
    fn what_a_file_says_is_told_without_its_control_characters() {
        let hostile = "\u{1b}[31m\u{202e}\u{2067}\n";
        let row = serde_json::json!({ "id": "A", "a": "p", "b": "q", "kind": hostile, "status": "new" });
        let report = serde_json::json!({ "schema": 1, "bodies": [], "clashes": [row] }).to_string();
        let text = BaselineDocument::parse(report.as_bytes()).unwrap_err().to_string();
        assert!(text.contains("\\u{1b}[31m\\u{202e}\\u{2067}\\u{a}"), "{text}");
        let ids = [self::report(&[hostile]), self::report(&["A", "A\u{202e}"])];
        for text in
            ids.map(|report| BaselineDocument::parse(&report).unwrap_err().to_string()).into_iter().chain([text])
        {
            assert_eq!(literal(&text), text);
        }
    }

    #[test]
    fn measures_are_read_where_they_are_some() {
        let read = |measures: &str| {
            let row = format!(r#"{{"id":"A","a":"p","b":"q","kind":"touch","status":"new"{measures}}}"#);
            let BaselineClash { distance, depth, volume, .. } = serde_json::from_str(&row).unwrap();
            (distance, depth.map(|depth| [depth.lower, depth.upper]), volume.map(|volume| volume.upper))
        };
        assert_eq!(read(""), (None, None, None));
        let all = r#","distance":1.5,"depth":{"lower":1,"upper":2,"by":"x"},"volume":{"lower":0,"upper":3,"by":""}"#;
        assert_eq!(read(all), (Some(1.5), Some([1.0, 2.0]), Some(3.0)));
        let other = r#","distance":null,"depth":0.25,"volume":{"lower":0,"upper":null,"by":"x"}"#;
        assert_eq!(read(other), (None, None, None));
    }

    #[test]
    fn a_name_given_twice_is_refused() {
        for (ids, first) in [(["A-1", "B", "A-1"], 0), (["b", "AA", "B"], 0), (["x", "Y", "y"], 1)] {
            let error = BaselineDocument::parse(&report(&ids)).unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("clashes[2].id: expected a name that clashes[{first}] has not")),
                "{error}"
            );
        }
    }

    #[test]
    fn what_is_no_report_is_refused_by_its_line() {
        let foreign = BaselineDocument::parse(b"{\n\"schema\": 1,\n\"bodies\": 3}").unwrap_err();
        assert!(matches!(foreign, BaselineProblem::Foreign { line: 3, .. }), "{foreign:?}");
        let huge = br#"{"schema":1,"bodies":[{"name":"p","centre":[1e999,0,0]}],"clashes":[]}"#;
        assert!(matches!(BaselineDocument::parse(huge).unwrap_err(), BaselineProblem::Foreign { line: 1, .. }));
        let other = br#"{"schema":3,"bodies":[],"clashes":[]}"#;
        assert!(matches!(BaselineDocument::parse(other).unwrap_err(), BaselineProblem::Schema(3)));
    }
}
