//! The tree of spheres, every level of which holds the solid.

use super::ball_selection::{SelectablePiece, extreme_points, groups};
use super::medial_balls::medial_ball;
use super::solid_pieces::SolidPieces;
use crate::hierarchy::bounding_volume::Sphere;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{Location, PointQuery};
use std::ops::Range;

/// The most children of a node.
const ARITY: usize = 8;

/// Levels below the root.
const DEPTH: usize = 3;

/// A tree of spheres that hold what the closed parts of a mesh enclose, and all of its faces.
#[derive(Debug)]
pub struct SolidSphereTree<'a> {
    query: PointQuery<'a>,
    pub(super) shape: SphereTreeShape,
}

/// The tree without its mesh.
#[derive(Clone, Debug, Default)]
pub(super) struct SphereTreeShape {
    pub nodes: Vec<SphereNode>,
    /// The faces of leaves, one leaf after the other.
    pub faces: Vec<u32>,
}

/// A sphere, and what is below.
#[derive(Clone, Debug)]
pub(super) struct SphereNode {
    pub sphere: Sphere,
    /// Nodes below, empty for a leaf.
    pub children: Range<u32>,
    /// Faces that come near the pieces of a leaf, as places in the list; empty for another node.
    pub faces: Range<u32>,
}

impl<'a> SolidSphereTree<'a> {
    /// The tree of a mesh: of what its closed parts enclose, and of the faces alone where it is open.
    #[must_use]
    pub fn new(mesh: &'a Mesh) -> Self {
        let query = PointQuery::new(mesh);
        let shape = SphereTreeShape::new(mesh, &query);
        Self { query, shape }
    }

    /// The spheres of a level, 0 for the root, with leaves above it; they hold the solid.
    #[must_use]
    pub fn spheres(&self, level: usize) -> Vec<Sphere> {
        let nodes = &self.shape.nodes;
        let mut row: Vec<u32> = if nodes.is_empty() { Vec::new() } else { vec![0] };
        for _ in 0..level {
            let below = |node: &u32| {
                let children = nodes[*node as usize].children.clone();
                if children.is_empty() { *node..*node + 1 } else { children }
            };
            row = row.iter().flat_map(below).collect();
        }
        row.iter().map(|node| nodes[*node as usize].sphere).collect()
    }

    /// Levels below the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        DEPTH
    }

    /// As [`volume_outside`], of a level.
    #[must_use]
    pub fn volume_outside(&self, level: usize, samples: usize) -> f64 {
        volume_outside(&self.spheres(level), &self.query, samples)
    }
}

/// The volume that spheres cover outside a solid, by the samples of a lattice: this many along the longest side of the box around all spheres.
#[must_use]
pub fn volume_outside(spheres: &[Sphere], query: &PointQuery<'_>, samples: usize) -> f64 {
    let around = |sphere: &Sphere| {
        let radius = DVec3::splat(sphere.radius);
        Aabb { min: sphere.centre - radius, max: sphere.centre + radius }
    };
    let Some(bounds) = spheres.iter().map(around).reduce(Aabb::joined) else { return 0.0 };
    let step = bounds.size().max_element() / samples.max(1) as f64;
    if !(step > 0.0 && step.is_finite()) {
        return 0.0;
    }
    let counts = (bounds.size() / step).ceil().to_array().map(|n| n as usize);
    let mut outside = 0_u64;
    for z in 0..counts[2] {
        for y in 0..counts[1] {
            for x in 0..counts[0] {
                let p = bounds.min + (DVec3::new(x as f64, y as f64, z as f64) + DVec3::splat(0.5)) * step;
                let is_covered = spheres.iter().any(|sphere| sphere.centre.distance(p) <= sphere.radius);
                outside += u64::from(is_covered && query.locate(p) == Some(Location::Outside));
            }
        }
    }
    outside as f64 * step.powi(3)
}

impl SphereTreeShape {
    pub fn new(mesh: &Mesh, query: &PointQuery<'_>) -> Self {
        let SolidPieces { pieces, margin } = SolidPieces::new(mesh, query);
        if pieces.is_empty() {
            return Self::default();
        }
        let extremes: Vec<Vec<DVec3>> = pieces.iter().map(|piece| extreme_points(&piece.points)).collect();
        let balls: Vec<Sphere> = pieces.iter().map(|piece| medial_ball(piece, mesh, query)).collect();
        let mut shape = Self::default();
        let node = |members: &[usize]| {
            let points: Vec<DVec3> = members.iter().flat_map(|k| pieces[*k].points.iter().copied()).collect();
            let Sphere { centre, radius } = Sphere::of_points(&points);
            SphereNode { sphere: Sphere { centre, radius: radius + margin }, children: 0..0, faces: 0..0 }
        };
        // The pieces of each node, and its level, in the order of the nodes.
        let mut members: Vec<(Vec<usize>, usize)> = vec![((0..pieces.len()).collect(), 0)];
        shape.nodes.push(node(&members[0].0));
        let mut next = 0;
        while next < shape.nodes.len() {
            let (own, level) = std::mem::take(&mut members[next]);
            if own.len() < 2 || level == DEPTH {
                let mut faces: Vec<u32> = own.iter().flat_map(|k| pieces[*k].faces.iter().copied()).collect();
                faces.sort_unstable();
                faces.dedup();
                let from = shape.faces.len() as u32;
                shape.faces.append(&mut faces);
                shape.nodes[next].faces = from..shape.faces.len() as u32;
            } else {
                let selectable: Vec<SelectablePiece<'_>> =
                    own.iter().map(|k| SelectablePiece { points: &extremes[*k], ball: balls[*k] }).collect();
                let mut parts = vec![Vec::new(); ARITY];
                own.iter().zip(groups(&selectable, ARITY)).for_each(|(k, group)| parts[group].push(*k));
                parts.retain(|part| !part.is_empty());
                let from = shape.nodes.len() as u32;
                for part in parts {
                    shape.nodes.push(node(&part));
                    members.push((part, level + 1));
                }
                shape.nodes[next].children = from..shape.nodes.len() as u32;
            }
            next += 1;
        }
        shape
    }

    /// The faces of a leaf.
    pub fn faces(&self, node: &SphereNode) -> &[u32] {
        &self.faces[node.faces.start as usize..node.faces.end as usize]
    }
}
