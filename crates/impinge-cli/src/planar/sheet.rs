//! The sheet that polygons are drawn on: the way from the plane to pixels.

use impinge::math::DVec2;
use impinge_io::PlanarFormat;
use impinge_planar::{Polygon, Pose2, Rect};
use std::fmt::Write;
use std::path::PathBuf;

/// The larger side of the drawing, in pixels.
const SIDE: f64 = 960.0;

/// The rim around the bodies, in pixels.
const RIM: f64 = 24.0;

/// Where the y axis of bodies points in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    /// Up, as on a map.
    Up,
    /// Down, as in a drawing.
    Down,
}

impl Up {
    /// Down if all files are drawings.
    pub fn of(files: &[PathBuf]) -> Self {
        let is_drawing = |file: &PathBuf| {
            let extension = file.extension().and_then(|extension| extension.to_str());
            extension.and_then(PlanarFormat::from_extension).is_some_and(PlanarFormat::is_y_down)
        };
        if files.iter().all(is_drawing) { Self::Down } else { Self::Up }
    }
}

/// A part of the plane, and how large it is drawn.
pub struct Sheet {
    /// In pixels.
    pub size: [f64; 2],
    min: DVec2,
    scale: f64,
    up: Up,
}

impl Sheet {
    /// One that holds a rectangle.
    pub fn around(bounds: &Rect, up: Up) -> Self {
        let size = bounds.size();
        let side = size.max_element();
        let scale = if side > 0.0 { (SIDE - 2.0 * RIM) / side } else { 1.0 };
        let pixels = (size * scale + 2.0 * RIM).ceil();
        Self { size: pixels.max(DVec2::splat(4.0 * RIM)).to_array(), min: bounds.min, scale, up }
    }

    /// A point in pixels from the upper left.
    pub fn place(&self, p: DVec2) -> [f64; 2] {
        let [x, y] = ((p - self.min) * self.scale + RIM).to_array();
        [x, if self.up == Up::Up { self.size[1] - y } else { y }]
    }

    /// The rings of a polygon at a pose as path data.
    pub fn path(&self, polygon: &Polygon, pose: &Pose2) -> String {
        let mut data = String::new();
        for ring in polygon.rings() {
            for (i, p) in ring.iter().enumerate() {
                let [x, y] = self.place(pose.transform_point(*p));
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
    fn the_sheet_holds_everything() {
        let bounds = Rect { min: DVec2::new(-2.0, 10.0), max: DVec2::new(6.0, 14.0) };
        let sheet = Sheet::around(&bounds, Up::Up);
        assert_eq!(sheet.size, [960.0, 504.0]);
        assert_eq!((sheet.place(bounds.min), sheet.place(bounds.max)), ([24.0, 480.0], [936.0, 24.0]));
        assert_eq!(Sheet::around(&bounds, Up::Down).place(bounds.min), [24.0, 24.0]);
        let point = Sheet::around(&Rect::from_points(&[DVec2::ONE]), Up::Up);
        assert!(point.size.iter().all(|x| x.is_finite() && *x > 0.0));
    }
}
