//! The proof that what two bodies share is a thin shell about a line.
//!
//! Let S be what two solids, a hub and a shaft, share. The corners of S are points where an edge of one meets a face of the other, which are on the
//! curves of the clash, and corners of each that are inside the other. A convex function is largest at a corner. So the corners bound the heights of S along the line, from `z0` to `z1`.
//! Let `e` be a thousandth of the radius, and the core the heights from `z0 + e` to `z1 - e`.
//!
//! - `inner`: no face of the hub is nearer to the line within the core, and one point of the line there is outside the hub. Then all points nearer than `inner` are outside the hub. A disc, as of a pin
//!   through a sheet without a hole, fails here.
//! - `outer`: no corner of S is farther from the line; or else no face of the shaft is within the core, as of a bolt whose head rests on the plate.
//!
//! - Both have faces about there at nearly all angles: pins on a bolt circle have not, though what they share with a plate lies about a common line.
//!
//! A ball of diameter `d` inside S has `d <= max(outer - inner, 2 e)`: if its centre is in the core, so is the disc of that height, which lies between the two cylinders;
//! if not, it is within `e` of an end of S, and its radius is at most `e`.

use super::axis_frame::{AxisFrame, largest_gap, radius};
use super::fit_body::FitBody;
use impinge::math::DVec3;

/// The largest width of a shell over its outer radius: threads have up to 0.24.
const MOST_WIDTH: f64 = 0.25;

/// The largest angle without a corner of the overlap (degrees): it goes round three quarters of the circle.
const MOST_GAP: f64 = 91.0;

/// The angles at which a bore or a shaft may have no face, in all (degrees): that of the largest gap, and some slots.
const MOST_FREE: f64 = 120.0;

/// The heights at both ends that are not of the core, over the radius.
const END: f64 = 1e-3;

/// Corners that are looked at for gaps, at most.
const MOST_CORNERS: usize = 2_000;

/// Corners that are tested for being inside the other body, at most.
const MOST_TESTS: usize = 5_000;

/// A shell about a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitShell {
    /// Within the core nothing shared is nearer to the line.
    pub inner: f64,
    /// Within the core nothing shared is farther from the line.
    pub outer: f64,
    /// The largest angle about the line without a corner of what is shared (degrees).
    pub gap: f64,
    /// No ball inside both bodies has a larger diameter.
    pub thickness: f64,
}

impl FitShell {
    /// A shell that holds what is shared if the second body stands elsewhere by no more than a displacement.
    pub fn displaced(&self, by: f64) -> Self {
        let (inner, outer) = ((self.inner - by).max(0.0), self.outer + by);
        Self { inner, outer, thickness: self.thickness + 2.0 * by, ..*self }
    }
}

