//! Polyominoes: their relation is arithmetic on sets of cells.

use super::random::Random;
use super::slabs::Rings;
use impinge::pair::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// Unit squares by their lower left corners.
pub type Cells = BTreeSet<[i64; 2]>;

/// A random set of cells in a square.
pub fn random_cells(random: &mut Random, size: u64) -> Cells {
    let share = 1 + random.below(9);
    let mut cells = Cells::new();
    for x in 0..size {
        for y in 0..size {
            if random.below(10) < share {
                cells.insert([x as i64, y as i64]);
            }
        }
    }
    if cells.is_empty() {
        cells.insert([random.below(size) as i64, 0]);
    }
    cells
}

/// The relation of two sets of cells as closed sets.
pub fn relation(a: &Cells, b: &Cells) -> Relation {
    let corners = |cells: &Cells| -> BTreeSet<[i64; 2]> {
        cells.iter().flat_map(|[x, y]| [[*x, *y], [x + 1, *y], [*x, y + 1], [x + 1, y + 1]]).collect()
    };
    if a == b {
        Relation::Coincident
    } else if a.is_disjoint(b) {
        if corners(a).is_disjoint(&corners(b)) { Relation::Disjoint } else { Relation::Touching }
    } else if a.is_subset(b) {
        Relation::AInsideB
    } else if b.is_subset(a) {
        Relation::BInsideA
    } else {
        Relation::Crossing
    }
}

/// One ring for each cell: edges between cells are doubled.
pub fn squares(cells: &Cells) -> Rings {
    cells.iter().map(|[x, y]| vec![[*x, *y], [x + 1, *y], [x + 1, y + 1], [*x, y + 1]]).collect()
}

/// The boundary as rings with the cells on their left; straight runs are one edge where `merged`.
pub fn outline(cells: &Cells, merged: Runs) -> Rings {
    let mut next: BTreeMap<[i64; 2], Vec<[i64; 2]>> = BTreeMap::new();
    for [x, y] in cells {
        let corners = [[*x, *y], [x + 1, *y], [x + 1, y + 1], [*x, y + 1]];
        let beyond = [[*x, y - 1], [x + 1, *y], [*x, y + 1], [x - 1, *y]];
        for k in 0..4 {
            if !cells.contains(&beyond[k]) {
                next.entry(corners[k]).or_default().push(corners[(k + 1) % 4]);
            }
        }
    }
    let mut rings = Rings::new();
    while let Some(start) = next.keys().next().copied() {
        let mut ring = vec![start];
        let mut at = start;
        while let Some(to) = next.get_mut(&at).and_then(Vec::pop) {
            at = to;
            ring.push(at);
        }
        ring.pop();
        next.retain(|_, to| !to.is_empty());
        rings.push(ring);
    }
    match merged {
        Runs::Unit => rings,
        Runs::Merged => rings.iter().map(|ring| merge(ring)).collect(),
    }
}

/// How straight runs of a boundary are cut into edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// Into edges of length 1.
    Unit,
    /// Not at all.
    Merged,
}

fn merge(ring: &[[i64; 2]]) -> Vec<[i64; 2]> {
    let n = ring.len();
    let straight = |k: usize| {
        let ([px, py], [x, y], [qx, qy]) = (ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n]);
        (x - px) * (qy - y) == (y - py) * (qx - x) && (x - px) * (qx - x) + (y - py) * (qy - y) > 0
    };
    (0..n).filter(|k| !straight(*k)).map(|k| ring[k]).collect()
}
