//! Pictures show both bodies and the curve.

use crate::checked::CHECKED;
use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge_clash::{ClashKind, ClashPictures, ClashStatus, draw_clashes, group_clashes};
use impinge_scenes::NamedPart;
use impinge_scenes::solid::cuboid;
use std::sync::Arc;

/// The parts of a picture that are clearly orange, blue, of the curve's purple, and somewhat orange, as glass is.
fn shares(png: &[u8]) -> [f64; 4] {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let frame = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((frame.width, frame.height), (480, 360));
    let mut counts = [0_usize; 4];
    for pixel in pixels.chunks(3) {
        let [r, g, b] = [pixel[0], pixel[1], pixel[2]].map(i32::from);
        counts[0] += usize::from(r > b + 60 && g > b + 30);
        counts[1] += usize::from(b > r + 40 && b > g + 10);
        counts[3] += usize::from(r > b + 5);
        counts[2] += usize::from(r > g + 100 && b > g + 30);
    }
    counts.map(|count| count as f64 / (480.0 * 360.0))
}

#[test]
fn both_bodies_and_the_curve_are_seen() {
    let checked = &*CHECKED;
    let mut seen = 0;
    for (clash, view) in checked.clashes.iter().zip(&checked.views) {
        let Some(view) = view else {
            assert_eq!(clash.status, ClashStatus::Resolved);
            continue;
        };
        let [orange, blue, curve, tinted] = shares(view.png.as_ref().unwrap());
        let both = match clash.kind {
            // Of two equal bodies one hides the other.
            ClashKind::Duplicate => orange.max(blue),
            // A tank, which is glass, comes before the bolt in it.
            ClashKind::Envelope => blue.min(tinted),
            _ => orange.min(blue),
        };
        assert!(both > 0.002 && curve > 0.0003, "{} {}: {orange} {blue} {curve}", clash.id, clash.kind.name());
        let view = &view.viewpoint;
        assert!((view.up.length() - 1.0).abs() < 1e-9 && view.up.dot(view.ahead()).abs() < 1e-9);
        let centre = clash.bounds.unwrap().centre();
        let off = (centre - view.eye).angle_between(view.ahead());
        assert!(off < 0.35, "the clash is in the middle: {off}");
        seen += 1;
    }
    assert_eq!(seen, checked.clashes.len() - 1);
}

fn pixels(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (160, 120));
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels
}

/// Thumbnails that are drawn small show what those of large pictures show, from the same place, for any number of threads.
#[test]
fn thumbnails_alone_look_like_those_of_pictures() {
    let checked = &*CHECKED;
    let draw = |threads: usize, pictures: ClashPictures| {
        draw_clashes(&checked.members, &checked.clashes, pictures, &Executor::try_new(threads).unwrap())
    };
    let small = draw(1, ClashPictures::Thumbnails);
    assert_eq!(small, draw(3, ClashPictures::Thumbnails));
    assert_eq!(small.len(), checked.views.len());
    assert!(draw(1, ClashPictures::None).is_empty());
    for (alone, shrunk) in small.iter().zip(&checked.views) {
        let (Some(alone), Some(shrunk)) = (alone, shrunk) else {
            assert!(alone.is_none() && shrunk.is_none());
            continue;
        };
        assert_eq!((alone.viewpoint, &alone.png), (shrunk.viewpoint, &None));
        let [alone, shrunk] = [alone, shrunk].map(|view| pixels(&view.thumbnail));
        let off: usize = alone.iter().zip(&shrunk).map(|(p, q)| usize::from(p.abs_diff(*q))).sum();
        assert!(off < 6 * alone.len(), "they differ by {} on average", off as f64 / alone.len() as f64);
    }
}

/// The body that meets nothing is orange, the plate that it misses a ghost.
#[test]
fn a_missing_contact_is_seen() {
    let block = |name: &str, min: [f64; 3], max: [f64; 3]| {
        let mesh = Arc::new(cuboid(DVec3::from(min), DVec3::from(max)).unwrap());
        NamedPart::shifted(name, &mesh, DVec3::ZERO).unwrap()
    };
    let members = members(&[block("bolt", [0.0; 3], [1.0; 3]), block("plate", [2.0, 0.0, 0.0], [3.0, 1.0, 1.0])]);
    let rules = "[[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\n";
    let clashes = check(&members, rules, &Executor::serial());
    let views = draw_clashes(&members, &clashes, ClashPictures::Full, &Executor::serial());
    let view = views[0].as_ref().unwrap();
    let [orange, blue, curve, _] = shares(view.png.as_ref().unwrap());
    assert!(orange > 0.05 && blue == 0.0 && curve == 0.0, "{orange} {blue} {curve}");
    let alone = draw_clashes(&members[..1], &clashes, ClashPictures::Full, &Executor::serial());
    let [before, after] = [alone[0].as_ref().unwrap(), view].map(|view| view.png.as_ref().unwrap());
    assert_ne!(before, after, "the plate is there");
    assert_eq!(group_clashes(&clashes)[0].clashes, [0]);
}
