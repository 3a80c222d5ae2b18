//! Whether an SPDX expression can be met by licences that are allowed.

/// Whether the licences in `allowed` meet `expression`: one side of an `OR`, both of an `AND`. A slash is an old way to write `OR`.
pub(crate) fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = ExpressionParser { words: &words, allowed };
    parser.alternatives() == Some(true) && parser.words.is_empty()
}

struct ExpressionParser<'a> {
    words: &'a [&'a str],
    allowed: &'a [String],
}

impl ExpressionParser<'_> {
    fn take(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        if is_next {
            self.words = &self.words[1..];
        }
        is_next
    }

    fn alternatives(&mut self) -> Option<bool> {
        let mut met = self.conjunction()?;
        while self.take("OR") {
            met |= self.conjunction()?;
        }
        Some(met)
    }

    fn conjunction(&mut self) -> Option<bool> {
        let mut met = self.licence()?;
        while self.take("AND") {
            met &= self.licence()?;
        }
        Some(met)
    }

    fn licence(&mut self) -> Option<bool> {
        if self.take("(") {
            let met = self.alternatives()?;
            return self.take(")").then_some(met);
        }
        let (name, rest) = self.words.split_first()?;
        self.words = rest;
        let mut name = (*name).to_owned();
        if self.take("WITH") {
            let (exception, rest) = self.words.split_first()?;
            self.words = rest;
            name = format!("{name} WITH {exception}");
        }
        Some(self.allowed.contains(&name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_of_both_generations() {
        let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        let met = |expression: &str| is_met(expression, &allowed);
        assert!(met("MIT") && met("GPL-3.0 OR MIT") && met("Apache-2.0/MIT"));
        assert!(met("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(met("Apache-2.0 WITH LLVM-exception"));
        assert!(!met("Apache-2.0") && !met("MIT AND GPL-3.0") && !met("(MIT OR X) AND GPL-3.0"));
        assert!(!met("") && !met("(MIT") && !met("MIT MIT") && !met("OR"), "what is no expression is not met");
    }
}
