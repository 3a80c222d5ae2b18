//! Healing: planted cracks close, nothing moves too far, and the order of the input does not matter.

use crate::sheets::Random;
use impinge::collect::Count;
use impinge::math::DVec3;
use impinge::mesh::{HealOptions, HealReport, Mesh};
use impinge::pair::{PointQuery, self_contacts};
use impinge_scenes::solid::{Gear, torus};

type Triangle = [DVec3; 3];

fn triangles(mesh: &Mesh) -> Vec<Triangle> {
    mesh.face_ids().map(|face| mesh.triangle(face)).collect()
}

fn contacts(mesh: &Mesh) -> usize {
    let mut count = Count(0);
    self_contacts(mesh, &mut count);
    count.0
}

fn solids() -> Vec<(&'static str, Mesh)> {
    vec![
        ("box", Mesh::cuboid(DVec3::ZERO, DVec3::new(3.0, 2.0, 1.0)).unwrap()),
        ("sphere", Mesh::icosphere(1.0, 3).unwrap()),
        ("torus", torus(2.0, 0.5, 40, 20).unwrap()),
        ("gear", Gear::default().solid().unwrap()),
    ]
}

/// Every face brings its own corners, each displaced by its own error.
#[test]
fn cracks_between_all_faces_close() {
    let mut random = Random(1);
    for (name, solid) in solids() {
        let shortest =
            triangles(&solid).into_iter().flat_map(|t| [t[0] - t[1], t[1] - t[2], t[2] - t[0]]).map(DVec3::length);
        let error = shortest.fold(f64::INFINITY, f64::min) * 1e-3;
        let mut displaced = |p: DVec3| p + random.vector() * (error / 4.0);
        let cracked: Vec<Triangle> = triangles(&solid).iter().map(|t| t.map(&mut displaced)).collect();
        let cracked = Mesh::from_triangles(&cracked).unwrap();
        assert!(!cracked.is_closed());
        let healed = cracked.heal(&HealOptions { within: error });
        let report = healed.report;
        assert!(healed.mesh.is_closed() && healed.mesh.defects().is_empty(), "{name}: {report:?}");
        assert_eq!((report.edges_left, report.edges_closed), (0, 3 * solid.faces().len()), "{name}: {report:?}");
        assert_eq!(healed.mesh.vertices().len(), solid.vertices().len(), "{name}");
        assert_eq!(report.welded_vertices, cracked.vertices().len() - solid.vertices().len(), "{name}");
        assert!(
            report.largest_move <= error && report.largest_move > 0.0 && report.steps_refused == 0,
            "{name}: {report:?}"
        );
        assert_eq!(contacts(&healed.mesh), contacts(&solid), "{name}");
    }
}

/// A body that was turned and written in single precision, patch by patch with an offset of its own.
#[test]
fn cracks_by_single_precision_close() {
    for (name, solid) in solids() {
        let rounded: Vec<Triangle> = triangles(&solid)
            .iter()
            .enumerate()
            .map(|(k, t)| {
                let offset = DVec3::splat(100.0 + (k % 3) as f64 / 7.0);
                t.map(|p| (p + offset).as_vec3().as_dvec3() - offset + DVec3::splat(100.0))
            })
            .collect();
        let cracked = Mesh::from_triangles(&rounded).unwrap();
        assert!(!cracked.is_closed(), "{name}");
        let healed = cracked.heal(&HealOptions { within: 4.0 * 128.0 * f64::from(f32::EPSILON) });
        assert!(healed.mesh.is_closed() && healed.mesh.defects().is_empty(), "{name}: {:?}", healed.report);
        assert!(healed.report.largest_move < 4e-5, "{name}: {:?}", healed.report);
    }
}

