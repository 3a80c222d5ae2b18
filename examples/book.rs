//! The Rust code of the README and of the book's chapters, run as documentation tests.
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/library.md")]
struct Library;

#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/conformance.md")]
struct Conformance;
