//! The classic trees of the same films: boxes, spheres and k-DOPs that are refitted in the three ways of Larsson and Akenine-Möller (2001), or rebuilt.
//!
//! They hand out pairs of triangles that volumes do not keep apart and whose boxes overlap, neighbours included. These are judged exactly, and must come
//! to as many as meet.

use crate::cloth::frames::{FilmFrames, Frame};
use crate::cloth::upkeep_comparison::Count;
use crate::measurement_harness::cpu_clock::timed;
use anyhow::ensure;
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::triangle_pair::{TriangleRelation, relate};
use impinge_classics::hierarchy::config::{TreeBuild, VolumeKind};
use impinge_classics::hierarchy::{DeformingHierarchy, Refit, RefitCost, WalkCost};
use serde::Serialize;
use std::ops::ControlFlow;

/// The volumes compared.
const VOLUMES: [(&str, VolumeKind); 3] =
    [("AABB", VolumeKind::Aabb), ("sphere", VolumeKind::Sphere), ("18-DOP", VolumeKind::Kdop18)];

/// Frames that are looked at, at most: these trees take their time, and what they do in a frame does not depend on the one before.
const FRAMES: usize = 6;

/// A film by one tree, in the mean of some frames.
#[derive(Clone, Debug, Serialize)]
pub struct ClassicRefit {
    pub scene: &'static str,
    pub volume: &'static str,
    pub refit: &'static str,
    pub frames: usize,
    /// Volumes drawn, and triangles read to that end.
    pub drawn: f64,
    pub read: f64,
    pub volume_tests: f64,
    pub triangle_tests: f64,
    /// Pairs of triangles handed out.
    pub pairs: f64,
    pub upkeep_milliseconds: f64,
    pub walk_milliseconds: f64,
    pub milliseconds: f64,
}

/// Every volume drawn in every way.
///
/// # Errors
/// A tree hands out pairs of which not as many meet as are given.
pub fn measure(film: &FilmFrames, counts: &[Count], executor: &Executor) -> anyhow::Result<Vec<ClassicRefit>> {
    let mut rows = Vec::new();
    for (name, volume) in VOLUMES {
        for refit in Refit::ALL {
            rows.push(run(film, counts, name, volume, refit, executor)?);
        }
    }
    Ok(rows)
}

/// Some frames by one tree.
fn run(
    film: &FilmFrames,
    counts: &[Count],
    name: &'static str,
    volume: VolumeKind,
    refit: Refit,
    executor: &Executor,
) -> anyhow::Result<ClassicRefit> {
    let last = film.frames.len().saturating_sub(1);
    let few = FRAMES.min(last);
    let mut tree = DeformingHierarchy::try_new(
        film.frames.first().map_or_else(Vec::new, triangles),
        &TreeBuild::for_volume(volume),
        refit,
    )?;
    let (mut drawn, mut walked) = (RefitCost::default(), WalkCost::default());
    let [mut upkeep, mut walk] = [0.0; 2];
    for k in (1..=few).map(|k| k * last / few) {
        let triangles = triangles(&film.frames[k]);
        let (first, upkeep_time) = timed(|| tree.update(&triangles, &Executor::serial()));
        let mut pairs: Vec<[u32; 2]> = Vec::new();
        let (own, walk_time) = timed(|| {
            tree.self_pairs(&mut |a, b| {
                pairs.push([a, b]);
                ControlFlow::Continue(())
            })
        });
        let meeting = meeting(&pairs, (&film.frames[k].surface.faces, &triangles), executor);
        let Count { scene, crossing, .. } = counts[k];
        let way = word(refit);
        ensure!(
            meeting == crossing,
            "{scene}, frame {k}: {crossing} pairs meet, {meeting} by trees of {name}, {way}; this is a bug"
        );
        drawn += first?;
        drawn += own.drawn;
        walked.volume_tests += own.volume_tests;
        walked.triangle_tests += own.triangle_tests;
        walked.pairs += own.pairs;
        upkeep += upkeep_time.as_secs_f64();
        walk += walk_time.as_secs_f64();
    }
    let mean = |sum: f64| sum / few.max(1) as f64;
    Ok(ClassicRefit {
        scene: film.scene.name(),
        volume: name,
        refit: word(refit),
        frames: few,
        drawn: mean(drawn.nodes as f64),
        read: mean(drawn.triangles as f64),
        volume_tests: mean(walked.volume_tests as f64),
        triangle_tests: mean(walked.triangle_tests as f64),
        pairs: mean(walked.pairs as f64),
        upkeep_milliseconds: mean(upkeep) * 1e3,
        walk_milliseconds: mean(walk) * 1e3,
        milliseconds: mean(upkeep + walk) * 1e3,
    })
}

/// How many pairs of triangles without a common vertex share a point.
fn meeting(pairs: &[[u32; 2]], (faces, triangles): (&[[u32; 3]], &[[DVec3; 3]]), executor: &Executor) -> usize {
    let meets = |k: usize| {
        let [a, b] = pairs[k].map(|face| face as usize);
        let are_neighbours = faces[a].iter().any(|corner| faces[b].contains(corner));
        !are_neighbours && relate(&triangles[a], &triangles[b], &mut Cost::default()) != TriangleRelation::Disjoint
    };
    executor.map_small(pairs.len(), meets).into_iter().filter(|meets| *meets).count()
}

fn triangles(frame: &Frame) -> Vec<[DVec3; 3]> {
    let at = |corner: u32| frame.surface.vertices[corner as usize];
    frame.surface.faces.iter().map(|face| face.map(at)).collect()
}

/// Its name.
pub fn word(refit: Refit) -> &'static str {
    match refit {
        Refit::BottomUp => "bottom-up",
        Refit::TopDown => "top-down",
        Refit::Hybrid => "hybrid",
        Refit::Rebuild => "rebuild",
    }
}
