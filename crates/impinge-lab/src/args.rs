//! The words of `impinge lab`.

use crate::claims::args::ClaimsArgs;
use crate::cloth::args::ClothArgs;
use crate::image_space_args::{CinderArgs, CullideArgs};
use crate::soak::args::SoakArgs;
use clap::{Args, Subcommand, ValueEnum};
use impinge_terminal::threads::jobs;
use std::path::PathBuf;

/// `impinge lab`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without a name, lists the labs. Each repeats the experiments of a paper on generated scenes, prints the paper's numbers
beside those of this machine, and writes plots, pictures and every single measurement to a folder.

Examples:
  impinge lab                          which labs are there?
  impinge lab rapid                    pipes falling inside pipes, a torpedo on rollers
  impinge lab rapid --steps 200 -q     a short one, files only
  impinge lab hierarchies              which bounding volumes, splits and walks win where?
  impinge lab convex                   what do hulls in motion cost, large or small, slow or fast?
  impinge lab crowd                    how many moving bodies are too many?
  impinge lab jimenez                  moving polygons and polyhedra: what do coverings cost, and what trees?
  impinge lab kitamura                 which faces collide next, and how many processors does it take?
  impinge lab cloth                    cloth that folds: refit the tree or sort it again, and how many steps a second?
  impinge lab cinder                   collisions by drawing: how fast is a graphics device, and what does it miss?
  impinge lab cullide                  how much of a crowd do images prune, and when does it get too dense?
  impinge lab claims                   what do five papers claim, and what of it holds here?
  impinge lab soak --minutes 10        random queries of every kind: is any answer wrong?

Exit codes: 0 done, 1 an answer of `soak` was wrong, 2 bad usage or input.")]
pub struct Lab {
    /// The experiments to repeat.
    #[command(subcommand)]
    pub experiments: Option<LabCommand>,
}

/// The labs.
#[derive(Debug, Subcommand)]
pub enum LabCommand {
    /// Pipes falling inside pipes, a torpedo on rollers: Table 1 of Lin, Manocha, Cohen and Gottschalk (1996)
    Rapid(Rapid),
    /// Bounding volumes, splitting and traversal compared: the choices of Kockara et al. (2007), section III.E
    Hierarchies(Hierarchies),
    /// Closest features of moving hulls by GJK, Lin-Canny, V-Clip and SWIFT; meshes asked about by their hulls first
    Convex(Convex),
    /// Hundreds to a million moving bodies: broad phases compared, the pipeline at 20 Hz, parts in a vibratory bowl
    Crowd(Crowd),
    /// Polygons that move about others: coverings and influence areas of Jiménez, Segura and Feito (2004) beside trees
    Jimenez(Jimenez),
    /// Faces that may collide in the next interval, on one processor and many: Kitamura, Smith, Takemura and Kishino (1995)
    Kitamura(Kitamura),
    /// Sheets that fall, fold and are cut, bodies wrung and bent: trees kept up or sorted again, self-collision at 30 steps a second
    Cloth(ClothArgs),
    /// Images of edges and faces on a graphics device: Figures 7 to 10 of Knott and Pai (2003), and what images miss
    Cinder(CinderArgs),
    /// What images prune from a crowd: rounds and density, after Govindaraju, Redon, Lin and Manocha (2003)
    Cullide(CullideArgs),
    /// Every claim of five papers, tested by a small experiment: what held, what did not, and by how much
    Claims(ClaimsArgs),
    /// Random queries of every kind against brute force and exact arithmetic, for minutes or days
    Soak(SoakArgs),
}

/// `impinge lab kitamura`.
#[derive(Debug, Args)]
#[command(after_help = "\
Kitamura, Smith, Takemura and Kishino, \"Parallel Algorithms for Real-time Colliding Face Detection\" (1995), section 5: two equal spheres
of 224, 960, 2,208 and 3,968 faces approach, turning, until they collide in the last cycle. Each cycle finds the pairs of faces whose swept
volumes meet, in four steps: boxes, faces near their overlaps, an octree of faces, hulls of pairs edge against face. How the
paper's spheres move is not printed; these end so deep in each other that about as many faces collide.

