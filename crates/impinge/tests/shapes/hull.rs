//! Convex hulls against a certificate in exact signs: a closed surface of strictly convex faces that bends at every edge and has no
//! point outside is the boundary of the hull, and its corners are the extreme points.

use impinge::cost::Cost;
use impinge::hull::{Extent, HullError, HullSurface, NONE};
use impinge::math::predicates::{orient3d, projection_axis};
use impinge::math::{DVec3, in_exact_range};

/// A seeded source of numbers.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, n: u64) -> u64 {
        self.bits() % n
    }

    /// From -1 to 1.
    fn unit(&mut self) -> f64 {
        self.bits() as f64 / f64::from(1 << 30) - 1.0
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }

    fn lattice(&mut self, n: u64) -> DVec3 {
        DVec3::new(self.below(n) as f64, self.below(n) as f64, self.below(n) as f64)
    }
}

/// All integer points at a squared distance from the origin.
fn cospherical(square: i32) -> Vec<DVec3> {
    let all = || -12..=12;
    let points = all().flat_map(|x| all().flat_map(move |y| all().map(move |z| [x, y, z])));
    points.filter(|p| p.iter().map(|x| x * x).sum::<i32>() == square).map(|p| p.map(f64::from).into()).collect()
}

const KINDS: u64 = 20;

/// A set of points of one of many kinds.
fn points(kind: u64, random: &mut Random) -> Vec<DVec3> {
    let count = 1 + random.below(60);
    let mut many = |f: &mut dyn FnMut(&mut Random) -> DVec3| -> Vec<DVec3> { (0..count).map(|_| f(random)).collect() };
    match kind {
        0 => many(&mut Random::point),
        1 => many(&mut |r| r.point().normalize_or(DVec3::X)),
        2 => many(&mut |r| r.lattice(3)),
        3 => many(&mut |r| r.lattice(6)),
        4 => {
            let sphere = cospherical([26, 50, 101, 125][count as usize % 4]);
            many(&mut |r| sphere[r.below(sphere.len() as u64) as usize])
        }
        5 => many(&mut |r| {
            let (from, along) = (r.lattice(2) * 8.0, r.lattice(3));
            from + along * r.below(9) as f64
        }),
        6 => many(&mut |r| r.point().with_z(r.below(2) as f64)),
        7 => many(&mut |r| r.lattice(5).with_z(r.below(3) as f64)),
        8 => {
            let few: Vec<DVec3> = many(&mut Random::point).into_iter().take(7).collect();
            many(&mut |r| few[r.below(few.len() as u64) as usize])
        }
        9 => many(&mut |r| r.lattice(4) * 2f64.powi(200)),
        10 => many(&mut |r| r.lattice(4) * 2f64.powi(-200)),
        11 => many(&mut |r| r.point() * DVec3::new(1.0, 1e-12, 1e-15)),
        12 => many(&mut |r| r.point() * DVec3::new(1e-9, 1.0, 1.0)),
        13 => many(&mut near_plane),
        14 => many(&mut |r| {
            let (s, t) = (r.below(9) as f64, r.below(9) as f64);
            DVec3::new(s + 2.0 * t, 3.0 * s - t, 5.0 * t - s)
        }),
        15 => many(&mut |r| DVec3::new(3.0, -5.0, 7.0) * (r.below(40) as f64 - 20.0)),
        16 => vec![DVec3::new(0.1, 0.2, 0.3); count as usize],
        17 => many(&mut |r| {
            let p = r.point();
            DVec3::from_array(p.to_array().map(|x| x * 2f64.powi(r.below(560) as i32 - 280)))
        }),
        18 => many(&mut |r| {
            let p = r.lattice(5);
            DVec3::new(p.x + 2.0 * p.y + 3.0 * p.z, 2.0 * p.x + 5.0 * p.y + 7.0 * p.z, p.x + 4.0 * p.y + 6.0 * p.z)
        }),
        _ => many(&mut |r| DVec3::splat(1e15) + r.lattice(6) * 0.125),
    }
}

/// A point in an oblique plane, or an ulp or two beside it.
fn near_plane(random: &mut Random) -> DVec3 {
    let (s, t) = (random.below(33) as f64 / 8.0, random.below(33) as f64 / 8.0);
    let mut p = DVec3::new(0.1, 0.7, 0.3) * s + DVec3::new(0.9, -0.2, 0.5) * t;
    for _ in 0..random.below(3) {
        let k = random.below(3) as usize;
        p[k] = if random.below(2) == 0 { p[k].next_up() } else { p[k].next_down() };
        p[k] = if in_exact_range(p[k]) { p[k] } else { 0.0 };
    }
    p
}

