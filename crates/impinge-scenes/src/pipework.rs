//! Interweaving pipes: a cube full of pipes that run straight, bend and pass each other without touching.
//!
//! Lin, Manocha, Cohen and Gottschalk (1996, section 5) let a cube of "complex interweaving pipeline" of 143,690 polygons fall
//! inside a larger copy of itself: long thin triangles along the straight stretches, no groups or clusters. Their model
//! is not published; this one has its count and its character. Pipes are self-avoiding walks on a cubic lattice, one
//! band of triangles to a straight stretch however long it is, all others in the bends; every pipe is closed.

use crate::error::require;
use crate::pipe::Station;
use crate::random::SplitMix64;
use crate::{SceneError, Surface};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::f64::consts::FRAC_PI_2;

/// How many triangles the model of the paper has.
pub const PAPER_TRIANGLES: usize = 143_690;

/// Places of the lattice along an edge of the cube, at unit spacing.
const SIDE: i32 = 9;

/// Radius of a pipe; two that pass each other leave 1 - 2 r between them.
const RADIUS: f64 = 0.18;

/// Radius of a bend's middle line; below 1/2, so that a straight stretch is left between any two bends.
const BEND: f64 = 0.42;

/// Sides of a pipe: odd, so that some number of pipes makes up any even number of triangles.
const SEGMENTS: usize = 19;

/// The least number of pipes; fewer than this and [`SEGMENTS`] more are made.
const FEWEST_PIPES: usize = 16;

/// A pipe visits at least this many places of the lattice.
const SHORTEST: usize = 6;

/// How likely a pipe turns at a place where it could go straight on.
const TURN: f64 = 0.45;

/// Interweaving pipes of exactly the given number of triangles, in a cube of side 8.36 about the origin.
///
/// A pipe of k bands has 2 s (k + 1) - 4 triangles: s = 19 sides, two caps of s - 2. The bends share what is left
/// after one band for each straight stretch, as evenly as can be.
///
/// # Errors
/// An odd number of triangles, or too few for the bends.
pub fn interweaving_pipes(seed: u64, triangles: usize) -> Result<Mesh, SceneError> {
    require(triangles.is_multiple_of(2), "closed pipes have an even number of triangles")?;
    let half = triangles / 2;
    let pipes = (FEWEST_PIPES..FEWEST_PIPES + SEGMENTS).find(|p| (half + 2 * p).is_multiple_of(SEGMENTS));
    let pipes = pipes.ok_or(SceneError::Argument("no number of pipes makes up that many triangles"))?;
    let walks = walks(seed, pipes)?;
    let bends: usize = walks.iter().map(|walk| walk.windows(3).filter(|w| is_bend(w)).count()).sum();
    // Each pipe has one straight stretch more than bends.
    let for_bends = ((half + 2 * pipes) / SEGMENTS).checked_sub(pipes + bends + pipes);
    let for_bends = for_bends.filter(|bands| *bands >= bends);
    let for_bends = for_bends.ok_or(SceneError::Argument("that many triangles are too few for the bends"))?;
    let mut shares = (0..bends).map(|i| for_bends / bends + usize::from(i < for_bends % bends));
    let mut surface = Surface::default();
    for walk in &walks {
        add_pipe(&mut surface, walk, &mut shares);
    }
    Ok(surface.mesh()?)
}

/// A place of the lattice.
type GridPlace = [i32; 3];

/// Walks that share no place, the first from the middle, each of [`SHORTEST`] places or more.
fn walks(seed: u64, count: usize) -> Result<Vec<Vec<GridPlace>>, SceneError> {
    /// Starts tried before giving up; each of the few walks needs a handful.
    const PATIENCE: usize = 10_000;
    let mut random = SplitMix64::new(seed);
    let longest = SIDE.pow(3) as usize / count;
    let mut taken = vec![false; SIDE.pow(3) as usize];
    let mut walks = Vec::new();
    let mut start = [SIDE / 2; 3];
    for _ in 0..PATIENCE {
        if walks.len() == count {
            return Ok(walks);
        }
        let walk = walk(&mut random, &mut taken, start, longest.max(SHORTEST));
        if walk.len() >= SHORTEST {
            walks.push(walk);
        } else {
            walk.iter().filter_map(|p| index(*p)).for_each(|i| taken[i] = false);
        }
        start = [(); 3].map(|()| random.below(SIDE as u64) as i32);
    }
    Err(SceneError::Argument("no room for that many pipes"))
}

/// A walk from a place, if that is free, until it is long enough or boxed in; its places are taken.
fn walk(random: &mut SplitMix64, taken: &mut [bool], mut place: GridPlace, longest: usize) -> Vec<GridPlace> {
    let mut walk = Vec::new();
    let mut heading = None;
    while walk.len() < longest {
        match index(place) {
            Some(i) if !taken[i] => taken[i] = true,
            _ => break,
        }
        walk.push(place);
        let free = |step: &GridPlace| index(sum(place, *step)).is_some_and(|i| !taken[i]);
        let ahead = heading.filter(free).filter(|_| random.u() >= TURN);
        let ways: Vec<GridPlace> = STEPS.into_iter().filter(|step| Some(*step) != heading && free(step)).collect();
        let turned = (!ways.is_empty()).then(|| ways[random.below(ways.len() as u64) as usize]);
        let Some(step) = ahead.or(turned).or(heading.filter(free)) else { break };
        heading = Some(step);
        place = sum(place, step);
    }
    walk
}

