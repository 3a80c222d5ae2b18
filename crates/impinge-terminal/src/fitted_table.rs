//! Tables that fit a width: names are shortened in the middle, numbers never, and what does not fit beside goes below.
//!
//! If a table is too wide, its names are shortened, all to one length, down to `SHORT_NAME` columns. If that is not enough, every row
//! takes several lines, and the header as many: columns keep their order and are put on a line while they fit, names with up to `LONG_NAME` columns.
//! Columns without a single entry are left out.

use console::measure_text_width;
use std::fmt::Display;

/// Names are not shortened below this, to keep a row on one line.
const SHORT_NAME: usize = 16;

/// The room for a name where a row takes several lines.
const LONG_NAME: usize = 32;

/// Between two columns.
const GAP: usize = 2;

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CellContent {
    /// Words, never shortened.
    Text,
    /// Of something, which may be shortened.
    Name,
    /// Aligned to the right, never shortened.
    Number,
}

/// A cell of a table.
#[derive(Clone, Debug)]
pub struct Cell {
    text: String,
    content: CellContent,
}

impl Cell {
    /// Words, never shortened.
    pub fn new(text: impl Display) -> Self {
        Self { text: text.to_string(), content: CellContent::Text }
    }

    /// A name, shortened in the middle where it is too long.
    pub fn name(text: impl Display) -> Self {
        Self { text: text.to_string(), content: CellContent::Name }
    }

    /// A number, or several; empty if it is not known.
    pub fn number(text: Option<String>) -> Self {
        Self { text: text.unwrap_or_default(), content: CellContent::Number }
    }
}

/// A table of rows under a header.
#[derive(Clone, Debug)]
pub struct FittedTable {
    header: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// A column, as wide as it is drawn.
struct Column {
    index: usize,
    width: usize,
}

impl FittedTable {
    /// A table without rows.
    #[must_use]
    pub fn new<'a>(header: impl IntoIterator<Item = &'a str>) -> Self {
        Self { header: header.into_iter().map(str::to_owned).collect(), rows: Vec::new() }
    }

    /// Adds a row; missing cells are empty, and there are no more than columns.
    pub fn add_row(&mut self, mut cells: Vec<Cell>) {
        cells.resize_with(self.header.len(), || Cell::new(""));
        self.rows.push(cells);
    }

    /// The header, its rule, and every row, each as its lines without a line break at the end.
    #[must_use]
    pub fn render(&self, width: usize) -> Vec<String> {
        let has_entry = |column: usize| self.rows.iter().any(|row| !row[column].text.is_empty());
        let kept: Vec<usize> = (0..self.header.len()).filter(|i| has_entry(*i)).collect();
        if !self.rows.is_empty() && kept.len() < self.header.len() {
            let header = kept.iter().map(|i| self.header[*i].clone()).collect();
            let rows = self.rows.iter().map(|row| kept.iter().map(|i| row[*i].clone()).collect()).collect();
            return Self { header, rows }.render(width);
        }
        let lines = self.layout(width);
        let drawn = |line: &[Column]| line.iter().map(|column| column.width + GAP).sum::<usize>().saturating_sub(GAP);
        let rule = lines.iter().enumerate().map(|(k, line)| indent(k) + drawn(line)).max().unwrap_or(0);
        let header: Vec<Cell> =
            (0..self.header.len()).map(|i| Cell { text: self.header[i].clone(), content: self.content(i) }).collect();
        let mut rendered = vec![block(&header, &lines), "─".repeat(rule)];
        rendered.extend(self.rows.iter().map(|row| block(row, &lines)));
        rendered
    }

    /// What a column holds: names if there is one, else numbers if there is one.
    fn content(&self, column: usize) -> CellContent {
        let holds = |content| self.rows.iter().any(|row| row[column].content == content);
        [CellContent::Name, CellContent::Number]
            .into_iter()
            .find(|content| holds(*content))
            .unwrap_or(CellContent::Text)
    }

    /// The columns of every line of a row.
    fn layout(&self, width: usize) -> Vec<Vec<Column>> {
        let widest = |i: usize| {
            let texts = self.rows.iter().map(|row| &row[i].text).chain([&self.header[i]]);
            texts.map(|text| measure_text_width(text)).max().unwrap_or(0)
        };
        let natural: Vec<usize> = (0..self.header.len()).map(widest).collect();
        let is_name: Vec<bool> = (0..natural.len()).map(|i| self.content(i) == CellContent::Name).collect();
        let at_most = |cap: usize, i: usize| {
            if is_name[i] { natural[i].min(cap.max(measure_text_width(&self.header[i]))) } else { natural[i] }
        };
        let line = |from: usize, to: usize, room: usize| {
            let total = |cap: usize| (from..to).map(|i| at_most(cap, i) + GAP).sum::<usize>() - GAP;
            let widest = natural[from..to].iter().copied().max().unwrap_or(0);
            let cap = (1..=widest).rev().find(|cap| total(*cap) <= room);
            let columns =
                |cap| (from..to).map(|index| Column { index, width: at_most(cap, index) }).collect::<Vec<_>>();
            (cap.unwrap_or(1), columns(cap.unwrap_or(1)), cap.is_some())
        };
        if natural.is_empty() {
            return Vec::new();
        }
        let (cap, columns, fits) = line(0, natural.len(), width);
        let is_shortened = (0..natural.len()).any(|i| is_name[i] && natural[i] > cap);
        if fits && (cap >= SHORT_NAME || !is_shortened) {
            return vec![columns];
        }
        let mut lines = Vec::new();
        let (mut from, mut used) = (0, 0);
        for i in 0..natural.len() {
            let needed = at_most(LONG_NAME, i) + GAP;
            if i > from && indent(lines.len()) + used + needed - GAP > width {
                lines.push(line(from, i, width - indent(lines.len())).1);
                (from, used) = (i, 0);
            }
            used += needed;
        }
        lines.push(line(from, natural.len(), width - indent(lines.len())).1);
        lines
    }
}

