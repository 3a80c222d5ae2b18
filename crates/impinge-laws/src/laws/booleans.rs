//! Whether bodies meet: polycubes under integer maps and loose triangles of a lattice, where everything coincides that can.

use crate::trial::Trial;
use crate::voxel_pair::describe_cubes;
use impinge::pair::Relation;
use impinge::triangle_pair::{Triangle, TriangleRelation, relate_brute};
use impinge::{DVec3, Mesh, Pose};
use impinge_scenes::polycube::{PolycubePair, Style, polycube, random_pair};
use impinge_scenes::soup::{degenerate_soup, lattice_soup};
use impinge_scenes::unimodular::UnimodularMap;
use impinge_scenes::voxel::VoxelSet;
use impinge_scenes::{SplitMix64, Surface};

/// Few, since every pair of their faces is compared in integers.
const MOST_CUBES: usize = 3;

const SHIFT: f64 = (1 << 20) as f64;

/// How many pairs of triangles share a point, in exact arithmetic.
pub fn brute_contacts(a: &Mesh, b: &Mesh) -> usize {
    let (first, second) = (triangles(a), triangles(b));
    first.iter().map(|p| second.iter().filter(|q| share_point(p, q)).count()).sum()
}

fn any_contact(a: &Mesh, b: &Mesh) -> bool {
    let (first, second) = (triangles(a), triangles(b));
    first.iter().any(|p| second.iter().any(|q| share_point(p, q)))
}

fn triangles(mesh: &Mesh) -> Vec<Triangle> {
    mesh.face_ids().map(|f| mesh.triangle(f)).collect()
}

fn share_point(p: &Triangle, q: &Triangle) -> bool {
    boxes_overlap(p, q) && relate_brute(p, q) != TriangleRelation::Disjoint
}

/// The vertices and faces of two meshes, for messages.
pub fn describe_meshes(a: &Mesh, b: &Mesh) -> String {
    let [a, b] = [a, b].map(|mesh| format!("{:?} {:?}", mesh.vertices(), mesh.faces()));
    format!("a: {a}; b: {b}")
}

fn boxes_overlap(p: &Triangle, q: &Triangle) -> bool {
    let bounds = |[a, b, c]: &Triangle| [a.min(*b).min(*c), a.max(*b).max(*c)];
    let ([p_min, p_max], [q_min, q_max]) = (bounds(p), bounds(q));
    p_min.cmple(q_max).all() && q_min.cmple(p_max).all()
}

/// Two bodies of cubes under one integer map.
pub fn polycubes(random: &mut SplitMix64) -> Option<PolycubePair> {
    random_pair(random.next(), MOST_CUBES).ok()
}

/// Whether the surfaces of two bodies of cubes share a point: by their voxels where that tells, else pair by pair.
pub fn surfaces_meet(pair: &PolycubePair) -> bool {
    match pair.relation {
        Relation::Disjoint => false,
        Relation::Touching => true,
        _ => any_contact(&pair.a, &pair.b),
    }
}

/// Some loose triangles with corners on a small lattice, half of the time with needles and points.
pub fn soup(random: &mut SplitMix64) -> Option<Mesh> {
    let count = 1 + random.below(4) as usize;
    if random.coin() { lattice_soup(random.next(), count, 4) } else { degenerate_soup(random.next(), count, 4) }.ok()
}

/// Judges whether the surfaces of two meshes in one frame meet.
fn judge_meeting(trial: &mut Trial<'_>, [a, b]: [&Mesh; 2], expected: bool) {
    judge_posed(trial, [a, b], &Pose::IDENTITY, expected);
}

fn judge_posed(trial: &mut Trial<'_>, [a, b]: [&Mesh; 2], a_from_b: &Pose, expected: bool) {
    let Some(loaded) = trial.load(a, b) else { return };
    if let Some(answer) = trial.ask(|| loaded.surfaces_meet(a_from_b)) {
        trial.judge(answer == expected, || {
            format!("answered {answer}, and {expected} is true; {}; a_from_b: {a_from_b:?}", describe_meshes(a, b))
        });
    }
}

pub fn meet(trial: &mut Trial<'_>) {
    let Some(pair) = polycubes(&mut trial.random) else { return };
    judge_meeting(trial, [&pair.a, &pair.b], surfaces_meet(&pair));
}