/// The upper half of a torus and the lower have other vertices along the seams between them.
fn torus_with_t_junctions(error: f64, random: &mut Random) -> Mesh {
    let half = |segments: usize, upper: bool| {
        let rings = 8;
        let point = |i: usize, j: usize| {
            let turn = std::f64::consts::TAU * i as f64 / segments as f64;
            let tilt = std::f64::consts::PI * (j as f64 / rings as f64 + if upper { 0.0 } else { 1.0 });
            let radius = 2.0 + 0.5 * tilt.cos();
            (radius * turn.cos(), radius * turn.sin(), 0.5 * tilt.sin())
        };
        let quads = (0..segments).flat_map(move |i| (0..rings).map(move |j| (i, j)));
        let corners = quads.flat_map(move |(i, j)| {
            let [a, b, c, d] = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)].map(|(i, j)| DVec3::from(point(i, j)));
            [[a, b, c], [a, c, d]]
        });
        corners.collect::<Vec<Triangle>>()
    };
    // Where the fine half has a vertex that the coarse one has not, it lies beside a chord of the coarse one by the sagitta.
    let mut all = half(64, true);
    all.extend(half(128, false));
    all.iter_mut().flatten().for_each(|p| *p += random.vector() * error);
    Mesh::from_triangles(&all).unwrap()
}

#[test]
fn t_junctions_close() {
    let sagitta = 2.5 * (1.0 - (std::f64::consts::PI / 64.0).cos());
    let cracked = torus_with_t_junctions(1e-6, &mut Random(5));
    let healed = cracked.heal(&HealOptions { within: sagitta + 1e-4 });
    let report = healed.report;
    assert!(healed.mesh.is_closed() && healed.mesh.defects().is_empty(), "{report:?}");
    assert_eq!((report.edges_left, report.split_edges), (0, 128), "{report:?}");
    assert!(report.largest_move > 0.9 * sagitta && report.largest_move <= sagitta + 1e-4, "{report:?}");
    assert_eq!(contacts(&healed.mesh), 0);
    // A shorter length closes what it can reach.
    let less = cracked.heal(&HealOptions { within: sagitta / 2.0 });
    assert!(!less.mesh.is_closed() && less.report.edges_left >= 128, "{:?}", less.report);
    assert!(less.report.largest_move <= sagitta / 2.0);
}

#[test]
fn small_holes_are_filled_and_large_ones_are_not() {
    let sphere = Mesh::icosphere(1.0, 4).unwrap();
    let mut faces = sphere.faces().to_vec();
    // A corner of the first icosahedron: five small faces around it; and another face far away.
    let at = faces[0][0];
    faces.retain(|face| !face.contains(&at));
    faces.pop();
    let open = Mesh::try_new(sphere.vertices().to_vec(), faces).unwrap();
    let edge =
        (sphere.triangle(impinge::feature::FaceId(9))[0] - sphere.triangle(impinge::feature::FaceId(9))[1]).length();
    let healed = open.heal(&HealOptions { within: 0.5 * edge });
    assert_eq!((healed.report.holes_closed, healed.report.edges_closed), (0, 0), "{:?}", healed.report);
    let healed = open.heal(&HealOptions { within: 4.0 * edge });
    assert!(healed.mesh.is_closed() && healed.mesh.defects().is_empty(), "{:?}", healed.report);
    assert_eq!(contacts(&healed.mesh), 0);
    assert!(healed.mesh.mass_properties().volume > 0.99 * sphere.mass_properties().volume);
}

