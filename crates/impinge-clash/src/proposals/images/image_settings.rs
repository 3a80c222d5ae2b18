//! The options after `--method cinder`, `cullide` or `ldi`: how images are made, and by what.

use crate::proposals::check_method::ImageMethod;
use std::fmt;
use std::str::FromStr;

/// Columns and rows of an image, at most: what layered images are limited to.
const LARGEST_SIZE: u32 = 4096;

/// Layers of edges, at most: more are never there.
const MOST_LAYERS: u32 = 1024;

/// How images are made, and by what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImageSettings {
    /// The method.
    pub method: ImageMethod,
    /// What makes the images.
    pub device: ImageDevice,
    /// Columns and rows of an image.
    pub size: u32,
    /// From where edges are looked at.
    pub view: ImageView,
    /// How edges are kept from lying inside their own solid.
    pub own: OwnEdges,
    /// Layers of edges that are looked at in each view.
    pub layers: u32,
    /// Edges, and points, that are listed of a body inside another, at most.
    pub points: usize,
}

/// What makes images.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImageDevice {
    /// A graphics device, by Vulkan.
    #[default]
    Vulkan,
    /// The CPU, without any driver: the same images, pixel by pixel.
    Cpu,
}

crate::enum_names!(ImageDevice { Vulkan = "vulkan", Cpu = "cpu" });

/// From where edges are looked at: along the three axes in every case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImageView {
    /// Parallel rays.
    #[default]
    Parallel,
    /// Rays from an eye, finer for what is near.
    Perspective,
}

crate::enum_names!(ImageView { Parallel = "parallel", Perspective = "perspective" });

/// How edges are kept from lying inside their own solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnEdges {
    /// A solid is not counted against its own edges.
    #[default]
    Excluded,
    /// Edges are moved outward along the normals of their vertices, as published.
    Offset,
}

crate::enum_names!(OwnEdges { Excluded = "excluded", Offset = "offset" });

impl ImageSettings {
    /// The usual settings of a method.
    ///
    /// Three views of four layers show all pairs but those that all but touch (`docs/notes/cinder.md`). Layered images of pairs are made for each pair and walked over on
    /// the CPU, so they are smaller.
    #[must_use]
    pub fn new(method: ImageMethod) -> Self {
        let size = if method == ImageMethod::Ldi { 64 } else { 256 };
        let (device, view, own) = Default::default();
        Self { method, device, size, view, own, layers: 4, points: 10 }
    }

    /// Whether what images do not propose is proved to be apart: fragments hold the true surface over the whole pixel, but edges at the centres of pixels
    /// are hints.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        match self.method {
            ImageMethod::Cinder => false,
            ImageMethod::Cullide | ImageMethod::Ldi => true,
        }
    }

    /// Sets an option.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = |range: std::ops::RangeInclusive<u32>| {
            let read = value.parse().ok().filter(|number| range.contains(number));
            read.ok_or_else(|| format!("{key} is a number from {} to {}, found {value:?}", range.start(), range.end()))
        };
        let cinder = self.method == ImageMethod::Cinder;
        match key {
            "device" => self.device = named(key, value, ImageDevice::ALL, ImageDevice::from_name)?,
            "size" => self.size = number(1..=LARGEST_SIZE)?,
            "view" if cinder => self.view = named(key, value, ImageView::ALL, ImageView::from_name)?,
            "own" if cinder => self.own = named(key, value, OwnEdges::ALL, OwnEdges::from_name)?,
            "layers" if cinder => self.layers = number(1..=MOST_LAYERS)?,
            "points" if cinder => self.points = number(0..=u32::MAX)? as usize,
            _ => {
                let more = if cinder { ", view, own, layers, points" } else { "" };
                return Err(format!("{} has the options device, size{more}, found {key:?}", self.method));
            }
        }
        Ok(())
    }
}

/// A value by its name.
fn named<T: fmt::Display>(
    key: &str,
    value: &str,
    all: &[T],
    from_name: impl Fn(&str) -> Option<T>,
) -> Result<T, String> {
    let names = || all.iter().map(T::to_string).collect::<Vec<_>>().join(" or ");
    from_name(value).ok_or_else(|| format!("{key} is {}, found {value:?}", names()))
}

impl fmt::Display for ImageSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::new(self.method);
        let options = [
            (self.device != usual.device).then(|| format!("device={}", self.device)),
            (self.size != usual.size).then(|| format!("size={}", self.size)),
            (self.view != usual.view).then(|| format!("view={}", self.view)),
            (self.own != usual.own).then(|| format!("own={}", self.own)),
            (self.layers != usual.layers).then(|| format!("layers={}", self.layers)),
            (self.points != usual.points).then(|| format!("points={}", self.points)),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        let name = self.method.name();
        if options.is_empty() { f.write_str(name) } else { write!(f, "{name}:{}", options.join(",")) }
    }
}

impl FromStr for ImageSettings {
    type Err = String;

    /// Parses the name of a method, or the name, a colon and options.
    fn from_str(word: &str) -> Result<Self, String> {
        let (name, options) = word.split_once(':').map_or((word, None), |(name, options)| (name, Some(options)));
        let method = ImageMethod::from_name(name).ok_or_else(|| format!("{name:?} draws nothing"))?;
        let mut settings = Self::new(method);
        let mut seen = Vec::new();
        for option in options.into_iter().flat_map(|options| options.split(',')) {
            let (key, value) =
                option.split_once('=').ok_or_else(|| format!("{name}: expected OPTION=VALUE, found {option:?}"))?;
            if seen.contains(&key) {
                return Err(format!("{name}: {key} is given twice"));
            }
            seen.push(key);
            settings.set(key, value)?;
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_written() {
        for word in [
            "cinder",
            "cullide",
            "ldi",
            "cinder:device=cpu,size=64,view=perspective,own=offset,layers=2,points=3",
            "cullide:device=cpu",
            "ldi:size=128",
        ] {
            assert_eq!(word.parse::<ImageSettings>().unwrap().to_string(), word);
        }
        // The usual values are not repeated.
        let usual = "cinder:device=vulkan,size=256,view=parallel,own=excluded,layers=4,points=10";
        assert_eq!(usual.parse::<ImageSettings>().unwrap().to_string(), "cinder");
    }

    #[test]
    fn refusals_name_what_was_found() {
        for word in [
            "cinder:views=2",
            "cinder:",
            "cinder:size",
            "cinder:size=0",
            "cinder:size=4097",
            "cinder:layers=0",
            "cinder:view=aslant",
            "cinder:own=none",
            "ldi:view=parallel",
            "cullide:points=3",
            "cullide:device=abacus",
        ] {
            let refusal = word.parse::<ImageSettings>().unwrap_err();
            assert!(refusal.contains("found"), "{word}: {refusal}");
        }
        assert!("ldi:size=3,size=4".parse::<ImageSettings>().unwrap_err().contains("twice"));
    }
}
