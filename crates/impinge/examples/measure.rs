//! Times the pair queries on bumpy spheres: the numbers of the README. Run with `cargo run --release -p impinge --example measure`.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use impinge::collect::Count;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contacts, Request};
use impinge_scenes::solid::blob;
use std::time::Instant;

/// Microseconds that some work takes: the median of five runs.
fn microseconds<T>(work: impl Fn() -> T) -> f64 {
    let mut times: Vec<f64> = (0..5)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[2]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("one thread, median of five, microseconds");
    println!(
        "{:>10}  {:<9}  {:>8}  {:>8}  {:>8}  {:>8}",
        "triangles", "relation", "relate", "contacts", "", "distance"
    );
    for triangles in [1_000, 100_000, 1_000_000] {
        let (a, b) = (blob(1, triangles, 0.2)?, blob(2, triangles, 0.2)?);
        for mesh in [&a, &b] {
            prepare(mesh);
        }
        for x in [1.0, 2.5] {
            let pose = Pose::from_translation(DVec3::new(x, 0.125, 0.0625))?;
            let report = pair::relate(&a, &b, &pose, &Request { contacts: Contacts::Count, ..Request::default() });
            let relate = microseconds(|| pair::relate(&a, &b, &pose, &Request::default()));
            let contacts = microseconds(|| pair::contacts(&a, &b, &pose, &mut Count::default()));
            let distance = microseconds(|| pair::distance(&a, &b, &pose));
            let (relation, count) = (report.relation.name(), report.contact_count);
            println!("{triangles:>10}  {relation:<9}  {relate:>8.1}  {contacts:>8.1}  ({count:>6})  {distance:>8.1}");
        }
    }
    Ok(())
}

/// Builds the tree and the topology, which a first query would do.
fn prepare(mesh: &Mesh) {
    let _ = (mesh.tree(), mesh.topology());
}