#[test]
fn parts_are_oriented_outward_and_cavities_stay() {
    let solid = Mesh::icosphere(1.0, 2).unwrap();
    let flip = |faces: &mut [[u32; 3]], every: usize| faces.iter_mut().step_by(every).for_each(|face| face.swap(1, 2));
    for every in [1, 2, 7] {
        let mut faces = solid.faces().to_vec();
        flip(&mut faces, every);
        let healed = Mesh::try_new(solid.vertices().to_vec(), faces).unwrap().heal(&HealOptions::default());
        assert_eq!(healed.report.faces_flipped, solid.faces().len().div_ceil(every));
        assert!(healed.mesh.defects().is_empty() && healed.mesh.mass_properties().volume > 0.0);
        assert_eq!(healed.report.largest_move, 0.0);
    }
    let mut hollow = triangles(&solid);
    hollow.extend(triangles(&solid).iter().map(|t| [t[0] * 0.5, t[2] * 0.5, t[1] * 0.5]));
    let hollow = Mesh::from_triangles(&hollow).unwrap();
    let healed = hollow.heal(&HealOptions { within: 1e-3 });
    assert!(!healed.report.is_changed(), "{:?}", healed.report);
    // Inside out as a whole: the shell is turned, and what is inside keeps its turn.
    let inside_out: Vec<Triangle> = triangles(&solid).iter().map(|t| [t[0], t[2], t[1]]).collect();
    let healed = Mesh::from_triangles(&inside_out).unwrap().heal(&HealOptions::default());
    assert!(healed.mesh.mass_properties().volume > 4.0);
}

#[test]
fn odd_input_is_answered() {
    let point = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    let segment = Mesh::try_new(vec![point(0.0, 0.0), point(1.0, 0.0), point(2.0, 0.0)], vec![[0, 1, 2]]).unwrap();
    let healed = segment.heal(&HealOptions { within: 1.0 });
    assert_eq!((healed.mesh.faces().len(), healed.report.is_changed()), (1, false));
    // One face: its outline fits in the length, and a second face on it would lie on the first.
    let single = Mesh::try_new(vec![point(0.0, 0.0), point(1.0, 0.0), point(0.0, 1.0)], vec![[0, 1, 2]]).unwrap();
    for within in [0.0, 0.1, 10.0, f64::INFINITY, f64::NAN, -1.0, f64::MIN_POSITIVE] {
        let healed = single.heal(&HealOptions { within });
        assert_eq!((healed.mesh.faces(), healed.report.edges_left), (single.faces(), 3), "{within}");
    }
    // A face without area in a closed mesh is needed where nothing may move, and is not where edges may be split.
    let cuboid = Mesh::cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
    let mut faces = cuboid.faces().to_vec();
    let mut vertices = cuboid.vertices().to_vec();
    let [a, b, c] = faces.remove(0);
    vertices.push((vertices[a as usize] + vertices[b as usize]) / 2.0);
    faces.extend([[a, 8, c], [8, b, c], [a, b, 8]]);
    let with_flat = Mesh::try_new(vertices, faces).unwrap();
    assert!(with_flat.is_closed());
    let kept = with_flat.heal(&HealOptions { within: 0.0 });
    assert_eq!((kept.report.faces_dropped, kept.mesh.is_closed()), (0, true), "{:?}", kept.report);
    let dropped = with_flat.heal(&HealOptions { within: 1e-9 });
    assert_eq!((dropped.report.faces_dropped, dropped.report.edges_left), (1, 0), "{:?}", dropped.report);
    assert!(dropped.mesh.is_closed() && dropped.mesh.defects().is_empty());
}

