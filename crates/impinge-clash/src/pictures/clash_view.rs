//! How a clash is seen: from where, and the pictures taken there.

use impinge::math::DVec3;

/// A place to look from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    /// Where the eye is, in the world.
    pub eye: DVec3,
    /// What it looks at, in the middle of the picture.
    pub target: DVec3,
    /// The unit direction that is up in the picture, across the line of sight.
    pub up: DVec3,
    /// The angle between the upper and the lower edge, in degrees.
    pub field_of_view: f64,
    /// The width of the picture over its height.
    pub aspect: f64,
}

impl Viewpoint {
    /// The unit direction of sight.
    #[must_use]
    pub fn ahead(&self) -> DVec3 {
        (self.target - self.eye).normalize_or(DVec3::NEG_Z)
    }
}

/// What is drawn of clashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClashPictures {
    /// Nothing.
    #[default]
    None,
    /// Thumbnails: what a page with a 3D view shows.
    Thumbnails,
    /// Pictures in full size: what BCF holds.
    Snapshots,
    /// Pictures in full size, and thumbnails of them.
    Full,
}

impl ClashPictures {
    /// What two uses together want.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, one) | (one, Self::None) => one,
            (one, two) if one == two => one,
            _ => Self::Full,
        }
    }
}

/// A clash as it is seen.
#[derive(Clone, Debug, PartialEq)]
pub struct ClashView {
    /// From where.
    pub viewpoint: Viewpoint,
    /// The picture taken there, a PNG file, where it is drawn in full size.
    pub png: Option<Vec<u8>>,
    /// The same at a third of the width and height, a PNG file of few colours; empty where it is not wanted.
    pub thumbnail: Vec<u8>,
}

impl ClashView {
    /// Whether there is a picture of the clash, and not only a place to look from.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.png.is_some() || !self.thumbnail.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::ClashPictures::{self, Full, None, Snapshots, Thumbnails};

    #[test]
    fn uses_together_get_what_each_wants() {
        let all = |uses: &[ClashPictures]| uses.iter().fold(None, |all, one| all.with(*one));
        assert_eq!([all(&[]), all(&[Snapshots, None, Snapshots])], [None, Snapshots]);
        assert_eq!([all(&[Thumbnails, Snapshots]), all(&[Full, Thumbnails])], [Full, Full]);
    }
}
