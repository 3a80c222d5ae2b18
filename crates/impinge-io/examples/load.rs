//! Loads mesh files and says how long each took: `cargo run --release -p impinge-io --example load -- FILES…`

use std::path::Path;
use std::time::Instant;

fn main() {
    for file in std::env::args().skip(1) {
        let start = Instant::now();
        let loaded = impinge_io::read(Path::new(&file));
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        match loaded {
            Ok(bodies) => {
                let triangles: usize = bodies.iter().map(|b| b.mesh.faces().len()).sum();
                let vertices: usize = bodies.iter().map(|b| b.mesh.vertices().len()).sum();
                let bodies = bodies.len();
                eprintln!(
                    "{file}: {bodies} bodies, {triangles} triangles, {vertices} vertices in {milliseconds:.1} ms"
                );
            }
            Err(error) => eprintln!("{error}"),
        }
    }
}