Every cycle runs on one processor; the last one of 960 and of 3,968 faces also on several, its pairs shared out in three ways:
  static     processor i of N checks pairs i, i + N, i + 2 N and so on
  dynamic    one finds pairs, the others check them as they come, then it helps
  stealing   parts of the octree, then runs of pairs; who has none left takes from others
  messages   processes that share no memory, each with its part of the faces, under mpirun: statically and dynamically. Measured where the
             program impinge-ranks is beside this one or in the PATH (cargo install --path crates/impinge-classics --features mpi)
  ideal      T_N = t1 + t2 + t3 + t4 / N, from the steps of one processor. The engine shares out steps 1 and 2, too, body by body
All must find the same pairs in the same order. Times are by the clock on the wall, the fastest of all rounds: other work on the machine
makes them longer, and those on several processors most of all.

Files, each written whole or not at all:
  kitamura.json              all figures
  kitamura.csv               a row for each sphere and cycle: faces, pairs, time of each step
  kitamura-processors.csv    a row for each sphere, distribution and number of processors
  kitamura-cycles.svg        Figure 2: time and pairs over the cycles
  kitamura-processors.svg    Figures 3 and 4: time over processors
  kitamura-speedup.svg       the same as speed-up, with the paper's points and its T_N

The pairs are the same in every run and on every machine; only times differ.

Examples:
  impinge lab kitamura
  impinge lab kitamura --quick                      a second or two
  impinge lab kitamura --processors 1,2,4,8,12      more than there are is allowed

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Kitamura {
    /// How many cycles it takes them to collide; the paper has 72
    #[arg(long, value_name = "N", default_value_t = 72, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub cycles: u32,
    /// Numbers of processors, separated by commas; by default all from 1 to those of the machine, at most 16
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub processors: Vec<u16>,
    /// How often each cycle is run
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rounds: u32,
    /// At most 3 rounds
    #[arg(long)]
    pub quick: bool,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// `impinge lab jimenez`.
#[derive(Debug, Args)]
#[command(after_help = "\
Jiménez, Segura and Feito, \"Efficient Collision Detection between 2D Polygons\" (2004), section 6: a polygon moves about another,
and is asked at every position whether they meet. Circular: once around, close by, clear of it. Linear: from afar until it
hits, with a tenth of the positions. The paper compares its method with PIVOT2D; here it stands beside the engine's own:
  covering   the paper's: circles, influence areas of the radius of the mover, edges whose ends lie on both sides
  auto       the same, but trees compare the edges where many are left
  tree       trees over the edges, each position from nothing
  brute      every edge with every edge, by barycentric signs; at some positions
All must agree at every position; then they are timed in turns, on one thread. The paper's polygons are not published; these are
generated: the one that stands of radius 1, the mover of half that.

Contour polygons on a circle are measured for all pairs of --vertices: the two surfaces of Figure 12. All kinds are measured
on both ways for two polygons of the same number. Then points move about polygons and solids (coverings of tetrahedra): by a mask of
signs, by the covering from nothing, by the tree.

In space, which the paper calls its most important future work, a ball moves in steps of 0.001 about a sphere, a torus, a knot and a
terrain of radius 1 and --faces faces: along the surface, close by, and through it. The ball's size and faces are varied, too:
  mover      influence volumes and certified distances, kept from step to step
  coherent   the engine's trees, with what they remember of the last step
  tree       trees, each position from nothing
  brute      every face with every face, at some positions
At last --steps steps about small bodies (nested, hollow, in parts, open, degenerate, tiny, huge) are compared with pair queries:
relation, pairs of faces that meet, clearance. The number of steps is printed.

Files, each written whole or not at all:
  jimenez.json            all figures
  jimenez.csv             a row for each pair of polygons: time of each method, what coherence saved
  jimenez-points.csv      a row for each polygon and solid about which a point moved
  jimenez-solids.csv      a row for each polyhedron, mover and way
  jimenez-surfaces.svg    Figure 12: time over both numbers of vertices, by the covering and by the tree; below, their ratio
  jimenez-kinds.svg       time over vertices, a panel for each kind and way
  jimenez-solids.svg      in space: time over faces, over the size of the influence, over faces of the mover

The same seed gives the same polygons, ways and counts, bit for bit; only times differ.

Examples:
  impinge lab jimenez                                        some minutes
  impinge lab jimenez --quick                                some seconds: fewer sizes and positions
  impinge lab jimenez --kinds starred --vertices 8,64,512 --positions 9000
  impinge lab jimenez --quick --faces 100,10000 --steps 1000000

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Jimenez {
    /// How many vertices polygons have, 8 to 10000, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "8,16,32,64,128,256,512,1024", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(8..=10_000))]
    pub vertices: Vec<u32>,
    /// How many positions there are on a circle; on a line a tenth of it
    #[arg(long, value_name = "N", default_value_t = 90_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    pub positions: u32,
    /// The kinds of polygons, separated by commas; the surfaces are of the contour, or of the first named
    #[arg(
        long,
        value_name = "LIST",
        value_enum,
        value_delimiter = ',',
        default_value = "convex,starred,contour,irregular,holed"
    )]
    pub kinds: Vec<PolygonKind>,
    /// How many faces polyhedra have about which others move, 100 to 4000000, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "100,1000,10000,100000,1000000", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(100..=4_000_000))]
    pub faces: Vec<u32>,
    /// How many steps in space are compared with pair queries
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000_000))]
    pub steps: u32,
    /// At most 900 positions, 10000 faces and 3000 steps, and of the vertices the fewest, the middle and the most
    #[arg(long)]
    pub quick: bool,
    /// Other polygons for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// The kinds of polygons of `impinge lab jimenez`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PolygonKind {
    /// Vertices on an ellipse.
    Convex,
    /// Spikes.
    Starred,
    /// A coast.
    Contour,
    /// A winding band.
    Irregular,
    /// A coast around a lake.
    Holed,
}

