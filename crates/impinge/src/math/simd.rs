//! Which vector instructions the kernels use: the best the machine has, chosen once per query.
//!
//! Answers do not depend on the choice. Filters round differently with fused multiplication than without, so the number of
//! candidates that they pass on may differ by a hair; everything that is reported is decided behind them.

use super::rounding::Products;
use fearless_simd::{Level, Simd};
use std::cell::Cell;

/// A limit on the vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// The best the machine has.
    Best,
    /// AVX2 and FMA where the machine has them, but no AVX-512.
    Avx2,
    /// What every machine of the architecture has.
    Baseline,
}

thread_local! {
    static LIMIT: Cell<Instructions> = const { Cell::new(Instructions::Best) };
}

/// Runs queries of this thread, not those of an executor, with limited instructions: to compare them, and to measure.
pub fn limited<T>(limit: Instructions, work: impl FnOnce() -> T) -> T {
    /// What holds again when the work is over, however it ends.
    struct Before(Instructions);
    impl Drop for Before {
        fn drop(&mut self) {
            LIMIT.set(self.0);
        }
    }
    let _before = Before(LIMIT.replace(limit));
    work()
}

/// The instructions of the next query on this thread.
#[must_use]
#[inline]
pub fn level() -> Level {
    let best = Level::new();
    match LIMIT.get() {
        Instructions::Best => best,
        #[cfg(target_arch = "x86_64")]
        Instructions::Avx2 => best.as_avx2().map_or(best, Level::Avx2),
        #[cfg(not(target_arch = "x86_64"))]
        Instructions::Avx2 => best,
        Instructions::Baseline => Level::baseline(),
    }
}

/// How code that is compiled for these instructions takes error-free products.
#[must_use]
#[inline(always)]
pub fn products<S: Simd>(simd: S) -> Products {
    match simd.level() {
        #[cfg(target_arch = "x86_64")]
        Level::Avx2(_) | Level::Avx512(_) => Products::Fused,
        #[cfg(target_arch = "aarch64")]
        Level::Neon(_) => Products::Fused,
        _ => Products::Split,
    }
}

/// An array of an expression for 0, 1 and 2: what `map` does, without a closure, which would lose the vector instructions.
macro_rules! three {
    ($k:ident => $value:expr) => {
        [
            {
                let $k = 0;
                $value
            },
            {
                let $k = 1;
                $value
            },
            {
                let $k = 2;
                $value
            },
        ]
    };
}
pub(crate) use three;
