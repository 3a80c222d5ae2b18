//! The claims of Knott and Pai (2003), and those of the survey about images.

mod detection_limits;
pub mod device;
mod interfering_pairs;
mod query_times;
mod stencil_values;
mod visibility_pruning;

use crate::claims::claim::{Claim, Experiment};

/// The claims of Knott and Pai, in the order of the paper.
pub const CINDER: &[Claim] = &[
    Claim {
        id: "C1",
        place: "section 3.1, Theorem 1",
        statement: "Two polyhedra interfere if and only if an edge of one intersects the volume of the other",
        experiment: Experiment::Run(stencil_values::theorem),
    },
    Claim {
        id: "C2",
        place: "section 3.2, Figure 1",
        statement: "A ray from inside a solid crosses its boundary an odd number of times, and leaves once more than it enters",
        experiment: Experiment::Run(stencil_values::rays),
    },
    Claim {
        id: "C3",
        place: "section 4.1",
        statement: "A positive stencil value is the number of solids that the edge point is in",
        experiment: Experiment::Images(stencil_values::number_of_solids),
    },
    Claim {
        id: "C4",
        place: "section 4.1",
        statement: "Where nothing interferes the stencil value is zero",
        experiment: Experiment::Images(stencil_values::zero_apart),
    },
    Claim {
        id: "C5",
        place: "section 4.1",
        statement: "A negative stencil value tells that an object is not a closed manifold",
        experiment: Experiment::Images(stencil_values::open_surfaces),
    },
    Claim {
        id: "C6",
        place: "section 5",
        statement: "Any pixel with a colour identifies a pair of interfering objects",
        experiment: Experiment::Images(interfering_pairs::pairs_by_pixels),
    },
    Claim {
        id: "C7",
        place: "section 5",
        statement: "12 to 16 bits for an identifier distinguish up to 65,000 objects",
        experiment: Experiment::Untestable(
            "frame buffers of 24 to 32 bits are gone: identifiers here have 32 bits each",
        ),
    },
    Claim {
        id: "C8",
        place: "sections 6.1 and 7.4",
        statement: "Reading the frame buffer instead of asking occlusion queries is costly",
        experiment: Experiment::Images(query_times::read_back_is_costly),
    },
    Claim {
        id: "C9",
        place: "section 6.1",
        statement: "Reading 256 by 256 pixels back takes at least a millisecond",
        experiment: Experiment::Untestable(
            "a time of a bus of 2001; on a driver for the CPU nothing is carried, and C8 compares both ways on one device",
        ),
    },
    Claim {
        id: "C10",
        place: "section 6.1",
        statement: "Occlusion queries cannot tell which objects constitute each pair",
        experiment: Experiment::Images(interfering_pairs::bodies_are_no_pairs),
    },
    Claim {
        id: "C11",
        place: "section 6.1",
        statement: "Whether anything interferes is known at virtually no cost before the colour buffer is read",
        experiment: Experiment::Images(query_times::any_is_cheap),
    },
    Claim {
        id: "C12",
        place: "section 6.2",
        statement: "A unique colour for each edge lists the edges that intersect other objects, all that penetrate their surface included",
        experiment: Experiment::Images(interfering_pairs::edges),
    },
    Claim {
        id: "C13",
        place: "section 6.2",
        statement: "Pixel and depth, transformed back, locate the interfering point in space",
        experiment: Experiment::Images(interfering_pairs::points),
    },
    Claim {
        id: "C14",
        place: "section 6.3",
        statement: "Edges offset along the normals of their vertices never interfere with their own polyhedron",
        experiment: Experiment::Images(stencil_values::offset_edges),
    },
    Claim {
        id: "C15",
        place: "sections 1 and 6.4",
        statement: "Non-convex geometry with hollow regions is handled",
        experiment: Experiment::Images(interfering_pairs::hollow_bodies),
    },
    Claim {
        id: "C16",
        place: "section 6.4, Figure 6",
        statement: "An intersection is missed only if every interfering edge point is occluded by a closer edge",
        experiment: Experiment::Images(interfering_pairs::only_obscured),
    },
    Claim {
        id: "C17",
        place: "section 6.4",
        statement: "A larger viewport lessens what is missed",
        experiment: Experiment::Images(interfering_pairs::resolution),
    },
    Claim {
        id: "C18",
        place: "section 6.5",
        statement: "Precision across the view is the extent of the window over its pixels",
        experiment: Experiment::Images(detection_limits::across_the_view),
    },
    Claim {
        id: "C19",
        place: "section 6.5",
        statement: "Precision along the view is better, being that of the depth buffer",
        experiment: Experiment::Images(detection_limits::along_the_view),
    },
    Claim {
        id: "C20",
        place: "section 6.5",
        statement: "In perspective interference is detected more precisely closer to the eye",
        experiment: Experiment::Images(detection_limits::perspective),
    },
    Claim {
        id: "C21",
        place: "section 7.2",
        statement: "Interference between several hundreds of boxes is detected at once",
        experiment: Experiment::Images(interfering_pairs::hundreds),
    },
    Claim {
        id: "C22",
        place: "section 7.2",
        statement: "Models of over five thousand polygons work before the mesh becomes too dense",
        experiment: Experiment::Images(interfering_pairs::dense_meshes),
    },
    Claim {
        id: "C23",
        place: "abstract, section 7.3, Figure 9",
        statement: "Time is linear in the number of objects",
        experiment: Experiment::Images(query_times::over_bodies),
    },
    Claim {
        id: "C24",
        place: "abstract, section 7.3, Figure 10",
        statement: "Time is linear in the number of polygons",
        experiment: Experiment::Images(query_times::over_triangles),
    },
    Claim {
        id: "C25",
        place: "section 1",
        statement: "Interference of objects whose projection lies outside of the window is not detected",
        experiment: Experiment::Untestable(
            "the window is fitted to all bodies whose boxes overlap, so that none lies outside of it",
        ),
    },
    Claim {
        id: "C26",
        place: "abstract, section 1",
        statement: "No preprocessing and no special data structures are required",
        experiment: Experiment::Untestable(
            "a matter of what counts: each mesh is put on the device once, with its edges and vertex normals, and no tree is built",
        ),
    },
];

