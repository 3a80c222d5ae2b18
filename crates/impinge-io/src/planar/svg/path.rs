//! Path data (SVG 2, 9.3): the `d` attribute, all commands, absolute and relative.

use super::arc::EndArc;
use super::numbers::Numbers;
use super::outline::Outline;
use crate::error::{Fault, FilePlace};
use impinge::math::DVec2;

/// Path data that cannot be read.
#[derive(Debug)]
pub(super) struct Trouble {
    expected: &'static str,
    found: String,
}

impl Trouble {
    pub(super) fn fault(self, place: FilePlace) -> Fault {
        Fault::unexpected(place, self.expected, self.found)
    }
}

/// A path that is being drawn.
struct Pen<'a, 'o> {
    numbers: Numbers<'a>,
    outline: &'o mut Outline,
    /// What relative coordinates are added to.
    origin: DVec2,
    /// The last corner of the curve before, for those that go on smoothly.
    last_cubic: Option<DVec2>,
    last_quadratic: Option<DVec2>,
}

/// Draws path data.
pub(super) fn draw(text: &str, outline: &mut Outline) -> Result<(), Trouble> {
    let numbers = Numbers::new(text);
    let mut pen = Pen { numbers, outline, origin: DVec2::ZERO, last_cubic: None, last_quadratic: None };
    let mut is_first = true;
    while !pen.numbers.is_at_end() {
        let expected = if is_first { "path data that begins with M or m" } else { "a path command" };
        let command = pen.numbers.peek().filter(|c| c.is_ascii_alphabetic() && (!is_first || matches!(c, b'M' | b'm')));
        let Some(command) = command else { return Err(pen.trouble(expected)) };
        let known = b"MLHVCSQTAZ".contains(&command.to_ascii_uppercase());
        if !known {
            return Err(pen.trouble("one of the path commands M L H V C S Q T A Z"));
        }
        let _ = pen.numbers.take();
        pen.command(command)?;
        is_first = false;
    }
    Ok(())
}

impl Pen<'_, '_> {
    fn trouble(&self, expected: &'static str) -> Trouble {
        Trouble { expected, found: self.numbers.found() }
    }

    /// A command and all its arguments, which may be given many times.
    fn command(&mut self, command: u8) -> Result<(), Trouble> {
        if command.eq_ignore_ascii_case(&b'Z') {
            self.outline.close();
            (self.last_cubic, self.last_quadratic) = (None, None);
            return Ok(());
        }
        let mut command = command;
        loop {
            self.origin = if command.is_ascii_lowercase() { self.outline.at() } else { DVec2::ZERO };
            self.segment(command.to_ascii_uppercase())?;
            let goes_on = self.numbers.peek().is_some_and(|b| !b.is_ascii_alphabetic());
            if !goes_on {
                return Ok(());
            }
            // Points after those of a move are lines.
            command = match command {
                b'M' => b'L',
                b'm' => b'l',
                same => same,
            };
        }
    }

    /// One segment.
    fn segment(&mut self, command: u8) -> Result<(), Trouble> {
        let (mut cubic, mut quadratic) = (None, None);
        let at = self.outline.at();
        match command {
            b'M' => {
                let p = self.point()?;
                self.outline.move_to(p);
            }
            b'L' => {
                let p = self.point()?;
                self.outline.line_to(p);
            }
            b'H' => {
                let x = self.number()? + self.origin.x;
                self.outline.line_to(DVec2::new(x, at.y));
            }
            b'V' => {
                let y = self.number()? + self.origin.y;
                self.outline.line_to(DVec2::new(at.x, y));
            }
            b'C' | b'S' => {
                let smooth = self.last_cubic.map_or(at, |corner| 2.0 * at - corner);
                let p1 = if command == b'C' { self.point()? } else { smooth };
                let (p2, p3) = (self.point()?, self.point()?);
                self.outline.cubic_to(p1, p2, p3);
                cubic = Some(p2);
            }
            b'Q' | b'T' => {
                let smooth = self.last_quadratic.map_or(at, |corner| 2.0 * at - corner);
                let p1 = if command == b'Q' { self.point()? } else { smooth };
                let p2 = self.point()?;
                self.outline.quadratic_to(p1, p2);
                quadratic = Some(p1);
            }
            _ => {
                let radii = DVec2::new(self.number()?, self.number()?);
                let rotation = self.number()?;
                let (large, sweep) = (self.flag()?, self.flag()?);
                let to = self.point()?;
                self.outline.arc_to(&EndArc { from: at, radii, rotation, large, sweep, to });
            }
        }
        (self.last_cubic, self.last_quadratic) = (cubic, quadratic);
        Ok(())
    }

