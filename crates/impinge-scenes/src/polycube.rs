//! Bodies made of unit cubes and carried by an integer map, so that every coordinate is exact and their relation is
//! that of their voxel sets, while their faces, edges and corners coincide wherever they can.

use crate::error::require;
use crate::random::SplitMix64;
use crate::unimodular::UnimodularMap;
use crate::voxel::{Voxel, VoxelSet, face_neighbours};
use crate::{SceneError, Surface};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::mesh::vertex_welding::Welder;
use impinge::pair::Relation;

/// Which faces of the cubes a body has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Walls {
    /// Those between a cube of the set and one outside it.
    #[default]
    Boundary,
    /// All six of every cube: neighbours share a wall, met once from each side.
    EveryCube,
}

/// How a voxel set becomes a mesh. None of it changes the point set but the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Which faces there are.
    pub walls: Walls,
    /// How often every face is halved both ways: 4^levels squares of two triangles.
    pub levels: u32,
    /// Chooses the diagonal of every square.
    pub seed: u64,
    /// Carries the lattice; two bodies keep their relation under the same map.
    pub map: UnimodularMap,
}

impl Default for Style {
    fn default() -> Self {
        Self { walls: Walls::Boundary, levels: 0, seed: 0, map: UnimodularMap::IDENTITY }
    }
}

/// The corners of the face of a unit cube towards each of [`face_neighbours`], counter-clockwise from outside.
const FACES: [[[i64; 3]; 4]; 6] = [
    [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]],
    [[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]],
    [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]],
    [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]],
    [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]],
    [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
];

/// The body of a voxel set.
///
/// # Errors
/// No voxels, or more than 10 levels.
pub fn polycube(voxels: &VoxelSet, style: &Style) -> Result<Mesh, SceneError> {
    let mut builder = Builder::new(style)?;
    for voxel in voxels.iter() {
        for (face, neighbour) in FACES.iter().zip(face_neighbours(voxel)) {
            if style.walls == Walls::EveryCube || !voxels.contains(neighbour) {
                builder.square(face.map(|corner| add(voxel, corner)));
            }
        }
    }
    builder.mesh()
}

/// Boxes from lowest to highest corner, which may overlap, each with its own complete shell; its point set is the union.
///
/// # Errors
/// No boxes, an empty box, or more than 10 levels.
pub fn box_union(boxes: &[[Voxel; 2]], style: &Style) -> Result<Mesh, SceneError> {
    let mut builder = Builder::new(style)?;
    for [min, max] in boxes {
        let size = [0, 1, 2].map(|k| max[k] - min[k]);
        require(size.iter().all(|s| *s > 0), "a box needs min < max along every axis")?;
        for face in FACES {
            builder.square(face.map(|corner| [0, 1, 2].map(|k| min[k] + size[k] * corner[k])));
        }
    }
    builder.mesh()
}

/// The voxels of a union of boxes.
#[must_use]
pub fn box_union_voxels(boxes: &[[Voxel; 2]]) -> VoxelSet {
    boxes.iter().fold(VoxelSet::default(), |set, [min, max]| set.union(&VoxelSet::cuboid(*min, *max)))
}

fn add(a: Voxel, b: Voxel) -> Voxel {
    [0, 1, 2].map(|k| a[k] + b[k])
}

/// Gathers squares of the lattice as triangles of the mapped lattice.
struct Builder<'a> {
    style: &'a Style,
    random: SplitMix64,
    welder: Welder,
    faces: Vec<[u32; 3]>,
}

impl<'a> Builder<'a> {
    fn new(style: &'a Style) -> Result<Self, SceneError> {
        require(style.levels <= 10, "a polycube takes at most 10 levels")?;
        let random = SplitMix64::new(style.seed);
        Ok(Self { style, random, welder: Welder::with_capacity(64), faces: Vec::new() })
    }

    /// Adds a rectangle of the lattice, cut 2^levels times each way.
    fn square(&mut self, [a, b, _, d]: [Voxel; 4]) {
        let cuts = 1 << self.style.levels;
        // Coordinates in units of 1 / cuts stay integers: corner + i (b - a) / cuts + j (d - a) / cuts.
        let place = |i: i64, j: i64| [0, 1, 2].map(|k| cuts * a[k] + i * (b[k] - a[k]) + j * (d[k] - a[k]));
        for (i, j) in (0..cuts).flat_map(|i| (0..cuts).map(move |j| (i, j))) {
            let mut quad = [place(i, j), place(i + 1, j), place(i + 1, j + 1), place(i, j + 1)];
            quad.rotate_left(usize::from(self.random.coin()));
            let [p, q, r, s] = quad.map(|x| self.vertex(x, cuts));
            self.faces.extend([[p, q, r], [p, r, s]]);
        }
    }

    /// The vertex at a place given in units of 1 / cuts, mapped.
    fn vertex(&mut self, x: [i64; 3], cuts: i64) -> u32 {
        let UnimodularMap { shift, .. } = self.style.map;
        let scaled_shift = shift.map(|s| s * (cuts - 1));
        let [x, y, z] = add(self.style.map.apply(x), scaled_shift).map(|x| x as f64 / cuts as f64);
        self.welder.vertex(DVec3::new(x, y, z))
    }

