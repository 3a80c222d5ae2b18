//! Spheres that hold solids beside spheres around their surface: how much of space outside the solid each level covers.

use crate::hierarchies::body_pairs::Pair;
use impinge::math::DVec3;
use impinge::pair::PointQuery;
use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig};
use impinge_classics::medial_spheres::{SolidSphereTree, volume_outside};
use impinge_terminal::text_table::{lines, plain, right};
use serde::Serialize;
use std::time::Instant;

/// Samples along the longest side of what spheres cover.
const SAMPLES: usize = 64;

/// Levels that are compared.
const LEVELS: usize = 3;

/// A level of both trees of a body.
#[derive(Clone, Debug, Serialize)]
pub struct SphereLevel {
    pub bodies: &'static str,
    pub level: usize,
    pub solid_spheres: usize,
    /// Volume covered outside of the solid, in units of the solid's; sampled.
    pub solid_excess: f64,
    pub surface_spheres: usize,
    pub surface_excess: f64,
    /// To build the whole tree.
    pub solid_milliseconds: f64,
    pub surface_milliseconds: f64,
}

/// The first body of each pair of closed bodies, by volumetric spheres and by `sphere:arity=8`.
///
/// # Errors
/// The hierarchy has no such name, which is a bug.
pub fn measure(pairs: &[Pair]) -> anyhow::Result<Vec<SphereLevel>> {
    let config: HierarchyConfig = "sphere:arity=8".parse()?;
    let (mut seen, mut rows) = (Vec::new(), Vec::new());
    for pair in pairs {
        let volume = pair.a.mass_properties().volume;
        if seen.contains(&pair.bodies) || !pair.a.is_closed() || volume <= 0.0 {
            continue;
        }
        seen.push(pair.bodies);
        let triangles: Vec<[DVec3; 3]> = pair.a.face_ids().map(|face| pair.a.triangle(face)).collect();
        let start = Instant::now();
        let solid = SolidSphereTree::new(&pair.a);
        let solid_milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let surface = Hierarchy::build(&triangles, &config.build);
        let surface_milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let query = PointQuery::new(&pair.a);
        for level in 0..=LEVELS {
            let (own, around) = (solid.spheres(level), surface.spheres(level));
            let [solid_excess, surface_excess] =
                [&own, &around].map(|spheres| volume_outside(spheres, &query, SAMPLES) / volume);
            rows.push(SphereLevel {
                bodies: pair.bodies,
                level,
                solid_spheres: own.len(),
                solid_excess,
                surface_spheres: around.len(),
                surface_excess,
                solid_milliseconds,
                surface_milliseconds,
            });
        }
    }
    Ok(rows)
}

/// The table of all levels.
pub fn table(rows: &[SphereLevel]) -> String {
    let mut table = plain();
    table.set_header([
        "spheres around",
        "level",
        "solid: spheres",
        "volume beside it",
        "build, ms",
        "surface: spheres",
        "volume beside the solid",
        "build, ms",
    ]);
    for row in rows {
        let cells = [
            row.level.to_string(),
            row.solid_spheres.to_string(),
            format!("{:.3}", row.solid_excess),
            format!("{:.1}", row.solid_milliseconds),
            row.surface_spheres.to_string(),
            format!("{:.3}", row.surface_excess),
            format!("{:.1}", row.surface_milliseconds),
        ];
        table.add_row(std::iter::once(row.bodies.into()).chain(cells.map(right)));
    }
    lines(&table)
        + "volume in units of the solid's, sampled; spheres around the surface leave the inside out, the others hold it\n"
}
