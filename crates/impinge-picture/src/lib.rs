//! Pictures of bodies and plots of numbers. [`Picture`] is a small z-buffer renderer, flat shading, light held back where surfaces fold inward.
//!
//! Triangles are clipped, projected and filled into a buffer of the nearest samples, nine to a pixel; the faces that are seen there are lit; what is concave
//! gets darker (after Mittring 2007, on depths alone, in opposite pairs so that planes stay bright); what is far
//! away pales. Translucent bodies lay one translucent layer over what is behind them, however many they are. The picture is made in bands of rows, independent
//! of each other, so it is the same for any number of threads. Cost: the triangles of bodies whose box is in view, once a band, and
//! the samples they cover.
#![forbid(unsafe_code)]

mod band;
pub mod bar_plot;
mod body;
mod camera;
mod clipping_plane;
mod colour;
mod depth_buffer;
mod face_colours;
mod fold_shading;
mod line;
pub mod log_log_plot;
mod mark;
pub mod number_format;
mod opacity;
mod picture;
mod picture_memory;
mod projected_bodies;
mod projected_triangle;
pub mod step_plot;
pub mod svg;
mod thumbnail;
mod translucent_layer;
mod visibility;

pub use body::Body;
pub use camera::Camera;
pub use clipping_plane::Plane;
pub use colour::Colour;
use impinge::math::DVec3;
pub use line::Line;
pub use mark::Mark;
pub use opacity::Opacity;
pub use picture::{Picture, Quality};
pub use picture_memory::PictureMemory;
pub use png::EncodingError;
pub use thumbnail::thumbnail;
pub use visibility::{Look, Visibility};

