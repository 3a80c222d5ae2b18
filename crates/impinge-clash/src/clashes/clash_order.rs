//! The order of clashes: the worst first. Also how severe a clash is where no rule says so.

use super::clash::Clash;
use super::clash_kind::ClashKind;
use super::clash_measure::Measure;
use crate::assembly::body::AssemblyBody;
use crate::rules::rules_file::Severity;
use std::cmp::Reverse;

/// Overlaps no thicker than this part of the diagonal of the smaller body's box, in its own frame, are thin: rounding, facets of holes, drawn fits.
const THIN: f64 = 1e-3;

/// What clashes are sorted by: those that fail the check first, of these the most severe, then by thickness, volume and depth, larger ones first, then by gap,
/// smaller ones first. An overlap of unknown thickness, as of an open surface, takes its place by the proved lower bound of its depth.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClashRank {
    fails: Reverse<bool>,
    severity: Reverse<Severity>,
    is_resolved: bool,
    thickness: [Reverse<u64>; 2],
    volume: Reverse<u64>,
    depth: Reverse<u64>,
    gap: u64,
    kind: ClashKind,
    id: String,
}

impl ClashRank {
    /// The rank of a clash.
    pub fn new(clash: &Clash) -> Self {
        let lower =
            |measure: &Option<Measure>| Reverse(sortable(measure.as_ref().map_or(0.0, |measure| measure.lower)));
        let proved = clash.depth.as_ref().map_or(0.0, |depth| depth.lower);
        let thickness = clash.thickness.as_ref().map_or([proved; 2], |thickness| [thickness.lower, thickness.upper]);
        Self {
            fails: Reverse(clash.fails()),
            severity: Reverse(clash.severity),
            is_resolved: clash.bodies == [None; 2],
            thickness: thickness.map(|bound| Reverse(sortable(bound))),
            volume: lower(&clash.volume),
            depth: lower(&clash.depth),
            gap: sortable(clash.distance.unwrap_or(0.0)),
            kind: clash.kind,
            id: clash.id.clone(),
        }
    }

    /// The same for every clash that is as bad.
    pub fn without_id(self) -> Self {
        Self { id: String::new(), ..self }
    }
}

/// A number that is not negative as an integer of the same order.
fn sortable(x: f64) -> u64 {
    if x > 0.0 { x.to_bits() } else { 0 }
}

/// Whether an overlap is certainly no thicker than a thousandth of the smaller body.
pub fn is_thin(clash: &Clash, bodies: [&AssemblyBody; 2]) -> bool {
    let size = |body: &AssemblyBody| body.own_size();
    let thin = THIN * bodies.map(size).into_iter().fold(f64::INFINITY, f64::min);
    clash.thickness.as_ref().is_some_and(|thickness| thickness.upper <= thin)
}

/// How severe a clash is where no rule says so: contact and thin overlaps are minor, all else is major.
pub fn default_severity(clash: &Clash, bodies: [&AssemblyBody; 2]) -> Severity {
    match clash.kind {
        ClashKind::Touch => Severity::Minor,
        ClashKind::Duplicate | ClashKind::Pierce | ClashKind::Protrude | ClashKind::Envelope
            if is_thin(clash, bodies) =>
        {
            Severity::Minor
        }
        _ => Severity::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clashes::clash::ClashStatus;

    fn measure(lower: f64, upper: f64) -> Option<Measure> {
        Some(Measure { lower, upper, by: String::new() })
    }

    #[test]
    fn the_thickest_comes_first_among_those_as_severe() {
        let blank = || Clash::blank(["p".to_owned(), "q".to_owned()], [Some(0), Some(1)], ClashKind::Protrude);
        let named = |id: &str, clash: Clash| Clash { id: id.to_owned(), ..clash };
        let mut clashes = [
            named("approved", Clash { status: ClashStatus::Approved, thickness: measure(9.0, 9.0), ..blank() }),
            named("unknown", blank()),
            named("deep", Clash { thickness: measure(0.25, 0.5), depth: measure(7.0, 7.0), ..blank() }),
            named("large", Clash { thickness: measure(0.25, 0.5), volume: measure(1.0, 1.0), ..blank() }),
            named("thick", Clash { thickness: measure(2.0, 2.0), ..blank() }),
            named("minor", Clash { severity: Severity::Minor, thickness: measure(3.0, 3.0), ..blank() }),
            named("critical", Clash { severity: Severity::Critical, thickness: measure(0.0, 0.0), ..blank() }),
            named("wide", Clash { thickness: measure(0.25, 0.75), ..blank() }),
            named("open and deep", Clash { depth: measure(1.5, 30.0), ..blank() }),
            named("open and shallow", Clash { depth: measure(0.125, 9.0), ..blank() }),
        ];
        clashes.sort_by_cached_key(ClashRank::new);
        let order = clashes.each_ref().map(|clash| clash.id.as_str());
        let unknown = ["open and shallow", "unknown", "minor", "approved"];
        assert_eq!(order[..6], ["critical", "thick", "open and deep", "wide", "large", "deep"]);
        assert_eq!(order[6..], unknown);
    }
}
