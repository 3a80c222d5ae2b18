//! What the values of the stencil say: solids entered and not left, open surfaces, and a solid's own edges.

use crate::claims::context::ClaimContext;
use crate::claims::images::device::ImageDevice;
use crate::claims::measured::{Measured, Verdict, percent};
use crate::claims::plan::ClaimPlan;
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::math::predicates::orient3d;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair;
use impinge_gpu::cinder::{CinderOptions, Images, Path};
use impinge_gpu::{GpuError, Instance, OwnSolid, Store};
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;
use impinge_scenes::polycube::{self, Style, polycube};
use impinge_scenes::sheet::open_box;
use impinge_scenes::solid::{cuboid, icosphere, tetrahedron, torus};
use impinge_scenes::voxel::VoxelSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How images are made here: by compute shaders, which make the same ones as drawing.
fn options(side: u32) -> CinderOptions {
    CinderOptions { size: [side; 2], path: Path::Compute, ..CinderOptions::default() }
}

/// Every edge of a mesh as a triangle of no area.
pub fn edges_alone(mesh: &Mesh) -> anyhow::Result<Mesh> {
    let sides = mesh.faces().iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
    let once: BTreeSet<[u32; 2]> = sides.map(|[p, q]| [p.min(q), p.max(q)]).collect();
    let faces = once.into_iter().map(|[p, q]| [p, q, q]).collect();
    Ok(Mesh::try_new(mesh.vertices().to_vec(), faces)?)
}

pub fn theorem(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut meeting, mut wrong) = (0, 0, 0);
    let mut compare = |a: &Mesh, b: &Mesh| -> anyhow::Result<()> {
        let meets = |a: &Mesh, b: &Mesh| pair::intersects(a, b, &Pose::IDENTITY);
        let exact = meets(a, b);
        cases += 1;
        meeting += u64::from(exact);
        wrong += u64::from(exact != (meets(&edges_alone(a)?, b) || meets(a, &edges_alone(b)?)));
        Ok(())
    };
    for _ in 0..plan.pick([1_500, 400, 30]) {
        let pair = polycube::random_pair(random.next(), 8)?;
        compare(&pair.a, &pair.b)?;
    }
    let of = format!(
        "pairs of polycubes, touching, nested and equal ones included, {} of which meet: an edge of one against the other's volume, exactly",
        grouped(meeting)
    );
    Ok(Measured::none_wrong(wrong, cases, &of))
}

/// How often a segment leaves a surface more often than it enters it; none where it passes through an edge or a corner.
fn leaves_less_enters(mesh: &Mesh, [p, q]: [DVec3; 2]) -> Option<(i32, u32)> {
    let cost = &mut Cost::default();
    let (mut sum, mut crossings) = (0, 0);
    for [a, b, c] in mesh.face_ids().map(|face| mesh.triangle(face)) {
        let (from, to) = (orient3d(a, b, c, p, cost), orient3d(a, b, c, q, cost));
        if from == to {
            if from == 0 {
                return None;
            }
            continue;
        }
        let sides = [[a, b], [b, c], [c, a]].map(|[u, v]| orient3d(p, q, u, v, cost));
        let inside = sides.iter().all(|s| *s > 0) || sides.iter().all(|s| *s < 0);
        let on_border = sides.contains(&0) && !(sides.contains(&1) && sides.contains(&-1));
        if on_border || (inside && (from == 0 || to == 0)) {
            return None;
        }
        if inside {
            crossings += 1;
            sum += if to > from { 1 } else { -1 };
        }
    }
    Some((sum, crossings))
}

