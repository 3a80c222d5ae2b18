//! Numbers of things in words.

/// `count` things in words: `no points`, `1 point`, `12 points`.
pub fn counted(count: u64, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
