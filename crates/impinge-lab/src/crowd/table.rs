//! The tables of `impinge lab crowd`, and what they say in words.

use crate::crowd::broad_phases::BoxTrial;
use crate::crowd::cost_growth::{Crossover, Growth};
use crate::crowd::models::VERTICES;
use crate::crowd::pipeline::PipelineTrial;
use crate::crowd::random_motion::{MOTIONS, Motion};
use crate::crowd::shaken_bowl::ShakeStep;
use crate::crowd::step_deadlines::DeadlineTrial;
use crate::crowd::step_rate::{HERTZ, Rate};
use crate::crowd::{Bowl, CrowdResults};
use comfy_table::Cell;
use impinge::broad::BroadPhaseKind;
use impinge_picture::number_format::{duration, grouped};
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;

/// All of them, each followed by an empty line.
pub fn text(results: &CrowdResults) -> String {
    let mut text = String::new();
    if !results.boxes.is_empty() {
        for motion in MOTIONS {
            let _ = writeln!(text, "{}{}", broad(&results.boxes, motion), growth(&results.growths, motion));
        }
        let _ = writeln!(text, "{}", crossovers(&results.crossovers));
    }
    if !results.pipeline.is_empty() {
        let _ = writeln!(text, "{}", pipeline(&results.pipeline));
    }
    if !results.rates.is_empty() {
        let _ = writeln!(text, "{}", rates(&results.rates));
    }
    if !results.deadlines.is_empty() {
        let _ = writeln!(text, "{}", deadlines(&results.deadlines));
    }
    if let Some(found) = &results.bowl {
        let _ = writeln!(text, "{}", bowl(found));
    }
    text
}

/// Times a step, a row for each size, a column for each method.
fn broad(trials: &[BoxTrial], motion: Motion) -> String {
    let own: Vec<&BoxTrial> = trials.iter().filter(|t| t.motion == motion.name()).collect();
    let methods = BroadPhaseKind::ALL.map(BroadPhaseKind::name);
    let mut table = plain();
    table.set_header([&format!("{} boxes", motion.name()), "overlaps"].into_iter().chain(methods));
    for row in own.chunk_by(|p, q| p.bodies == q.bodies) {
        let best = row.iter().map(|t| t.mean_milliseconds).fold(f64::INFINITY, f64::min);
        let cell = |method: &str| {
            let own = row.iter().find(|t| t.method == method);
            own.map_or_else(String::new, |t| {
                format!("{}{}", if t.mean_milliseconds <= best { "* " } else { "" }, milliseconds(t.mean_milliseconds))
            })
        };
        let first = [grouped(row[0].bodies as u64), format!("{:.2}", row[0].overlaps_a_body)];
        table.add_row(first.into_iter().chain(methods.map(cell)).map(right));
    }
    lines(&table)
}

/// How times grow.
fn growth(growths: &[Growth], motion: Motion) -> String {
    let own: Vec<&Growth> = growths.iter().filter(|g| g.motion == motion.name()).collect();
    let fits = own.iter().map(|g| format!("{} {:.2}", g.method, g.exponent));
    let words = fits.collect::<Vec<_>>().join(", ");
    match own.iter().max_by_key(|g| g.to) {
        None => String::new(),
        Some(widest) => {
            let ideal = widest.exponent_of_n_log_n;
            let from = grouped(widest.from as u64);
            format!("time grows as the power of N (from {from} boxes on): {words}; N log N would be {ideal:.2}\n")
        }
    }
}

/// Where one method overtakes another.
fn crossovers(found: &[Crossover]) -> String {
    if found.is_empty() {
        return "no method overtakes another between these sizes\n".to_owned();
    }
    let mut table = plain();
    table.set_header(["crossover", "fewer: faster", "more: faster", "boxes", "time a step"]);
    for cross in found {
        let [bodies, time] = [grouped(two_figures(cross.bodies)), milliseconds(cross.milliseconds)];
        let words = [cross.motion, cross.below, cross.above].map(Cell::new);
        table.add_row(words.into_iter().chain([format!("about {bodies}"), time].map(right)));
    }
    lines(&table)
        + "time a step, boxes moved and pairs updated, mean of all steps, * the best; all methods found the same pairs\n"
}

