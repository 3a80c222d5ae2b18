//! The covering of a solid: a tetrahedron from one point to every face, and points in solids by signs.
//!
//! Jiménez, Segura and Feito (2004) cover polygons with triangles and name solids as their most important future work. The boundary of all
//! tetrahedra together, each with the turn of its face, is the surface of the closed parts of the mesh: faces between the
//! centre and an edge cancel. So off the surface the winding number is the sum of the turns of the tetrahedra that hold the point.
//! On a plane through the centre the point is moved by (ε, ε², ε³), for an ε smaller than every positive number that
//! occurs, which changes nothing off the surface. Linear time: the tree behind [`impinge::pair::locate`] is faster for all but small meshes.

use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::bit_mask::BitMask;
use impinge::math::predicates::{Triangle, UNDERFLOW_GUARD, orient2d, orient3d, projection_axis};
use impinge::math::simd::dispatch;
use impinge::math::{DVec3, SMALLEST_COORDINATE, in_exact_range, simd};
use impinge::mesh::Mesh;
use impinge::pair::Location;
use impinge::pair::face_holds_point;

/// Faces side by side.
const LANES: usize = 8;

/// Relative error of a plain determinant of three differences: 7 units of 2^-53 and some squares (Shewchuk 1997, section 4.2); here 8.
const SIDE_ERROR: f64 = 8.0 * (f64::EPSILON / 2.0);

/// Eight faces; unused lanes repeat the last.
#[derive(Clone, Copy, Debug)]
struct FaceBlock {
    corners: [[[f64; LANES]; 3]; 3],
    used: u64,
    /// Faces of closed parts, which bound something.
    solid: u64,
    /// Faces whose corners lie on a line, which bound and hold nothing.
    flat: u64,
    /// Faces that the centre lies in front of, and those that it lies behind.
    front: u64,
    behind: u64,
}

/// Tetrahedra from the centroid of a mesh to its faces, numbered as these.
#[derive(Clone, Debug)]
pub struct SolidCovering<'a> {
    mesh: &'a Mesh,
    centre: DVec3,
    blocks: Vec<FaceBlock>,
}

impl<'a> SolidCovering<'a> {
    /// The covering of a mesh; parts that are not closed enclose nothing here, too.
    #[must_use]
    pub fn new(mesh: &'a Mesh) -> Self {
        // Any point will do: what is too small for the predicates counts as zero.
        let flush = |x: f64| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x };
        let bounds = mesh.bounds();
        let centroid = mesh.mass_properties().centroid;
        let centroid = if centroid.is_finite() { centroid } else { bounds.min };
        let centre = DVec3::from_array(centroid.clamp(bounds.min, bounds.max).to_array().map(flush));
        let count = mesh.faces().len();
        let blocks = (0..count.div_ceil(LANES)).map(|k| FaceBlock::new(mesh, centre, k * LANES)).collect();
        Self { mesh, centre, blocks }
    }

    /// The point that all tetrahedra share.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        self.centre
    }

    /// The tetrahedra, each as the centre and the corners of its face.
    pub fn tetrahedra(&self) -> impl Iterator<Item = [DVec3; 4]> {
        self.mesh.face_ids().map(|face| {
            let [a, b, c] = self.mesh.triangle(face);
            [self.centre, a, b, c]
        })
    }

    /// Where a point of the mesh's frame lies: what [`impinge::pair::locate`] says. `None` for a point outside the range of exact coordinates.
    #[must_use]
    pub fn locate(&self, point: DVec3) -> Option<Location> {
        if !point.to_array().into_iter().all(|x| x.is_finite() && in_exact_range(x)) {
            return None;
        }
        Some(match self.winding(point, &mut Cost::default()) {
            None => Location::Surface,
            Some(0) => Location::Outside,
            Some(_) => Location::Inside,
        })
    }

    /// The winding number about a point; `None` if a face holds it.
    pub(super) fn winding(&self, p: DVec3, cost: &mut Cost) -> Option<i32> {
        dispatch!(simd::level(), simd => winding(simd, self, p, cost))
    }

    /// Sets the bits of the faces that a point lies in front of; whether it lies in the plane of some face.
    pub(super) fn zones(&self, p: DVec3, mask: &mut BitMask, cost: &mut Cost) -> bool {
        dispatch!(simd::level(), simd => zones(simd, self, p, mask, cost))
    }

    pub(super) fn triangle(&self, face: usize) -> Triangle {
        self.mesh.triangle(FaceId(face as u32))
    }

    /// Whether a face belongs to a closed part.
    pub(super) fn is_solid(&self, face: usize) -> bool {
        self.blocks.get(face / LANES).is_some_and(|block| block.solid >> (face % LANES) & 1 == 1)
    }
}

