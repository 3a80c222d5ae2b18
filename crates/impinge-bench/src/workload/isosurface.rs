//! The surface on which a field is zero, by marching tetrahedra: a grid of cubes, each cut in six tetrahedra along its diagonal
//! (Kuhn 1960, Doi and Koide 1991). Closed where the field is positive on the grid's border. Scanned bodies come from such grids
//! (Curless and Levoy 1996), so triangles are as uneven here as there. One evaluation for each grid point.

use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge_scenes::Surface;
use std::collections::HashMap;

/// How near to a grid point a vertex may come, in lengths of its edge: triangles keep some area.
const LEAST: f64 = 0.03;

/// The six ways from a cube's lowest corner to its highest along three axes, by the axes in order.
const PATHS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A grid with the field at its points.
struct Grid {
    origin: DVec3,
    step: f64,
    size: [usize; 3],
    values: Vec<f64>,
}

impl Grid {
    fn index(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }

    fn place(&self, index: usize) -> DVec3 {
        let [width, depth, _] = self.size;
        let (x, y, z) = (index % width, index / width % depth, index / (width * depth));
        self.origin + self.step * DVec3::new(x as f64, y as f64, z as f64)
    }

    fn is_inside(&self, index: usize) -> bool {
        self.values[index] < 0.0
    }
}

/// The surface around all points where the field is negative, on a grid of this step over these bounds.
#[must_use]
pub fn isosurface(bounds: &Aabb, step: f64, field: impl Fn(DVec3) -> f64) -> Surface {
    let size = (bounds.size() / step).to_array().map(|cells| cells.ceil() as usize + 1);
    let mut grid = Grid { origin: bounds.min, step, size, values: Vec::new() };
    grid.values = (0..size.iter().product()).map(|i| field(grid.place(i))).collect();
    let mut surface = Surface::default();
    let mut cuts = HashMap::new();
    for z in 0..size[2] - 1 {
        for y in 0..size[1] - 1 {
            for x in 0..size[0] - 1 {
                for path in PATHS {
                    let mut at = [x, y, z];
                    let mut corners = [grid.index(at); 4];
                    for (k, axis) in path.into_iter().enumerate() {
                        at[axis] += 1;
                        corners[k + 1] = grid.index(at);
                    }
                    cut(&grid, corners, &mut surface, &mut cuts);
                }
            }
        }
    }
    surface
}

/// Adds what the surface has in one tetrahedron: nothing, a triangle, or two.
fn cut(grid: &Grid, corners: [usize; 4], surface: &mut Surface, cuts: &mut HashMap<[usize; 2], u32>) {
    let (inside, outside): (Vec<usize>, Vec<usize>) = corners.into_iter().partition(|&i| grid.is_inside(i));
    let mut vertex = |i: usize, o: usize| *cuts.entry([i, o]).or_insert_with(|| surface.vertex(crossing(grid, i, o)));
    let ring: Vec<u32> = match (inside.as_slice(), outside.as_slice()) {
        (&[i], &[a, b, c]) => vec![vertex(i, a), vertex(i, b), vertex(i, c)],
        (&[a, b, c], &[o]) => vec![vertex(a, o), vertex(b, o), vertex(c, o)],
        (&[i, j], &[a, b]) => vec![vertex(i, a), vertex(i, b), vertex(j, b), vertex(j, a)],
        _ => return,
    };
    let outward = grid.place(outside[0]) - grid.place(inside[0]);
    let [p, q, r] = [ring[0], ring[1], ring[2]].map(|v| surface.vertices[v as usize]);
    let faces_out = (q - p).cross(r - p).dot(outward) > 0.0;
    for k in 1..ring.len() - 1 {
        let [a, b, c] = [ring[0], ring[k], ring[k + 1]];
        surface.faces.push(if faces_out { [a, b, c] } else { [a, c, b] });
    }
}

/// Where the field is zero between a point inside and one outside.
fn crossing(grid: &Grid, inside: usize, outside: usize) -> DVec3 {
    let (low, high) = (grid.values[inside], grid.values[outside]);
    let t = (low / (low - high)).clamp(LEAST, 1.0 - LEAST);
    grid.place(inside).lerp(grid.place(outside), t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ball_is_closed_turned_outward_and_has_its_volume() {
        let bounds = Aabb { min: DVec3::splat(-1.2), max: DVec3::splat(1.2) };
        let mesh = isosurface(&bounds, 0.1, |p| p.length() - 1.0).mesh().unwrap();
        assert!(mesh.is_closed() && mesh.defects().is_empty());
        let volume: f64 = mesh.face_ids().map(|f| mesh.triangle(f)).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum();
        assert!((volume / (4.0 / 3.0 * std::f64::consts::PI) - 1.0).abs() < 0.02, "{volume}");
    }
}