pub fn soups_meet(trial: &mut Trial<'_>) {
    let (Some(a), Some(b)) = (soup(&mut trial.random), soup(&mut trial.random)) else { return };
    judge_meeting(trial, [&a, &b], any_contact(&a, &b));
}

/// A block around a body of cubes with a unit between them, or with a cavity that the body does not touch.
fn block_around(body: &VoxelSet, has_cavity: bool) -> VoxelSet {
    let reach = if has_cavity { 2 } else { 1 };
    let bound = |k: usize, side: i64| body.iter().map(|cube| side * cube[k]).max().unwrap_or(0) * side;
    let [min, max] = [-1, 1].map(|side| [0, 1, 2].map(|k| bound(k, side) + side * reach + i64::from(side > 0)));
    let block = VoxelSet::cuboid(min, max);
    if has_cavity { block.minus(&VoxelSet::cuboid(min.map(|x| x + 1), max.map(|x| x - 1))) } else { block }
}

pub fn inside(trial: &mut Trial<'_>) {
    let random = &mut trial.random;
    let body = VoxelSet::random_connected(random.next(), 1 + random.below(3) as usize);
    let around = block_around(&body, random.coin());
    let map = UnimodularMap::random(random.next(), 8);
    let mut mesh = |voxels| polycube(voxels, &Style { map, seed: random.next(), ..Style::default() });
    let (Ok(a), Ok(b)) = (mesh(&around), mesh(&body)) else { return };
    let [a, b] = if random.coin() { [a, b] } else { [b, a] };
    let Some(loaded) = trial.load(&a, &b) else { return };
    let expected = around.relation_to(&body).closures_meet;
    if let Some(answer) = trial.ask(|| loaded.solids_meet(&Pose::IDENTITY)) {
        trial.judge(answer == expected, || {
            format!("answered {answer}, and {expected} is true; {}", describe_cubes(&around, &body))
        });
    }
}

pub fn posed(trial: &mut Trial<'_>) {
    let Some(pair) = polycubes(&mut trial.random) else { return };
    let shift = DVec3::from_array([(); 3].map(|()| trial.random.integer(-9, 9) as f64));
    let (Ok(b), Ok(pose)) = (Surface::of(&pair.b).shifted(-shift).mesh(), Pose::from_translation(shift)) else {
        return;
    };
    judge_posed(trial, [&pair.a, &b], &pose, surfaces_meet(&pair));
}

pub fn swapped(trial: &mut Trial<'_>) {
    let Some(pair) = polycubes(&mut trial.random) else { return };
    let (Some(there), Some(back)) = (trial.load(&pair.a, &pair.b), trial.load(&pair.b, &pair.a)) else { return };
    let here = &Pose::IDENTITY;
    if let Some(answers) = trial.ask(|| Ok([there.surfaces_meet(here)?, back.surfaces_meet(here)?])) {
        trial.judge(answers[0] == answers[1], || format!("a and b meet: {}; b and a meet: {}", answers[0], answers[1]));
    }
    if let Some(lengths) = trial.ask(|| Ok([there.distance(here)?, back.distance(here)?])) {
        let is_same = lengths[0].is_finite() && lengths[0].to_bits() == lengths[1].to_bits();
        trial.judge(is_same, || format!("from a to b: {:e}; from b to a: {:e}", lengths[0], lengths[1]));
    }
}

/// Judges a pair of cubes of which every coordinate is changed without rounding.
fn judge_mapped(trial: &mut Trial<'_>, pair: &PolycubePair, map: impl Fn(DVec3) -> DVec3) {
    let mapped = |mesh: &Mesh| Surface::of(mesh).mapped(&map).mesh();
    let (Ok(a), Ok(b)) = (mapped(&pair.a), mapped(&pair.b)) else { return };
    judge_meeting(trial, [&a, &b], surfaces_meet(pair));
}

pub fn scaled(trial: &mut Trial<'_>) {
    let Some(pair) = polycubes(&mut trial.random) else { return };
    let factor = 2f64.powi(if trial.random.coin() { 20 } else { -20 });
    judge_mapped(trial, &pair, |p| p * factor);
}

pub fn far_away(trial: &mut Trial<'_>) {
    let Some(pair) = polycubes(&mut trial.random) else { return };
    judge_mapped(trial, &pair, |p| p + DVec3::splat(SHIFT));
}
