//! What is measured of an overlap once for all pairs that stand to each other in the same way: passage, depth and thickness.

use super::cap_influence::{CapInfluence, CappedBody};
use super::clash_measure::Measure;
use super::overlap_thickness::overlap_thickness;
use super::penetration_depth::penetration_depth;
use super::perturbed_seam::PerturbedSeam;
use super::solid_form::{SolidForm, caps_note};
use super::violation::Violation;
use crate::number_format::length_text;
use impinge::pair::Relation;

/// Measures of an overlap.
#[derive(Clone, Debug)]
pub struct OverlapMeasures {
    /// Whether a body passes right through the other, and how that was found; `None` if their faces do not cross.
    pub passage: Option<(bool, String)>,
    /// The penetration depth.
    pub depth: Option<Measure>,
    /// The thickness.
    pub thickness: Option<Measure>,
    /// What caps over openings leave open of the overlap.
    pub caps: CapInfluence,
    /// The width of an opening that a body enters, if what lies behind it may be a hole.
    pub hole: Option<f64>,
}

impl OverlapMeasures {
    /// Measures the overlap of two bodies, each quantity within a number of steps; the seam is that of their own meshes.
    pub fn new(
        forms: [&SolidForm; 2],
        violation: &Violation<'_>,
        seam: Option<&PerturbedSeam<'_, '_>>,
        effort: Option<u64>,
    ) -> Self {
        let passage = seam.map(|seam| seam.passage(&violation.a_from_b));
        let meshes = forms.map(|form| form.mesh.as_ref());
        // Coincident bodies are as deep as they are large, which is of no use.
        let has_depth = violation.pair.relation != Relation::Coincident
            && meshes.iter().any(|mesh| mesh.encloses())
            && forms.iter().all(|form| form.is_known());
        let mut depth = if has_depth { penetration_depth(meshes, &violation.a_from_b, effort) } else { None };
        let caps = caps_note(forms, violation.pair.unit);
        let bodies = forms.map(CappedBody::from);
        let influence = CapInfluence::new(bodies, &violation.a_from_b);
        if let Some(depth) = &mut depth {
            influence.widen(depth);
            depth.by += &caps;
        }
        let found = overlap_thickness(bodies, violation, depth.as_ref(), &influence, effort);
        let (mut thickness, hole) = found.map_or((None, None), |(thickness, hole)| (Some(thickness), hole));
        if let (Some(depth), Some(_)) = (&mut depth, hole) {
            depth.lower = 0.0;
        }
        if let (Some(depth), Some(thickness)) = (&mut depth, &mut thickness) {
            raise_by_ball(depth, thickness);
        }
        if let Some(thickness) = &mut thickness {
            thickness.by += &caps;
        }
        Self { passage, depth, thickness, caps: influence, hole }
    }

    /// The measures of a violation that stands in this pose but for a displacement; `None` if that is not small beside the thickness, so that it is measured itself.
    ///
    /// A ball inside both bodies, smaller by the displacement, is inside them in either pose: so the bounds of thickness are widened, and hold. Passage and depth are those of
    /// the measured pair, which is said.
    pub fn displaced(&self, displacement: f64, violation: &Violation<'_>) -> Option<Self> {
        /// The most that a diameter may change by, over the diameter.
        const SMALL: f64 = 0.01;
        let mut found = self.clone();
        if displacement > 0.0 {
            let by = 2.0 * displacement * (1.0 + 4.0 * f64::EPSILON);
            let thickness = found.thickness.as_mut().filter(|thickness| by <= SMALL * thickness.lower)?;
            (thickness.lower, thickness.upper) = (thickness.lower - by, thickness.upper + by);
            let within = length_text(displacement, violation.pair.unit);
            let remark = format!("; found on an equal pair, in the same pose within {within}");
            found.depth.iter_mut().for_each(|depth| depth.by += &remark);
            found.passage.iter_mut().for_each(|(_, by)| *by += &remark);
        }
        if let (Some(thickness), Some(own)) = (&mut found.thickness, &violation.pair.overlap) {
            thickness.lower = thickness.lower.max(own.lower);
            thickness.upper = thickness.upper.min(own.upper).max(thickness.lower);
        }
        Some(found)
    }
}

/// Raises the lower bound of a depth to that of the thickness: what leaves no common inside moves a ball inside both bodies by its diameter.
fn raise_by_ball(depth: &mut Measure, thickness: &Measure) {
    if thickness.lower > depth.lower {
        depth.lower = thickness.lower.min(depth.upper);
        depth.by += "; at least as long as a ball inside both bodies is thick";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::checked_pair::CheckedPair;
    use crate::report::overlap_limit::OverlapLimit;
    use crate::rules::{RuleBook, RulesFile};
    use impinge::math::Pose;
    use impinge::pair::ThicknessDecision;

    #[test]
    fn bounds_are_widened_and_large_displacements_refused() {
        let measure = |lower, upper| Some(Measure { lower, upper, by: "a search".to_owned() });
        let passage = Some((true, "the seam".to_owned()));
        let measures = OverlapMeasures {
            passage,
            depth: measure(2.0, 3.0),
            thickness: measure(1.0, 1.5),
            caps: CapInfluence::default(),
            hole: None,
        };
        let book = RuleBook::new(RulesFile::default(), &["a", "b"]);
        let mut pair = CheckedPair::new([0, 1], Relation::Crossing);
        let displaced = |measures: &OverlapMeasures, by: f64, pair: &CheckedPair| {
            measures.displaced(by, &Violation { pair, a_from_b: Pose::IDENTITY, rule: book.rule_for(0, 1) })
        };
        let same = displaced(&measures, 0.0, &pair).unwrap();
        assert_eq!((&same.depth, &same.thickness), (&measures.depth, &measures.thickness));
        let near = displaced(&measures, 1e-3, &pair).unwrap();
        let thickness = near.thickness.unwrap();
        assert!(thickness.lower <= 0.998 && thickness.lower > 0.99 && thickness.upper >= 1.502, "{thickness:?}");
        let said = [near.depth.unwrap().by, near.passage.unwrap().1];
        assert!(said.iter().all(|by| by.ends_with("in the same pose within 0.001")), "{said:?}");
        assert!(displaced(&measures, 0.01, &pair).is_none());
        assert!(displaced(&OverlapMeasures { thickness: None, ..measures.clone() }, 1e-3, &pair).is_none());
        // What is known of the pair itself counts as well.
        let decision = ThicknessDecision::Undecided;
        pair.overlap = Some(OverlapLimit { tolerance: 1.25, lower: 1.1, upper: 1.2, decision });
        let thickness = displaced(&measures, 1e-3, &pair).unwrap().thickness.unwrap();
        assert_eq!((thickness.lower, thickness.upper), (1.1, 1.2));
    }
}
