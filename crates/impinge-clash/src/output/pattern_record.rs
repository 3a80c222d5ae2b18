//! A pattern as it is published: one list of keys for every report in JSON.

use crate::clashes::clash::Clash;
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_measure::Measure;
use crate::clashes::clash_pattern::ClashPattern;
use serde::Serialize;

/// A pattern as an object of JSON.
#[derive(Serialize)]
pub(crate) struct PatternRecord<'a> {
    id: &'a str,
    /// How many clashes it has.
    count: usize,
    /// How many of them fail the check.
    found: usize,
    /// The clash that stands for all, the worst, by id.
    representative: &'a str,
    /// Of the representative.
    kind: Option<ClashKind>,
    /// Of the representative.
    severity: Option<&'static str>,
    /// Of the representative.
    thickness: Option<&'a Measure>,
    /// All clashes by id, the worst first.
    members: Vec<&'a str>,
    /// The same, by relative pose.
    poses: Vec<Vec<&'a str>>,
}

impl<'a> PatternRecord<'a> {
    pub fn new(pattern: &'a ClashPattern, clashes: &'a [Clash]) -> Self {
        let worst = pattern.representative(clashes);
        let named = |members: &[usize]| members.iter().map(|k| clashes[*k].id.as_str()).collect::<Vec<_>>();
        Self {
            id: &pattern.id,
            count: pattern.clashes.len(),
            found: pattern.failing(clashes),
            representative: worst.map_or("", |clash| &clash.id),
            kind: worst.map(|clash| clash.kind),
            severity: worst.map(|clash| clash.severity.name()),
            thickness: worst.and_then(|clash| clash.thickness.as_ref()),
            members: named(&pattern.clashes),
            poses: pattern.poses.iter().map(|members| named(members)).collect(),
        }
    }
}
