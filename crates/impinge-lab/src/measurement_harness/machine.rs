//! The machine that a measurement was made on, and when.

use std::fmt;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// Where and when a measurement was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The processor, as the system names it.
    pub processor: String,
    /// The hardware threads there are; every measurement uses one.
    pub threads: usize,
    /// How many processes wanted to run in the minute before; `None` where the system does not tell.
    pub load: Option<String>,
    /// The day, as `2026-11-15`, in UTC.
    pub date: String,
}

impl Machine {
    /// This machine, today.
    #[must_use]
    pub fn here() -> Self {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let line = info.lines().find(|line| line.starts_with(name))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        };
        let name = field("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned());
        let clock = field("cpu MHz").and_then(|mhz| mhz.parse::<f64>().ok());
        let days = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
        Self {
            processor: clock.map_or(name.clone(), |mhz| format!("{name} at {:.1} GHz", mhz / 1e3)),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            load: fs::read_to_string("/proc/loadavg").ok().and_then(|all| Some(all.split_once(' ')?.0.to_owned())),
            date: date(days),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} hardware threads, one used", self.processor, self.threads)?;
        if let Some(load) = &self.load {
            write!(f, ", load {load} before")?;
        }
        write!(f, ", {}", self.date)
    }
}

/// The processor, as the system names it.
#[must_use]
pub fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name));
    name.map_or(std::env::consts::ARCH, str::trim).to_owned()
}

/// The Gregorian date `days` days after the first of January 1970.
fn date(mut days: u64) -> String {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(20_453), "2025-12-31");
        assert_eq!(date(20_772), "2026-11-15");
    }
}
