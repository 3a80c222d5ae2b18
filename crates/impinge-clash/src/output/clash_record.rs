//! A clash as it is published: one list of keys for every report in JSON, and what [`Baseline`](crate::Baseline) reads back.

use crate::clashes::clash::{Clash, ClashChange, ClashStatus};
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_measure::Measure;
use crate::clashes::clash_signature::ClashSignature;
use impinge::pair::SeamCurve;
use serde::Serialize;

/// A point or a direction.
type Triple = [f64; 3];

/// A clash as an object of JSON, its keys in this order; what is not known is null, never left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClashRecord<'a> {
    /// Its name.
    pub id: &'a str,
    /// The first body, by name.
    pub a: &'a str,
    /// The second body, by name; of a missing contact, the expectation.
    pub b: &'a str,
    /// The rule that is violated, unless it is the default.
    pub rule: Option<&'a str>,
    /// How severe that is.
    pub severity: &'static str,
    /// What kind of clash it is.
    pub kind: ClashKind,
    /// How that was found, where the relation does not tell.
    pub kind_by: Option<&'a str>,
    /// The relation of the first to the second.
    pub relation: Option<&'static str>,
    /// Where it is listed.
    pub section: &'static str,
    /// Its review state.
    pub status: ClashStatus,
    /// How it compares with the baseline.
    pub change: Option<ClashChange>,
    /// The id of its group.
    pub group: Option<&'a str>,
    /// The id of its pattern.
    pub pattern: Option<&'a str>,
    /// Whether it fails the check.
    pub found: bool,
    /// The gap; zero if they meet. Of a missing contact, to the nearest candidate, where it is known.
    pub distance: Option<f64>,
    /// The required clearance.
    pub clearance: Option<f64>,
    /// How thick what they share is: the diameter of the largest ball inside both.
    pub thickness: Option<&'a Measure>,
    /// The thickness that is allowed, where overlaps are judged by it.
    pub tolerance: Option<f64>,
    /// How deep they are in each other.
    pub depth: Option<&'a Measure>,
    /// How much space they share.
    pub volume: Option<&'a Measure>,
    /// How many pairs of triangles share a point.
    pub contacts: Option<usize>,
    /// The lowest and the highest corner of the box around what they share or, where that is no space, around their contacts, around
    /// their closest points, or around the body whose contact is missing.
    #[serde(rename = "box")]
    pub bounds: Option<[Triple; 2]>,
    /// A closest point of each.
    pub witness: Option<[Triple; 2]>,
    /// The centre of the box.
    pub centre: Option<Triple>,
    /// The triangles of each that meet the other, all of them.
    pub faces: ClashRecordFaces<'a>,
    /// The curves in which they meet.
    pub curves: Vec<ClashRecordCurve>,
    /// What is compared with an earlier check.
    #[serde(rename = "traits")]
    pub signature: Option<&'a ClashSignature>,
    /// What else the check has to say.
    pub note: Option<&'a str>,
    /// What a person said about it.
    pub comment: Option<&'a str>,
}

/// Triangles of two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ClashRecordFaces<'a> {
    /// Of the first.
    pub a: &'a [u32],
    /// Of the second.
    pub b: &'a [u32],
}

/// A curve in which two bodies meet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClashRecordCurve {
    /// Whether the last point is joined to the first.
    pub closed: bool,
    /// Its corners, in the world.
    pub points: Vec<Triple>,
}

impl<'a> ClashRecord<'a> {
    /// The record of a clash, which is in a group of this id.
    #[must_use]
    pub fn new(clash: &'a Clash, group: Option<&'a str>) -> Self {
        let curve = |curve: &SeamCurve| ClashRecordCurve {
            closed: curve.is_closed,
            points: curve.points.iter().map(|p| p.to_array()).collect(),
        };
        Self {
            id: &clash.id,
            a: &clash.names[0],
            b: &clash.names[1],
            rule: clash.rule.as_deref(),
            severity: clash.severity.name(),
            kind: clash.kind,
            kind_by: clash.kind_by.as_deref(),
            relation: clash.relation.map(|relation| relation.name()),
            section: clash.section.name(),
            status: clash.status,
            change: clash.change,
            group,
            pattern: clash.pattern.as_deref(),
            found: clash.fails(),
            distance: clash.distance,
            clearance: clash.clearance,
            thickness: clash.thickness.as_ref(),
            tolerance: clash.tolerance,
            depth: clash.depth.as_ref(),
            volume: clash.volume.as_ref(),
            contacts: clash.contacts,
            bounds: clash.bounds.map(|bounds| [bounds.min.to_array(), bounds.max.to_array()]),
            witness: clash.witness.map(|points| points.map(|p| p.to_array())),
            centre: clash.centre().map(|p| p.to_array()),
            faces: ClashRecordFaces { a: &clash.faces[0], b: &clash.faces[1] },
            curves: clash.curves.iter().map(curve).collect(),
            signature: clash.signature.as_ref(),
            note: clash.note.as_deref(),
            comment: clash.comment.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_there_in_its_order_also_of_a_clash_of_which_nothing_is_known() {
        let clash = Clash::blank(["p".to_owned(), "q".to_owned()], [None; 2], ClashKind::Touch);
        let text = serde_json::to_string(&ClashRecord::new(&clash, None)).unwrap();
        let expected = concat!(
            r#"{"id":"","a":"p","b":"q","rule":null,"severity":"major","kind":"touch","kind_by":null,"relation":null,"#,
            r#""section":"faults","status":"new","change":null,"group":null,"pattern":null,"found":true,"distance":null,"clearance":null,"thickness":null,"tolerance":null,"depth":null,"#,
            r#""volume":null,"contacts":null,"box":null,"witness":null,"centre":null,"faces":{"a":[],"b":[]},"#,
            r#""curves":[],"traits":null,"note":null,"comment":null}"#,
        );
        assert_eq!(text, expected);
    }
}
