//! Loops that run along each other, such as both sides of a crack all around a cylinder, joined into one polygon.
//!
//! Two loops are cut open at their nearest vertices and joined there by an edge that is run along both ways. They stay joined if that lets the caps have less area.

use super::cap::{Cap, Capper};
use crate::bound::Aabb;
use crate::math::DVec3;
use std::collections::HashMap;

/// Pairs of vertices that are compared, at most; beyond that no loops are joined.
const MOST_PAIRS: usize = 1 << 24;

/// Loops are joined if the area of caps comes down to this part of what it was.
const LESS_AREA: f64 = 0.9;

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
    for bridge in bridges {
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
    openings.into_iter().flatten().collect()
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
