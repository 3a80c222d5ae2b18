//! Which length heals an open mesh: a few are tried, and the shortest that closes nearly as much as any of them is named.

use impinge::mesh::{Defect, HealOptions, Mesh};
use impinge_clash::{number_format, robust_diagonal};
use serde::Serialize;

/// Lengths that are tried, in parts of the diagonal of the body: from rounding to single precision up to coarse tessellation.
const LENGTHS: [f64; 5] = [1e-7, 1e-6, 1e-5, 1e-4, 1e-3];

/// Open edges that trials of one body work on, all together: a body with more of them is tried with fewer lengths, the shortest first.
const MOST_EDGES: usize = 100_000;

/// A length that closes this part of what the best one closes is good enough: features shorter than the length are at risk.
const NEARLY_ALL: f64 = 0.9;

/// What healing by a length would do.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct HealTrial {
    /// The length for `impinge heal`.
    pub within: f64,
    /// Whether the whole is closed then.
    pub closes_all: bool,
    /// Open edges of which nothing would be open any more.
    pub edges_closed: usize,
    /// Open edges of the healed mesh; parts of split edges count.
    pub edges_left: usize,
    /// How far something would move.
    pub largest_move: f64,
}

/// What a few lengths would close, and which of them is named.
#[derive(Clone, Debug, Default)]
pub struct HealTrials {
    /// The trials, the shortest length first; none for a mesh that is closed.
    pub all: Vec<HealTrial>,
    /// Open edges of the mesh as it is.
    open_edges: usize,
    /// Whether a length, longer than those of all trials, takes too many steps.
    effort_spent: bool,
}

impl HealTrials {
    /// Tries lengths on a mesh with these defects, until one closes it.
    pub fn new(mesh: &Mesh, defects: &[Defect]) -> Self {
        let open_edges = defects.iter().filter(|defect| matches!(defect, Defect::Boundary { .. })).count();
        let mut all = Vec::new();
        if mesh.is_closed() {
            return Self { all, open_edges, effort_spent: false };
        }
        let diagonal = robust_diagonal(mesh);
        let affordable = (MOST_EDGES / open_edges.max(1)).max(1);
        for part in LENGTHS.iter().take(affordable) {
            // One digit is enough to type.
            let Ok(within) = format!("{:.0e}", part * diagonal).parse() else { continue };
            let healed = mesh.heal(&HealOptions { within });
            let report = healed.report;
            // Longer lengths mostly take more steps.
            if report.effort_spent {
                return Self { all, open_edges, effort_spent: true };
            }
            all.push(HealTrial {
                within,
                closes_all: healed.mesh.is_closed(),
                edges_closed: report.edges_closed,
                edges_left: report.edges_left,
                largest_move: report.largest_move,
            });
            if all.last().is_some_and(|trial| trial.closes_all) {
                break;
            }
        }
        Self { all, open_edges, effort_spent: false }
    }

    /// The shortest length that closes the mesh, or else nearly as many edges as the best one; `None` if none closes anything.
    pub fn best(&self) -> Option<&HealTrial> {
        let most = self.all.iter().map(|trial| trial.edges_closed).max().unwrap_or(0);
        let is_enough =
            |trial: &&HealTrial| trial.edges_closed > 0 && trial.edges_closed as f64 >= NEARLY_ALL * most as f64;
        self.all.iter().find(|trial| trial.closes_all).or_else(|| self.all.iter().find(is_enough))
    }

    /// What a reader should know of it; `None` for a mesh that is closed.
    pub fn text(&self) -> Option<String> {
        let edges = number_format::count(self.open_edges, "open edge", "open edges");
        if self.effort_spent && self.best().is_none() {
            return Some(format!(
                "it takes too many steps to find a length that closes its {edges}, as nearly all of them lie near each other"
            ));
        }
        let longest = self.all.last()?;
        Some(match self.best() {
            Some(trial) if trial.closes_all => {
                let (within, moved) = (number_format::short(trial.within), number_format::short(trial.largest_move));
                format!("impinge heal --within {within} closes it: {edges}, nothing moves by more than {moved}")
            }
            Some(trial) => {
                let (within, moved) = (number_format::short(trial.within), number_format::short(trial.largest_move));
                let left = self.open_edges.saturating_sub(trial.edges_closed);
                format!(
                    "impinge heal --within {within} closes {} of {edges} and moves nothing by more than {moved}; {left} stay open, as holes or rims of sheets do",
                    trial.edges_closed
                )
            }
            None => {
                let within = number_format::short(longest.within);
                format!(
                    "no length up to {within} closes any of its {edges}: they are holes or rims of sheets, not cracks"
                )
            }
        })
    }
}
