//! Open edges are split at open vertices beside them, so that a vertex against an edge (a T-junction) becomes a vertex against a vertex.
//!
//! The vertex stays where it is and the edge bends to it. A split is made only if one of the two parts of the edge then has a partner: another open edge, or part of one, between the
//! same vertices.

use super::proximity::{Foot, foot, keeps_side};
use super::refusals::{Refusals, Step};
use super::region::{NEW_EDGE, OpenEdge, Piece, Region, ends_of};
use super::vertex_welds::{around, uncrowded};
use crate::broad::{BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::DVec3;
use std::collections::{HashMap, HashSet};

/// A vertex beside an edge, by the root of its cluster.
#[derive(Clone, Copy, Debug)]
struct Beside {
    vertex: u32,
    distance: f64,
    /// How far along the edge, from its start in the piece.
    parameter: f64,
    /// Its foot on the input face's edge, and what that may be off by.
    source: DVec3,
    off: f64,
}

/// An open edge and the vertices at which it is to be split, from its start to its end.
struct Chain {
    edge: OpenEdge,
    inner: Vec<Beside>,
}

/// Splits open edges at open vertices up to a length away. Returns how many vertices were inserted.
pub(super) fn split_edges(region: &mut Region, length: f64, refusals: &mut Refusals<'_>) -> usize {
    let edges = region.open_edges();
    let mut beside = vertices_beside(region, &edges, length, refusals);
    let links = links(region);
    let mut chains = Vec::with_capacity(edges.len());
    for (edge, beside) in edges.into_iter().zip(&mut beside) {
        beside.sort_unstable_by(|p, q| p.distance.total_cmp(&q.distance).then(p.vertex.cmp(&q.vertex)));
        chains.push(chain(region, edge, beside, &links, refusals));
    }
    drop_useless(region, &mut chains);
    apply(region, &chains, refusals)
}

/// For every edge, the open vertices up to a length beside it.
fn vertices_beside(
    region: &mut Region,
    edges: &[OpenEdge],
    length: f64,
    refusals: &mut Refusals<'_>,
) -> Vec<Vec<Beside>> {
    let open = uncrowded(region, ends_of(edges), length, refusals);
    let mut phase = BroadPhaseKind::Tree.build();
    let segments: Vec<[DVec3; 2]> = edges.iter().map(|edge| directed(region, edge).map(|v| region.place(v))).collect();
    for (key, segment) in (0..).zip(&segments) {
        phase.insert(key, around(segment, length), Mobility::Fixed);
    }
    phase.update(&Executor::serial());
    let mut beside = vec![Vec::new(); edges.len()];
    for vertex in open {
        if region.is_effort_spent() {
            break;
        }
        if refusals.are_frozen(region, &[vertex]) {
            continue;
        }
        let place = region.place(vertex);
        let mut near = Vec::new();
        phase.overlapping(&around(&[place], 0.0), &mut |key| near.push(key as usize));
        region.cost.box_tests += near.len() as u64;
        for key in near {
            let Some(foot) = foot(place, segments[key]).filter(|foot| foot.distance <= length) else { continue };
            let piece = edges[key].piece as usize;
            if region.roots(piece).contains(&vertex) {
                continue;
            }
            let side = usize::from(edges[key].side);
            let [from, to] = [side, (side + 1) % 3].map(|k| region.pieces[piece].sources[k]);
            let source = from + (to - from) * foot.parameter;
            let off = 16.0 * f64::EPSILON * from.abs().max(to.abs()).max_element();
            let Foot { distance, parameter, .. } = foot;
            beside[key].push(Beside { vertex, distance, parameter, source, off });
        }
    }
    beside
}

/// The ends of an edge in the direction in which its piece runs along it.
fn directed(region: &Region, edge: &OpenEdge) -> [u32; 2] {
    let side = usize::from(edge.side);
    [side, (side + 1) % 3].map(|k| region.pieces[edge.piece as usize].corners[k])
}

/// Pairs of clusters joined by an edge, the lower first.
fn links(region: &mut Region) -> HashSet<[u32; 2]> {
    let mut links = HashSet::with_capacity(3 * region.pieces.len());
    for piece in 0..region.pieces.len() {
        let [a, b, c] = region.roots(piece);
        links.extend([[a, b], [b, c], [c, a]].map(|[p, q]| [p.min(q), p.max(q)]));
    }
    links
}

/// The vertices of these that can be inserted into an edge one after the other: parts of the face keep its side, nothing moves too far, and no edge is made twice.
fn chain(
    region: &mut Region,
    edge: OpenEdge,
    beside: &[Beside],
    links: &HashSet<[u32; 2]>,
    refusals: &mut Refusals<'_>,
) -> Chain {
    let piece = region.pieces[edge.piece as usize];
    let apex = piece.corners[(usize::from(edge.side) + 2) % 3];
    let (apex_root, apex_place) = (region.clusters.root(apex), region.place(apex));
    let ends = directed(region, &edge).map(|v| region.place(v));
    let mut inner: Vec<Beside> = Vec::new();
    for candidate in beside {
        if !region.clusters.takes(candidate.vertex, candidate.source, candidate.off, refusals.within) {
            continue;
        }
        let at = inner.partition_point(|other| other.parameter < candidate.parameter);
        let place = region.place(candidate.vertex);
        let before = if at > 0 { region.place(inner[at - 1].vertex) } else { ends[0] };
        let after = if at < inner.len() { region.place(inner[at].vertex) } else { ends[1] };
        let link = [apex_root.min(candidate.vertex), apex_root.max(candidate.vertex)];
        let keeps = |from: DVec3, to: DVec3| keeps_side(&[from, to, apex_place], &sources_from(&piece, edge.side));
        if links.contains(&link) || !keeps(before, place) || !keeps(place, after) {
            refusals.refuse(Step::Split(edge.ends, candidate.vertex));
            continue;
        }
        inner.insert(at, *candidate);
    }
    Chain { edge, inner }
}

/// The places of a piece's corners on the input, from the start of a side on.
fn sources_from(piece: &Piece, side: u8) -> [DVec3; 3] {
    [0, 1, 2].map(|k| piece.sources[(usize::from(side) + k) % 3])
}

/// Takes out vertices both of whose parts of the edge have no partner, until all that are left have one.
fn drop_useless(region: &mut Region, chains: &mut [Chain]) {
    if chains.iter().all(|chain| chain.inner.is_empty()) {
        return;
    }
    loop {
        let mut uses: HashMap<[u32; 2], u32> = HashMap::new();
        let stations: Vec<Vec<u32>> = chains.iter().map(|chain| stations(region, chain)).collect();
        let key = |p: u32, q: u32| [p.min(q), p.max(q)];
        for [p, q] in stations.iter().flat_map(|all| all.array_windows()) {
            *uses.entry(key(*p, *q)).or_default() += 1;
        }
        let is_met = |p: u32, q: u32| uses.get(&key(p, q)).is_some_and(|count| *count > 1);
        let mut is_changed = false;
        for (chain, all) in chains.iter_mut().zip(&stations) {
            let useful = |k: usize| is_met(all[k], all[k + 1]) || is_met(all[k + 1], all[k + 2]);
            let kept: Vec<Beside> = (0..chain.inner.len()).filter(|k| useful(*k)).map(|k| chain.inner[k]).collect();
            is_changed |= kept.len() < chain.inner.len();
            chain.inner = kept;
        }
        if !is_changed {
            return;
        }
    }
}

/// The roots of all vertices along a chain, ends included.
fn stations(region: &mut Region, chain: &Chain) -> Vec<u32> {
    let [from, to] = directed(region, &chain.edge).map(|v| region.clusters.root(v));
    [from].into_iter().chain(chain.inner.iter().map(|beside| beside.vertex)).chain([to]).collect()
}

/// Replaces pieces by fans: one edge of each, the others wait for the next round.
fn apply(region: &mut Region, chains: &[Chain], refusals: &mut Refusals<'_>) -> usize {
    let mut done = HashSet::new();
    let mut inserted = 0;
    for Chain { edge, inner } in chains.iter().filter(|chain| !chain.inner.is_empty()) {
        // Another split of this round may have brought a point to the vertex.
        let takes = |b: &&Beside| region.clusters.takes(b.vertex, b.source, b.off, refusals.within);
        let inner: Vec<&Beside> = inner.iter().filter(takes).collect();
        if inner.is_empty() || done.contains(&edge.piece) {
            continue;
        }
        let parts = fan(&region.pieces[edge.piece as usize], usize::from(edge.side), &inner);
        let before = sources_from(&region.pieces[edge.piece as usize], edge.side);
        // Vertices between others were dropped, so parts are not those that were looked at.
        if !parts.iter().all(|part| keeps_side(&part.corners.map(|c| region.place(c)), &before)) {
            refusals.refuse(Step::Split(edge.ends, inner[0].vertex));
            continue;
        }
        done.insert(edge.piece);
        region.pieces[edge.piece as usize] = parts[0];
        region.pieces.extend_from_slice(&parts[1..]);
        inner.iter().for_each(|b| region.clusters.add_source(b.vertex, b.source));
        inserted += inner.len();
    }
    inserted
}

/// The parts of a piece with one side split at some vertices.
fn fan(piece: &Piece, side: usize, inner: &[&Beside]) -> Vec<Piece> {
    let [i, j, k] = [0, 1, 2].map(|k| (side + k) % 3);
    let [start, end] = [i, j].map(|at| (piece.corners[at], piece.sources[at]));
    let between = inner.iter().map(|b| (b.vertex, b.source));
    let along: Vec<(u32, DVec3)> = [start].into_iter().chain(between).chain([end]).collect();
    let last = along.len() - 2;
    let part = |(n, [from, to]): (usize, &[(u32, DVec3); 2])| Piece {
        corners: [from.0, to.0, piece.corners[k]],
        sources: [from.1, to.1, piece.sources[k]],
        origin: piece.origin,
        half_edges: [
            piece.half_edges[i],
            if n == last { piece.half_edges[j] } else { NEW_EDGE },
            if n == 0 { piece.half_edges[k] } else { NEW_EDGE },
        ],
    };
    along.array_windows().enumerate().map(part).collect()
}
