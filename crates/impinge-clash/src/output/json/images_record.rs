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
    settings: String,
    near: usize,
    apart: usize,
    tested: usize,
    proposed: usize,
    confirmed: usize,
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    own: Option<OwnRecord>,
    not_drawn: Vec<&'a str>,
    too_small: Vec<&'a str>,
    #[serde(flatten)]
    cost: &'a ImageCost,
}

/// What images say of bodies alone.
#[derive(Serialize)]
struct OwnRecord {
    bodies: usize,
    faces: usize,
    left: usize,
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
            settings: images.settings.to_string(),
            near: images.near.len(),
            apart: images.apart.len(),
            tested: report.tested,
            own: (!images.faces.is_empty()).then(|| {
                let [faces, left] = images.own_faces();
                OwnRecord { bodies: images.faces.len(), faces, left }
            }),
            proposed: images.shown.len(),
            confirmed: report.pairs.iter().filter(meets).count(),
            not_drawn: named(&images.not_drawn.keys().copied().collect::<Vec<_>>()),
            too_small: named(&images.too_small),
            cost: &images.cost,
        }
    }
}
