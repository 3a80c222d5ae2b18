//! The edges of all centres at once, by a grid for each level: where many points have moved too far, this is far cheaper than a search for each of them.
//!
//! An edge of level `i`, the lower of both, is at most `reach + SKIN` lengths of `i` long, so in a grid of cells of that size over all centres of level `i` or above its ends are in the same
//! cell or in neighbours. Nothing is asked of edges and parents of before. Cost: linear in the centres of all levels and in the edges.

use super::deformable_spanner::Spanner;
use super::resolution_level::{self as level, LEASH, SKIN};
use super::spanner_node::SpannerNode;
use impinge::math::DVec3;
use std::ops::Range;

/// All edges are searched for at once if one point in this many is in doubt.
const BULK_FROM: usize = 8;

/// A level gets a grid if one centre in this many has it as the highest; the few points of other levels are searched for one by one.
const GRID_FROM: usize = 64;

/// Cells are so much larger than edges that rounding of 2^20 cells puts no end of an edge beyond the next cell.
const ROOM: f64 = 1.0 + 1e-6;

/// The most cells along an axis.
const MOST_CELLS: f64 = (1 << 20) as f64;

/// Working memory.
#[derive(Clone, Debug, Default)]
pub(super) struct BulkMemory {
    /// The edges that are found: the point of the lower level, or of the lower index, and the other.
    found: Vec<[u32; 2]>,
    /// The leash of each point, and the length of the lowest level that it has to do with.
    leashes: Vec<f64>,
    lows: Vec<f64>,
    /// Pairs whose points are closer than the length of the lower level.
    close: Vec<[u32; 2]>,
    /// Where the other ends of each point's edges begin, and these.
    starts: Vec<u32>,
    others: Vec<u32>,
    /// Points that are left to single searches.
    singles: Vec<u32>,
}

/// The cells of a level.
#[derive(Clone, Copy)]
struct Cells {
    least: DVec3,
    size: f64,
}

impl Cells {
    /// `None` if there would be too many.
    fn new(centres: &[(u32, DVec3)], size: f64) -> Option<Self> {
        let least = centres.iter().map(|(_, at)| *at).reduce(DVec3::min)?;
        let most = centres.iter().map(|(_, at)| *at).reduce(DVec3::max)?;
        ((most - least).max_element() / size < MOST_CELLS).then_some(Self { least, size })
    }

    /// Cells are numbered from 1 along each axis, so that there is one before the first.
    fn cell(&self, at: DVec3) -> u64 {
        let [x, y, z] = ((at - self.least) / self.size).to_array().map(|x| x as u64 + 1);
        (z << 42) | (y << 21) | x
    }
}

/// Centres sorted by cell.
struct CentreGrid {
    cells: Vec<u64>,
    points: Vec<u32>,
    places: Vec<DVec3>,
}

impl CentreGrid {
    fn new(centres: &[(u32, DVec3)], cells: Cells) -> Self {
        let mut order: Vec<(u64, u32)> = (0..).zip(centres).map(|(k, (_, at))| (cells.cell(*at), k)).collect();
        order.sort_unstable();
        let of = |k: u32| centres[k as usize];
        Self {
            cells: order.iter().map(|(cell, _)| *cell).collect(),
            points: order.iter().map(|(_, k)| of(*k).0).collect(),
            places: order.iter().map(|(_, k)| of(*k).1).collect(),
        }
    }

    /// Three cells beside each other along x, in each of nine rows around a cell.
    fn rows(&self, cell: u64) -> [Range<usize>; 9] {
        std::array::from_fn(|k| {
            let row = cell - (1 << 42) - (1 << 21) + ((k as u64 / 3) << 42) + ((k as u64 % 3) << 21);
            let from = self.cells.partition_point(|cell| *cell < row - 1);
            let count = self.cells[from..].partition_point(|cell| *cell <= row + 1);
            from..from + count
        })
    }

    /// Visits the points at most a length, given by its square, from another, in some rows from a place in the list on.
    #[inline]
    fn near(&self, rows: &[Range<usize>], from: usize, at: DVec3, most: f64, mut visit: impl FnMut(u32, f64)) {
        for row in rows {
            let range = row.start.max(from)..row.end.max(from);
            for (place, point) in self.places[range.clone()].iter().zip(&self.points[range]) {
                let squared = (*place - at).length_squared();
                if squared <= most {
                    visit(*point, squared);
                }
            }
        }
    }
}

