//! A pair of bodies in JSON.

use crate::proposals::fields::FieldRecord;
use crate::proposals::images::{EdgesRecord, ImageOverlap, ImageProposal};
use crate::report::check_report::Report;
use crate::report::checked_pair::{CheckedPair, SelfContactCounts};
use impinge::bounded::Certainty;
use impinge::feature::Feature;
use serde::Serialize;

/// A pair of bodies.
#[derive(Serialize)]
pub(super) struct PairRecord<'a> {
    a: &'a str,
    b: &'a str,
    relation: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certainty: Option<&'static str>,
    verdict: &'static str,
    found: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    thickness: Option<ThicknessRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<f64>,
    distance: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    touch: Option<f64>,
    contacts: Option<usize>,
    #[serde(rename = "self", skip_serializing_if = "Option::is_none")]
    own: Option<SelfContactCounts>,
    #[serde(rename = "box")]
    bounds: Option<[Vec<f64>; 2]>,
    witness: Option<[Vec<f64>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proposed: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    edges_inside: Vec<EdgesRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<OverlapRecord<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<FieldRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    features: Option<[Option<FeatureRecord<'a>>; 2]>,
}

#[derive(Serialize)]
struct ThicknessRecord {
    lower: f64,
    upper: f64,
}

#[derive(Serialize)]
struct OverlapRecord<'a> {
    method: &'static str,
    #[serde(flatten)]
    overlap: &'a ImageOverlap,
}

#[derive(Serialize)]
struct FeatureRecord<'a> {
    body: &'a str,
    kind: &'static str,
    ids: Vec<u32>,
}

impl<'a> PairRecord<'a> {
    /// A row of a report.
    pub(super) fn new(row: &'a CheckedPair, report: &'a Report) -> Self {
        let (bodies, dimension) = (&report.bodies, report.dimension);
        Self {
            a: &bodies[row.a].name,
            b: &bodies[row.b].name,
            relation: row.relation.name(),
            relation_by: row.relation_by(),
            certainty: (row.certainty != Certainty::Exact).then_some(row.certainty.name()),
            verdict: row.verdict.name(),
            found: row.found,
            thickness: row.thickness().map(|[lower, upper]| ThicknessRecord { lower, upper }),
            tolerance: row.overlap.map(|overlap| overlap.tolerance),
            distance: row.distance,
            touch: row.touch,
            contacts: row.contacts,
            own: row.own,
            bounds: row.bounds.map(|bounds| [bounds.min, bounds.max].map(|p| dimension.coordinates(p))),
            witness: row.witness.map(|points| points.map(|p| dimension.coordinates(p))),
            proposed: report.proposal(row).map(ImageProposal::to_bool),
            edges_inside: report
                .images
                .as_ref()
                .map_or_else(Vec::new, |images| images.edge_records(row.bodies(), |body| bodies[body].name.as_str())),
            overlap: report.images.as_ref().and_then(|images| {
                Some(OverlapRecord { method: images.source.method, overlap: images.overlap(row.a, row.b)? })
            }),
            field: report
                .fields
                .as_ref()
                .and_then(|all| Some(report.field_result(row)?.to_record(all.settings.points))),
            features: row.features.as_ref().map(|parts| parts.each_ref().map(|p| p.as_ref().map(feature_record))),
        }
    }
}

fn feature_record((body, feature): &(String, Feature)) -> FeatureRecord<'_> {
    let (kind, ids) = match *feature {
        Feature::Vertex(v) => ("vertex", vec![v.0]),
        Feature::Edge(v, w) => ("edge", vec![v.0, w.0]),
        Feature::Face(f) => ("face", vec![f.0]),
    };
    FeatureRecord { body, kind, ids }
}
