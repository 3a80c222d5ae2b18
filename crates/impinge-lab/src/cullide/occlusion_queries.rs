//! CULLIDE by drawing and occlusion queries, as published, beside the layered images that prune the same.
//!
//! A query for every face, twelve images in every round, and answers that come back after each: so only a few coarse bodies are drawn.

use crate::cullide::{TORUS, crowd};
use anyhow::ensure;
use impinge_gpu::cullide::{Cullide, Occlusion, PotentialSet};
use impinge_gpu::{Cost, Gpu, GpuError, Store};
use impinge_picture::number_format::grouped;
use impinge_scenes::solid::torus;
use impinge_terminal::text_table::{lines, plain, right};
use serde::Serialize;
use std::time::Instant;

/// Bodies that are drawn, at most.
const FEW: u32 = 8;

/// Columns, and rows, of the images, at most.
const PIXELS: u32 = 64;

/// One crowd, pruned in both ways.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OcclusionTrial {
    density: f64,
    bodies: u32,
    faces: u32,
    bodies_left: usize,
    faces_left: usize,
    /// Rounds that pruned something, of bodies and of faces.
    rounds: usize,
    images_by_drawing: u32,
    images_by_layers: u32,
    milliseconds_by_drawing: f64,
    milliseconds_by_layers: f64,
}

/// Prunes a crowd of the given number of bodies at most in both ways; the same must be left.
///
/// # Errors
/// The device fails or is wrong.
pub(super) fn measure(
    gpu: &Gpu,
    cullide: &mut Cullide,
    density: f64,
    bodies: u32,
    pixels: u32,
    seed: u64,
) -> anyhow::Result<OcclusionTrial> {
    let mut store = Store::new(gpu);
    let (bodies, size) = (bodies.min(FEW), [pixels.min(PIXELS); 2]);
    let [ring, tube] = TORUS;
    let instances = crowd(&mut store, torus(ring, tube, 16, 8)?, density, bodies, seed)?;
    let mut drawing = Occlusion::new(gpu)?;
    let (by_layers, layers) = timed(|| cullide.potential_set(gpu, &mut store, &instances, size))?;
    let (by_drawing, drawn) = timed(|| drawing.potential_set(gpu, &mut store, &instances, size))?;
    let (set, cost) = drawn;
    ensure!(set == layers.0, "at density {density}, occlusion queries leave other faces than layered images");
    let left = |kept: &[bool]| kept.iter().filter(|kept| **kept).count();
    Ok(OcclusionTrial {
        density,
        bodies,
        faces: set.faces.len() as u32,
        bodies_left: left(&set.bodies),
        faces_left: left(&set.faces),
        rounds: set.body_rounds.len() + set.group_rounds.len() + set.face_rounds.len() - 3,
        images_by_drawing: cost.images,
        images_by_layers: layers.1.images,
        milliseconds_by_drawing: by_drawing,
        milliseconds_by_layers: by_layers,
    })
}

/// How long the second of two runs takes, in milliseconds: the first makes room and compiles.
fn timed(
    mut prune: impl FnMut() -> Result<(PotentialSet, Cost), GpuError>,
) -> Result<(f64, (PotentialSet, Cost)), GpuError> {
    prune()?;
    let start = Instant::now();
    let pruned = prune()?;
    Ok((start.elapsed().as_secs_f64() * 1e3, pruned))
}

/// A row for each density.
pub(super) fn table(rows: &[OcclusionTrial]) -> String {
    let mut table = plain();
    table.set_header(["density", "bodies left", "faces left", "rounds", "images drawn", "ms", "images layered", "ms"]);
    for row in rows {
        let of = |left: usize, all: u32| format!("{} of {}", grouped(left as u64), grouped(all.into()));
        table.add_row(
            [
                row.density.to_string(),
                of(row.bodies_left, row.bodies),
                of(row.faces_left, row.faces),
                row.rounds.to_string(),
                grouped(row.images_by_drawing.into()),
                format!("{:.3}", row.milliseconds_by_drawing),
                grouped(row.images_by_layers.into()),
                format!("{:.3}", row.milliseconds_by_layers),
            ]
            .map(right),
        );
    }
    lines(&table)
        + "images drawn: a few coarse tori by occlusion queries, as published; layered: the same ones, pruned alike\n"
}
