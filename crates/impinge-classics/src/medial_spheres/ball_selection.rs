//! Few balls that cover pieces of a solid together when they are grown by as little as can be: "expand and select" of Bradshaw and O'Sullivan (2004).

use crate::hierarchy::bounding_volume::Sphere;
use impinge::math::DVec3;

/// Balls tried at first, and after each look at what sticks out farthest.
const TRIED: usize = 48;
const TRIED_AGAIN: usize = 16;
const ROUNDS: usize = 2;

/// Halvings of the interval that the least growth lies in.
const HALVINGS: usize = 14;

/// Pieces as selection sees them: by some extreme points, and with a ball each.
pub(super) struct SelectablePiece<'a> {
    pub points: &'a [DVec3],
    pub ball: Sphere,
}

/// Divides pieces into at most `count` groups, at least two if there are two pieces, each by the ball that has to grow least to hold them; gives
/// the group of each piece.
pub(super) fn groups(pieces: &[SelectablePiece<'_>], count: usize) -> Vec<usize> {
    let mut tried: Vec<usize> = spread(pieces.len(), TRIED).collect();
    let mut growths: Vec<Vec<f64>> = tried.iter().map(|ball| growth(pieces, *ball)).collect();
    let mut selected = select(&growths, pieces.len(), count);
    for _ in 0..ROUNDS {
        // Balls of the pieces that ask for the most growth are tried, too.
        let need = |piece: usize| selected.iter().map(|ball| growths[*ball][piece]).fold(f64::INFINITY, f64::min);
        let mut order: Vec<usize> = (0..pieces.len()).collect();
        order.sort_by(|p, q| need(*q).total_cmp(&need(*p)).then(p.cmp(q)));
        order.truncate(2 * TRIED_AGAIN);
        order.retain(|piece| !tried.contains(piece));
        order.truncate(TRIED_AGAIN);
        if order.is_empty() {
            break;
        }
        growths.extend(order.iter().map(|ball| growth(pieces, *ball)));
        tried.append(&mut order);
        selected = select(&growths, pieces.len(), count);
    }
    let group = |piece: usize| {
        (0..selected.len()).min_by(|p, q| growths[selected[*p]][piece].total_cmp(&growths[selected[*q]][piece]))
    };
    let groups: Vec<usize> = (0..pieces.len()).map(|piece| group(piece).unwrap_or(0)).collect();
    if groups.iter().all(|group| *group == groups[0]) {
        // One ball holds all: any division gives smaller spheres.
        return (0..pieces.len()).map(|piece| piece * count.min(pieces.len()) / pieces.len()).collect();
    }
    groups
}

/// Numbers below a count, evenly spaced.
fn spread(below: usize, most: usize) -> impl Iterator<Item = usize> {
    let count = below.min(most);
    (0..count).map(move |k| k * below / count)
}

/// How much the ball of a piece has to grow to hold each piece.
fn growth(pieces: &[SelectablePiece<'_>], ball: usize) -> Vec<f64> {
    let Sphere { centre, radius } = pieces[ball].ball;
    let farthest = |piece: &SelectablePiece<'_>| piece.points.iter().map(|p| p.distance(centre)).fold(0.0, f64::max);
    pieces.iter().map(|piece| farthest(piece) - radius).collect()
}

/// The balls that cover all pieces with the least growth that was found.
fn select(growths: &[Vec<f64>], pieces: usize, count: usize) -> Vec<usize> {
    let most = |own: &Vec<f64>| own.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let all = (0..growths.len()).min_by(|p, q| most(&growths[*p]).total_cmp(&most(&growths[*q]))).unwrap_or(0);
    let (mut selected, mut high) = (vec![all], growths.get(all).map_or(0.0, most));
    let mut low = growths.iter().flatten().copied().fold(high, f64::min);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) * 0.5;
        match cover(growths, pieces, count, middle) {
            Some(covering) => (selected, high) = (covering, middle),
            None => low = middle,
        }
    }
    selected
}

/// Balls that hold all pieces when grown by a length, chosen greedily: each time the one that holds most of the rest. `None` above a number.
fn cover(growths: &[Vec<f64>], pieces: usize, count: usize, grown: f64) -> Option<Vec<usize>> {
    let (mut rest, mut selected): (Vec<usize>, Vec<usize>) = ((0..pieces).collect(), Vec::new());
    while !rest.is_empty() {
        let holds = |ball: usize| rest.iter().filter(|piece| growths[ball][**piece] <= grown).count();
        let (ball, held) =
            (0..growths.len()).map(|ball| (ball, holds(ball))).max_by_key(|(ball, held)| (*held, usize::MAX - ball))?;
        if held == 0 || selected.len() == count {
            return None;
        }
        rest.retain(|piece| growths[ball][*piece] > grown);
        selected.push(ball);
    }
    Some(selected)
}

/// The points of some that lie farthest in directions of the axes and of the corners of a cube.
pub(super) fn extreme_points(points: &[DVec3]) -> Vec<DVec3> {
    let signs = [-1.0, 1.0];
    let corners =
        signs.into_iter().flat_map(|x| signs.into_iter().flat_map(move |y| signs.map(|z| DVec3::new(x, y, z))));
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let directions = corners.chain(axes).chain(axes.map(|axis| -axis));
    let farthest = |way: DVec3| points.iter().copied().max_by(|p, q| p.dot(way).total_cmp(&q.dot(way)));
    let mut found: Vec<DVec3> = Vec::new();
    for point in directions.filter_map(farthest) {
        if !found.contains(&point) {
            found.push(point);
        }
    }
    found
}