/// The corners of a face, as numbers of vertices.
fn corners(surface: &HullSurface, face: u32) -> Vec<u32> {
    surface.around_face(face).map(|e| surface.half_edges()[e as usize].origin).collect()
}

/// Everything that makes a surface the hull of points.
fn certify(points: &[DVec3], surface: &HullSurface) {
    let at = |v: u32| points[surface.vertices()[v as usize] as usize];
    assert!(surface.vertices().is_sorted_by(|a, b| a < b));
    for v in surface.vertices() {
        let first = points.iter().position(|p| *p == points[*v as usize]);
        assert_eq!(first, Some(*v as usize), "of equal points the first");
    }
    let edges = surface.half_edges();
    for (i, e) in (0..).zip(edges) {
        let twin = edges[e.twin as usize];
        assert!(twin.twin == i && e.twin != i && edges[e.next as usize].face == e.face);
        assert_eq!(edges[e.next as usize].origin, twin.origin);
    }
    let cost = &mut Cost::default();
    match surface.extent() {
        Extent::Point => {
            assert!(surface.vertices() == [0] && edges.is_empty() && points.iter().all(|p| *p == points[0]));
        }
        Extent::Segment => {
            let [a, b] = [at(0), at(1)];
            assert!(a != b && surface.vertices().len() == 2 && edges.len() == 2 && edges[0].face == NONE);
            for p in points {
                assert_eq!(projection_axis(&[a, b, *p], cost), None, "on the line");
                assert!(p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all(), "between the ends");
            }
        }
        Extent::Polygon | Extent::Solid => certify_faces(points, surface),
    }
}

/// The same for polygons and solids.
fn certify_faces(points: &[DVec3], surface: &HullSurface) {
    let cost = &mut Cost::default();
    let edges = surface.half_edges();
    let is_solid = surface.extent() == Extent::Solid;
    let at = |v: u32| points[surface.vertices()[v as usize] as usize];
    let faces = surface.faces().len() as u32;
    let mut keys = Vec::new();
    for face in 0..faces {
        let ring = corners(surface, face);
        assert!(ring.len() >= 3 && surface.around_face(face).all(|e| edges[e as usize].face == face));
        assert_eq!(ring.iter().min(), ring.first(), "from the lowest corner");
        keys.push([ring[0], ring[1]]);
        let [a, b, c] = [at(ring[0]), at(ring[1]), at(ring[2])];
        for p in points {
            let side = orient3d(a, b, c, *p, cost);
            assert!(if is_solid { side <= 0 } else { side == 0 }, "{p} is outside of {a} {b} {c}");
        }
        let (axis, turn) = projection_axis(&[a, b, c], cost).unwrap();
        for k in 0..ring.len() {
            let (u, v) = (ring[k], ring[(k + 1) % ring.len()]);
            assert_eq!(orient3d(a, b, c, at(u), cost), 0, "the corners of a face are in a plane");
            let left =
                |p: DVec3| impinge::math::predicates::orient2d(axis, at(u), at(v), p, &mut Cost::default()) * turn;
            assert!(ring.iter().all(|w| *w == u || *w == v || left(at(*w)) > 0), "every corner is strictly convex");
            assert!(is_solid || points.iter().all(|p| left(*p) >= 0), "the polygon holds all points");
        }
        for edge in surface.around_face(face) {
            let beyond = edges[edges[edges[edges[edge as usize].twin as usize].next as usize].next as usize].origin;
            let side = orient3d(a, b, c, at(beyond), cost);
            assert!(!is_solid || side < 0, "an edge that does not bend");
        }
    }
    assert!(keys.is_sorted_by(|a, b| a < b), "faces are in order");
    let mut degrees = vec![0; surface.vertices().len()];
    edges.iter().for_each(|e| degrees[e.origin as usize] += 1);
    assert!(degrees.iter().all(|d| *d >= if is_solid { 3 } else { 2 }));
    assert_eq!(degrees.len() + faces as usize, edges.len() / 2 + 2, "Euler");
    assert!(is_solid || (faces == 2 && edges.len() == 2 * degrees.len()));
}

