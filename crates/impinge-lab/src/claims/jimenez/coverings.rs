//! Points and segments by signs of barycentric coordinates.

use crate::claims::context::{ClaimContext, kept};
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::crowd::cost_growth::exponent;
use crate::jimenez::moving_points::{self, PointTrial};
use crate::jimenez::moving_polygons::outline;
use crate::measurement_harness::cpu_clock::timed;
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::math::predicates::side_of_line;
use impinge::math::{DVec2, DVec3};
use impinge::pair;
use impinge_classics::covering::SolidCovering;
use impinge_picture::number_format::{duration, grouped};
use impinge_planar::{Polygon, Pose2, barycentric_signs, segments_intersect};
use impinge_scenes::{Outline, SplitMix64};
use std::hint::black_box;
use std::rc::Rc;

/// Polygons whose boundary is no simple curve: rings that share a corner, an edge, or cross.
pub fn non_manifold() -> anyhow::Result<Vec<Polygon>> {
    let square = |x: f64, y: f64, side: f64| {
        [[x, y], [x + side, y], [x + side, y + side], [x, y + side]].map(DVec2::from_array).to_vec()
    };
    let rings = [
        vec![square(-0.8, -0.8, 0.8), square(0.0, 0.0, 0.8)],
        vec![square(-0.8, -0.4, 0.8), square(0.0, -0.4, 0.8)],
        vec![square(-0.8, -0.8, 1.6), square(-0.8, -0.2, 0.5)],
        vec![square(-0.8, -0.8, 1.0), square(-0.3, -0.3, 1.0)],
        vec![[[-0.8, -0.8], [0.8, 0.8], [0.8, -0.8], [-0.8, 0.8]].map(DVec2::from_array).to_vec()],
    ];
    rings.into_iter().map(|rings| Ok(Polygon::try_new(rings)?)).collect()
}

/// A point in a square about the origin.
fn point(random: &mut SplitMix64) -> DVec2 {
    DVec2::new(random.between(-1.1, 1.1), random.between(-1.1, 1.1))
}

pub fn points(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut polygons = non_manifold()?;
    for kind in Outline::ALL {
        for vertices in [8, 64, 512] {
            polygons.push(outline(kind, vertices, 1.0, plan.seed)?);
        }
    }
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut wrong) = (0, 0);
    for polygon in &polygons {
        let corners = polygon.vertices();
        for k in 0..plan.pick([4_000, 1_000, 100]) {
            // Every fourth point lies on a corner, or on an edge up to rounding.
            let p = match k % 8 {
                0 => corners[random.below(corners.len() as u64) as usize],
                4 => {
                    let [p, q] = polygon.edge(impinge_planar::EdgeId(random.below(corners.len() as u64) as u32));
                    p.lerp(q, random.u())
                }
                _ => point(&mut random),
            };
            cases += 1;
            wrong += u64::from(polygon.covering().locate(p) != impinge_planar::locate(polygon, p));
        }
    }
    let cases_of = format!("points about {} polygons, 5 of them non-manifold", polygons.len());
    Ok(Measured::none_wrong(wrong, cases, &cases_of))
}

/// The shortest of some times to make a covering.
fn covering_seconds(kind: Outline, vertices: usize, seed: u64) -> anyhow::Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let polygon = outline(kind, vertices, 1.0, seed)?;
        best = best.min(timed(|| black_box(polygon.covering().len())).1.as_secs_f64());
    }
    Ok(best)
}

pub fn growth(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let sizes: &[usize] = plan.pick([&[4_096, 16_384, 65_536], &[4_096, 16_384], &[512, 2_048]]);
    let mut times = Vec::new();
    for &n in sizes {
        let polygon = outline(Outline::Contour, n, 1.0, plan.seed)?;
        anyhow::ensure!(polygon.covering().len() == n, "a covering has a triangle for each edge");
        times.push([n as f64, covering_seconds(Outline::Contour, n, plan.seed)?]);
    }
    let power = exponent(&times).unwrap_or(f64::NAN);
    let last = times[times.len() - 1];
    let measured = format!(
        "{} to {} vertices: as many triangles as edges, time n^{power:.2} ({} for the largest)",
        grouped(sizes[0] as u64),
        grouped(last[0] as u64),
        duration(last[1])
    );
    Ok(Measured::new(Verdict::at_most(power, [1.15, 1.4]), measured, format!("n^{power:.2}, bar n^1.15")))
}

