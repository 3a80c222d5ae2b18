//! What images proposed, in JSON.

use crate::proposals::images::{ImageCost, ImageProposal, ImageResults, ImageSource};
use crate::report::check_report::Report;
use crate::report::checked_pair::CheckedPair;
use impinge::pair::Relation;
use serde::Serialize;

/// How images were made, and what they proposed.
#[derive(Serialize)]
pub(super) struct ImagesRecord<'a> {
    #[serde(flatten)]
    source: &'a ImageSource,
    proposed: usize,
    confirmed: usize,
    not_drawn: Vec<&'a str>,
    too_small: Vec<&'a str>,
    #[serde(flatten)]
    cost: &'a ImageCost,
}

impl<'a> ImagesRecord<'a> {
    /// The images of a report.
    pub(super) fn new(images: &'a ImageResults, report: &'a Report) -> Self {
        let meets = |row: &&CheckedPair| {
            report.proposal(row) == Some(ImageProposal::Proposed) && row.relation != Relation::Disjoint
        };
        let named = |places: &[usize]| places.iter().map(|i| report.bodies[*i].name.as_str()).collect();
        Self {
            source: &images.source,
            proposed: images.shown.len(),
            confirmed: report.pairs.iter().filter(meets).count(),
            not_drawn: named(&images.not_drawn.keys().copied().collect::<Vec<_>>()),
            too_small: named(&images.too_small),
            cost: &images.cost,
        }
    }
}