/// The faces by the coordinates of their corners, each from its least corner, in order.
fn geometry(points: &[DVec3], surface: &HullSurface) -> (Vec<[f64; 3]>, Vec<Vec<[f64; 3]>>) {
    let at = |v: u32| (points[surface.vertices()[v as usize] as usize] + 0.0).to_array();
    let less = |a: &[f64; 3], b: &[f64; 3]| a.partial_cmp(b).unwrap();
    let mut vertices: Vec<[f64; 3]> = (0..surface.vertices().len() as u32).map(at).collect();
    vertices.sort_by(less);
    let ring = |face| {
        let mut ring: Vec<[f64; 3]> = corners(surface, face).into_iter().map(at).collect();
        let least = (0..ring.len()).min_by(|i, j| less(&ring[*i], &ring[*j])).unwrap();
        ring.rotate_left(least);
        ring
    };
    let mut faces: Vec<_> = (0..surface.faces().len() as u32).map(ring).collect();
    faces.sort_by(|a, b| a.partial_cmp(b).unwrap());
    (vertices, faces)
}

#[test]
fn hulls_of_random_and_degenerate_sets_have_a_certificate_in_any_order() {
    let mut random = Random(20);
    let (mut extents, mut merged, mut on_surface) = ([0; 4], 0, 0);
    for round in 0..2_000 {
        let mut set = points(round % KINDS, &mut random);
        let surface = HullSurface::try_new(&set).unwrap();
        certify(&set, &surface);
        extents[surface.extent() as usize] += 1;
        let faces = surface.faces().len() as u32;
        merged += u32::from((0..faces).any(|f| surface.extent() == Extent::Solid && corners(&surface, f).len() > 3));
        on_surface += u32::from(surface.vertices().len() < set.len());
        let before = geometry(&set, &surface);
        for i in (1..set.len()).rev() {
            set.swap(i, random.below(i as u64 + 1) as usize);
        }
        let shuffled = HullSurface::try_new(&set).unwrap();
        certify(&set, &shuffled);
        assert_eq!(before, geometry(&set, &shuffled), "round {round}");
    }
    assert!(extents[0] > 90 && extents[1] > 90 && extents[2] > 120 && extents[3] > 1_000, "{extents:?}");
    assert!(merged > 500 && on_surface > 1_000, "{merged} {on_surface}");
}

#[test]
fn a_lattice_cube_has_eight_vertices_and_six_faces() {
    for turn in [false, true] {
        let point = |i: u32| {
            let p = DVec3::new(f64::from(i % 9), f64::from(i / 9 % 9), f64::from(i / 81));
            if turn { DVec3::new(p.x + p.y, p.y - p.x + p.z, 2.0 * p.z + p.x) } else { p }
        };
        let set: Vec<DVec3> = (0..729).map(point).collect();
        let surface = HullSurface::try_new(&set).unwrap();
        certify(&set, &surface);
        assert_eq!(surface.vertices(), [0, 8, 72, 80, 648, 656, 720, 728]);
        assert_eq!((surface.faces().len(), surface.half_edges().len()), (6, 24));
    }
}

#[test]
fn larger_sets_have_a_certificate() {
    let mut random = Random(3);
    let sphere: Vec<DVec3> = (0..3_000).map(|_| random.point().normalize_or(DVec3::X)).collect();
    let cylinder: Vec<DVec3> = (0..2_000)
        .map(|i| {
            let p = random.point();
            p.with_z(0.0).normalize_or(DVec3::X).with_z(f64::from(i % 2))
        })
        .collect();
    let lattice: Vec<DVec3> = (0..3_000).map(|_| random.lattice(40)).collect();
    for set in [sphere, cylinder, lattice] {
        certify(&set, &HullSurface::try_new(&set).unwrap());
    }
}

#[test]
fn what_has_no_hull_is_refused_by_name() {
    let p = DVec3::ONE;
    assert_eq!(HullSurface::try_new(&[]), Err(HullError::Empty));
    assert_eq!(HullSurface::try_new(&[p, p.with_y(f64::NAN)]), Err(HullError::NotFinite { index: 1 }));
    assert_eq!(HullSurface::try_new(&[p.with_z(f64::INFINITY)]), Err(HullError::NotFinite { index: 0 }));
    for value in [1e200, -1e200, 1e-200, f64::MIN_POSITIVE] {
        assert_eq!(HullSurface::try_new(&[p, p, p.with_x(value)]), Err(HullError::OutOfRange { index: 2, value }));
    }
    assert!(HullSurface::try_new(&[p.with_x(-0.0), p.with_x(0.0)]).is_ok_and(|h| h.extent() == Extent::Point));
}
