//! Which vector instructions the kernels use: the best the machine has, chosen once per query.
//!
//! A kernel is compiled for AVX-512, for AVX2, and for what every machine of the architecture has. SSE4.2 between them would be a fourth copy
//! of every kernel, for machines of before 2013.
//!
//! Answers do not depend on the choice. Filters round differently with fused multiplication than without, so the number of
//! candidates that they pass on may differ slightly; everything that is reported is decided behind them.

use super::rounding::Products;
use fearless_simd::Level as Detected;
pub use fearless_simd::Simd;
#[cfg(target_arch = "x86_64")]
pub use fearless_simd::x86::{Avx2, Avx512};
use std::cell::Cell;

/// What every machine of the architecture has.
#[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
pub type Baseline = fearless_simd::x86::Sse2;
/// What every machine of the architecture has.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub type Baseline = fearless_simd::aarch64::Neon;
/// What every machine of the architecture has.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub type Baseline = fearless_simd::wasm32::WasmSimd128;
/// What every machine of the architecture has.
#[cfg(not(any(
    all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
)))]
pub type Baseline = fearless_simd::Fallback;

/// Instructions that a kernel is compiled for, with the proof that the machine has them.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// AVX-512 as of Ice Lake.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// AVX2 and FMA.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// What every machine of the architecture has.
    Baseline(Baseline),
}

/// Runs an expression with the vector instructions of a [`Level`]: `dispatch!(level(), simd => kernel(simd, …))`.
///
/// The expression is compiled once for each level. It stands inside a closure, so `return` and `?` end the expression alone.
#[doc(hidden)]
#[macro_export]
macro_rules! dispatch_simd {
    ($level:expr, $simd:ident => $work:expr) => {
        match $level {
            #[cfg(target_arch = "x86_64")]
            $crate::math::simd::Level::Avx512($simd) => $crate::math::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $work,
            ),
            #[cfg(target_arch = "x86_64")]
            $crate::math::simd::Level::Avx2($simd) => $crate::math::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $work,
            ),
            $crate::math::simd::Level::Baseline($simd) => $crate::math::simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                || $work,
            ),
        }
    };
}
pub use dispatch_simd as dispatch;

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
    let limit = LIMIT.get();
    #[cfg(target_arch = "x86_64")]
    {
        let detected = Detected::new();
        if let (Instructions::Best, Some(avx512)) = (limit, detected.as_avx512()) {
            return Level::Avx512(avx512);
        }
        if let (Instructions::Best | Instructions::Avx2, Some(avx2)) = (limit, detected.as_avx2()) {
            return Level::Avx2(avx2);
        }
    }
    let _ = limit;
    Level::Baseline(baseline())
}

/// The proof that a machine has what every machine of the architecture has.
#[inline]
fn baseline() -> Baseline {
    #[cfg(all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"))]
    let found = Detected::baseline().as_sse2();
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    let found = Detected::baseline().as_neon();
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    let found = Detected::baseline().as_wasm_simd128();
    #[cfg(not(any(
        all(any(target_arch = "x86", target_arch = "x86_64"), target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128")
    )))]
    let found = match Detected::baseline() {
        Detected::Fallback(fallback) => Some(fallback),
        #[allow(unreachable_patterns, reason = "some architectures have no other level")]
        _ => None,
    };
    // Never fails: each branch above asks for features that this build is compiled with, so the detected baseline has them.
    found.expect("the baseline of the architecture is always there")
}

/// How code that is compiled for these instructions takes error-free products.
#[must_use]
#[inline(always)]
pub fn products<S: Simd>(simd: S) -> Products {
    match simd.level() {
        #[cfg(target_arch = "x86_64")]
        Detected::Avx2(_) | Detected::Avx512(_) => Products::Fused,
        #[cfg(target_arch = "aarch64")]
        Detected::Neon(_) => Products::Fused,
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

/// Work in a function of its own with the vector instructions of its caller: no code is made twice.
macro_rules! apart {
    ($simd:ident, $work:expr) => {
        $simd.vectorize(
            #[inline(always)]
            || $work,
        )
    };
}
pub(crate) use apart;
