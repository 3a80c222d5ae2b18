//! Coverings of solids against rays: points at rest and points that move.

use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{self, Location};
use impinge_classics::covering::{MovingPoint, SolidCovering};
use impinge_scenes::{SplitMix64, solid};

/// Solids to ask about: convex, concave, with a tunnel, nested, and one with an open sheet beside it.
fn solids() -> Vec<Mesh> {
    let cuboid = |low: f64, high: f64| solid::cuboid(DVec3::splat(low), DVec3::splat(high)).unwrap();
    let with = |mesh: &Mesh, vertices: Vec<DVec3>, faces: Vec<[u32; 3]>| {
        let first = mesh.vertices().len() as u32;
        let vertices = mesh.vertices().iter().copied().chain(vertices).collect();
        let faces = mesh.faces().iter().copied().chain(faces.into_iter().map(|f| f.map(|v| v + first))).collect();
        Mesh::try_new(vertices, faces).unwrap()
    };
    let (outer, inner) = (cuboid(-2.0, 2.0), cuboid(-1.0, 1.0));
    let turned: Vec<[u32; 3]> = inner.faces().iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    let hollow = with(&outer, inner.vertices().to_vec(), turned);
    let twice = with(&outer, inner.vertices().to_vec(), inner.faces().to_vec());
    let sheet = [[0.0, 0.0, 3.0], [2.0, 0.0, 3.0], [0.0, 2.0, 3.0]].map(DVec3::from_array).to_vec();
    let sheeted = with(&outer, sheet, vec![[0, 1, 2]]);
    vec![outer, hollow, twice, sheeted, solid::torus(1.5, 0.5, 12, 8).unwrap(), solid::icosphere(2.0, 1).unwrap()]
}

#[test]
fn points_in_solids_are_where_rays_say() {
    let mut random = SplitMix64::new(20);
    let (mut counts, mut unchanged, mut carried) = ([0; 3], 0, 0);
    for mesh in solids() {
        let covering = SolidCovering::new(&mesh);
        assert_eq!(covering.tetrahedra().count(), mesh.faces().len());
        for run in 0..8 {
            let mut moving = MovingPoint::new(&covering);
            let step = [0.5, 0.25, 0.013, 0.11][run % 4];
            let mut p = if run % 2 == 0 { DVec3::new(-2.0, -0.5, 0.0) } else { DVec3::new(0.3, -2.37, 0.41) };
            for _ in 0..150 {
                let expected = pair::locate(&mesh, p);
                assert_eq!(covering.locate(p), expected, "{p}");
                assert_eq!(moving.locate(p), expected, "{p}");
                counts[expected.unwrap() as usize] += 1;
                let mut way = || random.below(3) as f64 - 1.0;
                p += DVec3::new(way(), way(), way()) * step - (p / 3.0).trunc();
                p = DVec3::from_array(p.to_array().map(|x| if x.abs() < 1e-80 { 0.0 } else { x }));
            }
            let history = moving.history();
            unchanged += history.unchanged;
            carried += history.steps - history.unchanged - history.whole;
        }
        mesh.vertices().iter().for_each(|v| assert_eq!(covering.locate(*v), Some(Location::Surface)));
        assert_eq!(covering.locate(covering.centre()), pair::locate(&mesh, covering.centre()));
        assert_eq!(covering.locate(DVec3::splat(f64::INFINITY)), None);
    }
    assert!(counts.iter().all(|n| *n > 100) && unchanged > 500 && carried > 500, "{counts:?} {unchanged} {carried}");
}
