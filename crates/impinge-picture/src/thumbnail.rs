//! Small copies of pictures, as small files.

use png::EncodingError;

/// Levels of each colour in a thumbnail, less one: few levels make runs of equal pixels, which pack well.
const LEVELS: u32 = 31;

/// A PNG file of a picture whose sides are `factor` times shorter, each pixel the mean of a square of pixels, with 32 levels of each
/// colour. Columns and rows that fill no whole square are left out.
///
/// # Errors
/// A factor of zero or larger than a side, or fewer pixels than `size` says.
pub fn thumbnail(pixels: &[u8], size: [u32; 2], factor: u32) -> Result<Vec<u8>, EncodingError> {
    let [width, height] = size.map(|side| side.checked_div(factor).unwrap_or(0));
    if width == 0 || height == 0 {
        return encode(&[], [width, height], OF_FEW_COLOURS);
    }
    if (pixels.len() as u64) < 3 * u64::from(size[0]) * u64::from(size[1]) {
        return encode(&[], size, OF_FEW_COLOURS);
    }
    let area = factor * factor;
    let level = |sum: u32| ((sum * LEVELS + 255 * area / 2) / (255 * area) * 255 / LEVELS) as u8;
    if factor == 1 {
        let levels: [u8; 256] = std::array::from_fn(|byte| level(byte as u32));
        let small: Vec<u8> =
            pixels[..3 * (width * height) as usize].iter().map(|byte| levels[usize::from(*byte)]).collect();
        return encode(&small, size, OF_FEW_COLOURS);
    }
    let mut small = Vec::with_capacity(3 * width as usize * height as usize);
    let mut sums = vec![[0_u32; 3]; width as usize];
    for rows in pixels.chunks_exact(3 * size[0] as usize * factor as usize).take(height as usize) {
        sums.fill([0; 3]);
        for row in rows.chunks_exact(3 * size[0] as usize) {
            for (sum, squares) in sums.iter_mut().zip(row.as_chunks::<3>().0.chunks_exact(factor as usize)) {
                for pixel in squares {
                    *sum = std::array::from_fn(|channel| sum[channel] + u32::from(pixel[channel]));
                }
            }
        }
        small.extend(sums.as_flattened().iter().map(|sum| level(*sum)));
    }
    encode(&small, [width, height], OF_FEW_COLOURS)
}

/// How pixels are packed into a PNG file.
#[derive(Clone, Copy)]
pub(crate) struct Packing {
    pub compression: png::Compression,
    pub filter: png::Filter,
}

/// Filters hide runs of equal pixels, which few colours make.
const OF_FEW_COLOURS: Packing = Packing { compression: png::Compression::Balanced, filter: png::Filter::NoFilter };

/// Pixels of three bytes as a PNG file.
pub(crate) fn encode(pixels: &[u8], size: [u32; 2], packing: Packing) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(packing.compression);
    // After the compression, which comes with a filter.
    encoder.set_filter(packing.filter);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(png: &[u8]) -> ([u32; 2], Vec<u8>) {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        ([frame.width, frame.height], pixels)
    }

    #[test]
    fn a_thumbnail_is_the_mean_of_squares_to_a_level() {
        let size = [50, 31];
        let pixel = |x: u32, y: u32| [(5 * x) as u8, (8 * y) as u8, if x < 24 { 255 } else { 0 }];
        let pixels: Vec<u8> = (0..31).flat_map(|y| (0..50).flat_map(move |x| pixel(x, y))).collect();
        let (small, found) = read(&thumbnail(&pixels, size, 3).unwrap());
        assert_eq!(small, [16, 10]);
        for (k, given) in found.chunks(3).enumerate() {
            let [x, y] = [k as u32 % 16, k as u32 / 16].map(|at| 3 * at + 1);
            for (mean, given) in pixel(x, y).iter().zip(given) {
                assert!(mean.abs_diff(*given) <= 5, "{mean} {given} at {x} {y}");
            }
        }
    }

    #[test]
    fn sizes_that_make_no_picture_are_errors() {
        for factor in [0, 9] {
            assert!(thumbnail(&[0; 3 * 64], [8, 8], factor).is_err());
        }
        assert!(thumbnail(&[0; 5], [8, 8], 2).is_err());
    }
}
