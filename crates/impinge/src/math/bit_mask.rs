//! One bit for each of many things, in words of 64: set eight at a time by vector code, compared word by word.

/// Bits numbered from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BitMask {
    words: Vec<u64>,
}

impl BitMask {
    /// So many bits, all clear; memory is kept.
    pub fn clear(&mut self, bits: usize) {
        self.words.clear();
        self.words.resize(bits.div_ceil(64), 0);
    }

    /// Sets those of bits `8 k` to `8 k + 7` that are set in a byte.
    #[inline(always)]
    pub fn or_byte(&mut self, k: usize, byte: u64) {
        if let Some(word) = self.words.get_mut(k / 8) {
            *word |= (byte & 0xff) << (k % 8 * 8);
        }
    }

    /// Sets one bit.
    pub fn set(&mut self, bit: usize) {
        self.or_byte(bit / 8, 1 << (bit % 8));
    }

    /// Whether a bit is set; none is beyond the last.
    #[must_use]
    pub fn get(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Bits `8 k` to `8 k + 7`.
    #[must_use]
    #[inline(always)]
    pub fn byte(&self, k: usize) -> u64 {
        self.words.get(k / 8).map_or(0, |word| word >> (k % 8 * 8) & 0xff)
    }

    /// Whether no bit is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// How many bits are set.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The words, bit 0 being the lowest of the first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The numbers of the bits that are set, rising.
    pub fn ones(&self) -> impl Iterator<Item = usize> {
        ones(self.words.iter().copied())
    }

    /// The numbers of the bits in which two masks of the same length differ, rising.
    pub fn changes<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = usize> + 'a {
        ones(self.words.iter().zip(&other.words).map(|(p, q)| p ^ q))
    }
}

/// The numbers of the bits set in words.
pub fn ones(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(k, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(64 * k + bit)
        })
    })
}

/// How a mask kept from step to step has changed: how often nothing had to be computed again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MaskHistory {
    /// Answers.
    pub steps: u64,
    /// Steps whose mask was that of the step before, so that the answer was.
    pub unchanged: u64,
    /// Bits that differed from one step to the next, in all other steps.
    pub bits_changed: u64,
    /// Steps answered from nothing: the first, and those at which a point lay on a line or plane, or had lain on one.
    pub whole: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_where_they_were_put() {
        let (mut mask, mut other) = (BitMask::default(), BitMask::default());
        mask.clear(130);
        other.clear(130);
        [0, 63, 64, 129].into_iter().for_each(|bit| mask.set(bit));
        other.or_byte(7, 0x180);
        assert_eq!(mask.ones().collect::<Vec<_>>(), [0, 63, 64, 129]);
        assert_eq!((mask.count(), other.count(), mask.byte(7), mask.words().len()), (4, 1, 0x80, 3));
        assert_eq!(mask.changes(&other).collect::<Vec<_>>(), [0, 64, 129]);
        assert!(mask.get(129) && !mask.get(128) && !mask.get(1000));
        mask.clear(10);
        assert!(mask.is_empty() && mask.ones().next().is_none());
    }
}
