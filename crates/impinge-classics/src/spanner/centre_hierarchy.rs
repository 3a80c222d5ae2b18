//! The levels of centres as a tree: every point but the root has a parent at the next level above its own, within the length of that level.
//!
//! A child of level `k` is within `2^(k+1)` of its parent, its own children within `2^k`, and so on: all below it are within `2^(k+1)` of it.

use super::exact_distance_order::squared;
use super::resolution_level::{self as level, TWIN};
use super::spanner_node::{NONE, SpannerNode};
use impinge::math::DVec3;

/// Relative room for rounding in what prunes a search: thousands of times the error of a distance.
pub(super) const ROUNDING: f64 = 1.0 + 1e-12;

/// All points, as a tree.
#[derive(Clone, Debug)]
pub(super) struct CentreHierarchy {
    pub nodes: Vec<SpannerNode>,
    pub root: u32,
}

impl CentreHierarchy {
    pub fn node(&self, point: u32) -> &SpannerNode {
        &self.nodes[point as usize]
    }

    pub fn node_mut(&mut self, point: u32) -> &mut SpannerNode {
        &mut self.nodes[point as usize]
    }

    /// The distance of two points, rounded.
    pub fn distance(&self, a: u32, b: u32) -> f64 {
        squared(self.node(a).at, self.node(b).at).sqrt()
    }

    /// Whether a point has left the length of its parent's level.
    pub fn is_astray(&self, point: u32) -> bool {
        let node = self.node(point);
        node.parent != NONE && squared(node.at, self.node(node.parent).at) > level::square(node.level + 1)
    }

    /// The lowest level of a point and its children, twins left out.
    pub fn lowest(&self, point: u32) -> i32 {
        let node = self.node(point);
        let levels = node.children.iter().rev().map(|child| self.node(*child).level);
        levels.into_iter().find(|level| *level > TWIN).unwrap_or(node.level)
    }

    /// The nearest centre that is as near as the length of its own level, and the squared distance; else the root.
    ///
    /// Its child at the lowest level that is not below the distance is as far from all others as its level asks.
    pub fn host(&self, at: DVec3, stack: &mut Vec<(u32, f64)>) -> (u32, f64) {
        let mut best = (self.root, squared(at, self.node(self.root).at));
        let mut nearest = best.1.sqrt();
        stack.clear();
        stack.push((self.root, nearest));
        while let Some((point, distance)) = stack.pop() {
            if nearest == 0.0 {
                break; // it is a twin
            }
            for child in &self.node(point).children {
                let node = self.node(*child);
                let length = level::length(node.level);
                // A host below is within 2 lengths of the child and 1 of the point; the child is within 2 of its parent.
                if distance > 5.0 * ROUNDING * length || distance - 4.0 * ROUNDING * length > nearest {
                    break; // and children of lower levels all the more
                }
                let from_child = squared(at, node.at);
                let distance = from_child.sqrt();
                if from_child < best.1 && from_child <= level::square(node.level) {
                    best = (*child, from_child);
                    nearest = distance;
                }
                if !node.children.is_empty() && distance <= 3.0 * ROUNDING * length {
                    stack.push((*child, distance));
                }
            }
        }
        best
    }

    /// Hangs a point below a host, at the highest level that the distance allows.
    pub fn attach(&mut self, point: u32, host: u32, squared: f64) {
        let above = level::above(squared);
        if host == self.root {
            let root = self.node_mut(host);
            root.level = root.level.max(above);
        }
        let node = self.node_mut(point);
        (node.level, node.parent) = (above - 1, host);
        let mut children = std::mem::take(&mut self.node_mut(host).children);
        let place = children.partition_point(|child| self.node(*child).level >= above - 1);
        children.insert(place, point);
        self.node_mut(host).children = children;
    }

    /// Takes a point, and all below it, off its parent.
    pub fn detach(&mut self, point: u32) {
        let parent = std::mem::replace(&mut self.node_mut(point).parent, NONE);
        if parent != NONE {
            self.node_mut(parent).children.retain(|child| *child != point);
        }
    }

    /// Takes those children off a point that are no longer below its level.
    pub fn free_children(&mut self, point: u32, freed: &mut Vec<u32>) {
        let level = self.node(point).level;
        let children = &self.node(point).children;
        let count = children.iter().take_while(|child| self.node(**child).level >= level).count();
        freed.extend(self.node_mut(point).children.drain(..count));
        let from = freed.len() - count;
        freed[from..].iter().for_each(|child| self.node_mut(*child).parent = NONE);
    }

    /// How far the points below each one are at most, rounded up.
    pub fn extents(&self) -> Vec<f64> {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).filter(|p| self.node(*p).is_present).collect();
        order.sort_unstable_by_key(|point| self.node(*point).level);
        let mut extents = vec![0.0_f64; self.nodes.len()];
        for point in order {
            let parent = self.node(point).parent;
            if parent != NONE {
                let reach = (self.distance(point, parent) + extents[point as usize]) * ROUNDING;
                extents[parent as usize] = extents[parent as usize].max(reach);
            }
        }
        extents
    }
}
