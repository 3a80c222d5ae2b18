//! An image whose pixels are triangles, and the pyramid over it.

use impinge::bound::Aabb;
use impinge::math::DVec3;

/// A pixel without a triangle.
pub(super) const NOTHING: u32 = u32::MAX;

/// Pixels of a level for each pixel of the level above.
pub(super) const BLOCK: usize = 4;

/// Other triangles than the image has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} triangles for an image of {expected}")]
pub struct ImageSizeError {
    /// Triangles of the image.
    pub expected: usize,
    /// Triangles given.
    pub found: usize,
}

/// A square image of triangles with a pyramid of boxes.
///
/// Pixels are numbered along a Z-curve, as those of textures are: the four below pixel `i` are `4 i` to `4 i + 3`.
#[derive(Clone, Debug)]
pub struct FaceImage {
    /// The triangle of each pixel.
    faces: Vec<u32>,
    /// The least and the greatest coordinates of each pixel, level by level, the finest first; the last has one pixel.
    levels: Vec<Vec<Aabb>>,
    count: usize,
}

impl FaceImage {
    /// An image of triangles.
    #[must_use]
    pub fn new(triangles: &[[DVec3; 3]]) -> Self {
        let mut pixels = 1;
        while pixels < triangles.len() {
            pixels *= BLOCK;
        }
        let middles: Vec<DVec3> = triangles.iter().map(middle).collect();
        let mut order: Vec<u32> = (0..triangles.len() as u32).collect();
        let mut faces = vec![NOTHING; pixels];
        // Runs of triangles with the block of pixels that they fill: halved until a block is a pixel.
        let mut open = vec![(0..order.len(), 0..pixels)];
        while let Some((run, block)) = open.pop() {
            if block.len() == 1 {
                faces[block.start] = order[run].first().copied().unwrap_or(NOTHING);
                continue;
            }
            let half = run.len().div_ceil(2);
            halve(&mut order[run.clone()], half, &middles);
            let (cut, split) = (run.start + half, block.start + block.len() / 2);
            open.extend([(run.start..cut, block.start..split), (cut..run.end, split..block.end)]);
        }
        let mut levels = vec![vec![Aabb::EMPTY; pixels]];
        while levels[levels.len() - 1].len() > 1 {
            let above = levels[levels.len() - 1].len() / BLOCK;
            levels.push(vec![Aabb::EMPTY; above]);
        }
        let mut image = Self { faces, levels, count: triangles.len() };
        image.fill(triangles);
        image
    }

    /// Brings the image up to date with triangles that moved: the same ones, in the same order.
    ///
    /// # Errors
    /// There are more or fewer; the image is as it was before.
    pub fn refit(&mut self, triangles: &[[DVec3; 3]]) -> Result<(), ImageSizeError> {
        if triangles.len() != self.count {
            return Err(ImageSizeError { expected: self.count, found: triangles.len() });
        }
        self.fill(triangles);
        Ok(())
    }

    /// Every level from the one below.
    fn fill(&mut self, triangles: &[[DVec3; 3]]) {
        let around = |face: &u32| triangles.get(*face as usize).map_or(Aabb::EMPTY, |corners| Aabb::of_points(corners));
        self.levels[0].clear();
        self.levels[0].extend(self.faces.iter().map(around));
        for level in 1..self.levels.len() {
            let (below, above) = self.levels.split_at_mut(level);
            for (pixel, block) in above[0].iter_mut().zip(below[level - 1].chunks(BLOCK)) {
                *pixel = block.iter().copied().fold(Aabb::EMPTY, Aabb::joined);
            }
        }
    }

    /// How many triangles there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Columns and rows of pixels of each level, the finest first.
    #[must_use]
    pub fn sides(&self) -> Vec<usize> {
        self.levels.iter().map(|level| level.len().isqrt()).collect()
    }

    /// The highest level, of one pixel.
    pub(super) fn top(&self) -> usize {
        self.levels.len() - 1
    }

    /// What a pixel of a level has below it; nothing if it has no triangles.
    pub(super) fn pixel(&self, level: usize, pixel: usize) -> Option<&Aabb> {
        let bounds = &self.levels[level][pixel];
        (bounds.min.x <= bounds.max.x).then_some(bounds)
    }

    /// The triangle of a pixel of the finest level, or [`NOTHING`].
    pub(super) fn face(&self, pixel: usize) -> u32 {
        self.faces[pixel]
    }
}

/// Puts those before others that lie lower along the longest side of the box around all middles.
fn halve(run: &mut [u32], half: usize, middles: &[DVec3]) {
    if half >= run.len() {
        return;
    }
    let bounds = run.iter().fold(Aabb::EMPTY, |all, face| all.including(middles[*face as usize]));
    let size = bounds.size();
    let axis = (0..3).fold(0, |longest, axis| if size[axis] > size[longest] { axis } else { longest });
    let key = |face: &u32| middles[*face as usize][axis];
    // Numbers decide between equal places, so that the image depends on the triangles alone.
    run.select_nth_unstable_by(half, |p, q| key(p).total_cmp(&key(q)).then(p.cmp(q)));
}

/// The middle of a triangle, by thirds: a sum of large coordinates would overflow.
fn middle(&[a, b, c]: &[DVec3; 3]) -> DVec3 {
    a / 3.0 + b / 3.0 + c / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every triangle has one pixel, and each level is around the one below.
    #[test]
    fn an_image_holds_each_triangle_once() {
        for count in [0_u32, 1, 2, 3, 4, 5, 16, 17, 100] {
            let at = |i: u32| DVec3::new(f64::from(i * 7 % 11), f64::from(i * 5 % 13), f64::from(i % 3));
            let triangles: Vec<_> = (0..count).map(|i| [at(i), at(i) + DVec3::X, at(i) + DVec3::Y]).collect();
            let image = FaceImage::new(&triangles);
            let mut there: Vec<u32> = image.faces.iter().copied().filter(|face| *face != NOTHING).collect();
            there.sort_unstable();
            assert_eq!(there, (0..count).collect::<Vec<_>>());
            assert_eq!((image.len(), image.sides().last()), (count as usize, Some(&1)));
            for level in 1..image.levels.len() {
                for (pixel, above) in image.levels[level].iter().enumerate() {
                    let below = &image.levels[level - 1][BLOCK * pixel..BLOCK * (pixel + 1)];
                    assert_eq!(*above, below.iter().copied().fold(Aabb::EMPTY, Aabb::joined));
                }
            }
            let mut image = image;
            let few = &triangles[..triangles.len().saturating_sub(1)];
            assert_eq!(image.refit(few).is_err(), count > 0);
        }
    }
}