    fn point(&mut self) -> Result<DVec2, Trouble> {
        Ok(DVec2::new(self.number()?, self.number()?) + self.origin)
    }

    fn number(&mut self) -> Result<f64, Trouble> {
        self.numbers.number().ok_or_else(|| self.trouble("a finite number in the path data"))
    }

    fn flag(&mut self) -> Result<bool, Trouble> {
        self.numbers.flag().ok_or_else(|| self.trouble("a flag of an arc, 0 or 1"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::outline::Flatness;
    use super::super::transform::Affine;
    use super::*;

    fn rings(text: &str) -> Result<Vec<Vec<[f64; 2]>>, String> {
        let mut outline = Outline::new(Affine::IDENTITY, Flatness::Relative, 1 << 20);
        draw(text, &mut outline).map_err(|trouble| format!("{}, {}", trouble.expected, trouble.found))?;
        let rings = outline.finish().map_err(|_| "too fine".to_owned())?;
        Ok(rings.into_iter().map(|ring| ring.into_iter().map(|p| p.to_array()).collect()).collect())
    }

    #[test]
    fn absolute_and_relative_lines() {
        let square = vec![vec![[1.0, 1.0], [3.0, 1.0], [3.0, 3.0], [1.0, 3.0]]];
        for text in
            ["M1 1 L3 1 3 3 1 3Z", "M1,1H3V3H1Z", "m1 1 2 0 0 2-2 0z", "m1 1h2v2h-2", " M 1 1 3 1 L 3 3 l -2 0 "]
        {
            assert_eq!(rings(text).unwrap(), square, "{text}");
        }
        let two = rings("M0 0h1v1zm5 5h1v1z").unwrap();
        assert_eq!(
            two[1],
            [[5.0, 5.0], [6.0, 5.0], [6.0, 6.0]],
            "a relative move counts from the start of the ring before"
        );
        assert_eq!(rings("M0 0h1v1zh2v2").unwrap()[1], [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0]]);
        assert!(
            rings("M1 1").unwrap().is_empty()
                && rings("").unwrap().is_empty()
                && rings("M1 1M2 2Z").unwrap().is_empty()
        );
    }

    #[test]
    fn curves_end_where_they_say() {
        let ends = |text: &str| {
            let ring = rings(text).unwrap().remove(0);
            (ring.len(), ring[ring.len() - 1])
        };
        for text in ["M0 0C0 1 1 1 2 0", "M0 0c0 1 1 1 2 0", "M0 0Q1 1 2 0", "M0 0A1 1 0 0 1 2 0", "M0 0a1 1 0 012 0"] {
            let (count, last) = ends(text);
            assert!(count > 10 && last == [2.0, 0.0], "{text}: {count} {last:?}");
        }
        assert_eq!(ends("M0 0S1 1 2 0 4 1 4 0").1, [4.0, 0.0]);
        assert_eq!(ends("M0 0A0 1 0 0 1 2 0"), (2, [2.0, 0.0]), "without a radius, a line");
        // T mirrors the corner before it, so the curve below goes as far down as the first goes up.
        let wave = rings("M0 0q1 2 2 0t2 0").unwrap().remove(0);
        let (low, high) = wave.iter().fold((0.0_f64, 0.0_f64), |(low, high), p| (low.min(p[1]), high.max(p[1])));
        assert!((low + 1.0).abs() < 1e-12 && (high - 1.0).abs() < 1e-12, "{low} {high}");
    }

    #[test]
    fn refusals_tell_the_character() {
        assert_eq!(rings("L1 1").unwrap_err(), "path data that begins with M or m, 'L1 1' at character 1");
        assert_eq!(rings("M1 1 L2").unwrap_err(), "a finite number in the path data, the end");
        assert_eq!(rings("M1 1 L2 x").unwrap_err(), "a finite number in the path data, 'x' at character 9");
        assert_eq!(
            rings("M1 1 R2 2").unwrap_err(),
            "one of the path commands M L H V C S Q T A Z, 'R2 2' at character 6"
        );
        assert_eq!(rings("M0 0A1 1 0 2 1 2 0").unwrap_err(), "a flag of an arc, 0 or 1, '2 1 2 0' at character 12");
        assert!(rings("M1e999 0").is_err() && rings("MNaN 0").is_err());
        assert!(rings("M1 1Z 5").unwrap_err().starts_with("a path command"));
    }
}
