//! Openings closed by caps: solids with faces missing, cracks opened and edges split on one side only.

use impinge::math::{DVec3, Pose};
use impinge::mesh::{Closedness, Mesh};
use impinge::pair::{InsideSource, ThicknessOptions, thickness};
use impinge_scenes::{SplitMix64, Surface, solid};

fn any_solid(random: &mut SplitMix64) -> Mesh {
    let surface = match random.below(4) {
        0 => solid::cuboid(DVec3::splat(-0.5), DVec3::new(0.5, random.between(0.1, 0.5), 0.4)),
        1 => solid::icosphere(0.5, 1),
        2 => solid::tube(0.2, random.between(0.3, 0.5), 0.8, 9),
        _ => solid::cylinder(0.4, random.between(0.3, 1.0), 11),
    };
    let surface = Surface::of(&surface.unwrap()).refined();
    if random.coin() { surface.refined().mesh().unwrap() } else { surface.mesh().unwrap() }
}

fn area(mesh: &Mesh) -> f64 {
    mesh.mass_properties().area
}

/// The mesh without some of its faces.
fn without_faces(mesh: &Mesh, random: &mut SplitMix64) -> Mesh {
    let count = 1 + random.below(3);
    let mut faces = mesh.faces().to_vec();
    (0..count).for_each(|_| {
        faces.swap_remove(random.below(faces.len() as u64) as usize);
    });
    Mesh::try_new(mesh.vertices().to_vec(), faces).unwrap()
}

/// The mesh with all faces on one side of a plane taken apart from the others: their vertices move by up to `width`, all alike or each its own way.
fn with_crack(mesh: &Mesh, width: f64, random: &mut SplitMix64) -> Mesh {
    let (normal, alike, by) = (random.direction(), random.coin(), random.direction() * width);
    let mut vertices = mesh.vertices().to_vec();
    let mut moved = vec![None; vertices.len()];
    let mut faces = mesh.faces().to_vec();
    for face in &mut faces {
        let middle = face.iter().map(|v| mesh.vertices()[*v as usize]).sum::<DVec3>() / 3.0;
        if normal.dot(middle) > 0.1 {
            for corner in face {
                *corner = *moved[*corner as usize].get_or_insert_with(|| {
                    let by = if alike { by } else { random.direction() * random.between(0.0, width) };
                    vertices.push(mesh.vertices()[*corner as usize] + by);
                    vertices.len() as u32 - 1
                });
            }
        }
    }
    Mesh::try_new(vertices, faces).unwrap()
}

/// The mesh with some faces cut in two at an edge that stays whole on its other side; the new vertex is up to `width` off the edge.
fn with_split_edges(mesh: &Mesh, width: f64, random: &mut SplitMix64) -> Mesh {
    let (mut vertices, mut faces) = (mesh.vertices().to_vec(), mesh.faces().to_vec());
    for _ in 0..1 + random.below(6) {
        let face = random.below(faces.len() as u64) as usize;
        let [a, b, c] = faces[face];
        let at = random.between(0.2, 0.8);
        let off = random.direction() * width * f64::from(u8::from(random.coin()));
        vertices.push(vertices[a as usize].lerp(vertices[b as usize], at) + off);
        let new = vertices.len() as u32 - 1;
        faces[face] = [a, new, c];
        faces.push([new, b, c]);
    }
    Mesh::try_new(vertices, faces).unwrap()
}

