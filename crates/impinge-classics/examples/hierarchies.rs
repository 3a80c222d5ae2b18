//! The classic hierarchies side by side: `cargo run --release -p impinge-classics --example hierarchies [TRIANGLES]`.
//!
//! Build time, memory, depth and tightness of each over a bumpy sphere, then three queries of two such spheres at random
//! poses, answers compared with the engine's own method first; one thread, and everything that a query does counts.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Contacts, Method, PairReport, Request, relate};
use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig};
use impinge_classics::method;
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid};
use std::error::Error;
use std::time::Instant;

const METHODS: [&str; 19] = [
    "auto",
    "aabb",
    "aabb:split=projection",
    "aabb:arity=4",
    "aabb:arity=8",
    "aabb:space=world",
    "obb",
    "obb:fit=hull",
    "obb:fit=vertices",
    "obb:axis=longest",
    "obb:split=median",
    "obb:split=projection",
    "obb:descend=both",
    "obb:descend=alternate",
    "sphere",
    "kdop:k=14",
    "kdop",
    "kdop:k=26",
    "rss",
];

fn main() -> Result<(), Box<dyn Error>> {
    let triangles = std::env::args().nth(1).map_or(Ok(20_000), |word| word.parse())?;
    let (a, b) = (blob(1, triangles, 0.2)?, blob(2, triangles, 0.2)?);
    let bounds = cuboid(DVec3::splat(-1.6), DVec3::splat(1.6))?.bounds();
    let poses = random_poses(3, 20, &bounds)?;
    let soup: Vec<[DVec3; 3]> = a.face_ids().map(|f| a.triangle(f)).collect();
    println!(
        "| method | build, ms | bytes a triangle | depth | area | relate, us | contacts, us | distance, us | boxes | triangles |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for words in METHODS {
        let method = method(words)?;
        let figures = match words.parse::<HierarchyConfig>() {
            Ok(config) => build_figures(&soup, &config),
            Err(_) => " | | |".to_owned(),
        };
        println!("| {words} | {figures} | {} |", query_figures(&a, &b, &poses, method)?);
    }
    Ok(())
}

/// Build time, bytes a triangle, depth and area of the leaves' volumes in units of the surface.
fn build_figures(soup: &[[DVec3; 3]], config: &HierarchyConfig) -> String {
    let start = Instant::now();
    let hierarchy = Hierarchy::build(soup, &config.build);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let figures = hierarchy.statistics(soup);
    let bytes = figures.bytes as f64 / figures.items as f64;
    format!("{milliseconds:.0} | {bytes:.0} | {} | {:.1}", figures.depth, figures.tightness())
}

/// Mean times of three queries, and the mean counts of boxes and triangles tested for contacts and distance together.
fn query_figures(a: &Mesh, b: &Mesh, poses: &[Pose], method: Method) -> Result<String, Box<dyn Error>> {
    let up_to = Some(f64::INFINITY);
    let requests = [
        Request { method, ..Request::default() },
        Request { method, contacts: Contacts::Count, ..Request::default() },
        Request { method, distance_up_to: up_to, ..Request::default() },
    ];
    let answer = |report: &PairReport| (report.relation, report.contact_count, report.distance.map(|d| d.value));
    let (mut cells, mut boxes, mut pairs) = (Vec::new(), 0, 0);
    for (i, request) in requests.iter().enumerate() {
        for pose in poses {
            let by_engine = relate(a, b, pose, &Request { method: Method::Auto, ..*request });
            if answer(&relate(a, b, pose, request)) != answer(&by_engine) {
                return Err(format!("{method} gives another answer at {pose:?}").into());
            }
        }
        let start = Instant::now();
        for pose in poses {
            let cost = relate(a, b, pose, request).cost;
            (boxes, pairs) = if i > 0 { (boxes + cost.box_tests, pairs + cost.triangle_tests) } else { (0, 0) };
        }
        cells.push(format!("{:.1}", start.elapsed().as_secs_f64() * 1e6 / poses.len() as f64));
    }
    let mean = |count: u64| count / poses.len() as u64;
    Ok(format!("{} | {} | {}", cells.join(" | "), mean(boxes), mean(pairs)))
}
