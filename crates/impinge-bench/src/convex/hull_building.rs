//! Hulls of many points: the time of each engine, and whether the vertices are the same.

use impinge::hull::HullSurface;
use impinge::math::DVec3;
use impinge_lab::measurement_harness::cpu_clock::timed;
use impinge_scenes::SplitMix64;
use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// The points of a cloud.
pub const POINTS: usize = 100_000;

/// One hull by one engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Built {
    /// The name of the cloud.
    pub cloud: &'static str,
    /// Its points.
    pub points: usize,
    /// The name of the engine.
    pub engine: &'static str,
    /// The median time in milliseconds.
    pub milliseconds: f64,
    /// The vertices of the hull; `None` where the engine made none.
    pub vertices: Option<usize>,
    /// Whether the vertices equal Impinge's; `None` for Impinge itself, and if the engine made no hull.
    pub is_same: Option<bool>,
}

/// Points in a ball, on a sphere and in a cube.
#[must_use]
pub fn clouds(points: usize) -> [(&'static str, Vec<DVec3>); 3] {
    let mut random = SplitMix64::new(300);
    let mut in_cube = || DVec3::new(2.0 * random.u() - 1.0, 2.0 * random.u() - 1.0, 2.0 * random.u() - 1.0);
    let mut in_ball = || {
        let mut p = in_cube();
        while p.length_squared() > 1.0 {
            p = in_cube();
        }
        p
    };
    let ball = (0..points).map(|_| in_ball()).collect();
    let cube = (0..points).map(|_| in_cube()).collect();
    let mut random = SplitMix64::new(301);
    let sphere = (0..points).map(|_| random.direction()).collect();
    [("ball", ball), ("sphere", sphere), ("cube", cube)]
}

/// The vertices of a hull as numbers, sorted.
type Vertices = Vec<[u64; 3]>;

/// An engine's name, and how it makes the vertices of a hull; only its own work is timed.
type Builder = (&'static str, fn(&[DVec3]) -> (Option<Vertices>, Duration));

/// Every engine on every cloud, repeated for a median.
#[must_use]
pub fn build(points: usize, rounds: usize) -> Vec<Built> {
    let builders: Vec<Builder> = vec![
        ("impinge", impinge_hull),
        ("parry3d-f64", parry_hull),
        #[cfg(feature = "qhull")]
        ("qhull", super::qhull::hull),
    ];
    let mut all = Vec::new();
    for (cloud, points) in clouds(points) {
        let mut own: Option<Vertices> = None;
        for (engine, builder) in &builders {
            let mut times: Vec<f64> = Vec::new();
            let mut found = None;
            for _ in 0..rounds.max(1) {
                let (vertices, time) = catch_unwind(AssertUnwindSafe(|| builder(&points))).unwrap_or_default();
                times.push(time.as_secs_f64() * 1e3);
                found = vertices;
            }
            times.sort_by(f64::total_cmp);
            let is_same =
                if *engine == "impinge" { None } else { own.as_ref().zip(found.as_ref()).map(|(p, q)| p == q) };
            let (milliseconds, vertices) = (times[times.len() / 2], found.as_ref().map(Vec::len));
            all.push(Built { cloud, points: points.len(), engine, milliseconds, vertices, is_same });
            if *engine == "impinge" {
                own = found;
            }
        }
    }
    all
}

/// Points as sorted numbers.
#[must_use]
pub fn sorted(points: impl Iterator<Item = DVec3>) -> Vertices {
    let mut all: Vertices = points.map(|p| p.to_array().map(f64::to_bits)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn impinge_hull(points: &[DVec3]) -> (Option<Vertices>, Duration) {
    let (made, time) = timed(|| HullSurface::try_new(points));
    (made.ok().map(|surface| sorted(surface.vertices().iter().map(|k| points[*k as usize]))), time)
}

fn parry_hull(points: &[DVec3]) -> (Option<Vertices>, Duration) {
    let given: Vec<Vector> = points.iter().map(|p| Vector::from_array(p.to_array())).collect();
    let (made, time) = timed(|| try_convex_hull(&given));
    let vertices = made.ok().map(|(vertices, _)| sorted(vertices.iter().map(|p| DVec3::from_array(p.to_array()))));
    (vertices, time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_of_small_clouds_have_one_set_of_vertices() {
        let built = build(500, 1);
        assert_eq!(built.iter().filter(|built| built.engine == "impinge").count(), 3);
        for hull in &built {
            assert!(hull.vertices.is_some_and(|count| (20..=500).contains(&count)), "{hull:?}");
            assert_ne!(hull.is_same, Some(false), "{hull:?}");
        }
        assert!(built.iter().any(|hull| hull.cloud == "sphere" && hull.vertices == Some(500)));
    }
}
