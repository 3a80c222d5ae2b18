//! What a broad phase tells in a step, so that several can be held against each other.

use anyhow::bail;
use impinge::broad::BroadPhase;
use impinge::executor::Executor;

/// All that a broad phase tells in a step, both keys of a pair in one number.
#[derive(Clone, Debug, PartialEq)]
pub struct BroadPhaseUpdate {
    /// Sorted.
    pub pairs: Vec<u64>,
    added: Vec<u64>,
    removed: Vec<u64>,
}

impl BroadPhaseUpdate {
    /// What a broad phase tells when it is brought up to date.
    pub fn by(phase: &mut dyn BroadPhase, executor: &Executor) -> Self {
        let changes = phase.update(executor);
        let [added, removed] =
            [changes.added, changes.removed].map(|list| list.iter().map(|&(a, b)| joined(a, b)).collect());
        let mut pairs = Vec::new();
        phase.pairs(&mut |a, b| pairs.push(joined(a, b)));
        pairs.sort_unstable();
        Self { pairs, added, removed }
    }

    /// Changes must be what turns the pairs before into the pairs now.
    ///
    /// # Errors
    /// They are not.
    pub fn check(&self, before: &[u64]) -> anyhow::Result<()> {
        let stays = |pair: &u64| self.removed.binary_search(pair).is_err();
        let mut expected: Vec<u64> = before.iter().copied().filter(stays).collect();
        let are_real = expected.len() + self.removed.len() == before.len();
        expected.extend(&self.added);
        expected.sort_unstable();
        if !are_real || expected != self.pairs {
            bail!("the changes that a broad phase tells are not those of its pairs; this is a bug");
        }
        Ok(())
    }
}

fn joined(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_changes_are_noticed() {
        let all = |pairs: &[(u32, u32)]| pairs.iter().map(|&(a, b)| joined(a, b)).collect::<Vec<_>>();
        let (before, now) = (all(&[(0, 1), (2, 3)]), all(&[(0, 1), (1, 4)]));
        let is_accepted = |added: &[(u32, u32)], removed: &[(u32, u32)]| {
            BroadPhaseUpdate { pairs: now.clone(), added: all(added), removed: all(removed) }.check(&before).is_ok()
        };
        assert!(is_accepted(&[(1, 4)], &[(2, 3)]));
        assert!(
            !is_accepted(&[(1, 4)], &[])
                && !is_accepted(&[], &[(2, 3)])
                && !is_accepted(&[(0, 1)], &[(2, 3)])
                && !is_accepted(&[], &[])
        );
    }
}
