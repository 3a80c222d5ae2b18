//! The canvas that polygons are drawn on: the way from the plane to pixels.

use impinge::math::DVec2;
use impinge_io::PlanarFormat;
use impinge_planar::{Polygon, Pose2, Rect};
use std::fmt::Write;
use std::path::PathBuf;

/// The larger side of the drawing, in pixels.
const SIDE: f64 = 960.0;

/// The margin around the bodies, in pixels.
const MARGIN: f64 = 24.0;

/// Where the y axis of bodies points in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YAxis {
    /// Up, as on a map.
    Up,
    /// Down, as in a drawing.
    Down,
}

impl YAxis {
    /// Down if all files are drawings.
    pub fn from_files(files: &[PathBuf]) -> Self {
        let is_drawing = |file: &PathBuf| {
            let extension = file.extension().and_then(|extension| extension.to_str());
            extension.and_then(PlanarFormat::from_extension).is_some_and(PlanarFormat::is_y_down)
        };
        if files.iter().all(is_drawing) { Self::Down } else { Self::Up }
    }
}

/// A part of the plane and its size in pixels.
pub struct SvgCanvas {
    /// In pixels.
    pub size: [f64; 2],
    min: DVec2,
    scale: f64,
    y_axis: YAxis,
}

impl SvgCanvas {
    /// The canvas around a rectangle.
    pub fn around(bounds: &Rect, y_axis: YAxis) -> Self {
        let size = bounds.size();
        let side = size.max_element();
        let scale = if side > 0.0 { (SIDE - 2.0 * MARGIN) / side } else { 1.0 };
        let pixels = (size * scale + 2.0 * MARGIN).ceil();
        Self { size: pixels.max(DVec2::splat(4.0 * MARGIN)).to_array(), min: bounds.min, scale, y_axis }
    }

    /// A point in pixels from the upper left.
    pub fn to_pixels(&self, p: DVec2) -> [f64; 2] {
        let [x, y] = ((p - self.min) * self.scale + MARGIN).to_array();
        [x, if self.y_axis == YAxis::Up { self.size[1] - y } else { y }]
    }

    /// The rings of a polygon at a pose as path data.
    pub fn path(&self, polygon: &Polygon, pose: &Pose2) -> String {
        let mut data = String::new();
        for ring in polygon.rings() {
            for (i, p) in ring.iter().enumerate() {
                let [x, y] = self.to_pixels(pose.transform_point(*p));
                let _ = write!(data, "{}{x:.2} {y:.2}", if i == 0 { 'M' } else { 'L' });
            }
            data.push('Z');
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canvas_holds_everything() {
        let bounds = Rect { min: DVec2::new(-2.0, 10.0), max: DVec2::new(6.0, 14.0) };
        let canvas = SvgCanvas::around(&bounds, YAxis::Up);
        assert_eq!(canvas.size, [960.0, 504.0]);
        assert_eq!((canvas.to_pixels(bounds.min), canvas.to_pixels(bounds.max)), ([24.0, 480.0], [936.0, 24.0]));
        assert_eq!(SvgCanvas::around(&bounds, YAxis::Down).to_pixels(bounds.min), [24.0, 24.0]);
        let point = SvgCanvas::around(&Rect::from_points(&[DVec2::ONE]), YAxis::Up);
        assert!(point.size.iter().all(|x| x.is_finite() && *x > 0.0));
    }
}