/// `impinge lab crowd`.
#[derive(Debug, Args)]
#[command(after_help = "\
Experiments, any of them by --experiments:
  boxes      cubes that fly about in a unit cube, each overlapping about four others, by every broad phase: every pair, sweep
             and prune (Lin, Manocha, Cohen and Gottschalk 1996), the hierarchical hash grid (Kockara et al. 2007), the tree.
             Motion is coherent (up to a tenth of an edge along each axis a step) or teleporting (anywhere at every step). All
             methods must find the same pairs and tell the same changes; then each is timed. What would take more than
             60 million tests a step is left out. The table names where one method overtakes another, and as which power of
             the number of bodies time grows
  pipeline   bodies that also turn, in a scene: boxes, then closest features of hulls, then trees. Polytopes of 32 vertices,
             which hulls settle, and rings, which go on to trees; up to 100,000 bodies, with fewer steps from 16,000 on. All
             ways through the pipeline must tell the same events; then the default one is timed
  rate       how many polytopes the pipeline keeps up with at 20 steps a second, up to the most of --bodies, beside the
             paper's: \"hundred of convex polytopes at interactive rates (about 1/20 of a second)\"
  deadline   the largest crowd of --bodies, up to 10,000, under budgets of time: how many pairs are decided when it is up, how long
             past it a step returns, and whether any answer is wrong; on the clock on the wall, on one thread
  bowl       gears, bolts, rings, boxes, balls, rods and pebbles poured into a bowl that is shaken; at every step the scene tells
             who meets, and each contact gives an impulse. Every hundredth step is compared with all pairs asked one by one
What is timed runs on one thread: all poses set, then the step; the same steps twice, the faster of each counts. Time is that
of the thread, so that other work on the machine counts little.

Files, each written whole or not at all, those of an experiment as soon as it is done:
  crowd.json             all figures
  crowd-boxes.csv        a row for each size, motion and broad phase: overlaps, changes, tests, time a step
  crowd-pipeline.csv     a row for each size, motion and kind of bodies: pairs, contacts, walks, time a step
  crowd-sizes.svg        times over sizes, crossovers marked
  crowd-deadlines.csv    a row for each kind of bodies, motion and budget: time, what is decided
  crowd-deadlines.svg    what is decided over the time
  bowl-steps.csv         a row for each step: contacts begun, lasting and ended, pairs, what coherence saved, time
  bowl-steps.svg         these over the steps
  bowl-1.png … -4.png    moments: parts that collide in orange, faces in contact in red

The same seed gives the same pairs, events and motion, bit for bit, for any --jobs; only times differ, and what follows from them.

