//! The polytope as a shape: farthest vertices against integers, fans, boxes and masses against closed forms.

use impinge::hull::{Extent, NONE};
use impinge::math::integer::{self, Grid};
use impinge::math::simd::{Instructions, limited};
use impinge::math::{DMat3, DVec3};
use impinge::shape::{Polytope, Support};
use std::collections::HashMap;

/// A seeded source of numbers from -1 to 1.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1 << 30) - 1.0
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }

    fn below(&mut self, n: u32) -> u32 {
        ((self.unit() + 1.0) * 0.5 * f64::from(n)) as u32 % n
    }
}

/// Polytopes of every extent, with few and many vertices, faces of many corners, tiny edges, far from the origin.
fn polytopes(random: &mut Random) -> Vec<Polytope> {
    let mut sets: Vec<Vec<DVec3>> = Vec::new();
    for count in [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 30, 60, 127, 140, 300, 1_000, 5_000] {
        let mut many = |f: &dyn Fn(DVec3) -> DVec3| (0..count).map(|_| f(random.point())).collect::<Vec<_>>();
        sets.push(many(&|p| p.normalize_or(DVec3::X)));
        sets.push(many(&|p| p.with_z(0.0).normalize_or(DVec3::X)));
        sets.push(many(&|p| p.with_z(0.0).normalize_or(DVec3::X) + DVec3::Z * p.z.signum()));
        sets.push(many(&|p| p.normalize_or(DVec3::X) * 1e-3 + DVec3::splat(1e6)));
        sets.push(many(&|p| p.normalize_or(DVec3::X) * DVec3::new(1.0, 1e-7, 1e-9)));
        sets.push(many(&|p| (p * 3.0).round()));
        // A cap with edges of 1e-8 on a long cone.
        let mut cap = many(&|p| DVec3::new(p.x * 1e-8, p.y * 1e-8, -(p.x * p.x + p.y * p.y) * 1e-9));
        cap.push(-DVec3::Z);
        sets.push(cap);
    }
    sets.iter().map(|set| Polytope::try_new(set).unwrap()).collect()
}

/// The sign of `direction · (w - v)` in integers.
fn rise(direction: DVec3, v: DVec3, w: DVec3) -> i32 {
    let grid = Grid::holding(v.to_array().into_iter().chain(w.to_array()));
    let scale = Grid::holding(direction.to_array());
    let term = |k: usize| scale.integer(direction[k]) * (grid.integer(w[k]) - grid.integer(v[k]));
    integer::sign(&(term(0) + term(1) + term(2)))
}

#[test]
fn no_vertex_is_farther_than_the_support_whatever_the_hint_and_the_instructions() {
    let mut random = Random(1);
    let (mut ties, mut queries) = (0, 0);
    for polytope in polytopes(&mut random) {
        let count = polytope.corner_count();
        let faces = polytope.surface().faces().len() as u32;
        for round in 0..24 {
            let direction = match round % 6 {
                0 => random.point(),
                1 => DVec3::AXES[round as usize / 6 % 3] * random.unit().signum(),
                2 if faces > 0 => polytope.normal(random.below(faces)),
                3 => polytope.corner(random.below(count)) - polytope.centre(),
                4 => random.point() * 2f64.powi(900),
                5 => random.point() * 2f64.powi(-900),
                _ => random.point().with_x(0.0),
            };
            let start = if round == 7 { NONE } else { random.below(count) };
            for instructions in [Instructions::Best, Instructions::Avx2, Instructions::Baseline] {
                let mut hint = start;
                let v = limited(instructions, || polytope.support(direction, &mut hint));
                assert_eq!(v, polytope.corner(hint));
                let best = polytope
                    .vertices()
                    .iter()
                    .map(|w| rise(direction, v, *w))
                    .fold((0, 0), |(most, level), r| (most.max(r), level + u32::from(r == 0)));
                assert_eq!(best.0, 0, "{direction} from {start} of {count}: {v}");
                ties += u32::from(best.1 > 1);
                queries += 1;
            }
        }
    }
    assert!(ties > queries / 20 && ties < queries / 2, "{ties} of {queries}");
    let cube = Polytope::try_new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    for strange in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY] {
        assert!(cube.vertices().contains(&cube.support(strange, &mut 9)));
    }
}

