//! The tables of `impinge lab kitamura`: the paper's numbers beside ours.

use crate::kitamura::KitamuraResults;
use crate::kitamura::approaching_spheres::{Cycle, WorkDistribution};
use crate::kitamura::mpi_ranks;
use comfy_table::Cell;
use impinge_classics::octree::Distribution;
use impinge_picture::log_log_plot::Curve;
use impinge_picture::number_format::{duration, grouped};
use impinge_terminal::text_table::{lines, plain, right};
use std::fmt::Write;

/// What the paper prints about the last cycle of a sphere.
struct PublishedRow {
    faces: usize,
    checked: u64,
    colliding: u64,
    seconds: f64,
    /// Seconds by the dynamic distribution, and on how many processors.
    dynamic: (f64, u32),
    /// Seconds on one processor and by the static distribution on some, as section 5.2.1 has them, and how many these are.
    static_distribution: Option<[f64; 3]>,
}

/// Sections 5.1 and 5.2; an Onyx with 24 processors of 150 MHz.
const PRINTED: [PublishedRow; 2] = [
    PublishedRow {
        faces: 960,
        checked: 186,
        colliding: 21,
        seconds: 0.126,
        dynamic: (0.027, 8),
        static_distribution: None,
    },
    PublishedRow {
        faces: 3_968,
        checked: 1_160,
        colliding: 121,
        seconds: 0.434,
        dynamic: (0.080, 11),
        static_distribution: Some([0.430, 0.120, 12.0]),
    },
];

/// Table 1: shares of the steps for 3,968 faces, in per cent.
const SHARES: [f64; 4] = [0.5, 2.4, 13.2, 83.9];

/// Processors up to which the paper draws T_N.
const MOST_DRAWN: u32 = 12;

/// What the paper's figures 3 and 4 print of a sphere as speed-up over one processor: the static and the dynamic distribution, and T_N by its Table 1, which is about the larger sphere.
pub fn published_speedups(faces: usize) -> Vec<Curve> {
    let Some(printed) = PRINTED.iter().find(|printed| printed.faces == faces) else { return Vec::new() };
    let one = [1.0, 1.0];
    let (fastest, processors) = printed.dynamic;
    let mut curves = vec![Curve {
        name: "paper, dynamic",
        colour: "#56b4e9",
        points: vec![one, [f64::from(processors), printed.seconds / fastest]],
    }];
    if let Some([seconds, fastest, processors]) = printed.static_distribution {
        curves.push(Curve {
            name: "paper, static",
            colour: "#e69f00",
            points: vec![one, [processors, seconds / fastest]],
        });
    }
    let [rest, shared] = [SHARES[..3].iter().sum::<f64>(), SHARES[3]];
    let ideal = |n: u32| [f64::from(n), (rest + shared) / (rest + shared / f64::from(n))];
    curves.push(Curve { name: "paper, T_N", colour: "#777777", points: (1..=MOST_DRAWN).map(ideal).collect() });
    curves
}

/// All of them, each followed by an empty line.
pub fn text(results: &KitamuraResults) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", last_cycles(results));
    let _ = writeln!(text, "{}", processors(results));
    if results.has_messages() {
        let _ = writeln!(text, "{}", messages(results));
    } else {
        let _ = writeln!(text, "{}\n", mpi_ranks::MISSING);
    }
    text
}

/// Times over processes that pass messages, and what they sent.
fn messages(results: &KitamuraResults) -> String {
    let mut table = plain();
    table.set_header(["processes", "faces", "pairs shared out by", "time", "sent", "messages", "kB"]);
    let own =
        results.shared.iter().filter(|shared| mpi_ranks::WAYS.iter().any(|(name, _)| *name == shared.distribution));
    for shared in own {
        let WorkDistribution { processors, faces, distribution, microseconds, sent, messages, bytes, .. } = shared;
        let kilobytes = grouped(bytes.div_ceil(1000));
        table.add_row([
            right(processors.to_string()),
            right(grouped(*faces as u64)),
            Cell::new_owned((*distribution).to_owned()),
            right(duration(microseconds * 1e-6)),
            right(grouped(*sent)),
            right(grouped(*messages)),
            right(kilobytes),
        ]);
    }
    lines(&table)
        + "sent: of the pairs that the root does not check itself, P, and of those that collide, p: P + p static, 2 P + p dynamic, with one request for each\n"
}