/// The pipeline's times and what its stages did.
fn pipeline(trials: &[PipelineTrial]) -> String {
    let mut table = plain();
    let names = [
        "motion",
        "bodies",
        "pairs of boxes",
        "walks (steps)",
        "to trees",
        "contacts",
        "begun",
        "time a step",
        "a body",
    ];
    table.set_header(["pipeline"].into_iter().chain(names));
    for trial in trials {
        let count = |n: f64| grouped(n.round() as u64);
        let numbers = [
            grouped(trial.bodies as u64),
            count(trial.pairs_a_step),
            format!("{} ({:.2})", count(trial.walks_a_step), trial.walk_steps),
            count(trial.to_trees_a_step),
            count(trial.contacts_a_step),
            count(trial.began as f64 / trial.steps.max(1) as f64),
            milliseconds(trial.mean_milliseconds),
            milliseconds(trial.mean_milliseconds / trial.bodies.max(1) as f64),
        ];
        let words = [trial.cast, trial.motion].map(Cell::new);
        table.add_row(words.into_iter().chain(numbers.map(right)));
    }
    lines(&table)
        + "numbers a step; poses set, boxes, hulls and trees; every way through the pipeline reported the same events\n"
}

/// The claim of 1996 and what is found here.
fn rates(rates: &[Rate]) -> String {
    let mut table = plain();
    table.set_header([&format!("moving convex polytopes at {HERTZ} Hz"), "polytopes", "time a step"]);
    let paper = "I-COLLIDE, 1996 (SGI Reality Engine, 90 MHz R8000)";
    table.add_row([Cell::new(paper), right("hundreds".to_owned()), right("about 50 ms".to_owned())]);
    for rate in rates {
        let at_least = if rate.bodies == rate.most { "at least " } else { "" };
        let name = format!("Impinge here, {}, {VERTICES} vertices each", rate.motion);
        let bodies = right(format!("{at_least}{}", grouped(rate.bodies as u64)));
        table.add_row([Cell::new_owned(name), bodies, right(milliseconds(rate.mean_milliseconds))]);
    }
    lines(&table) + "found by doubling and halving, to a sixteenth\n"
}

/// What is known of crowds when the time is up.
fn deadlines(trials: &[DeadlineTrial]) -> String {
    let mut table = plain();
    let names =
        ["motion", "bodies", "pairs", "no pair tested", "no limit", "budget", "step", "over", "decided", "wrong"];
    table.set_header(["deadline"].into_iter().chain(names));
    for trial in trials {
        let numbers = [
            grouped(trial.bodies as u64),
            grouped(trial.pairs_a_step.round() as u64),
            milliseconds(trial.floor_milliseconds),
            milliseconds(trial.whole_milliseconds),
            milliseconds(trial.budget_milliseconds),
            milliseconds(trial.median_milliseconds),
            format!("{:+.1} %", trial.over_per_cent),
            format!("{:.1} %", trial.decided_per_cent),
            grouped(trial.wrong),
        ];
        let words = [trial.cast, trial.motion].map(Cell::new);
        table.add_row(words.into_iter().chain(numbers.map(right)));
    }
    lines(&table)
        + "medians over all steps, on the clock; budgets below the time in which no pair is tested cannot be kept; every answer was compared with a step without a limit\n"
}

