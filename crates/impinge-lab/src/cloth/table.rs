//! The tables of `impinge lab cloth`.

use crate::cloth::close_vertices::CloseVertices;
use crate::cloth::simulation_steps::GOAL;
use crate::cloth::upkeep_comparison::Count;
use crate::cloth::{ClothResults, classic_refits};
use comfy_table::Cell;
use impinge_classics::hierarchy::Refit;
use impinge_picture::number_format::{duration, grouped};
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;

/// All of them, each followed by an empty line.
pub fn text(results: &ClothResults) -> String {
    let tables = [contacts(results), ways(results), classic(results), points(results), steps(results)];
    tables.iter().filter(|table| !table.is_empty()).fold(String::new(), |mut text, table| {
        let _ = writeln!(text, "{table}");
        text
    })
}

/// What meets, by scene.
fn contacts(results: &ClothResults) -> String {
    let mut table = plain();
    table.set_header([
        "contacts",
        "triangles",
        "pairs that meet: first frame",
        "most",
        "last",
        "neighbours that overlap: most",
        "with the ball: most",
    ]);
    for scene in scenes(results) {
        let own: Vec<&Count> = results.counts.iter().filter(|count| count.scene == scene).collect();
        let [Some(first), Some(last)] = [own.first(), own.last()] else { continue };
        let most = |of: fn(&Count) -> usize| own.iter().map(|count| of(count)).max().unwrap_or(0);
        let numbers = [
            first.triangles,
            first.crossing,
            most(|count| count.crossing),
            last.crossing,
            most(|count| count.overlapping),
            most(|count| count.obstacle),
        ];
        let cells = numbers.map(|n| right(grouped(n as u64)));
        table.add_row(std::iter::once(Cell::new(scene)).chain(cells));
    }
    lines(&table) + "every way to keep the tree up finds the same pairs in every frame\n"
}

/// Times of ways to keep the tree up.
fn ways(results: &ClothResults) -> String {
    let mut table = plain();
    table.set_header([
        "a frame, one thread",
        "tree",
        "sorted in frames",
        "repaired in",
        "box tests",
        "keeping up",
        "search",
        "both",
        "of the policy",
    ]);
    for mean in &results.means {
        let policy = results.means.iter().rfind(|other| other.scene == mean.scene);
        let ratio = policy.map_or(1.0, |policy| mean.milliseconds / policy.milliseconds.max(1e-9));
        let cells = [
            format!("{} of {}", mean.sorts, mean.frames),
            mean.repairs.to_string(),
            grouped(mean.box_tests as u64),
            duration(mean.upkeep_milliseconds * 1e-3),
            duration(mean.search_milliseconds * 1e-3),
            duration(mean.milliseconds * 1e-3),
            format!("{ratio:.2}x"),
        ];
        table.add_row([Cell::new(mean.scene), Cell::new(mean.way)].into_iter().chain(cells.map(right)));
    }
    lines(&table)
}

/// Times of classic trees, a column for each way to draw them.
fn classic(results: &ClothResults) -> String {
    let mut table = plain();
    let ways = Refit::ALL.map(classic_refits::word);
    table.set_header(["classic trees", "volumes", "pairs handed out"].into_iter().chain(ways));
    for rows in results.classic.chunk_by(|a, b| (a.scene, a.volume) == (b.scene, b.volume)) {
        let Some(first) = rows.first() else { continue };
        let times = rows
            .iter()
            .map(|row| format!("{} ({})", duration(row.milliseconds * 1e-3), duration(row.upkeep_milliseconds * 1e-3)));
        let cells = std::iter::once(grouped(first.pairs as u64)).chain(times);
        table.add_row([Cell::new(first.scene), Cell::new(first.volume)].into_iter().chain(cells.map(right)));
    }
    lines(&table)
        + "a frame, and in brackets what of it is keeping the tree up; of the pairs as many meet as are counted above, in every frame\n"
}

/// Times of spanner and tree on the vertices.
fn points(results: &ClothResults) -> String {
    let mut table = plain();
    table.set_header([
        "close vertices",
        "points",
        "within",
        "pairs: most",
        "strayed",
        "spanner: keeping up",
        "pairs",
        "tree: both",
    ]);
    for scene in scenes(results) {
        let own: Vec<&CloseVertices> = results.points.iter().filter(|row| row.scene == scene).collect();
        let Some(last) = own.last() else { continue };
        let mean = |of: fn(&CloseVertices) -> f64| own.iter().map(|row| of(row)).sum::<f64>() / own.len() as f64;
        let cells = [
            grouped(last.points as u64),
            format!("{:.3}", last.distance),
            grouped(own.iter().map(|row| row.pairs).max().unwrap_or(0) as u64),
            format!("{:.1} %", mean(|row| 100.0 * row.strayed as f64 / row.points.max(1) as f64)),
            duration(mean(|row| row.spanner_upkeep_microseconds) * 1e-6),
            duration(mean(|row| row.spanner_search_microseconds) * 1e-6),
            duration(mean(|row| row.tree_microseconds) * 1e-6),
        ];
        table.add_row(std::iter::once(Cell::new(scene)).chain(cells.map(right)));
    }
    lines(&table) + "spanner and tree find the same pairs in every frame\n"
}

/// Steps a second.
fn steps(results: &ClothResults) -> String {
    if results.steps.is_empty() {
        return String::new();
    }
    let mut table = plain();
    table.set_header([
        "steps of a scene: surface, itself, turning ball",
        "triangles",
        "threads",
        "a step",
        "median",
        "steps a second",
    ]);
    for rate in &results.steps {
        let cells = [
            format!("{} + {}", grouped(rate.triangles as u64), grouped(rate.obstacle_triangles as u64)),
            rate.threads.to_string(),
            duration(rate.mean_milliseconds * 1e-3),
            duration(rate.median_milliseconds * 1e-3),
            format!("{:.1}", rate.steps_a_second),
        ];
        table.add_row(std::iter::once(Cell::new(rate.scene)).chain(cells.map(right)));
    }
    let slowest = |threads: usize| {
        let own = results.steps.iter().filter(move |rate| rate.threads == threads);
        own.map(|rate| rate.steps_a_second).fold(f64::INFINITY, f64::min)
    };
    let most = results.steps.iter().map(|rate| rate.threads).max().unwrap_or(1);
    let kept_up = if slowest(most) >= GOAL { "kept up with" } else { "not kept up with" };
    lines(&table) + &format!("by the clock on the wall; {GOAL} steps a second are {kept_up} on {most} threads\n")
}

/// The scenes that were run, in order.
fn scenes(results: &ClothResults) -> Vec<&'static str> {
    let mut scenes: Vec<&'static str> = results.counts.iter().map(|count| count.scene).collect();
    scenes.dedup();
    scenes
}
