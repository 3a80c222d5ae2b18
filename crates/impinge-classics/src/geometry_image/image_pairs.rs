//! Pairs of pixels whose boxes overlap, from the tops of pyramids down, without recursion.

use super::face_image::{BLOCK, FaceImage};
use impinge::bound::Aabb;
use std::ops::ControlFlow;

/// A pixel of each of two images, with their levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PixelPair {
    pub(super) levels: [usize; 2],
    pub(super) pixels: [usize; 2],
}

impl PixelPair {
    /// The tops of two pyramids.
    pub(super) fn tops(images: [&FaceImage; 2]) -> Self {
        Self { levels: images.map(FaceImage::top), pixels: [0; 2] }
    }

    /// Whether both are triangles.
    pub(super) fn is_finest(&self) -> bool {
        self.levels == [0; 2]
    }

    /// The pairs one level below: of the coarser image, or of the first.
    pub(super) fn below(self) -> impl Iterator<Item = Self> {
        let side = usize::from(self.levels[1] > self.levels[0]);
        (0..BLOCK).map(move |k| {
            let mut pair = self;
            pair.levels[side] -= 1;
            pair.pixels[side] = BLOCK * self.pixels[side] + k;
            pair
        })
    }

    /// The boxes of both; nothing if one has no triangles.
    pub(super) fn boxes<'a>(&self, images: [&'a FaceImage; 2]) -> Option<[&'a Aabb; 2]> {
        let [p, q] = [0, 1].map(|side| images[side].pixel(self.levels[side], self.pixels[side]));
        Some([p?, q?])
    }

    /// The triangles of a finest pair.
    pub(super) fn faces(&self, images: [&FaceImage; 2]) -> [u32; 2] {
        [0, 1].map(|side| images[side].face(self.pixels[side]))
    }
}

/// Visits pairs of triangles of two images, where `overlap` tells of two boxes whether what is in them may share a point.
pub(super) fn walk(
    images: [&FaceImage; 2],
    mut overlap: impl FnMut(&Aabb, &Aabb) -> bool,
    mut visit: impl FnMut([u32; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut open = vec![PixelPair::tops(images)];
    while let Some(pair) = open.pop() {
        if !pair.boxes(images).is_some_and(|[p, q]| overlap(p, q)) {
            continue;
        }
        if pair.is_finest() {
            visit(pair.faces(images))?;
        } else {
            open.extend(pair.below());
        }
    }
    ControlFlow::Continue(())
}

impl FaceImage {
    /// Hands out every pair of triangles of two images in one frame whose boxes overlap, this image's first, each once.
    pub fn pairs(&self, other: &Self, mut visit: impl FnMut(u32, u32) -> ControlFlow<()>) -> ControlFlow<()> {
        walk([self, other], Aabb::overlaps, |[i, j]| visit(i, j))
    }

    /// Hands out every pair of triangles of the image whose boxes overlap, the lower number first, each once.
    pub fn self_pairs(&self, mut visit: impl FnMut(u32, u32) -> ControlFlow<()>) -> ControlFlow<()> {
        // Both pixels of a pair are of one level, the first not after the second.
        let mut open = vec![(self.top(), [0, 0])];
        while let Some((level, [p, q])) = open.pop() {
            let (Some(of_p), Some(of_q)) = (self.pixel(level, p), self.pixel(level, q)) else { continue };
            if !of_p.overlaps(of_q) {
                continue;
            }
            if level == 0 {
                if p != q {
                    let (i, j) = (self.face(p), self.face(q));
                    visit(i.min(j), i.max(j))?;
                }
                continue;
            }
            for k in 0..BLOCK {
                let first = if p == q { k } else { 0 };
                open.extend((first..BLOCK).map(|l| (level - 1, [BLOCK * p + k, BLOCK * q + l])));
            }
        }
        ControlFlow::Continue(())
    }
}
