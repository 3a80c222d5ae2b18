//! Branch and bound over the columns behind a body's surface: an upper bound on the thickness of thin overlaps.

use super::ball_search::{BallSearch, ROUNDING, Remainder};
use super::body_side::{InsideRule, exact_point};
use super::column::{Column, Corners};
use super::column_cell::{ColumnCell, ColumnFace, gaps};
use super::surface_columns::FeatureColumn;
use crate::bound::Aabb;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::pair::point::point_query::distance_to_triangle;
use std::collections::BinaryHeap;

/// Cells of a larger extent than this times the slack are divided.
const SMALLEST: f64 = 64.0;

/// Of cells whose bound is this many times the largest ball found, more points are looked at.
const FAR_OFF: f64 = 3.0;

/// The search over the columns of one body.
pub(super) struct ColumnSearch<'s, 'a> {
    pub search: &'s mut BallSearch<'a>,
    /// The body whose columns these are.
    pub own: usize,
    /// From the diameter found: diameters that are not above this need no proof.
    pub enough: &'s dyn Fn(f64) -> f64,
    /// Where middles are.
    pub rest: &'s Remainder,
    waiting: BinaryHeap<Box<ColumnCell>>,
    /// The largest diameter of balls in cells that were left out because they are not above what is enough.
    left_out: f64,
    made: u64,
}

impl<'s, 'a> ColumnSearch<'s, 'a> {
    pub fn new(
        search: &'s mut BallSearch<'a>,
        own: usize,
        enough: &'s dyn Fn(f64) -> f64,
        rest: &'s Remainder,
    ) -> Self {
        Self { search, own, enough, rest, waiting: BinaryHeap::new(), left_out: 0.0, made: 0 }
    }

    fn is_enough(&self, diameter: f64) -> bool {
        diameter <= (self.enough)(2.0 * self.search.radius)
    }

    /// The upper bound on the diameter of balls with their middle in the columns, after at most `effort` cells.
    pub fn run(&mut self, columns: &[FeatureColumn], effort: u32) -> f64 {
        for feature in columns {
            self.start(feature);
        }
        for _ in 0..effort {
            let Some(mut cell) = self.waiting.pop() else { break };
            if self.is_enough(cell.bound) {
                self.left_out = self.left_out.max(cell.bound);
                break;
            }
            if !cell.is_measured {
                self.measure(&mut cell);
                self.offer(cell);
            } else if cell.extent() > SMALLEST * cell.column.slack {
                self.divide(&cell);
            } else {
                self.left_out = self.left_out.max(cell.bound);
            }
        }
        self.waiting.peek().map_or(0.0, |cell| cell.bound).max(self.left_out)
    }

    /// Puts a cell where it belongs.
    fn offer(&mut self, cell: Box<ColumnCell>) {
        if self.is_enough(cell.bound) {
            self.left_out = self.left_out.max(cell.bound);
        } else {
            self.waiting.push(cell);
        }
    }

    /// The column of a feature, as deep as middles of balls are from the surface.
    fn start(&mut self, feature: &FeatureColumn) {
        let column = feature.column;
        let base = self.grown(&column.corners(0.0, 0.0), column.slack);
        let Some(reach) = self.rest.reach(self.own, &base) else { return };
        let own = self.search.bodies[self.own].mesh.bounds();
        // A ball in a closed body is in its box; through an opening one may reach out of it.
        let most = match self.search.bodies[self.own].rule {
            InsideRule::Exact => 0.5 * own.size().min_element() * (1.0 + ROUNDING) + column.slack,
            InsideRule::Winding => f64::INFINITY,
        };
        let depths = [0.0, reach.min(most)];
        let around = self.grown(&column.corners(0.0, depths[1]), column.slack);
        if !self.rest.overlaps(&around) {
            return;
        }
        let mut faces = Vec::new();
        for body in 0..2 {
            if body == self.own && feature.is_inside {
                continue;
            }
            let posed = self.search.bodies[body].mesh;
            posed.visit_near(&around, &mut self.search.cost, &mut |face, _| {
                let triangle = posed.triangle(face);
                faces.push(ColumnFace { body, triangle, depths: [0.0; 2] });
            });
        }
        let cell = ColumnCell {
            bound: 2.0 * (depths[1] + column.slack),
            number: 0,
            column,
            is_inside: feature.is_inside,
            depths,
            ends: [0.0, f64::INFINITY],
            faces,
            is_measured: false,
        };
        self.cut_in_depth(&cell, column, depths);
    }

    fn grown(&self, corners: &Corners, by: f64) -> Aabb {
        let around = corners.bounds();
        Aabb { min: around.min - by, max: around.max + by }
    }

    /// How deep a cell is at most until a face of its own body is nearer than its base.
    fn own_limit(&self, cell: &ColumnCell, triangle: &Triangle) -> f64 {
        let ([from, mut to], column) = (cell.depths, &cell.column);
        // Of slabs down to the end of the cell, thick ones first.
        for share in [0.05, 0.3, 0.6, 0.8] {
            while to > from {
                let start = (to * share).max(from);
                let farthest = column.corners(start, to).largest(|p| distance_to_triangle(p, triangle));
                if farthest + 2.0 * column.slack >= start {
                    break;
                }
                to = start;
            }
        }
        to
    }

