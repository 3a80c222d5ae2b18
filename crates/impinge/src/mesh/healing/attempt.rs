//! One pass over all cracks, from the narrowest to the widest.

use super::edge_splits::split_edges;
use super::healed_face::HealedFace;
use super::proximity::{distance_squared, length_of};
use super::refusals::Refusals;
use super::region::{Region, RegionInput};
use super::vertex_welds::weld_vertices;
use crate::cost::Cost;
use crate::math::DVec3;
use crate::mesh::face_topology::EdgeUse;
use std::collections::HashSet;

/// Parts of the length at which cracks are looked for, one after the other: a vertex finds its partner across a narrow crack before it can find a stranger.
const STAGES: [f64; 5] = [1.0 / 256.0, 1.0 / 64.0, 1.0 / 16.0, 1.0 / 4.0, 1.0];

/// Rounds of splits at one stage: a face is split along one edge in each.
const ROUNDS: usize = 8;

/// What a pass works on.
pub(super) struct AttemptInput<'a> {
    pub vertices: &'a [DVec3],
    /// Corners of all faces, with one vertex for each place.
    pub corners: &'a [[u32; 3]],
    /// The half-edges of the faces that take part, by edge.
    pub uses: &'a [EdgeUse],
    /// For each face, whether it takes part.
    pub takes_part: &'a [bool],
    /// Vertices that must stay as they are.
    pub frozen: &'a HashSet<u32>,
    pub within: f64,
    /// Pairs of boxes that may be looked at.
    pub effort: u64,
}

/// What came of a pass.
pub(super) struct Attempt {
    /// The faces, in the order of the input.
    pub faces: Vec<HealedFace>,
    /// Vertices of the mesh that were welded or inserted, by the vertex at whose place they lie.
    pub touched: HashSet<u32>,
    /// All vertices that came to lie with others, each with the one at whose place they lie.
    pub moved: Vec<[u32; 2]>,
    pub largest_move: f64,
    pub split_edges: usize,
    pub steps_refused: usize,
    pub cost: Cost,
}

/// Closes cracks up to the length.
pub(super) fn attempt(input: &AttemptInput<'_>) -> Attempt {
    let AttemptInput { vertices, corners, takes_part, within, effort, .. } = *input;
    let is_open = open_vertices(vertices.len(), input.uses);
    let near = |face: &u32| {
        let face = *face as usize;
        takes_part[face] && corners[face].iter().any(|c| is_open[*c as usize])
    };
    let faces: Vec<u32> = if within > 0.0 { (0..corners.len() as u32).filter(near).collect() } else { Vec::new() };
    let mut region = Region::new(&RegionInput { vertices, corners, faces: &faces, is_open: &is_open, effort }, within);
    let mut refusals = Refusals::new(within, input.frozen);
    let mut splits = 0;
    let lengths = STAGES.map(|stage| within * stage).into_iter().filter(|length| *length > 0.0 && !faces.is_empty());
    // Vertices first: beside a crack that runs along an edge, a vertex may be nearer to an edge than to its partner at the end of it.
    for length in lengths.clone() {
        weld_vertices(&mut region, length, &mut refusals);
    }
    for length in lengths {
        for _ in 0..ROUNDS {
            let inserted = split_edges(&mut region, length, &mut refusals);
            splits += inserted;
            if inserted + weld_vertices(&mut region, within, &mut refusals) == 0 || region.is_effort_spent() {
                break;
            }
        }
    }
    let mut result = collect(&mut region, input, &faces);
    result.split_edges = splits;
    result.steps_refused = refusals.count();
    result
}

/// For each vertex, whether it lies on an edge with one face.
fn open_vertices(count: usize, uses: &[EdgeUse]) -> Vec<bool> {
    let mut is_open = vec![false; count];
    for group in uses.chunk_by(EdgeUse::same_edge).filter(|group| group.len() == 1) {
        is_open[group[0].low as usize] = true;
        is_open[group[0].high as usize] = true;
    }
    is_open
}

/// The faces of the input, those of the region as they are now.
fn collect(region: &mut Region, input: &AttemptInput<'_>, active: &[u32]) -> Attempt {
    let (mut touched, mut moved, mut largest) = (HashSet::new(), Vec::new(), 0.0_f64);
    for vertex in 0..region.points.len() as u32 {
        let (root, target) = (region.clusters.root(vertex), region.clusters.target(vertex));
        let to = region.vertices[target as usize];
        if target != vertex {
            moved.push([region.vertices[vertex as usize], to]);
        }
        if root == vertex && region.clusters.sources(root).len() > 1 {
            touched.insert(to);
            let place = region.points[target as usize];
            let ways = region.clusters.sources(root).iter().map(|source| distance_squared(place, *source));
            largest = ways.fold(largest, f64::max);
        }
    }
    let mut pieces: Vec<usize> = (0..region.pieces.len()).collect();
    pieces.sort_by_key(|piece| region.pieces[*piece].origin);
    let mut pieces = pieces.into_iter().peekable();
    let mut active = active.iter().copied().peekable();
    let mut faces = Vec::with_capacity(input.corners.len());
    for face in (0..input.corners.len() as u32).filter(|face| input.takes_part[*face as usize]) {
        let before = input.corners[face as usize];
        if active.next_if_eq(&face).is_none() {
            faces.push(HealedFace::unchanged(face, before));
            continue;
        }
        while let Some(piece) = pieces.next_if(|piece| region.pieces[*piece].origin == face) {
            let of = region.pieces[piece];
            let corners = of.corners.map(|c| region.vertices[region.clusters.target(c) as usize]);
            let is_changed = corners != before;
            faces.push(HealedFace { corners, origin: Some(face), half_edges: of.half_edges, is_changed });
        }
    }
    let largest_move = length_of(largest).min(input.within);
    Attempt { faces, touched, moved, largest_move, split_edges: 0, steps_refused: 0, cost: region.cost }
}
