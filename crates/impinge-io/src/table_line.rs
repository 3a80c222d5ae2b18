//! Which line of a table a record stands on.

/// The line that a record stands on, from 1; the reader's own position is that of the blank lines before it.
pub(crate) fn line_of(bytes: &[u8], cells: &csv::ByteRecord) -> u64 {
    let Some(position) = cells.position() else { return 0 };
    let from = usize::try_from(position.byte()).unwrap_or(bytes.len()).min(bytes.len());
    let blank = bytes[from..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    position.line() + blank.filter(|byte| **byte == b'\n').count() as u64
}
