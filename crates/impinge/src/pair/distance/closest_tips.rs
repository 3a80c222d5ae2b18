//! Stars whose tips are the closest points of every two of their faces: fans tip to tip, at a distance.
//!
//! Where one star lies behind the plane through its tip across the way to the other tip, and the other star beyond the plane through its
//! own, no two of their points are closer than the tips. All pairs of their faces are then as far apart as the tips, and the pair of lowest
//! faces stands for all of them, whichever was found first.

use crate::feature::FaceId;
use crate::math::{DVec3, power_of_two_above};
use crate::mesh::vertex_stars::{NO_STAR, VertexStars};
use crate::pair::posed_pair::PosedMesh;
use std::collections::BTreeMap;

/// How far a star may reach beyond the plane through its tip, relative to the distance of the tips: some last bits, which rounding takes from
/// faces that are flat.
const BEYOND_PLANE: f64 = 1.0 / (1_u64 << 48) as f64;

/// What the product of two computed differences may be off by, relative to the sum of the products of their components.
const PRODUCT_ERROR: f64 = 8.0 * f64::EPSILON;

/// Squares of distances below which products of components may underflow.
const TINY: f64 = 1e-200;

/// What is known about pairs of large stars.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClosestTips {
    known: BTreeMap<[u32; 2], TipPair>,
}

/// What is known about two large stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TipPair {
    /// The tips need not be the closest points.
    Open,
    /// The tips are the closest points of every two faces.
    Closest,
    /// They are, and the lowest faces have been measured.
    Measured,
}

/// The large stars of two bodies, if both have some.
pub(crate) fn large_stars<'a>(bodies: &[PosedMesh<'a>; 2]) -> Option<[&'a VertexStars; 2]> {
    Some([bodies[0].mesh.large_stars()?, bodies[1].mesh.large_stars()?])
}

impl ClosestTips {
    /// The corners of two faces that are their closest points, if they belong to stars whose tips those are.
    pub fn corners(&mut self, bodies: &[PosedMesh<'_>; 2], faces: [FaceId; 2]) -> Option<[u8; 2]> {
        let stars = large_stars(bodies)?;
        let pair = [0, 1].map(|k| stars[k].of_face(faces[k]));
        (self.pair(bodies, pair) != TipPair::Open).then(|| [0, 1].map(|k| stars[k].tip_corner(faces[k])))
    }

    /// Whether the pair of lowest faces stands for every two faces of two stars.
    pub fn settle(&mut self, bodies: &[PosedMesh<'_>; 2], pair: [u32; 2]) -> TipsSettled {
        match self.pair(bodies, pair) {
            TipPair::Open => TipsSettled::No,
            TipPair::Measured => TipsSettled::Yes,
            TipPair::Closest => {
                self.known.insert(pair, TipPair::Measured);
                TipsSettled::Once
            }
        }
    }

    fn pair(&mut self, bodies: &[PosedMesh<'_>; 2], pair: [u32; 2]) -> TipPair {
        if pair.contains(&NO_STAR) {
            return TipPair::Open;
        }
        *self.known.entry(pair).or_insert_with(|| compare(bodies, pair))
    }
}

/// Whether two stars need no comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TipsSettled {
    /// They do need it.
    No,
    /// Once their lowest faces are measured, which is still to be done.
    Once,
    /// Their lowest faces have been measured.
    Yes,
}

/// Compares two stars face by face with the planes through their tips.
fn compare(bodies: &[PosedMesh<'_>; 2], pair: [u32; 2]) -> TipPair {
    let Some(stars) = large_stars(bodies) else { return TipPair::Open };
    let largest = bodies[0].bounds().largest_coordinate().max(bodies[1].bounds().largest_coordinate());
    let scale = power_of_two_above(largest);
    let tips = [0, 1].map(|k| bodies[k].vertex(stars[k].tip(pair[k])) / scale);
    let way = tips[1] - tips[0];
    let most = BEYOND_PLANE * way.length_squared();
    if way.length_squared() < TINY {
        return TipPair::Open;
    }
    let is_behind = |k: usize, towards: DVec3| {
        let corner_is_behind = |p: DVec3| {
            let products = (p / scale - tips[k]) * towards;
            products.element_sum() + PRODUCT_ERROR * products.abs().element_sum() <= most
        };
        stars[k].faces(pair[k]).iter().all(|face| bodies[k].triangle(*face).into_iter().all(corner_is_behind))
    };
    if is_behind(0, way) && is_behind(1, -way) { TipPair::Closest } else { TipPair::Open }
}
