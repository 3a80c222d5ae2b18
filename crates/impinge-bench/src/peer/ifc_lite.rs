//! ifc-lite-clash: the narrow phase of a clash tool. It takes vertices as floats in the world and no pose: the second body is
//! posed in doubles, rounded to floats, and its tree rebuilt for every pose, before the clock runs; the row `repose` has
//! what that takes. Its rule finds a point and a depth as well, which cannot be turned off.

use super::{Loaded, Pair, Peer, reposable};
use crate::query::{Answer, Query};
use crate::workload::Workload;
use ifc_lite_clash::ClashSession;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_lab::measurement_harness::cpu_clock::timed;
use std::cell::Cell;
use std::time::Duration;

/// ifc-lite-clash from crates.io.
#[derive(Clone, Copy, Debug)]
pub struct IfcLite;

/// The rule for bodies that meet, also where they only touch.
const HARD: u8 = 0;

/// Bodies one after the other, as a session takes them.
#[derive(Default)]
struct Arena {
    positions: Vec<f32>,
    position_ranges: Vec<u32>,
    indices: Vec<u32>,
    index_ranges: Vec<u32>,
    boxes: Vec<f32>,
}

impl Arena {
    /// Adds a mesh at a pose, its coordinates rounded to floats.
    fn add(&mut self, mesh: &Mesh, pose: &Pose) {
        let (start, first) = (self.positions.len(), self.indices.len());
        let (rotation, translation) = (pose.rotation(), pose.translation());
        let posed = mesh.vertices().iter().map(|p| (rotation * *p + translation).to_array().map(|x| x as f32));
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for p in posed {
            for k in 0..3 {
                (low[k], high[k]) = (low[k].min(p[k]), high[k].max(p[k]));
            }
            self.positions.extend(p);
        }
        self.indices.extend(mesh.faces().as_flattened());
        self.position_ranges.extend([start as u32, (self.positions.len() - start) as u32]);
        self.index_ranges.extend([first as u32, (self.indices.len() - first) as u32]);
        self.boxes.extend(low.into_iter().chain(high));
    }

    fn session(&self) -> ClashSession {
        let mut session = ClashSession::new();
        session.ingest(&self.positions, &self.position_ranges, &self.indices, &self.index_ranges, &self.boxes);
        session
    }
}

/// The bodies of a session: A, B beside it, then B at every pose.
const A: u32 = 0;
const BESIDE: u32 = 1;
const POSED: u32 = 2;

/// How far the boxes of A and of B beside it overlap, in widths: enough for trees to be built, with next to nothing to find.
const OVERLAP: f64 = 1e-3;

struct IfcLitePair {
    session: ClashSession,
    /// For every pose for which there is room what posing took, until its tree is built as well.
    posing: Vec<Cell<Option<Duration>>>,
}

impl IfcLitePair {
    /// Whether A and another body of the session meet. The first call builds their trees, if their boxes meet.
    fn meets(&self, body: u32) -> bool {
        !self.session.run_rule(&[A], Some(&[body]), HARD, 0.0, 0.0, true).records.is_empty()
    }

    /// What the first call takes longer than the second: the trees, which cannot be built alone.
    fn trees(&self, body: u32) -> Duration {
        let [first, second] = [(); 2].map(|()| timed(|| self.meets(body)).1);
        first.saturating_sub(second)
    }
}

impl Peer for IfcLite {
    fn name(&self) -> &'static str {
        "ifc-lite-clash"
    }

    fn version(&self) -> String {
        env!("IFC_LITE_VERSION").to_owned()
    }

    fn refusal(&self, query: Query, _: &Workload) -> Option<&'static str> {
        match query {
            Query::Boolean => None,
            Query::Contacts => Some("reports a pair of bodies, not their triangles"),
            Query::Distance => Some("measures only gaps below a clearance that is given beforehand"),
        }
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let (a, b) = (workload.a.bounds(), workload.b.bounds());
        let beside = DVec3::new(a.max.x - b.min.x - OVERLAP * (b.max.x - b.min.x), 0.0, 0.0);
        let centred = DVec3::new(0.0, a.centre().y - b.centre().y, a.centre().z - b.centre().z);
        let mut arena = Arena::default();
        arena.add(&workload.a, &Pose::IDENTITY);
        arena.add(&workload.b, &Pose::from_translation(beside + centred)?);
        let poses = &workload.poses[..reposable(workload)];
        let posing: Vec<Duration> = poses.iter().map(|pose| timed(|| arena.add(&workload.b, pose)).1).collect();
        let (session, ingestion) = timed(|| arena.session());
        let share = ingestion / (POSED + posing.len() as u32);
        let posing = posing.into_iter().map(|time| Cell::new(Some(time + share))).collect();
        let pair = IfcLitePair { session, posing };
        let build = pair.trees(BESIDE) + 2 * share;
        let build = if workload.is_self_pair() { build / 2 } else { build };
        Ok(Loaded { pair: Box::new(pair), build, topology: None, bytes: None })
    }
}

impl Pair for IfcLitePair {
    fn poses(&self) -> usize {
        self.posing.len()
    }

    fn prepare(&self, pose: usize) -> Option<Duration> {
        let posing = self.posing.get(pose)?.take()?;
        Some(posing + self.trees(POSED + pose as u32))
    }

    fn ask(&self, query: Query, pose: usize) -> Answer {
        if query == Query::Boolean { Answer::Boolean(self.meets(POSED + pose as u32)) } else { Answer::Failed }
    }
}
