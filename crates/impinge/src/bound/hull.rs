//! Convex hulls for the fit of boxes, by quickhull (Barber, Dobkin, Huhdanpaa 1996) in plain floating point.
//!
//! Only the orientation of a box hangs on it, so a point within [`FLAT`] of a face may be left out, and a hull that rounding
//! breaks is given up. Points in a plane have a hull of one face, those on a line only ends.

use crate::math::DVec3;
use std::collections::HashMap;

/// How far from a face a point counts as outside, for coordinates of at most 1.
const FLAT: f64 = 1e-10;

/// A convex hull of points with coordinates of at most 1.
pub(super) struct Hull {
    points: Vec<DVec3>,
    faces: Vec<[usize; 3]>,
}

/// A face of a growing hull: counter-clockwise from outside, with the neighbours across its edges.
struct Face {
    corners: [usize; 3],
    normal: DVec3,
    neighbours: [usize; 3],
    /// Points beyond the face, and of no other face.
    outside: Vec<usize>,
    is_alive: bool,
}

impl Face {
    fn new(corners: [usize; 3], points: &[DVec3]) -> Self {
        let [a, b, c] = corners.map(|i| points[i]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        Self { corners, normal, neighbours: [usize::MAX; 3], outside: Vec::new(), is_alive: true }
    }

    fn height(&self, p: DVec3, points: &[DVec3]) -> f64 {
        self.normal.dot(p - points[self.corners[0]])
    }
}

/// The item of the largest value.
fn farthest(items: impl Iterator<Item = usize>, value: impl Fn(usize) -> f64) -> Option<(usize, f64)> {
    items.map(|i| (i, value(i))).fold(None, |most, x| if most.is_none_or(|(_, m)| x.1 > m) { Some(x) } else { most })
}

impl Hull {
    /// The hull; `None` for no points, and where rounding breaks it.
    pub fn of(points: &[DVec3]) -> Option<Self> {
        let mut points = points.to_vec();
        points.sort_unstable_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(p.z.total_cmp(&q.z)));
        points.dedup();
        let all = || 0..points.len();
        let a = 0;
        let (b, length) = farthest(all(), |i| (points[i] - *points.first().unwrap_or(&DVec3::ZERO)).length())?;
        let along = (points[b] - points[a]).normalize_or_zero();
        let off_line = |i: usize| (points[i] - points[a]).reject_from(if length > 0.0 { along } else { DVec3::X });
        let (c, width) = farthest(all(), |i| off_line(i).length())?;
        if length <= FLAT || width <= FLAT {
            return Some(Self { points: vec![points[a], points[b]], faces: Vec::new() });
        }
        let normal = along.cross(off_line(c).normalize_or_zero());
        let (d, height) = farthest(all(), |i| normal.dot(points[i] - points[a]).abs())?;
        if height <= FLAT {
            return Some(flat_hull(&points, along, normal.cross(along)));
        }
        let simplex = if normal.dot(points[d] - points[a]) < 0.0 { [a, b, c, d] } else { [a, c, b, d] };
        let faces = grow(&points, simplex)?;
        Some(Self { points, faces })
    }

    /// Whether the points do not lie on a line.
    pub fn has_area(&self) -> bool {
        !self.faces.is_empty()
    }

    /// The triangles of the surface.
    pub fn triangles(&self) -> Vec<[DVec3; 3]> {
        self.faces.iter().map(|f| f.map(|i| self.points[i])).collect()
    }

    /// The vertices.
    pub fn corners(&self) -> Vec<DVec3> {
        if self.faces.is_empty() {
            return self.points.clone();
        }
        let mut corners: Vec<usize> = self.faces.iter().flatten().copied().collect();
        corners.sort_unstable();
        corners.dedup();
        corners.into_iter().map(|i| self.points[i]).collect()
    }
}

