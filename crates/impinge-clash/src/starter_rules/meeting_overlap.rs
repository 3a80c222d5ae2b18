//! What a check by default rules finds of an assembly: pairs that meet, and how thick overlaps are that may be as they should be.

use super::meeting_pair::MeetingPair;
use crate::assembly::load_assembly::Assembly;
use crate::check::{CheckError, ClashCheck};
use crate::clashes::clash::Clash;
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_section::ClashSection;
use crate::pictures::clash_view::ClashPictures;
use crate::progress::Progress;
use crate::rules::{RuleBook, RulesFile};
use impinge::executor::Executor;

/// What an overlap is that fails a check by default rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverlapForm {
    /// A shell about a common axis, too thick for a fit.
    Fit,
    /// No thicker than a thousandth of the smaller body.
    Thin,
    /// Neither.
    Fault,
}

/// An overlap of two bodies that fails a check by default rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeetingOverlap {
    /// The bodies, by index.
    pub bodies: [usize; 2],
    /// What it is.
    pub form: OverlapForm,
    /// Bounds on its thickness (lengths).
    pub thickness: [f64; 2],
}

/// What meets in an assembly.
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    /// Every pair that meets, sorted.
    pub pairs: Vec<MeetingPair>,
    /// Overlaps of known thickness that fail a check, sorted.
    pub overlaps: Vec<MeetingOverlap>,
}

/// What meets in an assembly, with the evidence of a check.
///
/// # Errors
/// The engine refuses the place of a body.
pub fn find_meetings(assembly: Assembly, executor: &Executor, progress: &dyn Progress) -> Result<Meetings, CheckError> {
    let rules = RuleBook::for_assembly(RulesFile::default(), &assembly);
    let checked = ClashCheck::default().run(assembly, &rules, executor, progress)?;
    let report = checked.collect_clashes(ClashPictures::None, executor, progress)?;
    let pairs = report.pairs.iter().map(MeetingPair::from_checked).collect();
    let mut overlaps: Vec<MeetingOverlap> = report.clash_slice().iter().filter_map(overlap).collect();
    overlaps.sort_by_key(|overlap| overlap.bodies);
    Ok(Meetings { pairs, overlaps })
}

fn overlap(clash: &Clash) -> Option<MeetingOverlap> {
    let form = match (clash.kind, clash.section) {
        (ClashKind::Fit, _) => OverlapForm::Fit,
        (_, ClashSection::Fits) => OverlapForm::Thin,
        _ => OverlapForm::Fault,
    };
    let [a, b] = [clash.bodies[0]?, clash.bodies[1]?];
    let thickness = clash.thickness.as_ref().filter(|_| clash.fails())?;
    Some(MeetingOverlap { bodies: [a, b], form, thickness: [thickness.lower, thickness.upper] })
}
