//! Patterns of names: `*`, `?` and sets in brackets, as in shells; capitals count, and separators are characters as any other.

use std::fmt;

/// Marks the name of a group, where a pattern could be; after a backslash it is a character like any other.
pub const GROUP: char = '@';

/// A pattern that names of bodies fit or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPattern {
    text: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    /// This character.
    One(char),
    /// Any character.
    Any,
    /// Any characters, or none.
    Many,
    /// A character in one of these ranges, or in none of them.
    Set { ranges: Vec<[char; 2]>, negated: bool },
}

/// Why a text is no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// A bracket is opened and not closed.
    #[error("'[' without ']'; write '\\[' for the character itself")]
    OpenSet,
    /// There is nothing in the brackets.
    #[error("'[]' holds no character")]
    EmptySet,
    /// A range runs backwards.
    #[error("the range {0}-{1} runs backwards")]
    Backwards(char, char),
    /// A backslash has nothing behind it.
    #[error("nothing follows the last '\\'; write '\\\\' for the character itself")]
    OpenEscape,
}

impl BodyPattern {
    /// The pattern that a text describes.
    ///
    /// # Errors
    /// See [`PatternError`].
    pub fn try_new(text: &str) -> Result<Self, PatternError> {
        let mut pieces = Vec::new();
        let mut rest = text.chars();
        while let Some(c) = rest.next() {
            pieces.push(match c {
                '*' if pieces.last() == Some(&Piece::Many) => continue,
                '*' => Piece::Many,
                '?' => Piece::Any,
                '\\' => Piece::One(rest.next().ok_or(PatternError::OpenEscape)?),
                '[' => set(&mut rest)?,
                c => Piece::One(c),
            });
        }
        Ok(Self { text: text.to_owned(), pieces })
    }

    /// The pattern that exactly one name fits; its text is no name of a group either.
    #[must_use]
    pub fn literal(name: &str) -> Self {
        let is_special = |at: usize, c: char| "*?[\\".contains(c) || (at == 0 && c == GROUP);
        let escaped = name.char_indices().flat_map(|(at, c)| is_special(at, c).then_some('\\').into_iter().chain([c]));
        Self { text: escaped.collect(), pieces: name.chars().map(Piece::One).collect() }
    }

    /// Whether a name fits, all of it.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        let (mut piece, mut rest) = (0, name);
        // Where to go on if what follows the last `*` does not fit: with that star one character longer.
        let mut again: Option<(usize, &str)> = None;
        while let Some(c) = rest.chars().next() {
            match self.pieces.get(piece) {
                Some(Piece::Many) => {
                    again = Some((piece + 1, rest));
                    piece += 1;
                }
                Some(one) if one.takes(c) => (piece, rest) = (piece + 1, &rest[c.len_utf8()..]),
                _ => {
                    let Some((after, from)) = again else { return false };
                    let mut longer = from.chars();
                    longer.next();
                    again = Some((after, longer.as_str()));
                    (piece, rest) = (after, longer.as_str());
                }
            }
        }
        self.pieces[piece..].iter().all(|piece| *piece == Piece::Many)
    }
}

impl fmt::Display for BodyPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Piece {
    /// Whether it takes a character.
    fn takes(&self, c: char) -> bool {
        match self {
            Self::One(one) => *one == c,
            Self::Any => true,
            Self::Many => false,
            Self::Set { ranges, negated } => ranges.iter().any(|[low, high]| (*low..=*high).contains(&c)) != *negated,
        }
    }
}

/// The set whose bracket has been opened.
fn set(rest: &mut std::str::Chars<'_>) -> Result<Piece, PatternError> {
    let mut chars = Vec::new();
    let mut negated = false;
    loop {
        match rest.next().ok_or(PatternError::OpenSet)? {
            ']' => break,
            '!' | '^' if chars.is_empty() && !negated => negated = true,
            '\\' => chars.push((rest.next().ok_or(PatternError::OpenEscape)?, false)),
            c => chars.push((c, c == '-')),
        }
    }
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some(&(low, _)) = chars.get(at) {
        match chars.get(at + 1..at + 3) {
            Some(&[(_, true), (high, _)]) => {
                if high < low {
                    return Err(PatternError::Backwards(low, high));
                }
                ranges.push([low, high]);
                at += 3;
            }
            _ => {
                ranges.push([low, low]);
                at += 1;
            }
        }
    }
    if ranges.is_empty() { Err(PatternError::EmptySet) } else { Ok(Piece::Set { ranges, negated }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str, name: &str) -> bool {
        BodyPattern::try_new(pattern).unwrap().matches(name)
    }

    #[test]
    fn stars_take_anything_and_the_rest_itself() {
        for (pattern, name) in [
            ("*", ""),
            ("pipe*", "pipe 7"),
            ("*bolt", "M8 bolt"),
            ("a*b*c", "a-b-bc"),
            ("**", "x"),
            ("M?", "M8"),
            ("é?", "éü"),
            ("bolt.[2-9]", "bolt.7"),
            ("[!a]x", "bx"),
            ("[a-]", "-"),
            (r"[\]]", "]"),
            (r"\*", "*"),
            ("a/b\\\\c", "a/b\\c"),
        ] {
            assert!(matches(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("pipe", "pipe 7"), ("pipe*", "Pipe"), ("M?", "M"), ("M?", "M10"), ("[!a]", "a"), ("a*b", "ac"), ("", "a")]
        {
            assert!(!matches(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_literal_fits_its_name_alone_and_reads_back() {
        for name in ["[x]*?\\", "a b", "\u{202e}", "@a", "a@b", "@"] {
            let pattern = BodyPattern::literal(name);
            assert!(pattern.matches(name) && !pattern.matches("other") && !pattern.matches(&format!("{name}x")));
            assert_eq!(BodyPattern::try_new(&pattern.to_string()).unwrap(), pattern);
            assert!(!pattern.to_string().starts_with(GROUP), "{pattern}");
        }
    }

    #[test]
    fn broken_patterns_are_refused() {
        let refused = |text| BodyPattern::try_new(text).unwrap_err();
        assert_eq!(refused("a["), PatternError::OpenSet);
        assert_eq!(refused("[]"), PatternError::EmptySet);
        assert_eq!(refused("[z-a]"), PatternError::Backwards('z', 'a'));
        assert_eq!(refused("\\"), PatternError::OpenEscape);
    }

    #[test]
    fn many_stars_take_no_long_time() {
        let pattern = BodyPattern::try_new(&"a*".repeat(30)).unwrap();
        assert!(!pattern.matches(&format!("{}b", "a".repeat(29))));
        let hard = BodyPattern::try_new(&format!("{}b", "*a".repeat(30))).unwrap();
        assert!(!hard.matches(&"a".repeat(5_000)));
    }
}
