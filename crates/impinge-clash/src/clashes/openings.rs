//! The openings of a body, each with the cap that closes it, and how far from that cap the body may end.
//!
//! What was left out is taken to lie over the opening, no lower and no higher than its rim: over a flat opening, in its plane. So the *margin* of a cap is the height of the slab that holds the
//! opening. A triangle that continues a face at the rim in its plane is no farther off than its corners are from that plane: two facets left out across an edge of a box lie in its sides. A cap that folds, as one along a crack around a corner does, has no such slab: its margin is the width of the crack, which is twice the least height of its triangle.

use super::cap_influence::CappedBody;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::mesh::union_find::UnionFind;
use std::collections::{BTreeMap, HashMap};

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
    /// By triangle, how far it is from the plane of a face at the rim; infinite without one.
    bend: Vec<f64>,
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
        let owner: Vec<usize> = roots.iter().map(|root| numbers[root]).collect();
        let all = members.into_values().map(|triangles| Opening::new(triangles, &caps)).collect();
        let bend = bends(body, &caps, &owner);
        Self { caps, all, owner, bend }
    }

    /// How far from a triangle of a cap the body may end.
    pub fn margin(&self, triangle: usize) -> f64 {
        let opening = &self.all[self.owner[triangle]];
        triangle_width(self.caps[triangle]).min(opening.height.min(self.bend[triangle]) + opening.rounding())
    }
}

/// A face at the rim of an opening, by the foot of its edge there, the way up from that edge to its third corner, and its normal.
#[derive(Clone, Copy, Debug)]
struct RimFace {
    foot: DVec3,
    along: DVec3,
    height: f64,
    normal: DVec3,
}

impl RimFace {
    fn new([p, q, third]: [DVec3; 3]) -> Option<Self> {
        let along = (q - p).try_normalize()?;
        let up = across_way(third - p, along);
        Some(Self { foot: p, along, height: up.length(), normal: along.cross(up).try_normalize()? })
    }

    /// How far the corners of a triangle are from the plane of the face at most; infinite if the face is too narrow to tell.
    fn bend(&self, triangle: [DVec3; 3]) -> f64 {
        /// The least height of a face over its edge, as a part of how far the triangle reaches.
        const WIDE: f64 = 0.1;
        let ways = triangle.map(|corner| corner - self.foot);
        let reach = ways.map(|way| across_way(way, self.along).length()).into_iter().fold(0.0, f64::max);
        let bend = ways.map(|way| way.dot(self.normal).abs()).into_iter().fold(0.0, f64::max);
        if self.height >= WIDE * reach { bend } else { f64::INFINITY }
    }
}

/// What of a way is across a direction.
fn across_way(way: DVec3, along: DVec3) -> DVec3 {
    way - along * along.dot(way)
}

/// By triangle of the caps, how far it is from the plane of a face at the rim of its opening; infinite without one that is wide enough to tell.
fn bends(body: CappedBody<'_>, caps: &[[DVec3; 3]], owner: &[usize]) -> Vec<f64> {
    let key = |p: DVec3| (p + 0.0).to_array().map(f64::to_bits);
    let edges = |[a, b, c]: [DVec3; 3]| [[a, b, c], [b, c, a], [c, a, b]];
    let mut beside: HashMap<[[u64; 3]; 2], usize> = HashMap::new();
    for (cap, owner) in caps.iter().zip(owner) {
        for [p, q, _] in edges(*cap) {
            beside.extend([([key(p), key(q)], *owner), ([key(q), key(p)], *owner)]);
        }
    }
    let mut at_rim: BTreeMap<usize, Vec<RimFace>> = BTreeMap::new();
    for edge in body.own.face_ids().flat_map(|face| edges(body.own.triangle(face))) {
        if let Some(owner) = beside.get(&[key(edge[0]), key(edge[1])]) {
            at_rim.entry(*owner).or_default().extend(RimFace::new(edge));
        }
    }
    let bend = |cap: &[DVec3; 3], owner: &usize| {
        let faces = at_rim.get(owner).into_iter().flatten();
        faces.map(|face| face.bend(*cap)).fold(f64::INFINITY, f64::min)
    };
    caps.iter().zip(owner).map(|(cap, owner)| bend(cap, owner)).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::Surface;
    use impinge_scenes::solid::cuboid;

    /// A facet left out of a side of a cube, and two across an edge of it, lie in its sides.
    #[test]
    fn facets_continue_the_faces_beside_them() {
        let cube = Surface::of(&cuboid(DVec3::ZERO, DVec3::splat(4.0)).unwrap()).refined().refined().mesh().unwrap();
        let margins = |near: DVec3, count: usize| {
            let middle = |t: &[DVec3; 3]| (t[0] + t[1] + t[2]) / 3.0;
            let mut triangles: Vec<[DVec3; 3]> = cube.face_ids().map(|face| cube.triangle(face)).collect();
            triangles.sort_by(|s, t| middle(s).distance(near).total_cmp(&middle(t).distance(near)));
            let own = Mesh::from_triangles(&triangles[count..]).unwrap();
            let capped = own.capped().unwrap();
            let openings = Openings::new(CappedBody { mesh: &capped, own: &own });
            assert_eq!((openings.all.len(), openings.caps.len() >= count.min(3)), (1, true));
            (0..openings.caps.len()).map(|k| openings.margin(k)).fold(0.0, f64::max)
        };
        assert!(margins(DVec3::new(2.4, 1.7, 0.0), 1) < 1e-9, "a facet");
        let across = margins(DVec3::new(2.5, 0.0, 0.0), 2);
        assert!(across < 1e-9, "{across}");
        let [three, corner] = [(DVec3::new(2.5, 0.2, 0.0), 3), (DVec3::splat(0.1), 6)].map(|(p, n)| margins(p, n));
        assert!(three < 1e-9 && corner > 0.1, "{three} {corner}");
    }
}