Examples:
  impinge lab crowd                                          some minutes
  impinge lab crowd --bodies 100,1000,10000 --steps 20       half a minute
  impinge lab crowd --experiments bowl --parts 400 --shakes 1000 --out runs/bowl

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Crowd {
    /// How many bodies there are, 2 to 4000000, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "30,100,300,1000,3000,10000,30000,100000,300000,1000000", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(2..=4_000_000))]
    pub bodies: Vec<u32>,
    /// How many steps are timed at each size, at most; a million boxes make 20
    #[arg(long, value_name = "N", default_value_t = 60, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub steps: u32,
    /// The experiments to make, separated by commas
    #[arg(
        long,
        value_name = "LIST",
        value_enum,
        value_delimiter = ',',
        default_value = "boxes,pipeline,rate,deadline,bowl"
    )]
    pub experiments: Vec<CrowdExperiment>,
    /// How many parts are poured into the bowl
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub parts: u32,
    /// How many steps of 3 ms the bowl is shaken for
    #[arg(long, value_name = "N", default_value_t = 600, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub shakes: u32,
    /// Other places, bodies and parts for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Width of the pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// The experiments of `impinge lab crowd`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CrowdExperiment {
    /// Broad phases over sizes.
    Boxes,
    /// The whole pipeline over sizes.
    Pipeline,
    /// Polytopes at 20 Hz.
    Rate,
    /// What is known of a crowd when the time is up.
    Deadline,
    /// Parts in a vibratory bowl.
    Bowl,
}

/// `impinge lab convex`.
#[derive(Debug, Args)]
#[command(after_help = "\
Lin and Canny (1991) keep the closest features of two polytopes from one step to the next, and expect the next query to take
constant time, however many vertices there are, as long as bodies move little. This lab shows where that holds.

First, the distance of hulls of random points on ellipsoids, 40 pairs of each size, some apart, some in each other. In each
step B turns by 0.01, 0.1, 1, 10, 90 or 180 degrees and goes half of that around A. Five ways:
  GJK cold    Gilbert, Johnson and Keerthi (1988), from nothing at every step
  GJK warm    the same, from the last simplex
  Lin-Canny   Lin and Canny (1991), from the last features; through pseudo-internal cells when they penetrate
  V-Clip      Mirtich (1998), from the last features
  SWIFT       Ehmann and Lin (2000), from the last features, else from coarse to fine
All must give the same distance at every step, to 1e-9 of it; then each is timed on one thread, the best of five rounds.

Second, meshes that pass each other (knots, gears, torpedoes), asked whether they meet: by their hulls first, as Lin, Manocha,
Cohen and Gottschalk (1996, section 3) do, and by their trees at once. Hulls that are apart settle it. Those that meet do so
at features of the models (red) or of the hulls alone (green); the table holds these forecasts against what turned out.

Files, each written whole or not at all:
  convex.json              all figures
  convex.csv               a row for each size, motion, method, and pairs apart or penetrating: queries, steps, time
  convex-hulls-first.csv   a row for each scene of meshes: what hulls settled, forecast and saved
  convex-vertices.svg      time over vertices, for three motions
  convex-motion.svg        time over motions, for three sizes

The same seed, vertices and steps give the same figures, bit for bit, but for the times.

Examples:
  impinge lab convex                                        about a minute
  impinge lab convex --vertices 32,512 --steps 50           a second or two
  impinge lab convex --vertices 10000 --seed 7 --out runs/large --format csv

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Convex {
    /// How many vertices hulls have, 4 to 10000, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "8,16,32,64,128,256,512,1024,2048,4096", allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(4..=10_000))]
    pub vertices: Vec<u32>,
    /// How many steps each pair makes
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub steps: u32,
    /// Other hulls and other motions for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// `impinge lab hierarchies`.
#[derive(Debug, Args)]
#[command(after_help = "\
Three kinds of bodies (bumpy blobs, woven pipes with long thin triangles, scattered boxes), each pair at three places:
penetrating, close (a gap of about a hundredth of their size) and far; and the torpedo on its pivot. Two questions: all contacts, and,
where bodies are apart, relation and distance. Every method answers first, and must answer as the engine's own does;
then each is timed on one thread, trees being built before: the best of several rounds over several poses.

Files, each written whole or not at all:
  hierarchies.json             all figures
  hierarchies-builds.csv       a row for each body and method: build time, bytes, depth, tightness
  hierarchies-spheres.csv      a row for each closed body and level: spheres that hold the solid and spheres around the surface
  hierarchies-queries.csv      a row for each pair, question and method: box tests, triangle tests, time
  hierarchies-volume.svg       how many times slower than the best of its row each method is, coloured; the same for
  hierarchies-splitting.svg    ways to split,
  hierarchies-shape.svg        shapes of trees and fits of boxes, and for
  hierarchies-traversal.svg    ways to walk

Methods are named as --method takes them: obb:split=median differs from obb in how groups are split.

Examples:
  impinge lab hierarchies
  impinge lab hierarchies --triangles 1000 --poses 2        half a minute
  impinge lab hierarchies --triangles 50000 --out runs/large

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Hierarchies {
    /// About how many triangles a body has, 300 or more
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(300..=1_000_000))]
    pub triangles: u32,
    /// The bodies to compare on, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', default_value = "blobs,pipes,boxes,torpedo")]
    pub bodies: Vec<HierarchyBodies>,
    /// Poses of each pair at each place
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub poses: u32,
    /// Other bodies and other poses for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// `impinge lab rapid`.
