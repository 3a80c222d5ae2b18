//! Surfaces that deform from frame to frame: a sheet that falls over a ball, one that is cut there, a ring that is wrung, a bar that is bent.
//!
//! None of them keeps clear of itself: that they cross themselves, more and more, is what they are for. The number of triangles is chosen; the motion is the same
//! for any of them, and for any number of frames.

mod cut_sheet;
mod draped_sheet;
mod falling_cloth;
mod bent_bar;
mod position_based_cloth;
mod spline_surface;
mod twisted_ring;

pub use bent_bar::Fold;
pub use cut_sheet::CutSheet;
pub use draped_sheet::Drape;
pub use twisted_ring::Twist;

use crate::error::require;
use crate::{SceneError, Surface};
use impinge::mesh::Mesh;

/// A surface at successive moments.
pub trait Film {
    /// How many frames there are.
    fn frames(&self) -> usize;

    /// The surface in a frame; in the last, if there are fewer.
    ///
    /// Faces keep their ids, and vertices theirs; if the surface is cut, then new vertices come after the old.
    fn frame(&self, index: usize) -> Surface;

    /// The edges that are cut between the frame before and this one, by the vertices that they have there.
    fn cut(&self, _index: usize) -> Vec<[u32; 2]> {
        Vec::new()
    }

    /// What stands in its way.
    fn obstacle(&self) -> Option<&Mesh> {
        None
    }
}

/// How large a film is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// About how many triangles, 200 to 10,000,000; off by some per cent, less for more.
    pub triangles: u32,
    /// How many frames, 2 to 10,000.
    pub frames: u32,
}

impl Size {
    fn check(self) -> Result<(), SceneError> {
        require((200..=10_000_000).contains(&self.triangles), "a film has 200 to 10,000,000 triangles")?;
        require((2..=10_000).contains(&self.frames), "a film has 2 to 10,000 frames")
    }

    /// What part of the film's time has gone by at a frame.
    fn moment(self, frame: usize) -> f64 {
        let last = self.frames as usize - 1;
        frame.min(last) as f64 / last as f64
    }
}

/// From 0 to 1 while `t` goes from 0 to 1, without a jerk at either end.
fn eased(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::deform::Deformable;
    use impinge::executor::Executor;

    const SIZE: Size = Size { triangles: 2_000, frames: 13 };

    fn films() -> Vec<(&'static str, Box<dyn Film>)> {
        vec![
            ("drape", Box::new(Drape::new(SIZE, 1).unwrap())),
            ("twist", Box::new(Twist::new(SIZE).unwrap())),
            ("fold", Box::new(Fold::new(SIZE).unwrap())),
            ("cut", Box::new(CutSheet::new(SIZE, 1).unwrap())),
        ]
    }

    #[test]
    fn surfaces_begin_clean_and_come_to_cross_themselves_open_or_closed() {
        for (name, film) in films() {
            assert_eq!(film.frames(), 13, "{name}");
            let crossing = |k: usize| {
                let Surface { vertices, faces } = film.frame(k);
                assert!((1_700..2_300).contains(&faces.len()), "{name}: {}", faces.len());
                assert!(vertices.iter().all(|p| p.is_finite() && p.length() < 10.0), "{name}, frame {k}");
                let surface = Deformable::try_new(&vertices, faces, &Executor::serial()).unwrap();
                surface.count_self_contacts(&Executor::serial()).meeting
            };
            let counts: Vec<usize> = (0..film.frames()).map(crossing).collect();
            assert!(counts[0] == 0 && counts[12] > 50, "{name}: {counts:?}");
            assert_eq!(film.frame(12), film.frame(99), "{name}");
            let meshes = [0, 12].map(|k| film.frame(k).mesh().unwrap());
            let is_closed = matches!(name, "twist" | "fold");
            assert!(meshes.iter().all(|mesh| mesh.is_closed() == is_closed), "{name}");
            assert_eq!(film.obstacle().is_some(), !is_closed, "{name}");
            assert!(!is_closed || meshes[0].mass_properties().volume > 0.0, "{name}");
        }
    }

    #[test]
    fn films_repeat_bit_for_bit_whatever_the_number_of_frames() {
        let size = Size { triangles: 400, ..SIZE };
        let drape = |size: Size, seed: u64, frame: usize| Drape::new(size, seed).unwrap().frame(frame);
        let one = drape(size, 7, 6);
        assert_ne!(one, drape(size, 8, 6));
        assert_eq!(one, drape(Size { frames: 25, ..size }, 7, 12));
    }

    #[test]
    fn sizes_out_of_range_are_refused() {
        for size in [Size { triangles: 199, ..SIZE }, Size { frames: 1, ..SIZE }, Size { frames: 10_001, ..SIZE }] {
            assert!(Drape::new(size, 1).is_err() && CutSheet::new(size, 1).is_err(), "{size:?}");
            assert!(Twist::new(size).is_err() && Fold::new(size).is_err(), "{size:?}");
        }
    }
}