pub fn rays(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut wrong, mut skipped) = (0, 0, 0);
    // Which way counts as leaving is the same for all: it is learnt from a point inside a cube.
    let cube = cuboid(DVec3::ZERO, DVec3::ONE)?;
    let sign =
        leaves_less_enters(&cube, [DVec3::new(0.4, 0.5, 0.3), DVec3::new(30.0, 11.0, 7.0)]).map_or(1, |found| found.0);
    for _ in 0..plan.pick([300, 80, 8]) {
        let voxels = VoxelSet::random_connected(random.next(), 12);
        let mesh = polycube(&voxels, &Style::default())?;
        let room = Aabb { min: mesh.bounds().min - 1.0, max: mesh.bounds().max + 1.0 };
        for _ in 0..20 {
            let p = random.point(&room);
            let is_inside = voxels.contains(p.floor().to_array().map(|x| x as i64));
            let Some((sum, crossings)) = leaves_less_enters(&mesh, [p, p + random.direction() * 100.0]) else {
                skipped += 1;
                continue;
            };
            cases += 1;
            let is_right = (sum * sign == i32::from(is_inside)) && ((crossings % 2 == 1) == is_inside);
            wrong += u64::from(!is_right);
        }
    }
    let of = format!(
        "rays from random points, exact signs, beside the voxels the solid is made of: an odd number of crossings and one more out than in ({skipped} through an edge left out)"
    );
    Ok(Measured::none_wrong(wrong, cases, &of))
}

/// Cubes one in the other around a tetrahedron, meshes from small to large.
fn nested(store: &mut Store, count: u32) -> anyhow::Result<Vec<Instance>> {
    let corners = [[0.1, 0.05, 0.0], [-0.1, 0.1, 0.02], [0.0, -0.1, 0.1], [0.02, 0.03, -0.1]].map(DVec3::from_array);
    let mut meshes = vec![tetrahedron(corners)?];
    for k in 0..count {
        let half = DVec3::splat(0.5 + 0.3 * f64::from(k));
        meshes.push(cuboid(-half, half)?);
    }
    let mut instances = Vec::new();
    let pose = Pose::from_quaternion(impinge::math::DQuat::from_xyzw(0.2, 0.3, 0.1, 0.9).normalize(), DVec3::ZERO)?;
    for mesh in meshes {
        instances.push(Instance { mesh: store.add(&Arc::new(mesh))?, world_from_body: pose });
    }
    Ok(instances)
}

/// Of nested bodies, from the innermost: pixels of each number of solids that are right, wrong, and right with an even number.
fn count_nested(made: &Images, edges: &[u32]) -> [u64; 3] {
    let mut found = [0; 3];
    for (edge, count) in made.edge.iter().zip(&made.count).filter(|(edge, _)| **edge > 0) {
        let number = *edge - 1;
        let (mut first, mut owner) = (0, 0);
        while owner + 1 < edges.len() && number >= first + edges[owner] {
            first += edges[owner];
            owner += 1;
        }
        let solids = (edges.len() - 1 - owner) as i32;
        found[usize::from(*count != solids)] += 1;
        found[2] += u64::from(*count == solids && solids > 0 && solids % 2 == 0);
    }
    found
}

