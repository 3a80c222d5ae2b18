//! Branch and bound over the columns behind a body's surface: an upper bound on the thickness of thin overlaps.

use super::ball_search::{BallSearch, ROUNDING, Remainder};
use super::body_side::{Side, exact_point, side};
use super::column::{Column, Corners};
use super::column_cell::{ColumnCell, ColumnFace, gaps};
use super::surface_columns::{ColumnExtent, FeatureColumn};
use crate::bound::Aabb;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::pair::point::point_query::{distance_to_triangle, nearest_in};
use std::collections::BinaryHeap;

/// Cells of a larger extent than this times the slack are divided.
const SMALLEST: f64 = 64.0;

/// The search over the columns of one body.
pub(super) struct ColumnSearch<'s, 'a> {
    pub search: &'s mut BallSearch<'a>,
    /// The body whose columns these are.
    pub own: usize,
    /// From the diameter found: diameters that are not above this need no proof.
    pub enough: &'s dyn Fn(f64) -> f64,
    /// Where middles are.
    pub bounds: Aabb,
    waiting: BinaryHeap<ColumnCell>,
    /// The largest diameter of balls in cells that were left out because they are not above what is enough.
    left_out: f64,
    made: u64,
}

impl<'s, 'a> ColumnSearch<'s, 'a> {
    pub fn new(search: &'s mut BallSearch<'a>, own: usize, enough: &'s dyn Fn(f64) -> f64, rest: &Remainder) -> Self {
        Self { search, own, enough, bounds: rest.bounds, waiting: BinaryHeap::new(), left_out: 0.0, made: 0 }
    }

    fn is_enough(&self, diameter: f64) -> bool {
        diameter <= (self.enough)(2.0 * self.search.radius)
    }

    /// The upper bound on the diameter of balls with their middle in the columns, after at most `effort` cells.
    pub fn run(&mut self, columns: &[FeatureColumn], extent: ColumnExtent, effort: u32) -> f64 {
        for feature in columns {
            self.start(feature, extent.reach);
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
    fn offer(&mut self, cell: ColumnCell) {
        if self.is_enough(cell.bound) {
            self.left_out = self.left_out.max(cell.bound);
        } else {
            self.waiting.push(cell);
        }
    }

    /// The column of a feature, down to where its own surface is nearer.
    fn start(&mut self, feature: &FeatureColumn, reach: f64) {
        let column = feature.column;
        let depths = [0.0, self.own_limit(&column, [0.0, reach])];
        let around = self.grown(&column.corners(0.0, depths[1]), column.slack);
        if !around.overlaps(&self.bounds) {
            return;
        }
        let mut faces = Vec::new();
        for body in 0..2 {
            if body == self.own && feature.is_inside {
                continue;
            }
            let posed = self.search.bodies[body];
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

    /// How deep a column is at most until another face of its own body is nearer than its base.
    fn own_limit(&mut self, column: &Column, [from, to]: [f64; 2]) -> f64 {
        let own = self.search.bodies[self.own];
        let mut to = to;
        // Of slabs down to the end of the column, thick ones first.
        let mut shares = [0.1, 0.5, 0.75].into_iter();
        let mut share = shares.next();
        while let Some(part) = share {
            let start = (to * part).max(from);
            let middle = column.at(0.5 * (start + to));
            let Some(found) = exact_point(middle).and_then(|p| nearest_in(&own, p, None, &mut self.search.cost)) else {
                return to;
            };
            let triangle = own.triangle(found.face);
            let farthest = column.corners(start, to).largest(|p| distance_to_triangle(p, &triangle));
            if farthest + 2.0 * column.slack < start && start < to {
                to = start;
            } else {
                share = shares.next();
            }
            if to <= from {
                break;
            }
        }
        to
    }

    /// Looks at the middle of a cell, for a ball and for a better bound.
    fn measure(&mut self, cell: &mut ColumnCell) {
        cell.is_measured = true;
        cell.depths[1] = self.own_limit(&cell.column, cell.depths);
        let slack = cell.column.slack;
        cell.bound = cell.bound.min(cell.bound_by_depth());
        let point = cell.column.at(cell.best_depth());
        let Some(found) = self.search.look_at(point) else { return };
        self.search.climb(point, found);
        let corners = cell.column.corners(cell.depths[0], cell.depths[1]);
        let reach = corners.largest(|p| p.distance(point)) * (1.0 + ROUNDING) + slack;
        let by_point = found.map(|f| f.largest_radius(reach)).into_iter().fold(f64::INFINITY, f64::min);
        let [first, second]: [Triangle; 2] = [0, 1].map(|k| self.search.bodies[k].triangle(found[k].face));
        let distances = |p: DVec3| [distance_to_triangle(p, &first), distance_to_triangle(p, &second)];
        // The smaller of two distances is at most their mean, which is convex.
        let sum = corners.largest(|p| distances(p).into_iter().sum());
        let single = [0, 1].map(|k| corners.largest(|p| distances(p)[k]));
        let radius = by_point.min(0.5 * sum).min(single[0]).min(single[1]) * (1.0 + ROUNDING) + slack;
        cell.bound = cell.bound.min(2.0 * radius);
        if single[self.own] + slack < cell.depths[0] {
            cell.bound = 0.0;
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
        if !self.grown(&column.corners(depths[0], depths[1]), column.slack).overlaps(&self.bounds) {
            return;
        }
        let in_part = |face: &ColumnFace| {
            let (_, found) = column.part_of_face(&face.triangle)?;
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
            let mut part = ColumnCell {
                bound: cell.bound,
                number: self.made,
                column,
                is_inside: cell.is_inside,
                depths: [low, high],
                ends: [below, above],
                faces,
                is_measured: false,
            };
            part.bound = part.bound.min(part.bound_by_depth());
            self.offer(part);
        }
    }

    /// Whether a gap of a column, which no face of a body enters, is outside that body.
    fn is_outside(&mut self, body: usize, column: &Column, [low, high]: [f64; 2]) -> bool {
        let Some(point) = exact_point(column.at(0.5 * (low + high))) else { return false };
        side(&self.search.bodies[body], point, &mut self.search.cost) == Side::Outside
    }
}

/// The faces of a body that are within a length of a box.
pub(super) fn faces_within(search: &mut BallSearch<'_>, body: usize, bounds: &Aabb, reach: f64) -> Vec<FaceId> {
    let around = Aabb { min: bounds.min - reach, max: bounds.max + reach };
    let mut faces = Vec::new();
    search.bodies[body].visit_near(&around, &mut search.cost, &mut |face, _| faces.push(face));
    faces.sort_unstable();
    faces
}
