//! The words of the labs that draw.

use crate::args::LabOutputArgs;
use clap::Args;

/// `impinge lab cinder`.
#[derive(Debug, Args)]
#[command(after_help = "\
Knott and Pai, \"CInDeR: Collision and Interference Detection in Real-time using Graphics Hardware\" (2003), section 7: random
scenes are drawn, and pixels tell whose edges are inside whose solid. Six ways to ask, three by drawing as published and
three by compute shaders; both make the same images:
  draw, read-back    who is inside whom, by which edges and where: images are read back
  draw, occlusion    which bodies interfere, by occlusion queries alone
  draw, any          whether any do
  compute, pairs     as read-back; only pixels that tell of an interference come back
  compute, bodies    which bodies interfere
  compute, any       whether any do
Figure 9: unit boxes, anywhere in a cube of 1.6 sides for each, turned anyhow: most of them interfere. Figure 10: two balls of
ever more triangles, and two boxes beside them, since dense edges hide what is inside. Times are those of whole queries,
layout and identification included, the mean of --trials random scenes, with a line of least squares for each way to ask and
its R². Then pairs that meet and that no image shows are counted, over density and resolution, by the exact engine: in one
view as published, and in three views with the edges behind edges.

Files, each written whole or not at all:
  cinder.json         all figures
  cinder-times.csv    a row for each way to ask and size: time, deviation, the device's share, bytes read back
  cinder-times.svg    Figures 9 and 10
  cinder-misses.csv   a row for each density and resolution: pairs that meet, are shown, are missed
  cinder-misses.svg   what is missed over resolution, a panel for each density
  cinder-knots.png    Figure 7: entangled knots, edges inside of others in red, through what hides them
  cinder-crowd.png    Figure 8: a crowd, interfering bodies in red

The same seed gives the same scenes, findings and pictures on every device; only times differ.

Examples:
  impinge lab cinder                     some minutes on a graphics card, far more on a driver for the CPU: try --quick there
  impinge lab cinder --quick             some seconds on any device: few and small scenes
  impinge lab cinder --boxes 2000,4000 --triangles 2000000 --trials 10 --out large

Exit codes: 0 done, 2 bad usage or input, or there is no device.")]
pub struct CinderArgs {
    /// How many boxes there are, 2 to 100000, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "100,250,500,750,1000", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub boxes: Vec<u32>,
    /// About how many triangles two balls have together, 40 to 10000000, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "100000,250000,500000,750000,1000000", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(40..=10_000_000))]
    pub triangles: Vec<u32>,
    /// How many random scenes are timed at each size
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub trials: u32,
    /// Columns, and rows, of the images that are timed
    #[arg(long, value_name = "N", default_value_t = 256, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=8192))]
    pub pixels: u32,
    /// Few and small scenes, at most 3 of each size and 64 pixels, whatever else is asked
    #[arg(long)]
    pub quick: bool,
    /// The first device whose name contains NAME; else the fastest (see `impinge gpu`)
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Other scenes for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Width of the pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// `impinge lab cullide`.
#[derive(Debug, Args)]
#[command(after_help = "\
Govindaraju, Redon, Lin and Manocha, \"CULLIDE: Interactive Collision Detection Between Complex Models in Large Environments using
Graphics Hardware\" (2003): a body in full sight of all others meets none of them and is pruned, and again among those that
are left, until no round prunes more; then the same for single faces. The denser the crowd, the less is in full sight. This lab
shows how much is left after each round, tori of 960 triangles being put into ever smaller rooms; the exact engine decides
about what is left, and all pairs that meet must be among it.

Files, each written whole or not at all:
  cullide.json         all figures
  cullide.csv          a row for each density: pairs of boxes, pairs not parted by images, pairs that meet, what is left, time
  cullide-rounds.csv   a row for each round: how many bodies, or faces, it left
  cullide-published.csv
                       a row for each density: at most eight coarse tori by drawing and occlusion queries, as published, beside
                       the layered images that otherwise do the same; both must leave the same faces
  cullide.svg          pairs over density, and the share of bodies and faces that is left

The same seed gives the same counts on every device; only times differ.

Examples:
  impinge lab cullide
  impinge lab cullide --quick
  impinge lab cullide --bodies 1000 --pixels 512 --seed 7

Exit codes: 0 done, 2 bad usage or input, or there is no device.")]
pub struct CullideArgs {
    /// How many bodies there are
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub bodies: u32,
    /// Columns, and rows, of the images
    #[arg(long, value_name = "N", default_value_t = 256, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub pixels: u32,
    /// At most 24 bodies and 64 pixels
    #[arg(long)]
    pub quick: bool,
    /// The first device whose name contains NAME; else the fastest (see `impinge gpu`)
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// Other places for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}
