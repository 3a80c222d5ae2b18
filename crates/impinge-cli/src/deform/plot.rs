//! Counts and times over frames as SVG.

use super::run::{Finding, FrameRow};
use impinge_clash::number_format;
use impinge_picture::step_plot::{Panel, Scale, Series, under_each_other};

/// Colours of counts, of what updates take and of what searches take; colour-blind safe.
const COUNTS: &str = "#d55e00";
const UPDATE: &str = "#e69f00";
const SEARCH: &str = "#0072b2";

/// The plot; frames that could not be used are left out.
pub fn over_frames(rows: &[FrameRow]) -> String {
    let findings: Vec<&Finding> = rows.iter().filter_map(|row| row.outcome.as_ref().ok()).collect();
    let series = |name, colour, value: &dyn Fn(&Finding) -> f64| Series {
        name,
        values: findings.iter().map(|finding| value(finding)).collect(),
        colour,
    };
    let counts = |title, value: &dyn Fn(&Finding) -> usize| Panel {
        title,
        series: vec![series("", COUNTS, &|finding| value(finding) as f64)],
        scale: Scale::Linear,
    };
    let mut panels = vec![
        counts("pairs of faces without a common corner that meet", &|finding| finding.meeting.count),
        counts("neighbours that overlap", &|finding| finding.overlapping.count),
    ];
    if findings.iter().any(|finding| finding.contacts.is_some()) {
        let contacts = |finding: &Finding| finding.contacts.as_ref().map_or(0, |pairs| pairs.count);
        panels.push(counts("contacts with the obstacle", &contacts));
    }
    if findings.iter().any(|finding| finding.near.is_some()) {
        let near = |finding: &Finding| finding.near.as_ref().map_or(0, |pairs| pairs.count);
        panels.push(counts("faces without a common corner within the length asked for", &near));
    }
    if findings.iter().any(|finding| finding.way.is_some()) {
        let impacts = |finding: &Finding| finding.way.as_ref().map_or(0, |way| way.count());
        panels.push(counts("vertices, faces and edges that meet on the way from the frame before", &impacts));
    }
    panels.push(Panel {
        title: "microseconds",
        series: vec![
            series("update", UPDATE, &|finding| finding.update.as_secs_f64() * 1e6),
            series("search", SEARCH, &|finding| finding.search.as_secs_f64() * 1e6),
        ],
        scale: Scale::Logarithmic,
    });
    let found = findings.iter().filter(|finding| finding.found()).count();
    let title = format!("{}, something found in {found}", number_format::count(findings.len(), "frame", "frames"));
    under_each_other(&title, &panels)
}
