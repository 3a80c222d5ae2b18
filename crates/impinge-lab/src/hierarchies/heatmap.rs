//! A table of times as a coloured drawing and as text: rows are questions, columns methods, and the best of each row shines.

use crate::hierarchies::trial::Trial;
use comfy_table::{Cell, CellAlignment, LineStyle, Table, presets};
use impinge_picture::number_format::three_figures;
use impinge_picture::svg::Svg;

/// Methods to compare, and what they took.
pub struct Heatmap<'a> {
    /// What differs between the methods.
    pub title: &'static str,
    /// Their names, in order.
    pub methods: &'a [&'static str],
    /// All trials, of these methods and of others.
    pub trials: &'a [Trial],
}

/// A row: bodies, place and question.
type Key = (&'static str, &'static str, &'static str);

impl Heatmap<'_> {
    /// The rows in the order of the trials, each with a trial for each method.
    fn rows(&self) -> Vec<(Key, Vec<Option<&Trial>>)> {
        let mut keys: Vec<Key> = self.trials.iter().map(|t| (t.bodies, t.place, t.question)).collect();
        keys.dedup();
        let trial = |key: Key, method: &str| {
            self.trials.iter().find(|t| (t.bodies, t.place, t.question) == key && t.method == method)
        };
        keys.into_iter().map(|key| (key, self.methods.iter().map(|method| trial(key, method)).collect())).collect()
    }

    /// The table for people: microseconds, the best of each row with a star.
    pub fn table(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING.header_separator(LineStyle::none().fill('─').junction('─')));
        table.set_header(std::iter::once(self.title).chain(self.methods.iter().map(|method| short(method))));
        for ((bodies, place, question), trials) in self.rows() {
            let best = least(&trials);
            let cell = |trial: &Option<&Trial>| {
                let text = trial.map_or(String::new(), |t| {
                    format!("{}{}", three_figures(t.microseconds), if t.microseconds == best { "*" } else { " " })
                });
                Cell::new_owned(text).set_alignment(CellAlignment::Right)
            };
            let name = Cell::new_owned(format!("{bodies} {place}, {question}"));
            table.add_row(std::iter::once(name).chain(trials.iter().map(cell)));
        }
        table.lines().map(|line| format!("{}\n", line.trim_end())).collect()
    }

    /// The methods that are best in most rows, and in how many.
    pub fn winners(&self) -> String {
        let rows = self.rows();
        let mut wins: Vec<(usize, &str)> = self.methods.iter().map(|method| (0, *method)).collect();
        for (_, trials) in &rows {
            let best = least(trials);
            for (win, trial) in wins.iter_mut().zip(trials) {
                win.0 += usize::from(trial.is_some_and(|t| t.microseconds == best));
            }
        }
        wins.sort_by(|(p, _), (q, _)| q.cmp(p));
        let named: Vec<String> =
            wins.iter().filter(|(n, _)| *n > 0).map(|(n, method)| format!("{method} {n}")).collect();
        format!("fastest in rows: {} (of {})", named.join(", "), rows.len())
    }

    /// The drawing: how many times slower than the best of its row, darker for slower; below it the box tests.
    pub fn svg(&self, machine: &str) -> String {
        const LEFT: f64 = 210.0;
        const TOP: f64 = 92.0;
        const CELL: f64 = 104.0;
        const ROW: f64 = 38.0;
        let rows = self.rows();
        let size = [LEFT + CELL * self.methods.len() as f64 + 16.0, TOP + ROW * rows.len() as f64 + 16.0];
        let mut svg = Svg::new(size);
        svg.text(
            [12.0, 24.0],
            ["start", "#333333"],
            15,
            &format!("{}: times slower than the best of each row", self.title),
        );
        let note = format!("in brackets microseconds, then box tests; {machine}, one thread");
        svg.text([12.0, 42.0], ["start", "#777777"], 11, &note);
        for (k, method) in self.methods.iter().enumerate() {
            let x = LEFT + CELL * (k as f64 + 0.5);
            // The volume above, what is not usual about it below.
            let (volume, option) = method.split_once(':').unwrap_or((method, ""));
            svg.text([x, TOP - 24.0], ["middle", "#333333"], 12, volume);
            svg.text([x, TOP - 9.0], ["middle", "#333333"], 10, option);
        }
        for (i, ((bodies, place, question), trials)) in rows.iter().enumerate() {
            let y = TOP + ROW * i as f64;
            svg.text([LEFT - 10.0, y + 23.0], ["end", "#333333"], 12, &format!("{bodies} {place}, {question}"));
            let best = least(trials);
            for (k, trial) in trials.iter().enumerate() {
                let Some(trial) = trial else { continue };
                let x = LEFT + CELL * k as f64;
                let ratio = trial.microseconds / best.max(1e-9);
                let (fill, ink) = colours(ratio);
                svg.rectangle([x, y, CELL - 2.0, ROW - 2.0], &fill);
                let words = format!("{}x ({})", three_figures(ratio), three_figures(trial.microseconds));
                svg.text([x + CELL / 2.0, y + 16.0], ["middle", ink], 11, &words);
                svg.text([x + CELL / 2.0, y + 30.0], ["middle", ink], 10, &three_figures(trial.box_tests));
            }
        }
        svg.finish()
    }
}

