//! Pruning by visibility, and images without a graphics device.

use crate::cinder::timing::scatter;
use crate::claims::images::device::ImageDevice;
use crate::claims::measured::{Measured, Verdict, percent};
use crate::claims::plan::ClaimPlan;
use crate::cloth::args::Scene;
use crate::cloth::frames::FilmFrames;
use crate::cullide::{self, Crowd};
use impinge::bound::Aabb;
use impinge::collect::All;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::pair;
use impinge_gpu::cinder::{CinderOptions, Path, images_on_cpu};
use impinge_gpu::{Instance, Store};
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;
use impinge_scenes::deforming_sequences::Size;
use impinge_scenes::sheet::wavy_sheet;
use impinge_scenes::solid::cuboid;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Densities of the crowds.
const DENSITIES: [f64; 4] = [0.001, 0.01, 0.03, 0.1];

/// Crowds of tori, from sparse to dense; images may part no pair that meets.
fn crowds(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Vec<Crowd>> {
    let (bodies, pixels) = (plan.pick([80, 32, 8]), plan.pick([128, 64, 32]));
    let ImageDevice { gpu, cullide, crowds, .. } = images;
    if crowds.is_empty() {
        for density in DENSITIES {
            crowds.push(cullide::measure(gpu, cullide, density, bodies, pixels, plan.seed)?.0);
        }
    }
    Ok(crowds.clone())
}

pub fn lemma(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let crowds = crowds(images, plan)?;
    let sum = |of: fn(&Crowd) -> usize| crowds.iter().map(of).sum::<usize>() as u64;
    let (boxes, left, meet) = (sum(|c| c.box_pairs), sum(|c| c.candidates), sum(|c| c.meeting));
    let measured = format!(
        "crowds of tori at {} densities: of {} pairs of boxes images leave {}, and all {} that meet, exactly, are among them (fragments hold whole pixels here)",
        crowds.len(),
        grouped(boxes),
        grouped(left),
        grouped(meet)
    );
    Ok(Measured::new(Verdict::held_if(left < boxes), measured, "0 pruned pairs meet"))
}

pub fn density(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let crowds = crowds(images, plan)?;
    let share = |crowd: &Crowd| 100.0 * f64::from(crowd.faces_left) / f64::from(crowd.faces.max(1));
    let words = crowds.iter().map(|crowd| {
        let bodies = 100.0 * f64::from(crowd.bodies_left) / f64::from(crowd.bodies.max(1));
        format!("{bodies:.0} % of bodies, {:.1} % of faces at {}", share(crowd), crowd.density)
    });
    let measured = format!("left after pruning: {}", words.collect::<Vec<_>>().join("; "));
    let shares: Vec<f64> = crowds.iter().map(share).collect();
    let grows = shares.windows(2).all(|two| two[0] <= two[1]) && shares[0] < shares[shares.len() - 1];
    let margin = format!("{:.1} % to {:.1} % of faces", shares[0], shares[shares.len() - 1]);
    Ok(Measured::new(Verdict::held_if(grows), measured, margin))
}

pub fn rounds(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let crowds = crowds(images, plan)?;
    let words =
        crowds.iter().map(|crowd| format!("{} + {} at {}", crowd.body_rounds, crowd.face_rounds, crowd.density));
    let most = crowds.iter().map(|crowd| crowd.body_rounds + crowd.face_rounds).max().unwrap_or(0);
    let measured =
        format!("rounds until no more is pruned, of bodies + of faces: {}", words.collect::<Vec<_>>().join(", "));
    Ok(Measured::new(Verdict::held_if(most > 0), measured, format!("{most} rounds at most")))
}

/// A ring that is wrung until it meets itself: pairs of faces by images and exactly, over some frames.
fn within(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<[u64; 3]> {
    let size = Size { triangles: plan.pick([3_000, 1_200, 300]), frames: plan.pick([8, 5, 3]) };
    let film = FilmFrames::new(Scene::Twist, size, plan.seed, &Executor::serial())?;
    let (mut found, mut wrong, mut left) = (0, 0, 0);
    for frame in &film.frames {
        let mesh = Arc::new(frame.surface.clone().mesh()?);
        let mut exact = All(Vec::new());
        pair::self_contacts(&mesh, &mut exact);
        let exact: BTreeSet<_> = exact.0.iter().map(|contact| contact.faces).collect();
        let mut store = Store::new(&images.gpu);
        let id = store.add(&mesh)?;
        let own = images.cullide.within(&images.gpu, &mut store, id, [plan.pick([128, 96, 48]); 2])?;
        let shown: BTreeSet<_> = own.contacts.iter().map(|contact| contact.faces).collect();
        found += exact.len() as u64;
        wrong += exact.symmetric_difference(&shown).count() as u64;
        left += own.faces.iter().filter(|left| **left).count() as u64;
    }
    Ok([found, wrong, left])
}

pub fn self_collisions(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [found, wrong, left] = within(images, plan)?;
    let of = format!(
        "pairs of faces of a ring wrung until it meets itself, from {} faces that images leave: other than exact",
        grouped(left)
    );
    Ok(Measured::none_wrong(wrong, found, &of))
}

pub fn no_self_collisions(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [found, wrong, _] = within(images, plan)?;
    let measured = format!(
        "{} pairs of faces of one surface are found by CULLIDE for self-collisions, {wrong} wrong; section III.C says so itself",
        grouped(found)
    );
    Ok(Measured::new(Verdict::held_if(wrong > 0 || found == 0), measured, format!("{} found", grouped(found))))
}

/// Open sheets in a room: pairs that meet, and those that images get wrong.
fn sheets(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<[u64; 2]> {
    let mut random = SplitMix64::new(plan.seed);
    let mut store = Store::new(&images.gpu);
    let mesh = store.add(&Arc::new(wavy_sheet(8, 0.1, 1.0)?))?;
    let (mut meet, mut wrong) = (0, 0);
    for _ in 0..plan.pick([6, 3, 1]) {
        let room = Aabb { min: DVec3::splat(-1.5), max: DVec3::splat(1.5) };
        let mut bodies = Vec::new();
        for _ in 0..plan.pick([24, 12, 5]) {
            bodies.push(Instance { mesh, world_from_body: random.pose(&room)? });
        }
        let exact = crate::cinder::meeting(&store, &bodies)?;
        let size = [plan.pick([96, 64, 32]); 2];
        let found = images.cullide.query(&images.gpu, &mut store, &bodies, size, &Executor::serial())?;
        let shown: BTreeSet<(u32, u32)> = found.pairs.iter().map(|pair| pair.bodies).collect();
        meet += exact.len() as u64;
        wrong += exact.symmetric_difference(&shown).count() as u64;
    }
    Ok([meet, wrong])
}

pub fn open_objects(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [meet, wrong] = sheets(images, plan)?;
    Ok(Measured::none_wrong(
        wrong,
        meet,
        "pairs of open sheets that meet: CULLIDE with exact triangle tests finds others",
    ))
}

pub fn closed_objects_needed(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let [meet, wrong] = sheets(images, plan)?;
    let measured = format!(
        "CULLIDE finds all {meet} pairs of open sheets that meet ({wrong} wrong); CInDeR and volumes by layered images do need closed bodies"
    );
    let verdict = if wrong == 0 { Verdict::Partly } else { Verdict::Held };
    Ok(Measured::new(verdict, measured, "true of two of three methods"))
}

pub fn on_the_cpu(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(plan.seed);
    let mut store = Store::new(&images.gpu);
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    let (mut pixels, mut differ) = (0, 0);
    let mut paths = vec![Path::Compute];
    if images.gpu.description().can_render {
        paths.push(Path::Render);
    }
    for _ in 0..plan.pick([6, 3, 1]) {
        let bodies = scatter(&mut random, mesh, plan.pick([60, 30, 10]), 4.0)?;
        for &path in &paths {
            let options =
                CinderOptions { size: [plan.pick([128, 96, 32]); 2], path, layers: 2, ..CinderOptions::default() };
            let here = images_on_cpu(&store, &bodies, &options)?;
            let there = images.cinder.images(&images.gpu, &mut store, &bodies, &options)?;
            for (one, other) in here.iter().zip(&there) {
                let same = |k: usize| {
                    (one.edge[k], one.depth[k], one.count[k]) == (other.edge[k], other.depth[k], other.count[k])
                };
                pixels += one.edge.len() as u64;
                differ += (0..one.edge.len()).filter(|k| !same(*k)).count() as u64;
            }
        }
    }
    let measured = format!(
        "{} of {} pixels (edge, depth, count) differ between the scalar program for the CPU and the device, {} ways to make them",
        grouped(differ),
        grouped(pixels),
        paths.len()
    );
    Ok(Measured::new(
        Verdict::held_if(differ == 0),
        measured,
        format!("{} differ", percent(differ as f64, pixels as f64)),
    ))
}