impl Spanner {
    /// Searches for the edges of all points if that is likely to be cheaper than for those in doubt one by one; whether it did.
    ///
    /// Centres that are too close to another for their level are given new places, and are in doubt then.
    pub(super) fn search_in_bulk(&mut self) -> bool {
        if self.queue.is_empty() || self.queue.len() * BULK_FROM < self.len() {
            return false;
        }
        let mut memory = std::mem::take(&mut self.bulk);
        let is_done = self.find_all_edges(&mut memory).is_some();
        if is_done {
            self.queue.clear();
            self.repair.searched += self.len();
            self.put_edges(&mut memory);
            memory.singles.iter().for_each(|point| self.enqueue(*point));
            for loser in self.lower_of_close_pairs(&memory.close) {
                if self.exceeds_place_limit() {
                    break; // the search for what is in doubt will end there, too
                }
                self.demote(loser);
            }
        }
        self.bulk = memory;
        is_done
    }

    /// Finds every pair of centres within reach and skin of the lower of both levels, but those of single searches; `None` if these or cells are too many.
    fn find_all_edges(&self, memory: &mut BulkMemory) -> Option<()> {
        let centres = (0..self.tree.nodes.len() as u32).filter(|point| {
            let node = self.tree.node(*point);
            node.is_present && !node.is_twin()
        });
        let mut order: Vec<(i32, u32)> = centres.map(|point| (-self.tree.node(point).level, point)).collect();
        order.sort_unstable();
        let ends: Vec<usize> = order
            .chunk_by(|p, q| p.0 == q.0)
            .scan(0, |end, run| {
                *end += run.len();
                Some(*end)
            })
            .collect();
        memory.singles.clear();
        let mut first = 0;
        for end in &ends {
            if (end - first) * GRID_FROM < *end {
                memory.singles.extend(order[first..*end].iter().map(|(_, point)| *point));
            }
            first = *end;
        }
        if memory.singles.len() * BULK_FROM > order.len() {
            return None;
        }
        memory.found.clear();
        memory.close.clear();
        memory.lows.clear();
        memory.lows.extend((0..self.tree.nodes.len() as u32).map(|point| level::length(self.tree.lowest(point))));
        memory.leashes.clear();
        let leash = |(node, low): (&SpannerNode, &f64)| if node.is_twin() { f64::INFINITY } else { LEASH * low };
        memory.leashes.extend(self.tree.nodes.iter().zip(&memory.lows).map(leash));
        let places: Vec<(u32, DVec3)> = order.iter().map(|(_, point)| (*point, self.tree.node(*point).at)).collect();
        let mut first = 0;
        for end in ends {
            if (end - first) * GRID_FROM < end {
                first = end;
                continue;
            }
            let level = -order[first].0;
            let longest = (self.reach + SKIN) * level::length(level);
            let cells = Cells::new(&places[..end], longest * ROOM)?;
            let [above, own] = [&places[..first], &places[first..end]].map(|centres| CentreGrid::new(centres, cells));
            self.find_level(&own, &above, level, memory);
            first = end;
        }
        Some(())
    }

    /// The edges of a level: among its own points, and of these to those above.
    fn find_level(&self, own: &CentreGrid, above: &CentreGrid, level: i32, memory: &mut BulkMemory) {
        let longest = (self.reach + SKIN) * level::length(level);
        let (most, shortest, share) = (longest * longest, level::square(level), LEASH / (self.reach + 3.0));
        let BulkMemory { found, leashes, lows, close, .. } = memory;
        let mut first = 0;
        for cell in own.cells.chunk_by(|p, q| p == q) {
            let rows = [own, above].map(|grid| grid.rows(cell[0]));
            for k in first..first + cell.len() {
                let (point, at) = (own.points[k], own.places[k]);
                let (low, mut leash) = (lows[point as usize], leashes[point as usize]);
                let mut visit = |other: u32, squared: f64| {
                    found.push([point, other]);
                    // As `leash_beside`, for both ends.
                    let beside = share * squared.sqrt();
                    leash = leash.min((LEASH * lows[other as usize]).max(beside));
                    let leash = &mut leashes[other as usize];
                    *leash = leash.min((LEASH * low).max(beside));
                    if squared < shortest {
                        close.push([point, other]);
                    }
                };
                own.near(&rows[0], k + 1, at, most, &mut visit);
                above.near(&rows[1], 0, at, most, &mut visit);
                leashes[point as usize] = leash;
            }
            first += cell.len();
        }
    }

