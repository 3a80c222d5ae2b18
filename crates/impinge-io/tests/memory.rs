//! How much memory readers take at most: a stated multiple of the bytes of the file and a constant, for the files that ask for most.
//!
//! The multiples are those of `docs/formats.md`. The peak is counted in bytes by the allocator, so that no clock and no other process matters.
#![allow(unsafe_code, reason = "an allocator that counts")]

use impinge::articulation::Adjacency;
use impinge::executor::Executor;
use impinge::scene::SceneOptions;
use impinge_io::{Format, GeometrySource, PlanarFormat, PlanarOptions, ReadError, RobotOptions, SceneFile};
use impinge_io::{read, read_bytes, read_planar_bytes, read_scene_bytes, read_urdf_bytes};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

thread_local! {
    /// Bytes held by this thread, and the most since it was last reset.
    static HELD: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

struct PeakAllocator;

fn count(taken: usize, given: usize) {
    // A thread that ends may free after its counters are gone.
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        let now = (now + taken).saturating_sub(given);
        held.set((now, most.max(now)));
    });
}

// SAFETY: all memory comes from the system's allocator, whose contract is passed on unchanged.
unsafe impl GlobalAlloc for PeakAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: PeakAllocator = PeakAllocator;

/// The most bytes held while something is done, beyond those held before.
fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.with(|held| {
        let (now, _) = held.get();
        held.set((now, now));
        now
    });
    let result = work();
    (result, HELD.with(|held| held.get().1 - before))
}

/// Asserts that reading takes at most `times` the bytes of the file, and `least` bytes.
fn assert_within<T>(what: &str, bytes: usize, times: usize, least: usize, read: impl FnOnce() -> Result<T, ReadError>) {
    let (read, most) = peak(read);
    let answer = read.err().map_or("read".to_owned(), |error| error.to_string());
    let limit = times * bytes + least;
    assert!(most <= limit, "{what}: {most} bytes for a file of {bytes}, expected at most {limit}; {answer}");
}

const MEBIBYTE: usize = 1 << 20;

/// A million corners, of the files that may repeat data: what they have beyond a multiple of the file.
const REPEATED: usize = 64 * MEBIBYTE;

fn repeated(line: &str, times: usize) -> String {
    line.repeat(times)
}

#[test]
fn meshes() {
    let mesh = |what: &str, format: Format, bytes: &[u8], times: usize| {
        assert_within(what, bytes.len(), times, MEBIBYTE, || read_bytes(format, "x", bytes));
    };
    let mut stl = vec![b' '; 80];
    stl.extend(5_000_u32.to_le_bytes());
    for i in 0..5_000_u32 {
        stl.extend([0; 12]);
        stl.extend((0..9).flat_map(|k| ((9 * i + k) as f32).to_le_bytes()));
        stl.extend([0; 2]);
    }
    mesh("distinct triangles, binary STL", Format::Stl, &stl, 16);
    let facet = "solid\nfacet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n";
    mesh("a solid for each facet", Format::Stl, repeated(facet, 3_000).as_bytes(), 128);
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    let objects = format!("{corners}{}", repeated("o\nf 1 2 3\n", 20_000));
    mesh("an object for each face", Format::Obj, objects.as_bytes(), 128);
    let groups = format!("{corners}o {}\n{}f 1 2 3\n", "n".repeat(100_000), repeated("g\n", 50_000));
    mesh("a long name and many groups", Format::Obj, groups.as_bytes(), 128);
    mesh("vertices alone", Format::Obj, repeated("v 0 0 0\n", 20_000).as_bytes(), 128);
    let off = format!("OFF 4000000000 4000000000 0\n{}", repeated("0 0 0\n", 20_000));
    mesh("OFF that announces more", Format::Off, off.as_bytes(), 16);
    let header = "element vertex 4000000000\nproperty char x\nproperty char y\nproperty char z\nend_header\n";
    for encoding in ["ascii", "binary_little_endian"] {
        let ply = format!("ply\nformat {encoding} 1.0\n{header}{}", repeated("0 0 0\n", 20_000));
        mesh("PLY that announces more", Format::Ply, ply.as_bytes(), 16);
    }
}

/// A document over a buffer of `corners` positions, with other members.
fn gltf(corners: usize, members: &str) -> String {
    let data = "A".repeat(16 * corners);
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"buffers\":[{{\"byteLength\":{0},\"uri\":\"data:;base64,{data}\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":{0}}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":{corners},\"type\":\"VEC3\"}},\
         {{\"componentType\":5125,\"count\":4000000000,\"type\":\"SCALAR\"}}],{members}}}",
        12 * corners
    )
}

