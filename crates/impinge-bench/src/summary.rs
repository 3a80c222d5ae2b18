//! Geometric means of ratios, beside what Impinge sets out to reach.

use crate::measurement::{Measure, Row};
use crate::peer::Peer;
use crate::query::Query;
use crate::workload::Standing;

/// How much faster than a family of peers Impinge wants to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The family of peers; the best of its members counts in each row.
    pub family: &'static str,
    /// The query.
    pub query: Query,
    /// The geometric mean of ratios wanted.
    pub mean: f64,
    /// The least ratio wanted of any row.
    pub least: Option<f64>,
    /// Only rows whose smaller mesh has so many triangles count.
    pub triangles: usize,
}

/// What Impinge sets out to reach.
pub const TARGETS: [Target; 6] = [
    fcl(Query::Boolean, 12.0),
    fcl(Query::Contacts, 10.0),
    fcl(Query::Distance, 14.0),
    parry(Query::Boolean, 300.0),
    parry(Query::Contacts, 12.0),
    parry(Query::Distance, 2_000.0),
];

const fn fcl(query: Query, mean: f64) -> Target {
    Target { family: "fcl", query, mean, least: Some(6.0), triangles: 0 }
}

const fn parry(query: Query, mean: f64) -> Target {
    Target { family: "parry3d-f64", query, mean, least: None, triangles: 50_000 }
}

/// What was reached of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The target.
    pub target: Target,
    /// The rows that count.
    pub rows: usize,
    /// The geometric mean of their ratios.
    pub mean: f64,
    /// The least ratio.
    pub least: f64,
    /// The workload of the least ratio.
    pub worst: String,
}

impl Reached {
    /// Whether mean and least are as wanted.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.mean >= self.target.mean && self.target.least.is_none_or(|least| self.least >= least)
    }
}

/// What was reached of each target for which there are rows.
#[must_use]
pub fn reached(rows: &[Row], peers: &[Box<dyn Peer>]) -> Vec<Reached> {
    TARGETS.iter().filter_map(|target| reached_of(target, rows, peers)).collect()
}

fn reached_of(target: &Target, rows: &[Row], peers: &[Box<dyn Peer>]) -> Option<Reached> {
    let counts = |row: &&Row| {
        row.standing == Standing::Counted
            && row.measure == Measure::Query(target.query)
            && row.triangles >= target.triangles
    };
    let ratios: Vec<(f64, &str)> = rows
        .iter()
        .filter(counts)
        .filter_map(|row| {
            let of_family = row.cells.iter().zip(peers).filter(|(_, peer)| peer.family() == target.family);
            let best = of_family.filter_map(|(cell, _)| cell.as_ref()?.ratio).min_by(f64::total_cmp)?;
            Some((best, row.workload.as_str()))
        })
        .collect();
    let (least, worst) = ratios.iter().copied().min_by(|p, q| p.0.total_cmp(&q.0))?;
    let mean = (ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    Some(Reached { target: *target, rows: ratios.len(), mean, least, worst: worst.to_owned() })
}
