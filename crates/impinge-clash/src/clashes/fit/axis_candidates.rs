//! Lines that an overlap may go round, guessed from its curves and faces. A wrong guess costs time and proves nothing.

use super::axis_frame::{AxisFrame, radius};
use impinge::math::{DMat3, DVec3};

/// Closed curves that are tried one by one, at most; the largest.
const MOST_CURVES: usize = 6;

/// Points of curves that guesses are made from, at most.
const MOST_POINTS: usize = 500;

/// How unequal the distances of points from a line may be for it to be tried.
const MOST_SPREAD: f64 = 0.6;

/// What is known of an overlap, in the world.
pub struct OverlapTraces<'a> {
    /// The points of the curves in which the surfaces meet, and whether each curve is closed.
    pub curves: Vec<(&'a [DVec3], bool)>,
    /// The area vectors of the faces of each body that meet the other.
    pub normals: [Vec<DVec3>; 2],
    /// The axes of the frames of both bodies.
    pub frames: [[DVec3; 3]; 2],
}

impl OverlapTraces<'_> {
    /// Some points of the curves, evenly chosen.
    fn points(&self) -> impl Iterator<Item = DVec3> + Clone {
        let count: usize = self.curves.iter().map(|(points, _)| points.len()).sum();
        let all = self.curves.iter().flat_map(|(points, _)| points.iter().copied());
        all.step_by(count.div_ceil(MOST_POINTS).max(1))
    }

    /// The lines to try, the likeliest first: about which the points of the curves are most nearly at one distance.
    pub fn candidates(&self) -> Vec<AxisFrame> {
        let count = self.points().count();
        let middle = self.points().sum::<DVec3>() / count.max(1) as f64;
        let mut directions: Vec<DVec3> = self.frames.iter().flatten().copied().collect();
        for normals in &self.normals {
            directions.extend(eigenvectors(normals.iter().copied()));
        }
        let both = self.normals.iter().flatten().copied();
        directions.extend(eigenvectors(both));
        directions.extend(eigenvectors(self.points().map(|p| p - middle)));
        let through = |along: DVec3| circle_axis(AxisFrame::new(middle, along)?, self.points());
        let mut lines: Vec<AxisFrame> = directions.into_iter().filter_map(through).collect();
        lines.extend(self.axes_of_curves());
        let mut ranked: Vec<(f64, AxisFrame)> = lines.into_iter().map(|line| (self.spread(&line), line)).collect();
        ranked.retain(|(spread, _)| *spread <= MOST_SPREAD);
        ranked.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mut lines: Vec<AxisFrame> = Vec::new();
        for (_, line) in ranked {
            if !lines.iter().any(|known| is_same(known, &line)) {
                lines.push(line);
            }
        }
        lines
    }

    /// The axes of circles through single closed curves, the largest curves first.
    fn axes_of_curves(&self) -> Vec<AxisFrame> {
        let mut loops: Vec<(f64, DVec3, &[DVec3])> = Vec::new();
        for (points, _) in self.curves.iter().filter(|(points, is_closed)| *is_closed && points.len() > 2) {
            let edges = points.iter().zip(points.iter().cycle().skip(1));
            let area: DVec3 = edges.map(|(p, q)| (*p - points[0]).cross(*q - points[0])).sum();
            loops.push((area.length(), area, points));
        }
        loops.sort_by(|p, q| q.0.total_cmp(&p.0));
        let axis = |(_, area, points): &(f64, DVec3, &[DVec3])| {
            let middle = points.iter().copied().sum::<DVec3>() / points.len() as f64;
            let some = points.iter().copied().step_by(points.len().div_ceil(MOST_POINTS));
            circle_axis(AxisFrame::new(middle, *area)?, some)
        };
        loops.iter().take(MOST_CURVES).filter_map(axis).collect()
    }

    /// How unequal the distances of points from a line are: the middle deviation from the middle distance, over it.
    fn spread(&self, line: &AxisFrame) -> f64 {
        let mut radii: Vec<f64> = self.points().map(|p| radius(line.place(p))).collect();
        radii.sort_by(f64::total_cmp);
        let Some(middle) = radii.get(radii.len() / 2).copied().filter(|middle| *middle > 0.0) else {
            return f64::INFINITY;
        };
        let mut off: Vec<f64> = radii.iter().map(|r| (r - middle).abs()).collect();
        off.sort_by(f64::total_cmp);
        off[off.len() * 3 / 4] / middle
    }
}

