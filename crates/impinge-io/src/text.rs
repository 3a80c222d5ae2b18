//! Words and numbers of text files, with the line they stand on.

use crate::error::{Fault, FilePlace};
use crate::warning::not_tiny;
use impinge::math::{DVec3, SMALLEST_COORDINATE, in_exact_range};

/// What a coordinate may be; see [`impinge::math::in_exact_range`].
pub(crate) const EXACT_RANGE: &str = "a coordinate of at most 2^300 in magnitude";

/// Where the lines of a text begin, so that the line of each byte is found without going through the text.
#[derive(Debug)]
pub(crate) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1).collect())
    }

    /// The line of a byte, from 1.
    pub(crate) fn at(&self, byte: usize) -> u64 {
        self.0.partition_point(|begin| *begin <= byte) as u64 + 1
    }
}

/// Walks over the whitespace-separated words of a text, whose lines end in `\n`, `\r\n` or `\r`.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
    comment: Option<u8>,
    /// How many coordinates were too small to be exact, and are zero.
    tiny: u64,
}

impl<'a> Words<'a> {
    /// The words of `bytes`, whose first line has the number `line`; what follows `comment` on a line is skipped.
    pub(crate) fn new(bytes: &'a [u8], line: u64, comment: Option<u8>) -> Self {
        Self { bytes, at: 0, line, comment, tiny: 0 }
    }

    /// The line of the last word.
    pub(crate) fn place(&self) -> FilePlace {
        FilePlace::Line(self.line)
    }

    /// How many coordinates were too small to be exact, and are zero.
    pub(crate) fn tiny(&self) -> u64 {
        self.tiny
    }

    /// How many bytes are left.
    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The next word, on this line or a later one.
    pub(crate) fn next(&mut self) -> Option<&'a [u8]> {
        loop {
            match *self.bytes.get(self.at)? {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                b'\r' => {
                    self.line += u64::from(self.bytes.get(self.at + 1) != Some(&b'\n'));
                    self.at += 1;
                }
                b if b.is_ascii_whitespace() => self.at += 1,
                b if Some(b) == self.comment => self.skip_line(),
                _ => break,
            }
        }
        let rest = &self.bytes[self.at..];
        let ends = |b: &u8| b.is_ascii_whitespace() || Some(*b) == self.comment;
        let word = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
        self.at += word.len();
        Some(word)
    }

    /// The next word on this line.
    pub(crate) fn next_on_line(&mut self) -> Option<&'a [u8]> {
        let mut ahead = self.clone();
        let word = ahead.next()?;
        if ahead.line != self.line {
            return None;
        }
        *self = ahead;
        Some(word)
    }

    /// The next word without taking it.
    pub(crate) fn peek(&self) -> Option<&'a [u8]> {
        self.clone().next()
    }

    /// What is left of this line, without the spaces around it.
    pub(crate) fn rest_of_line(&mut self) -> &'a [u8] {
        let rest = &self.bytes[self.at..];
        let line = &rest[..line_length(rest)];
        self.at += line.len();
        line.trim_ascii()
    }

    /// Goes to the end of this line.
    pub(crate) fn skip_line(&mut self) {
        let _ = self.rest_of_line();
    }

    /// The next word, which has to be there.
    pub(crate) fn required(&mut self, expected: &str) -> Result<&'a [u8], Fault> {
        match self.next() {
            Some(word) => Ok(word),
            None => Err(Fault::unexpected(self.place(), expected, "the end of the file")),
        }
    }

    /// The next word, which has to be this one in any case of letters.
    pub(crate) fn keyword(&mut self, keyword: &str) -> Result<(), Fault> {
        let expected = || format!("'{keyword}'");
        match self.next() {
            Some(word) if word.eq_ignore_ascii_case(keyword.as_bytes()) => Ok(()),
            Some(word) => Err(Fault::unexpected(self.place(), expected(), quoted(word))),
            None => Err(Fault::unexpected(self.place(), expected(), "the end of the file")),
        }
    }

    /// The next word as a whole number from 0.
    pub(crate) fn count(&mut self, expected: &str) -> Result<u64, Fault> {
        let word = self.required(expected)?;
        parse(word).ok_or_else(|| Fault::unexpected(self.place(), expected, quoted(word)))
    }

    /// The next word as a number.
    pub(crate) fn number(&mut self, expected: &str) -> Result<f64, Fault> {
        let word = self.required(expected)?;
        parse(word).ok_or_else(|| Fault::unexpected(self.place(), expected, quoted(word)))
    }

    /// The next three words as a vertex in the exact range.
    pub(crate) fn vertex(&mut self) -> Result<DVec3, Fault> {
        self.vertex_by(|words, _| words.required("a coordinate"))
    }

    /// The same, where the second and the third stand on the line of the first.
    pub(crate) fn vertex_on_line(&mut self) -> Result<DVec3, Fault> {
        self.vertex_by(|words, k| match k {
            0 => words.required("a coordinate"),
            _ => words.required_on_line("a coordinate"),
        })
    }

    /// The next word on this line, which has to be there.
    pub(crate) fn required_on_line(&mut self, expected: &str) -> Result<&'a [u8], Fault> {
        self.next_on_line().ok_or_else(|| {
            let found = if self.peek().is_some() { "the end of the line" } else { "the end of the file" };
            Fault::unexpected(self.place(), expected, found)
        })
    }

    fn vertex_by(&mut self, word: impl Fn(&mut Self, usize) -> Result<&'a [u8], Fault>) -> Result<DVec3, Fault> {
        let mut xyz = [0.0; 3];
        for (k, x) in xyz.iter_mut().enumerate() {
            let word = word(self, k)?;
            let line = self.line;
            *x = coordinate(word, || FilePlace::Line(line), &mut self.tiny)?;
        }
        Ok(DVec3::from_array(xyz))
    }
}

