//! Loops that run along each other, such as both sides of a crack all around a cylinder, joined into one polygon.
//!
//! Two loops are cut open at their nearest vertices and joined there by an edge that is run along both ways. They stay joined if that lets the caps have less area.

use super::cap::{Cap, Capper};
use crate::bound::Aabb;
use crate::math::DVec3;
use crate::mesh::union_find::UnionFind;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Pairs of vertices that are compared, at most; beyond that no loops are joined.
const MOST_PAIRS: usize = 1 << 24;

/// Loops are joined if the area of caps comes down to this part of what it was.
const LESS_AREA: f64 = 0.9;

/// A bridge is narrow if it is no longer than this part of the width of the openings that it connects.
const NARROW: f64 = 0.1;

/// Ways across faces that are longer than this part of the body's diagonal are heights of walls: surfaces beside a crack overlap by less.
const WALL: f64 = 1e-2;

/// A polygon to be filled, and its cap.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub polygon: Vec<u32>,
    pub cap: Cap,
}

/// At every vertex of the rim, directions of length 1 away from the faces there, across their rim edges.
pub(super) struct RimDirections {
    pub away: HashMap<u32, Vec<DVec3>>,
    /// Ways up to this length may lie across the faces: surfaces overlap by rounding.
    pub overlap: f64,
}

impl RimDirections {
    /// Whether a way from a vertex leads across its own faces.
    fn is_across(&self, vertex: u32, way: DVec3) -> bool {
        let length = way.length();
        let leads_back = |away: &DVec3| way.dot(*away) < -0.5 * length;
        length > self.overlap && self.away.get(&vertex).is_some_and(|away| away.iter().all(leads_back))
    }
}

/// Two openings and their nearest vertices.
struct Bridge {
    gap: f64,
    openings: [usize; 2],
    ends: [u32; 2],
}

/// Joins openings where that lets the caps have less area.
pub(super) fn join_loops(openings: Vec<Opening>, directions: &RimDirections, capper: &mut Capper<'_>) -> Vec<Opening> {
    let corners: usize = openings.iter().map(|opening| opening.polygon.len()).sum();
    if openings.len() < 2 || corners.saturating_mul(corners) > MOST_PAIRS {
        return openings;
    }
    let mut bridges = bridges(&openings, directions, capper);
    bridges.sort_by(|p, q| p.gap.total_cmp(&q.gap).then(p.openings.cmp(&q.openings)));
    let mut owner: Vec<usize> = (0..openings.len()).collect();
    let mut openings: Vec<Option<Opening>> = openings.into_iter().map(Some).collect();
    for bridge in &bridges {
        let [i, j] = bridge.openings.map(|k| owner[k]);
        let (Some(first), Some(second)) = (&openings[i], &openings[j]) else { continue };
        if i == j || !capper.is_in_reach(first.polygon.len() + second.polygon.len() + 2) {
            continue;
        }
        let Some(polygon) = joined(&first.polygon, &second.polygon, bridge.ends) else { continue };
        let cap = capper.cap(&polygon);
        if cap.area < LESS_AREA * (first.cap.area + second.cap.area) {
            openings[i] = Some(Opening { polygon, cap });
            openings[j] = None;
            owner.iter_mut().filter(|owner| **owner == j).for_each(|owner| *owner = i);
        }
    }
    join_along_cracks(&mut openings, &bridges, &owner, capper);
    openings.into_iter().flatten().collect()
}

/// Joins all openings at once that narrow bridges connect, where that lets the caps have less area.
///
/// The flat faces of a box, all apart, gain nothing in pairs: two of them that are joined still have to be capped by as much as they are. All six at once are zipped.
fn join_along_cracks(openings: &mut [Option<Opening>], bridges: &[Bridge], owner: &[usize], capper: &mut Capper<'_>) {
    let mut sets = UnionFind::new(openings.len());
    // A tree of the shortest bridges.
    let mut tree: Vec<([usize; 2], [u32; 2])> = Vec::new();
    for bridge in bridges {
        let ends = bridge.openings.map(|k| owner[k]);
        let is_narrow =
            bridge.gap <= NARROW * ends.map(|k| area(&openings[k])).into_iter().fold(f64::INFINITY, f64::min).sqrt();
        if is_narrow && sets.find(ends[0]) != sets.find(ends[1]) {
            sets.join(ends[0], ends[1]);
            tree.push((ends, bridge.ends));
        }
    }
    let roots: BTreeSet<usize> = tree.iter().map(|(ends, _)| sets.find(ends[0])).collect();
    for root in roots {
        let of_set: Vec<_> = tree.iter().filter(|(ends, _)| sets.find(ends[0]) == root).collect();
        let members: BTreeSet<usize> = of_set.iter().flat_map(|(ends, _)| *ends).collect();
        let corners: usize = members.iter().filter_map(|k| openings[*k].as_ref()).map(|o| o.polygon.len() + 2).sum();
        if of_set.len() < 2 || !capper.is_in_reach(corners) {
            continue;
        }
        let apart: f64 = members.iter().map(|k| area(&openings[*k])).sum();
        let Some(polygon) = joined_by_tree(openings, &of_set) else { continue };
        let cap = capper.cap(&polygon);
        if cap.area < LESS_AREA * apart {
            members.iter().for_each(|k| openings[*k] = None);
            openings[root] = Some(Opening { polygon, cap });
        }
    }
}

