//! The rim of a surface as closed loops, the shortest first.
//!
//! Rim edges arrive at each vertex as often as they leave it. Where they leave it more than once, loops can be taken in several ways. The two sides of a crack that meet at its ends
//! make a loop of twice its length; the outline of a face beside it is no shorter. So the shortest loop is taken, then the shortest of what is left.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::HashMap;

/// Vertices visited in search of short loops, at most: beyond that the rim is too tangled.
const MOST_VISITS: usize = 1 << 22;

/// A directed edge by its ends, which are vertices, and its length.
#[derive(Clone, Copy, Debug)]
pub(super) struct DirectedEdge {
    pub from: u32,
    pub to: u32,
    pub length: f64,
}

/// Edges from one branching vertex to the next.
#[derive(Clone, Debug)]
struct Chain {
    from: u32,
    to: u32,
    length: f64,
    /// All vertices but the last.
    vertices: Vec<u32>,
}

/// The loops of edges that arrive at each vertex as often as they leave it, each as its vertices in order; `None` if that takes too long.
pub(super) fn rim_loops(edges: &[DirectedEdge]) -> Option<Vec<Vec<u32>>> {
    let mut sorted = edges.to_vec();
    sorted.sort_unstable_by_key(|edge| (edge.from, edge.to));
    let leaving: HashMap<u32, &[DirectedEdge]> =
        sorted.chunk_by(|p, q| p.from == q.from).map(|group| (group[0].from, group)).collect();
    let branches = |vertex: u32| leaving.get(&vertex).is_none_or(|edges| edges.len() != 1);
    // A chain ends where its first vertex returns, too.
    let follow = |first: &DirectedEdge| {
        let mut chain = Chain { from: first.from, to: first.to, length: first.length, vertices: vec![first.from] };
        while chain.to != chain.from && !branches(chain.to) {
            let edge = leaving[&chain.to][0];
            chain.vertices.push(edge.from);
            chain.to = edge.to;
            chain.length += edge.length;
        }
        chain
    };
    let chains: Vec<Chain> = sorted.iter().filter(|edge| branches(edge.from)).map(follow).collect();
    let mut seen: std::collections::HashSet<u32> = chains.iter().flat_map(|chain| chain.vertices.clone()).collect();
    let mut loops = ChainGraph::new(&chains).shortest_loops()?;
    for edge in sorted.iter().filter(|edge| !branches(edge.from)) {
        if !seen.contains(&edge.from) {
            let vertices = follow(edge).vertices;
            seen.extend(&vertices);
            loops.push(vertices);
        }
    }
    Some(loops)
}

/// Chains between branching vertices.
struct ChainGraph<'a> {
    chains: &'a [Chain],
    /// By vertex, the chains that leave it.
    leaving: HashMap<u32, Vec<usize>>,
    is_taken: Vec<bool>,
    visits: usize,
}

/// A loop that begins with a chain.
struct ShortestLoop {
    length: f64,
    chains: Vec<usize>,
}

impl<'a> ChainGraph<'a> {
    fn new(chains: &'a [Chain]) -> Self {
        let mut leaving: HashMap<u32, Vec<usize>> = HashMap::new();
        (0..).zip(chains).for_each(|(k, chain)| leaving.entry(chain.from).or_default().push(k));
        Self { chains, leaving, is_taken: vec![false; chains.len()], visits: 0 }
    }

    fn shortest_loops(mut self) -> Option<Vec<Vec<u32>>> {
        // Lengths are not negative, so their bits have their order.
        let mut waiting = BinaryHeap::new();
        let mut shortest: Vec<Option<ShortestLoop>> = Vec::new();
        for k in 0..self.chains.len() {
            let found = self.shortest_from(k)?;
            waiting.push(Reverse((found.length.to_bits(), k)));
            shortest.push(Some(found));
        }
        let mut loops = Vec::new();
        while let Some(Reverse((_, k))) = waiting.pop() {
            if self.is_taken[k] {
                continue;
            }
            let found = shortest[k].take()?;
            if found.chains.iter().any(|chain| self.is_taken[*chain]) {
                // Fewer chains are left, so the loop only gets longer.
                let found = self.shortest_from(k)?;
                waiting.push(Reverse((found.length.to_bits(), k)));
                shortest[k] = Some(found);
                continue;
            }
            found.chains.iter().for_each(|chain| self.is_taken[*chain] = true);
            loops.push(found.chains.iter().flat_map(|chain| self.chains[*chain].vertices.clone()).collect());
        }
        Some(loops)
    }

    /// The shortest loop through a chain of those that are left (Dijkstra 1959); `None` if too many vertices were visited.
    fn shortest_from(&mut self, first: usize) -> Option<ShortestLoop> {
        let Chain { from: goal, to: start, length, .. } = self.chains[first];
        let mut reached: HashMap<u32, (f64, usize)> = HashMap::from([(start, (0.0, first))]);
        let mut waiting = BinaryHeap::from([Reverse((0_u64, start))]);
        while let Some(Reverse((bits, vertex))) = waiting.pop() {
            let far = f64::from_bits(bits);
            if reached[&vertex].0 < far {
                continue;
            }
            self.visits += 1 + self.leaving.get(&vertex).map_or(0, Vec::len);
            if self.visits > MOST_VISITS {
                return None;
            }
            if vertex == goal {
                let mut chains = Vec::new();
                let mut at = vertex;
                while at != start {
                    let by = reached[&at].1;
                    chains.push(by);
                    at = self.chains[by].from;
                }
                chains.push(first);
                chains.reverse();
                return Some(ShortestLoop { length: length + far, chains });
            }
            for &next in self.leaving.get(&vertex).into_iter().flatten().filter(|next| !self.is_taken[**next]) {
                let (to, far) = (self.chains[next].to, far + self.chains[next].length);
                if reached.get(&to).is_none_or(|(before, _)| far < *before) {
                    reached.insert(to, (far, next));
                    waiting.push(Reverse((far.to_bits(), to)));
                }
            }
        }
        // Edges that arrive and leave equally often always lead back.
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loops_of(edges: &[(u32, u32, f64)]) -> Vec<Vec<u32>> {
        let edges: Vec<_> =
            edges.iter().map(|(from, to, length)| DirectedEdge { from: *from, to: *to, length: *length }).collect();
        let mut loops = rim_loops(&edges).unwrap();
        for vertices in &mut loops {
            let least = (0..vertices.len()).min_by_key(|k| vertices[*k]).unwrap();
            vertices.rotate_left(least);
        }
        loops.sort();
        loops
    }

    #[test]
    fn simple_loops_stay_as_they_are() {
        assert_eq!(loops_of(&[(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)]), [[0, 1, 2]]);
        let two = loops_of(&[(3, 4, 1.0), (0, 1, 1.0), (4, 5, 1.0), (1, 2, 1.0), (5, 3, 1.0), (2, 0, 1.0)]);
        assert_eq!(two, [[0, 1, 2], [3, 4, 5]]);
        assert!(loops_of(&[]).is_empty());
    }

    /// Two cracks that share an end, with a vertex more on one side each: a loop each, not the outline of both.
    #[test]
    fn cracks_that_share_an_end_are_apart() {
        let loops = loops_of(&[(0, 1, 2.0), (1, 2, 2.0), (2, 12, 1.0), (12, 1, 1.0), (1, 11, 1.0), (11, 0, 1.0)]);
        assert_eq!(loops, [vec![0, 1, 11], vec![1, 2, 12]]);
    }
}
