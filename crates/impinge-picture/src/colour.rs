//! Colours as amounts of light, so that they can be added and averaged.

/// Red, green and blue light, from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Colour(pub [f32; 3]);

impl Colour {
    /// What the bytes of an sRGB picture stand for.
    #[must_use]
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        // The curve of sRGB is near a square; a constant cannot raise to 2.4.
        const fn light(byte: u8) -> f32 {
            let x = byte as f32 / 255.0;
            x * x
        }
        Self([light(r), light(g), light(b)])
    }

    /// So much of the light.
    #[must_use]
    #[inline(always)]
    pub fn dimmed(self, factor: f32) -> Self {
        Self(self.0.map(|x| x * factor))
    }

    /// Between this and another, `t` from 0 to 1.
    #[must_use]
    #[inline(always)]
    pub fn mixed(self, other: Self, t: f32) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + (other.0[k] - self.0[k]) * t))
    }

    /// The bytes of a picture.
    #[must_use]
    pub fn bytes(self) -> [u8; 3] {
        self.0.map(light_byte)
    }
}

/// An amount of light as a byte of a picture.
#[inline(always)]
pub fn light_byte(light: f32) -> u8 {
    // Numbers from 2^23 to 2^24 are whole: the sum is the nearest one, and its last bits are the number.
    const WHOLE: f32 = 8_388_608.0;
    (light.clamp(0.0, 1.0).sqrt() * 255.0 + WHOLE).to_bits() as u8
}