/// The least time of a row.
fn least(trials: &[Option<&Trial>]) -> f64 {
    trials.iter().flatten().map(|t| t.microseconds).fold(f64::INFINITY, f64::min)
}

/// What stands out in a column of a table: the option of a method, without its key where the value says enough.
fn short(method: &str) -> &str {
    let option = method.split_once(':').map_or(method, |(_, options)| options);
    let keys = ["split=", "axis=", "descend=", "order="];
    keys.iter().find_map(|key| option.strip_prefix(key)).unwrap_or(option)
}

/// The colour of a cell and of its words: from pale yellow for the best to dark blue for ten times slower and more.
fn colours(ratio: f64) -> (String, &'static str) {
    const STOPS: [[f64; 3]; 4] =
        [[255.0, 249.0, 196.0], [161.0, 218.0, 180.0], [65.0, 150.0, 196.0], [37.0, 52.0, 128.0]];
    let t = ratio.max(1.0).log10().min(1.0) * 3.0;
    let (k, part) = ((t as usize).min(2), t - (t as usize).min(2) as f64);
    let mix: [u8; 3] = std::array::from_fn(|c| (STOPS[k][c] + (STOPS[k + 1][c] - STOPS[k][c]) * part).round() as u8);
    let ink = if t > 1.6 { "#ffffff" } else { "#222222" };
    (format!("#{:02x}{:02x}{:02x}", mix[0], mix[1], mix[2]), ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trial(place: &'static str, method: &str, microseconds: f64) -> Trial {
        let (method, box_tests, triangle_tests) = (method.to_owned(), 12.0, 3.0);
        Trial { bodies: "blobs", place, question: "contacts", method, box_tests, triangle_tests, microseconds }
    }

    #[test]
    fn the_best_of_each_row_is_marked_and_counted() {
        let trials = [
            trial("close", "aabb", 10.0),
            trial("close", "obb", 5.0),
            trial("close", "rss", 1.0),
            trial("far", "aabb", 0.5),
            trial("far", "obb", 0.75),
        ];
        let map = Heatmap { title: "volume", methods: &["aabb", "obb"], trials: &trials };
        let lines: Vec<String> = map.table().lines().map(str::to_owned).collect();
        assert!(lines[2].contains("close") && lines[2].contains("10.0 ") && lines[2].ends_with("5.00*"), "{lines:?}");
        assert!(lines[3].contains("0.50*") && lines[3].ends_with("0.75"), "{lines:?}");
        assert_eq!(map.winners(), "fastest in rows: aabb 1, obb 1 (of 2)");
        let svg = map.svg("a machine");
        assert!(svg.contains("2.00x (10.0)") && svg.contains("1.50x (0.75)") && svg.contains("1.00x (0.50)"));
    }

    #[test]
    fn colours_go_from_pale_to_dark() {
        assert_eq!(colours(1.0), ("#fff9c4".to_owned(), "#222222"));
        assert_eq!(colours(10.0), ("#253480".to_owned(), "#ffffff"));
        assert_eq!(colours(1e9), colours(10.0));
    }
}