/// Lines of a row after the first are indented.
fn indent(line: usize) -> usize {
    if line == 0 { 0 } else { 4 }
}

/// A row as its lines; those after the first are left out where they are empty.
fn block(cells: &[Cell], lines: &[Vec<Column>]) -> String {
    let mut drawn = Vec::new();
    for (k, line) in lines.iter().enumerate() {
        let mut text = " ".repeat(indent(k));
        for Column { index, width } in line {
            let cell = &cells[*index];
            let content = match cell.content {
                CellContent::Name => shorten(&cell.text, *width),
                CellContent::Text | CellContent::Number => cell.text.clone(),
            };
            let blank = " ".repeat(width.saturating_sub(measure_text_width(&content)));
            match cell.content {
                CellContent::Number => text.extend([blank.as_str(), &content]),
                CellContent::Text | CellContent::Name => text.extend([content.as_str(), &blank]),
            }
            text.push_str(&" ".repeat(GAP));
        }
        let text = text.trim_end();
        if k == 0 || !text.is_empty() {
            drawn.push(text.to_owned());
        }
    }
    drawn.join("\n")
}

/// A name in at most this many columns: its beginning and its end, which has one more.
#[must_use]
pub fn shorten(name: &str, width: usize) -> String {
    if measure_text_width(name) <= width {
        return name.to_owned();
    }
    let room = width.saturating_sub(1);
    let head: String = taken(name.chars(), room / 2).collect();
    let tail: Vec<char> = taken(name.chars().rev(), room - room / 2).collect();
    format!("{head}…{}", tail.into_iter().rev().collect::<String>())
}

/// The first characters that fit a width.
fn taken(chars: impl Iterator<Item = char>, width: usize) -> impl Iterator<Item = char> {
    chars.scan(0, move |used, c| {
        *used += measure_text_width(c.encode_utf8(&mut [0; 4]));
        (*used <= width).then_some(c)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> FittedTable {
        let mut table = FittedTable::new(["id", "a", "b", "depth", "at"]);
        let number = |text: &str| Cell::number(Some(text.to_owned()));
        let place = Cell::new("(4500000.125, 5700000.5, 31.25)");
        let names =
            ["plant / hall 3 / pump 12 / impeller housing, upper half", "plant / hall 3 / pump 12 / bolt M6 x 20"];
        table.add_row(vec![
            Cell::new("K8SE-8TG9"),
            Cell::name(names[0]),
            Cell::name(names[1]),
            number("0.31489 to 0.575378"),
            place,
        ]);
        table.add_row(vec![Cell::new("A2NK-SY67"), Cell::name("x"), Cell::name("y"), number("12")]);
        table
    }

    #[test]
    fn a_table_fits_and_keeps_its_numbers() {
        for width in [40, 60, 80, 100, 120, 150, 300] {
            let blocks = table().render(width);
            let lines: Vec<&str> = blocks.iter().flat_map(|block| block.lines()).collect();
            assert!(lines.iter().all(|line| measure_text_width(line) <= width), "{width}: {blocks:#?}");
            let text = blocks.join("\n");
            assert!(
                ["0.31489 to 0.575378", "(4500000.125, 5700000.5, 31.25)", "K8SE-8TG9"]
                    .iter()
                    .all(|part| text.contains(part))
            );
            assert_eq!(text.contains('…'), width < 170, "{width}: {text}");
            assert_eq!(lines.len() > 4, width < 100, "{width}: {text}");
        }
    }

    #[test]
    fn rows_on_several_lines_leave_out_empty_ones() {
        let blocks = table().render(60);
        assert_eq!(blocks.len(), 4);
        assert!(blocks[0].lines().count() >= 2 && blocks[3].lines().count() < blocks[2].lines().count(), "{blocks:#?}");
    }

    #[test]
    fn numbers_stand_at_the_right() {
        let mut table = FittedTable::new(["n", "count"]);
        table.add_row(vec![Cell::new("p"), Cell::number(Some("7".to_owned()))]);
        table.add_row(vec![Cell::new("q")]);
        assert_eq!(table.render(80), ["n  count", "────────", "p      7", "q"]);
        assert_eq!(FittedTable::new([]).render(80), ["", ""]);
    }

    #[test]
    fn columns_without_an_entry_are_left_out() {
        let mut table = FittedTable::new(["n", "count", "at"]);
        table.add_row(vec![Cell::new("p"), Cell::number(None), Cell::new("here")]);
        assert_eq!(table.render(80), ["n  at", "───────", "p  here"]);
    }

    #[test]
    fn names_are_shortened_in_the_middle() {
        assert_eq!(shorten("bolt", 4), "bolt");
        assert_eq!(shorten("pump / bolt", 8), "pum…bolt");
        assert_eq!(shorten("pump / bolt", 1), "…");
        // Characters that take two columns.
        assert_eq!(shorten("漢字漢字漢字", 8), "漢…漢字");
        assert!((1..20).all(|width| measure_text_width(&shorten("漢字 pump 漢字 bolt", width)) <= width));
    }
}
