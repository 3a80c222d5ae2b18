//! Spheres that hold solids: every level holds all of the solid, and less of space beside it than spheres around the surface.

use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{Location, PointQuery};
use impinge_classics::hierarchy::bounding_volume::Sphere;
use impinge_classics::hierarchy::{Hierarchy, HierarchyConfig};
use impinge_classics::medial_spheres::{SolidSphereTree, volume_outside};
use impinge_scenes::solid::{blob, cuboid, torus};
use impinge_scenes::soup::{degenerate_soup, random_soup};

/// Uniform from 0 to 1.
fn number(state: &mut u64) -> f64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 11) as f64 / (1_u64 << 53) as f64
}

fn holds(spheres: &[Sphere], p: DVec3) -> bool {
    spheres.iter().any(|sphere| sphere.centre.distance(p) <= sphere.radius)
}

/// Points of the faces and of the inside, by chance; how many were inside.
fn check_levels(name: &str, mesh: &Mesh) -> usize {
    let (tree, query) = (SolidSphereTree::new(mesh), PointQuery::new(mesh));
    let levels: Vec<Vec<Sphere>> = (0..=tree.depth()).map(|level| tree.spheres(level)).collect();
    assert!(levels.is_sorted_by_key(Vec::len) && levels[0].len() == 1, "{name}");
    let (mut state, mut inside) = (7, 0);
    let mut points: Vec<DVec3> = mesh.vertices().to_vec();
    for face in mesh.face_ids().take(2_000) {
        let [a, b, c] = mesh.triangle(face);
        let (s, t) = (number(&mut state), number(&mut state));
        let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
        points.push(a + (b - a) * s + (c - a) * t);
    }
    let bounds = mesh.bounds();
    for _ in 0..3_000 {
        let part = DVec3::new(number(&mut state), number(&mut state), number(&mut state));
        let p = bounds.min + bounds.size() * part;
        if query.locate(p) == Some(Location::Inside) {
            inside += 1;
            points.push(p);
        }
    }
    for (level, spheres) in levels.iter().enumerate() {
        for p in &points {
            assert!(holds(spheres, *p), "{name}, level {level}: {p}");
        }
    }
    inside
}

/// A mesh at another scale and place.
fn scaled(mesh: &Mesh, factor: f64, shift: DVec3) -> Mesh {
    Mesh::try_new(mesh.vertices().iter().map(|p| *p * factor + shift).collect(), mesh.faces().to_vec()).unwrap()
}

#[test]
fn every_level_holds_the_solid() {
    let (round, ring) = (blob(1, 600, 0.4).unwrap(), torus(1.0, 0.3, 24, 12).unwrap());
    let block = cuboid(DVec3::ZERO, DVec3::new(4.0, 1.0, 0.2)).unwrap();
    let (outer, inner) =
        (cuboid(DVec3::ZERO, DVec3::ONE).unwrap(), cuboid(DVec3::splat(0.4), DVec3::splat(0.6)).unwrap());
    // A box with a hole: the faces of the inner one are turned.
    let shift = outer.vertices().len() as u32;
    let turned = inner.faces().iter().map(|[a, b, c]| [a + shift, c + shift, b + shift]);
    let hollow = Mesh::try_new(
        outer.vertices().iter().chain(inner.vertices()).copied().collect(),
        outer.faces().iter().copied().chain(turned).collect(),
    )
    .unwrap();
    for (name, mesh) in [
        ("blob", &round),
        ("torus", &ring),
        ("block", &block),
        ("hollow", &hollow),
        ("tiny", &scaled(&ring, 2f64.powi(-200), DVec3::ZERO)),
        ("huge", &scaled(&ring, 2f64.powi(200), DVec3::ZERO)),
        ("far", &scaled(&ring, 1.0, DVec3::splat(1e9))),
    ] {
        let inside = check_levels(name, mesh);
        assert!(inside > 300, "{name}: {inside}");
    }
}

#[test]
fn surfaces_that_enclose_nothing_are_held_too() {
    check_levels("soup", &random_soup(3, 80, 0.8).unwrap());
    check_levels("degenerate", &degenerate_soup(4, 80, 3).unwrap());
    let flat = Mesh::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    assert_eq!(check_levels("flat", &flat), 0);
    let point = Mesh::try_new(vec![DVec3::ONE; 3], vec![[0, 1, 2]]).unwrap();
    assert_eq!(check_levels("point", &point), 0);
}

/// Spheres around the surface leave the inside out, and cover more of the outside all the same.
#[test]
fn as_many_spheres_cover_less_beside_the_solid() {
    let config: HierarchyConfig = "sphere:arity=8".parse().unwrap();
    for (name, mesh) in [("blob", blob(2, 800, 0.4).unwrap()), ("torus", torus(1.0, 0.3, 40, 16).unwrap())] {
        let (tree, query) = (SolidSphereTree::new(&mesh), PointQuery::new(&mesh));
        let triangles: Vec<[DVec3; 3]> = mesh.face_ids().map(|face| mesh.triangle(face)).collect();
        let surface = Hierarchy::build(&triangles, &config.build);
        for level in 1..=2 {
            let (own, around) = (tree.spheres(level), surface.spheres(level));
            assert!(own.len() <= around.len(), "{name}: {} and {} spheres", own.len(), around.len());
            let [volumetric, by_surface] = [&own, &around].map(|spheres| volume_outside(spheres, &query, 40));
            assert!(volumetric < by_surface, "{name}, level {level}: {volumetric} and {by_surface}");
        }
    }
}