    /// Looks at the middle of a cell, for a ball and for a better bound.
    fn measure(&mut self, cell: &mut ColumnCell) {
        cell.is_measured = true;
        let slack = cell.column.slack;
        let point = cell.column.at(cell.best_depth());
        let Some(found) = self.search.look_at(point) else { return };
        self.search.climb(point, found);
        let triangles: [Triangle; 2] = [0, 1].map(|k| self.search.bodies[k].mesh.triangle(found[k].face));
        let before = cell.depths[1];
        cell.depths[1] = self.own_limit(cell, &triangles[self.own]);
        if cell.depths[1] <= cell.depths[0] {
            cell.bound = 0.0; // another face is nearer everywhere
            return;
        }
        cell.bound = cell.bound.min(cell.bound_by_depth());
        // Half as deep, its middle is another.
        cell.is_measured = cell.depths[1] > 0.5 * before;
        let corners = cell.column.corners(cell.depths[0], cell.depths[1]);
        let reach = corners.largest(|p| p.distance(point)) * (1.0 + ROUNDING) + slack;
        let by_point = self.search.largest_radius(point, &found, reach);
        // The smaller of two distances is at most their mean, which is convex.
        let mut most = [0.0_f64; 3];
        for p in corners.iter() {
            let [first, second] = triangles.map(|t| distance_to_triangle(p, &t));
            most = [most[0].max(first), most[1].max(second), most[2].max(0.5 * (first + second))];
        }
        let radius = most.into_iter().fold(by_point, f64::min) * (1.0 + ROUNDING) + slack;
        cell.bound = cell.bound.min(2.0 * radius);
        if cell.bound > FAR_OFF * 2.0 * self.search.radius {
            // The largest ball may be near an end of the cell, where the faces are the farthest apart.
            let apart = |p: DVec3| triangles.iter().map(|t| distance_to_triangle(p, t)).sum::<f64>();
            let depth = cell.best_depth();
            let ends = cell.column.toward_ends(depth).map(|p| (apart(p), p));
            if let Some((_, end)) = ends.reduce(|best, next| if next.0 > best.0 { next } else { best })
                && let Some(found) = self.search.look_at(end)
            {
                self.search.climb(end, found);
            }
        }
    }

    /// Divides a cell, and cuts the parts in depth again.
    fn divide(&mut self, cell: &ColumnCell) {
        let [from, to] = cell.depths;
        if let Some(columns) = cell.best_cut() {
            columns.into_iter().for_each(|column| self.cut_in_depth(cell, column, [from, to]));
        } else if to - from > cell.column.width(to) {
            let middle = 0.5 * (from + to);
            self.cut_in_depth(cell, cell.column, [from, middle]);
            self.cut_in_depth(cell, cell.column, [middle, to]);
        } else {
            cell.column.halves(to).into_iter().for_each(|column| self.cut_in_depth(cell, column, [from, to]));
        }
    }

    /// Makes cells of a part of a cell, leaving out gaps between faces that are outside a body.
    fn cut_in_depth(&mut self, cell: &ColumnCell, column: Column, depths: [f64; 2]) {
        if !self.rest.overlaps(&self.grown(&column.corners(depths[0], depths[1]), column.slack)) {
            return;
        }
        let clipper = column.clipper(depths[1]);
        let in_part = |face: &ColumnFace| {
            let (_, found) = clipper.part_of_face(&face.triangle)?;
            (found[0] <= depths[1] && found[1] >= depths[0]).then_some(ColumnFace { depths: found, ..*face })
        };
        let faces: Vec<ColumnFace> = cell.faces.iter().filter_map(in_part).collect();
        let mut outside = Vec::new();
        for body in 0..2 {
            if body == self.own && cell.is_inside {
                continue;
            }
            let mut zones: Vec<[f64; 2]> = faces.iter().filter(|f| f.body == body).map(|f| f.depths).collect();
            for [low, high] in gaps(&mut zones, depths) {
                // What is thinner than rounding has no middle.
                if high - low > 8.0 * column.slack && self.is_outside(body, &column, [low, high]) {
                    outside.push([low, high]);
                }
            }
        }
        for [low, high] in gaps(&mut outside, depths) {
            let below = outside.iter().map(|gap| gap[1]).filter(|end| *end <= low).fold(cell.ends[0], f64::max);
            let above = outside.iter().map(|gap| gap[0]).filter(|end| *end >= high).fold(cell.ends[1], f64::min);
            let faces = faces.iter().filter(|f| f.depths[0] <= high && f.depths[1] >= low).copied().collect();
            self.made += 1;
            let mut part = Box::new(ColumnCell {
                bound: cell.bound,
                number: self.made,
                column,
                is_inside: cell.is_inside,
                depths: [low, high],
                ends: [below, above],
                faces,
                is_measured: false,
            });
            part.bound = part.bound.min(part.bound_by_depth());
            self.offer(part);
        }
    }

    /// Whether a gap of a column, which no face of a body enters, is outside that body.
    fn is_outside(&mut self, body: usize, column: &Column, [low, high]: [f64; 2]) -> bool {
        let Some(point) = exact_point(column.at(0.5 * (low + high))) else { return false };
        let reach = column.corners(low, high).largest(|p| p.distance(point)) * (1.0 + ROUNDING) + column.slack;
        self.search.bodies[body].is_outside_about(point, reach, &mut self.search.cost)
    }
}

/// The faces of a body from which middles of balls can be as far as the cubes say.
pub(super) fn faces_within(search: &mut BallSearch<'_>, body: usize, rest: &Remainder) -> Vec<FaceId> {
    let mut faces = Vec::new();
    for cube in &rest.cubes {
        let reach = cube.reaches[body];
        let around = Aabb { min: cube.bounds.min - reach, max: cube.bounds.max + reach };
        search.bodies[body].mesh.visit_near(&around, &mut search.cost, &mut |face, _| faces.push(face));
    }
    faces.sort_unstable();
    faces.dedup();
    faces
}
