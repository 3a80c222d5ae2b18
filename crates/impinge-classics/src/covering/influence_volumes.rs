//! Influence volumes: where the middle of a ball may be if the ball is to meet a face (Jiménez, Segura and Feito 2004, section 4.5, in space).
//!
//! The extended influence volume of length n of a face is the slab of points no farther than n from its plane, on both sides, cut by
//! planes across the axes at n beyond the face's extent. It holds every point within n of the face, so a polyhedron inside a ball of
//! radius n meets only faces whose volume holds the middle of the ball. The influence volume proper is the half away from the centre of
//! the covering; that of the polyhedron is the union over its faces. Tests are in floating point and can only hold too
//! much: `docs/notes/coverings.md`. Faces lie in blocks of 64, one word of a mask, and blocks in a tree of boxes, eight a node.

use super::volume_lanes::{BoxLanes, CentredBox, FaceLanes, LANES, Patch, rounding_error};
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::math::bit_mask::BitMask;
use impinge::math::predicates::Triangle;
use impinge::mesh::Mesh;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Faces of a block: the bits of a word.
pub(super) const BLOCK: usize = 64;

/// The influence volumes of all faces of a mesh, of any length.
#[derive(Clone, Debug)]
pub struct InfluenceVolumes<'a> {
    mesh: &'a Mesh,
    tree: Arc<CachedTree>,
}

/// The tree over a mesh's faces, kept with the mesh.
#[derive(Debug, Default)]
struct CachedTree(OnceLock<VolumeTree>);

/// Faces in blocks that are close together, and boxes over them.
#[derive(Debug, Default)]
pub(super) struct VolumeTree {
    faces: Vec<FaceId>,
    lanes: Vec<FaceLanes>,
    patches: Vec<Patch>,
    /// Boxes of blocks eight at a time, then of eight of these each, up to a level of one.
    levels: Vec<Vec<BoxLanes>>,
}

impl<'a> InfluenceVolumes<'a> {
    /// The volumes of a mesh; made on first use and kept with it.
    #[must_use]
    pub fn new(mesh: &'a Mesh) -> Self {
        let tree = mesh.cached::<CachedTree>();
        tree.0.get_or_init(|| VolumeTree::new(mesh));
        Self { mesh, tree }
    }

    /// Whether a point may lie in the extended influence volume of a face: always if it is within `length` of it.
    #[must_use]
    pub fn extended_holds(&self, face: FaceId, point: DVec3, length: f64) -> bool {
        let reach = FaceLanes::new(&[self.mesh.triangle(face)]).reaches(point)[0];
        // What is not a number is not certainly outside.
        let outside = reach > length + self.error(point, length);
        !outside
    }

    /// Whether a point may lie in the influence volume of a face, that side of the extended one which is away from a centre.
    #[must_use]
    pub fn outer_holds(&self, face: FaceId, centre: DVec3, point: DVec3, length: f64) -> bool {
        let t = self.mesh.triangle(face);
        let normal = Patch::around(&[t]).normal;
        let (of_centre, of_point) = (normal.dot(centre - t[0]), normal.dot(point - t[0]));
        let inner = of_centre.signum() * of_point > self.error(point, length) + self.error(centre, 0.0);
        self.extended_holds(face, point, length) && !inner
    }

    /// The faces in whose extended influence volume a point may lie: all that are within `length` of it are among them.
    #[must_use]
    pub fn mask(&self, point: DVec3, length: f64) -> BitMask {
        let mut mask = BitMask::default();
        mask.clear(self.mesh.faces().len());
        let _ = self.tree().visit_within(point, length + self.error(point, length), &mut |face| {
            mask.set(face.index());
            ControlFlow::Continue(())
        });
        mask
    }

    /// Whether a point may lie in the extended influence volume of the polyhedron, that of any face.
    #[must_use]
    pub fn hold(&self, point: DVec3, length: f64) -> bool {
        let reach = length + self.error(point, length);
        self.tree().visit_within(point, reach, &mut |_| ControlFlow::Break(())).is_break()
    }

    pub(super) fn mesh(&self) -> &'a Mesh {
        self.mesh
    }

    pub(super) fn tree(&self) -> &VolumeTree {
        self.tree.0.get_or_init(|| VolumeTree::new(self.mesh))
    }

    /// What a test of a point may be off by (a length).
    fn error(&self, point: DVec3, length: f64) -> f64 {
        rounding_error(self.mesh.bounds().largest_coordinate() + point.abs().max_element() + length.abs())
    }
}

