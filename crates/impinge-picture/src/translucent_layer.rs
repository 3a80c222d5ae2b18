//! The nearest samples of translucent bodies: one layer, however many lie behind each other.

use super::Colour;
use super::band::NOTHING;

/// Samples of a band; none are kept until the first is drawn.
pub struct TranslucentLayer {
    depths: Vec<f32>,
    colours: Vec<Colour>,
    /// How much of what is behind it a surface hides, and how much its outline does.
    opacity: [f32; 2],
}

/// Samples side by side whose distances differ by more than this part are of different surfaces.
const STEP: f32 = 0.02;

impl TranslucentLayer {
    pub fn new(surface: f32, outline: f32) -> Self {
        Self { depths: Vec::new(), colours: Vec::new(), opacity: [surface, outline] }
    }

    /// The distances and colours of the given number of samples.
    pub fn samples(&mut self, count: usize) -> (&mut Vec<f32>, &mut Vec<Colour>) {
        if self.depths.is_empty() {
            self.depths.resize(count, NOTHING);
            self.colours.resize(count, Colour::default());
        }
        (&mut self.depths, &mut self.colours)
    }

    /// What is seen of a sample that is so far away, from its place and those of its four neighbours.
    pub fn over(&self, behind: Colour, [i, around @ ..]: [usize; 5], depth: f32) -> Colour {
        let own = match self.depths.get(i) {
            Some(own) if *own < depth => *own,
            _ => return behind,
        };
        let is_step = |k: usize| (own - self.depths[k]).abs() > STEP * own;
        let is_outline = around.into_iter().any(is_step);
        behind.mixed(self.colours[i], self.opacity[usize::from(is_outline)])
    }
}
