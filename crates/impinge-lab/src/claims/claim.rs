//! A claim of a paper, and what an experiment says about it.

use crate::claims::context::{ClaimContext, ClaimPlan};
#[cfg(feature = "gpu")]
use crate::claims::images::device::ImageDevice;
use impinge_picture::number_format::grouped;
use serde::Serialize;

/// The papers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Paper {
    /// Knott and Pai 2003.
    C,
    /// Kockara, Halic, Iqbal, Bayrak and Rowe 2007.
    S,
    /// Lin, Manocha, Cohen and Gottschalk 1996.
    L,
    /// Kitamura, Smith, Takemura and Kishino 1995.
    K,
    /// Jiménez, Segura and Feito 2004.
    J,
}

impl Paper {
    /// All of them, in the order of the page.
    pub const ALL: [Self; 5] = [Self::C, Self::S, Self::L, Self::K, Self::J];

    /// The first letter of the ids of its claims.
    pub fn letter(self) -> &'static str {
        match self {
            Self::C => "C",
            Self::S => "S",
            Self::L => "L",
            Self::K => "K",
            Self::J => "J",
        }
    }

    /// Authors, title and year.
    pub fn title(self) -> &'static str {
        match self {
            Self::C => {
                "Knott and Pai, CInDeR: Collision and Interference Detection in Real-time using Graphics Hardware (2003)"
            }
            Self::S => "Kockara, Halic, Iqbal, Bayrak and Rowe, Collision Detection: A Survey (2007)",
            Self::L => {
                "Lin, Manocha, Cohen and Gottschalk, Efficient Algorithms for Interference Detection in Dynamic Environments (1996)"
            }
            Self::K => {
                "Kitamura, Smith, Takemura and Kishino, Parallel Algorithms for Real-time Colliding Face Detection (1995)"
            }
            Self::J => "Jiménez, Segura and Feito, Efficient Collision Detection between 2D Polygons (2004)",
        }
    }
}

/// The experiment that tests a claim.
#[derive(Clone, Copy)]
pub enum Experiment {
    /// One that needs no device.
    Run(fn(&mut ClaimContext) -> anyhow::Result<Measured>),
    /// One that makes images.
    #[cfg(feature = "gpu")]
    Images(fn(&mut ImageDevice, ClaimPlan) -> anyhow::Result<Measured>),
    /// None: why there is none.
    Untestable(&'static str),
}

/// A claim.
#[derive(Clone, Copy)]
pub struct Claim {
    /// The letter of the paper and a number.
    pub id: &'static str,
    /// Section, figure, table or page.
    pub place: &'static str,
    /// What the paper says, in one sentence.
    pub statement: &'static str,
    pub experiment: Experiment,
}

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