/// The claims of the survey about images, in its order.
pub const SURVEY: &[Claim] = &[
    Claim {
        id: "S40",
        place: "section III.C",
        statement: "Image-space methods can also be employed on the CPU",
        experiment: Experiment::Images(visibility_pruning::on_the_cpu),
    },
    Claim {
        id: "S41",
        place: "section III.C",
        statement: "Occlusion queries take less bandwidth than reading buffers back",
        experiment: Experiment::Images(query_times::bandwidth),
    },
    Claim {
        id: "S42",
        place: "section III.C",
        statement: "Image-space methods are much slower than hierarchical ones",
        experiment: Experiment::Images(query_times::beside_hierarchies),
    },
    Claim {
        id: "S43",
        place: "section III.C",
        statement: "In CInDeR an even count means outside, an uneven one inside",
        experiment: Experiment::Images(stencil_values::even_counts),
    },
    Claim {
        id: "S44",
        place: "section III.C",
        statement: "An object that is fully visible with respect to a set does not collide with it (the lemma of CULLIDE)",
        experiment: Experiment::Images(visibility_pruning::lemma),
    },
    Claim {
        id: "S45",
        place: "section III.C",
        statement: "CULLIDE prunes in rounds until the potentially colliding set changes no more",
        experiment: Experiment::Images(visibility_pruning::rounds),
    },
    Claim {
        id: "S46",
        place: "section III.C",
        statement: "CULLIDE extends to self-collisions (Boldt and Meyer)",
        experiment: Experiment::Images(visibility_pruning::self_collisions),
    },
    Claim {
        id: "S47",
        place: "section III.C",
        statement: "CULLIDE lifts the restriction of CInDeR to closed objects",
        experiment: Experiment::Images(visibility_pruning::open_objects),
    },
    Claim {
        id: "S48",
        place: "section III.C",
        statement: "The effectiveness of CULLIDE degrades dramatically with the density of the scene",
        experiment: Experiment::Images(visibility_pruning::density),
    },
    Claim {
        id: "S49",
        place: "section IV",
        statement: "Image-space techniques cannot detect self-collisions",
        experiment: Experiment::Images(visibility_pruning::no_self_collisions),
    },
    Claim {
        id: "S50",
        place: "section IV",
        statement: "Image-space techniques require closed objects",
        experiment: Experiment::Images(visibility_pruning::closed_objects_needed),
    },
];
