//! The words of `impinge lab cloth`.

use crate::args::LabOutputArgs;
use clap::{Args, ValueEnum};

/// `impinge lab cloth`.
#[derive(Debug, Args)]
#[command(after_help = "\
Four surfaces deform until they cross themselves; any of them by --scenes:
  drape   a sheet falls over a ball and folds: cloth by position-based dynamics (Müller, Heidelberger, Hennix and Ratcliff 2007)
  twist   a ring is wrung until its sides pass through each other
  fold    a bar is bent until its halves do
  cut     a sheet lies over a ball, is cut through, and slides off on both sides: faces stay, vertices are split
Nothing keeps them from crossing themselves. In every frame all pairs of faces that meet elsewhere than in common corners and edges are
found, exactly, the tree being kept up in one of these ways, after Larsson and Akenine-Möller (2001):
  refit    boxes are refitted, bottom-up, in the order of the first frame
  sort     faces are put into a new order in every frame
  policy   as the engine does by itself: refit, until a new order of some pieces of the tree or of all of it pays
All must find the same pairs in every frame, and the command fails if they do not; then each is timed on one thread. Cuts are edits:
only what they change of the tree is drawn.
Classic trees of boxes, spheres and 18-DOPs are refitted bottom-up, top-down (where a walk comes), half and half, or rebuilt, in some
of the frames; of the pairs that each hands out as many must meet.

Points: the pairs of vertices closer than half a mean edge, by a deformable spanner (Gao, Guibas and Nguyen 2006) that is kept up while
they move, and by the engine's tree of boxes around them; both must find the same.
Steps: the surface as a deformable body of a scene, the ball turning below it as a rigid one; moving both and finding what meets, the surface with
itself included, on one thread and on all of --jobs, by the clock on the wall, beside 30 a second.

Files, each written whole or not at all:
  cloth.json             all figures
  cloth.csv              a row for each scene and way to keep the tree up: mean times of a frame
  cloth-frames.csv       the same for each frame
  cloth-counts.csv       a row for each scene and frame: pairs of faces that meet, neighbours that overlap, contacts with the ball
  cloth-classic.csv      a row for each scene, volume and way to draw classic trees
  cloth-points.csv       a row for each scene and frame: close vertices, times of spanner and tree
  cloth-steps.csv        a row for each scene with a ball and number of threads: time of a step, steps a second
  SCENE.svg              counts and times over the frames
  SCENE-1.png to -3.png  the surface at three moments, faces that meet others in red

The same seed gives the same frames, pairs and pictures, bit for bit; only times differ. The first frame, for which every way
builds its tree, is left out of times, and those of other frames are the fastest of all rounds.

Examples:
  impinge lab cloth                                       some minutes
  impinge lab cloth --quick                               some seconds
  impinge lab cloth --scenes drape --triangles 20000 --frames 240 --seed 7

Exit codes: 0 done, 2 bad usage or input.")]
pub struct ClothArgs {
    /// The scenes to run, separated by commas
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', default_value = "drape,twist,fold,cut")]
    pub scenes: Vec<Scene>,
    /// About how many triangles a surface has
    #[arg(long, value_name = "N", default_value_t = 100_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(200..=2_000_000))]
    pub triangles: u32,
    /// How many frames a film has: more of them are closer to each other
    #[arg(long, value_name = "N", default_value_t = 60, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub frames: u32,
    /// How often each frame is timed
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub rounds: u32,
    /// At most 2,000 triangles, 12 frames and one round
    #[arg(long)]
    pub quick: bool,
    /// Sheets that are creased in another way for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Width of the pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// The scenes of `impinge lab cloth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Scene {
    /// A sheet over a ball.
    Drape,
    /// A ring, wrung.
    Twist,
    /// A bar, bent.
    Fold,
    /// A sheet over a ball, cut.
    Cut,
}

impl Scene {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Drape => "drape",
            Self::Twist => "twist",
            Self::Fold => "fold",
            Self::Cut => "cut",
        }
    }
}
