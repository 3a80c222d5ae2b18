//! How many triangles each body may have in a GLB.
//!
//! Small bodies are never simplified: a shaft of two hundred triangles that became a prism would poke through its neighbours. Above
//! that, one length of list fits all: the budget is filled like water, so that only the largest are cut, all to the same count.

/// Triangles up to which a body is never simplified.
const SMALL: usize = 256;

/// The most triangles of a body, of those in clashes and of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Of ghosts and of bodies in clashes.
    most: [usize; 2],
}

impl Budget {
    /// Shares `triangles` among bodies, given as their triangles and whether they are in a clash: those are served first, but leave
    /// a quarter to the others.
    pub fn new(bodies: impl IntoIterator<Item = (usize, bool)>, triangles: usize) -> Self {
        let mut counts: [Vec<usize>; 2] = Default::default();
        for (count, is_in_clash) in bodies {
            counts[usize::from(is_in_clash)].push(count);
        }
        let [ghosts, clashing] = counts;
        let wanted: usize = ghosts.iter().sum();
        let most_clashing = level(&clashing, triangles - wanted.min(triangles / 4));
        let used: usize = clashing.iter().map(|count| (*count).min(most_clashing)).sum();
        Self { most: [level(&ghosts, triangles.saturating_sub(used)), most_clashing] }
    }

    /// The most triangles of a body.
    pub fn most(&self, is_in_clash: bool) -> usize {
        self.most[usize::from(is_in_clash)]
    }
}

/// The largest number such that counts cut to it are within the budget together, and no less than [`SMALL`]; no limit if all fit.
fn level(counts: &[usize], budget: usize) -> usize {
    let mut sorted = counts.to_vec();
    sorted.sort_unstable();
    let mut left = budget;
    for (k, count) in sorted.iter().enumerate() {
        let share = left / (sorted.len() - k);
        if *count > share {
            return share.max(SMALL);
        }
        left -= count;
    }
    usize::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_are_cut_to_one_level_and_the_budget_is_used() {
        assert_eq!(level(&[10, 2_000, 5_000], 7_010), usize::MAX);
        assert_eq!(level(&[10, 2_000, 5_000], 6_000), 3_990);
        assert_eq!(level(&[10, 2_000, 5_000], 3_000), 1_495);
        assert_eq!(level(&[10, 212, 5_000, 9_000], 300), SMALL);
        assert_eq!(level(&[], 0), usize::MAX);
    }

    #[test]
    fn clashing_bodies_are_served_first_and_ghosts_keep_a_quarter() {
        let all = [(40_000, true), (90_000, false), (212, false)];
        assert_eq!(Budget::new(all, 1_000_000).most(false), usize::MAX);
        let tight = Budget::new(all, 60_000);
        assert_eq!((tight.most(true), tight.most(false)), (usize::MAX, 19_788));
        let tighter = Budget::new(all, 20_000);
        assert_eq!((tighter.most(true), tighter.most(false)), (15_000, 4_788));
    }
}