/// The hull of points in a plane with the directions x and y (Andrew 1979), as a fan.
fn flat_hull(points: &[DVec3], x: DVec3, y: DVec3) -> Hull {
    let place = |p: DVec3| (x.dot(p), y.dot(p));
    let mut sorted = points.to_vec();
    sorted.sort_unstable_by(|p, q| place(*p).0.total_cmp(&place(*q).0).then(place(*p).1.total_cmp(&place(*q).1)));
    let turns_left = |o: DVec3, p: DVec3, q: DVec3| {
        let ((ax, ay), (bx, by)) = (place(p - o), place(q - o));
        ax * by - ay * bx > 1e-14
    };
    let half = |points: &mut dyn Iterator<Item = DVec3>| {
        let mut chain: Vec<DVec3> = Vec::new();
        for p in points {
            while chain.len() >= 2 && !turns_left(chain[chain.len() - 2], chain[chain.len() - 1], p) {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut sorted.iter().copied());
    ring.extend(half(&mut sorted.iter().rev().copied()));
    let faces = (2..ring.len()).map(|i| [0, i - 1, i]).collect();
    Hull { points: ring, faces }
}

/// Grows a tetrahedron until no point is outside.
fn grow(points: &[DVec3], [a, b, c, d]: [usize; 4]) -> Option<Vec<[usize; 3]>> {
    let mut faces: Vec<Face> =
        [[a, b, c], [a, d, b], [b, d, c], [c, d, a]].map(|corners| Face::new(corners, points)).into();
    let across = [[1, 2, 3], [3, 2, 0], [1, 3, 0], [2, 1, 0]];
    faces.iter_mut().zip(across).for_each(|(face, neighbours)| face.neighbours = neighbours);
    assign(&mut faces, 0, (0..points.len()).collect(), points);
    let mut next = 0;
    while next < faces.len() {
        if !faces[next].is_alive || faces[next].outside.is_empty() {
            next += 1;
            continue;
        }
        let face = &faces[next];
        let (_, most) = farthest(face.outside.iter().copied(), |i| face.height(points[i], points))?;
        // Of several farthest points the first by coordinates, which is a corner of them all.
        let apex =
            face.outside.iter().copied().filter(|i| face.height(points[*i], points) >= most - FLAT / 4.0).min()?;
        add(&mut faces, next, apex, points)?;
    }
    Some(faces.iter().filter(|f| f.is_alive).map(|f| f.corners).collect())
}

/// Gives points to the first face, from some face on, that they are beyond.
fn assign(faces: &mut [Face], from: usize, items: Vec<usize>, points: &[DVec3]) {
    for i in items {
        if let Some(face) = faces[from..].iter_mut().find(|f| f.height(points[i], points) > FLAT) {
            face.outside.push(i);
        }
    }
}

/// Puts a point beyond a face on the hull: what it sees goes, and new faces join it to the horizon.
fn add(faces: &mut Vec<Face>, start: usize, apex: usize, points: &[DVec3]) -> Option<()> {
    let mut open = vec![start];
    let (mut orphans, mut horizon) = (Vec::new(), Vec::new());
    faces[start].is_alive = false;
    while let Some(f) = open.pop() {
        orphans.append(&mut faces[f].outside);
        for k in 0..3 {
            let g = faces[f].neighbours[k];
            if !faces.get(g)?.is_alive {
                continue;
            }
            if faces[g].height(points[apex], points) > FLAT {
                faces[g].is_alive = false;
                open.push(g);
            } else {
                horizon.push((g, [faces[f].corners[k], faces[f].corners[(k + 1) % 3]]));
            }
        }
    }
    // A face may have been on the horizon before it was seen from elsewhere.
    horizon.retain(|(g, _)| faces[*g].is_alive);
    let first = faces.len();
    let (mut by_start, mut by_end) = (HashMap::new(), HashMap::new());
    for (n, (g, [p, q])) in horizon.into_iter().enumerate() {
        let mut face = Face::new([p, q, apex], points);
        face.neighbours[0] = g;
        faces.push(face);
        let edge = (0..3).find(|&k| faces[g].corners[k] == q && faces[g].corners[(k + 1) % 3] == p)?;
        faces[g].neighbours[edge] = first + n;
        // Where the horizon is not one ring, rounding has broken the hull.
        if by_start.insert(p, first + n).is_some() || by_end.insert(q, first + n).is_some() {
            return None;
        }
    }
    for face in &mut faces[first..] {
        let [p, q, _] = face.corners;
        face.neighbours[1] = *by_start.get(&q)?;
        face.neighbours[2] = *by_end.get(&p)?;
    }
    // Never again the point itself, which a sliver's normal may put beyond its own face: so there is an end.
    orphans.retain(|i| *i != apex);
    assign(faces, first, orphans, points);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// No point lies outside, every edge has two faces, and the corners are those that were meant.
    #[test]
    fn hulls_hold_their_points_and_are_closed() {
        let mut random = Random(9);
        let mut next = || random.number();
        let mut found = 0;
        for round in 0..300 {
            let count = 4 + round * 2;
            let points: Vec<DVec3> = (0..count)
                .map(|_| {
                    let p = DVec3::new(next(), next(), next());
                    [p, p.normalize(), (p * 3.0).round() / 4.0, p * DVec3::new(1.0, 1.0, 1e-6)][round % 4]
                })
                .collect();
            let Some(hull) = Hull::of(&points) else { continue };
            found += 1;
            for t in hull.triangles() {
                let n = (t[1] - t[0]).cross(t[2] - t[0]).normalize_or_zero();
                assert!(points.iter().all(|p| n.dot(*p - t[0]) < 1e-8), "round {round}");
            }
            let mut edges: HashMap<[usize; 2], i32> = HashMap::new();
            for f in &hull.faces {
                (0..3).for_each(|k| *edges.entry([f[k], f[(k + 1) % 3]]).or_default() += 1);
            }
            assert!(edges.iter().all(|([p, q], n)| *n == 1 && edges.get(&[*q, *p]) == Some(&1)), "round {round}");
            if round % 4 == 1 {
                assert!(hull.corners().len() * 10 >= count * 9, "all on the sphere");
            }
        }
        assert!(found > 290, "{found}");
    }

    #[test]
    fn a_cube_full_of_points_has_eight_corners() {
        let points: Vec<DVec3> =
            (0..729).map(|i| DVec3::new(f64::from(i % 9), f64::from(i / 9 % 9), f64::from(i / 81)) / 8.0).collect();
        let hull = Hull::of(&points).unwrap();
        assert_eq!(hull.triangles().len(), 12);
        assert_eq!(hull.corners().len(), 8);
        let flat: Vec<DVec3> = points.iter().map(|p| p.with_z(0.5)).collect();
        assert_eq!(Hull::of(&flat).unwrap().corners().len(), 4);
        let line: Vec<DVec3> = points.iter().map(|p| DVec3::X * p.x).collect();
        assert_eq!(Hull::of(&line).unwrap().corners(), [DVec3::ZERO, DVec3::X]);
        assert!(Hull::of(&[]).is_none());
    }
}
