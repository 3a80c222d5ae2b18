//! What is said of bodies with openings holds however these are closed, and what does not depend on that is said.

use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::{Closedness, Mesh};
use impinge::pair::{Relation, Request, relate};
use impinge_clash::{Clash, ClashKind};
use impinge_scenes::solid::{cuboid, cylinder, icosphere, tube};
use impinge_scenes::{NamedPart, SplitMix64};
use std::sync::Arc;

/// The mesh without some of its faces.
fn without(mesh: &Mesh, is_gone: impl Fn([DVec3; 3]) -> bool) -> Mesh {
    let stays: Vec<[DVec3; 3]> =
        mesh.face_ids().map(|face| mesh.triangle(face)).filter(|triangle| !is_gone(*triangle)).collect();
    assert!(stays.len() < mesh.faces().len());
    Mesh::from_triangles(&stays).unwrap()
}

fn moved(mesh: &Mesh, place: impl Fn(DVec3) -> DVec3) -> Mesh {
    Mesh::try_new(mesh.vertices().iter().map(|p| place(*p)).collect(), mesh.faces().to_vec()).unwrap()
}

fn centred(mesh: &Mesh) -> Mesh {
    let middle = mesh.bounds().centre();
    moved(mesh, |p| p - middle)
}

fn only_clash(meshes: [&Mesh; 2]) -> Clash {
    let [a, b] = meshes;
    let part = |name: &str, mesh: &Mesh| NamedPart::shifted(name, &Arc::new(mesh.clone()), DVec3::ZERO).unwrap();
    let mut clashes = check(&members(&[part("a", a), part("b", b)]), "[defaults]\n", &Executor::serial());
    assert_eq!(clashes.len(), 1, "{clashes:?}");
    clashes.remove(0)
}

fn thickness(clash: &Clash) -> [f64; 2] {
    let found = clash.thickness.as_ref().unwrap_or_else(|| panic!("{clash:?}"));
    [found.lower, found.upper]
}

fn is_nearly_closed(mesh: &Mesh) -> bool {
    matches!(mesh.closedness(), Closedness::NearlyClosed { .. })
}

/// A pin in the hole of a washer that lacks the wall of the hole: it may be a hole, so no thick overlap is certain, however deep it is.
#[test]
fn pins_in_holes_without_walls_are_not_certainly_thick() {
    let pin = centred(&cylinder(1.02, 30.0, 40).unwrap());
    let (mut undecided, mut open) = (0, 0);
    for height in [0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 8.0] {
        let washer = centred(&tube(1.0, 4.0, height, 24).unwrap());
        let is_wall = |t: [DVec3; 3]| t.iter().all(|p| p.truncate().length() < 1.5);
        let washer = without(&washer, is_wall);
        open += usize::from(is_nearly_closed(&washer));
        for meshes in [[&washer, &pin], [&pin, &washer]] {
            let clash = only_clash(meshes);
            // The pin is thicker than the hole by 0.03 at the middles of its facets.
            let [lower, upper] = clash.thickness.as_ref().map_or([0.0; 2], |found| [found.lower, found.upper]);
            let measure = &clash.thickness;
            assert!(lower <= 0.05 && (measure.is_none() || upper >= 0.02), "{height} {:?} {measure:?}", clash.kind);
            undecided += usize::from(clash.kind == ClashKind::Undecided);
        }
    }
    assert!(open >= 5 && undecided >= 4, "{open} {undecided}");
}

/// A rod that lacks both ends, pushed into a block: its wall runs back from the openings, so these are no holes.
#[test]
fn rods_without_ends_are_as_thick_as_they_are() {
    let rod = centred(&cylinder(1.0, 16.0, 24).unwrap());
    let rod = without(&rod, |[p, q, r]| p.z == q.z && q.z == r.z);
    assert!(is_nearly_closed(&rod));
    let block = cuboid(DVec3::new(-3.0, -3.5, 3.0), DVec3::new(4.0, 3.0, 12.0)).unwrap();
    for meshes in [[&rod, &block], [&block, &rod]] {
        let clash = only_clash(meshes);
        let [lower, upper] = thickness(&clash);
        assert_eq!(clash.kind, ClashKind::Protrude, "{clash:?}");
        assert!(lower <= 2.0 && upper >= 1.98 && upper <= 2.0 * lower, "{clash:?}");
    }
}

/// Solids that lack single faces, at random: bounds hold for the solids with these faces, the kind is that of a thick overlap, and both stay when vertices are turned.
#[test]
fn solids_without_single_faces_are_measured_as_with_them() {
    let mut random = SplitMix64::new(91);
    let (mut known, mut tight) = (0, 0);
    for i in 0..40 {
        let whole = match i % 2 {
            0 => icosphere(2.0, 2).unwrap(),
            _ => centred(&tube(0.8, 2.0, 3.0, 17).unwrap()),
        };
        let gone: Vec<DVec3> = (0..3).map(|_| random.direction() * 2.0).collect();
        let nearest = |p: DVec3| {
            let middle = |face| whole.triangle(face).into_iter().sum::<DVec3>() / 3.0;
            let faces = whole.face_ids().map(middle);
            faces.min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))).unwrap()
        };
        let gone: Vec<DVec3> = gone.into_iter().map(nearest).collect();
        let is_apart = gone.iter().all(|p| gone.iter().all(|q| p == q || p.distance(*q) > 1.5));
        let open = without(&whole, |t| gone.contains(&(t.into_iter().sum::<DVec3>() / 3.0)));
        if !is_apart || !is_nearly_closed(&open) {
            continue;
        }
        let bar = centred(&cuboid(DVec3::ZERO, DVec3::new(1.0, 1.5, 4.0)).unwrap());
        let (turn, by) = (DMat3::from_quat(random.rotation()), random.direction() * random.between(1.0, 2.5));
        let bar = moved(&bar, |p| turn * p + by);
        let relation = |mesh: &Mesh| relate(mesh, &bar, &Pose::IDENTITY, &Request::default()).relation;
        if [&whole, &open].map(relation) != [Relation::Crossing; 2] {
            continue;
        }
        let [closed, found] = [&whole, &open].map(|mesh| only_clash([mesh, &bar]));
        let ([low, high], [lower, upper]) = (thickness(&closed), thickness(&found));
        let slack = 1e-9;
        assert!(lower <= high + slack && low <= upper + slack, "{i}: {closed:?} {found:?}");
        known += usize::from(low > 0.0);
        tight += usize::from(lower > 0.0 && upper <= 2.0 * lower);
        for _ in 0..3 {
            let turn = DMat3::from_quat(random.rotation());
            let turned = [&open, &bar].map(|mesh| moved(mesh, |p| turn * p));
            let clash = only_clash([&turned[0], &turned[1]]);
            let [lower, upper] = thickness(&clash);
            assert_eq!(clash.kind, found.kind, "{i}: {clash:?} {found:?}");
            assert!(lower <= high + slack && low <= upper + slack, "{i}: {closed:?} {clash:?}");
        }
    }
    assert!(known > 15 && 10 * tight >= 8 * known, "{known} {tight}");
}