#[test]
fn documents_that_refer_to_the_same_data_again_and_again() {
    let document = |what: &str, text: &str| {
        assert_within(what, text.len(), 768, REPEATED, || read_bytes(Format::Gltf, "x.gltf", text.as_bytes()));
    };
    let list = |item: &str, times: usize| vec![item; times].join(",");
    let primitive = "{\"attributes\":{\"POSITION\":0}}";
    let one_mesh = format!("\"nodes\":[{{\"mesh\":0}}],\"meshes\":[{{\"primitives\":[{}]}}]", list(primitive, 2_000));
    document("many primitives over one accessor", &gltf(3_000, &one_mesh));
    let indexed = "{\"attributes\":{\"POSITION\":0},\"indices\":1}";
    document("indices that are nowhere", &gltf(3, &one_mesh.replace(primitive, indexed)));
    let scaled: Vec<String> = (1..2_000).map(|k| format!("{{\"mesh\":0,\"scale\":[{k},1,1]}}")).collect();
    let many = format!("\"nodes\":[{}],\"meshes\":[{{\"primitives\":[{primitive}]}}]", scaled.join(","));
    document("a mesh at many scales", &gltf(3_000, &many));
    let name = "n".repeat(30);
    let deep: Vec<String> =
        (1..4_000).map(|k| format!("{{\"mesh\":0,\"name\":\"{name}{k}\",\"children\":[{k}]}}")).collect();
    let deep = format!("\"nodes\":[{},{{}}],\"meshes\":[{{\"primitives\":[{primitive}]}}]", deep.join(","));
    document("a deep tree of long names", &gltf(3, &deep));
    let long = "n".repeat(100_000);
    let named = format!("\"meshes\":[{{\"name\":\"{long}\",\"primitives\":[{primitive}]}}]");
    document("nodes without a name", &gltf(3, &format!("\"nodes\":[{}],{named}", list("{\"mesh\":0}", 4_000))));
    document("a list of objects", &gltf(3, &format!("\"extras\":[{}]", list("{\"a\":0}", 30_000))));
}

#[test]
fn buffers_that_name_one_file_are_read_once() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("b.bin"), vec![0; MEBIBYTE]).unwrap();
    let buffers: Vec<String> =
        (0..200).map(|k| format!("{{\"byteLength\":36,\"uri\":\"{}b.bin\"}}", "./".repeat(k % 7))).collect();
    let list = |item: &dyn Fn(usize) -> String| (0..200).map(item).collect::<Vec<_>>().join(",");
    let views = list(&|k| format!("{{\"buffer\":{k},\"byteLength\":36}}"));
    let accessors = list(&|k| format!("{{\"bufferView\":{k},\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}}"));
    let primitives = list(&|k| format!("{{\"attributes\":{{\"POSITION\":{k}}}}}"));
    let text = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"buffers\":[{}],\"bufferViews\":[{views}],\"accessors\":[{accessors}],\
         \"nodes\":[{{\"mesh\":0}}],\"meshes\":[{{\"primitives\":[{primitives}]}}]}}",
        buffers.join(",")
    );
    let path = directory.path().join("x.gltf");
    std::fs::write(&path, &text).unwrap();
    assert_within("many names of one file", text.len(), 128, 4 * MEBIBYTE, || read(&path));
}

#[test]
fn polygons() {
    let planar = |what: &str, format: PlanarFormat, text: &str, flatness: Option<f64>, times: usize, least: usize| {
        let options = PlanarOptions { flatness };
        assert_within(what, text.len(), times, least, || read_planar_bytes(format, "x", text.as_bytes(), &options));
    };
    let positions = vec!["[0,0]"; 20_000].join(",");
    let ring = format!("{{\"type\":\"Polygon\",\"coordinates\":[[{positions}]]}}");
    planar("positions", PlanarFormat::GeoJson, &ring, None, 128, MEBIBYTE);
    let objects = vec!["{\"a\":0}"; 20_000].join(",");
    let extras = format!("{{\"type\":\"FeatureCollection\",\"features\":[],\"x\":[{objects}]}}");
    planar("objects that nothing reads", PlanarFormat::GeoJson, &extras, None, 128, MEBIBYTE);
    planar("small polygons", PlanarFormat::Wkt, &repeated("POLYGON((0 0,1 0,0 1))\n", 5_000), None, 128, MEBIBYTE);
    planar("empty cells", PlanarFormat::Csv, &repeated(",,,,,,,,\n", 20_000), None, 64, MEBIBYTE);
    let circles = format!("<svg>{}</svg>", repeated("<circle r=\"1\"/>", 10_000));
    planar("circles", PlanarFormat::Svg, &circles, None, 512, REPEATED);
    let curves = format!("<svg><path d=\"M0 0{}\"/></svg>", repeated("q1 1 1 0", 20_000));
    planar("curves", PlanarFormat::Svg, &curves, None, 512, REPEATED);
    planar("curves of many chords", PlanarFormat::Svg, &curves, Some(1e-9), 512, REPEATED);
}

