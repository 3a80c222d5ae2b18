//! Signed distance fields against exact distances: values within their bounds, sides never wrong, on thin, nested, knotted and blobby bodies.

use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::field::{Field, FieldError, FieldOptions, Storage};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::PointQuery;
use impinge::triangle_pair;
use impinge_classics::covering::SolidCovering;
use impinge_scenes::{SplitMix64, Surface, pipe, sheet, solid};

/// Bodies that are hard for fields, each in its own way.
fn bodies() -> Vec<(&'static str, Mesh)> {
    let far = DVec3::new(1.0e4, -3.0e3, 77.0);
    let [one, other] = [0.0, 0.5].map(|x| Surface::of(&solid::cuboid(DVec3::splat(x), DVec3::splat(x + 1.0)).unwrap()));
    vec![
        ("overlapping shells", one.joined(&other).mesh().unwrap()),
        ("blob", solid::blob(3, 1200, 0.4).unwrap()),
        ("thin plate", solid::cuboid(DVec3::ZERO, DVec3::new(1.0, 0.7, 0.004)).unwrap()),
        ("hollow", solid::hollow_cuboid(DVec3::splat(-1.0), DVec3::ONE, 0.3).unwrap()),
        ("knot", pipe::torus_knot(2, 3, 0.3, 60, 8).unwrap()),
        ("far away", Surface::of(&solid::blob(4, 300, 0.3).unwrap()).shifted(far).mesh().unwrap()),
        ("needle", solid::cuboid(DVec3::ZERO, DVec3::new(1.0, 1e-7, 1e-7)).unwrap()),
    ]
}

/// A point in and around the box, next to the surface at any scale, or far away.
fn point(random: &mut SplitMix64, mesh: &Mesh) -> DVec3 {
    let (bounds, size) = (mesh.bounds(), mesh.bounds().size().max_element());
    match random.below(4) {
        0 => random.point(&bounds),
        1 => random.point(&Aabb { min: bounds.min - 0.3 * size, max: bounds.max + 0.3 * size }),
        2 => bounds.centre() + random.direction() * size * 10f64.powf(random.between(0.0, 4.0)),
        _ => {
            let [a, b, c] = mesh.triangle(impinge::feature::FaceId(random.below(mesh.faces().len() as u64) as u32));
            let (s, t) = (random.u(), random.u());
            let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
            let out = random.direction() * size * 10f64.powf(random.between(-14.0, -1.0));
            a + (b - a) * s + (c - a) * t + out
        }
    }
}

#[test]
fn values_are_within_their_bounds_and_no_side_is_wrong() {
    let mut random = SplitMix64::new(1);
    let (mut asked, mut inside_sure, mut outside_sure, mut unsure) = (0, 0, 0, 0);
    for (name, mesh) in &bodies() {
        let query = PointQuery::new(mesh);
        for (cells, storage) in [(5, Storage::Dense), (16, Storage::Dense), (24, Storage::Sparse)] {
            let options = FieldOptions { cells, storage, ..FieldOptions::default() };
            let field = Field::try_new(mesh, &options, &Executor::serial()).unwrap();
            for _ in 0..5_000 {
                let p = point(&mut random, mesh);
                let (found, exact) = (field.at(p).unwrap(), query.signed_distance(p).unwrap());
                assert!(
                    found.lower <= exact.upper && exact.lower <= found.upper,
                    "{name} {cells} {p}: {found:?} {exact:?}"
                );
                let off = (found.value - exact.value).abs();
                assert!(off <= found.error() + exact.error(), "{name} {cells} {p}: {found:?} {exact:?}");
                assert!(found.lower <= found.value && found.value <= found.upper);
                asked += 1;
                match () {
                    () if found.is_negative() => {
                        assert!(exact.is_negative(), "{name} {p}: {found:?} {exact:?}");
                        inside_sure += 1;
                    }
                    () if found.is_positive() => {
                        assert!(exact.is_positive(), "{name} {p}: {found:?} {exact:?}");
                        outside_sure += 1;
                    }
                    () => unsure += 1,
                }
            }
        }
    }
    assert!(asked >= 100_000, "{asked}");
    assert!(
        inside_sure > asked / 20 && outside_sure > asked / 3 && unsure > asked / 20,
        "{inside_sure} {outside_sure} {unsure}"
    );
}

