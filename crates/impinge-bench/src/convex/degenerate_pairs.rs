//! Delicate pairs, judged and not timed: boxes in contact at a face, an edge and a corner, boxes inside each other, cylinders
//! around parallel axes, flat hulls, and bodies from 1e-6 to 1e6 in size.
//!
//! Lengths are multiples of 1/64, and boxes and cylinders in contact are not turned, so that every engine is given the same bodies to
//! the last bit. Others are turned by quarters, and bodies of mixed sizes at random.

use super::body::{Body, Hull};
use super::workload::{Item, Workload};
use anyhow::Context;
use impinge::math::{DMat3, DVec3, Pose};
use impinge_scenes::SplitMix64;

/// Delicate workloads with the given number of pairs each.
///
/// # Errors
/// None in practice.
pub fn all(pairs: usize) -> anyhow::Result<Vec<Workload>> {
    let mut made =
        vec![boxes("boxes_face", 1, pairs)?, boxes("boxes_edge", 2, pairs)?, boxes("boxes_corner", 3, pairs)?];
    made.extend([nested_boxes(pairs)?, cylinders(pairs)?, flat(pairs)?, sizes(pairs)?]);
    Ok(made)
}

/// A multiple of 1/64 from 1/64 to 2.
fn length(random: &mut SplitMix64) -> f64 {
    random.integer(1, 128) as f64 / 64.0
}

/// A rotation that turns axes into axes.
fn quarter_turns(random: &mut SplitMix64) -> DMat3 {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let first = random.below(3) as usize;
    let second = (first + 1 + random.below(2) as usize) % 3;
    let mut sign = || if random.coin() { 1.0 } else { -1.0 };
    let (x, y) = (sign() * axes[first], sign() * axes[second]);
    DMat3::from_cols(x, y, x.cross(y))
}

/// How far from contact the pairs of a delicate workload are, one after the other: exactly at it, or off by little or much.
const OFF: [f64; 5] = [0.0, 1.0 / 1_048_576.0, -1.0 / 1_048_576.0, 0.125, -1.0 / 64.0];

/// Boxes of which the given number of axes are in contact and overlap along the others.
fn boxes(name: &str, contacts: usize, pairs: usize) -> anyhow::Result<Workload> {
    let mut random = SplitMix64::new(200 + contacts as u64);
    let mut workload = Workload { name: name.to_owned(), corners: 8, bodies: Vec::new(), items: Vec::new() };
    for pair in 0..pairs {
        let mut half = || DVec3::new(length(&mut random), length(&mut random), length(&mut random));
        let halves = [half(), half()];
        let reach = halves[0] + halves[1];
        let first = random.below(3) as usize;
        let mut translation = DVec3::ZERO;
        for axis in 0..3 {
            let sign = if random.coin() { 1.0 } else { -1.0 };
            let is_contact = (axis + 3 - first) % 3 < contacts;
            // Along the others they overlap by a part of the smaller, in 64ths.
            let inside = (reach[axis] * 32.0).floor() / 64.0;
            translation[axis] = sign * if is_contact { reach[axis] + OFF[pair % OFF.len()] } else { inside };
        }
        workload.add(halves.map(|half| Body::Hull(Hull::cuboid(half))), Pose::from_translation(translation)?);
    }
    Ok(workload)
}

/// Boxes around one centre, or nearly.
fn nested_boxes(pairs: usize) -> anyhow::Result<Workload> {
    let mut random = SplitMix64::new(210);
    let mut workload = Workload { name: "boxes_nested".to_owned(), corners: 8, bodies: Vec::new(), items: Vec::new() };
    for pair in 0..pairs {
        let mut half = || DVec3::new(length(&mut random), length(&mut random), length(&mut random));
        let halves = if pair % 3 == 0 { [half(); 2] } else { [half(), half()] };
        let turn = if pair % 2 == 0 { DMat3::IDENTITY } else { quarter_turns(&mut random) };
        let translation = if pair % 4 < 2 { DVec3::ZERO } else { DVec3::splat(1.0 / 64.0) };
        workload.add(halves.map(|half| Body::Hull(Hull::cuboid(half))), Pose::try_new(turn, translation)?);
    }
    Ok(workload)
}

/// Cylinders around one axis, or around parallel ones.
fn cylinders(pairs: usize) -> anyhow::Result<Workload> {
    let mut random = SplitMix64::new(220);
    let mut workload = Workload { name: "cylinders".to_owned(), corners: 0, bodies: Vec::new(), items: Vec::new() };
    for pair in 0..pairs {
        let mut lengths = || [length(&mut random), length(&mut random)];
        let (radii, halves) = (lengths(), lengths());
        let off = OFF[pair % OFF.len()];
        let (radius, half) = (radii[0] + radii[1], halves[0] + halves[1]);
        let translation = match pair % 3 {
            0 => DVec3::new(0.0, 0.0, half + off),
            1 => DVec3::new(0.0, radius + off, half / 2.0),
            _ => DVec3::new(0.0, 0.0, half * random.u()),
        };
        let body = |k: usize| Body::Cylinder { radius: radii[k], half_height: halves[k] };
        workload.add([body(0), body(1)], Pose::from_translation(translation)?);
    }
    Ok(workload)
}

