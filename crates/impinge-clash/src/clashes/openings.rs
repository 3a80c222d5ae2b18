//! The openings of a body, each with the cap that closes it, and how far from that cap the body may end.
//!
//! What was left out is taken to lie over the opening, no lower and no higher than its rim: over a flat opening, in its plane. So the *margin* of a cap is the height of the slab that holds the
//! opening. A cap that folds, as one along a crack around a corner does, has no such slab: its margin is the width of the crack, which is twice the least height of its triangle.

use super::cap_influence::CappedBody;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::mesh::union_find::UnionFind;
use std::collections::BTreeMap;

/// What coordinates may be off by, relative to them and to the size of an opening.
const ROUNDING: f64 = 1e-14;

/// Triangles that share edges, over one opening.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Their numbers among the caps.
    pub triangles: Vec<usize>,
    /// The middle of the box around them.
    pub middle: DVec3,
    /// No point of them is farther from the middle.
    pub radius: f64,
    /// Their area.
    pub area: f64,
    /// The mean direction across them, away from the body if its faces look outward; zero if they have none.
    pub normal: DVec3,
    /// The height of the slab across that direction that holds them; infinite if a triangle faces backward.
    height: f64,
}

impl Opening {
    fn new(triangles: Vec<usize>, caps: &[[DVec3; 3]]) -> Self {
        let corners = || triangles.iter().flat_map(|k| caps[*k]);
        let (min, max) = corners().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(p, q), at| (p.min(at), q.max(at)));
        let middle = 0.5 * (min + max);
        let radius = corners().map(|p| p.distance(middle)).fold(0.0, f64::max);
        let across = || triangles.iter().map(|k| across(caps[*k]));
        let normal = across().sum::<DVec3>().normalize_or_zero();
        let heights = || corners().map(|p| (p - middle).dot(normal));
        let height = heights().fold(f64::NEG_INFINITY, f64::max) - heights().fold(f64::INFINITY, f64::min);
        let is_over_plane = normal != DVec3::ZERO && across().all(|n| n.dot(normal) >= -1e-9 * radius * radius);
        let area = across().map(|n| 0.5 * n.length()).sum();
        Self { triangles, middle, radius, area, normal, height: if is_over_plane { height } else { f64::INFINITY } }
    }

    /// How wide it is: its area over its length.
    pub fn width(&self) -> f64 {
        if self.radius > 0.0 { self.area / (2.0 * self.radius) } else { 0.0 }
    }

    /// What its corners may be off by.
    fn rounding(&self) -> f64 {
        ROUNDING * (self.middle.abs().max_element() + self.radius)
    }
}

/// All openings of a body.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The triangles of caps.
    pub caps: Vec<[DVec3; 3]>,
    /// The openings, in the order of their first triangles.
    pub all: Vec<Opening>,
    /// By triangle, its opening.
    owner: Vec<usize>,
}

impl Openings {
    /// The openings of a body, if it has caps.
    pub fn new(body: CappedBody<'_>) -> Self {
        let faces = &body.mesh.faces()[body.own.faces().len().min(body.mesh.faces().len())..];
        let caps = caps(body.mesh, faces);
        let mut sets = UnionFind::new(faces.len());
        let mut known: BTreeMap<[u32; 2], usize> = BTreeMap::new();
        for (k, [a, b, c]) in faces.iter().enumerate() {
            for [p, q] in [[a, b], [b, c], [c, a]] {
                let first = *known.entry([*p.min(q), *p.max(q)]).or_insert(k);
                sets.join(first, k);
            }
        }
        let roots: Vec<usize> = (0..faces.len()).map(|k| sets.find(k)).collect();
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        roots.iter().enumerate().for_each(|(k, root)| members.entry(*root).or_default().push(k));
        let numbers: BTreeMap<usize, usize> = members.keys().enumerate().map(|(i, root)| (*root, i)).collect();
        let owner = roots.iter().map(|root| numbers[root]).collect();
        let all = members.into_values().map(|triangles| Opening::new(triangles, &caps)).collect();
        Self { caps, all, owner }
    }

    /// How far from a triangle of a cap the body may end.
    pub fn margin(&self, triangle: usize) -> f64 {
        let opening = &self.all[self.owner[triangle]];
        triangle_width(self.caps[triangle]).min(opening.height + opening.rounding())
    }
}

/// The triangles of faces.
fn caps(mesh: &Mesh, faces: &[[u32; 3]]) -> Vec<[DVec3; 3]> {
    faces.iter().map(|face| face.map(|v| mesh.vertices()[v as usize])).collect()
}

/// Twice the least height of a triangle: as wide as a crack that it is a sliver over.
pub fn triangle_width(triangle: [DVec3; 3]) -> f64 {
    let [a, b, c] = triangle;
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    if longest > 0.0 { 4.0 * area(triangle) / longest } else { 0.0 }
}

/// The area of a triangle.
pub fn area(triangle: [DVec3; 3]) -> f64 {
    0.5 * across(triangle).length()
}

fn across([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a)
}