    fn mesh(self) -> Result<Mesh, SceneError> {
        let surface = Surface { vertices: self.welder.vertices, faces: self.faces };
        Ok(if self.style.map.determinant() < 0 { surface.flipped() } else { surface }.mesh()?)
    }
}

/// Two polycubes in one frame and the relation that their voxels have.
#[derive(Debug)]
pub struct PolycubePair {
    /// The cubes of A, before the map.
    pub a_voxels: VoxelSet,
    /// The cubes of B, before the map.
    pub b_voxels: VoxelSet,
    /// The body of A.
    pub a: Mesh,
    /// The body of B, in A's frame.
    pub b: Mesh,
    /// The relation of A to B.
    pub relation: Relation,
}

/// A random pair of up to `size` cubes each, in random styles under one random map; every relation is common.
///
/// # Errors
/// No cubes.
pub fn random_pair(seed: u64, size: usize) -> Result<PolycubePair, SceneError> {
    require(size > 0, "a polycube has at least one cube")?;
    let mut random = SplitMix64::new(seed);
    let mut some = || VoxelSet::random_connected(random.next(), 1 + random.below(size as u64) as usize);
    let (first, second) = (some(), some());
    let near = second.shifted([(); 3].map(|()| random.integer(-2, 2)));
    let (a_voxels, b_voxels) = match random.below(6) {
        0 => (first.clone(), first),
        1 => (first.union(&second), first),
        2 => (first.clone(), first.union(&second)),
        3 => (first.clone(), near.minus(&first)),
        4 => (first.union(&second), first.union(&near)),
        _ => (first, near),
    };
    let b_voxels = if b_voxels.is_empty() { second } else { b_voxels };
    let map = UnimodularMap::random(random.next(), 8);
    let mut style = || Style {
        walls: if random.coin() { Walls::Boundary } else { Walls::EveryCube },
        levels: random.below(2) as u32,
        seed: random.next(),
        map,
    };
    let (a, b) = (polycube(&a_voxels, &style())?, polycube(&b_voxels, &style())?);
    let relation = a_voxels.relation_to(&b_voxels).relation();
    Ok(PolycubePair { a_voxels, b_voxels, a, b, relation })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn bodies_have_the_volume_of_their_cubes() {
        for seed in 0..100 {
            let voxels = VoxelSet::random_connected(seed, 12);
            let map = UnimodularMap::random(seed, 10);
            for walls in [Walls::Boundary, Walls::EveryCube] {
                for levels in [0, 2] {
                    let mesh = polycube(&voxels, &Style { walls, levels, seed, map }).unwrap();
                    assert!(mesh.is_closed());
                    let volume = mesh.mass_properties().volume;
                    assert!((volume - 12.0).abs() < 1e-6, "{volume}");
                    if walls == Walls::EveryCube {
                        assert_eq!(mesh.faces().len(), (12 * 12) << (2 * levels));
                    }
                }
            }
        }
    }

    #[test]
    fn levels_do_not_move_a_body() {
        let voxels = VoxelSet::random_connected(4, 5);
        let map = UnimodularMap::random(9, 10);
        let bounds = |levels| polycube(&voxels, &Style { levels, map, ..Style::default() }).unwrap().bounds();
        assert_eq!(bounds(0), bounds(1));
        assert_eq!(bounds(0), bounds(3));
    }

    #[test]
    fn a_hollow_block_has_an_inner_shell() {
        let hollow = VoxelSet::cuboid([0; 3], [3; 3]).minus(&VoxelSet::cuboid([1; 3], [2; 3]));
        let mesh = polycube(&hollow, &Style::default()).unwrap();
        assert_eq!(mesh.mass_properties().volume, 26.0);
        assert_eq!((mesh.topology().component_count(), mesh.faces().len()), (2, 12 * 9 + 12));
    }

    #[test]
    fn unions_of_boxes_count_overlaps_twice() {
        let boxes = [[[0; 3], [2; 3]], [[1; 3], [3; 3]]];
        let mesh = box_union(&boxes, &Style::default()).unwrap();
        assert!(mesh.is_closed());
        assert_eq!(mesh.faces().len(), 24);
        assert!((mesh.mass_properties().volume - 16.0).abs() < 1e-12);
        assert_eq!(box_union_voxels(&boxes).len(), 15);
        assert!(box_union(&[[[0; 3], [0, 1, 1]]], &Style::default()).is_err());
        assert!(polycube(&VoxelSet::default(), &Style::default()).is_err());
    }

    #[test]
    fn random_pairs_have_every_relation_and_repeat() {
        let mut seen: HashMap<Relation, u32> = HashMap::new();
        for seed in 0..600 {
            let pair = random_pair(seed, 6).unwrap();
            assert!(pair.a.is_closed() && pair.b.is_closed());
            *seen.entry(pair.relation).or_default() += 1;
            let again = random_pair(seed, 6).unwrap();
            assert_eq!((pair.a.vertices(), pair.b.faces()), (again.a.vertices(), again.b.faces()));
        }
        assert_eq!(seen.len(), 6, "{seen:?}");
        assert!(seen.values().all(|n| *n >= 20), "{seen:?}");
    }
}