/// A robot of balls that each meet the next ones, given the link that holds each and the type of its joint.
fn robot(links: usize, held_by: &dyn Fn(usize) -> (usize, &'static str)) -> String {
    let link = |k: usize| {
        let place = format!("<origin xyz=\"{} 0 0\"/>", k as f64 / 2.0);
        format!("<link name=\"l{k}\"><visual>{place}<geometry><sphere radius=\"1\"/></geometry></visual></link>")
    };
    let joint = |k: usize| {
        let (parent, motion) = held_by(k);
        let ends = format!("<parent link=\"l{parent}\"/><child link=\"l{k}\"/>");
        format!("<joint name=\"j{k}\" type=\"{motion}\">{ends}</joint>")
    };
    let links_text: String = (0..links).map(link).collect();
    let joints: String = (1..links).map(joint).collect();
    format!("<robot name=\"r\">{links_text}{joints}</robot>")
}

fn scene_of_robot(urdf: &str) -> Result<SceneFile, ReadError> {
    let options = RobotOptions { geometry: GeometrySource::CollisionElseVisual, ..RobotOptions::default() };
    let robot = read_urdf_bytes(Path::new("x.urdf"), urdf.as_bytes(), &options)?;
    let (mut scene, values) = (SceneFile::empty(), robot.articulation.rest());
    scene.add_robot("r", robot, values, Adjacency::Joined).expect("the only robot of its scene");
    Ok(scene)
}

/// From 500 links to 2,000: memory from the file to the first step of the scene, the steps of its broad phase, and the pairs that are tested. Links that never move against each other meet
/// without being tested; of others, each meets the next four.
#[test]
fn robots_take_memory_and_work_by_their_links() {
    /// The largest exponent; n log n is 1.1 to 1.15 at these sizes.
    const MOST: f64 = 1.2;
    type HeldBy = fn(usize) -> (usize, &'static str);
    let families: [(&str, HeldBy, bool); 5] = [
        ("a chain of fixed joints", |k| (k - 1, "fixed"), false),
        ("a star of fixed joints", |_| (0, "fixed"), false),
        ("a tree of fixed joints", |k| ((k - 1) / 2, "fixed"), false),
        ("fixed chains of eight", |k| (k - 1, if k % 8 == 0 { "continuous" } else { "fixed" }), true),
        ("a chain of joints", |k| (k - 1, "continuous"), true),
    ];
    for (name, held_by, is_tested) in families {
        let [few, many] = [500, 2_000].map(|links| {
            let urdf = robot(links, &held_by);
            let (cost, bytes) = peak(|| {
                let mut built = scene_of_robot(&urdf).unwrap().build(&SceneOptions::default()).unwrap();
                built.scene.step(&Executor::serial()).cost
            });
            assert_eq!(cost.tested > 0, is_tested, "{name}: {cost:?}");
            assert!(cost.tested <= 4 * links as u64, "{name}: {cost:?}");
            [bytes as f64, cost.broad.tests as f64, cost.tested.max(1) as f64]
        });
        let exponents = [0, 1, 2].map(|k| (many[k] / few[k]).log2() / 2.0);
        assert!(exponents.iter().all(|e| *e <= MOST), "{name}: bytes, boxes, pairs: {exponents:.2?}");
    }
}

#[test]
fn robots_and_scenes() {
    let chain = robot(3_000, &|k| (k - 1, "fixed"));
    assert_within("a chain of fixed joints", chain.len(), 64, MEBIBYTE, || {
        let scene = scene_of_robot(&chain)?;
        assert_eq!((scene.bodies.len(), scene.ignored.len(), scene.ignored_sets.len()), (3_000, 0, 1));
        Ok(scene.build(&SceneOptions::default()).unwrap())
    });
    let bodies: String =
        (0..2_000).map(|k| format!("[[bodies]]\nname=\"b{k}\"\nshape={{kind=\"sphere\",radius=1}}\n")).collect();
    assert_within("bodies", bodies.len(), 128, MEBIBYTE, || read_scene_bytes(Path::new("x.toml"), bodies.as_bytes()));
    let keys: String = (0..20_000).map(|k| format!("k{k}=0\n")).collect();
    assert_within("unknown keys", keys.len(), 128, MEBIBYTE, || read_scene_bytes(Path::new("x.toml"), keys.as_bytes()));
    let json = format!("{{\"bodies\":[{}]}}", vec!["{\"a\":0}"; 20_000].join(","));
    assert_within("objects", json.len(), 128, MEBIBYTE, || read_scene_bytes(Path::new("x.json"), json.as_bytes()));
}
