//! Sorts words by their upper halves, least digit first: the digits are no longer than counting in them pays.

/// Bits of a digit, at least and at most.
const DIGITS: [u32; 2] = [5, 11];

/// Sorts words by the lowest `bits` bits of their upper halves; words that share these stay as they lie.
pub(crate) fn radix_sort(words: &mut [u64], spare: &mut Vec<u64>, bits: u32) {
    // No more places to count in than there are words, and passes alike.
    let passes = bits.div_ceil(words.len().max(1).ilog2().clamp(DIGITS[0], DIGITS[1]));
    let digit = bits.div_ceil(passes.max(1));
    spare.clear();
    spare.resize(words.len(), 0);
    for pass in 0..passes {
        let (from, to) = if pass % 2 == 0 { (&*words, &mut spare[..]) } else { (&spare[..], &mut *words) };
        scatter(from, to, 32 + pass * digit, digit.min(bits - pass * digit));
    }
    if passes % 2 == 1 {
        words.copy_from_slice(spare);
    }
}

/// One pass: words in the order of a digit that begins at a bit.
fn scatter(from: &[u64], to: &mut [u64], first: u32, digit: u32) {
    let place = |word: u64| (word >> first) as usize & ((1 << digit) - 1);
    let mut starts = [0_u32; 1 << DIGITS[1]];
    let starts = &mut starts[..1 << digit];
    from.iter().for_each(|word| starts[place(*word)] += 1);
    let mut sum = 0;
    starts.iter_mut().for_each(|start| sum += std::mem::replace(start, sum));
    for word in from {
        let start = &mut starts[place(*word)];
        to[*start as usize] = *word;
        *start += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn words_are_sorted_by_some_bits_and_stay_in_order_otherwise() {
        let (mut random, mut spare) = (Random(5), Vec::new());
        for (count, bits) in [(0, 9), (1, 1), (40, 32), (3_000, 0), (3_000, 7), (3_000, 21), (5_000, 32)] {
            let mask = ((1_u64 << bits) - 1) << 32;
            let mut words: Vec<u64> = (0..count).map(|_| random.bits()).collect();
            let mut expected = words.clone();
            expected.sort_by_key(|word| word & mask);
            radix_sort(&mut words, &mut spare, bits);
            assert!(words == expected, "{count} words by {bits} bits");
        }
    }
}
