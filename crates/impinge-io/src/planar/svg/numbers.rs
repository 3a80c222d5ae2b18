//! Numbers of SVG attributes: between spaces and commas, or where one can only begin, as in `10-5.5.5`.

use crate::text::quoted;

/// Walks over the numbers of a text.
#[derive(Clone, Debug)]
pub(super) struct Numbers<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Numbers<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let mut numbers = Self { bytes: text.as_bytes(), at: 0 };
        numbers.skip();
        numbers
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The byte that comes next.
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Takes one byte.
    pub(super) fn take(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.skip();
        Some(byte)
    }

    /// What comes next, for a message.
    pub(super) fn found(&self) -> String {
        match self.bytes.get(self.at..) {
            None | Some([]) => "the end".to_owned(),
            Some(rest) => format!("{} at character {}", quoted(rest), self.at + 1),
        }
    }

    /// Goes past spaces and commas.
    fn skip(&mut self) {
        while self.peek().is_some_and(|b| b.is_ascii_whitespace() || b == b',') {
            self.at += 1;
        }
    }

    /// A finite number, if one comes next; else nothing is taken.
    pub(super) fn number(&mut self) -> Option<f64> {
        let rest = self.bytes.get(self.at..)?;
        let digits = |from: usize| rest[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let mut end = usize::from(matches!(rest.first(), Some(b'+' | b'-')));
        end += digits(end);
        if rest.get(end) == Some(&b'.') {
            end += 1 + digits(end + 1);
        }
        if matches!(rest.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(rest.get(end + 1), Some(b'+' | b'-')));
            let exponent = digits((end + 1 + sign).min(rest.len()));
            if exponent > 0 {
                end += 1 + sign + exponent;
            }
        }
        let number = std::str::from_utf8(&rest[..end]).ok()?.parse::<f64>().ok().filter(|x| x.is_finite())?;
        self.at += end;
        self.skip();
        Some(number)
    }

    /// A flag of an arc: a single 0 or 1, which needs nothing after it.
    pub(super) fn flag(&mut self) -> Option<bool> {
        let flag = match self.peek()? {
            b'0' => false,
            b'1' => true,
            _ => return None,
        };
        self.at += 1;
        self.skip();
        Some(flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_stand_close() {
        let mut numbers = Numbers::new(" 10-5.5.5,+1e2e 1.e-1,-.5x");
        let mut read = Vec::new();
        while let Some(x) = numbers.number() {
            read.push(x);
        }
        assert_eq!(read, [10.0, -5.5, 0.5, 100.0]);
        assert_eq!((numbers.take(), numbers.number(), numbers.number()), (Some(b'e'), Some(0.1), Some(-0.5)));
        assert_eq!((numbers.number(), numbers.found().as_str()), (None, "'x' at character 26"));
        let mut flags = Numbers::new("01 1.5");
        assert_eq!((flags.flag(), flags.flag(), flags.number()), (Some(false), Some(true), Some(1.5)));
        assert_eq!(Numbers::new("-").number(), None);
        assert_eq!(Numbers::new("1e999").number(), None);
        assert_eq!(Numbers::new("1e").number(), Some(1.0));
    }
}