/// Whether two lines are the same, but for rounding.
fn is_same(p: &AxisFrame, q: &AxisFrame) -> bool {
    const ROUNDING: f64 = 1e-9;
    let off = p.place(q.origin);
    p.axes[2].cross(q.axes[2]).length() <= ROUNDING && radius(off) <= ROUNDING * off.length().max(q.origin.length())
}

/// The axis through the centre of the circle that points are nearest to, along the axis of a frame (Kåsa 1976).
fn circle_axis(frame: AxisFrame, points: impl Iterator<Item = DVec3>) -> Option<AxisFrame> {
    // The least squares of x^2 + y^2 - 2 a x - 2 b y - c, whose unknowns are linear.
    let (mut normal, mut right) = (DMat3::ZERO, DVec3::ZERO);
    for p in points.map(|p| frame.place(p)) {
        let row = DVec3::new(2.0 * p.x, 2.0 * p.y, 1.0);
        normal += DMat3::from_cols(row.x * row, row.y * row, row.z * row);
        right += (p.x * p.x + p.y * p.y) * row;
    }
    let solution = normal.inverse() * right;
    let solution = if solution.is_finite() { solution } else { DVec3::ZERO };
    Some(frame.shifted(solution.x, solution.y))
}

/// The principal directions of vectors, by rotations of Jacobi.
fn eigenvectors(vectors: impl Iterator<Item = DVec3>) -> [DVec3; 3] {
    /// Sweeps over the three entries beside the diagonal: convergence is quadratic.
    const SWEEPS: usize = 16;
    let mut m = [[0.0_f64; 3]; 3];
    for v in vectors {
        for (i, row) in m.iter_mut().enumerate() {
            for (j, entry) in row.iter_mut().enumerate() {
                *entry += v[i] * v[j];
            }
        }
    }
    let mut basis = [DVec3::X, DVec3::Y, DVec3::Z];
    for [p, q] in [[0, 1], [0, 2], [1, 2]].into_iter().cycle().take(3 * SWEEPS) {
        if m[p][q] == 0.0 || !m[p][q].is_finite() {
            continue;
        }
        let theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
        let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
        let c = 1.0 / t.hypot(1.0);
        let s = t * c;
        let (old_p, old_q) = (m[p], m[q]);
        for k in 0..3 {
            (m[p][k], m[q][k]) = (c * old_p[k] - s * old_q[k], s * old_p[k] + c * old_q[k]);
        }
        for row in &mut m {
            (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
        }
        (basis[p], basis[q]) = (c * basis[p] - s * basis[q], s * basis[p] + c * basis[q]);
    }
    basis
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_of_normals_around_it_is_found() {
        let axis = DVec3::new(1.0, 2.0, -0.5).normalize();
        let (x, y) = axis.any_orthonormal_pair();
        let around = (0..17).map(|k| (f64::from(k) * 0.7).sin_cos()).map(|(s, c)| 3.0 * (c * x + s * y));
        let found = eigenvectors(around);
        assert!(found.iter().any(|v| v.dot(axis).abs() > 1.0 - 1e-12), "{found:?}");
        let points = (0..9).map(|k| f64::from(k).sin_cos()).map(|(s, c)| DVec3::splat(5.0) + 2.0 * (c * x + s * y));
        let line = circle_axis(AxisFrame::new(DVec3::splat(4.5), axis).unwrap(), points.clone()).unwrap();
        assert!(points.clone().all(|p| (radius(line.place(p)) - 2.0).abs() < 1e-9));
    }
}
