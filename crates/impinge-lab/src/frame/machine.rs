//! The machine that a measurement was made on.

/// The processor, as the system names it.
pub fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name));
    name.map_or(std::env::consts::ARCH, str::trim).to_owned()
}