/// Takes a line, which ends in `\n`, `\r\n` or `\r`.
pub(crate) fn take_line<'a>(rest: &mut &'a [u8]) -> &'a [u8] {
    let (line, after) = rest.split_at(line_length(rest));
    *rest = after.strip_prefix(b"\r\n").or_else(|| after.get(1..)).unwrap_or_default();
    line
}

/// How long the first line is, without what ends it.
pub(crate) fn line_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(bytes.len())
}

/// A word as a coordinate in the exact range; one below it is zero, and counted.
pub(crate) fn coordinate(word: &[u8], place: impl Fn() -> FilePlace, tiny: &mut u64) -> Result<f64, Fault> {
    match parse::<f64>(word).map(|x| not_tiny(x, SMALLEST_COORDINATE, tiny)) {
        Some(x) if in_exact_range(x) => Ok(x),
        Some(x) if x.is_nan() => Err(Fault::unexpected(place(), "a finite coordinate", quoted(word))),
        Some(_) => Err(Fault::unexpected(place(), EXACT_RANGE, quoted(word))),
        None => Err(Fault::unexpected(place(), "a coordinate", quoted(word))),
    }
}

/// A word as a number of any type.
pub(crate) fn parse<T: std::str::FromStr>(word: &[u8]) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// A word for a message: in quotes, printable, and not long.
pub(crate) fn quoted(word: &[u8]) -> String {
    /// Longest part of a word that a message shows, in bytes.
    const SHOWN: usize = 40;
    let shown = String::from_utf8_lossy(&word[..word.len().min(SHOWN)]);
    let more = if word.len() > SHOWN { "…" } else { "" };
    format!("'{}{more}'", shown.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_their_line() {
        let mut words = Words::new(b"a b # c d\n\n  e\r\n#f\ng#h", 1, Some(b'#'));
        let mut seen = Vec::new();
        while let Some(word) = words.next() {
            seen.push((std::str::from_utf8(word).unwrap(), words.line));
        }
        assert_eq!(seen, [("a", 1), ("b", 1), ("e", 3), ("g", 5)]);
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        let mut words = Words::new(b"a # b\rc\r\r\nd\n\re", 1, Some(b'#'));
        let mut seen = Vec::new();
        while let Some(word) = words.next() {
            seen.push((std::str::from_utf8(word).unwrap(), words.line));
        }
        assert_eq!(seen, [("a", 1), ("c", 2), ("d", 4), ("e", 6)]);
        let (mut rest, mut lines) = (&b"a\rb\r\nc\n\rd"[..], Vec::new());
        while !rest.is_empty() {
            lines.push(take_line(&mut rest));
        }
        assert_eq!(lines, [&b"a"[..], b"b", b"c", b"", b"d"]);
    }

    #[test]
    fn coordinates_outside_the_exact_range_are_refused_with_the_word() {
        let message = |word: &[u8]| {
            coordinate(word, || FilePlace::Line(3), &mut 0).map_err(|fault| fault.in_file("f").to_string()).unwrap_err()
        };
        assert_eq!(message(b"nan"), "f:3: expected a finite coordinate, found 'nan'");
        assert!(message(b"1e400").contains("2^300"), "{}", message(b"1e400"));
        assert_eq!(message(b"1,5"), "f:3: expected a coordinate, found '1,5'");
        let mut tiny = 0;
        let mut read = |word: &[u8]| coordinate(word, || FilePlace::Whole, &mut tiny).unwrap();
        assert_eq!([read(b"-0.1e1"), read(b"-1e-200"), read(b"1e-310"), read(b"0")], [-1.0, 0.0, 0.0, 0.0]);
        assert_eq!(tiny, 2, "those below the exact range are zero");
    }
}