const STEPS: [GridPlace; 6] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]];

fn sum(p: GridPlace, q: GridPlace) -> GridPlace {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

/// Where a place of the cube stands in a list of all; `None` outside.
fn index(place: GridPlace) -> Option<usize> {
    let inside = place.iter().all(|c| (0..SIDE).contains(c));
    inside.then(|| place.iter().fold(0, |i, c| i * SIDE as usize + *c as usize))
}

/// The middle of a place in space, the cube's own middle at the origin.
fn position(place: GridPlace) -> DVec3 {
    DVec3::from(place.map(f64::from)) - f64::from(SIDE - 1) / 2.0
}

/// Whether three places in a row are not in a line.
fn is_bend(window: &[GridPlace]) -> bool {
    let [a, b, c] = [position(window[0]), position(window[1]), position(window[2])];
    b - a != c - b
}

/// Adds the closed pipe along a walk; each bend takes its number of bands from `shares`.
fn add_pipe(surface: &mut Surface, walk: &[GridPlace], shares: &mut impl Iterator<Item = usize>) {
    let points: Vec<DVec3> = walk.iter().map(|p| position(*p)).collect();
    let [start, second, .., last] = points.as_slice() else { return };
    let travel = *second - *start;
    // Any axis across the travel; bends carry it along, exactly from axis to axis.
    let mut up = DVec3::new(travel.z, travel.x, travel.y);
    let mut stations = vec![Station::new(*start, travel, up)];
    for window in points.windows(3) {
        let (from, to) = (window[1] - window[0], window[2] - window[1]);
        if from == to {
            continue;
        }
        let bands = shares.next().unwrap_or(1);
        let (axis, lean) = (from.cross(to), up.dot(to));
        let along_axis = up.dot(axis) * axis;
        for k in 0..=bands {
            let (sin, cos) = match k {
                0 => (0.0, 1.0),
                k if k == bands => (1.0, 0.0),
                k => (FRAC_PI_2 * k as f64 / bands as f64).sin_cos(),
            };
            let place = window[1] + BEND * ((sin - 1.0) * from + (1.0 - cos) * to);
            up = along_axis + lean * (cos * to - sin * from);
            stations.push(Station::new(place, cos * from + sin * to, up));
        }
    }
    let travel = *last - points[points.len() - 2];
    stations.push(Station::new(*last, travel, up));
    let rings: Vec<Vec<u32>> = stations.iter().map(|s| s.ring(surface, RADIUS, SEGMENTS as u32)).collect();
    surface.pipe(&rings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::self_contacts;

    #[test]
    fn the_pipes_of_the_paper_are_closed_and_clean() {
        let mesh = interweaving_pipes(1, PAPER_TRIANGLES).unwrap();
        assert_eq!(mesh.faces().len(), 143_690);
        assert!(mesh.is_closed());
        assert_eq!(mesh.defects(), []);
        assert_eq!(mesh.topology().component_count(), 16);
        let side = f64::from(SIDE - 1) + 2.0 * RADIUS;
        assert!((mesh.bounds().size() - side).abs().max_element() < 0.01, "{}", mesh.bounds().size());
        // Pipes fill a part of the cube, and are as long as the walks: volume = area of the section times length.
        let filled = mesh.mass_properties().volume / side.powi(3);
        assert!((0.06..0.12).contains(&filled), "{filled}");
        // Straight stretches are long and thin.
        let slimmest = mesh.face_ids().map(|f| mesh.triangle(f)).map(|[a, b, c]| {
            let longest = (b - a).length().max((c - b).length()).max((a - c).length());
            longest * longest / (b - a).cross(c - a).length()
        });
        assert!(slimmest.fold(0.0, f64::max) > 30.0);
    }

    #[test]
    fn no_pipe_meets_another_or_itself() {
        for seed in 1..4 {
            let mesh = interweaving_pipes(seed, 30_000).unwrap();
            assert_eq!(mesh.faces().len(), 30_000);
            assert!(mesh.is_closed());
            let mut found = 0;
            let _ = self_contacts(&mesh, &mut |_| {
                found += 1;
                std::ops::ControlFlow::Continue(())
            });
            assert_eq!(found, 0, "seed {seed}");
        }
    }

    #[test]
    fn every_seed_finds_room_for_its_pipes() {
        for seed in 0..300 {
            let found = walks(seed, 16).unwrap();
            assert!(found.len() == 16 && found.iter().all(|walk| walk.len() >= SHORTEST), "seed {seed}");
            assert_eq!(found[0][0], [SIDE / 2; 3]);
            assert!(walks(seed, 34).is_ok(), "seed {seed}");
        }
        assert!(walks(1, 200).is_err());
    }

    #[test]
    fn every_even_number_that_is_large_enough_is_met() {
        for triangles in [40_000, 40_002, 40_004, 99_998, 143_692] {
            assert_eq!(interweaving_pipes(5, triangles).unwrap().faces().len(), triangles);
        }
        assert!(interweaving_pipes(1, 143_691).is_err() && interweaving_pipes(1, 100).is_err());
        let [mesh, again] = [(); 2].map(|()| interweaving_pipes(3, 40_000).unwrap());
        assert_eq!((mesh.vertices(), mesh.faces()), (again.vertices(), again.faces()));
        assert_ne!(mesh.vertices(), interweaving_pipes(4, 40_000).unwrap().vertices());
    }
}