    /// Makes what was found the only edges, and ties all points to where they are.
    fn put_edges(&mut self, memory: &mut BulkMemory) {
        let BulkMemory { found, leashes, starts, others, .. } = memory;
        starts.clear();
        starts.resize(self.tree.nodes.len() + 1, 0);
        found.iter().flatten().for_each(|end| starts[*end as usize] += 1);
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        others.clear();
        others.resize(sum as usize, 0);
        // From the last place of each point down to its first.
        for [p, q] in found.iter().copied() {
            for (end, other) in [(p, q), (q, p)] {
                let place = &mut starts[end as usize];
                *place -= 1;
                others[*place as usize] = other;
            }
        }
        let (mut before, mut kept) = (0, 0);
        for (point, node) in self.tree.nodes.iter_mut().enumerate() {
            let own = &others[starts[point] as usize..starts[point + 1] as usize];
            self.mark += 1;
            node.edges.iter().for_each(|other| self.marks[*other as usize] = self.mark);
            before += node.edges.len();
            kept += own.iter().filter(|other| self.marks[**other as usize] == self.mark).count();
            node.edges.clear();
            node.edges.extend_from_slice(own);
            node.is_queued = false;
            (node.anchor, node.leash, node.strain) = (node.at, leashes[point], 0.0);
        }
        self.repair.edges_added += found.len() - kept / 2;
        self.repair.edges_removed += (before - kept) / 2;
    }

    /// Of pairs that are too close for the lower level, the lower, or the one of the higher index; highest levels first.
    fn lower_of_close_pairs(&self, close: &[[u32; 2]]) -> Vec<u32> {
        let loser =
            |[p, q]: &[u32; 2]| if self.tree.node(*p).level < self.tree.node(*q).level { *p } else { *p.max(q) };
        let mut losers: Vec<u32> = close.iter().map(loser).collect();
        losers.sort_unstable_by_key(|point| (-self.tree.node(*point).level, *point));
        losers.dedup();
        losers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::spanner::SpannerOptions;

    fn sorted_edges(spanner: &Spanner) -> Vec<Vec<u32>> {
        let mut edges: Vec<Vec<u32>> = spanner.tree.nodes.iter().map(|node| node.edges.clone()).collect();
        edges.iter_mut().for_each(|own| own.sort_unstable());
        edges
    }

    /// All at once, and one by one: the same edges and leashes.
    #[test]
    fn edges_are_those_of_single_searches() {
        let mut random = Random(12);
        let mut compared = 0;
        for scene in 0..5 {
            let place = |k: usize, random: &mut Random| match scene {
                0 => random.vector(),
                1 => random.vector().normalize_or_zero() * 1e6 + DVec3::splat(1e9),
                2 => (random.vector() * 3.0).round(),
                3 => random.vector() * 2f64.powi(-((k % 4) as i32)),
                _ => DVec3::new((k % 20) as f64, (k / 20) as f64, 0.0),
            };
            let points: Vec<DVec3> = (0..400).map(|k| place(k, &mut random)).collect();
            let mut spanner = Spanner::try_new(&points, &SpannerOptions { reach: 4.5 + scene as f64 }).unwrap();
            (0..400).for_each(|point| spanner.enqueue(point));
            assert!(spanner.search_in_bulk(), "scene {scene}");
            assert!(spanner.search_queue().is_ok());
            spanner.check();
            let (edges, leashes) = (sorted_edges(&spanner), spanner.tree.nodes.iter().map(|node| node.leash));
            let leashes: Vec<f64> = leashes.collect();
            (0..400).for_each(|point| spanner.enqueue(point));
            assert!(spanner.search_queue().is_ok());
            assert!(sorted_edges(&spanner) == edges, "scene {scene}");
            let is_near =
                |(node, leash): (&SpannerNode, &f64)| node.leash == *leash || (node.leash / leash - 1.0).abs() < 1e-9;
            assert!(spanner.tree.nodes.iter().zip(&leashes).all(is_near), "scene {scene}");
            compared += edges.iter().map(Vec::len).sum::<usize>();
        }
        assert!(compared > 40_000, "{compared}");
    }

    /// A few points in doubt, and points of very many scales, are left to single searches.
    #[test]
    fn it_is_not_done_where_it_does_not_pay() {
        let mut random = Random(13);
        let near: Vec<DVec3> = (0..200).map(|_| random.vector()).collect();
        let far: Vec<DVec3> = (0..200).map(|k| random.vector() * 2f64.powi(-k)).collect();
        let mut spanner = Spanner::try_new(&near, &SpannerOptions::default()).unwrap();
        (0..10).for_each(|point| spanner.enqueue(point));
        assert!(!spanner.search_in_bulk() && spanner.search_queue().is_ok());
        let mut spanner = Spanner::try_new(&far, &SpannerOptions::default()).unwrap();
        (0..200).for_each(|point| spanner.enqueue(point));
        assert!(!spanner.search_in_bulk() && spanner.search_queue().is_ok());
        spanner.check();
    }
}
