//! Small holes: loops of open edges that fit in the length.

use super::healed_face::HealedFace;
use super::proximity::{distance_squared, limit_squared};
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::projection_axis;
use crate::mesh::face_topology::EdgeUse;
use std::collections::{BTreeMap, HashSet};

/// Edges of the longest loop that is filled: every pair of its vertices is compared.
const LONGEST_LOOP: usize = 64;

/// Faces that fill the holes whose vertices are all within the length of each other, for each hole that is not forbidden by its least vertices. Loops that touch themselves or
/// others are left.
pub(super) fn fill_holes(
    vertices: &[DVec3],
    faces: &[HealedFace],
    uses: &[EdgeUse],
    within: f64,
    forbidden: &HashSet<Vec<u32>>,
) -> Vec<(Vec<u32>, Vec<HealedFace>)> {
    if within <= 0.0 {
        return Vec::new();
    }
    let limit = limit_squared(within);
    let mut filled = Vec::new();
    for outline in loops(faces, uses) {
        let place = |v: &u32| vertices[*v as usize];
        let fits = |v: &u32| outline.iter().all(|w| distance_squared(place(v), place(w)) <= limit);
        if outline.len() > LONGEST_LOOP || !outline.iter().all(fits) {
            continue;
        }
        let outline = from_least(outline, vertices);
        let mut name = outline.clone();
        name.sort_unstable();
        if !forbidden.contains(&name)
            && let Some(fan) = fan(&outline, vertices, uses)
        {
            filled.push((name, fan));
        }
    }
    filled
}

/// Simple loops of open edges, in the direction of their faces: each vertex has one open edge that leaves and one that arrives.
fn loops(faces: &[HealedFace], uses: &[EdgeUse]) -> Vec<Vec<u32>> {
    let mut next: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let mut arrivals: BTreeMap<u32, usize> = BTreeMap::new();
    for group in uses.chunk_by(EdgeUse::same_edge).filter(|group| group.len() == 1) {
        let (face, side) = (group[0].half_edge as usize / 3, group[0].half_edge as usize % 3);
        let [from, to] = [side, (side + 1) % 3].map(|k| faces[face].corners[k]);
        next.entry(from).or_default().push(to);
        *arrivals.entry(to).or_default() += 1;
    }
    let only = |v: u32| match next.get(&v).map(Vec::as_slice) {
        Some([to]) if arrivals.get(&v) == Some(&1) => Some(*to),
        _ => None,
    };
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    for &start in next.keys() {
        let mut outline = Vec::new();
        let mut at = start;
        while seen.insert(at) {
            outline.push(at);
            match only(at) {
                Some(to) => at = to,
                None => break,
            }
        }
        // A walk that ends elsewhere ran into one before it, or into a vertex where loops meet.
        if at == start && outline.len() > 2 && only(start).is_some() {
            found.push(outline);
        }
    }
    found
}

/// A loop that starts at its vertex with the least coordinates.
fn from_least(mut outline: Vec<u32>, vertices: &[DVec3]) -> Vec<u32> {
    let place = |v: u32| (vertices[v as usize] + 0.0).to_array();
    let least = (0..outline.len())
        .min_by(|i, j| place(outline[*i]).partial_cmp(&place(outline[*j])).unwrap_or(std::cmp::Ordering::Equal));
    outline.rotate_left(least.unwrap_or(0));
    outline
}

/// A fan over a loop, turned against it; `None` if a face would have no area or an edge is there already.
fn fan(outline: &[u32], vertices: &[DVec3], uses: &[EdgeUse]) -> Option<Vec<HealedFace>> {
    let first = outline[0];
    let is_edge = |p: u32, q: u32| uses.binary_search_by_key(&(p.min(q), p.max(q)), |u| (u.low, u.high)).is_ok();
    if outline[2..outline.len() - 1].iter().any(|v| is_edge(first, *v)) {
        return None;
    }
    let cost = &mut Cost::default();
    let corners = outline[1..].array_windows().map(|[p, q]| [first, *q, *p]);
    corners
        .map(|corners| {
            let has_area = projection_axis(&corners.map(|c| vertices[c as usize]), cost).is_some();
            has_area.then(|| HealedFace::filling(corners))
        })
        .collect()
}
