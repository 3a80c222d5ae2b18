//! How a group of triangles is split in two: along which direction, and where (Kockara et al. 2007, section III.E).
//!
//! Directions are tried in turn until one divides the group (Lin et al. 1996). Where the paper then has an indivisible group,
//! all middles being in one place, the group is halved by number, so that leaves stay small.

use super::bounding_volume::{Aabb, BoundingVolume, scaled_covariance};
use super::config::{SplitAxis, SplitPlace, TreeBuild};
use impinge::math::DVec3;
use impinge::math::eigen::eigenvectors;

/// A triangle as the builder moves it around.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub item: u32,
    pub middle: DVec3,
    pub bounds: Aabb,
}

/// Places along the axis at which the surface area heuristic looks.
const PLACES: usize = 16;

/// Reorders a group of at least two in two groups and gives the size of the first; neither is empty.
///
/// `volume` is around the `points` of the group.
pub(super) fn split<V: BoundingVolume>(
    entries: &mut [Entry],
    points: &[DVec3],
    volume: &V,
    build: &TreeBuild,
) -> usize {
    for axis in directions(entries, points, volume, build.axis) {
        let divided = match build.split {
            SplitPlace::Median => halve(entries, axis),
            _ => place(entries, points, axis, build.split).map(|at| partition(entries, |e| axis.dot(e.middle) <= at)),
        };
        if let Some(first) = divided
            && first > 0
            && first < entries.len()
        {
            return first;
        }
    }
    entries.len() / 2
}

/// The directions to try, the best first.
fn directions<V: BoundingVolume>(entries: &[Entry], points: &[DVec3], volume: &V, axis: SplitAxis) -> Vec<DVec3> {
    let longest = || Aabb::of_points(points).axes();
    match axis {
        SplitAxis::Longest => longest(),
        SplitAxis::Own => {
            let own = volume.axes();
            if own.is_empty() { longest() } else { own }
        }
        SplitAxis::Coordinate => {
            let middles: Vec<DVec3> = entries.iter().map(|e| e.middle).collect();
            let variance = scaled_covariance(&middles);
            let mut axes =
                [(variance.x_axis.x, DVec3::X), (variance.y_axis.y, DVec3::Y), (variance.z_axis.z, DVec3::Z)];
            axes.sort_by(|p, q| q.0.total_cmp(&p.0));
            axes.map(|(_, axis)| axis).to_vec()
        }
        SplitAxis::Covariance => {
            let (vectors, _) = eigenvectors(scaled_covariance(points), 0.0);
            vec![vectors.x_axis, vectors.y_axis, vectors.z_axis]
        }
    }
}

/// The same number on both sides, by place along the axis; `None` if all places are one.
fn halve(entries: &mut [Entry], axis: DVec3) -> Option<usize> {
    let key = |e: &Entry| axis.dot(e.middle);
    let first = key(entries.first()?);
    if entries.iter().all(|e| key(e) == first) {
        return None;
    }
    let middle = entries.len() / 2;
    entries.select_nth_unstable_by(middle, |p, q| key(p).total_cmp(&key(q)).then(p.item.cmp(&q.item)));
    Some(middle)
}

/// The coordinate along the axis up to which middles belong to the first group.
fn place(entries: &[Entry], points: &[DVec3], axis: DVec3, split: SplitPlace) -> Option<f64> {
    let heights = || entries.iter().map(|e| axis.dot(e.middle));
    match split {
        SplitPlace::Mean | SplitPlace::Median => Some(heights().sum::<f64>() / entries.len() as f64),
        SplitPlace::Middle => {
            let [low, high] = range(points.iter().map(|p| axis.dot(*p)));
            Some(low + (high - low) / 2.0)
        }
        SplitPlace::Projection => {
            let [low, high] = range(heights());
            let places = (1..PLACES).map(|i| low + (high - low) * (i as f64 / PLACES as f64));
            best(entries, axis, places)
        }
        SplitPlace::Centroids => {
            let step = entries.len().div_ceil(PLACES);
            best(entries, axis, entries.iter().step_by(step).map(|e| axis.dot(e.middle)))
        }
        SplitPlace::Random => best(entries, axis, random_entries(entries).map(|e| axis.dot(e.middle))),
    }
}

/// As many entries as there are places, drawn with replacement by a generator (Steele et al. 2014) that the group seeds.
fn random_entries(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    let mut state = entries.iter().fold(entries.len() as u64, |seed, e| seed.rotate_left(7) ^ u64::from(e.item));
    (0..PLACES).map(move |_| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let number = u128::from(mixed ^ (mixed >> 31));
        &entries[((number * entries.len() as u128) >> 64) as usize]
    })
}

fn range(heights: impl Iterator<Item = f64>) -> [f64; 2] {
    heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

/// The place of least cost: half area of the box of each side, times its number of triangles (Wald 2007).
fn best(entries: &[Entry], axis: DVec3, places: impl Iterator<Item = f64>) -> Option<f64> {
    let mut places: Vec<f64> = places.collect();
    places.sort_by(f64::total_cmp);
    // Each entry goes into the bin of the first place that is not below it.
    let mut bins = vec![(Aabb::EMPTY, 0_usize); places.len() + 1];
    for e in entries {
        let height = axis.dot(e.middle);
        let bin = &mut bins[places.partition_point(|p| *p < height)];
        *bin = (bin.0.joined(e.bounds), bin.1 + 1);
    }
    let mut beyond = vec![(Aabb::EMPTY, 0_usize); bins.len() + 1];
    for i in (0..bins.len()).rev() {
        beyond[i] = (beyond[i + 1].0.joined(bins[i].0), beyond[i + 1].1 + bins[i].1);
    }
    let (mut bounds, mut count) = (Aabb::EMPTY, 0);
    let mut least: Option<(f64, f64)> = None;
    for (i, place) in places.iter().enumerate() {
        (bounds, count) = (bounds.joined(bins[i].0), count + bins[i].1);
        let (other, others) = beyond[i + 1];
        let cost = bounds.half_area() * count as f64 + other.half_area() * others as f64;
        if count > 0 && others > 0 && least.is_none_or(|(c, _)| cost < c) {
            least = Some((cost, *place));
        }
    }
    least.map(|(_, place)| place)
}

/// Moves the entries of the first group to the front, keeping no order; gives their number.
fn partition(entries: &mut [Entry], is_first: impl Fn(&Entry) -> bool) -> usize {
    let mut middle = 0;
    for i in 0..entries.len() {
        if is_first(&entries[i]) {
            entries.swap(i, middle);
            middle += 1;
        }
    }
    middle
}
