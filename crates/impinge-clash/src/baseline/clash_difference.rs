//! Whether a clash is unchanged since the baseline.

use super::baseline_bodies::BaselineBodies;
use super::baseline_file::BaselineClash;
use super::moved_bodies::{MovedBodies, PairMove};
use crate::clashes::clash::Clash;
use crate::clashes::clash_kind::ClashKind;
use crate::clashes::clash_measure::Measure;
use crate::clashes::clash_signature::{ClashSignature, TOLERANCE};

/// How much volumes may differ besides what lengths may, relative to the larger.
const VOLUMES: f64 = 1e-3;

/// What has become of the bodies since the baseline.
#[derive(Clone, Copy, Debug)]
pub struct BodyHistory<'a> {
    /// Which body was which.
    pub former: &'a BaselineBodies<'a>,
    /// Which of them have moved.
    pub moved: &'a MovedBodies<'a>,
}

/// How a clash differs from an earlier one of the same bodies; `None` if it does not.
///
/// A clash is unchanged if its bodies are, and are arranged as they were; then rounding errors in its kind, curves and depth do not matter.
/// Where the arrangement is unknown, the signatures of the clash are compared.
pub fn difference(clash: &Clash, earlier: &BaselineClash, history: &BodyHistory<'_>) -> Option<String> {
    if clash.kind == ClashKind::Missing {
        let is_same = earlier.kind == ClashKind::Missing && is_still_missing(clash, earlier, history.former);
        let body = || history.moved.describe(&clash.names[0], None);
        return (!is_same).then(|| body().unwrap_or_else(|| "what is nearest to the body has moved".to_owned()));
    }
    let then = earlier.signature.map(|then| in_order_of(clash, then, history.former));
    let is_alike =
        |hair: f64| clash.signature.zip(then).is_none_or(|(now, then)| now.has_same_arrangement(&then, hair));
    let growth = clash.signature.zip(then).map(|(now, then)| now.size - then.size);
    let thicker = |hair: f64| is_thicker(clash, earlier, hair).then_some(THICKER);
    let change = match history.moved.pair_move(clash.names.each_ref().map(String::as_str)) {
        PairMove::Apart => return Some(moves(clash, history.moved, growth)),
        PairMove::Perhaps(hair) if !is_alike(hair) => return Some(moves(clash, history.moved, None)),
        PairMove::Perhaps(hair) => thicker(hair),
        // Not since the last check, but perhaps since it was approved.
        PairMove::Still(hair) => {
            (!is_alike(4.0 * hair)).then_some("the bodies have moved bit by bit").or(thicker(4.0 * hair))
        }
        PairMove::Unknown if clash.kind != earlier.kind && !are_thin(clash, then) => Some("it is of another kind"),
        PairMove::Unknown => (!has_same_lengths(clash, earlier, history.former)).then_some("its lengths are others"),
    };
    change.map(str::to_owned)
}

/// Which bodies of a clash have moved or changed, and how far; `growth` is by how much the sum of their radii differs, where that is due to one of them.
fn moves(clash: &Clash, moved: &MovedBodies<'_>, growth: Option<f64>) -> String {
    let told: Vec<String> = clash.names.iter().filter_map(|name| moved.describe(name, growth)).collect();
    told.join(", and ")
}

/// What is said of an overlap that has become thicker.
const THICKER: &str = "the overlap is thicker than it was";

/// Whether an overlap is certainly thicker than it was, by more than rounding can do.
fn is_thicker(clash: &Clash, earlier: &BaselineClash, hair: f64) -> bool {
    let both = clash.thickness.as_ref().zip(earlier.thickness.as_ref());
    both.is_some_and(|(now, then)| now.lower > then.upper + hair)
}

/// Lengths in the order that the names of the bodies have now.
pub fn in_order_of(clash: &Clash, then: ClashSignature, former: &BaselineBodies<'_>) -> ClashSignature {
    if are_swapped(clash, former) { then.swapped() } else { then }
}

fn are_thin(clash: &Clash, then: Option<ClashSignature>) -> bool {
    clash.signature.zip(then).is_some_and(|(now, then)| now.is_thin() && then.is_thin())
}

/// Whether a clash has the lengths of an earlier one of the same bodies.
fn has_same_lengths(clash: &Clash, earlier: &BaselineClash, former: &BaselineBodies<'_>) -> bool {
    let (Some(now), Some(then)) = (clash.signature, earlier.signature) else {
        return clash.signature.is_none() && earlier.signature.is_none() && clash.kind == earlier.kind;
    };
    let then = in_order_of(clash, then, former);
    // Rounding decides whether bodies within rounding of each other touch, cross or are apart.
    let are_thin = now.is_thin() && then.is_thin();
    let is_alike =
        now.agree(&then) && (are_thin || (clash.kind == earlier.kind && share_as_much(clash, earlier, &now, &then)));
    // Lengths are the same where a body moved to a place that is like its own by symmetry.
    let names = clash.names.each_ref().map(String::as_str);
    is_alike && !former.has_one_moved(names, TOLERANCE * now.size)
}

