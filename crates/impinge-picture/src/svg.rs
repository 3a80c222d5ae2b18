//! Vector drawings as SVG text, in pixels from the upper left.

use std::fmt::Write;

/// A drawing on white.
pub struct Svg {
    text: String,
}

impl Svg {
    /// An empty drawing of a width and a height.
    pub fn new([width, height]: [f64; 2]) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{width}\" \
             height=\"{height}\" fill=\"white\"/>\n"
        );
        Self { text }
    }

    /// Words at a place, anchored at their `start`, `middle` or `end`, in a colour.
    pub fn text(&mut self, [x, y]: [f64; 2], [anchor, colour]: [&str; 2], size: u32, words: &str) {
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let _ = writeln!(
            self.text,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\" \
             fill=\"{colour}\">{words}</text>"
        );
    }

    /// A thin line.
    pub fn line(&mut self, [[x1, y1], [x2, y2]]: [[f64; 2]; 2], colour: &str) {
        let _ = writeln!(
            self.text,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        );
    }

    /// A filled rectangle: left, top, width, height.
    pub fn rectangle(&mut self, [x, y, width, height]: [f64; 4], colour: &str) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
        );
    }

    /// A filled rectangle that lets two thirds through: left, top, width, height.
    pub fn pale_rectangle(&mut self, [x, y, width, height]: [f64; 4], colour: &str) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\" \
             opacity=\"0.35\"/>"
        );
    }

    /// A pale area inside points, written `x,y x,y …`.
    pub fn band(&mut self, points: &str, colour: &str) {
        let _ = writeln!(
            self.text,
            "<polygon points=\"{points}\" fill=\"{colour}\" fill-opacity=\"0.2\" stroke=\"{colour}\" \
             stroke-opacity=\"0.25\" stroke-width=\"0.7\"/>"
        );
    }

    /// A translucent area, by the data of a path and even-odd.
    pub fn area(&mut self, data: &str, [fill, stroke]: [&str; 2], opacity: f64) {
        let _ = writeln!(
            self.text,
            "<path d=\"{data}\" fill=\"{fill}\" fill-rule=\"evenodd\" fill-opacity=\"{opacity}\" \
             stroke=\"{stroke}\" stroke-width=\"0.8\"/>"
        );
    }

    /// A thick line.
    pub fn bar(&mut self, [[x1, y1], [x2, y2]]: [[f64; 2]; 2], colour: &str) {
        let _ = writeln!(
            self.text,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" \
             stroke-width=\"2.2\" stroke-linecap=\"round\"/>"
        );
    }

    /// A filled area inside points, with a thin edge.
    pub fn facet(&mut self, points: &[[f64; 2]], colour: &str) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let points = points.join(" ");
        let _ = writeln!(
            self.text,
            "<polygon points=\"{points}\" fill=\"{colour}\" stroke=\"#555555\" stroke-width=\"0.6\"/>"
        );
    }

    /// A curve through points, written `x,y x,y …`.
    pub fn curve(&mut self, points: &str, colour: &str) {
        let _ = writeln!(self.text, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\"/>");
    }

    /// A small dot.
    pub fn dot(&mut self, [x, y]: [f64; 2], colour: &str) {
        let _ = writeln!(self.text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\" fill=\"{colour}\"/>");
    }

    /// A small circle.
    pub fn ring(&mut self, [x, y]: [f64; 2], colour: &str) {
        let _ = writeln!(self.text, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"none\" stroke=\"{colour}\"/>");
    }

    /// The drawing as the text of a file.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}
