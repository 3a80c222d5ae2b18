//! How thick the overlap of two meshes is: the diameter of the largest ball inside both, between bounds, and what a tolerance makes of it.

use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Depth, InsideSource, ThicknessDecision, ThicknessOptions};
use impinge_clash::number_format;
use impinge_io::LengthUnit;
use serde::Serialize;
use std::fmt::Write;

/// The thickness of an overlap, or the reason why it has no thickness.
pub type OverlapThickness = Result<KnownThickness, String>;

/// A thickness between bounds.
#[derive(Clone, Copy, Debug)]
pub struct KnownThickness {
    lower: f64,
    upper: f64,
    /// Whether the separating translation is the upper bound: no ball inside both is wider.
    is_by_depth: bool,
    /// The middle of the largest ball found.
    centre: Option<DVec3>,
    /// Whether the search ended early.
    effort_spent: bool,
    /// The tolerance that was asked about, and whether the overlap is within it.
    judged: Option<(f64, ThicknessDecision)>,
}

/// Measures the thickness of the overlap of two meshes in one frame, of which the depth is known, and then decides about the tolerance.
pub fn measure([a, b]: [&Mesh; 2], depth: &Depth, options: &ThicknessOptions) -> OverlapThickness {
    let found = pair::thickness(a, b, &Pose::IDENTITY, &ThicknessOptions { tolerance: None, ..*options });
    for (letter, inside) in ["A", "B"].into_iter().zip(found.inside) {
        match inside {
            InsideSource::Surface => return Err(format!("{letter} is a surface without an inside")),
            InsideSource::Unknown => return Err(format!("the openings of {letter} are too tangled to be closed")),
            InsideSource::Closed | InsideSource::Capped { .. } => {}
        }
    }
    let is_by_depth = a.is_closed() && b.is_closed() && depth.length.upper < found.bounds.upper;
    let upper = if is_by_depth { depth.length.upper } else { found.bounds.upper };
    let lower = found.bounds.lower;
    let upper = upper.max(lower);
    let effort_spent = found.effort_spent && upper > options.ratio * lower;
    let mut known = KnownThickness { lower, upper, is_by_depth, centre: found.centre, effort_spent, judged: None };
    known.judged = options.tolerance.map(|tolerance| (tolerance, known.decide([a, b], tolerance, options)));
    Ok(known)
}

impl KnownThickness {
    /// Whether it is within a tolerance: by the bounds, or else by a search that asks for nothing else.
    fn decide(&self, [a, b]: [&Mesh; 2], tolerance: f64, options: &ThicknessOptions) -> ThicknessDecision {
        if self.upper <= tolerance {
            return ThicknessDecision::Allowed;
        }
        if self.lower > tolerance {
            return ThicknessDecision::Violated;
        }
        pair::thickness(a, b, &Pose::IDENTITY, options).decision.unwrap_or(ThicknessDecision::Undecided)
    }

    /// Whether it is known to be within the tolerance that was asked about.
    pub fn is_allowed(&self) -> bool {
        self.judged.is_some_and(|(_, decision)| decision == ThicknessDecision::Allowed)
    }
}

/// A line below a quantity whose search ended early.
pub const EFFORT_NOTE: &str = "  note          the effort was spent; a larger --effort may bring the bounds closer\n";

/// A thickness for people.
pub fn text(thickness: &OverlapThickness, unit: Option<LengthUnit>) -> String {
    let mut out = String::new();
    let known = match thickness {
        Ok(known) => known,
        Err(why) => return format!("thickness       none: {why}\n"),
    };
    let [lower, upper] = [known.lower, known.upper].map(number_format::number);
    let symbol = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    let _ = writeln!(out, "thickness       {lower} to {upper}{symbol}");
    if let Some(centre) = known.centre {
        let about = number_format::point(centre);
        let _ = writeln!(out, "  at least      {lower}: the diameter of a ball inside both, about {about}");
    }
    let by =
        if known.is_by_depth { "the depth, which no ball inside both exceeds" } else { "a search for larger balls" };
    let _ = writeln!(out, "  at most       {upper}: {by}");
    if known.effort_spent {
        out.push_str(EFFORT_NOTE);
    }
    if let Some((tolerance, decision)) = known.judged {
        let tolerance = number_format::length_text(tolerance, unit);
        let _ = writeln!(out, "  tolerance     {tolerance}: {}", decision_text(decision));
    }
    out
}

fn decision_text(decision: ThicknessDecision) -> &'static str {
    match decision {
        ThicknessDecision::Allowed => "the overlap is within it",
        ThicknessDecision::Violated => "the overlap is thicker",
        ThicknessDecision::Undecided => "not decided whether the overlap is thicker; counted as thicker",
    }
}

/// A thickness for machines.
#[derive(Serialize)]
#[serde(untagged)]
pub enum ThicknessRecord {
    /// The reason why the overlap has no thickness.
    Refused { refused: String },
    /// Its bounds.
    Known {
        lower: f64,
        upper: f64,
        upper_by: &'static str,
        centre: Option<[f64; 3]>,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        effort_spent: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        tolerance: Option<f64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        decision: Option<&'static str>,
    },
}

impl ThicknessRecord {
    /// The record of a thickness.
    pub fn new(thickness: &OverlapThickness) -> Self {
        match thickness {
            Err(why) => Self::Refused { refused: why.clone() },
            Ok(known) => Self::Known {
                lower: known.lower,
                upper: known.upper,
                upper_by: if known.is_by_depth { "depth" } else { "search" },
                centre: known.centre.map(|centre| centre.to_array()),
                effort_spent: known.effort_spent,
                tolerance: known.judged.map(|(tolerance, _)| tolerance),
                decision: known.judged.map(|(_, decision)| match decision {
                    ThicknessDecision::Allowed => "allowed",
                    ThicknessDecision::Violated => "violated",
                    ThicknessDecision::Undecided => "undecided",
                }),
            },
        }
    }
}
