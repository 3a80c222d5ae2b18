//! A command line that is put together, run and shown.

use impinge_clash::shell_quoted;
use std::ffi::OsString;
use std::fmt;

/// The words after the name of the command.
#[derive(Clone, Debug)]
pub struct Line(Vec<OsString>);

impl Line {
    /// A line that begins with a command.
    pub fn of(command: &str) -> Self {
        Self(vec![command.into()])
    }

    /// The line with one more word.
    pub fn word(mut self, word: impl Into<OsString>) -> Self {
        self.0.push(word.into());
        self
    }

    /// The line with one more option.
    pub fn option(self, name: &str, value: impl Into<OsString>) -> Self {
        self.word(name).word(value)
    }

    /// All words, the name of the program first.
    pub fn words(&self) -> impl Iterator<Item = OsString> {
        std::iter::once("impinge".into()).chain(self.0.iter().cloned())
    }
}

/// As a shell takes it.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("impinge")?;
        self.0.iter().try_for_each(|word| write!(f, " {}", shell_quoted(&word.to_string_lossy())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_shown_as_a_shell_takes_them() {
        let line = Line::of("check").word("a b.glb").option("-o", "it's.json").word("");
        assert_eq!(line.to_string(), r"impinge check 'a b.glb' -o 'it'\''s.json' ''");
        assert_eq!(line.words().count(), 6);
    }
}
