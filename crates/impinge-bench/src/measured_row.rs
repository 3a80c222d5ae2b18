//! What is measured, in rows: one measure of one workload by all peers.

use crate::query::Query;
use crate::workload::{Standing, Workload};
use impinge::bvh::Preset;

/// The threads of batches and of the parallel build.
pub const THREADS: usize = 2;

/// What a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Mean time of a query, in microseconds.
    Query(Query),
    /// Mean time to bring the second mesh to a pose, for engines that take none, in microseconds.
    Repose,
    /// Time of a query in a batch of all poses on the given number of threads, on the wall, in microseconds.
    Batch(Query, usize),
    /// The share of candidate pairs of triangles for which exact arithmetic was needed, in percent.
    Exact,
    /// Time to build meshes and trees on one thread, in milliseconds per million triangles.
    Build,
    /// The same on the given number of threads.
    BuildOn(Preset, usize),
    /// Time to find how faces are connected, in milliseconds per million triangles.
    Topology,
    /// Memory of meshes and trees, in bytes a triangle.
    Memory,
}

impl Measure {
    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Query(query) => query.name().to_owned(),
            Self::Repose => "repose".to_owned(),
            Self::Batch(query, threads) => format!("batch_{}_{threads}", query.name()),
            Self::Exact => "exact".to_owned(),
            Self::Build => "build".to_owned(),
            Self::BuildOn(Preset::Oriented, threads) => format!("build_{threads}"),
            Self::BuildOn(Preset::AxisAligned, threads) => format!("aligned_{threads}"),
            Self::Topology => "topology".to_owned(),
            Self::Memory => "memory".to_owned(),
        }
    }

    /// The unit of its numbers.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Query(_) | Self::Repose | Self::Batch(..) => "us",
            Self::Exact => "%",
            Self::Build | Self::BuildOn(..) | Self::Topology => "ms/Mtri",
            Self::Memory => "B/tri",
        }
    }
}

/// One peer's number in a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The number, in the unit of the measure.
    pub value: f64,
    /// What an engine that takes no pose needs besides for a new one, in microseconds; 0 for the others.
    pub repose: f64,
    /// The number, with what a new pose needs besides, divided by Impinge's over the same poses.
    pub ratio: Option<f64>,
    /// The poses it is a mean over; 0 where there are none.
    pub poses: usize,
    /// How many answers differ from Impinge's.
    pub disagreements: usize,
    /// The sum of all answers; 0 where there are none.
    pub total: f64,
}

/// One measure of one workload by all peers.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredRow {
    /// The name of the workload.
    pub workload: String,
    /// Whether the row counts in the geometric means.
    pub standing: Standing,
    /// The triangles of the smaller mesh.
    pub triangles: usize,
    /// What is measured.
    pub measure: Measure,
    /// The poses at which was asked.
    pub poses: usize,
    /// For each peer its number, if it has one.
    pub cells: Vec<Option<Cell>>,
}

impl MeasuredRow {
    /// A row of a workload; for each peer its number, if it has one.
    #[must_use]
    pub fn new(workload: &Workload, measure: Measure, poses: usize, cells: Vec<Option<Cell>>) -> Self {
        let triangles = workload.a.faces().len().min(workload.b.faces().len());
        Self { workload: workload.name.clone(), standing: workload.standing, triangles, measure, poses, cells }
    }

    /// A row with a number of Impinge's alone, beside the given number of peers in all.
    #[must_use]
    pub fn alone(workload: &Workload, measure: Measure, poses: usize, value: f64, peers: usize) -> Self {
        let own = Cell { value, repose: 0.0, ratio: Some(1.0), poses, disagreements: 0, total: 0.0 };
        let cells = (0..peers).map(|k| (k == 0).then_some(own)).collect();
        Self::new(workload, measure, poses, cells)
    }
}
