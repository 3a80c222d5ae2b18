//! The scanned bunny of the corpus, refined to the size of the finer scan that is not in it.

use anyhow::{Context, ensure};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge_scenes::Surface;
use std::collections::HashMap;
use std::path::Path;

/// The bunny of the corpus, `trimesh/bunny.ply`, with one step of Loop's subdivision: 65,204 triangles, open below.
///
/// # Errors
/// The file is missing, unreadable, or not one body.
pub fn scanned_bunny(corpus: &Path) -> anyhow::Result<Mesh> {
    let path = corpus.join("trimesh/bunny.ply");
    let bodies = impinge_io::read(&path)?;
    ensure!(bodies.len() == 1, "{}: {} bodies, expected one", path.display(), bodies.len());
    subdivided(&Surface::of(&bodies[0].mesh).welded()).mesh().with_context(|| path.display().to_string())
}

/// What stands around an edge: its ends, and the third corners of its faces.
#[derive(Default)]
struct Wing {
    corners: Vec<u32>,
    middle: u32,
}

/// One step of Loop's subdivision (1987): every triangle in four, vertices moved to a smooth surface, borders to a smooth curve.
fn subdivided(coarse: &Surface) -> Surface {
    let place = |i: u32| coarse.vertices[i as usize];
    let mut edges: HashMap<[u32; 2], Wing> = HashMap::with_capacity(coarse.faces.len() * 3 / 2);
    let key = |a: u32, b: u32| [a.min(b), a.max(b)];
    for &[a, b, c] in &coarse.faces {
        for [p, q, r] in [[a, b, c], [b, c, a], [c, a, b]] {
            edges.entry(key(p, q)).or_default().corners.push(r);
        }
    }
    let mut fine = Surface { vertices: smoothed(coarse, &edges), faces: Vec::with_capacity(4 * coarse.faces.len()) };
    // In order of the edges' numbers, so that the result is the same on every run.
    let mut sorted: Vec<(&[u32; 2], &mut Wing)> = edges.iter_mut().collect();
    sorted.sort_unstable_by_key(|(edge, _)| **edge);
    for (&[a, b], wing) in sorted {
        wing.middle = fine.vertex(match wing.corners[..] {
            [c, d] => 0.375 * (place(a) + place(b)) + 0.125 * (place(c) + place(d)),
            _ => 0.5 * (place(a) + place(b)),
        });
    }
    for &[a, b, c] in &coarse.faces {
        let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[p, q]| edges[&key(p, q)].middle);
        fine.faces.extend([[a, ab, ca], [b, bc, ab], [c, ca, bc], [ab, bc, ca]]);
    }
    fine
}

/// The old vertices moved: by Warren's weights inside, along the border on it.
fn smoothed(coarse: &Surface, edges: &HashMap<[u32; 2], Wing>) -> Vec<DVec3> {
    let count = coarse.vertices.len();
    let mut inner = vec![Vec::new(); count];
    let mut border = vec![Vec::new(); count];
    for (&[a, b], wing) in edges {
        let around = if wing.corners.len() == 2 { &mut inner } else { &mut border };
        around[a as usize].push(b);
        around[b as usize].push(a);
    }
    let moved = |i: usize| {
        let p = coarse.vertices[i];
        let sum = |around: &[u32]| {
            let mut around = around.to_vec();
            around.sort_unstable();
            around.iter().fold(DVec3::ZERO, |sum, &j| sum + coarse.vertices[j as usize])
        };
        match (border[i].len(), inner[i].len()) {
            (2, _) => 0.75 * p + 0.125 * sum(&border[i]),
            (0, n @ 1..) => {
                let weight = if n == 3 { 3.0 / 16.0 } else { 3.0 / (8.0 * n as f64) };
                (1.0 - n as f64 * weight) * p + weight * sum(&inner[i])
            }
            _ => p,
        }
    };
    (0..count).map(moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::sheet::wavy_sheet;
    use impinge_scenes::solid::octahedron;

    #[test]
    fn subdivision_rounds_a_solid_and_keeps_a_sheet_open() {
        let coarse = octahedron(DVec3::ZERO, 1.0).unwrap();
        let round = subdivided(&subdivided(&Surface::of(&coarse))).mesh().unwrap();
        assert!(round.is_closed() && round.faces().len() == 8 * 16);
        // By its symmetry an octahedron's vertices all move to the same distance at the first step: 1 - 4 * 3/32.
        let once = subdivided(&Surface::of(&coarse));
        assert!(once.vertices[..6].iter().all(|p| (p.length() - 0.625).abs() < 1e-15));
        let sheet = wavy_sheet(4, 0.0, 1.0).unwrap();
        let fine = subdivided(&Surface::of(&sheet)).mesh().unwrap();
        assert!(!fine.is_closed() && fine.faces().len() == 4 * sheet.faces().len());
        assert!(fine.vertices().iter().all(|p| (p.z - sheet.vertices()[0].z).abs() < 1e-15));
    }

    #[test]
    fn the_bunny_has_the_size_of_the_finer_scan() {
        let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
            eprintln!("SKIPPED: IMPINGE_CORPUS is not set, so the bunny is not tested");
            return;
        };
        let bunny = scanned_bunny(Path::new(&corpus)).unwrap();
        assert!((50_000..=100_000).contains(&bunny.faces().len()), "{}", bunny.faces().len());
        assert_eq!(bunny.vertices(), scanned_bunny(Path::new(&corpus)).unwrap().vertices());
    }
}
