//! Every kind of check, each with an oracle that shares nothing with what it checks.

mod bodies;
mod broad_phases;
mod convex_pairs;
mod moving_features;
mod moving_solids;
mod polygons;
mod scenes;
mod surfaces;
mod sweeps;
mod triangle_pairs;
mod voxels;

use crate::soak::case::CheckKind;

/// All of them; cases take turns. The sizes of cases are such that most kinds take about the same time.
pub const ALL: [CheckKind; 14] = [
    CheckKind { name: "triangle pairs", run: triangle_pairs::check },
    CheckKind { name: "moving features", run: moving_features::check },
    CheckKind { name: "points in bodies", run: voxels::check_points },
    CheckKind { name: "voxel bodies", run: voxels::check_relations },
    CheckKind { name: "mesh pairs", run: bodies::check_heaps },
    CheckKind { name: "small bodies", run: bodies::check_relations },
    CheckKind { name: "convex pairs", run: convex_pairs::check },
    CheckKind { name: "broad phases", run: broad_phases::check },
    CheckKind { name: "moving solids", run: moving_solids::check },
    CheckKind { name: "scenes", run: scenes::check },
    CheckKind { name: "sweeps", run: sweeps::check },
    CheckKind { name: "surfaces", run: surfaces::check },
    CheckKind { name: "polygons", run: polygons::check_relations },
    CheckKind { name: "polygon sweeps", run: polygons::check_sweeps },
];

/// Eighths of the way: exact on a lattice.
fn eighths() -> impl Iterator<Item = f64> {
    (0..=8).map(|k| f64::from(k) / 8.0)
}