/// The shell about a line that two bodies share, whose surfaces meet in these points; `None` if it is not proved to be one.
pub fn fit_shell(bodies: [&FitBody<'_>; 2], line: &AxisFrame, seam: &[DVec3]) -> Option<FitShell> {
    let guess = Corners::from_seam(line, seam)?;
    // What is guessed from the curves alone is cheap to refuse.
    if largest_gap(guess.some()).to_degrees() > MOST_GAP {
        return None;
    }
    let core = guess.core()?;
    let mut hubs: Vec<usize> = Vec::new();
    for hub in [0, 1] {
        let is_free = bodies[hub].is_outside(line.on_axis(f64::midpoint(core[0], core[1])));
        if is_free && guess.is_around(bodies[hub].nearest_of_near(line, core, guess.least())) {
            hubs.push(hub);
        }
    }
    // Vertices make the core longer: what is nearest comes no farther, and what is farthest no nearer.
    let limits = hubs.iter().filter_map(|hub| guess.limit([bodies[*hub], bodies[1 - hub]], line));
    let limit = limits.reduce(CornerLimit::joined)?;
    let corners = guess.with_vertices(bodies, line, limit)?;
    let shells = hubs.into_iter().filter_map(|hub| corners.shell([bodies[hub], bodies[1 - hub]], line));
    shells.min_by(|p, q| p.thickness.total_cmp(&q.thickness))
}

/// How far corners of what is shared may be from a line about which it may still be a thin shell.
#[derive(Clone, Copy, Debug)]
struct CornerLimit {
    radius: f64,
    /// Whether that is all there is to be a shell by: the shaft reaches too far out.
    is_strict: bool,
}

impl CornerLimit {
    /// That of two hubs, of which either may be the one.
    fn joined(self, other: Self) -> Self {
        Self { radius: self.radius.max(other.radius), is_strict: self.is_strict && other.is_strict }
    }
}

/// Corners of what is shared, in the frame of the line.
struct Corners {
    points: Vec<DVec3>,
    heights: [f64; 2],
    /// The heights at both ends that are not of the core.
    end: f64,
}

impl Corners {
    /// The shell of a hub and a shaft; `None` if it is not proved to be one.
    fn shell(&self, [hub, shaft]: [&FitBody<'_>; 2], line: &AxisFrame) -> Option<FitShell> {
        let core = self.core()?;
        let inner = hub.nearest_to(line, core);
        if !self.is_around(inner) || !hub.is_outside(line.on_axis(f64::midpoint(core[0], core[1]))) {
            return None;
        }
        let of_corners = self.points.iter().map(|p| radius(*p)).fold(0.0, f64::max);
        let is_thin = |outer: &f64| *outer >= inner && outer - inner <= MOST_WIDTH * outer;
        let of_shaft = || Some(shaft.farthest_from(line, core)).filter(is_thin);
        let outer = Some(of_corners).filter(is_thin).or_else(of_shaft)?;
        let radii = [(1.0 - MOST_WIDTH) * inner, outer / (1.0 - MOST_WIDTH)];
        if [hub, shaft].iter().any(|body| body.free_angle(line, core, radii) > MOST_FREE) {
            return None;
        }
        // Coordinates in the frame of the line are rounded.
        let thickness = (outer - inner).max(2.0 * self.end) + 1e-12 * line.origin.length().max(outer);
        Some(FitShell { inner, outer, gap: self.gap_around(inner), thickness })
    }

    /// Those on the curves; `None` without height.
    fn from_seam(line: &AxisFrame, seam: &[DVec3]) -> Option<Self> {
        let points: Vec<DVec3> = seam.iter().map(|p| line.place(*p)).collect();
        let mut radii: Vec<f64> = points.iter().map(|p| radius(*p)).collect();
        radii.sort_by(f64::total_cmp);
        let end = END * radii.get(radii.len() / 2)?;
        let low = points.iter().map(|p| p.z).fold(f64::INFINITY, f64::min);
        let high = points.iter().map(|p| p.z).fold(f64::NEG_INFINITY, f64::max);
        (high > low).then_some(Self { points, heights: [low, high], end })
    }

    /// The heights without the ends; `None` if these are most of them.
    fn core(&self) -> Option<[f64; 2]> {
        let [low, high] = self.heights;
        (high - low > 4.0 * self.end).then_some([low + self.end, high - self.end])
    }

    /// A shell whose inner radius is smaller than this has few corners about it.
    fn least(&self) -> f64 {
        0.1 * self.end / END
    }

    /// Some corners, evenly chosen: what these leave free, all leave free no more of.
    fn some(&self) -> impl Iterator<Item = DVec3> {
        self.points.iter().copied().step_by(self.points.len().div_ceil(MOST_CORNERS).max(1))
    }

    /// The largest angle without a corner of a shell with this inner radius (degrees).
    fn gap_around(&self, inner: f64) -> f64 {
        let most = inner / (1.0 - MOST_WIDTH);
        largest_gap(self.some().filter(|p| radius(*p) >= 0.999 * inner && radius(*p) <= most)).to_degrees()
    }

    /// Whether a shell with this inner radius has corners all around.
    fn is_around(&self, inner: f64) -> bool {
        inner > 0.0 && inner.is_finite() && self.gap_around(inner) <= MOST_GAP
    }

    /// How far corners may be from the line with this hub; `None` if neither they nor the shaft can be near enough any more.
    fn limit(&self, [hub, shaft]: [&FitBody<'_>; 2], line: &AxisFrame) -> Option<CornerLimit> {
        /// Far more than rounding.
        const ROOM: f64 = 1.0 + 1e-6;
        let core = self.core()?;
        let radius = hub.nearest_to(line, core) / (1.0 - MOST_WIDTH) * ROOM;
        let of_corners = self.points.iter().map(|p| self::radius(*p)).fold(0.0, f64::max);
        let is_strict = shaft.farthest_from(line, core) > radius;
        (!is_strict || of_corners <= radius).then_some(CornerLimit { radius, is_strict })
    }

    /// The same with the vertices of each body that are not outside the other and change the extent; `None` if there are too many to test, or one is beyond a strict limit.
    fn with_vertices(mut self, bodies: [&FitBody<'_>; 2], line: &AxisFrame, limit: CornerLimit) -> Option<Self> {
        let [low, high] = self.heights;
        let outer = self.points.iter().map(|p| radius(*p)).fold(0.0, f64::max);
        let mut tests = 0;
        for (own, other) in [(bodies[0], bodies[1]), (bodies[1], bodies[0])] {
            for (p, is_outside) in own.common_vertices() {
                let placed = line.place(*p);
                if placed.z >= low && placed.z <= high && radius(placed) <= outer {
                    continue;
                }
                tests += 1;
                if tests > MOST_TESTS {
                    return None;
                }
                if !is_outside.get_or_init(|| other.is_outside(*p)) {
                    if limit.is_strict && radius(placed) > limit.radius {
                        return None;
                    }
                    self.heights = [self.heights[0].min(placed.z), self.heights[1].max(placed.z)];
                    self.points.push(placed);
                }
            }
        }
        Some(self)
    }
}
