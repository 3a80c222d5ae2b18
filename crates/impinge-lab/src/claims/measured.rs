//! What an experiment says about a claim: a verdict, a measurement and a margin.

use impinge_picture::number_format::grouped;
use serde::Serialize;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Held,
    Partly,
    NotHeld,
    NotTestable,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Held, Self::Partly, Self::NotHeld, Self::NotTestable];

    /// The words for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Partly => "partly",
            Self::NotHeld => "not held",
            Self::NotTestable => "not testable here",
        }
    }

    /// Held up to the first bar, partly up to the second.
    pub fn at_most(value: f64, [held, partly]: [f64; 2]) -> Self {
        if value <= held {
            Self::Held
        } else if value <= partly {
            Self::Partly
        } else {
            Self::NotHeld
        }
    }

    /// Held from the first bar on, partly from the second.
    pub fn at_least(value: f64, [held, partly]: [f64; 2]) -> Self {
        Self::at_most(-value, [-held, -partly])
    }

    /// Held or not.
    pub fn held_if(is_so: bool) -> Self {
        if is_so { Self::Held } else { Self::NotHeld }
    }
}

/// What an experiment says about a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    pub verdict: Verdict,
    /// What was measured: numbers with units.
    pub measured: String,
    /// By how much it held or not, and the bar where there is one.
    pub margin: String,
}

impl Measured {
    /// An experiment that ended.
    pub fn new(verdict: Verdict, measured: impl Into<String>, margin: impl Into<String>) -> Self {
        Self { verdict, measured: measured.into(), margin: margin.into() }
    }

    /// No experiment, and why.
    pub fn untestable(why: impl Into<String>) -> Self {
        Self::new(Verdict::NotTestable, why, "")
    }

    /// Answers compared with exact ones: the claim holds if none is wrong.
    pub fn none_wrong(wrong: u64, of: u64, cases: &str) -> Self {
        let measured = format!("{} wrong of {} {cases}", grouped(wrong), grouped(of));
        let margin = format!("{} wrong", percent(wrong as f64, of as f64));
        Self::new(Verdict::held_if(wrong == 0), measured, margin)
    }

    /// The same for images, where a claim partly holds if at most two in a hundred are wrong.
    #[cfg(feature = "gpu")]
    pub fn few_wrong(wrong: u64, of: u64, cases: &str) -> Self {
        let mut measured = Self::none_wrong(wrong, of, cases);
        if wrong > 0 && 50 * wrong <= of {
            measured.verdict = Verdict::Partly;
            measured.margin.push_str(", bar 2 %");
        }
        measured
    }
}

/// A part in per cent, to two figures.
pub fn percent(part: f64, whole: f64) -> String {
    let share = if whole > 0.0 { 100.0 * part / whole } else { 0.0 };
    match share {
        0.0 => "0 %".to_owned(),
        s if s < 0.1 => format!("{s:.4} %"),
        s if s < 10.0 => format!("{s:.2} %"),
        s => format!("{s:.1} %"),
    }
}

/// How many times as much.
pub fn times(x: f64) -> String {
    if x < 10.0 { format!("{x:.2}x") } else { format!("{x:.1}x") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_met_from_their_side() {
        assert_eq!([0.9, 1.0, 1.1, 1.3].map(|x| Verdict::at_most(x, [1.0, 1.2])), {
            [Verdict::Held, Verdict::Held, Verdict::Partly, Verdict::NotHeld]
        });
        assert_eq!([3.0, 2.0, 1.5, 0.5].map(|x| Verdict::at_least(x, [2.0, 1.0])), {
            [Verdict::Held, Verdict::Held, Verdict::Partly, Verdict::NotHeld]
        });
        assert_eq!(Verdict::at_most(f64::NAN, [1.0, 2.0]), Verdict::NotHeld);
    }

    #[test]
    fn wrong_answers_are_counted() {
        let none = Measured::none_wrong(0, 1_200, "points");
        assert_eq!((none.verdict, none.measured.as_str()), (Verdict::Held, "0 wrong of 1,200 points"));
        let some = Measured::none_wrong(3, 1_200, "points");
        assert_eq!((some.verdict, some.margin.as_str()), (Verdict::NotHeld, "0.25 % wrong"));
        assert_eq!([percent(1.0, 0.0), percent(1.0, 8.0), percent(1.0, 9e4)], ["0 %", "12.5 %", "0.0011 %"]);
    }
}
