//! What libFuzzer has written to its log.

/// The counts of one process, or of several that shared a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FuzzLog {
    /// Inputs that were run.
    pub executions: u64,
    /// The mean over the whole time; of several processes, their sum.
    pub executions_per_second: u64,
    /// `cov`: edges of the program that some input reached.
    pub coverage: u64,
    /// `ft`: edges, how often they were taken, and what was compared there.
    pub features: u64,
    /// Inputs that are kept.
    pub corpus: u64,
    /// What failed, and where the input is.
    pub failures: Vec<String>,
}

impl FuzzLog {
    /// Reads a log of `-print_final_stats=1`.
    #[must_use]
    pub fn parse(text: &str, has_succeeded: bool) -> Self {
        let after = |line: &str, name: &str| -> Option<u64> {
            let rest = line.split_once(name)?.1.trim_start();
            rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
        };
        let mut log = Self::default();
        for line in text.lines() {
            if line.starts_with('#') && line.contains(" cov: ") {
                log.executions = after(line, "#").unwrap_or(log.executions);
                log.coverage = after(line, " cov: ").unwrap_or(log.coverage);
                log.features = after(line, " ft: ").unwrap_or(log.features);
                log.corpus = after(line, " corp: ").unwrap_or(log.corpus);
            }
            log.executions = after(line, "stat::number_of_executed_units:").unwrap_or(log.executions);
            log.executions_per_second = after(line, "stat::average_exec_per_sec:").unwrap_or(log.executions_per_second);
        }
        if !has_succeeded {
            let is_telling = |line: &&str| {
                line.contains("panicked at") || line.contains("ERROR:") || line.contains("Test unit written")
            };
            let told: Vec<&str> = text.lines().filter(is_telling).collect();
            let last = text.lines().last().unwrap_or("it ended without a word");
            log.failures.push(if told.is_empty() { last.to_owned() } else { told.join("\n  ") });
        }
        log
    }

    /// Both together: counts add up, and what was reached is at least what either reached.
    #[must_use]
    pub fn beside(mut self, other: &Self) -> Self {
        self.executions += other.executions;
        self.executions_per_second += other.executions_per_second;
        self.coverage = self.coverage.max(other.coverage);
        self.features = self.features.max(other.features);
        self.corpus = self.corpus.max(other.corpus);
        self.failures.extend_from_slice(&other.failures);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "INFO: seed corpus: files: 8\n#9\tINITED cov: 200 ft: 300 corp: 8/2Kb exec/s: 0 rss: 40Mb\n\
        #4096\tDONE   cov: 211 ft: 345 corp: 12/3Kb lim: 4096 exec/s: 409 rss: 41Mb\nstat::number_of_executed_units: 4097\n\
        stat::average_exec_per_sec:     409\n";

    #[test]
    fn counts_are_read() {
        let log = FuzzLog::parse(GOOD, true);
        let expected = FuzzLog {
            executions: 4097,
            executions_per_second: 409,
            coverage: 211,
            features: 345,
            corpus: 12,
            failures: Vec::new(),
        };
        assert_eq!(log, expected);
        assert_eq!(log.clone().beside(&log).executions, 8194);
        assert_eq!(log.clone().beside(&log).coverage, 211);
    }

    #[test]
    fn failures_name_their_input() {
        let text = format!("{GOOD}thread panicked at src/x.rs:1\nTest unit written to failures/off/crash-1\n");
        let log = FuzzLog::parse(&text, false);
        assert_eq!(log.failures.len(), 1);
        assert!(log.failures[0].contains("crash-1") && log.failures[0].contains("src/x.rs:1"));
        assert_eq!(FuzzLog::parse("", false).failures, ["it ended without a word"]);
    }
}
