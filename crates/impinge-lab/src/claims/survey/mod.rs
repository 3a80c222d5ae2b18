//! The claims of Kockara, Halic, Iqbal, Bayrak and Rowe (2007) that need no images.

mod convex_pairs;
mod deforming;
mod scenes;
pub mod tree_choices;

use crate::claims::claim::{Claim, Experiment};

/// Its claims, in the order of the survey; those about images follow in another list.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "S1",
        place: "section I",
        statement: "Testing every primitive against every other is too much: hierarchies prune nearly all of it",
        experiment: Experiment::Run(tree_choices::brute_force),
    },
    Claim {
        id: "S2",
        place: "section II",
        statement: "Exhaustive search, sweep and prune, and hash tables find the same possible pairs",
        experiment: Experiment::Run(scenes::same_pairs),
    },
    Claim {
        id: "S3",
        place: "sections I and II",
        statement: "Exhaustive search grows with the square of the number of objects, grids and trees do not",
        experiment: Experiment::Run(scenes::growth),
    },
    Claim {
        id: "S4",
        place: "section III.A",
        statement: "Even a minute change of orientation can move the closest points far",
        experiment: Experiment::Run(convex_pairs::points_jump),
    },
    Claim {
        id: "S5",
        place: "sections III.A and IV",
        statement: "Lin-Canny does not terminate for penetrating polyhedra",
        experiment: Experiment::Run(convex_pairs::lin_canny_ends),
    },
    Claim {
        id: "S6",
        place: "section III.A",
        statement: "Features are the closest if each holds the other's closest point in its Voronoi region (the theorem of V-Clip)",
        experiment: Experiment::Run(convex_pairs::theorem),
    },
    Claim {
        id: "S7",
        place: "section III.A",
        statement: "V-Clip is trapped in local minima of vertex and face, which can let objects penetrate undetected",
        experiment: Experiment::Run(convex_pairs::local_minimum),
    },
    Claim {
        id: "S8",
        place: "section III.A",
        statement: "Tracking features from frame to frame is faster than starting from nothing",
        experiment: Experiment::Run(convex_pairs::swift_and_others),
    },
    Claim {
        id: "S9",
        place: "section IV",
        statement: "It is not known how feature-based algorithms behave in degenerate conditions",
        experiment: Experiment::Run(convex_pairs::degenerate_contact),
    },
    Claim {
        id: "S10",
        place: "section III.B",
        statement: "GJK applies to arbitrary convex sets, not only to polyhedra",
        experiment: Experiment::Run(convex_pairs::general_sets),
    },
    Claim {
        id: "S11",
        place: "section III.B",
        statement: "Two convex objects collide if and only if their Minkowski difference contains the origin",
        experiment: Experiment::Run(convex_pairs::minkowski),
    },
    Claim {
        id: "S12",
        place: "section III.B, Fig. 2",
        statement: "The distance of two polyhedra is that of their Minkowski difference from the origin",
        experiment: Experiment::Run(convex_pairs::difference_distance),
    },
    Claim {
        id: "S13",
        place: "section III.B, Fig. 3",
        statement: "GJK terminates, at the closest point",
        experiment: Experiment::Run(convex_pairs::gjk_ends),
    },
    Claim {
        id: "S14",
        place: "section IV",
        statement: "Simplex-based methods are only for convex objects",
        experiment: Experiment::Run(convex_pairs::convex_only),
    },
    Claim {
        id: "S15",
        place: "sections III.C and IV",
        statement: "Tests of single frames miss thin parts that pass through each other within one frame",
        experiment: Experiment::Run(scenes::tunnelling),
    },
    Claim {
        id: "S16",
        place: "section III.D",
        statement: "Vertices looked up in signed distance functions do not detect edges that cross edges",
        experiment: Experiment::Run(scenes::crossed_edges),
    },
    Claim {
        id: "S17",
        place: "section III.E",
        statement: "Descending into the larger volume lowers the number of overlaps found",
        experiment: Experiment::Run(tree_choices::descent),
    },
    Claim {
        id: "S18",
        place: "section III.E",
        statement: "At leaves, testing a primitive against a volume first trades triangle tests for volume tests",
        experiment: Experiment::Run(tree_choices::leaf_tests),
    },
    Claim {
        id: "S19",
        place: "section III.E",
        statement: "Recursive traversal overflows the stack, since the number of calls is huge",
        experiment: Experiment::Run(tree_choices::recursion),
    },
    Claim {
        id: "S20",
        place: "section III.E",
        statement: "A priority queue under a time limit is conservative: what is not pruned in time counts as colliding",
        experiment: Experiment::Run(scenes::deadlines),
    },
    Claim {
        id: "S21",
        place: "section III.E",
        statement: "Comparing in the frame of one model is cheaper than carrying both hierarchies into the world",
        experiment: Experiment::Run(tree_choices::model_space),
    },
    Claim {
        id: "S22",
        place: "section III.E",
        statement: "Welzl's algorithm makes spheres fit better",
        experiment: Experiment::Run(convex_pairs::smallest_spheres),
    },
    Claim {
        id: "S23",
        place: "section III.E",
        statement: "Tighter volumes need fewer tests, each of which costs more",
        experiment: Experiment::Run(tree_choices::tightness_costs),
    },
    Claim {
        id: "S24",
        place: "section III.E",
        statement: "Trees of four or eight children are significantly faster than binary trees",
        experiment: Experiment::Run(tree_choices::arity),
    },
    Claim {
        id: "S25",
        place: "section III.E",
        statement: "Oriented boxes are superior to spheres and axis-aligned boxes for surfaces",
        experiment: Experiment::Run(tree_choices::oriented_boxes),
    },
    Claim {
        id: "S26",
        place: "section III.E",
        statement: "Axis-aligned boxes are the choice for deformable objects, being cheap to refit",
        experiment: Experiment::Run(deforming::axis_aligned_boxes),
    },
    Claim {
        id: "S27",
        place: "section III.E",
        statement: "Spheres are the most suitable choice for volume-based methods",
        experiment: Experiment::Untestable(
            "spheres are the only volume here whose hierarchy holds the inside (`medial-spheres`), so there is nothing to compare them with",
        ),
    },
    Claim {
        id: "S28",
        place: "section III.E",
        statement: "Splitting along the axis of largest covariance is the most accurate",
        experiment: Experiment::Run(tree_choices::covariance),
    },
    Claim {
        id: "S29",
        place: "section III.E",
        statement: "Splitting at the mean is superior to the median: smaller trees, fewer operations, better times",
        experiment: Experiment::Run(tree_choices::mean_or_median),
    },
    Claim {
        id: "S30",
        place: "section III.E",
        statement: "The spatial median is found in constant time, which makes trees fast to build",
        experiment: Experiment::Run(tree_choices::spatial_median),
    },
    Claim {
        id: "S31",
        place: "section III.E",
        statement: "Trying several places to split finds better ones, at the cost of the time to build",
        experiment: Experiment::Run(tree_choices::projection),
    },
    Claim {
        id: "S32",
        place: "section III.E",
        statement: "Rebuilding the hierarchy in each time step is impossible for complex deforming objects",
        experiment: Experiment::Run(deforming::rebuilding),
    },
    Claim {
        id: "S33",
        place: "section III.E",
        statement: "Bottom-up refitting traverses the whole hierarchy",
        experiment: Experiment::Run(deforming::bottom_up_reads_all),
    },
    Claim {
        id: "S34",
        place: "section III.E",
        statement: "Not all types of volumes are refitted fast bottom-up",
        experiment: Experiment::Run(deforming::share_of_upkeep),
    },
    Claim {
        id: "S35",
        place: "section III.E",
        statement: "Refitting damages pruning, since overlaps among siblings grow",
        experiment: Experiment::Run(deforming::refits_decay),
    },
    Claim {
        id: "S36",
        place: "section III.E",
        statement: "A hybrid of bottom-up and top-down refitting has the advantages of both",
        experiment: Experiment::Run(deforming::hybrid),
    },
    Claim {
        id: "S37",
        place: "section III.E",
        statement: "Deformable spanners encode all proximity, whether the geometry is open or closed",
        experiment: Experiment::Run(deforming::spanners),
    },
    Claim {
        id: "S38",
        place: "section III.E",
        statement: "It may be difficult to get real-time performance out of deformable spanners",
        experiment: Experiment::Run(deforming::spanner_time),
    },
    Claim {
        id: "S39",
        place: "section III.E, end",
        statement: "Rigid and deformable bodies, self-collisions, non-convex and open geometry, all in real time, are a long way off",
        experiment: Experiment::Run(deforming::long_way),
    },
];
