//! Plain text tables: a header line, columns, no frame.

use comfy_table::{Cell, CellAlignment, LineStyle, Table, presets};

/// A table without frames.
#[must_use]
pub fn plain() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('─').junction('─')));
    table
}

/// A cell whose words stand at its right.
#[must_use]
pub fn right(text: String) -> Cell {
    Cell::new_owned(text).set_alignment(CellAlignment::Right)
}

/// The table as lines without blanks at their ends.
#[must_use]
pub fn lines(table: &Table) -> String {
    table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}
