//! From judged pairs to clashes with all that is known about them.

use crate::judge::Judged;
use crate::report::{ClashList, Report};
use crate::stage::Stage;
use impinge::executor::Executor;
use impinge_clash::{Baseline, Clash, Finding, Member, RuleBook, Sight, gather, groups, timestamp};
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The bodies of a stage, as clashes see them.
pub fn members(stage: &Stage) -> Vec<Member> {
    let member = |body: &crate::stage::Staged| Member {
        name: body.name.clone(),
        model: body.model.clone(),
        world_from_body: body.world_from_body,
    };
    stage.bodies.iter().map(member).collect()
}

/// A clash for every violation, in their order, then one for every missing contact.
///
/// # Errors
/// A body cannot be where it is to be.
pub fn clashes(
    stage: &Stage,
    members: &[Member],
    (book, judged): (&RuleBook, &Judged),
    executor: &Executor,
) -> anyhow::Result<Vec<Clash>> {
    let (scene, ids) = stage.scene()?;
    let mut findings = Vec::new();
    for row in judged.violations.iter().map(|k| &judged.report.pairs[*k]) {
        findings.push(Finding {
            bodies: [row.a, row.b],
            relation: row.relation,
            a_from_b: scene.a_from_b(ids[row.a], ids[row.b])?,
            gap: row.distance,
            witness: row.witness,
            spoken: book.of(row.a, row.b),
        });
    }
    Ok(gather(members, &findings, &judged.missing, executor))
}

/// Clashes told what they were in an earlier report, in groups.
pub fn compared(mut clashes: Vec<Clash>, baseline: Option<&Baseline>, members: &[Member]) -> ClashList {
    if let Some(baseline) = baseline {
        baseline.compare(&mut clashes, members);
    }
    ClashList { groups: groups(&clashes), clashes, is_compared: baseline.is_some() }
}

/// What the outputs of clashes need beside the report.
pub struct Told<'a> {
    /// The bodies.
    pub members: &'a [Member],
    /// The view and the picture of each clash, where they were made.
    pub sights: &'a [Option<Sight>],
    /// The rules.
    pub book: &'a RuleBook,
    /// What was checked.
    pub title: String,
    /// When.
    pub made: String,
}

impl Told<'_> {
    /// Hands the report to an output, with the clashes of `list`.
    pub fn with<T>(&self, report: &Report, list: &ClashList, write: impl FnOnce(&impinge_clash::Report<'_>) -> T) -> T {
        let file = self.book.file();
        let rules = file.rules.iter().map(|rule| rule.name.clone());
        let rules: Vec<String> = rules.chain(file.expected.iter().map(|expected| expected.name.clone())).collect();
        write(&impinge_clash::Report {
            title: &self.title,
            made: &self.made,
            members: self.members,
            clashes: &list.clashes,
            groups: &list.groups,
            sights: self.sights,
            rules: &rules,
            pair_count: report.pair_count,
        })
    }
}

/// What was checked, in a few words.
pub fn title(files: &[PathBuf]) -> String {
    const MOST: usize = 3;
    let name = |file: &PathBuf| file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let mut names: Vec<String> = files.iter().take(MOST).map(name).collect();
    if files.len() > MOST {
        names.push(format!("and {} more", files.len() - MOST));
    }
    names.join(", ")
}

/// The time; or what `SOURCE_DATE_EPOCH` says, where files are to be the same again.
pub fn now() -> String {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|seconds| seconds.parse().ok());
    let told = told.and_then(|seconds| UNIX_EPOCH.checked_add(Duration::from_secs(seconds)));
    timestamp(told.unwrap_or_else(SystemTime::now))
}