/// Pixels of nested bodies that are right, wrong, and right and even.
fn nested_pixels(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<[u64; 3]> {
    let mut sum = [0; 3];
    for count in 1..=plan.pick([6, 5, 2]) {
        let mut store = Store::new(&images.gpu);
        let instances = nested(&mut store, count)?;
        let options = options(plan.pick([256, 128, 48]));
        let made = images.cinder.images(&images.gpu, &mut store, &instances, &options)?;
        let edges: Vec<u32> = std::iter::once(6).chain((0..count).map(|_| 18)).collect();
        for layer in &made {
            let found = count_nested(layer, &edges);
            sum.iter_mut().zip(found).for_each(|(sum, found)| *sum += found);
        }
    }
    Ok(sum)
}

pub fn number_of_solids(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [right, wrong, _] = nested_pixels(images, plan)?;
    Ok(Measured::none_wrong(
        wrong,
        right + wrong,
        "pixels of edges of nested bodies: the value beside the number of solids around that body",
    ))
}

pub fn even_counts(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [right, _, even] = nested_pixels(images, plan)?;
    let measured = format!(
        "{} of {} pixels of edges inside nested bodies have an even value and are inside; the value counts solids, and zero is outside",
        grouped(even),
        grouped(right)
    );
    let margin = format!("{} of pixels would be wrong", percent(even as f64, right as f64));
    Ok(Measured::new(Verdict::held_if(even == 0), measured, margin))
}

/// Random tori in a room, those that come closer to another than a length taken away: boxes overlap, bodies do not.
fn apart(
    images: &ImageDevice,
    random: &mut SplitMix64,
    bodies: u32,
    gap: f64,
) -> anyhow::Result<(Store, Vec<Instance>)> {
    let mut store = Store::new(&images.gpu);
    let shape = Arc::new(torus(0.5, 0.08, 24, 8)?);
    let mesh = store.add(&shape)?;
    let room = Aabb { min: DVec3::splat(-1.2), max: DVec3::splat(1.2) };
    let mut kept: Vec<Instance> = Vec::new();
    for _ in 0..bodies {
        let pose = random.pose(&room)?;
        let mut is_clear = true;
        for other in &kept {
            is_clear &= !pair::within(&shape, &shape, &pose.inverse().compose(&other.world_from_body)?, gap);
        }
        if is_clear {
            kept.push(Instance { mesh, world_from_body: pose });
        }
    }
    Ok((store, kept))
}

/// Pixels with a value other than zero in scenes whose bodies are apart, and pixels with an edge.
fn pixels_apart(images: &mut ImageDevice, plan: ClaimPlan, own: OwnSolid) -> anyhow::Result<[u64; 3]> {
    // Edges that are moved must not reach another body.
    let gap = if own == OwnSolid::Offset { 0.1 } else { 0.0 };
    let mut random = SplitMix64::new(plan.seed);
    let (scenes, mut found) = (plan.pick([24, 8, 2]), [0; 3]);
    for _ in 0..scenes {
        let (mut store, bodies) = apart(images, &mut random, plan.pick([24, 16, 6]), gap)?;
        let options = CinderOptions { own, ..options(plan.pick([256, 128, 48])) };
        for made in images.cinder.images(&images.gpu, &mut store, &bodies, &options)? {
            found[0] += made.count.iter().filter(|count| **count != 0).count() as u64;
            found[1] += made.edge.iter().filter(|edge| **edge > 0).count() as u64;
        }
        found[2] += bodies.len() as u64;
    }
    Ok(found)
}

pub fn zero_apart(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [wrong, pixels, bodies] = pixels_apart(images, plan, OwnSolid::Excluded)?;
    let of = format!(
        "pixels with an edge, of {} tori that are linked or apart, exactly: a value other than zero",
        grouped(bodies)
    );
    Ok(Measured::few_wrong(wrong, pixels, &of))
}

pub fn offset_edges(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [wrong, pixels, bodies] = pixels_apart(images, plan, OwnSolid::Offset)?;
    let of = format!(
        "pixels with an edge, edges being moved outward, of {} tori at least 0.1 apart: a value other than zero",
        grouped(bodies)
    );
    Ok(Measured::none_wrong(wrong, pixels, &of))
}

pub fn open_surfaces(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(plan.seed);
    let half = DVec3::splat(0.5);
    let room = Aabb { min: DVec3::splat(-0.4), max: DVec3::splat(0.4) };
    let scenes = plan.pick([60, 20, 4]);
    let (mut open, mut closed, mut refused) = (0, 0, 0);
    for _ in 0..scenes {
        let poses = [random.pose(&room)?, random.pose(&room)?];
        for is_open in [true, false] {
            let mut store = Store::new(&images.gpu);
            let first = if is_open { open_box(-half, half)? } else { cuboid(-half, half)? };
            let meshes = [store.add(&Arc::new(first))?, store.add(&Arc::new(icosphere(0.5, 2)?))?];
            let bodies = [0, 1].map(|k| Instance { mesh: meshes[k], world_from_body: poses[k] });
            let options = options(plan.pick([128, 96, 48]));
            let made = images.cinder.images(&images.gpu, &mut store, &bodies, &options)?;
            let has_negative = made.iter().any(|images| images.count.iter().any(|count| *count < 0));
            if is_open {
                open += u64::from(has_negative);
                let answer = images.cinder.query(&images.gpu, &mut store, &bodies, &options);
                refused += u64::from(matches!(answer, Err(GpuError::NotClosed { .. })));
            } else {
                closed += u64::from(has_negative);
            }
        }
    }
    let measured = format!(
        "{scenes} scenes: negative values in {closed} of those with closed bodies, in {open} of those with an open box, which queries here refuse by name ({refused})"
    );
    let margin = format!("{closed} false; {} of open boxes show", percent(open as f64, scenes as f64));
    let verdict = match (closed == 0, open == scenes) {
        (true, true) => Verdict::Held,
        (true, false) => Verdict::Partly,
        _ => Verdict::NotHeld,
    };
    Ok(Measured::new(verdict, measured, margin))
}
