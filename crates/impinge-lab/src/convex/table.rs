//! The tables of `impinge lab convex`, and what they say in words.

use crate::convex::distance_tracker::{PLACES, TRACKERS, Track, Tracker};
use crate::convex::hulls_first::HullStageGain;
use comfy_table::Cell;
use impinge_picture::number_format::grouped;
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;

/// The motion at which numbers of vertices are compared, in degrees a step: small beside the features of 4,096 vertices, some 3°.
pub const SMALL_MOTION: f64 = 0.1;

/// Costs that grow by no more than this, while vertices grow many times, count as constant (a ratio): well below what the least
/// growth that is not constant, the logarithm from 32 to 4,096, would give, which is 2.4.
const FLAT: f64 = 1.5;

/// The fewest vertices with which growth is measured: smaller hulls have little to walk on.
const FEWEST_VERTICES: usize = 32;

/// The least growth of vertices that says something about the growth of costs.
const LEAST_GROWTH: usize = 16;

/// Costs over vertices at a small motion and over motions at the most vertices, apart and penetrating.
pub fn tracks(tracks: &[Track]) -> String {
    let most = tracks.iter().map(|t| t.vertices).max().unwrap_or(0);
    let mut text = String::new();
    for place in PLACES {
        let own: Vec<&Track> = tracks.iter().filter(|t| t.pairs == place).collect();
        let by_vertices = table(&own, &format!("{place}, {SMALL_MOTION}° a step: vertices"), &|t| {
            (t.degrees_a_step == SMALL_MOTION).then(|| grouped(t.vertices as u64))
        });
        let by_motion = table(&own, &format!("{place}, {} vertices: degrees a step", grouped(most as u64)), &|t| {
            (t.vertices == most).then(|| t.degrees_a_step.to_string())
        });
        let growth = growth(&own).unwrap_or_default();
        let _ = writeln!(text, "{by_vertices}{growth}\n{by_motion}");
    }
    text + "microseconds a query (steps a query); all methods gave the same distances\n"
}

/// A row for each name that tracks have, a column for each method.
fn table(tracks: &[&Track], title: &str, name: &dyn Fn(&Track) -> Option<String>) -> String {
    let mut rows: Vec<(String, Vec<&Track>)> = Vec::new();
    for track in tracks {
        let Some(name) = name(track) else { continue };
        match rows.last_mut().filter(|row| row.0 == name) {
            Some(row) => row.1.push(track),
            None => rows.push((name, vec![track])),
        }
    }
    let mut table = plain();
    table.set_header([title, "queries"].into_iter().chain(TRACKERS.map(Tracker::name)));
    for (name, row) in rows {
        let queries = row.first().map_or(0, |t| t.queries);
        let steps = |t: &Track| format!("{:.*}", if t.steps_a_query < 10.0 { 2 } else { 1 }, t.steps_a_query);
        let costs = row.iter().map(|t| format!("{:.2} ({})", t.microseconds, steps(t)));
        table.add_row([name, grouped(queries)].into_iter().chain(costs).map(right));
    }
    lines(&table)
}

/// How costs grow with vertices under a small motion; nothing where too few numbers of vertices were asked for.
fn growth(tracks: &[&Track]) -> Option<String> {
    let small = || tracks.iter().filter(|t| t.degrees_a_step == SMALL_MOTION && t.vertices >= FEWEST_VERTICES);
    let (few, many) = (small().map(|t| t.vertices).min()?, small().map(|t| t.vertices).max()?);
    if many < LEAST_GROWTH * few {
        return None;
    }
    let at = |tracker: Tracker, vertices: usize| small().find(|t| t.vertices == vertices && t.method == tracker.name());
    let ratio = |tracker: Tracker| {
        let (few, many) = (at(tracker, few)?, at(tracker, many)?);
        Some((tracker, many.microseconds / few.microseconds, many.median_microseconds / few.median_microseconds))
    };
    let ratios: Vec<(Tracker, f64, f64)> = TRACKERS.into_iter().filter_map(ratio).collect();
    let words = ratios.iter().map(|(tracker, mean, median)| format!("{} {mean:.2} ({median:.2})", tracker.name()));
    let all: Vec<String> = words.collect();
    let growth = grouped((many / few) as u64);
    let (few, many) = (grouped(few as u64), grouped(many as u64));
    let mut text = format!("{many} over {few} vertices, mean time (median pair): {}\n", all.join(", "));
    let flat = |of: &dyn Fn(&(Tracker, f64, f64)) -> f64| {
        let names: Vec<&str> = ratios.iter().filter(|r| r.0.is_walker() && of(r) <= FLAT).map(|r| r.0.name()).collect();
        names.join(", ")
    };
    let [mean, median] = [flat(&|r| r.1), flat(&|r| r.2)];
    for (what, names) in [("in the mean", mean), ("for the median pair", median)] {
        if !names.is_empty() {
            let _ = writeln!(
                text,
                "{growth} times the vertices, at most {FLAT} times the time {what}, as Lin and Canny expect: {names}"
            );
        }
    }
    Some(text)
}

