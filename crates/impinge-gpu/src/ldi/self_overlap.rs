//! Which faces of one mesh may meet others than their neighbours, by layered images.
//!
//! Heidelberger, Teschner and Gross (2004) find self-collisions by the order of what a ray enters and leaves. Here fragments are intervals that
//! hold the true surface over the pixel: two faces that share a point have intervals that overlap, in some pixel of each image. So a face that in one
//! of the images overlaps no other, but for those that share a corner with it, meets none of them.

use crate::layers::LayeredImage;

/// The faces that images cannot part from others that share no corner with them. `corners` names the corners of faces, equal where they are at
/// the same place.
pub(super) fn overlapping_faces(images: &[LayeredImage], corners: &[[u32; 3]]) -> Vec<bool> {
    let share = |f: u32, g: u32| {
        let (of_f, of_g) = (corners[f as usize], corners[g as usize]);
        of_f.iter().any(|corner| of_g.contains(corner))
    };
    let mut left = vec![true; corners.len()];
    for image in images {
        let mut overlaps = vec![false; corners.len()];
        for pixel in 0..image.pixels() {
            let column: Vec<_> = image.column(pixel).filter(|fragment| left[fragment.face as usize]).collect();
            for (i, f) in column.iter().enumerate() {
                // The nearest come first.
                for g in column[i + 1..].iter().take_while(|g| g.low <= f.high) {
                    if !share(f.face, g.face) {
                        (overlaps[f.face as usize], overlaps[g.face as usize]) = (true, true);
                    }
                }
            }
        }
        left.iter_mut().zip(overlaps).for_each(|(left, overlaps)| *left &= overlaps);
    }
    left
}