/// Samples along another surface: the same values there, bounds that hold elsewhere.
#[test]
fn fields_near_boxes_know_what_whole_fields_do_there() {
    let mut random = SplitMix64::new(9);
    let (mut same, mut unknown) = (0, 0);
    for (name, mesh) in &bodies() {
        let query = PointQuery::new(mesh);
        let size = mesh.bounds().size().max_element();
        for (cells, reach) in [(7, 1e-3), (24, 0.05), (24, 2.0)] {
            let options = FieldOptions { cells, ..FieldOptions::default() };
            let boxes: Vec<Aabb> = (0..20)
                .map(|_| {
                    let p = point(&mut random, mesh);
                    Aabb { min: p, max: p + DVec3::new(random.u(), random.u(), random.u()) * (reach * size) }
                })
                .collect();
            let whole = Field::try_new(mesh, &options, &Executor::serial()).unwrap();
            let field = Field::near(mesh, &boxes, &options, &Executor::serial()).unwrap();
            let slack = 2.0 * (whole.sample_error() + field.sample_error());
            for k in 0..400 {
                let p = random.point(&boxes[k % boxes.len()]);
                let [found, expected] = [&field, &whole].map(|field| field.at(p).unwrap());
                let near = |x: f64, y: f64| (x - y).abs() <= slack + 1e-12 * y.abs();
                let is_same = near(found.lower, expected.lower) && near(found.upper, expected.upper);
                assert!(is_same && near(found.value, expected.value), "{name} {p}: {found:?} {expected:?}");
                same += 1;
                let p = point(&mut random, mesh);
                let (found, exact) = (field.at(p).unwrap(), query.signed_distance(p).unwrap());
                assert!(found.lower <= exact.upper && exact.lower <= found.upper, "{name} {p}: {found:?} {exact:?}");
                assert!(found.lower <= found.value && found.value <= found.upper, "{name} {p}: {found:?}");
                unknown += u32::from(found.lower == f64::NEG_INFINITY);
            }
        }
    }
    assert!(same > 5_000 && unknown > 1_000, "{same} {unknown}");
}

#[test]
fn bounds_shrink_with_cells() {
    let mesh = solid::blob(3, 1200, 0.4).unwrap();
    let bound = |cells: u32| {
        let field =
            Field::try_new(&mesh, &FieldOptions { cells, ..FieldOptions::default() }, &Executor::serial()).unwrap();
        let mut random = SplitMix64::new(2);
        let worst = (0..2_000).map(|_| field.at(random.point(&mesh.bounds())).unwrap().error()).fold(0.0, f64::max);
        // Half a diagonal of a cell to the nearest corner, and back.
        assert!(worst <= 3f64.sqrt() * field.step() * 1.001 + 2.0 * field.sample_error(), "{worst}");
        worst
    };
    assert!(bound(40) < 0.3 * bound(10));
}

#[test]
fn the_nearest_face_is_that_of_brute_force() {
    let mut random = SplitMix64::new(3);
    let mut near = 0;
    for (name, mesh) in &bodies() {
        let (query, covering) = (PointQuery::new(mesh), SolidCovering::new(mesh));
        for _ in 0..120 {
            let p = point(&mut random, mesh);
            assert_eq!(query.locate(p), covering.locate(p), "{name} {p}");
            let found = query.nearest(p).unwrap();
            // Relative to the point, so that what is far from the origin is measured as well.
            let scale = mesh.bounds().size().max_element() + (p - mesh.bounds().centre()).length();
            let away = |face| mesh.triangle(face).map(|c| (c - p) / scale);
            let distances =
                mesh.face_ids().map(|f| triangle_pair::distance(&[DVec3::ZERO; 3], &away(f)).squared.sqrt());
            let least = distances.fold(f64::INFINITY, f64::min) * scale;
            let tolerance = 1e-14 * scale;
            assert!((found.distance.value - least).abs() <= tolerance, "{name} {p}: {found:?} {least}");
            assert!(found.distance.lower <= least + tolerance && least <= found.distance.upper + tolerance);
            assert!(found.distance.upper - found.distance.lower <= 1e-7 * scale, "{name} {p}: {found:?}");
            assert!((found.point.distance(p) - found.distance.value).abs() <= 1e-12 * (scale + p.length()));
            near += usize::from(least < 1e-6 * scale);
        }
    }
    assert!(near > 40, "{near}");
}