/// The last cycle on one processor.
fn last_cycles(results: &KitamuraResults) -> String {
    let mut table = plain();
    let pairs: Vec<(&PublishedRow, &Cycle)> =
        PRINTED.iter().filter_map(|printed| Some((printed, results.last(printed.faces)?))).collect();
    let header = pairs
        .iter()
        .flat_map(|(printed, _)| ["paper", "here"].map(|who| format!("{}, {who}", grouped(printed.faces as u64))));
    table.set_header(std::iter::once("the last cycle: faces".to_owned()).chain(header));
    let mut row = |name: &str, cells: &dyn Fn(&PublishedRow, &Cycle) -> [String; 2]| {
        let cells = pairs.iter().flat_map(|(printed, cycle)| cells(printed, cycle)).map(right);
        table.add_row(std::iter::once(Cell::new_owned(name.to_owned())).chain(cells));
    };
    row("pairs checked", &|p, c| [p.checked, c.checked as u64].map(grouped));
    row("pairs colliding", &|p, c| [p.colliding, c.colliding as u64].map(grouped));
    row("one processor", &|p, c| [p.seconds, c.microseconds * 1e-6].map(duration));
    for (k, name) in ["step 1, boxes", "step 2, check lists", "step 3, octree", "step 4, pairs"].iter().enumerate() {
        row(name, &|p, c| {
            let steps = [c.step1_microseconds, c.step2_microseconds, c.step3_microseconds, c.step4_microseconds];
            let printed = if p.faces == 3_968 { format!("{:.1} %", SHARES[k]) } else { String::new() };
            [printed, format!("{:.1} %", 100.0 * steps[k] / c.microseconds.max(1e-9))]
        });
    }
    for way in [Distribution::Static, Distribution::Dynamic] {
        let name = format!("accesses, {}", way.name());
        row(&name, &|p, c| {
            let lists = if way == Distribution::Dynamic { 2 } else { 1 };
            let own = results.shared.iter().find(|s| (s.faces, s.distribution) == (c.faces, way.name()));
            [grouped(lists * p.checked + p.colliding), own.map_or_else(String::new, |s| grouped(s.accesses))]
        });
    }
    lines(&table)
}

/// Times over processors.
fn processors(results: &KitamuraResults) -> String {
    let mut table = plain();
    let sizes = results.shared_sizes();
    let names = || Distribution::ALL.map(Distribution::name).into_iter().chain(["ideal"]);
    let header = sizes.iter().flat_map(|faces| names().map(move |name| format!("{}, {name}", grouped(*faces as u64))));
    table.set_header(std::iter::once("processors".to_owned()).chain(header));
    let mut counts: Vec<usize> = results.shared.iter().map(|shared| shared.processors).collect();
    counts.sort_unstable();
    counts.dedup();
    for count in counts {
        let own = |faces: usize| results.shared.iter().filter(move |s| (s.faces, s.processors) == (faces, count));
        let cells = sizes.iter().flat_map(|faces| {
            let ideal = own(*faces).next().map(|shared| shared.ideal_microseconds);
            let of = |way: Distribution| own(*faces).find(|shared| shared.distribution == way.name());
            Distribution::ALL
                .into_iter()
                .filter_map(of)
                .map(|shared| shared.microseconds)
                .chain(ideal)
                .collect::<Vec<_>>()
        });
        let cells = cells.map(|microseconds| duration(microseconds * 1e-6));
        table.add_row(std::iter::once(count.to_string()).chain(cells).map(right));
    }
    let mut text = lines(&table);
    for PublishedRow { faces, seconds, dynamic: (fastest, processors), .. } in &PRINTED {
        let _ = writeln!(
            text,
            "the paper, {} faces: {} on one processor, {} by the dynamic distribution on {processors}",
            grouped(*faces as u64),
            duration(*seconds),
            duration(*fastest)
        );
    }
    text.push_str("the paper, 3,968 faces: 120 ms by the static distribution on 12; its bar for real time is 100 ms\n");
    text
}