/// Whether the gap of a missing contact, where it is known, and the place of its body are as they were.
fn is_still_missing(clash: &Clash, earlier: &BaselineClash, former: &BaselineBodies<'_>) -> bool {
    let size = clash.bounds.map_or(0.0, |bounds| bounds.size().length());
    let off = (TOLERANCE * size).max(2.0 * former.hair());
    let gaps = match (clash.distance, earlier.distance) {
        (Some(now), Some(then)) => (now - then).abs() <= off,
        (now, then) => now.is_none() == then.is_none(),
    };
    gaps && !former.has_moved(&clash.names[0], off)
}

/// Whether the names of both bodies, which give lengths their order, ran the other way.
fn are_swapped(clash: &Clash, former: &BaselineBodies<'_>) -> bool {
    let [a, b] = clash.names.each_ref().map(String::as_str);
    former.name_of(a).zip(former.name_of(b)).is_some_and(|(p, q)| a.cmp(b) != p.cmp(q))
}

/// Whether thickness, depth and volume, where both checks know them, are about as they were.
fn share_as_much(clash: &Clash, earlier: &BaselineClash, now: &ClashSignature, then: &ClashSignature) -> bool {
    let off = TOLERANCE * now.size.max(then.size);
    // Bounds are found by trials, which depend on the triangles, but they hold: what is between both has not changed.
    let depths = clash.depth.as_ref().zip(earlier.depth.as_ref()).is_none_or(|(p, q)| apart(p, q) <= off);
    let thicknesses = clash.thickness.as_ref().zip(earlier.thickness.as_ref()).is_none_or(|(p, q)| apart(p, q) <= off);
    // A surface that is off by a length adds its area times that length, and the area is about the volume over the thickness.
    let thinner = [now.thickness, then.thickness].into_iter().flatten().fold(f64::INFINITY, f64::min);
    let volumes = clash.volume.as_ref().zip(earlier.volume.as_ref()).is_none_or(|(p, q)| {
        let larger = p.upper.max(q.upper);
        apart(p, q) <= larger * (VOLUMES + off / thinner)
    });
    depths && thicknesses && volumes
}

/// How far apart two quantities are, at least.
fn apart(p: &Measure, q: &Measure) -> f64 {
    (p.lower - q.upper).max(q.lower - p.upper).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn depth([lower, upper]: [f64; 2]) -> Option<Measure> {
        Some(Measure { lower, upper, by: String::new() })
    }

    #[test]
    fn what_is_deeper_has_changed_also_where_its_volume_is_not_known() {
        let signature = ClashSignature {
            size: 1.0,
            between: 1.0,
            seam: 1.0,
            seam_to: None,
            gap: None,
            thickness: Some(0.1),
            reach: None,
        };
        let names = ["p", "q"].map(str::to_owned);
        let clash = Clash {
            signature: Some(signature),
            depth: depth([0.1, 0.12]),
            ..Clash::blank(names, [None; 2], ClashKind::Protrude)
        };
        let row = r#"{"id":"A","a":"p","b":"q","kind":"protrude","status":"new"}"#;
        let known: BaselineClash = serde_json::from_str(row).unwrap();
        let nobody = BTreeMap::new();
        let former = BaselineBodies::new(&nobody, &[], &[], &|_, _, _| false);
        let history = BodyHistory { former: &former, moved: &MovedBodies::default() };
        let bounds = [([0.1, 0.12], true), ([0.05, 0.3], true), ([0.11, 0.2], true), ([0.0, 0.1], true)];
        let others = [([0.13, 0.13], false), ([0.05, 0.09], false)];
        for (then, expected) in bounds.into_iter().chain(others) {
            let earlier = BaselineClash { signature: Some(signature), depth: depth(then), ..known.clone() };
            let difference = difference(&clash, &earlier, &history);
            assert_eq!(difference.is_none(), expected, "{then:?}");
        }
        let unknown = BaselineClash { signature: Some(signature), ..known };
        let difference = difference(&clash, &unknown, &history);
        assert!(difference.is_none(), "nothing is made of what a check does not know");
    }
    #[test]
    fn what_is_thicker_has_changed_also_where_bodies_have_not_moved() {
        let names = ["p", "q"].map(str::to_owned);
        let clash = Clash { thickness: depth([0.1, 0.12]), ..Clash::blank(names, [None; 2], ClashKind::Protrude) };
        let row = r#"{"id":"A","a":"p","b":"q","kind":"protrude","status":"approved"}"#;
        let known: BaselineClash = serde_json::from_str(row).unwrap();
        for (then, expected) in [
            (depth([0.1, 0.12]), false),
            (depth([0.02, 0.0995]), false),
            (depth([0.02, 0.0985]), true),
            (depth([0.5, 0.6]), false),
            (None, false),
        ] {
            let earlier = BaselineClash { thickness: then.clone(), ..known.clone() };
            assert_eq!(is_thicker(&clash, &earlier, 1e-3), expected, "{then:?}");
        }
    }
}