#[test]
fn any_number_of_threads_gives_the_same_field_and_sparse_ones_are_smaller() {
    let mesh = pipe::torus_knot(2, 3, 0.3, 60, 8).unwrap();
    let make = |storage, jobs| {
        let options = FieldOptions { cells: 56, storage, ..FieldOptions::default() };
        Field::try_new(&mesh, &options, &Executor::try_new(jobs).unwrap()).unwrap()
    };
    let dense = make(Storage::Dense, 2);
    let [one, two] = [1, 2].map(|jobs| make(Storage::Sparse, jobs));
    assert!(5 * one.bytes() < 4 * dense.bytes(), "{} {}", one.bytes(), dense.bytes());
    let (query, mut random) = (PointQuery::new(&mesh), SplitMix64::new(4));
    let (mut near, mut as_fine, mut shown, mut outward) = (0, 0, 0, 0);
    for _ in 0..4_000 {
        let p = point(&mut random, &mesh);
        assert_eq!((one.at(p), one.direction(p)), (two.at(p), two.direction(p)));
        let [sparse, fine] = [&one, &dense].map(|field| field.at(p).unwrap());
        assert!(sparse.lower <= fine.upper && fine.lower <= sparse.upper);
        let nearest = query.nearest(p).unwrap();
        if nearest.distance.value < 0.5 * dense.step() {
            near += 1;
            as_fine += usize::from(sparse.error() < 1.8 * dense.step());
        } else if sparse.is_positive() && nearest.distance.value < 8.0 * dense.step() {
            shown += 1;
            let away = (p - nearest.point).normalize();
            outward += usize::from(one.direction(p).is_some_and(|d| d.dot(away) > 0.8));
        }
    }
    assert!(near > 500 && as_fine == near, "{as_fine} {near}");
    assert!(shown > 300 && outward > shown * 9 / 10, "{outward} {shown}");
}

#[test]
fn what_cannot_be_sampled_is_refused() {
    let cube = solid::cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
    let try_new = |mesh: &Mesh, options: &FieldOptions| Field::try_new(mesh, options, &Executor::serial()).map(|_| ());
    let usual = FieldOptions::default();
    let open = sheet::open_box(DVec3::ZERO, DVec3::ONE).unwrap();
    assert_eq!(try_new(&open, &usual), Err(FieldError::Open));
    assert_eq!(try_new(&cube, &FieldOptions { cells: 0, ..usual }), Err(FieldError::NoCells));
    let large = FieldOptions { cells: 100, margin: 0, most_bytes: 1_000_000, ..usual };
    assert_eq!(try_new(&cube, &large), Err(FieldError::TooLarge { bytes: 4 * 101 * 101 * 101, most: 1_000_000 }));
    for storage in [Storage::Dense, Storage::Sparse] {
        let huge = FieldOptions { cells: u32::MAX, margin: u32::MAX, storage, ..usual };
        assert!(matches!(try_new(&cube, &huge), Err(FieldError::TooLarge { .. })));
        let fine = FieldOptions { cells: 200, most_bytes: 2_000_000, storage, ..usual };
        assert!(matches!(try_new(&cube, &fine), Err(FieldError::TooLarge { most: 2_000_000, .. })));
    }
    let edge = Surface::of(&cube).scaled(impinge::math::LARGEST_COORDINATE).mesh().unwrap();
    assert_eq!(try_new(&edge, &usual), Err(FieldError::OutOfRange));
    let field = Field::try_new(&cube, &FieldOptions { cells: 3, ..usual }, &Executor::serial()).unwrap();
    assert_eq!(field.at(DVec3::new(f64::NAN, 0.0, 0.0)), None);
    assert_eq!(field.at(DVec3::splat(1e200)), None);
    assert_eq!(field.direction(DVec3::splat(f64::INFINITY)), None);
}

#[test]
fn sizes_do_not_matter() {
    for scale in [1e-80, 1e-20, 1e20, 1e80] {
        let mesh = Surface::of(&solid::blob(5, 200, 0.3).unwrap()).scaled(scale).mesh().unwrap();
        let field =
            Field::try_new(&mesh, &FieldOptions { cells: 16, ..FieldOptions::default() }, &Executor::serial()).unwrap();
        let (query, mut random, mut sure) = (PointQuery::new(&mesh), SplitMix64::new(6), 0);
        for _ in 0..500 {
            let p = point(&mut random, &mesh);
            let (found, exact) = (field.at(p).unwrap(), query.signed_distance(p).unwrap());
            assert!(found.lower <= exact.upper && exact.lower <= found.upper, "{scale:e} {p}: {found:?} {exact:?}");
            sure += usize::from(found.is_negative());
        }
        assert!(sure > 40, "{sure}");
    }
}
