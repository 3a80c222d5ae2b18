//! Numbers as labels of plots and tables: digits in groups, times with their unit.

/// A whole number in groups of three digits.
#[must_use]
pub fn grouped(x: u64) -> String {
    let digits = x.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A time with its unit, to three figures at most.
#[must_use]
pub fn duration(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s if s >= 1e-6 => (s * 1e6, "us"),
        s => (s * 1e9, "ns"),
    };
    let decimals = usize::from(value < 100.0) + usize::from(value < 1.0);
    format!("{value:.decimals$} {unit}")
}

/// Three figures, or all before the point.
#[must_use]
pub fn three_figures(value: f64) -> String {
    let decimals = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_fit_for_people() {
        assert_eq!([0, 999, 1_000, 1_704_187].map(grouped), ["0", "999", "1,000", "1,704,187"]);
        assert_eq!([16.9, 4.2e-3, 7.9e-6, 1.2e-7].map(duration), ["16.9 s", "4.2 ms", "7.9 us", "120 ns"]);
    }

    #[test]
    fn numbers_have_three_figures() {
        assert_eq!([0.012, 3.456, 34.56, 345.6, 34567.8].map(three_figures), ["0.01", "3.46", "34.6", "346", "34568"]);
    }
}
