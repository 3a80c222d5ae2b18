//! The pieces of a seam, one after the other.

use super::mesh_seam::Seam;
use crate::math::DVec3;

/// A curve of a seam.
#[derive(Clone, Debug, PartialEq)]
pub struct SeamCurve {
    /// Its corners, in A's frame, each rounded; the first is not repeated at the end of a closed one.
    pub points: Vec<DVec3>,
    /// Whether the last corner is joined to the first.
    pub is_closed: bool,
}

impl SeamCurve {
    /// How long it is.
    #[must_use]
    pub fn length(&self) -> f64 {
        let steps: f64 = self.points.windows(2).map(|ends| ends[0].distance(ends[1])).sum();
        match (self.is_closed, self.points.first(), self.points.last()) {
            (true, Some(first), Some(last)) => steps + first.distance(*last),
            _ => steps,
        }
    }
}

impl Seam<'_> {
    /// The curves, in an order that depends on the meshes alone: open ones from branch to branch first, then closed ones.
    #[must_use]
    pub fn curves(&self) -> Vec<SeamCurve> {
        let mut at: Vec<Vec<u32>> = vec![Vec::new(); self.points.len()];
        for (k, segment) in self.segments.iter().enumerate() {
            segment.ends.iter().for_each(|end| at[*end as usize].push(k as u32));
        }
        let mut trace = CurveTrace { seam: self, at: &at, used: vec![false; self.segments.len()] };
        let mut curves = Vec::new();
        let ends = (0..self.points.len()).filter(|point| at[*point].len() != 2);
        for point in ends {
            while let Some(curve) = trace.follow(point) {
                curves.push(curve);
            }
        }
        for point in 0..self.points.len() {
            curves.extend(trace.follow(point));
        }
        curves
    }
}

/// A walk along a seam.
struct CurveTrace<'a> {
    seam: &'a Seam<'a>,
    /// The pieces at every point.
    at: &'a [Vec<u32>],
    used: Vec<bool>,
}

impl CurveTrace<'_> {
    /// The curve that leaves a point along a piece not yet walked; `None` if there is none.
    fn follow(&mut self, start: usize) -> Option<SeamCurve> {
        let mut way = vec![start];
        let mut point = start;
        while let Some(piece) = self.next(point) {
            self.used[piece] = true;
            let [p, q] = self.seam.segments[piece].ends.map(|end| end as usize);
            point = if p == point { q } else { p };
            if point == start || self.at[point].len() != 2 {
                way.push(point);
                break;
            }
            way.push(point);
        }
        if way.len() < 2 {
            return None;
        }
        let is_closed = way.last() == Some(&start);
        way.truncate(way.len() - usize::from(is_closed));
        let points = way.iter().map(|k| self.seam.posed.point_in_a(self.seam.points[*k].point)).collect();
        Some(SeamCurve { points, is_closed })
    }

    fn next(&self, point: usize) -> Option<usize> {
        self.at[point].iter().map(|piece| *piece as usize).find(|piece| !self.used[*piece])
    }
}
