//! A set of bodies by their indices, a bit each: rules by the thousand and bodies by the ten thousand take a set for each side of each rule.

/// Some of the bodies of an assembly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodySet(Vec<u64>);

impl FromIterator<bool> for BodySet {
    /// From whether each body is in the set.
    fn from_iter<I: IntoIterator<Item = bool>>(bodies: I) -> Self {
        let mut words = Vec::new();
        for (k, is_in) in bodies.into_iter().enumerate() {
            if k.is_multiple_of(64) {
                words.push(0);
            }
            words[k / 64] |= u64::from(is_in) << (k % 64);
        }
        Self(words)
    }
}

impl BodySet {
    /// Whether a body is in the set.
    pub fn has(&self, body: usize) -> bool {
        self.0[body / 64] >> (body % 64) & 1 == 1
    }

    /// How many bodies are in the set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// How many bodies are in both sets.
    pub fn count_common(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(p, q)| (p & q).count_ones()).sum()
    }

    /// Whether every body of another set is in this one.
    pub fn holds_all(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| other & !own == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_those_of_their_bodies() {
        for step in [1, 2, 3, 63, 64, 65, 130] {
            let is_in = |k: usize| k.is_multiple_of(step);
            let (set, even): (BodySet, BodySet) =
                ((0..200).map(is_in).collect(), (0..200).map(|k| k % 2 == 0).collect());
            assert!((0..200).all(|k| set.has(k) == is_in(k)));
            let count = |both: bool| (0..200).filter(|k| is_in(*k) && (!both || k % 2 == 0)).count() as u32;
            assert_eq!([set.count(), set.count_common(&even)], [count(false), count(true)]);
            assert_eq!([even.holds_all(&set), set.holds_all(&set)], [step % 2 == 0, true]);
        }
    }
}
