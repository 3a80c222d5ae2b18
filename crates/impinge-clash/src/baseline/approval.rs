//! Approves clashes in a report, or reopens them.

use super::approval_filter::{ApprovalFilter, ApprovalFilterError};
use super::baseline_file::BaselineClash;
use super::report_edit::ReportEdit;
use crate::clashes::clash::ClashStatus;
use crate::number_format;
use crate::rules::rules_file::Severity;
use std::fmt::Write;

/// Which clashes to approve, and why.
#[derive(Clone, Debug, Default)]
pub struct Approval {
    /// The ids of clashes, or of patterns for all of theirs; capitals and small letters are the same.
    pub ids: Vec<String>,
    /// All clashes that are new or active; to reopen, all that are approved.
    pub all: bool,
    /// Of all those, the ones that it matches.
    pub filter: ApprovalFilter,
    /// Reopens approved clashes instead.
    pub reopen: bool,
    /// A comment for each; an empty one removes what is there, `None` keeps it.
    pub comment: Option<String>,
}

/// A report with approvals.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ApprovedReport {
    /// The report in JSON; every byte but the changed values is as it was.
    pub text: String,
    /// A line for every clash that was chosen.
    pub log: String,
}

/// Why clashes could not be approved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApprovalError {
    /// The text is not a report.
    #[error(transparent)]
    Report(#[from] serde_json::Error),
    /// There is no clash of an id.
    #[error("{0}")]
    UnknownId(String),
    /// There is no pattern or rule of a name.
    #[error(transparent)]
    Filter(#[from] ApprovalFilterError),
    /// The clash is resolved.
    #[error("{ids}: resolved, so there is nothing left to {action}")]
    Resolved {
        /// The ids.
        ids: String,
        /// To approve, or to reopen.
        action: &'static str,
    },
}

impl Approval {
    /// Applies it to a report in JSON.
    ///
    /// # Errors
    /// See [`ApprovalError`].
    pub fn apply(&self, text: &str) -> Result<ApprovedReport, ApprovalError> {
        let mut report = ReportEdit::parse(text)?;
        let chosen = self.choose(&report)?;
        let mut log: String = chosen.iter().map(|k| self.change(&mut report, *k)).collect();
        if log.is_empty() {
            let matching = if self.filter.is_empty() { "" } else { " that matches" };
            let state = if self.reopen { "approved" } else { "new or active" };
            log = format!("no clash{matching} is {state}\n");
        }
        Ok(ApprovedReport { text: report.finish(), log })
    }

    /// The clashes that are meant, by index.
    fn choose(&self, report: &ReportEdit<'_>) -> Result<Vec<usize>, ApprovalError> {
        let clashes: Vec<&BaselineClash> = report.records().iter().map(|record| &record.clash).collect();
        let ids = self.ids.iter().map(String::as_str);
        let unknown: Vec<&str> = ids.filter(|id| !clashes.iter().any(|clash| has_id(clash, id))).collect();
        if !unknown.is_empty() {
            return Err(ApprovalError::UnknownId(unknown_ids(&unknown, &clashes)));
        }
        self.filter.ensure_known(&clashes)?;
        let is_meant = |clash: &BaselineClash| match (self.all || !self.filter.is_empty(), self.reopen) {
            (true, false) => {
                matches!(clash.status, ClashStatus::New | ClashStatus::Active) && self.filter.matches(clash)
            }
            (true, true) => clash.status == ClashStatus::Approved && self.filter.matches(clash),
            (false, _) => self.ids.iter().any(|id| has_id(clash, id)),
        };
        let chosen: Vec<usize> = (0..clashes.len()).filter(|k| is_meant(clashes[*k])).collect();
        let resolved = chosen.iter().map(|k| clashes[*k]).filter(|clash| clash.status == ClashStatus::Resolved);
        let resolved: Vec<&str> = resolved.map(|clash| clash.id.as_str()).collect();
        if !resolved.is_empty() {
            let action = if self.reopen { "reopen" } else { "approve" };
            return Err(ApprovalError::Resolved { ids: number_format::first_names(&resolved), action });
        }
        Ok(chosen)
    }

    /// Changes a clash of the report, and says what was done.
    fn change(&self, report: &mut ReportEdit<'_>, record: usize) -> String {
        let clash = report.records()[record].clash.clone();
        let (action, status, found) = match (self.reopen, clash.status) {
            (false, ClashStatus::Approved) => ("was approved already", clash.status, false),
            (false, _) => ("approved", ClashStatus::Approved, false),
            (true, ClashStatus::Approved) => {
                ("reopened", ClashStatus::Active, clash.severity.as_deref() != Some(Severity::Info.name()))
            }
            (true, _) => ("was open already", clash.status, true),
        };
        if status != clash.status {
            report.replace(record, "status", &format!("\"{}\"", status.name()));
            report.replace(record, "found", if found { "true" } else { "false" });
        }
        if let Some(comment) = &self.comment {
            let value = if comment.is_empty() { serde_json::Value::Null } else { comment.as_str().into() };
            report.put(record, "comment", &value.to_string());
        }
        let [id, a, b] = [&clash.id, &clash.a, &clash.b].map(|text| number_format::name(text));
        let what = format!("{}: {a} and {b}", clash.kind.name());
        if status == clash.status { format!("{id} {action}: {what}\n") } else { format!("{action} {id}: {what}\n") }
    }
}

/// Whether an id is that of a clash or of its pattern.
fn has_id(clash: &BaselineClash, id: &str) -> bool {
    let is_same = |own: &str| own.eq_ignore_ascii_case(id.trim());
    is_same(&clash.id) || clash.pattern.as_deref().is_some_and(is_same)
}

/// The message for ids that no clash has.
fn unknown_ids(unknown: &[&str], clashes: &[&BaselineClash]) -> String {
    let mut message = format!("there is no clash {}", number_format::first_names(unknown));
    let known: Vec<&str> = clashes.iter().map(|clash| clash.id.as_str()).collect();
    let mut close: Vec<&str> = unknown.iter().filter_map(|id| nearest_id(id, &known)).collect();
    close.dedup();
    if !close.is_empty() {
        let _ = write!(message, "; did you mean {}?", number_format::first_names(&close));
    } else if known.is_empty() {
        message.push_str("; the report has no clashes");
    } else {
        let _ = write!(message, "; the report has {}", number_format::first_names(&known));
    }
    message
}

/// The known id with the fewest different characters, if these are few.
fn nearest_id<'a>(id: &str, known: &[&'a str]) -> Option<&'a str> {
    /// Of the nine of an id.
    const FEW: usize = 3;
    let id = id.trim();
    let difference = |other: &str| {
        let differ = id.chars().zip(other.chars()).filter(|(p, q)| !p.eq_ignore_ascii_case(q)).count();
        differ + id.chars().count().abs_diff(other.chars().count())
    };
    known.iter().map(|other| (difference(other), *other)).min().filter(|(d, _)| *d <= FEW).map(|(_, other)| other)
}
