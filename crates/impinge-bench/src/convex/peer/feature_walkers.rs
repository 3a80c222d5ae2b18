//! Impinge's walks over pairs of features, which keep their pair from step to step.

use super::{Engine, Pairs};
use crate::convex::body::Body;
use crate::convex::query::Query;
use crate::convex::workload::{Item, Workload};
use crate::query::Answer;
use anyhow::Context;
use impinge::convex::{FeaturePair, VoronoiCells, lin_canny};
use impinge::shape::Polytope;
use impinge_classics::feature_walk::{LevelsOfDetail, swift, vclip};
use std::cell::Cell;

/// A walk over pairs of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walker {
    /// Lin and Canny 1991.
    LinCanny,
    /// Mirtich 1998.
    VClip,
    /// Ehmann and Lin 2000.
    Swift,
}

enum Cells {
    Plain(VoronoiCells),
    Levels(LevelsOfDetail),
}

struct WalkerPairs {
    walker: Walker,
    bodies: Vec<Cells>,
    items: Vec<Item>,
    kept: Vec<Cell<FeaturePair>>,
}

impl Engine for Walker {
    fn name(&self) -> &'static str {
        match self {
            Self::LinCanny => "impinge-lin-canny",
            Self::VClip => "impinge-vclip",
            Self::Swift => "impinge-swift",
        }
    }

    fn family(&self) -> &'static str {
        "impinge"
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn refusal(&self, query: Query, workload: &Workload) -> Option<&'static str> {
        if workload.bodies.iter().any(|body| matches!(body, Body::Cylinder { .. })) {
            return Some("walks on polytopes only");
        }
        matches!(query, Query::Depth | Query::Signed).then_some("walks to closest features, not to depths")
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>> {
        let body = |body: &Body| {
            let Body::Hull(hull) = body else { anyhow::bail!("a curved body") };
            let polytope = Polytope::try_new(&hull.points).context("a hull")?;
            Ok(match self {
                Self::Swift => Cells::Levels(LevelsOfDetail::new(&polytope)),
                _ => Cells::Plain(VoronoiCells::new(&polytope)),
            })
        };
        let bodies = workload.bodies.iter().map(body).collect::<anyhow::Result<_>>()?;
        let kept = vec![Cell::default(); workload.motions()];
        Ok(Box::new(WalkerPairs { walker: *self, bodies, items: workload.items.clone(), kept }))
    }
}

impl Pairs for WalkerPairs {
    fn ask(&self, query: Query, item: usize) -> Answer {
        let Item { a, b, pose, motion } = &self.items[item];
        let kept = motion.map(|motion| &self.kept[motion]);
        let mut pair = kept.map_or(FeaturePair::default(), Cell::get);
        let report = match (&self.bodies[*a], &self.bodies[*b]) {
            (Cells::Plain(a), Cells::Plain(b)) if self.walker == Walker::LinCanny => lin_canny(a, b, pose, &mut pair),
            (Cells::Plain(a), Cells::Plain(b)) => vclip(a, b, pose, &mut pair),
            (Cells::Levels(a), Cells::Levels(b)) => swift(a, b, pose, &mut pair),
            _ => return Answer::Failed,
        };
        if let Some(kept) = kept {
            kept.set(pair);
        }
        match query {
            Query::Boolean => Answer::Boolean(report.distance == 0.0),
            Query::Distance => Answer::of_distance(report.distance),
            Query::Depth | Query::Signed => Answer::Failed,
        }
    }
}
