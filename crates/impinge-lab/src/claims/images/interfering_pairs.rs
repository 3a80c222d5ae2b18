//! Who is inside whom, by which edges and where, beside exact answers; and what one image misses.

use crate::cinder::meeting;
use crate::cinder::missed_pairs::{self, MissRate};
use crate::cinder::timing::scatter;
use crate::claims::context::kept;
use crate::claims::images::device::ImageDevice;
use crate::claims::measured::{Measured, Verdict, percent};
use crate::claims::plan::ClaimPlan;
use impinge::bound::Aabb;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, PointQuery};
use impinge_gpu::cinder::{Ask, CinderOptions, Pair, Path};
use impinge_gpu::{Instance, Store};
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{cuboid, geodesic_sphere, hollow_cuboid, icosphere, torus};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// Misses over density and resolution, made once.
fn misses(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Rc<Vec<MissRate>>> {
    let ImageDevice { gpu, cinder, misses, .. } = images;
    kept(misses, || {
        let sizes: &[u32] = plan.pick([&[32, 64, 128, 256], &[32, 64, 128], &[16, 32]]);
        let crowd = plan.pick([[80, 2], [40, 2], [16, 1]]);
        let mut rows = Vec::new();
        for density in [0.1, 0.4] {
            rows.extend(missed_pairs::count(gpu, cinder, (density, crowd), sizes, plan.seed)?);
        }
        Ok(rows)
    })
}

pub fn pairs_by_pixels(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let rows = misses(images, plan)?;
    let (shown, wrong) = rows.iter().fold((0, 0), |(s, w), row| (s + row.shown as u64, w + row.wrongly_shown as u64));
    let of = "pairs that pixels name, in crowds of cubes at two densities and several resolutions";
    let mut measured = Measured::few_wrong(wrong, shown, of);
    if wrong > 0 {
        measured.measured.push_str(": an edge is drawn up to half a pixel from where it is");
    }
    Ok(measured)
}

pub fn resolution(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let rows = misses(images, plan)?;
    let mut words = Vec::new();
    let mut is_falling = true;
    for density in [0.1, 0.4] {
        let own: Vec<&MissRate> = rows.iter().filter(|row| row.density == density).collect();
        let text: Vec<String> =
            own.iter().map(|row| format!("{:.1} % at {}", row.missed_percent, row.pixels)).collect();
        words.push(format!("density {density}: {}", text.join(", ")));
        is_falling &=
            own.last().zip(own.first()).is_some_and(|(last, first)| last.missed_percent < first.missed_percent);
    }
    let measured = format!("pairs of cubes that meet and one view does not show: {} pixels a side", words.join("; "));
    let last = rows.last().map_or(0.0, |row| row.missed_percent);
    Ok(Measured::new(Verdict::held_if(is_falling), measured, format!("{last:.1} % still missed in the dense crowd")))
}

pub fn only_obscured(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(plan.seed);
    let mut store = Store::new(&images.gpu);
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    let bodies = plan.pick([100, 50, 16]);
    let (mut missed, mut recovered, mut all) = (0, 0, 0);
    for _ in 0..plan.pick([4, 2, 1]) {
        let instances = scatter(&mut random, mesh, bodies, (f64::from(bodies) / 0.4).cbrt())?;
        let exact = meeting(&store, &instances)?;
        let mut shown = |layers| -> anyhow::Result<BTreeSet<(u32, u32)>> {
            let side = plan.pick([256, 128, 32]);
            let options = CinderOptions { size: [side; 2], path: Path::Compute, layers, ..CinderOptions::default() };
            let found = images.cinder.query(&images.gpu, &mut store, &instances, &options)?;
            Ok(found.pairs.iter().map(Pair::bodies).collect())
        };
        let (one, many) = (shown(1)?, shown(64)?);
        all += exact.len() as u64;
        missed += exact.difference(&one).count() as u64;
        recovered += exact.difference(&one).filter(|pair| many.contains(pair)).count() as u64;
    }
    let measured = format!(
        "{missed} of {all} pairs that meet are missed by one view; looking behind nearer edges in the same view finds {recovered} of them, the others are thinner than a \
         pixel or along the rays"
    );
    let share = recovered as f64 / missed.max(1) as f64;
    let verdict = if missed == 0 { Verdict::Held } else { Verdict::at_least(share, [0.98, 0.5]) };
    Ok(Measured::new(verdict, measured, format!("{} of misses obscured, bar 98 %", percent(share, 1.0))))
}

pub fn hundreds(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(plan.seed);
    let mut store = Store::new(&images.gpu);
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    let bodies = plan.pick([500, 300, 24]);
    let instances = scatter(&mut random, mesh, bodies, (f64::from(bodies) / 0.1).cbrt())?;
    let exact: BTreeSet<u32> = meeting(&store, &instances)?.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let options = CinderOptions { path: Path::Compute, ask: Ask::Bodies, ..CinderOptions::default() };
    let found = images.cinder.query(&images.gpu, &mut store, &instances, &options)?;
    let right = found.bodies.iter().filter(|body| exact.contains(body)).count();
    let measured = format!(
        "{bodies} boxes at once, 256 x 256 pixels: {right} of {} that interfere are found, {} others named",
        exact.len(),
        found.bodies.len() - right
    );
    let share = right as f64 / exact.len().max(1) as f64;
    Ok(Measured::new(
        Verdict::at_least(share, [0.9, 0.5]),
        measured,
        format!("{} found, bar 90 %", percent(share, 1.0)),
    ))
}

/// Four turned cubes in a row at the given places.
fn row(images: &ImageDevice, places: [f64; 4]) -> anyhow::Result<(Store, Vec<Instance>)> {
    let mut store = Store::new(&images.gpu);
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    let instance = |(k, x): (usize, f64)| -> anyhow::Result<Instance> {
        let turn = DQuat::from_axis_angle(DVec3::new(0.3, 0.5, 0.8).normalize(), 0.4 + k as f64);
        Ok(Instance { mesh, world_from_body: Pose::from_quaternion(turn.normalize(), DVec3::new(x, 0.0, 0.0))? })
    };
    let instances = places.into_iter().enumerate().map(instance).collect::<anyhow::Result<_>>()?;
    Ok((store, instances))
}

pub fn bodies_are_no_pairs(images: &mut ImageDevice, _: ClaimPlan) -> anyhow::Result<Measured> {
    let mut answers = Vec::new();
    for places in [[0.0, 0.6, 5.0, 5.6], [0.0, 5.0, 0.6, 5.6]] {
        let (mut store, instances) = row(images, places)?;
        let mut ask = |ask| -> anyhow::Result<_> {
            let options = CinderOptions { path: Path::Compute, ask, ..CinderOptions::default() };
            Ok(images.cinder.query(&images.gpu, &mut store, &instances, &options)?)
        };
        let pairs: BTreeSet<(u32, u32)> = ask(Ask::Pairs)?.pairs.iter().map(Pair::bodies).collect();
        answers.push((ask(Ask::Bodies)?.bodies, pairs));
    }
    let (first, second) = (&answers[0], &answers[1]);
    let measured = format!(
        "two scenes of four boxes: occlusion queries name the bodies {:?} and {:?}, pixels the pairs {:?} and {:?}",
        first.0, second.0, first.1, second.1
    );
    let is_so = first.0 == second.0 && first.1 != second.1;
    Ok(Measured::new(Verdict::held_if(is_so), measured, "same bodies, other pairs"))
}

/// The distance of a point from a segment.
pub fn distance(p: DVec3, [q, r]: [DVec3; 2]) -> f64 {
    let along = r - q;
    let t = ((p - q).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    p.distance(q + along * t)
}

/// What edges and points of two bodies came to.
#[derive(Default)]
struct Localisation {
    /// Edges named, and those of them that do not meet the other solid.
    edges: u64,
    wrong_edges: u64,
    /// Edges that pass through the other's surface, and those not named.
    piercing: u64,
    missed_edges: u64,
    points: u64,
    /// The largest distance of a point from the edges that are named, and outside of the solid, in pixels.
    off_edge: f64,
    outside: f64,
}

/// Pairs of turned boxes that overlap: edges and points that one image names.
fn localise(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Localisation> {
    let side = plan.pick([256, 128, 64]);
    let mut random = SplitMix64::new(plan.seed);
    let room = Aabb { min: DVec3::splat(-0.4), max: DVec3::splat(0.4) };
    let half = DVec3::new(0.5, 0.35, 0.6);
    let mut sum = Localisation::default();
    for _ in 0..plan.pick([60, 20, 3]) {
        let mut store = Store::new(&images.gpu);
        let mesh = Arc::new(cuboid(-half, half)?);
        let id = store.add(&mesh)?;
        let poses = [random.pose(&room)?, random.pose(&room)?];
        let bodies = poses.map(|world_from_body| Instance { mesh: id, world_from_body });
        let options = CinderOptions { size: [side; 2], path: Path::Compute, ..CinderOptions::default() };
        let found = images.cinder.query(&images.gpu, &mut store, &bodies, &options)?;
        // The window is no larger than the smaller of the boxes around both bodies.
        let extent = poses.map(|pose| {
            Aabb::of_points(&mesh.vertices().iter().map(|p| pose.transform_point(*p)).collect::<Vec<_>>()).size()
        });
        let pixel = extent[0].min(extent[1]).truncate().max_element() / f64::from(side);
        for pair in &found.pairs {
            let (own, other) = (poses[pair.penetrating as usize], poses[pair.penetrated as usize]);
            sum.add(pair, &mesh, [&own, &other], pixel)?;
        }
    }
    Ok(sum)
}

impl Localisation {
    fn add(&mut self, pair: &Pair, mesh: &Mesh, [own, other]: [&Pose; 2], pixel: f64) -> anyhow::Result<()> {
        let other_from_own = other.inverse().compose(own)?;
        let named: BTreeSet<[u32; 2]> = pair.edges.iter().copied().collect();
        let sides = mesh.faces().iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
        let all: BTreeSet<[u32; 2]> = sides.map(|[p, q]| [p.min(q), p.max(q)]).collect();
        for [p, q] in all {
            let edge = Mesh::try_new(mesh.vertices().to_vec(), vec![[p, q, q]])?;
            let meets = pair::intersects(mesh, &edge, &other_from_own);
            let pierces = pair::count_contacts(mesh, &edge, &other_from_own) > 0;
            let is_named = named.contains(&[p, q]);
            self.edges += u64::from(is_named);
            self.wrong_edges += u64::from(is_named && !meets);
            self.piercing += u64::from(pierces);
            self.missed_edges += u64::from(pierces && !is_named);
        }
        let query = PointQuery::new(mesh);
        for point in &pair.points {
            let ends = |[p, q]: [u32; 2]| [p, q].map(|v| own.transform_point(mesh.vertices()[v as usize]));
            let off = pair.edges.iter().map(|edge| distance(*point, ends(*edge))).fold(f64::INFINITY, f64::min);
            let inside = query.signed_distance(other.inverse().transform_point(*point)).map_or(0.0, |d| d.value);
            self.points += 1;
            self.off_edge = self.off_edge.max(off / pixel);
            self.outside = self.outside.max(inside / pixel);
        }
        Ok(())
    }
}

pub fn edges(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let found = localise(images, plan)?;
    let Localisation { edges, wrong_edges, piercing, missed_edges, .. } = found;
    let measured = format!(
        "pairs of turned boxes, one view: {} edges named, {wrong_edges} of which do not meet the other solid; of {} edges that pass through its surface {missed_edges} are not \
         named",
        grouped(edges),
        grouped(piercing)
    );
    let wrong = wrong_edges as f64 / edges.max(1) as f64;
    let missed = missed_edges as f64 / piercing.max(1) as f64;
    let verdict = match (wrong <= 0.01, missed <= 0.01) {
        (true, true) => Verdict::Held,
        (true, false) | (false, true) => Verdict::Partly,
        _ => Verdict::NotHeld,
    };
    Ok(Measured::new(
        verdict,
        measured,
        format!("{} wrong, {} of piercing edges missed, bars 1 %", percent(wrong, 1.0), percent(missed, 1.0)),
    ))
}

pub fn points(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let Localisation { points, off_edge, outside, .. } = localise(images, plan)?;
    let measured = format!(
        "{} points: at most {off_edge:.2} pixels from an edge that is named, at most {:.2} pixels outside of the solid",
        grouped(points),
        outside.max(0.0)
    );
    let most = off_edge.max(outside);
    Ok(Measured::new(Verdict::at_most(most, [1.5, 4.0]), measured, format!("{most:.2} pixels, bar 1.5")))
}

pub fn hollow_bodies(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut wrong, mut meet) = (0, 0, 0);
    let hollow = Arc::new(hollow_cuboid(DVec3::splat(-1.0), DVec3::ONE, 0.15)?);
    let ring = Arc::new(torus(0.8, 0.2, 32, 12)?);
    let ball = Arc::new(icosphere(0.4, 2)?);
    for k in 0..plan.pick([200, 60, 8]) {
        let mut store = Store::new(&images.gpu);
        let (first, room) = if k % 2 == 0 { (&hollow, 0.9) } else { (&ring, 1.0) };
        let turn = random.rotation().normalize();
        let at = random.point(&Aabb { min: DVec3::splat(-room), max: DVec3::splat(room) });
        let poses = [Pose::from_quaternion(turn, DVec3::ZERO)?, Pose::from_quaternion(turn, turn * at)?];
        let meshes = [store.add(first)?, store.add(if k % 4 < 2 { &ball } else { &ring })?];
        let bodies = [0, 1].map(|k| Instance { mesh: meshes[k], world_from_body: poses[k] });
        let exact = !meeting(&store, &bodies)?.is_empty();
        let options = CinderOptions { path: Path::Compute, ask: Ask::Any, ..CinderOptions::default() };
        let found = images.cinder.query(&images.gpu, &mut store, &bodies, &options)?.interferes;
        cases += 1;
        meet += u64::from(exact);
        wrong += u64::from(found != exact);
    }
    let of = format!(
        "pairs of hollow boxes, rings and balls, in hollows, linked and crossing, {meet} of which meet: one view at 256 pixels answers otherwise"
    );
    Ok(Measured::few_wrong(wrong, cases, &of))
}

pub fn dense_meshes(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let frequencies: &[u32] = plan.pick([&[5, 11, 22, 45, 90], &[5, 11, 22, 45], &[3, 6]]);
    let scenes = plan.pick([8, 4, 2]);
    let mut words = Vec::new();
    let mut largest = 0;
    for &frequency in frequencies {
        let mut random = SplitMix64::new(plan.seed);
        let mut store = Store::new(&images.gpu);
        let mesh = store.add(&Arc::new(geodesic_sphere(0.8, frequency)?))?;
        let triangles = 2 * 20 * frequency * frequency;
        let mut found = 0;
        for _ in 0..scenes {
            let way = random.direction() * 0.8;
            let poses = [DVec3::ZERO, way].map(|at| Pose::from_quaternion(random.rotation().normalize(), at));
            let [a, b] = poses;
            let bodies = [a?, b?].map(|world_from_body| Instance { mesh, world_from_body });
            let options = CinderOptions { path: Path::Compute, ask: Ask::Any, ..CinderOptions::default() };
            found += u32::from(images.cinder.query(&images.gpu, &mut store, &bodies, &options)?.interferes);
        }
        if found == scenes {
            largest = triangles;
        }
        words.push(format!("{found} of {scenes} with {}", grouped(triangles.into())));
    }
    let measured = format!(
        "two balls half in each other, 256 x 256 pixels fitted to where their boxes overlap: found in {} triangles",
        words.join(", ")
    );
    let margin = format!("all found up to {} triangles; paper over 5,000", grouped(largest.into()));
    Ok(Measured::new(Verdict::at_least(f64::from(largest), [5_000.0, 1_000.0]), measured, margin))
}