impl FaceBlock {
    fn new(mesh: &Mesh, centre: DVec3, first: usize) -> Self {
        let count = (mesh.faces().len() - first).min(LANES);
        let corners = [[[0.0; LANES]; 3]; 3];
        let mut block = Self { corners, used: (1 << count) - 1, solid: 0, flat: 0, front: 0, behind: 0 };
        for lane in 0..LANES {
            let face = FaceId((first + lane.min(count - 1)) as u32);
            let t = mesh.triangle(face);
            for (corner, p) in block.corners.iter_mut().zip(t) {
                (0..3).for_each(|k| corner[k][lane] = p[k]);
            }
            if lane < count {
                let cost = &mut Cost::default();
                let side = orient3d(t[0], t[1], t[2], centre, cost);
                block.solid |= u64::from(mesh.topology().is_solid(face)) << lane;
                block.flat |= u64::from(projection_axis(&t, cost).is_none()) << lane;
                block.front |= u64::from(side > 0) << lane;
                block.behind |= u64::from(side < 0) << lane;
            }
        }
        block
    }

    /// Lanes that a point certainly lies in front of, and those that it certainly lies behind.
    #[inline(always)]
    fn sides<S: Simd>(&self, simd: S, p: DVec3) -> (u64, u64) {
        let all = |x: f64| f64x8::splat(simd, x);
        let load = |i: usize, k: usize| f64x8::from_slice(simd, &self.corners[i][k]) - all(p[k]);
        let (ax, ay, az) = (load(0, 0), load(0, 1), load(0, 2));
        let (bx, by, bz) = (load(1, 0), load(1, 1), load(1, 2));
        let (cx, cy, cz) = (load(2, 0), load(2, 1), load(2, 2));
        let (bc, cb, ca, ac) = (bx * cy, cx * by, cx * ay, ax * cy);
        let (ab, ba) = (ax * by, bx * ay);
        // The negative of det[b - a, c - a, p - a].
        let det = az * (bc - cb) + bz * (ca - ac) + cz * (ab - ba);
        let magnitude =
            (bc.abs() + cb.abs()) * az.abs() + (ca.abs() + ac.abs()) * bz.abs() + (ab.abs() + ba.abs()) * cz.abs();
        let error = magnitude * all(SIDE_ERROR);
        let safe = magnitude.simd_gt(all(UNDERFLOW_GUARD));
        ((det.simd_lt(-error) & safe).to_bitmask(), (det.simd_gt(error) & safe).to_bitmask())
    }
}

#[inline(always)]
fn zones<S: Simd>(simd: S, covering: &SolidCovering<'_>, p: DVec3, mask: &mut BitMask, cost: &mut Cost) -> bool {
    mask.clear(covering.mesh.faces().len());
    let mut on_a_plane = false;
    for (k, block) in covering.blocks.iter().enumerate() {
        let (mut front, behind) = block.sides(simd, p);
        let mut doubtful = block.used & !(front | behind | block.flat);
        while doubtful != 0 {
            let lane = doubtful.trailing_zeros() as usize;
            doubtful &= doubtful - 1;
            let [a, b, c] = covering.triangle(k * LANES + lane);
            match orient3d(a, b, c, p, cost) {
                1 => front |= 1 << lane,
                0 => on_a_plane = true,
                _ => {}
            }
        }
        mask.or_byte(k, front & block.used & !block.flat);
    }
    on_a_plane
}

#[inline(always)]
fn winding<S: Simd>(simd: S, covering: &SolidCovering<'_>, p: DVec3, cost: &mut Cost) -> Option<i32> {
    let mut winding = 0;
    for (k, block) in covering.blocks.iter().enumerate() {
        let (front, behind) = block.sides(simd, p);
        let doubtful = block.used & !(front | behind | block.flat);
        // On the side of the centre, or in the plane.
        let inner = (front & block.front) | (behind & block.behind);
        let mut wanted = (inner & block.solid & block.used) | doubtful;
        while wanted != 0 {
            let lane = wanted.trailing_zeros() as usize;
            wanted &= wanted - 1;
            let t = covering.triangle(k * LANES + lane);
            if doubtful >> lane & 1 == 1 && face_holds_point(&t, p, cost) {
                return None;
            }
            let side = (block.front >> lane & 1) as i32 - (block.behind >> lane & 1) as i32;
            if block.solid >> lane & 1 == 1 && side != 0 && in_tetrahedron(covering.centre, &t, side, p, cost) {
                // Turned outward, a face that the centre lies behind encloses.
                winding -= side;
            }
        }
    }
    Some(winding)
}

/// Whether the tetrahedron over a face holds the moved point: whether putting it in the place of any corner leaves the side as it is.
fn in_tetrahedron(s: DVec3, &[a, b, c]: &Triangle, side: i32, p: DVec3, cost: &mut Cost) -> bool {
    moved_side([a, b, c], p, cost) == side
        && [[s, b, c], [a, s, c], [a, b, s]].into_iter().all(|t| moved_side(t, p, cost) == -side)
}

/// The side of a plane on which a point lies after it was moved by (ε, ε², ε³): its own, or, in the plane, that of the first component of
/// the normal that is not zero. Zero only where the corners lie on a line.
fn moved_side(t: Triangle, p: DVec3, cost: &mut Cost) -> i32 {
    match orient3d(t[0], t[1], t[2], p, cost) {
        0 => (0..3).map(|axis| orient2d(axis, t[0], t[1], t[2], cost)).find(|sign| *sign != 0).unwrap_or(0),
        side => side,
    }
}
