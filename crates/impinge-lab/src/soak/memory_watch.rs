//! The memory of the process, watched: what a run needs it has soon, so memory that keeps growing is held by nobody.

/// Growth below this many megabytes is allocators and threads.
const SLACK: f64 = 64.0;

/// Fewer samples than this say nothing.
const FEWEST: usize = 40;

/// Memory of this process in megabytes; `None` where the system does not tell.
pub fn resident_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<f64>().ok()? / 1024.0)
}

/// Whether samples at equal intervals keep growing: each quarter's most is above that of the quarter before, and the last is half as much again as the
/// second and more than the slack above it. The first quarter may be small.
pub fn keeps_growing(samples: &[f64]) -> bool {
    if samples.len() < FEWEST {
        return false;
    }
    let most =
        |k: usize| samples[samples.len() * k / 4..samples.len() * (k + 1) / 4].iter().copied().fold(0.0, f64::max);
    let [second, third, fourth] = [most(1), most(2), most(3)];
    second < third && third < fourth && fourth > 1.5 * second && fourth > second + SLACK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_told_from_a_plateau() {
        let steady: Vec<f64> = (0..100).map(|k| 100.0 + 300.0 * f64::from(k.min(30)) + f64::from(k % 7)).collect();
        assert!(!keeps_growing(&steady));
        let growing: Vec<f64> = (0..100).map(|k| 100.0 + 5.0 * f64::from(k)).collect();
        assert!(keeps_growing(&growing));
        assert!(!keeps_growing(&growing[..20]), "too few samples");
        let small: Vec<f64> = (0..100).map(|k| 10.0 + 0.5 * f64::from(k)).collect();
        assert!(!keeps_growing(&small), "within the slack");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_has_memory() {
        assert!(resident_megabytes().is_some_and(|megabytes| megabytes > 1.0));
    }
}