#[test]
fn no_length_merges_only_what_lies_at_the_same_place() {
    let sphere = Mesh::icosphere(1.0, 2).unwrap();
    let loose: Vec<DVec3> = triangles(&sphere).into_iter().flatten().collect();
    let faces = (0..loose.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let loose = Mesh::try_new(loose, faces).unwrap();
    let healed = loose.heal(&HealOptions { within: 0.0 });
    assert!(!healed.report.is_changed() && healed.report.edges_left == 0);
    assert_eq!((healed.mesh.vertices().len(), triangles(&healed.mesh)), (sphere.vertices().len(), triangles(&sphere)));
}

/// A face so small that a weld within the length would turn it over.
#[test]
fn folds_are_refused() {
    let point = |x: f64, y: f64| DVec3::new(x, y, 0.0);
    // A thin face with its tip at (0.01, 0), and a face beyond its base whose corner lies at (-0.01, 0).
    let thin = [point(0.01, 0.0), point(0.0, 1.0), point(0.0, -1.0)];
    let vertices = thin.into_iter().chain([point(-0.01, 0.0), point(-5.0, 3.0), point(-5.0, -3.0)]).collect();
    let mesh = Mesh::try_new(vertices, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
    let healed = mesh.heal(&HealOptions { within: 0.03 });
    assert!(healed.report.steps_refused > 0 && !healed.report.is_changed(), "{:?}", healed.report);
    assert_eq!(healed.mesh.faces(), mesh.faces());
}

/// A random mesh near the limits of healing: few vertices, many near each other, faces of any kind.
fn random_mesh(random: &mut Random, case: u64) -> Option<Mesh> {
    if case.is_multiple_of(3) {
        // A soup.
        let count = 3 + random.below(12) as usize;
        let places: Vec<DVec3> = (0..count).map(|_| (random.vector() * 3.0).round() + random.vector() * 0.05).collect();
        let faces = (0..2 + random.below(10)).map(|_| [0; 3].map(|_| random.below(count as u64) as u32)).collect();
        return Mesh::try_new(places, faces).ok();
    }
    // A closed solid with some faces gone and its corners displaced face by face.
    let solid = match case % 4 {
        0 => Mesh::icosphere(1.0, 1).ok()?,
        1 => Mesh::cylinder(1.0, 1.0, 3 + random.below(9) as u32).ok()?,
        2 => torus(2.0, 0.5, 8, 5).ok()?,
        _ => Mesh::cuboid(DVec3::ZERO, DVec3::ONE).ok()?,
    };
    let error = [0.0, 1e-3, 0.02, 0.3][random.below(4) as usize];
    let gone = random.below(5);
    let mut kept = Vec::new();
    for t in triangles(&solid) {
        if random.below(8) >= gone {
            let mut t = t.map(|p| if random.below(3) == 0 { p + random.vector() * error } else { p });
            if random.below(20) == 0 {
                t.swap(0, 1);
            }
            kept.push(t);
        }
    }
    Mesh::from_triangles(&kept).ok()
}

/// The triangles of a mesh, each from its least corner on, sorted.
fn sorted(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    let turned = |t: Triangle| {
        let t = t.map(|p| p.to_array());
        let turns = [[t[0], t[1], t[2]], [t[1], t[2], t[0]], [t[2], t[0], t[1]]];
        turns.into_iter().min_by(|p, q| p.partial_cmp(q).unwrap()).unwrap()
    };
    let mut all: Vec<_> = triangles(mesh).into_iter().map(turned).collect();
    all.sort_by(|p, q| p.partial_cmp(q).unwrap());
    all
}

/// The same mesh with vertices, faces and corners in another order.
fn shuffled(mesh: &Mesh, random: &mut Random) -> Mesh {
    let mut order: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
    for k in (1..order.len()).rev() {
        order.swap(k, random.below(k as u64 + 1) as usize);
    }
    let mut vertices = vec![DVec3::ZERO; order.len()];
    order.iter().zip(mesh.vertices()).for_each(|(to, p)| vertices[*to as usize] = *p);
    let mut faces: Vec<[u32; 3]> = mesh.faces().iter().map(|face| face.map(|c| order[c as usize])).collect();
    for k in (1..faces.len()).rev() {
        faces.swap(k, random.below(k as u64 + 1) as usize);
    }
    faces.iter_mut().for_each(|face| face.rotate_left(random.below(3) as usize));
    Mesh::try_new(vertices, faces).unwrap()
}

/// Every point of the healed surface is within the length of the old one, and every vertex is one of the old vertices.
fn check_bound(mesh: &Mesh, healed: &Mesh, within: f64, random: &mut Random) {
    let places: std::collections::HashSet<[u64; 3]> =
        mesh.vertices().iter().map(|p| (*p + 0.0).to_array().map(f64::to_bits)).collect();
    assert!(healed.vertices().iter().all(|p| places.contains(&p.to_array().map(f64::to_bits))));
    let [old, new] = [mesh, healed].map(PointQuery::new);
    let mut sample = |t: Triangle| {
        let (u, v) = (random.number().abs(), random.number().abs());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        t[0] + (t[1] - t[0]) * u + (t[2] - t[0]) * v
    };
    for t in triangles(healed) {
        let p = sample(t);
        assert!(old.nearest(p).unwrap().distance.lower <= within + 1e-12, "{p} on {t:?}");
    }
    for t in triangles(mesh) {
        // A face without area may lie beside all others.
        let has_area = (t[1] - t[0]).cross(t[2] - t[0]).length() > 0.0;
        let p = sample(t);
        assert!(!has_area || new.nearest(p).unwrap().distance.lower <= within + 1e-12, "{p} of {t:?}");
    }
}

/// The laws of healing, on thousands of meshes.
#[test]
fn healing_keeps_its_laws() {
    let mut random = Random(2024);
    let (mut meshes, mut changed, mut closed, mut refused, mut holes, mut splits) = (0, 0, 0, 0, 0, 0);
    for case in 0..2_400_u64 {
        let Some(mesh) = random_mesh(&mut random, case) else { continue };
        let within = [0.0, 1e-3, 0.05, 0.2, 0.6, 3.0][random.below(6) as usize];
        let healed = mesh.heal(&HealOptions { within });
        let HealReport { largest_move, edges_left, .. } = healed.report;
        assert!(largest_move <= within, "case {case}: {:?}", healed.report);
        check_bound(&mesh, &healed.mesh, within, &mut random);
        let open = healed.mesh.defects().iter().filter(|d| d.kind() == "boundary_edge").count();
        assert_eq!(open, edges_left, "case {case}");
        if contacts(&mesh) == 0 {
            assert_eq!(contacts(&healed.mesh), 0, "case {case}: {:?}", healed.report);
        }
        let other = shuffled(&mesh, &mut random).heal(&HealOptions { within });
        assert_eq!(other.report, healed.report, "case {case}");
        assert_eq!(sorted(&other.mesh), sorted(&healed.mesh), "case {case}");
        meshes += 1;
        changed += u32::from(healed.report.is_changed());
        closed += u32::from(!mesh.is_closed() && healed.mesh.is_closed());
        refused += u32::from(healed.report.steps_refused > 0);
        holes += u32::from(healed.report.holes_closed > 0);
        splits += u32::from(healed.report.split_edges > 0);
    }
    assert!(meshes > 2_000 && changed > 1_000 && closed > 100, "{meshes} {changed} {closed}");
    assert!(refused > 100 && holes > 10 && splits > 100, "{refused} {holes} {splits}");
}

/// The same at any scale of coordinates, by powers of two.
#[test]
fn the_scale_of_coordinates_does_not_matter() {
    let mut random = Random(77);
    let mut changed = 0;
    for case in 0..200 {
        let Some(mesh) = random_mesh(&mut random, case) else { continue };
        let healed = mesh.heal(&HealOptions { within: 0.1 });
        for exponent in [-240, 240] {
            let scale = 2_f64.powi(exponent);
            let Ok(scaled) = Mesh::try_new(mesh.vertices().iter().map(|p| *p * scale).collect(), mesh.faces().to_vec())
            else {
                continue;
            };
            let other = scaled.heal(&HealOptions { within: 0.1 * scale });
            let mut report = other.report;
            report.largest_move /= scale;
            assert_eq!(report, healed.report, "case {case}");
            assert_eq!(other.mesh.faces(), healed.mesh.faces());
            changed += u32::from(other.report.is_changed());
        }
    }
    assert!(changed > 100, "{changed}");
}
