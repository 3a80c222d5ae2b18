//! Pair queries by images: pairs of triangles that may share a point, and pairs that may be the closest.

use super::face_image::FaceImage;
use super::image_pairs::{PixelPair, walk};
use crate::hierarchy::bounding_volume::{BoundingVolume, RelativePose};
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::mesh::Mesh;
use impinge::pair::{FacePairMethod, FacePairVisitor, PosedMeshes};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Pairs that are handed out together.
const GROUP: usize = 64;

/// Images of faces as a method of pair queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaceImageMethod;

impl FaceImageMethod {
    /// Its name.
    pub const NAME: &'static str = "gi-collide";
}

/// The image of a mesh, made on first use.
#[derive(Debug, Default)]
struct ImageCache(OnceLock<Arc<FaceImage>>);

/// The image of a mesh, made on first use and kept with it.
fn image(mesh: &Mesh) -> Arc<FaceImage> {
    let make = || {
        let triangles: Vec<_> = mesh.face_ids().map(|face| mesh.triangle(face)).collect();
        Arc::new(FaceImage::new(&triangles))
    };
    Arc::clone(mesh.cached::<ImageCache>().0.get_or_init(make))
}

impl FacePairMethod for FaceImageMethod {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn prepare(&self, mesh: &Mesh) {
        let _ = image(mesh);
    }

    fn candidates(
        &self,
        meshes: &PosedMeshes<'_>,
        cost: &mut Cost,
        visit: &mut FacePairVisitor<'_, ControlFlow<()>>,
    ) -> ControlFlow<()> {
        let [first, second] = [meshes.first, meshes.second].map(image);
        let relative = RelativePose::of_meshes(meshes);
        let (mut box_tests, mut group) = (0, Vec::with_capacity(GROUP));
        let overlap = |p: &Aabb, q: &Aabb| {
            box_tests += 1;
            p.overlap(q, &relative)
        };
        let flow = walk([&first, &second], overlap, |faces| {
            group.push(faces.map(FaceId));
            if group.len() < GROUP {
                return ControlFlow::Continue(());
            }
            let flow = visit(&group, cost);
            group.clear();
            flow
        });
        cost.box_tests += box_tests;
        if flow.is_continue() && !group.is_empty() { visit(&group, cost) } else { flow }
    }

    fn closest(
        &self,
        meshes: &PosedMeshes<'_>,
        up_to: f64,
        cost: &mut Cost,
        measure: &mut FacePairVisitor<'_, Option<f64>>,
    ) {
        let [first, second] = [meshes.first, meshes.second].map(image);
        let (images, relative) = ([&*first, &*second], RelativePose::of_meshes(meshes));
        let bound = |pair: &PixelPair| pair.boxes(images).map(|[p, q]| p.distance_bound(q, &relative));
        let (mut best, mut box_tests) = (up_to, 0);
        let mut open = BinaryHeap::new();
        let top = PixelPair::tops(images);
        open.extend(bound(&top).map(|bound| Open { bound, pair: top }));
        while let Some(Open { bound: least, pair }) = open.pop() {
            if least > best {
                break;
            }
            if pair.is_finest() {
                best = measure(&[pair.faces(images).map(FaceId)], cost).map_or(best, |value| best.min(value));
                continue;
            }
            for pair in pair.below() {
                box_tests += 1;
                open.extend(bound(&pair).filter(|bound| *bound <= best).map(|bound| Open { bound, pair }));
            }
        }
        cost.box_tests += box_tests;
    }
}

/// A pair of pixels and how close their triangles may be; the closest is the greatest, of equal ones the finest.
struct Open {
    bound: f64,
    pair: PixelPair,
}

impl Open {
    /// How many levels are below.
    fn height(&self) -> usize {
        self.pair.levels.iter().sum()
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = other.bound.total_cmp(&self.bound).then_with(|| other.height().cmp(&self.height()));
        order.then_with(|| other.pair.pixels.cmp(&self.pair.pixels))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}
