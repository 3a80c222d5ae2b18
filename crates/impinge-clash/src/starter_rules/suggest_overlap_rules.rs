//! What to say about fits and thin overlaps that a check reports: how thick they are, by name families.
//!
//! Thin overlaps are suggested to be allowed. A fit is reported only where it is thicker than fits may be, so its length is for a reader who looks at it first.

use super::meeting_overlap::{MeetingOverlap, OverlapForm};
use super::name_family::NameFamilies;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Suggestions for overlaps that a starter has, at most.
const MOST: usize = 40;

/// A rule for two families.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverlapSuggestion {
    /// The families.
    pub families: [usize; 2],
    /// How thick the fits are that are too thick, where there are some; not suggested.
    pub fit: Option<f64>,
    /// How thick other overlaps are, where there are thin ones.
    pub tolerance: Option<f64>,
    /// Whether the tolerance would also allow an overlap of these families that is neither thin nor a fit; then it is not suggested.
    pub hides_fault: bool,
    /// How many pairs of bodies it is made from.
    pub pairs: usize,
}

/// Suggestions for fits and thin overlaps, those for most pairs first, and how many pairs they do not cover because there are too many.
pub fn overlap_suggestions(
    families: &NameFamilies<'_>,
    overlaps: &[MeetingOverlap],
) -> (Vec<OverlapSuggestion>, usize) {
    let mut found: BTreeMap<[usize; 2], OverlapSuggestion> = BTreeMap::new();
    for overlap in overlaps {
        let key = family_pair(families, overlap);
        let none = OverlapSuggestion { families: key, fit: None, tolerance: None, hides_fault: false, pairs: 0 };
        let suggestion = match overlap.form {
            OverlapForm::Fault => continue,
            OverlapForm::Fit | OverlapForm::Thin => found.entry(key).or_insert(none),
        };
        let length = if overlap.form == OverlapForm::Fit { &mut suggestion.fit } else { &mut suggestion.tolerance };
        *length = Some(length.unwrap_or(0.0).max(rounded_up(overlap.thickness[1])));
        suggestion.pairs += 1;
    }
    for overlap in overlaps.iter().filter(|overlap| overlap.form != OverlapForm::Thin) {
        if let Some(suggestion) = found.get_mut(&family_pair(families, overlap)) {
            suggestion.hides_fault |= suggestion.tolerance.is_some_and(|tolerance| overlap.thickness[0] <= tolerance);
        }
    }
    let mut all: Vec<OverlapSuggestion> = found.into_values().collect();
    all.sort_by_key(|suggestion| Reverse(suggestion.pairs));
    let left = all.iter().skip(MOST).map(|suggestion| suggestion.pairs).sum();
    all.truncate(MOST);
    (all, left)
}

/// The families of an overlap, the lower first.
fn family_pair(families: &NameFamilies<'_>, overlap: &MeetingOverlap) -> [usize; 2] {
    let [p, q] = overlap.bodies.map(|body| families.of_body(body));
    [p.min(q), p.max(q)]
}

/// A length of two digits, no smaller.
fn rounded_up(length: f64) -> f64 {
    if length <= 0.0 || !length.is_finite() {
        return length.max(0.0);
    }
    let power = length.log10().floor() as i32 - 1;
    let candidates = [0, 1, 2].map(|more| {
        let digits = (length / 10_f64.powi(power)).floor() + f64::from(more);
        format!("{digits}e{power}").parse().unwrap_or(f64::INFINITY)
    });
    candidates.into_iter().find(|candidate| *candidate >= length).unwrap_or(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_rounded_up_to_two_digits() {
        for (length, expected) in
            [(0.5123, 0.52), (0.52, 0.52), (99.1, 100.0), (1.0, 1.0), (3.01e-5, 3.1e-5), (0.0, 0.0)]
        {
            assert_eq!(rounded_up(length), expected, "{length}");
        }
        assert!([1e-300, 1e300, 0.1, 0.3, 7.0 / 9.0].iter().all(|x| rounded_up(*x) >= *x && rounded_up(*x) < 1.11 * x));
    }

    #[test]
    fn families_have_one_suggestion_for_fits_and_thin_overlaps() {
        let names = ["bolt 1", "bolt 2", "plate", "rod"];
        let families = NameFamilies::new(&names);
        let overlap =
            |bodies, form, thickness| MeetingOverlap { bodies, form, thickness: [0.9 * thickness, thickness] };
        let overlaps = [
            overlap([0, 2], OverlapForm::Fit, 0.5),
            overlap([2, 1], OverlapForm::Fit, 0.25),
            overlap([1, 2], OverlapForm::Thin, 0.01),
            overlap([0, 2], OverlapForm::Fault, 0.02),
            overlap([2, 3], OverlapForm::Thin, 0.002),
            overlap([3, 2], OverlapForm::Fault, 0.0022),
        ];
        let (found, left) = overlap_suggestions(&families, &overlaps);
        let [bolt, plate, rod] = [0, 2, 3].map(|body| families.of_body(body));
        let expected = [
            OverlapSuggestion {
                families: [bolt, plate],
                fit: Some(0.5),
                tolerance: Some(0.01),
                hides_fault: false,
                pairs: 3,
            },
            OverlapSuggestion {
                families: [plate, rod],
                fit: None,
                tolerance: Some(0.002),
                hides_fault: true,
                pairs: 1,
            },
        ];
        assert_eq!((found.as_slice(), left), (&expected[..], 0));
    }
}
