//! The words of methods that draw, and of `impinge gpu`.

use crate::format::TextFormat;
use anyhow::bail;
use clap::Args;
use impinge_clash::CheckMethod;
use impinge_clash::fields::FieldSettings;
use impinge_clash::images::ImageDrawing;
use impinge_terminal::threads::jobs;

/// How the work is done, images included; none of it changes an answer.
#[derive(Clone, Debug, Args)]
pub struct CheckMethodArgs {
    /// Threads to use; 0 means one for each core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: u16,
    /// How answers are found: auto, brute, aabb, obb, sphere, kdop, rss, cinder, cullide, ldi or sdf; the same answers by all (see --help)
    #[arg(long, value_name = "METHOD", default_value_t, long_help = [METHODS, FIELD_METHOD, IMAGE_METHODS].concat())]
    pub method: CheckMethod,
    /// The graphics device for methods that draw: the first whose name contains NAME (see `impinge gpu`)
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
}

impl CheckMethodArgs {
    /// The method that draws with its device, where one is asked for; the device is opened when something is drawn.
    ///
    /// # Errors
    /// A device is named that would not be used, or the command was built without graphics.
    pub fn drawing(&self) -> anyhow::Result<Option<ImageDrawing>> {
        match (self.method, &self.device) {
            (CheckMethod::Images(method), device) => Ok(Some(ImageDrawing::new(method, device.as_deref())?)),
            (CheckMethod::Exact(method), Some(_)) => {
                bail!("--device goes with a method that draws, not with --method {method}")
            }
            (CheckMethod::Fields(_), Some(_)) => bail!("--device goes with a method that draws, not with --method sdf"),
            (CheckMethod::Exact(_) | CheckMethod::Fields(_), None) => Ok(None),
        }
    }

    /// How fields are sampled, where they are asked for.
    pub fn fields(&self) -> Option<FieldSettings> {
        match self.method {
            CheckMethod::Fields(way) => Some(way),
            _ => None,
        }
    }
}

const FIELD_METHOD: &str = "
The method that samples bodies (Guendelman, Bridson and Fedkiw 2003, with edges too):
  sdf     signed distance fields tell how deep vertices and edges of one body are inside the other, where, and which
          way is out. They are sure of what is apart or inside by their bounds, and what they leave open is asked of the faces:
          every relation is exact. It takes time to sample, and adds depths. Bodies that are not closed, and shapes, have
          no field and are left to the faces; the report says so. sdf:cells=32,storage=dense,points=10 are the
          usual options:
            cells=32                the more, the closer the bounds: they are about a cell apart
            storage=dense|sparse    samples everywhere, or fine ones near the surface alone: less memory for many cells,
                                    wider bounds far inside
            points=10               how many points of a pair JSON lists, the deepest first";

/// The engine's own methods, in words.
pub const METHODS: &str = "\
How answers are found. Every method gives the same answers; they differ in what they cost:
  auto    the fastest
  brute   every triangle against every other in exact arithmetic, slow and certain
  aabb    a hierarchy of axis-aligned boxes
  obb     of oriented boxes
  sphere  of smallest enclosing spheres
  kdop    of polytopes with fixed normals
  rss     of rectangles with a radius around them
Options follow a hierarchy's name, e.g. obb:arity=4,split=median,fit=hull. The first value is the usual one:
  arity=2|4|8                    the most children of a node
  axis=longest|coordinate|own|covariance
                                 split along the longest axis of coordinates, that of most variance, the volume's own
                                 longest (usual for obb and rss), or the direction of most variance
  split=mean|median|middle|projection|centroids
                                 where: mean or median of triangles, middle of the extent, the best of evenly spaced
                                 places or of some triangles' middles by surface area
  leaf=2                         the most triangles of a leaf, 1 to 255
  fit=area|hull|vertices         obb, rss: oriented by the hull's surface, the hull's corners, or all vertices
  k=18|14|26                     kdop: how many planes
  descend=larger|both|alternate  which of two nodes is opened
  order=depth|breadth            in which order pairs of nodes are looked at
  leaves=triangles|volume        at two leaves: triangle pairs at once, or triangles against the other's volume first
  space=model|world              compare volumes by the relative pose, or carry all of them into one frame first";

const IMAGE_METHODS: &str = "
Methods that draw bodies on a graphics device. Images propose pairs, the exact engine answers about them and all others;
so drawing adds to the time of a check and saves none of it. Where images cannot be made, the report says why:
  cinder  edges seen inside of solids (Knott and Pai 2003), in three views of four layers; bodies that are not closed, or
          are inside out, are left to the exact engine, and bodies smaller than a pixel may be missed
  cullide what is not in full sight of all others, along three axes, in rounds (Govindaraju, Redon, Lin and Manocha
          2003); any surface; images rule pairs out with certainty, so all that they do not rule out is proposed
  ldi     what columns of layered depth images do not rule out to be inside of both (Heidelberger, Teschner and Gross
          2003), pair by pair; bodies that are not closed are left to the exact engine
What images say about a pair, or a pose, is in the column image of tables, and in proposed of CSV and JSON:
  shows it            true   cinder: edges are seen inside of a solid; ldi: a common volume is certain
  wrongly shows it    true   cinder: bodies that are closer than a pixel, and do not meet
  cannot rule it out  true   cullide, ldi: more pixels might
  rules it out        false  cullide, ldi: there certainly is no common point
  misses it           false  cinder: they meet, and no pixel shows it
  shows none          false  cinder: they do not meet
  not drawn           none   the method cannot draw one of the two, so images say nothing; null in JSON
`impinge check --method ldi` also tells the volume of what is inside of both, in units of the files cubed: overlap, as
found by layered depth images of 64 x 64 pixels along three axes. It is an estimate, between bounds that hold for
certain; the exact engine does not measure volumes.";

/// `impinge gpu`.
#[derive(Debug, Args)]
#[command(after_help = "\
Every device that Vulkan finds, the fastest kind first. The one that would be taken, or that --device names, is then tried: two
boxes that interfere and two that do not are drawn and computed, and must be told apart; the time is that of a whole query,
the median of many.

Examples:
  impinge gpu
  impinge gpu --device llvmpipe --format json

Exit codes: 0 there is a device and it works, 2 there is none, it fails, or bad usage.")]
pub struct GpuArgs {
    /// Try the first device whose name contains NAME
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// How to print the list
    #[arg(long, value_enum, default_value_t)]
    pub format: TextFormat,
}