/// The area of the cap of an opening.
fn area(opening: &Option<Opening>) -> f64 {
    opening.as_ref().map_or(0.0, |opening| opening.cap.area)
}

/// One polygon of the openings that a tree of bridges connects.
fn joined_by_tree(openings: &[Option<Opening>], tree: &[&([usize; 2], [u32; 2])]) -> Option<Vec<u32>> {
    let mut polygons: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    let mut owner: BTreeMap<usize, usize> = BTreeMap::new();
    for k in tree.iter().flat_map(|(ends, _)| *ends) {
        polygons.insert(k, openings[k].as_ref()?.polygon.clone());
        owner.insert(k, k);
    }
    for (ends, vertices) in tree {
        let [i, j] = ends.map(|k| owner[&k]);
        let (first, second) = (polygons.remove(&i)?, polygons.remove(&j)?);
        polygons.insert(i, joined(&first, &second, *vertices)?);
        owner.values_mut().filter(|owner| **owner == j).for_each(|owner| *owner = i);
    }
    polygons.into_values().next()
}

/// Pairs of openings that are near enough to be joined, each with its nearest vertices, between which no face lies.
fn bridges(openings: &[Opening], directions: &RimDirections, capper: &Capper<'_>) -> Vec<Bridge> {
    let place = |vertex: u32| capper.vertices[vertex as usize] / capper.unit;
    let bounds: Vec<Aabb> = openings
        .iter()
        .map(|opening| opening.polygon.iter().map(|v| place(*v)).fold(Aabb::EMPTY, Aabb::including))
        .collect();
    let mut bridges = Vec::new();
    for (i, first) in openings.iter().enumerate() {
        for (j, second) in openings.iter().enumerate().skip(i + 1) {
            // A strip between loops that are farther apart has no less area than their caps.
            let most = first.cap.area.min(second.cap.area).sqrt();
            let apart = (bounds[i].min - bounds[j].max).max(bounds[j].min - bounds[i].max).max(DVec3::ZERO);
            if apart.length() > most {
                continue;
            }
            let (mut nearest, mut lowest_wall) = ((most, None), f64::INFINITY);
            for &p in &first.polygon {
                for &q in &second.polygon {
                    let way = place(q) - place(p);
                    let gap = way.length();
                    let is_across = directions.is_across(p, way) || directions.is_across(q, -way);
                    if gap < nearest.0 && !is_across {
                        nearest = (gap, Some([p, q]));
                    }
                    if gap > WALL && is_across {
                        lowest_wall = lowest_wall.min(gap);
                    }
                }
            }
            // Nearer to each other across faces, the loops are the two ends of a wall, not two sides of a crack.
            if let (gap, Some(ends)) = nearest
                && gap < lowest_wall
            {
                bridges.push(Bridge { gap, openings: [i, j], ends });
            }
        }
    }
    bridges
}

/// Two polygons as one, which runs from a vertex of the first to one of the second, and back.
fn joined(first: &[u32], second: &[u32], [p, q]: [u32; 2]) -> Option<Vec<u32>> {
    let from = |polygon: &[u32], vertex: u32| {
        let at = polygon.iter().position(|v| *v == vertex)?;
        let mut turned = polygon.to_vec();
        turned.rotate_left(at);
        if p != q {
            turned.push(vertex);
        }
        Some(turned)
    };
    let mut polygon = from(first, p)?;
    polygon.extend(from(second, q)?);
    Some(polygon)
}
