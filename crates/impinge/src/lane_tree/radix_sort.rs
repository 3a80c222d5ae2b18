//! Radix sort of words by their upper halves, least significant digit first; digits are short enough for counting in them to pay.

use crate::executor::Executor;
use std::ops::Range;

/// Smallest and largest number of bits of a digit.
const DIGITS: [u32; 2] = [5, 11];

/// Bits of the digit by which words are distributed to threads.
const DEALT: u32 = 8;

/// Smallest number of words for which threads are used.
const PARALLEL_FROM: usize = 16_384;

/// Sorts words by the lowest `bits` bits of their upper halves; words that share these stay as they lie.
pub(crate) fn radix_sort(words: &mut [u64], spare: &mut Vec<u64>, bits: u32) {
    spare.clear();
    spare.resize(words.len(), 0);
    if passes(words, spare, bits) % 2 == 1 {
        words.copy_from_slice(spare);
    }
}

/// As [`radix_sort`], with the same result, on threads: each collects the words of a range of highest digits and sorts these.
pub(crate) fn radix_sort_on(executor: &Executor, words: &mut [u64], spare: &mut Vec<u64>, bits: u32) {
    if executor.threads() == 1 || words.len() < PARALLEL_FROM || bits < DEALT {
        return radix_sort(words, spare, bits);
    }
    let top = |word: u64| (word >> (32 + bits - DEALT)) as usize & ((1 << DEALT) - 1);
    let ranges = ranges(words.iter().map(|word| top(*word)), words.len().div_ceil(executor.threads()));
    spare.clear();
    // A word more each, so that all can be written and only some kept.
    spare.resize(words.len() + ranges.len(), 0);
    let (mut rest, mut parts) = (&mut spare[..], Vec::new());
    for (digits, count) in ranges {
        let (part, after) = rest.split_at_mut(count + 1);
        parts.push((digits, part));
        rest = after;
    }
    let all = &*words;
    executor.for_each(&mut parts, |(digits, part)| {
        let mut at = 0;
        for word in all {
            part[at] = *word;
            at += usize::from(digits.contains(&top(*word)));
        }
    });
    let (mut rest, mut pairs) = (words, Vec::new());
    for (_, part) in parts {
        let count = part.len() - 1;
        let (to, after) = rest.split_at_mut(count);
        pairs.push((&mut part[..count], to));
        rest = after;
    }
    executor.for_each(&mut pairs, |(from, to)| {
        if passes(from, to, bits).is_multiple_of(2) {
            to.copy_from_slice(from);
        }
    });
}

/// Ranges of digits with at least `least` words each, except for the last, and their numbers of words.
fn ranges(digits: impl Iterator<Item = usize>, least: usize) -> Vec<(Range<usize>, usize)> {
    let mut counts = [0_usize; 1 << DEALT];
    digits.for_each(|digit| counts[digit] += 1);
    let (mut ranges, mut first, mut count) = (Vec::new(), 0, 0);
    for (digit, words) in counts.iter().enumerate() {
        count += words;
        if count >= least || digit + 1 == counts.len() {
            ranges.push((first..digit + 1, count));
            (first, count) = (digit + 1, 0);
        }
    }
    ranges
}

/// Sorts from one list to the other and back; returns the number of passes.
fn passes(words: &mut [u64], spare: &mut [u64], bits: u32) -> u32 {
    // No more places to count in than there are words, and passes alike.
    let passes = bits.div_ceil(words.len().max(1).ilog2().clamp(DIGITS[0], DIGITS[1]));
    let digit = bits.div_ceil(passes.max(1));
    for pass in 0..passes {
        let (from, to) = if pass % 2 == 0 { (&*words, &mut *spare) } else { (&*spare, &mut *words) };
        scatter(from, to, 32 + pass * digit, digit.min(bits - pass * digit));
    }
    passes
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
        for threads in [2, 3, 7] {
            let executor = Executor::try_new(threads).unwrap();
            for (mask, bits) in [(u64::MAX, 30), (u64::MAX >> 3, 32), (0xFF_FFFF, 21), (u64::MAX, 3)] {
                let mut words: Vec<u64> = (0..40_000).map(|_| random.bits() & mask).collect();
                let mut expected = words.clone();
                radix_sort(&mut expected, &mut spare, bits);
                radix_sort_on(&executor, &mut words, &mut spare, bits);
                assert!(words == expected, "{threads} threads, {mask:x} by {bits} bits");
            }
        }
    }
}