impl VolumeTree {
    fn new(mesh: &Mesh) -> Self {
        let centroid = |t: Triangle| t[0] / 3.0 + t[1] / 3.0 + t[2] / 3.0;
        let mut places: Vec<(DVec3, FaceId)> = mesh.face_ids().map(|f| (centroid(mesh.triangle(f)), f)).collect();
        let mut unit = BLOCK;
        while unit < places.len() {
            unit *= LANES;
        }
        split(&mut places, unit);
        let faces: Vec<FaceId> = places.into_iter().map(|(_, face)| face).collect();
        let triangles: Vec<Triangle> = faces.iter().map(|face| mesh.triangle(*face)).collect();
        let lanes = triangles.chunks(LANES).map(FaceLanes::new).collect();
        let patches: Vec<Patch> = triangles.chunks(BLOCK).map(Patch::around).collect();
        let mut boxes: Vec<CentredBox> = patches.iter().map(|patch| patch.bounds).collect();
        let mut levels = Vec::new();
        loop {
            levels.push(boxes.chunks(LANES).map(BoxLanes::new).collect());
            if boxes.len() <= LANES {
                break;
            }
            boxes = boxes.chunks(LANES).filter_map(|eight| eight.iter().copied().reduce(CentredBox::joined)).collect();
        }
        Self { faces, lanes, patches, levels }
    }

    /// Boxes of blocks eight at a time, then of eight of these each; the last level is one group.
    pub fn levels(&self) -> &[Vec<BoxLanes>] {
        &self.levels
    }

    /// The faces of a block, in the order of its bits.
    pub fn block(&self, block: usize) -> &[FaceId] {
        let first = (block * BLOCK).min(self.faces.len());
        &self.faces[first..(first + BLOCK).min(self.faces.len())]
    }

    /// What lies around a block.
    pub fn patch(&self, block: usize) -> Option<&Patch> {
        self.patches.get(block)
    }

    /// The faces of a block, eight at a time.
    pub fn lanes(&self, block: usize) -> &[FaceLanes] {
        let first = (block * (BLOCK / LANES)).min(self.lanes.len());
        &self.lanes[first..(first + BLOCK / LANES).min(self.lanes.len())]
    }

    /// Visits the faces whose volumes of length `reach` hold a point.
    fn visit_within(
        &self,
        point: DVec3,
        reach: f64,
        visit: &mut dyn FnMut(FaceId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        /// A point that a volume holds is no farther than this times its length, across the corner of a box: more than √3.
        const ACROSS: f64 = 1.8;
        let place = CentredBox { middle: point, half: DVec3::ZERO };
        let mut open = vec![(self.levels.len() - 1, 0)];
        while let Some((level, group)) = open.pop() {
            let Some(boxes) = self.levels[level].get(group) else { continue };
            for (lane, gap) in boxes.gaps(&place).into_iter().enumerate() {
                let child = group * LANES + lane;
                if gap > ACROSS * reach {
                    continue;
                }
                if level > 0 {
                    open.push((level - 1, child));
                    continue;
                }
                for (lanes, faces) in self.lanes(child).iter().zip(self.block(child).chunks(LANES)) {
                    let reaches = lanes.reaches(point);
                    let held = faces.iter().zip(reaches).filter(|(_, found)| {
                        let outside = *found > reach;
                        !outside
                    });
                    held.map(|(face, _)| *face).try_for_each(&mut *visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Orders faces so that each run of `unit` of them, and of an eighth of that, and so on down to a block, lies close together.
fn split(places: &mut [(DVec3, FaceId)], unit: usize) {
    if places.len() <= BLOCK {
        return;
    }
    if places.len() <= unit {
        return split(places, unit / LANES);
    }
    let (low, high) =
        places.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), (p, _)| (low.min(*p), high.max(*p)));
    let size = high - low;
    let axis = (0..3).max_by(|i, j| size[*i].total_cmp(&size[*j])).unwrap_or(0);
    let half = places.len().div_ceil(unit).div_ceil(2) * unit;
    places.select_nth_unstable_by(half, |(p, i), (q, j)| p[axis].total_cmp(&q[axis]).then(i.cmp(j)));
    let (first, second) = places.split_at_mut(half);
    split(first, unit);
    split(second, unit);
}
