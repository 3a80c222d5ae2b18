//! What doubles can say beforehand, with bounds: a direction that shows a gap, and a length that the distance does not exceed.

use impinge::math::DVec3;

/// Steps towards the point of the difference that is nearest to the origin.
const STEPS: usize = 200;
/// A gap, relative to the size of the bodies, that rounding cannot feign.
const CERTAIN: f64 = 1e-9;

/// A direction along which a gap shows, and an upper bound of the distance.
#[derive(Clone, Copy, Debug)]
pub struct Shadow {
    /// The unit direction from A to B with the widest gap seen.
    pub direction: DVec3,
    /// The gap along it; negative where there is none.
    pub gap: f64,
    /// A length that the distance does not exceed.
    pub upper: f64,
    size: f64,
}

impl Shadow {
    /// Steps of Frank and Wolfe (1956) from the difference of the means: each goes to the nearest point of the segment to a
    /// farthest point of the difference.
    #[must_use]
    pub fn between(a: &[DVec3], b: &[DVec3]) -> Self {
        let mean = |points: &[DVec3]| points.iter().copied().sum::<DVec3>() / points.len().max(1) as f64;
        let reach = |points: &[DVec3]| points.iter().map(|p| p.length()).fold(0.0, f64::max);
        let mut x = mean(b) - mean(a);
        let size = reach(a) + reach(b);
        let mut shadow = Self { direction: DVec3::X, gap: f64::NEG_INFINITY, upper: f64::INFINITY, size };
        for _ in 0..STEPS {
            shadow.upper = shadow.upper.min(x.length());
            let Some(n) = x.try_normalize() else { break };
            let extreme = farthest(b, -n) - farthest(a, n);
            if n.dot(extreme) > shadow.gap {
                (shadow.gap, shadow.direction) = (n.dot(extreme), n);
            }
            let way = extreme - x;
            let step = (-x.dot(way) / way.length_squared()).clamp(0.0, 1.0);
            if step.is_nan() || step == 0.0 {
                break;
            }
            x += step * way;
        }
        shadow
    }

    /// Whether a plane is certainly between them.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        self.gap > CERTAIN * self.size
    }

    /// The shadow along another unit direction, if that shows more.
    #[must_use]
    pub fn or(self, n: DVec3, a: &[DVec3], b: &[DVec3]) -> Self {
        let gap = n.dot(farthest(b, -n) - farthest(a, n));
        if gap > self.gap { Self { direction: n, gap, ..self } } else { self }
    }
}

/// The farthest point along a direction, up to rounding.
#[must_use]
pub fn farthest(points: &[DVec3], n: DVec3) -> DVec3 {
    points.iter().copied().max_by(|p, q| n.dot(*p).total_cmp(&n.dot(*q))).unwrap_or(DVec3::ZERO)
}