/// The capped mesh is closed and keeps its faces; its volume is that of the solid, but for what caps can hold.
#[test]
fn capped_solids_are_closed() {
    let mut random = SplitMix64::new(71);
    let (mut capped_of, mut compared) = ([0; 3], 0);
    for i in 0..600 {
        let mesh = any_solid(&mut random);
        let width = 10_f64.powf(random.between(-9.0, -2.0));
        let open = match i % 3 {
            0 => without_faces(&mesh, &mut random),
            1 => with_crack(&mesh, width, &mut random),
            _ => with_split_edges(&mesh, width, &mut random),
        };
        if !matches!(open.closedness(), Closedness::NearlyClosed { .. }) {
            assert!(open.capped().is_none());
            continue;
        }
        capped_of[i % 3] += 1;
        let capped = open.capped().unwrap();
        assert!(capped.is_closed() && capped.encloses(), "{i}");
        assert_eq!(capped.faces()[..open.faces().len()], *open.faces(), "{i}");
        assert_eq!(capped.vertices(), open.vertices());
        let size = mesh.bounds().size().length();
        let cap_area = area(&capped) - area(&open);
        let moved = if i % 3 == 0 { 0.0 } else { width * area(&mesh) * 2.0 };
        let off = (capped.mass_properties().volume - mesh.mass_properties().volume).abs();
        assert!(off <= cap_area.max(0.0) * size + moved + 1e-12, "{i}: {off} {cap_area} {moved}");
        if i % 3 != 0 {
            // A crack or a split edge is covered by slivers.
            assert!(cap_area <= 4.0 * width * area(&mesh) / size * 40.0 + 1e-12, "{i}: {width} {cap_area}");
        }
        // The inside is where it was, away from the caps.
        for _ in 0..20 {
            let p = random.point(&mesh.bounds());
            let winding = open.winding_number(p).value;
            if i % 3 != 0 && (winding - winding.round()).abs() < 1e-3 && width < 1e-4 {
                assert_eq!(capped.membership(p), open.membership(p), "{i}: {p}");
                compared += 1;
            }
        }
    }
    assert!(capped_of.iter().all(|count| *count > 100) && compared > 1_000, "{capped_of:?} {compared}");
}

/// Bounds of a pair with tiny cracks agree with those of the pair without, but for the width of the cracks.
#[test]
fn tiny_cracks_change_thickness_by_as_little() {
    let mut random = SplitMix64::new(72);
    let options = ThicknessOptions { ratio: 1.5, effort: 2_000, ..ThicknessOptions::default() };
    let (mut overlapping, mut tight) = (0, 0);
    for i in 0..200 {
        let [a, b] = [(); 2].map(|()| any_solid(&mut random));
        let width = 10_f64.powf(random.between(-8.0, -4.0));
        let [a_open, b_open] = [&a, &b].map(|mesh| {
            if random.coin() {
                with_crack(mesh, width, &mut random)
            } else {
                with_split_edges(mesh, width, &mut random)
            }
        });
        let by = random.direction() * random.between(0.0, 0.7);
        let pose = Pose::from_quaternion(random.rotation(), by).unwrap();
        let [whole, open] = [(&a, &b), (&a_open, &b_open)].map(|(a, b)| thickness(a, b, &pose, &options));
        if open.inside.contains(&InsideSource::Surface) {
            continue;
        }
        let slack = 8.0 * width;
        assert!(open.bounds.lower <= whole.bounds.upper + slack, "{i}: {open:?} {whole:?}");
        assert!(whole.bounds.lower <= open.bounds.upper + slack, "{i}: {open:?} {whole:?}");
        let back = thickness(&b_open, &a_open, &pose.inverse(), &options);
        assert_eq!(back.bounds, open.bounds, "{i}");
        if whole.bounds.lower > 16.0 * slack {
            overlapping += 1;
            tight += u32::from(open.bounds.upper <= 2.0 * open.bounds.lower);
        }
    }
    assert!(overlapping > 60 && 10 * tight > 9 * overlapping, "{overlapping} {tight}");
}

/// A crack all around a cylinder is zipped by a strip.
#[test]
fn cracks_all_around_are_zipped() {
    let cylinder = solid::cylinder(1.0, 2.0, 24).unwrap();
    let mut triangles: Vec<_> = cylinder.face_ids().map(|face| cylinder.triangle(face)).collect();
    let is_end = |t: &[DVec3; 3]| t.iter().all(|p| p.z == t[0].z) && t[0].z > 0.0;
    triangles.iter_mut().filter(|t| is_end(t)).for_each(|t| *t = t.map(|p| p + DVec3::Z * 1e-4));
    let cracked = Mesh::from_triangles(&triangles).unwrap().capped().unwrap();
    assert_eq!(cracked.faces().len(), triangles.len() + 48);
    let grown = cracked.mass_properties().volume / cylinder.mass_properties().volume;
    assert!(grown > 1.0 && grown < 1.001, "{grown}");
}