/// Polygons in one plane, in parallel planes or across each other, and against boxes.
fn flat(pairs: usize) -> anyhow::Result<Workload> {
    let mut random = SplitMix64::new(230);
    let mut workload = Workload { name: "flat".to_owned(), corners: 0, bodies: Vec::new(), items: Vec::new() };
    let hexagon = [[4.0, 0.0], [2.0, 3.0], [-2.0, 3.0], [-4.0, 0.0], [-2.0, -3.0], [2.0, -3.0]];
    for pair in 0..pairs {
        let mut polygon = || {
            let (x, y) = (length(&mut random), length(&mut random));
            Hull::polygon(hexagon.map(|[p, q]| DVec3::new(p * x, q * y, 0.0)).to_vec())
        };
        let (first, second) = (polygon(), polygon());
        let mut half = || length(&mut random);
        let cuboid = Hull::cuboid(DVec3::new(half(), half(), half()));
        let turn = if pair % 3 == 0 { DMat3::IDENTITY } else { quarter_turns(&mut random) };
        let mut some = || random.integer(-256, 256) as f64 / 64.0;
        let z = if pair % 2 == 0 { 0.0 } else { some() };
        let translation = DVec3::new(some(), some(), z);
        let bodies = if pair % 5 == 4 { [first, cuboid] } else { [first, second] };
        workload.add(bodies.map(Body::Hull), Pose::try_new(turn, translation)?);
    }
    Ok(workload)
}

/// Hulls of eight points whose sizes are powers of ten from 1e-6 to 1e6, near contact.
fn sizes(pairs: usize) -> anyhow::Result<Workload> {
    let mut random = SplitMix64::new(240);
    let mut workload = Workload { name: "sizes_mixed".to_owned(), corners: 8, bodies: Vec::new(), items: Vec::new() };
    for _ in 0..pairs {
        let mut hull = || {
            let size = 10f64.powi(random.integer(-6, 6) as i32);
            let mut axis = || 0.5 + 0.5 * random.u();
            let axes = DVec3::new(axis(), axis(), axis()) * size;
            let points = (0..8).map(|_| axes * random.direction()).collect();
            Some((Hull::of_points(points)?, size))
        };
        let (Some((a, first)), Some((b, second))) = (hull(), hull()) else {
            anyhow::bail!("points on an ellipsoid are not in general position");
        };
        let rotation = DMat3::from_quat(random.rotation().normalize());
        // The middle of the smaller one comes to a face of the larger one, or off it by a part of its own size.
        let offset = first.min(second) * (2.0 * random.u() - 0.4);
        let point = on_a_face(if first >= second { &a } else { &b }, offset, &mut random);
        let translation = if first >= second { point } else { -(rotation * point) };
        workload.add([a, b].map(Body::Hull), Pose::try_new(rotation, translation).context("a pose of mixed sizes")?);
    }
    Ok(workload)
}

/// A point at a random place of a random face, moved outward by so much.
fn on_a_face(hull: &Hull, outward: f64, random: &mut SplitMix64) -> DVec3 {
    let triangle = hull.triangles[random.below(hull.triangles.len() as u64) as usize];
    let [a, b, c] = triangle.map(|k| hull.points[k as usize]);
    let (u, v) = (random.u(), random.u());
    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
    a + u * (b - a) + v * (c - a) + outward * (b - a).cross(c - a).normalize()
}

impl Workload {
    /// Adds two bodies and their pair.
    fn add(&mut self, bodies: [Body; 2], pose: Pose) {
        let a = self.bodies.len();
        self.bodies.extend(bodies);
        self.items.push(Item { a, b: a + 1, pose, motion: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::truth::signed_distance;

    #[test]
    fn delicate_pairs_are_as_delicate_as_they_say() {
        for workload in all(60).unwrap() {
            let truths: Vec<f64> = workload.items.iter().map(|item| signed_distance(&workload, item)).collect();
            assert!(truths.iter().all(|t| t.is_finite()), "{}", workload.name);
            let touching = truths.iter().filter(|t| **t == 0.0).count();
            let (apart, deep) =
                (truths.iter().filter(|t| **t > 0.0).count(), truths.iter().filter(|t| **t < 0.0).count());
            let name = workload.name.as_str();
            match name {
                "boxes_face" | "boxes_edge" | "boxes_corner" => {
                    assert_eq!([touching, apart, deep], [12, 24, 24], "{name}");
                }
                "boxes_nested" => assert_eq!(deep, 60),
                "sizes_mixed" => assert!(apart > 15 && deep > 15, "{apart} {deep}"),
                _ => assert!(apart > 5 && deep + touching > 5, "{name} {touching} {apart} {deep}"),
            }
        }
    }
}
