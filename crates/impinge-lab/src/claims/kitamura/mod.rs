//! The claims of Kitamura, Smith, Takemura and Kishino (1995).

mod approach;
pub mod random_motions;

use crate::claims::claim::{Claim, Experiment};

/// Its claims, in the order of the paper.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "K1",
        place: "abstract, section 3.5",
        statement: "Swept volumes of faces, octree and all, miss no collision between two instants",
        experiment: Experiment::Run(approach::nothing_is_missed),
    },
    Claim {
        id: "K2",
        place: "sections 1 and 2.1",
        statement: "Tests at discrete instants miss collisions within the interval",
        experiment: Experiment::Run(approach::instants_miss),
    },
    Claim {
        id: "K3",
        place: "section 3.5",
        statement: "Intersecting swept volumes are necessary for a collision, not sufficient: some reports are false alarms",
        experiment: Experiment::Run(approach::false_alarms),
    },
    Claim {
        id: "K4",
        place: "abstract",
        statement: "Convex and concave objects are handled without modification",
        experiment: Experiment::Run(approach::concave_bodies),
    },
    Claim {
        id: "K5",
        place: "section 3.1",
        statement: "Objects may deform during motion",
        experiment: Experiment::Run(approach::deforming_bodies),
    },
    Claim {
        id: "K6",
        place: "section 3.1",
        statement: "The method needs motions that are short beside the voxels of the octree",
        experiment: Experiment::Run(approach::short_motions),
    },
    Claim {
        id: "K7",
        place: "section 3.4",
        statement: "Steps 1 and 2 eliminate most faces before the octree",
        experiment: Experiment::Run(approach::near_faces),
    },
    Claim {
        id: "K8",
        place: "section 3.4",
        statement: "The octree is divided only where faces of two or more objects are, a very small portion of space",
        experiment: Experiment::Run(approach::voxels),
    },
    Claim {
        id: "K9",
        place: "section 3.4",
        statement: "Each pair of faces is put on the check list once, however many voxels it shares",
        experiment: Experiment::Run(approach::pairs_once),
    },
    Claim {
        id: "K10",
        place: "section 5.1",
        statement: "Two spheres of 3,968 faces end with 1,160 pairs checked, 121 of them colliding",
        experiment: Experiment::Run(approach::pairs_of_large_spheres),
    },
    Claim {
        id: "K11",
        place: "section 5.1",
        statement: "Two spheres of 960 faces end with 186 pairs checked, 21 of them colliding",
        experiment: Experiment::Run(approach::pairs_of_small_spheres),
    },
    Claim {
        id: "K12",
        place: "section 5.1",
        statement: "Only 0.007 % (960 faces) and 0.02 % (3,968 faces) of all possible pairs are tested",
        experiment: Experiment::Run(approach::share_of_pairs),
    },
    Claim {
        id: "K13",
        place: "section 6.1, Figure 2",
        statement: "The last cycle, in which faces collide, takes the most computation",
        experiment: Experiment::Run(approach::last_cycle),
    },
    Claim {
        id: "K14",
        place: "Table 1",
        statement: "Step 4, the pair checks, takes 83.9 % of the time",
        experiment: Experiment::Run(approach::step_4),
    },
    Claim {
        id: "K15",
        place: "Table 1, section 4",
        statement: "Steps 1 and 2 together take 2.9 % of the time, too little to share out",
        experiment: Experiment::Run(approach::steps_1_and_2),
    },
    Claim {
        id: "K16",
        place: "section 5.1",
        statement: "From 960 to 3,968 faces the time of the last cycle grows 3.4 times (126 to 434 ms)",
        experiment: Experiment::Run(approach::growth),
    },
    Claim {
        id: "K17",
        place: "section 4.3",
        statement: "Pair checks differ in length: some pairs are parted early, others take all tests",
        experiment: Experiment::Run(approach::early_partings),
    },
    Claim {
        id: "K18",
        place: "section 6.2",
        statement: "Static distribution follows the expected time T_N = t1 + t2 + t3 + t4 / N closely",
        experiment: Experiment::Run(approach::ideal_time),
    },
    Claim {
        id: "K19",
        place: "sections 4.3 and 5.2.2",
        statement: "Dynamic distribution is faster than static (80 ms on 11 processors beside 120 ms on 12)",
        experiment: Experiment::Run(approach::dynamic_distribution),
    },
    Claim {
        id: "K20",
        place: "section 6.1",
        statement: "Static distribution accesses shared memory P + p times, dynamic 2 P + p, P being the pairs and p those that collide",
        experiment: Experiment::Run(approach::accesses),
    },
    Claim {
        id: "K21",
        place: "sections 5.2 and 6.1",
        statement: "Beyond eight to ten processors nothing is gained, because the shared bus limits",
        experiment: Experiment::Run(approach::processor_limit),
    },
    Claim {
        id: "K22",
        place: "sections 2.3 and 7",
        statement: "Two spheres of 3,968 faces are checked within 100 ms, the bar for real time",
        experiment: Experiment::Run(approach::real_time),
    },
    Claim {
        id: "K23",
        place: "section 7",
        statement: "Message passing between processors of their own memory is left for later",
        experiment: Experiment::Run(approach::messages),
    },
];