#[test]
fn parts_of_a_polytope_fit_together() {
    let mut random = Random(2);
    let mut inside = 0;
    let polytopes = polytopes(&mut random);
    for polytope in &polytopes {
        let surface = polytope.surface();
        let mut edges: HashMap<[u32; 2], u32> = HashMap::new();
        for [a, b, c] in polytope.triangles() {
            [[a, b], [b, c], [c, a]].into_iter().for_each(|e| *edges.entry(e).or_default() += 1);
        }
        // The two fans of a polygon have the same diagonals.
        let most = if polytope.extent() == Extent::Solid { 1 } else { 2 };
        assert!(edges.iter().all(|([a, b], n)| *n <= most && edges.get(&[*b, *a]) == Some(n)), "fans close");
        let corners: usize = (0..surface.faces().len() as u32).map(|f| surface.around_face(f).count() - 2).sum();
        assert_eq!(polytope.triangles().count(), corners);
        for v in 0..polytope.corner_count() {
            let edge = polytope.edge_from(v);
            if polytope.extent() == Extent::Point {
                assert_eq!(edge, NONE);
                continue;
            }
            let mut around: Vec<u32> = surface
                .around_origin(edge)
                .map(|e| surface.half_edges()[surface.half_edges()[e as usize].twin as usize].origin)
                .collect();
            let mut neighbours = polytope.neighbours(v).to_vec();
            around.sort_unstable();
            neighbours.sort_unstable();
            assert_eq!(around, neighbours);
        }
        for face in 0..surface.faces().len() as u32 {
            let mut corners =
                surface.around_face(face).map(|e| polytope.corner(surface.half_edges()[e as usize].origin));
            let [a, b, c] = [(); 3].map(|()| corners.next().unwrap());
            let n = polytope.normal(face);
            assert!((n.length() - 1.0).abs() < 1e-15);
            let height = |p: DVec3| n.dot(p - a) / (p - a).length();
            assert!(height(b).abs() < 1e-14 && height(c).abs() < 1e-14, "{n}: {a} {b} {c}");
            assert!(polytope.extent() != Extent::Solid || n.dot(polytope.centre() - a) <= 1e-16 * a.length());
        }
        assert!(polytope.vertices().iter().all(|v| v.distance(polytope.centre()) <= polytope.reach()));
        let bounds = polytope.aabb();
        assert!(polytope.vertices().iter().all(|v| v.cmpge(bounds.min).all() && v.cmple(bounds.max).all()));
        inside += u32::from(polytope.has_inside(polytope.centre()));
    }
    let solids = polytopes.iter().filter(|p| p.extent() == Extent::Solid).count() as u32;
    assert!(inside == solids && solids > 60, "{inside} of {solids}");
}

#[test]
fn masses_are_those_of_the_books() {
    let corner = |i: usize| DVec3::new([-1.0, 1.0][i % 2], [-2.0, 2.0][i / 2 % 2], [-3.0, 3.0][i / 4]);
    let turn = DMat3::from_rotation_x(0.3) * DMat3::from_rotation_y(0.7);
    let middle = DVec3::new(40.0, -50.0, 60.0);
    let points: Vec<DVec3> = (0..8).map(|i| middle + turn * corner(i)).collect();
    let mass = Polytope::try_new(&points).unwrap().mass_properties();
    let of_box = DMat3::from_diagonal(DVec3::new(4.0 + 9.0, 1.0 + 9.0, 1.0 + 4.0) * (48.0 / 3.0));
    assert!((mass.volume - 48.0).abs() < 1e-11 && mass.centroid.distance(middle) < 1e-13);
    assert!((mass.inertia - turn * of_box * turn.transpose()).abs_diff_eq(DMat3::ZERO, 1e-10));
    let simplex = Polytope::try_new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap().mass_properties();
    assert!((simplex.volume - 1.0 / 6.0).abs() < 1e-16 && simplex.centroid.distance(DVec3::splat(0.25)) < 1e-16);
    // ∫ x² = 1/60 and ∫ x y = 1/120 over the simplex, less its mass times 1/16.
    let (square, product) = (1.0 / 60.0 - 1.0 / 96.0, 1.0 / 120.0 - 1.0 / 96.0);
    assert!((simplex.inertia.x_axis - DVec3::new(2.0 * square, -product, -product)).length() < 1e-16);
    let flat = Polytope::try_new(&[DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap().mass_properties();
    assert_eq!((flat.volume, flat.inertia), (0.0, DMat3::ZERO));
}