/// What happened in the bowl.
fn bowl(bowl: &Bowl) -> String {
    let sum = |count: &dyn Fn(&ShakeStep) -> u64| bowl.steps.iter().map(count).sum::<u64>();
    let steps = bowl.steps.len().max(1) as f64;
    let share = |what: &str, part: u64, whole: u64| {
        let per_cent = 100.0 * part as f64 / whole.max(1) as f64;
        [
            what.to_owned(),
            grouped(whole),
            grouped(part),
            if whole > 0 { format!("{per_cent:.1} %") } else { String::new() },
        ]
    };
    let mut times: Vec<f64> = bowl.steps.iter().map(|s| s.microseconds).collect();
    times.sort_by(f64::total_cmp);
    let mut text = String::new();
    let kinds: Vec<String> = bowl.kinds.iter().map(|(name, count)| format!("{name} {count}")).collect();
    let (steps_made, inside) = (grouped(bowl.steps.len() as u64), bowl.parts_inside);
    let _ = writeln!(text, "vibratory bowl: {} parts ({})", bowl.parts, kinds.join(", "));
    let _ = writeln!(text, "{steps_made} steps; {inside} parts are in it at the end");
    let [began, lasting, ended] = [sum(&|s| s.began as u64), sum(&|s| s.lasting as u64), sum(&|s| s.ended as u64)];
    let _ = writeln!(
        text,
        "contacts: {} begun, {} ended, {:.1} lasting a step; {:.1} pairs of triangles push a step",
        grouped(began),
        grouped(ended),
        lasting as f64 / steps,
        sum(&|s| s.triangles as u64) as f64 / steps
    );
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let _ = writeln!(
        text,
        "time a step: {} in the mean, {} for the median; where nothing moved: {} ({} of {} pairs stand)",
        duration(times.iter().sum::<f64>() / steps * 1e-6),
        duration(median * 1e-6),
        duration(bowl.still.microseconds * 1e-6),
        bowl.still.unmoved,
        bowl.still.pairs
    );
    let mut table = plain();
    table.set_header(["coherence", "of", "were", ""]);
    let rows = [
        share("pairs of boxes tested", sum(&|s| s.tested), sum(&|s| s.pairs)),
        share("walks that proved hulls apart", sum(&|s| s.walks_apart), sum(&|s| s.walks)),
        share("witnesses still the answer", sum(&|s| s.witnesses_stood), sum(&|s| s.witnesses_tried)),
        share("stops of fronts still apart", sum(&|s| s.stops_stood), sum(&|s| s.stops_tried)),
    ];
    for [what, of, were, per_cent] in rows {
        table.add_row([Cell::new_owned(what), right(of), right(were), right(per_cent)]);
    }
    let [walks, hops] = [sum(&|s| s.walks), sum(&|s| s.walk_steps)];
    let _ = writeln!(text, "{}steps of a walk: {:.2}", lines(&table), hops as f64 / walks.max(1) as f64);
    text + "who meets was compared with all pairs, one by one, at every hundredth step and the last\n"
}

/// A time given in milliseconds.
fn milliseconds(time: f64) -> String {
    duration(time * 1e-3)
}

/// A positive number to two figures.
pub fn two_figures(x: f64) -> u64 {
    let unit = 10f64.powf((x.max(1.0).log10().floor() - 1.0).max(0.0));
    ((x / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_to_two_figures() {
        assert_eq!([3.4, 64.4, 137.0, 8_752.0, 123_456.0].map(two_figures), [3, 64, 140, 8_800, 120_000]);
    }

    #[test]
    fn the_best_is_marked_and_what_was_left_out_is_empty() {
        let trial = |bodies, method, time| BoxTrial {
            bodies,
            motion: "coherent",
            method,
            steps: 1,
            overlaps_a_body: 3.8,
            added: 0,
            removed: 0,
            tests_a_step: 1.0,
            sorts: 0,
            mean_milliseconds: time,
            median_milliseconds: time,
        };
        let trials = [trial(100, "exhaustive", 0.5), trial(100, "tree", 1.5), trial(10_000, "tree", 12.0)];
        let text = broad(&trials, Motion::Coherent);
        let rows: Vec<&str> = text.lines().skip(2).collect();
        assert!(rows[0].contains("* 500 us") && rows[0].contains("1.5 ms") && !rows[0].contains("* 1.5"), "{text}");
        assert!(rows[1].contains("10,000") && rows[1].contains("* 12.0 ms") && !rows[1].contains("us"), "{text}");
        let cross =
            Crossover { motion: "coherent", below: "exhaustive", above: "tree", bodies: 137.0, milliseconds: 0.7 };
        assert!(crossovers(&[cross]).contains("about 140"), "{text}");
        assert!(crossovers(&[]).starts_with("no method"));
    }
}
