//! How much of what is behind a body is seen.

/// What a body lets through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opacity {
    /// Nothing.
    #[default]
    Solid,
    /// Most of what is behind it, in its own colour.
    Glass,
    /// Nearly everything: context only.
    Ghost,
}