pub fn preparation(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let seconds = covering_seconds(Outline::Contour, 256, plan.seed)?;
    let [a, b] = [1.0, 0.5].map(|scale| outline(Outline::Contour, 256, scale, plan.seed));
    let (a, b) = (a?, b?);
    let pose = Pose2::from_angle(0.3, DVec2::new(1.2, 0.4))?;
    let mut mover = impinge_planar::MovingPolygon::new(&a, &b).with_method(impinge_planar::Method::Covering);
    let _ = mover.intersects(&pose);
    let repeats = 200;
    let query = (0..repeats).fold(f64::INFINITY, |best: f64, _| {
        let mut mover = mover.clone();
        best.min(timed(|| black_box(mover.intersects(&pose))).1.as_secs_f64())
    });
    let measured = format!(
        "256 vertices: the covering takes {}, a position {}; section 7 calls the covering pre-processing itself",
        duration(seconds),
        duration(query)
    );
    let margin = format!("as much as {:.0} positions", seconds / query.max(1e-9));
    Ok(Measured::new(Verdict::Partly, measured, margin))
}

fn trials(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<PointTrial>>> {
    let plan = context.plan;
    kept(&mut context.shared.points, || {
        let positions = plan.pick([9_000, 2_000, 300]);
        Outline::ALL.iter().map(|kind| moving_points::in_polygon(*kind, 64, positions, plan.seed)).collect()
    })
}

pub fn moving_points(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let shares: Vec<f64> = trials.iter().map(|trial| trial.unchanged_percent).collect();
    let mean = shares.iter().sum::<f64>() / shares.len() as f64;
    let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let faster = trials.iter().map(|trial| trial.covering_microseconds / trial.moving_microseconds);
    let faster = faster.sum::<f64>() / trials.len() as f64;
    let measured = format!(
        "{} positions of a point about polygons of 64 vertices of five kinds: no bit changes in {mean:.1} % (least {least:.1} %), and keeping the mask is {} as \
         fast as the covering from nothing; all answers right",
        grouped(trials.iter().map(|trial| trial.positions as u64).sum()),
        times(faster)
    );
    Ok(Measured::new(Verdict::at_least(mean, [50.0, 20.0]), measured, format!("{mean:.1} % unchanged, bar 50 %")))
}

/// Whether a ray to the right crosses an odd number of edges, in plain doubles.
fn crossings(polygon: &Polygon, p: DVec2) -> bool {
    let crosses =
        |[q, r]: [DVec2; 2]| (q.y > p.y) != (r.y > p.y) && p.x < (r.x - q.x) * (p.y - q.y) / (r.y - q.y) + q.x;
    polygon.edge_ids().filter(|edge| crosses(polygon.edge(*edge))).count() % 2 == 1
}

pub fn crossings_test(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let plan = context.plan;
    let (mut own, mut moving) = (0.0, 0.0);
    for (kind, trial) in Outline::ALL.iter().zip(trials.iter()) {
        let polygon = outline(*kind, 64, 1.0, plan.seed)?;
        let mut random = SplitMix64::new(plan.seed);
        let points: Vec<DVec2> = (0..trial.positions).map(|_| point(&mut random)).collect();
        let (count, time) = timed(|| points.iter().filter(|p| crossings(&polygon, **p)).count());
        black_box(count);
        own += time.as_secs_f64() * 1e6 / trial.positions as f64;
        moving += trial.moving_microseconds;
    }
    let ratio = moving / own;
    let n = trials.len() as f64;
    let measured = format!(
        "64 vertices, mean of five kinds: moving point, exact, {}; crossings test in plain doubles {}",
        duration(moving / n * 1e-6),
        duration(own / n * 1e-6)
    );
    Ok(Measured::new(Verdict::at_most(ratio, [2.0, 4.0]), measured, format!("{} the time, bar 2x", times(ratio))))
}

pub fn segments(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let mut corner = || DVec2::new(random.integer(0, 6) as f64, random.integer(0, 6) as f64);
    let cost = &mut Cost::default();
    let (cases, mut wrong, mut undefined) = (context.plan.pick([200_000, 50_000, 2_000]), 0, 0);
    for _ in 0..cases {
        let [s, p, t, u] = [(); 4].map(|()| corner());
        // The truth by the sides of all four ends.
        let exact = segments_by_sides([s, p], [t, u], cost);
        match barycentric_signs([s, t, u], p, cost) {
            Some(signs) => wrong += u64::from((signs[0] <= 0 && signs[1] >= 0 && signs[2] >= 0) != exact),
            None => undefined += 1,
        }
        anyhow::ensure!(segments_intersect([s, p], [t, u], cost) == exact, "segments of a lattice");
    }
    let measured = format!(
        "{} pairs of lattice segments: {wrong} wrong where coordinates exist; in {} S, T and U lie on a line and there are none",
        grouped(cases),
        grouped(undefined)
    );
    let verdict = if wrong > 0 { Verdict::NotHeld } else { Verdict::Partly };
    let margin = format!("{} need another test", percent(undefined as f64, cases as f64));
    Ok(Measured::new(if undefined == 0 { Verdict::Held } else { verdict }, measured, margin))
}

/// Whether two segments share a point, by which side of each the ends of the other lie on.
fn segments_by_sides([p, q]: [DVec2; 2], [r, s]: [DVec2; 2], cost: &mut Cost) -> bool {
    let [a, b] = [side_of_line(p, q, r, cost), side_of_line(p, q, s, cost)];
    let [c, d] = [side_of_line(r, s, p, cost), side_of_line(r, s, q, cost)];
    let boxes = p.min(q).cmple(r.max(s)).all() && r.min(s).cmple(p.max(q)).all();
    boxes && a * b <= 0 && c * d <= 0
}

pub fn robustness(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let cost = &mut Cost::default();
    let (cases, mut wrong) = (context.plan.pick([200_000, 50_000, 2_000]), 0);
    for _ in 0..cases {
        let [a, b] = [point(&mut random), point(&mut random)];
        let p = a.lerp(b, random.between(-1.0, 2.0));
        // Twice the signed area of definition 2, row by row.
        let area = a.x * b.y + b.x * p.y + p.x * a.y - a.y * b.x - b.y * p.x - p.y * a.x;
        let sign = if area > 0.0 { 1 } else { -i32::from(area < 0.0) };
        wrong += u64::from(sign != side_of_line(a, b, p, cost));
    }
    let measured = format!(
        "{} points rounded to a line: {} signs of the area in plain doubles are wrong, none by exact predicates, which all methods here use",
        grouped(cases),
        grouped(wrong)
    );
    let margin = format!("{} wrong in doubles", percent(wrong as f64, cases as f64));
    Ok(Measured::new(Verdict::held_if(wrong == 0), measured, margin))
}

pub fn solids(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut wrong) = (0, 0);
    for (_, mesh) in moving_points::solids(plan.seed)? {
        let covering = SolidCovering::new(&mesh);
        let room = Aabb { min: mesh.bounds().min - DVec3::splat(0.1), max: mesh.bounds().max + DVec3::splat(0.1) };
        for _ in 0..plan.pick([600, 200, 20]) {
            let p = random.point(&room);
            cases += 1;
            wrong += u64::from(covering.locate(p) != pair::locate(&mesh, p));
        }
    }
    Ok(Measured::none_wrong(wrong, cases, "points in five solids by tetrahedra from the centroid"))
}
