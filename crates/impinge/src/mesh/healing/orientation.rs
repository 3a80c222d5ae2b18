//! One turn for every part, outward.
//!
//! A part is a set of faces connected by edges with two faces. Where its edges allow one turn, all its faces get it: outward for a closed part that lies in no other, the turn of most of its
//! faces otherwise. A closed part inside another that has one turn keeps it: facing inward it is a cavity, facing outward a solid of its own.

use super::healed_face::HealedFace;
use crate::bound::Aabb;
use crate::math::DVec3;
use crate::mesh::face_topology::EdgeUse;

/// Faces looked at when it is asked which parts lie in which, above which parts keep their turn.
const MOST_FACES: usize = 1 << 26;

/// Smallest share of its box that a part must enclose for its orientation to be known; far above rounding.
const LEAST_VOLUME: f64 = 1e-9;

/// A part: its faces, each with whether it must be turned over to agree with the first.
struct Part {
    faces: Vec<(u32, bool)>,
    bounds: Aabb,
    is_closed: bool,
    is_orientable: bool,
}

/// For each face, whether it is to be turned over.
pub(super) fn flips(vertices: &[DVec3], faces: &[HealedFace], uses: &[EdgeUse]) -> Vec<bool> {
    let triangle = |face: u32| faces[face as usize].corners.map(|c| vertices[c as usize]);
    let parts = parts(&triangle, faces, uses);
    let mut flips = vec![false; faces.len()];
    let mut looked_at = 0;
    for (k, part) in parts.iter().enumerate().filter(|(_, part)| part.is_orientable) {
        let turned = part.faces.iter().filter(|(_, turned)| *turned).count();
        let volume = if part.is_closed { volume(part, &triangle) } else { 0.0 };
        // A part that needs nothing: the usual case.
        if turned == 0 && volume >= 0.0 {
            continue;
        }
        let is_outermost = volume != 0.0 && !lies_in_another(k, &parts, &triangle, &mut looked_at);
        let turn_all = if is_outermost {
            volume < 0.0
        } else if turned == 0 {
            false
        } else {
            most_are_turned(part, turned, &triangle)
        };
        part.faces.iter().for_each(|(face, turned)| flips[*face as usize] = *turned != turn_all);
    }
    flips
}

/// Whether more faces agree with a turned first face than with the first face as it is; if as many do, the face with the least corners keeps its turn.
fn most_are_turned(part: &Part, turned: usize, triangle: &impl Fn(u32) -> [DVec3; 3]) -> bool {
    let others = part.faces.len() - turned;
    let key = |face: u32| {
        let mut corners = triangle(face).map(|p| (p + 0.0).to_array());
        corners.sort_by(|p, q| p.partial_cmp(q).unwrap_or(std::cmp::Ordering::Equal));
        corners
    };
    let least =
        |p: &&(u32, bool), q: &&(u32, bool)| key(p.0).partial_cmp(&key(q.0)).unwrap_or(std::cmp::Ordering::Equal);
    if turned == others { part.faces.iter().min_by(least).is_some_and(|face| face.1) } else { turned > others }
}

fn parts(triangle: &impl Fn(u32) -> [DVec3; 3], faces: &[HealedFace], uses: &[EdgeUse]) -> Vec<Part> {
    // For each half-edge the other one of its edge, and whether both run the same way.
    let mut across = vec![None; 3 * faces.len()];
    for group in uses.chunk_by(EdgeUse::same_edge) {
        if let [p, q] = group {
            let is_same = p.direction == q.direction;
            across[p.half_edge as usize] = Some((q.half_edge / 3, is_same));
            across[q.half_edge as usize] = Some((p.half_edge / 3, is_same));
        }
    }
    let mut turned: Vec<Option<bool>> = vec![None; faces.len()];
    let mut parts = Vec::new();
    for first in 0..faces.len() as u32 {
        if turned[first as usize].is_some() {
            continue;
        }
        turned[first as usize] = Some(false);
        let mut part = Part { faces: vec![(first, false)], bounds: Aabb::EMPTY, is_closed: true, is_orientable: true };
        let mut next = 0;
        while let Some(&(face, own)) = part.faces.get(next) {
            next += 1;
            part.bounds = triangle(face).into_iter().fold(part.bounds, Aabb::including);
            for half_edge in 3 * face..3 * face + 3 {
                let Some((other, is_same)) = across[half_edge as usize] else {
                    part.is_closed = false;
                    continue;
                };
                match turned[other as usize] {
                    None => {
                        turned[other as usize] = Some(own != is_same);
                        part.faces.push((other, own != is_same));
                    }
                    Some(known) => part.is_orientable &= known == (own != is_same),
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Six times the signed volume with the turn of the first face, as a part of the box; zero if it is not known.
fn volume(part: &Part, triangle: &impl Fn(u32) -> [DVec3; 3]) -> f64 {
    let (middle, size) = (part.bounds.centre(), part.bounds.size().max_element());
    let sum: f64 = part
        .faces
        .iter()
        .map(|&(face, turned)| {
            let [a, b, c] = triangle(face).map(|p| (p - middle) / size);
            a.dot(b.cross(c)) * if turned { -1.0 } else { 1.0 }
        })
        .sum();
    if sum.abs() > LEAST_VOLUME { sum } else { 0.0 }
}

/// Whether a vertex of a part has a winding number other than zero about another closed part, by the sum of solid angles (van Oosterom and Strackee 1983). True if that would take too long.
fn lies_in_another(own: usize, parts: &[Part], triangle: &impl Fn(u32) -> [DVec3; 3], looked_at: &mut usize) -> bool {
    let bounds = parts[own].bounds;
    let vertices = parts[own].faces.iter().flat_map(|(face, _)| triangle(*face)).map(|p| p.to_array());
    let least = vertices.min_by(|p, q| p.partial_cmp(q).unwrap_or(std::cmp::Ordering::Equal));
    let Some(point) = least.map(DVec3::from_array) else { return false };
    let mut around = parts.iter().enumerate().filter(|(k, part)| {
        let holds = part.bounds.min.cmple(bounds.min).all() && part.bounds.max.cmpge(bounds.max).all();
        *k != own && part.is_closed && part.is_orientable && holds
    });
    around.any(|(_, part)| {
        *looked_at += part.faces.len();
        if *looked_at > MOST_FACES {
            return true;
        }
        let angles: f64 = part
            .faces
            .iter()
            .map(|&(face, turned)| {
                let [a, b, c] = triangle(face).map(|p| (p - point).normalize_or_zero());
                let half = a.dot(b.cross(c)).atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a));
                if turned { -half } else { half }
            })
            .sum();
        angles.abs() > std::f64::consts::PI
    })
}