impl Body<'_> {
    /// A point of the mesh in the world, to within rounding.
    pub(crate) fn to_world(&self, point: DVec3) -> DVec3 {
        self.world_from_mesh.rotation() * point + self.world_from_mesh.translation()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::Pose;
    use impinge::math::simd::{Instructions, limited};
    use impinge::mesh::Mesh;
    use impinge_scenes::solid::cuboid;

    /// The share of pixels that are clearly red, green or blue.
    fn shares(pixels: &[u8]) -> [f64; 3] {
        let mut counts = [0_usize; 3];
        for pixel in pixels.chunks(3) {
            for k in 0..3 {
                let others = pixel[(k + 1) % 3].max(pixel[(k + 2) % 3]);
                counts[k] += usize::from(pixel[k] > others.saturating_add(40));
            }
        }
        counts.map(|n| n as f64 / (pixels.len() / 3) as f64)
    }

    const RED: Colour = Colour::rgb(220, 30, 30);
    const GREEN: Colour = Colour::rgb(30, 200, 30);
    const BLUE: Colour = Colour::rgb(30, 30, 220);

    fn body(mesh: &Mesh, colour: Colour) -> Body<'_> {
        Body {
            mesh,
            world_from_mesh: Pose::IDENTITY,
            colour,
            lit: (Vec::new(), BLUE),
            cut: None,
            opacity: Opacity::Solid,
        }
    }

    #[test]
    fn the_nearer_body_hides_the_farther_until_it_is_cut_away() {
        let near = cuboid(DVec3::new(-1.0, -1.0, -1.0), DVec3::ONE).unwrap();
        let far = cuboid(DVec3::new(-0.9, 2.0, -0.9), DVec3::new(0.9, 3.0, 0.9)).unwrap();
        let camera = Camera::framing(near.vertices().iter().copied(), DVec3::NEG_Y, 4.0 / 3.0);
        let mut bodies = vec![body(&far, GREEN), body(&near, RED)];
        bodies[0].lit.0 = far.face_ids().take(2).collect();
        let mut picture =
            Picture { size: [80, 60], camera, bodies, lines: Vec::new(), marks: Vec::new(), quality: Quality::Fine };
        let [red, green, _] = shares(&picture.draw());
        assert!(red > 0.3 && green == 0.0, "{red} {green}");
        // Without the near body's front half, its back wall stands before the other still; without all of it, not.
        picture.bodies[1].cut = Some(Plane { point: DVec3::new(0.0, 1.5, 0.0), front: DVec3::NEG_Y });
        let [red, green, blue] = shares(&picture.draw());
        assert!(red == 0.0 && green > 0.1 && blue == 0.0, "{red} {green} {blue}");
        // A mark behind a body shines through, faintly.
        let dot = Mark { point: DVec3::new(0.0, 2.5, 0.0), radius: 0.1, colour: BLUE };
        let before = picture.draw();
        picture.marks.push(dot);
        let after = picture.draw();
        assert_ne!(before, after);
        picture.marks[0].point.y = 1.0;
        assert!(shares(&picture.draw())[2] > 0.02);
    }

    /// A rim thinner than a pixel would leave nothing of a small dot's colour.
    #[test]
    fn small_dots_are_bright_and_large_ones_have_a_rim() {
        let camera = Camera::framing([DVec3::splat(-1.0), DVec3::ONE], DVec3::NEG_Y, 1.0);
        let darkest = |radius: f64| {
            let marks = vec![Mark { point: DVec3::ZERO, radius, colour: BLUE }];
            let (bodies, lines) = (Vec::new(), Vec::new());
            let pixels = Picture { size: [100, 100], camera, bodies, lines, marks, quality: Quality::Fine }.draw();
            pixels.chunks(3).map(|pixel| pixel[2]).min()
        };
        assert!(darkest(0.02) >= Some(215) && darkest(0.1) < Some(160), "{:?} {:?}", darkest(0.02), darkest(0.1));
    }

    #[test]
    fn a_picture_from_inside_or_of_nothing_is_still_a_picture() {
        let room = cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        let small = [DVec3::splat(-0.1), DVec3::splat(0.1), DVec3::new(0.1, -0.1, 0.1)];
        let camera = Camera::framing(small, DVec3::new(1.0, 1.0, 1.0), 1.0);
        let (bodies, lines, marks) = (vec![body(&room, RED)], Vec::new(), Vec::new());
        let mut picture = Picture { size: [40, 40], camera, bodies, lines, marks, quality: Quality::Quick };
        let pixels = picture.draw();
        assert!(pixels.chunks(3).all(|p| p[0] > p[1].max(p[2]).saturating_add(4)), "walls all around");
        picture.bodies.clear();
        assert_eq!(picture.draw().len(), 3 * 40 * 40);
        let png = picture.png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, picture.draw());
    }

    /// Two boxes behind each other, a picture of them from the front, and what is seen.
    fn row(opacity: Opacity) -> ([f64; 3], Vec<u8>) {
        let near = cuboid(DVec3::new(-1.0, -1.0, -1.0), DVec3::ONE).unwrap();
        let far = cuboid(DVec3::new(-0.9, 2.0, -0.9), DVec3::new(0.9, 3.0, 0.9)).unwrap();
        let camera = Camera::framing(near.vertices().iter().copied(), DVec3::NEG_Y, 4.0 / 3.0);
        let bodies = vec![Body { opacity, ..body(&near, RED) }, body(&far, GREEN)];
        let (lines, marks) = (Vec::new(), Vec::new());
        let pixels = Picture { size: [80, 60], camera, bodies, lines, marks, quality: Quality::Quick }.draw();
        (shares(&pixels), pixels)
    }

    #[test]
    fn ghosts_hide_less_than_glass_and_glass_less_than_solids() {
        let [solid, glass, ghost] = [Opacity::Solid, Opacity::Glass, Opacity::Ghost].map(row);
        assert!(solid.0[1] == 0.0 && ghost.0[1] > 0.1, "{:?} {:?}", solid.0, ghost.0);
        let red = |pixels: &[u8]| pixels.chunks(3).map(|p| f64::from(p[0]) - f64::from(p[1])).sum::<f64>();
        assert!(red(&solid.1) > red(&glass.1) && red(&glass.1) > red(&ghost.1));
    }

    /// One picture after the other in the same memory, of growing and shrinking sizes, with any vector instructions.
    #[test]
    fn memory_and_instructions_change_no_pixel() {
        let [near, far] = [[-1.0, 1.0], [-0.5, 4.0]]
            .map(|[low, high]| cuboid(DVec3::new(low, low, low), DVec3::new(high, 0.5 * high, 0.7 * high)).unwrap());
        let mut memory = PictureMemory::default();
        let mut sky = 0;
        for (k, size) in [[90, 170], [161, 40], [7, 5], [0, 9], [1, 1], [2, 300]].into_iter().enumerate() {
            let turn = DVec3::new(0.4 * k as f64 - 1.0, -1.0, 0.6);
            let camera = Camera::framing(near.vertices().iter().copied(), turn, 1.3);
            let opacity = [Opacity::Solid, Opacity::Glass, Opacity::Ghost][k % 3];
            let bodies = vec![body(&near, RED), Body { opacity, ..body(&far, GREEN) }];
            let points = near.vertices().to_vec();
            let lines = vec![Line { points, is_closed: true, width: 0.02, colour: BLUE }];
            let marks = vec![Mark { point: DVec3::splat(0.9), radius: 0.04, colour: BLUE }];
            let picture = Picture { size, camera, bodies, lines, marks, quality: Quality::Quick };
            let alone = picture.draw();
            assert_eq!(alone.len() as u32, 3 * size[0] * size[1]);
            for limit in [Instructions::Best, Instructions::Avx2, Instructions::Baseline] {
                assert!(limited(limit, || picture.draw_in(&mut memory)) == alone, "{size:?} {limit:?}");
            }
            sky += alone.chunks(3).filter(|pixel| pixel[2] > 215 && pixel[0] > 205).count();
        }
        assert!((1_000..15_000).contains(&sky), "{sky} pixels show nothing");
    }

    /// Faces turned away are left out of closed ghosts alone: an open one, whose missing face is turned away, looks the same.
    #[test]
    fn backs_of_closed_ghosts_add_nothing() {
        let closed = cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        let camera = Camera::framing(closed.vertices().iter().copied(), DVec3::new(0.4, -1.0, 0.6), 4.0 / 3.0);
        let draw = |mesh: &Mesh| {
            let bodies = vec![Body { opacity: Opacity::Ghost, ..body(mesh, RED) }];
            let (lines, marks) = (Vec::new(), Vec::new());
            Picture { size: [80, 60], camera, bodies, lines, marks, quality: Quality::Quick }.draw()
        };
        let whole = draw(&closed);
        let is_at_back = |face: &&[u32; 3]| face.iter().all(|i| closed.vertices()[*i as usize].y == 1.0);
        let open: Vec<[u32; 3]> = closed.faces().iter().filter(|face| !is_at_back(face)).copied().collect();
        assert_eq!(open.len(), 10);
        assert!(draw(&Mesh::try_new(closed.vertices().to_vec(), open).unwrap()) == whole);
        let back: Vec<[u32; 3]> = closed.faces().iter().filter(is_at_back).copied().collect();
        assert!(draw(&Mesh::try_new(closed.vertices().to_vec(), back).unwrap()) != whole);
    }

    #[test]
    fn lines_lie_on_top_and_end_before_the_eye() {
        let room = cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        let camera = Camera::framing(room.vertices().iter().copied(), DVec3::NEG_Y, 1.0);
        let line = |points: Vec<DVec3>| {
            let lines = vec![Line { points, is_closed: false, width: 0.05, colour: BLUE }];
            let bodies = vec![body(&room, RED)];
            let pixels =
                Picture { size: [60, 60], camera, bodies, lines, marks: Vec::new(), quality: Quality::Quick }.draw();
            shares(&pixels)[2]
        };
        // Behind the box, and from behind it through the eye to the other side.
        assert!(line(vec![DVec3::new(-1.0, 5.0, 0.0), DVec3::new(1.0, 5.0, 0.0)]) > 0.01);
        assert!(line(vec![DVec3::new(0.5, 5.0, 0.5), DVec3::new(0.5, -500.0, 0.5)]) > 0.001);
        assert_eq!(line(vec![DVec3::new(0.0, -400.0, 0.0), DVec3::new(0.0, -500.0, 0.0)]), 0.0);
    }

    #[test]
    fn a_glimpse_knows_what_is_seen_of_whom() {
        let near = cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
        let far = cuboid(DVec3::new(-0.5, 2.0, -0.5), DVec3::new(4.0, 3.0, 0.5)).unwrap();
        let corners = near.vertices().iter().chain(far.vertices()).copied();
        let camera = Camera::framing(corners, DVec3::NEG_Y, 4.0 / 3.0);
        let mut visibility = Visibility::new([96, 72]);
        for (surface, mesh) in [(0, &near), (1, &far)] {
            visibility.add(surface, mesh.vertices().iter().copied(), mesh.faces().iter().copied());
        }
        visibility.look(Camera::framing([DVec3::ZERO], DVec3::X, 1.0));
        let seen = visibility.look(camera);
        assert!(seen.share(0) > 0.1 && seen.share(1) > 0.03 && seen.share(2) == 0.0);
        assert!(seen.sees(DVec3::new(0.0, -1.0, 0.0), 0.01) && seen.sees(DVec3::new(3.0, 2.0, 0.0), 0.01));
        assert!(!seen.sees(DVec3::new(0.0, 2.0, 0.0), 0.01) && seen.sees(DVec3::new(0.0, 2.0, 0.0), 9.0));
        assert!(!seen.sees(DVec3::new(0.0, -99.0, 0.0), 0.01), "behind the eye");
    }
}