#[derive(Debug, Args)]
#[command(after_help = "\
Two scenes of Lin, Manocha, Cohen and Gottschalk, \"Efficient Algorithms for Interference Detection in Dynamic
Environments\" (1996), section 5:
  pipes     interweaving pipes of 143,690 triangles; a copy 15 times smaller is pulled to the middle, tumbling and bouncing
  torpedo   a torpedo of 4,780 triangles falls on the rollers of a pivot of 44,921 and slides to and fro
The models of the paper are not published; these are generated, with the same numbers of triangles. At every step all
contacts are found, each gives the moving body an impulse, and the clock advances. They are found twice, by the paper's
method (OBBTree: --method obb:leaf=1) and by the engine's own; both must agree, and only that is timed, on one thread.

Files, each written whole or not at all:
  rapid.json                      the table: the paper's numbers and these
  SCENE-steps.csv                 a row for each step: contacts, box tests, triangle tests, time of the query, place
  SCENE-cost.svg                  these over the steps
  SCENE.png, SCENE-contacts.png   the scene and, from near by, its contacts at the step that has most of them

Time a box test is the time of a whole query over its box tests. The paper prints 7.9 microseconds; its own 16.9
seconds over 1,704,187 box tests are 9.9.

The same seed and steps give the same motion, contacts and tests, bit for bit; only the times differ.

Examples:
  impinge lab rapid
  impinge lab rapid --steps 100                             some ten seconds
  impinge lab rapid --steps 500 --seed 7 --out runs/seven --format csv

Exit codes: 0 done, 2 bad usage or input.")]
pub struct Rapid {
    /// How many steps each scene makes; the paper has 4008
    #[arg(long, value_name = "N", default_value_t = 4008, allow_negative_numbers = true, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub steps: u32,
    /// The scenes to run, separated by commas
    #[arg(long, value_name = "SCENE", value_enum, value_delimiter = ',', default_value = "pipes,torpedo")]
    pub scenes: Vec<RapidScene>,
    /// Another arrangement of pipes and another start for each number
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Width of the pictures in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1280, value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: u32,
    /// Where the numbers go, and how
    #[command(flatten)]
    pub place: LabOutputArgs,
}

/// The scenes of `impinge lab rapid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RapidScene {
    /// Pipes falling inside pipes.
    Pipes,
    /// A torpedo on the rollers of a pivot.
    Torpedo,
}

/// The bodies of `impinge lab hierarchies`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HierarchyBodies {
    /// Bumpy spheres.
    Blobs,
    /// Woven pipes.
    Pipes,
    /// Scattered boxes.
    Boxes,
    /// The torpedo on its pivot, of 49,701 triangles whatever is asked for.
    Torpedo,
}

/// Where a lab leaves its results.
#[derive(Debug, Args)]
pub struct LabOutputArgs {
    /// The folder that files are written to; made if it is not there
    #[arg(long, short, value_name = "DIR", default_value = "impinge-lab")]
    pub out: PathBuf,
    /// How to print the figures
    #[arg(long, value_enum, default_value_t)]
    pub format: LabFormat,
    /// Threads for all that is not timed; 0 means one for each core. What is timed runs on one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = jobs, allow_negative_numbers = true)]
    pub jobs: u16,
}

/// Formats of a lab's figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum LabFormat {
    /// For people.
    #[default]
    Table,
    /// For machines: what is also written to NAME.json; times in the unit that each key names.
    Json,
    /// For spreadsheets: a header and a row for each measurement, units in the header.
    Csv,
}