/// The mesh with each flat side as a sheet of its own, shifted by up to `width`.
fn with_sides_apart(mesh: &Mesh, width: f64, random: &mut SplitMix64) -> Mesh {
    let normal = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).normalize();
    let mut sides: Vec<(DVec3, DVec3)> = Vec::new();
    let mut triangles = Vec::new();
    for face in mesh.face_ids() {
        let (triangle, own) = (mesh.triangle(face), normal(mesh.triangle(face)));
        let known = sides.iter().position(|(side, _)| side.dot(own) > 1.0 - 1e-9);
        let side = known.unwrap_or_else(|| {
            sides.push((own, random.direction() * random.between(0.0, width)));
            sides.len() - 1
        });
        triangles.push(triangle.map(|p| p + sides[side].1));
    }
    Mesh::from_triangles(&triangles).unwrap()
}

/// Flat sides that do not touch each other bound nothing once each is capped by itself: together they are zipped, or not capped at all. Where the winding number leaves
/// no doubt, the capped mesh has its inside there; and what a part inside or through a side shares with it is as thick as with the closed solid, but for the shifts.
#[test]
fn sides_apart_are_capped_as_one_or_not_at_all() {
    let mut random = SplitMix64::new(73);
    let options = ThicknessOptions { ratio: 1.5, effort: 2_000, ..ThicknessOptions::default() };
    let (mut capped_of, mut compared, mut thick) = ([0; 2], 0, 0);
    for i in 0..160 {
        let size = DVec3::new(random.between(0.6, 1.0), random.between(0.6, 1.0), random.between(0.6, 1.0));
        let whole = match i % 2 {
            0 => solid::cuboid(-0.5 * size, 0.5 * size).unwrap(),
            _ => {
                let tall = solid::cylinder(0.5 * size.x, size.z, 5 + random.below(9) as u32).unwrap();
                let down = -tall.bounds().centre();
                Mesh::try_new(tall.vertices().iter().map(|p| *p + down).collect(), tall.faces().to_vec()).unwrap()
            }
        };
        let width = 10_f64.powf(random.between(-6.0, -1.5));
        let open = with_sides_apart(&whole, width, &mut random);
        assert!(matches!(open.closedness(), Closedness::NearlyClosed { .. }), "{i}");
        if let Some(capped) = open.capped() {
            capped_of[i % 2] += 1;
            for _ in 0..40 {
                let p = random.point(&whole.bounds()) * 1.25;
                let winding = open.winding_number(p).value.abs();
                if !(0.25..=0.75).contains(&winding) {
                    assert_eq!(capped.membership(p), open.membership(p), "{i}: {p} {width}");
                    compared += 1;
                }
            }
        }
        let part = solid::cuboid(DVec3::splat(-0.125), DVec3::new(0.125, 0.125, 0.25)).unwrap();
        let by = if random.coin() { DVec3::ZERO } else { DVec3::Z * 0.5 * size.z };
        let pose = Pose::from_quaternion(random.rotation(), by).unwrap();
        let [closed, found] = [&whole, &open].map(|mesh| thickness(mesh, &part, &pose, &options));
        let slack = 8.0 * width;
        assert!(found.bounds.lower <= closed.bounds.upper + slack, "{i}: {width} {found:?} {closed:?}");
        assert!(closed.bounds.lower <= found.bounds.upper + slack, "{i}: {width} {found:?} {closed:?}");
        thick += u32::from(found.bounds.lower > 0.5 * closed.bounds.lower);
    }
    assert!(
        capped_of.iter().all(|count| *count > 30) && compared > 2_500 && thick > 60,
        "{capped_of:?} {compared} {thick}"
    );
}
