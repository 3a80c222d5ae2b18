//! What is measured of an overlap once for all pairs that stand to each other in the same way: passage, depth and thickness.

use super::clash_measure::Measure;
use super::overlap_thickness::overlap_thickness;
use super::penetration_depth::penetration_depth;
use super::perturbed_seam::PerturbedSeam;
use super::solid_form::{SolidForm, caps_note};
use super::violation::Violation;
use crate::number_format::length_text;
use impinge::pair::Relation;
use impinge_io::LengthUnit;

/// Measures of an overlap.
#[derive(Clone, Debug)]
pub struct OverlapMeasures {
    /// Whether a body passes right through the other, and how that was found; `None` if their faces do not cross.
    pub passage: Option<(bool, String)>,
    /// The penetration depth.
    pub depth: Option<Measure>,
    /// The thickness.
    pub thickness: Option<Measure>,
}

impl OverlapMeasures {
    /// Measures the overlap of two bodies; the seam is that of their own meshes.
    pub fn new(forms: [&SolidForm; 2], violation: &Violation<'_>, seam: Option<&PerturbedSeam<'_, '_>>) -> Self {
        let passage = seam.map(|seam| seam.passage(&violation.a_from_b));
        let meshes = forms.map(|form| form.mesh.as_ref());
        // Coincident bodies are as deep as they are large, which is of no use.
        let has_depth = violation.pair.relation != Relation::Coincident && meshes.iter().any(|mesh| mesh.encloses());
        let mut depth = if has_depth { penetration_depth(meshes, &violation.a_from_b) } else { None };
        let caps = caps_note(forms, violation.pair.unit);
        if let Some(depth) = &mut depth {
            depth.by += &caps;
        }
        let mut thickness = overlap_thickness(meshes, violation, depth.as_ref());
        if let (Some(depth), Some(thickness)) = (&mut depth, &mut thickness) {
            raise_by_ball(depth, thickness);
        }
        if let Some(thickness) = &mut thickness {
            thickness.by += &caps;
        }
        Self { passage, depth, thickness }
    }

    /// The measures of a pair that stands in this pose but for a displacement; `None` if that is not small beside the thickness, so that the pair is measured itself.
    ///
    /// A ball inside both bodies, smaller by the displacement, is inside them in either pose: so the bounds of thickness are widened, and hold. Passage and depth are those of
    /// the measured pair, which is said.
    pub fn displaced(&self, displacement: f64, unit: Option<LengthUnit>) -> Option<Self> {
        /// The most that a diameter may change by, over the diameter.
        const SMALL: f64 = 0.01;
        if displacement == 0.0 {
            return Some(self.clone());
        }
        let by = 2.0 * displacement * (1.0 + 4.0 * f64::EPSILON);
        let mut thickness = self.thickness.clone().filter(|thickness| by <= SMALL * thickness.lower)?;
        (thickness.lower, thickness.upper) = (thickness.lower - by, thickness.upper + by);
        let mut depth = self.depth.clone();
        if let Some(depth) = &mut depth {
            let within = length_text(displacement, unit);
            depth.by += &format!("; measured on an equal pair, in the same pose within {within}");
        }
        Some(Self { passage: self.passage.clone(), depth, thickness: Some(thickness) })
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

    #[test]
    fn bounds_are_widened_and_large_displacements_refused() {
        let measure = |lower, upper| Some(Measure { lower, upper, by: "a search".to_owned() });
        let measures = OverlapMeasures { passage: None, depth: measure(2.0, 3.0), thickness: measure(1.0, 1.5) };
        let same = measures.displaced(0.0, None).unwrap();
        assert_eq!((&same.depth, &same.thickness), (&measures.depth, &measures.thickness));
        let near = measures.displaced(1e-3, None).unwrap();
        let thickness = near.thickness.unwrap();
        assert!(thickness.lower <= 0.998 && thickness.lower > 0.99 && thickness.upper >= 1.502, "{thickness:?}");
        assert!(near.depth.unwrap().by.ends_with("in the same pose within 0.001"));
        assert!(measures.displaced(0.01, None).is_none());
        assert!(OverlapMeasures { thickness: None, ..measures }.displaced(1e-3, None).is_none());
    }
}
