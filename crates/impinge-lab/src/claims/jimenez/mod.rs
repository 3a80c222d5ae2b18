//! The claims of Jiménez, Segura and Feito (2004).

mod coverings;
mod influence_areas;
mod moving_polygons;

use crate::claims::claim::{Claim, Experiment};

/// Why nothing is compared with PIVOT2D.
const PIVOT2D: &str = "PIVOT2D is not at hand, and its times depend on graphics hardware of 2001; our trees take its place in J15 and J16";

/// Its claims, in the order of the paper.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "J1",
        place: "section 4.3",
        statement: "A covering of triangles from the centroid is valid for every polygon: concave, with holes, non-manifold",
        experiment: Experiment::Run(coverings::points),
    },
    Claim {
        id: "J2",
        place: "section 7",
        statement: "The covering is made in time linear in the number of vertices, without complex data structures",
        experiment: Experiment::Run(coverings::growth),
    },
    Claim {
        id: "J3",
        place: "abstract, section 7",
        statement: "Pre-processing of the polygons is no longer necessary",
        experiment: Experiment::Run(coverings::preparation),
    },
    Claim {
        id: "J4",
        place: "sections 1 and 3, algorithm 2",
        statement: "A moving point needs new coordinates only when it changes from zone to zone",
        experiment: Experiment::Run(coverings::moving_points),
    },
    Claim {
        id: "J5",
        place: "section 3",
        statement: "The moving point takes longer than a crossings test, but not much",
        experiment: Experiment::Run(coverings::crossings_test),
    },
    Claim {
        id: "J6",
        place: "section 5.2, Figure 5",
        statement: "Two segments intersect if barycentric coordinates have the signs s <= 0, t >= 0 and u >= 0",
        experiment: Experiment::Run(coverings::segments),
    },
    Claim {
        id: "J7",
        place: "abstract",
        statement: "Sign operations make the method robust",
        experiment: Experiment::Run(coverings::robustness),
    },
    Claim {
        id: "J8",
        place: "sections 1 and 7",
        statement: "Coverings extend to solids in space",
        experiment: Experiment::Run(coverings::solids),
    },
    Claim {
        id: "J9",
        place: "section 5.4, Figure 8 b",
        statement: "Influence areas alone lose edges near vertices, extended influence areas lose none",
        experiment: Experiment::Run(influence_areas::lost_edges),
    },
    Claim {
        id: "J10",
        place: "section 5.5, Figure 9",
        statement: "The extended influence area as implemented is only slightly larger than the ideal one",
        experiment: Experiment::Run(influence_areas::excess),
    },
    Claim {
        id: "J11",
        place: "section 5.4, algorithm 3",
        statement: "Circles and influence areas settle most positions without a test between edges",
        experiment: Experiment::Run(moving_polygons::settled),
    },
    Claim {
        id: "J12",
        place: "section 5.4",
        statement: "Only few edges of the static polygon are left for the detailed test",
        experiment: Experiment::Run(moving_polygons::candidates),
    },
    Claim {
        id: "J13",
        place: "abstract, section 7",
        statement: "The method is valid for convex and non-convex polygons, with holes and non-manifold",
        experiment: Experiment::Run(moving_polygons::answers),
    },
    Claim {
        id: "J14",
        place: "sections 1 and 5.3",
        statement: "Influence areas beat comparing all pairs of edges, which takes O(n m) time",
        experiment: Experiment::Run(moving_polygons::brute_force),
    },
    Claim {
        id: "J15",
        place: "abstract, section 6, Figure 12",
        statement: "The method is faster than the alternative in most situations",
        experiment: Experiment::Run(moving_polygons::beside_trees),
    },
    Claim {
        id: "J16",
        place: "section 6, Figure 12",
        statement: "It is at its worst with large static polygons and small moving ones",
        experiment: Experiment::Run(moving_polygons::worst_sizes),
    },
    Claim {
        id: "J17",
        place: "section 6",
        statement: "More edges of the static polygon mean more changes from one area to another",
        experiment: Experiment::Run(moving_polygons::changes),
    },
    Claim {
        id: "J18",
        place: "section 6",
        statement: "The circular way is harder than the linear one",
        experiment: Experiment::Run(moving_polygons::ways),
    },
    Claim {
        id: "J19",
        place: "section 6",
        statement: "Contour polygons are among the hardest",
        experiment: Experiment::Run(moving_polygons::kinds),
    },
    Claim {
        id: "J20",
        place: "sections 6 and 7",
        statement: "The edges involved are returned in nearly the time of the yes or no",
        experiment: Experiment::Run(moving_polygons::edges_involved),
    },
    Claim {
        id: "J21",
        place: "section 7",
        statement: "A distance between the polygons can be asked for",
        experiment: Experiment::Run(moving_polygons::distances),
    },
    Claim {
        id: "J22",
        place: "section 5.3",
        statement: "Two polygons collide if and only if edges of them intersect",
        experiment: Experiment::Run(moving_polygons::nested),
    },
    Claim {
        id: "J23",
        place: "abstract, section 6, Figure 12",
        statement: "The method is faster than PIVOT2D in most situations",
        experiment: Experiment::Untestable(PIVOT2D),
    },
    Claim {
        id: "J24",
        place: "section 6, Table 1",
        statement: "The error of PIVOT2D depends on resolution, that of the method on precision",
        experiment: Experiment::Untestable(
            "PIVOT2D is not at hand; here every sign is exact, so that there is no error at all (J13)",
        ),
    },
];
