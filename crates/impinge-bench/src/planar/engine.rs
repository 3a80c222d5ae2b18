//! Engines behind one trait.
//!
//! Parry has no concave polygons: a closed polyline stands for one, so it does not see one polygon inside another, of which there is none here.

use super::workload::Workload;
use crate::query::{Answer, Query};
use impinge::math::DVec2;
use impinge_planar::Polygon;
use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::query;
use parry2d_f64::shape::Polyline;

/// A pair of polygons in an engine's own form.
pub trait Pair {
    /// An answer at a pose.
    fn ask(&self, query: Query, pose: usize) -> Answer;

    /// How far the closest points at a pose are apart.
    fn closest_points(&self, pose: usize) -> Answer;
}

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Impinge.
    Impinge,
    /// Parry's polylines.
    Parry,
    /// GEOS: the first polygon prepared, the second one made again for every pose before it is timed.
    #[cfg(feature = "geos")]
    Geos,
}

impl Engine {
    /// All that are compiled in, Impinge first.
    pub const ALL: &[Self] = &[
        Self::Impinge,
        Self::Parry,
        #[cfg(feature = "geos")]
        Self::Geos,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Impinge => "impinge",
            Self::Parry => "parry2d-f64",
            #[cfg(feature = "geos")]
            Self::Geos => "geos-prepared",
        }
    }

    /// Its version.
    #[must_use]
    pub fn version(self) -> String {
        match self {
            Self::Impinge => env!("CARGO_PKG_VERSION").to_owned(),
            Self::Parry => env!("PARRY_2D_VERSION").to_owned(),
            #[cfg(feature = "geos")]
            Self::Geos => super::geos::version(),
        }
    }

    /// A workload in its own form.
    ///
    /// # Errors
    /// The engine has no memory for it.
    pub fn load(self, workload: &Workload) -> anyhow::Result<Box<dyn Pair + '_>> {
        Ok(match self {
            Self::Impinge => Box::new(ImpingePair(workload.clone())),
            Self::Parry => Box::new(ParryPair::new(workload)),
            #[cfg(feature = "geos")]
            Self::Geos => Box::new(super::geos::GeosPair::new(workload)?),
        })
    }
}

struct ImpingePair(Workload);

impl Pair for ImpingePair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let Workload { a, b, poses, .. } = &self.0;
        match query {
            Query::Boolean => Answer::Boolean(impinge_planar::intersects(a, b, &poses[pose])),
            Query::Contacts => Answer::Failed,
            Query::Distance => Answer::Distance(impinge_planar::distance(a, b, &poses[pose]).value),
        }
    }

    fn closest_points(&self, pose: usize) -> Answer {
        let Workload { a, b, poses, .. } = &self.0;
        let [p, q] = impinge_planar::distance(a, b, &poses[pose]).points;
        Answer::Distance((p - q).length())
    }
}

struct ParryPair {
    a: Polyline,
    b: Polyline,
    poses: Vec<Pose>,
}

impl ParryPair {
    fn new(workload: &Workload) -> Self {
        let line = |polygon: &Polygon| {
            let count = u32::try_from(polygon.vertices().len()).unwrap_or(u32::MAX);
            let edges = (0..count).map(|k| [k, (k + 1) % count]).collect();
            Polyline::new(polygon.vertices().iter().map(|v| vector(*v)).collect(), Some(edges))
        };
        let pose = |pose: &impinge_planar::Pose2| Pose::new(vector(pose.translation()), pose.direction().to_angle());
        Self { a: line(&workload.a), b: line(&workload.b), poses: workload.poses.iter().map(pose).collect() }
    }
}

fn vector(v: DVec2) -> Vector {
    Vector::new(v.x, v.y)
}

impl Pair for ParryPair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let (here, there) = (&Pose::IDENTITY, &self.poses[pose]);
        match query {
            Query::Boolean => query::intersection_test(here, &self.a, there, &self.b)
                .map_or(Answer::Failed, |found| Answer::Boolean(found.intersecting)),
            Query::Contacts => Answer::Failed,
            Query::Distance => query::distance(here, &self.a, there, &self.b)
                .map_or(Answer::Failed, |found| Answer::Distance(found.distance)),
        }
    }

    fn closest_points(&self, pose: usize) -> Answer {
        match query::closest_points(&Pose::IDENTITY, &self.a, &self.poses[pose], &self.b, f64::MAX) {
            Ok(query::ClosestPoints::WithinMargin(p, q)) => Answer::Distance((p - q).length()),
            _ => Answer::Failed,
        }
    }
}