/// What hulls settled and saved.
pub fn gains(gains: &[HullStageGain]) -> String {
    let mut table = plain();
    let names = ["queries", "apart", "filled", "red-red (met)", "red-green (met)", "green-green (met)", "steps"];
    let times = ["hulls made", "with hulls", "without", "gain"];
    table.set_header(["hulls first", "triangles"].into_iter().chain(names).chain(times));
    for gain in gains {
        let share = |n: u64| format!("{:.1} %", 100.0 * n as f64 / gain.queries.max(1) as f64);
        let met = |n: u64, met: u64| {
            if n == 0 { "none".to_owned() } else { format!("{} ({:.0} %)", share(n), 100.0 * met as f64 / n as f64) }
        };
        let cells = [
            format!("{} + {}", grouped(gain.triangles_a as u64), grouped(gain.triangles_b as u64)),
            grouped(gain.queries),
            share(gain.apart),
            share(gain.filled),
            met(gain.red_red, gain.red_red_met),
            met(gain.red_green, gain.red_green_met),
            met(gain.green_green, gain.green_green_met),
            format!("{:.2}", gain.walk_steps_a_query),
            format!("{:.1} ms", gain.hull_milliseconds),
            format!("{:.2} us", gain.microseconds_with_hulls),
            format!("{:.2} us", gain.microseconds_without),
            format!("{:.2}x", gain.gain),
        ];
        table.add_row(std::iter::once(Cell::new(gain.scene)).chain(cells.map(right)));
    }
    let mut text = lines(&table);
    text.push_str(
        "shares of all queries, in brackets how many of these did meet; times of a query; the answers are the same\n",
    );
    if gains.iter().any(|gain| gain.gain < 1.0) {
        text.push_str("a gain below 1 is a loss: there the trees alone are faster\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tracks at a small motion with the given times for each number of vertices, the same by all methods but Lin-Canny.
    fn timed(times: &[(usize, f64, f64)]) -> Vec<Track> {
        let track = |vertices, tracker: Tracker, microseconds| Track {
            vertices,
            degrees_a_step: SMALL_MOTION,
            pairs: PLACES[0],
            method: tracker.name(),
            queries: 1_234,
            steps_a_query: 0.5,
            refined: 0,
            microseconds,
            median_microseconds: 1.0,
        };
        let row = |&(vertices, others, lin_canny): &(usize, f64, f64)| {
            TRACKERS.map(|t| track(vertices, t, if t == Tracker::LinCanny { lin_canny } else { others }))
        };
        times.iter().flat_map(row).collect()
    }

    #[test]
    fn only_what_is_flat_is_called_so() {
        let grown = |times: &[(usize, f64, f64)]| growth(&timed(times).iter().collect::<Vec<_>>());
        let text = grown(&[(8, 9.0, 9.0), (32, 1.0, 1.0), (4_096, 4.0, 1.25)]).unwrap();
        let rows: Vec<&str> = text.lines().collect();
        assert!(
            rows[0].starts_with("4,096 over 32 vertices, mean time (median pair): GJK cold 4.00 (1.00), "),
            "{text}"
        );
        assert!(rows[0].contains("Lin-Canny 1.25 (1.00)"), "{text}");
        assert!(rows[1].starts_with("128 times the vertices") && rows[1].ends_with("expect: Lin-Canny"), "{text}");
        assert!(rows[2].contains("median") && rows[2].ends_with("expect: Lin-Canny, V-Clip, SWIFT"), "{text}");
        let steep = grown(&[(32, 1.0, 1.0), (4_096, 4.0, 1.6)]).unwrap();
        assert!(steep.contains("Lin-Canny 1.60") && !steep.contains("in the mean"), "{steep}");
        assert_eq!(grown(&[(32, 1.0, 1.0), (64, 1.0, 1.0)]), None);
        assert_eq!(grown(&[]), None);
    }

    #[test]
    fn rows_are_vertices_and_columns_methods() {
        let text = tracks(&timed(&[(8, 9.0, 2.5), (1_024, 4.0, 1.25)]));
        let rows: Vec<&str> = text.lines().collect();
        assert!(rows[2].trim_start().starts_with("8 ") && rows[2].contains("1,234"), "{text}");
        assert!(rows[3].contains("1,024") && rows[3].contains("1.25 (0.50)"), "{text}");
    }
}
