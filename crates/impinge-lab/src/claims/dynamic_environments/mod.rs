//! The claims of Lin, Manocha, Cohen and Gottschalk (1996).

pub mod closest_features;
pub mod falling_pipes;
pub mod moving_boxes;
mod oriented_boxes;

use crate::claims::claim::{Claim, Experiment};

/// Its claims, in the order of the paper.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "L1",
        place: "section 3",
        statement: "Two axis-aligned boxes overlap if and only if their intervals overlap on all three axes",
        experiment: Experiment::Run(moving_boxes::intervals),
    },
    Claim {
        id: "L2",
        place: "section 3",
        statement: "Kept lists of end points are sorted again by insertion sort in expected O(N) time",
        experiment: Experiment::Run(moving_boxes::insertion_sort),
    },
    Claim {
        id: "L3",
        place: "section 3",
        statement: "Coherence makes it cheap to keep the sorted lists of the frame before",
        experiment: Experiment::Run(moving_boxes::kept_lists),
    },
    Claim {
        id: "L4",
        place: "section 3",
        statement: "In most situations an object has to be tested against a small fraction of all objects",
        experiment: Experiment::Run(moving_boxes::few_pairs),
    },
    Claim {
        id: "L5",
        place: "section 4.1",
        statement: "Closest features change infrequently along finely discretised paths",
        experiment: Experiment::Run(closest_features::changes),
    },
    Claim {
        id: "L6",
        place: "section 4.1",
        statement: "Tracking closest features takes expected constant time, whatever the size of the polytopes",
        experiment: Experiment::Run(closest_features::constant_time),
    },
    Claim {
        id: "L7",
        place: "section 4.1",
        statement: "That is lost with large steps, such as half a turn a step",
        experiment: Experiment::Run(closest_features::large_steps),
    },
    Claim {
        id: "L8",
        place: "section 4.1",
        statement: "Every switch of features lessens the distance, so polytopes that are apart cause no cycle",
        experiment: Experiment::Run(closest_features::no_cycles),
    },
    Claim {
        id: "L9",
        place: "section 4.1",
        statement: "Pseudo-internal Voronoi regions detect penetration, without the exact internal regions",
        experiment: Experiment::Run(closest_features::penetrations),
    },
    Claim {
        id: "L10",
        place: "section 4.1",
        statement: "The Voronoi diagram outside a polytope has a linear number of features",
        experiment: Experiment::Run(closest_features::linear_features),
    },
    Claim {
        id: "L11",
        place: "section 4.1, Figure 1 a",
        statement: "A red-red overlap of hulls is an actual collision of the models",
        experiment: Experiment::Run(closest_features::red_red),
    },
    Claim {
        id: "L12",
        place: "section 4.1, Figure 1 b and c",
        statement: "Red-green and green-green overlaps may or may not be collisions",
        experiment: Experiment::Run(closest_features::other_colours),
    },
    Claim {
        id: "L13",
        place: "section 4",
        statement: "Asking convex hulls first saves exact tests",
        experiment: Experiment::Run(closest_features::hulls_prune),
    },
    Claim {
        id: "L14",
        place: "section 4.2",
        statement: "Statistics of all vertices misalign a box with dense vertices inside; those of the convex hull do not",
        experiment: Experiment::Run(oriented_boxes::dense_inside),
    },
    Claim {
        id: "L15",
        place: "section 4.2",
        statement: "Statistics of hull vertices still suffer from many nearly collinear vertices on the hull",
        experiment: Experiment::Run(oriented_boxes::dense_on_hull),
    },
    Claim {
        id: "L16",
        place: "section 4.2",
        statement: "A group of polygons that no axis divides at the mean stays one indivisible leaf",
        experiment: Experiment::Run(oriented_boxes::indivisible),
    },
    Claim {
        id: "L17",
        place: "section 4.2",
        statement: "15 axes suffice to decide whether two oriented boxes overlap",
        experiment: Experiment::Run(oriented_boxes::fifteen_axes),
    },
    Claim {
        id: "L18",
        place: "section 4.2",
        statement: "Early exit makes the box test take about half of its operations in practice",
        experiment: Experiment::Run(oriented_boxes::early_exit),
    },
    Claim {
        id: "L19",
        place: "section 4.2",
        statement: "The box test takes at most 200 arithmetic operations",
        experiment: Experiment::Untestable(
            "our test decides several boxes at once in vector registers, with terms for rounding that theirs does not have: operations are not comparable",
        ),
    },
    Claim {
        id: "L20",
        place: "section 4.2",
        statement: "The box test is about an order of magnitude faster than edge-face tests, linear programming and closest features",
        experiment: Experiment::Run(oriented_boxes::fast_overlap),
    },
    Claim {
        id: "L21",
        place: "abstract, sections 2 and 4.2",
        statement: "Contacts of polygon soups with cracks, T-joints and non-manifold parts are exact",
        experiment: Experiment::Run(oriented_boxes::soups),
    },
    Claim {
        id: "L22",
        place: "section 4.2",
        statement: "All contacts are found, not one",
        experiment: Experiment::Run(falling_pipes::all_contacts),
    },
    Claim {
        id: "L23",
        place: "section 5",
        statement: "Oriented boxes asymptotically do much better than spheres and axis-aligned boxes",
        experiment: Experiment::Run(oriented_boxes::asymptotic),
    },
    Claim {
        id: "L24",
        place: "section 5",
        statement: "Long thin triangles of pipes cannot be approximated efficiently by spheres and axis-aligned boxes",
        experiment: Experiment::Run(crate::claims::survey::tree_choices::pipes),
    },
    Claim {
        id: "L25",
        place: "section 2",
        statement: "Hierarchies do very well far apart and slow down considerably with many contacts",
        experiment: Experiment::Run(crate::claims::survey::tree_choices::proximity),
    },
    Claim {
        id: "L26",
        place: "Table 1",
        statement: "The falling pipes take 1,704,187 box tests in 4,008 steps: 425 a step",
        experiment: Experiment::Run(falling_pipes::box_tests),
    },
    Claim {
        id: "L27",
        place: "Table 1",
        statement: "1,704,187 box tests go with 71,589 triangle tests: 23.8 to one",
        experiment: Experiment::Run(falling_pipes::box_tests_a_triangle_test),
    },
    Claim {
        id: "L28",
        place: "Table 1",
        statement: "71,589 triangle tests find 23,905 contacts: 3.0 for each",
        experiment: Experiment::Run(falling_pipes::triangle_tests_a_contact),
    },
    Claim {
        id: "L29",
        place: "Table 1",
        statement: "There are 6.0 contacts a step in the mean",
        experiment: Experiment::Run(falling_pipes::contacts_a_step),
    },
    Claim {
        id: "L30",
        place: "Table 1",
        statement: "A box test takes 7.9 us, all queries 16.9 s",
        experiment: Experiment::Run(falling_pipes::time_a_box_test),
    },
    Claim {
        id: "L31",
        place: "section 5, Figure 5",
        statement: "The torpedo has several contacts along its length as it rests among the rollers",
        experiment: Experiment::Run(falling_pipes::torpedo),
    },
    Claim {
        id: "L32",
        place: "section 5",
        statement: "Contacts among hundreds of convex polytopes are found at about 20 steps a second",
        experiment: Experiment::Run(moving_boxes::polytopes_at_20_hz),
    },
    Claim {
        id: "L33",
        place: "section 5, captions of Figures 4 and 5",
        statement: "A query takes 4.2 ms for the pipes (90 MHz R8000) and 100 ms for the torpedo (200 MHz R4400)",
        experiment: Experiment::Untestable(
            "those machines are gone, and theirs differ between the two scenes, so that not even their ratio can be repeated; `impinge lab rapid` prints today's times",
        ),
    },
];
