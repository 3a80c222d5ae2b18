//! Smooth sheets through coarse ones: cubic splines after Catmull and Rom (1974), along both directions.

use impinge::math::DVec3;

/// Places in rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// Places in a row, then rows; four or more of either.
    pub size: [usize; 2],
    /// Row after row.
    pub places: Vec<DVec3>,
}

/// Four neighbours and what each counts.
#[derive(Clone, Copy, Debug)]
pub struct Tap {
    first: usize,
    weights: [f64; 4],
}

impl Tap {
    /// The taps of `parts + 1` places, evenly spaced over `count` places, four or more.
    pub fn all(count: usize, parts: usize) -> Vec<Self> {
        (0..=parts).map(|k| Self::at(count, k as f64 * (count - 1) as f64 / parts as f64)).collect()
    }

    /// The tap at a place between the first, 0, and the last of some; beyond the ends neighbours go straight on.
    fn at(count: usize, place: f64) -> Self {
        let last = count - 2;
        let before = (place.floor() as usize).min(last);
        let t = place - before as f64;
        let [w0, w1, w2, w3] = [
            t * (t * (2.0 - t) - 1.0) * 0.5,
            (t * t * (3.0 * t - 5.0) + 2.0) * 0.5,
            t * (t * (4.0 - 3.0 * t) + 1.0) * 0.5,
            t * t * (t - 1.0) * 0.5,
        ];
        match before {
            0 => Self { first: 0, weights: [w1 + 2.0 * w0, w2 - w0, w3, 0.0] },
            _ if before == last => Self { first: before - 2, weights: [0.0, w0, w1 - w3, w2 + 2.0 * w3] },
            _ => Self { first: before - 1, weights: [w0, w1, w2, w3] },
        }
    }

    /// The first of the four that counts.
    pub fn first_used(&self) -> usize {
        self.first + self.weights.iter().position(|weight| *weight != 0.0).unwrap_or(0)
    }

    fn of(self, place: impl Fn(usize) -> DVec3) -> DVec3 {
        (0..4).map(|k| place(self.first + k) * self.weights[k]).sum()
    }
}

impl Grid {
    /// A finer sheet through the same places, a tap for each of its columns and rows.
    pub fn refined(&self, [columns, rows]: [&[Tap]; 2]) -> Self {
        let [width, height] = self.size;
        let along = |row: usize| columns.iter().map(move |tap| tap.of(|i| self.places[row * width + i]));
        let wide: Vec<DVec3> = (0..height).flat_map(along).collect();
        let n = columns.len();
        let down = |tap: &Tap| {
            let tap = *tap;
            (0..n).map(|i| tap.of(|row| wide[row * n + i])).collect::<Vec<_>>()
        };
        Self { size: [n, rows.len()], places: rows.iter().flat_map(down).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splines_pass_through_all_places_and_keep_what_is_straight() {
        let place = |i: usize, j: usize| DVec3::new(i as f64, j as f64, (i * i) as f64 - (j % 3) as f64);
        let places = (0..5).flat_map(|j| (0..6).map(move |i| place(i, j))).collect();
        let grid = Grid { size: [6, 5], places };
        let fine = grid.refined([&Tap::all(6, 15), &Tap::all(5, 8)]);
        assert_eq!((fine.size, fine.places.len()), ([16, 9], 16 * 9));
        for (j, i) in (0..5).flat_map(|j| (0..6).map(move |i| (j, i))) {
            assert!(fine.places[2 * j * 16 + 3 * i].distance(place(i, j)) < 1e-12, "{i} {j}");
        }
        for (k, p) in fine.places.iter().enumerate() {
            let flat = [(k % 16) as f64 / 3.0, (k / 16) as f64 / 2.0];
            assert!((p.x - flat[0]).abs() < 1e-12 && (p.y - flat[1]).abs() < 1e-12, "{k}: {p}");
        }
    }
}
