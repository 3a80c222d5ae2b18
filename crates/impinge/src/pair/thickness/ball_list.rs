//! Large balls inside two bodies, each about a point that no larger one of them holds.

use crate::math::DVec3;

/// A ball inside two bodies that no face cuts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonBall {
    /// Its middle.
    pub centre: DVec3,
    /// Its radius, rounded down.
    pub radius: f64,
}

/// The largest balls of those offered.
#[derive(Clone, Debug, Default)]
pub(super) struct BallList(Vec<CommonBall>);

impl BallList {
    /// Balls that are kept.
    const MOST: usize = 64;

    /// Takes a ball unless a larger one holds its middle, or all that are kept are larger; drops those whose middles it holds.
    pub fn offer(&mut self, ball: CommonBall) {
        let holds = |p: &CommonBall, q: &CommonBall| p.centre.distance_squared(q.centre) < p.radius * p.radius;
        if ball.radius <= 0.0 || self.0.iter().any(|kept| kept.radius >= ball.radius && holds(kept, &ball)) {
            return;
        }
        self.0.retain(|kept| !holds(&ball, kept));
        if self.0.len() < Self::MOST {
            self.0.push(ball);
        } else if let Some(smallest) = self.0.iter_mut().min_by(|p, q| p.radius.total_cmp(&q.radius))
            && smallest.radius < ball.radius
        {
            *smallest = ball;
        }
    }

    /// The balls, the largest first.
    pub fn into_sorted(mut self) -> Vec<CommonBall> {
        let place = |ball: &CommonBall| ball.centre.to_array();
        self.0.sort_by(|p, q| {
            let by_place = place(p).iter().zip(place(q)).map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
            q.radius.total_cmp(&p.radius).then(by_place.unwrap_or(std::cmp::Ordering::Equal))
        });
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_balls_are_kept_with_their_middles_apart() {
        let mut list = BallList::default();
        let ball = |x: f64, radius: f64| CommonBall { centre: DVec3::new(x, 0.0, 0.0), radius };
        list.offer(ball(0.0, 0.0));
        list.offer(ball(0.0, 1.0));
        list.offer(ball(0.5, 0.75));
        list.offer(ball(3.0, 0.25));
        assert_eq!(list.clone().into_sorted(), [ball(0.0, 1.0), ball(3.0, 0.25)], "one is held by a larger one");
        list.offer(ball(0.5, 2.0));
        assert_eq!(list.clone().into_sorted(), [ball(0.5, 2.0), ball(3.0, 0.25)], "one holds a smaller one");
        (0..200).for_each(|k| list.offer(ball(10.0 + 2.0 * f64::from(k), 0.5 + 1e-3 * f64::from(k))));
        let kept = list.into_sorted();
        assert_eq!((kept.len(), kept[0].radius), (BallList::MOST, 2.0));
        assert!(kept[1..].iter().all(|ball| ball.radius >= 0.5 + 1e-3 * 137.0), "{kept:?}");
    }
}
