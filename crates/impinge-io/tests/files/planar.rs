//! Polygons from files: what is read, what is refused and where, and what real files come to.

use impinge::math::DVec2;
use impinge::pair::Relation;
use impinge_io::{
    NamedPolygon, PlanarFormat, PlanarOptions, Problem, read_planar, read_planar_bytes, read_polygon_pairs_bytes,
};
use impinge_planar::{Polygon, Pose2, Request, relate};

fn read(format: PlanarFormat, text: &str) -> Result<Vec<NamedPolygon>, String> {
    let options = PlanarOptions::default();
    read_planar_bytes(format, "dir/map.x", text.as_bytes(), &options).map_err(|error| error.to_string())
}

fn names(bodies: &[NamedPolygon]) -> Vec<&str> {
    bodies.iter().map(|body| body.name.as_str()).collect()
}

fn rings(polygon: &Polygon) -> Vec<Vec<[f64; 2]>> {
    polygon.rings().map(|ring| ring.iter().map(DVec2::to_array).collect()).collect()
}

const SQUARE: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];

#[test]
fn wkt_in_all_its_dress() {
    for text in [
        "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))",
        "polygon((0 0,4 0,4 4,0 4))",
        "SRID=4326;POLYGON Z ((0 0 9, 4 0 9, 4 4 9, 0 4 9, 0 0 9))",
        "# a comment\nPOLYGONZM((0 0 1 2,\n4 0 1 2,4 4 1 2,0 4 1 2)) ;\n",
        "\u{feff}MULTIPOLYGON(EMPTY, ((0 0,4e0 0,+4 4,-0 4.)))",
    ] {
        let bodies = read(PlanarFormat::Wkt, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(names(&bodies), ["map"]);
        assert_eq!(rings(&bodies[0].polygon), [SQUARE], "{text}");
    }
    let two = read(PlanarFormat::Wkt, "POLYGON((0 0,1 0,1 1),(2 2,3 2,3 3))\nPOLYGON((0 0,1 0,1 1))").unwrap();
    assert_eq!(names(&two), ["map.1", "map.2"]);
    assert_eq!(two[0].polygon.ring_count(), 2);
}

#[test]
fn wkt_is_refused_with_its_line() {
    let refusal = |text: &str| read(PlanarFormat::Wkt, text).unwrap_err();
    assert_eq!(refusal("POLYGON((0 0,1 0,1 1))\nPOLYGON((0 0,1 0"), "dir/map.x:2: expected ')', found the end");
    assert_eq!(refusal("POLYGON((0 0,1 nan"), "dir/map.x:1: expected a finite coordinate, found 'nan'");
    assert_eq!(refusal("POLYGON((0 0,1 1e999"), "dir/map.x:1: expected a finite coordinate, found '1e999'");
    assert_eq!(refusal("POLYGON EMPTY"), "dir/map.x:1: expected a polygon with points, found EMPTY");
    assert_eq!(refusal("MULTIPOLYGON(EMPTY,EMPTY)"), "dir/map.x:1: expected a polygon with points, found EMPTY");
    assert_eq!(refusal("\n\nPOINT(1 2)"), "dir/map.x:3: POINT is not supported; keep only POLYGON and MULTIPOLYGON");
    assert_eq!(refusal("CUBE((0 0"), "dir/map.x:1: expected POLYGON or MULTIPOLYGON, found 'CUBE'");
    assert_eq!(refusal("POLYGON((0 0,1))"), "dir/map.x:1: expected a finite coordinate, found ')'");
    assert_eq!(refusal("POLYGON((0 0 1 2 3,1 1))"), "dir/map.x:1: expected ')', found '3'");
    assert_eq!(refusal("  # nothing\n"), "dir/map.x: there are no polygons: the file holds no geometry");
    assert!(refusal("POLYGON((0 0,1 0,1 1e151))").contains("point 2 of ring 0 has the coordinate 1e151"));
    assert!(refusal(&"(".repeat(1_000_000)).starts_with("dir/map.x:1: expected POLYGON"));
    assert!(refusal(&format!("POLYGON{}", "(".repeat(1_000_000))).starts_with("dir/map.x:1: expected a finite"));
    let bytes = read_planar_bytes(PlanarFormat::Wkt, "b", b"POLYGON\xff", &PlanarOptions::default()).unwrap_err();
    assert_eq!(bytes.to_string(), "b: expected a text in UTF-8, found other bytes");
    let empty = read_planar_bytes(PlanarFormat::Svg, "b", b"", &PlanarOptions::default()).unwrap_err();
    assert!(matches!(empty.problem, Problem::Empty));
}

#[test]
fn every_beginning_of_a_text_is_answered() {
    let samples = [
        (PlanarFormat::Wkt, "SRID=1;MULTIPOLYGON Z(((0 0 1,4 0 1,4 4 1),(1 1 1,2 1 1,2 2 1)),EMPTY)"),
        (
            PlanarFormat::GeoJson,
            r#"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4]]]}}"#,
        ),
        (PlanarFormat::Svg, r#"<svg><g transform="scale(2)"><path d="M0 0h1a1 1 0 0 1 2 2z"/></g></svg>"#),
        (PlanarFormat::Tsv, "name\twkt\nA\tPOLYGON((0 0,1 0,1 1))"),
    ];
    for (format, text) in samples {
        assert!(read(format, text).is_ok(), "{:?}", read(format, text));
        for end in 0..text.len() {
            if let Ok(bodies) = read(format, &text[..end]) {
                panic!("{} should be refused: {bodies:?}", &text[..end]);
            }
        }
    }
}

#[test]
fn changed_bytes_are_answered() {
    let mut state = 5_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let samples = [
        (PlanarFormat::Wkt, "MULTIPOLYGON(((0 0,4 0,4 4),(1 1,2 1,2 2)))\nPOLYGON((0 0,1e3 0,1 -1))"),
        (PlanarFormat::GeoJson, r#"{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,4]],[[1,1],[2,1],[2,2]]]}"#),
        (
            PlanarFormat::Svg,
            r#"<svg><path transform="rotate(3)" d="M0 0h1a1 1 0 0 1 2 2c1 2 3 4 5 6zm1 1t1-1z"/></svg>"#,
        ),
        (PlanarFormat::Csv, "name,wkt\nA,\"POLYGON((0 0,1 0,1 1))\"\nB,\"POLYGON((0 0,1 0,1 1))\"\n"),
    ];
    for (format, text) in samples {
        let (mut good, mut bad) = (0, 0);
        for _ in 0..3_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..=random(3) {
                let at = random(bytes.len());
                match random(4) {
                    0 => bytes[at] = random(256) as u8,
                    1 => bytes[at] = b"0123456789-.e \n#()[]{}\",:MLAZ"[random(29)],
                    2 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, bytes[random(bytes.len())]),
                }
            }
            match read_planar_bytes(format, "changed", &bytes, &PlanarOptions::default()) {
                Ok(bodies) => {
                    assert!(!bodies.is_empty());
                    for polygon in bodies.iter().map(|body| &body.polygon) {
                        let itself = relate(polygon, polygon, &Pose2::IDENTITY, &Request::default());
                        assert_eq!(itself.relation, Relation::Coincident, "{}", String::from_utf8_lossy(&bytes));
                    }
                    good += 1;
                }
                Err(error) => {
                    assert!(error.to_string().starts_with("changed"), "{error}");
                    bad += 1;
                }
            }
        }
        assert!(good > 20 && bad > 20, "{format:?}: {good} read, {bad} refused");
    }
}

#[test]
fn geojson_features_and_geometries() {
    let polygon = r#"{"type":"Polygon","coordinates":[[[0,0,7],[4,0],[4,4],[0,4],[0,0]]]}"#;
    let feature = |rest: &str| format!(r#"{{"type":"Feature",{rest},"geometry":{polygon}}}"#);
    let collection = format!(
        r#"{{"type":"FeatureCollection","features":[{},{},{},{},{},{{"type":"Feature","geometry":null}}]}}"#,
        feature(r#""properties":{"name":"rack","id":3}"#),
        feature(r#""properties":{"NAME":"rack"}"#),
        feature(r#""properties":{"id":17}"#),
        feature(r#""properties":null,"id":"x1""#),
        feature(r#""properties":{"colour":"red"}"#)
    );
    let bodies = read(PlanarFormat::GeoJson, &collection).unwrap();
    assert_eq!(names(&bodies), ["rack", "rack.2", "17", "x1", "map.5"]);
    assert!(bodies.iter().all(|body| rings(&body.polygon) == [SQUARE]));
    let multi = r#"{"coordinates":[[[[0,0],[1,0],[1,1]]],[[[2,2],[3,2],[3,3]]]],"type":"MultiPolygon"}"#;
    assert_eq!(read(PlanarFormat::GeoJson, multi).unwrap()[0].polygon.ring_count(), 2);
    let both = format!(r#"{{"type":"GeometryCollection","geometries":[{polygon},{multi}]}}"#);
    assert_eq!(names(&read(PlanarFormat::GeoJson, &both).unwrap()), ["map.1", "map.2"]);
    let inside = format!(r#"{{"type":"Feature","properties":{{}},"geometry":{both}}}"#);
    let one = read(PlanarFormat::GeoJson, &inside).unwrap();
    assert_eq!((names(&one), one[0].polygon.ring_count()), (vec!["map"], 3));
}

#[test]
fn geojson_is_refused_with_its_path() {
    let refusal = |text: &str| read(PlanarFormat::GeoJson, text).unwrap_err();
    let at = |geometry: &str| {
        let feature = format!(r#"{{"type":"Feature","geometry":{geometry}}}"#);
        refusal(&format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#))
    };
    assert_eq!(
        at(r#"{"type":"Polygon","coordinates":[[[0,0],[1,"x"]]]}"#),
        "dir/map.x: features[0].geometry.coordinates[0][1][1]: expected a finite number, found \"x\""
    );
    assert_eq!(
        at(r#"{"type":"Point","coordinates":[0,0]}"#),
        "dir/map.x: features[0].geometry.type: a Point is not supported; keep only Polygon and MultiPolygon"
    );
    assert!(at(r#"{"type":"Polygon","coordinates":[]}"#).contains("expected a polygon with points, found none"));
    assert!(at(r#"{"type":"Polygon","coordinates":[[]]}"#).contains("coordinates[0]: expected a ring of points"));
    assert!(at(r#"{"type":"Polygon","coordinates":[[[1]]]}"#).contains("a position of two or more numbers"));
    assert!(at(r#"{"type":"Polygon"}"#).contains("expected a member 'coordinates', found none"));
    assert!(at(r#"{"type":"Polygon","coordinates":[[[0,0],[1,1e151]]]}"#).contains("1e151, outside the exact range"));
    assert!(at("3").contains("expected a member 'type'"));
    assert!(refusal("{").starts_with("dir/map.x:1: expected a GeoJSON document, found EOF"));
    assert!(refusal(r#"{"type":"FeatureCollection","features":[]}"#).contains("there are no polygons"));
    // A bomb of brackets ends at the bound of the reader.
    let deep = format!(r#"{{"type":"Polygon","coordinates":{}"#, "[".repeat(1_000_000));
    assert!(refusal(&deep).contains("recursion limit"), "{}", refusal(&deep));
    let nested = r#"{"type":"GeometryCollection","geometries":["#.repeat(100_000);
    assert!(refusal(&nested).contains("recursion limit"));
}

#[test]
fn svg_shapes_under_transforms() {
    let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://inkscape" viewBox="0 0 9 9">
      <defs><rect id="hidden" width="1" height="1"/></defs>
      <i:view><path d="M0 0"/></i:view>
      <g transform="translate(10 20)"><g transform="scale(2)">
        <rect id="plate" x="1" y="2" width="3px" height="4"/>
        <polygon id="triangle" points="0,0 1,0 1,1"/>
      </g></g>
      <polyline points="0 0 1 0 1 1"/>
      <path id="ring" d="M0 0H4V4H0ZM1 1H2V2H1Z"/>
      <circle id="hole" cx="3" cy="4" r="2"/><ellipse id="egg" rx="2" ry="1"/>
      <rect id="round" width="8" height="4" rx="1"/>
      <rect id="flat" width="0" height="4"/><text>words</text><path id="off" display="none" d="M0 0h1v1z"/>
    </svg>"#;
    let bodies = read(PlanarFormat::Svg, drawing).unwrap();
    assert_eq!(names(&bodies), ["plate", "triangle", "map.3", "ring", "hole", "egg", "round"]);
    assert_eq!(rings(&bodies[0].polygon), [[[12.0, 24.0], [18.0, 24.0], [18.0, 32.0], [12.0, 32.0]]]);
    assert_eq!(rings(&bodies[1].polygon), [[[10.0, 20.0], [12.0, 20.0], [12.0, 22.0]]]);
    assert_eq!(bodies[3].polygon.area(), 15.0);
    let near = |body: &NamedPolygon, area: f64| (body.polygon.area() / area - 1.0).abs() < 1e-3;
    let pi = std::f64::consts::PI;
    assert!(near(&bodies[4], 4.0 * pi) && near(&bodies[5], 2.0 * pi) && near(&bodies[6], 32.0 - 4.0 + pi));
    assert_eq!(bodies[4].polygon.bounds().min, DVec2::new(1.0, 2.0), "quarters of a circle are exact");
    let fine = PlanarOptions { flatness: Some(1e-9) };
    let circle = br#"<svg><circle r="1"/></svg>"#;
    let area = read_planar_bytes(PlanarFormat::Svg, "c", circle, &fine).unwrap()[0].polygon.area();
    assert!((area - pi).abs() < 1e-8, "{area}");
}

#[test]
fn drawings_as_programs_write_them() {
    let head = "<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>";
    let shape = |id: &str, way: &str| format!("<g {way}><rect id='{id}' width='1' height='1'/></g>");
    let inside = [
        shape("shown", "style='fill:red'"),
        shape("layer", "style='fill: red; display:none'"),
        shape("urgent", "style='display: none !important'"),
        shape("again", "display='none' style='display:inline'"),
    ];
    let text = format!("{head}\n<svg>{}</svg>", inside.concat());
    assert_eq!(names(&read(PlanarFormat::Svg, &text).unwrap()), ["shown", "again"]);
    // Ten times ten times as much at every level.
    let bomb: String = (1..9).map(|k| format!("<!ENTITY e{k} '{}'>", format!("&e{};", k - 1).repeat(10))).collect();
    let text = format!("<!DOCTYPE svg [<!ENTITY e0 'x'>{bomb}]><svg><text>&e8;</text></svg>");
    assert!(
        read(PlanarFormat::Svg, &text).unwrap_err().contains("the entity 'e1' that refers to others is not supported")
    );
}

#[test]
fn svg_is_refused_with_its_line() {
    let refusal = |inside: &str| read(PlanarFormat::Svg, &format!("<svg>\n{inside}\n</svg>")).unwrap_err();
    assert_eq!(refusal("<path\nd='M0 0 L'/>"), "dir/map.x:3: expected a finite number in the path data, found the end");
    assert!(refusal("<use href='#a'/>").starts_with("dir/map.x:2: <use> is not supported; "));
    assert!(refusal("<rect width='10mm' height='1'/>").contains("a number of user units, without a unit, as 'width'"));
    assert!(refusal("<circle r='-1'/>").contains(":2: expected a length of zero or more as 'r', found -1"));
    assert!(refusal("<polygon points='0 0 1'/>").contains("expected a finite coordinate, found the end"));
    assert!(refusal("<g transform='turn(1)'/>").contains(":2: expected transforms such as"));
    assert!(refusal("<svg viewBox='0 0 1 1'/>").contains("an <svg> with a viewBox inside another is not supported"));
    assert!(refusal("<text/>").contains("there are no polygons: the file holds 1 element"));
    assert!(refusal("<path d='M0 0h1e300v1z'/>").contains("outside the exact range"));
    assert!(refusal("<g transform='scale(1e300)'><path d='M0 0h1e300v1z'/></g>").contains("not a finite number"));
    assert!(read(PlanarFormat::Svg, "<html/>").unwrap_err().contains("expected the element <svg>, found <html>"));
    let options = PlanarOptions { flatness: Some(f64::NAN) };
    let error = read_planar_bytes(PlanarFormat::Svg, "c", b"<svg/>", &options).unwrap_err().to_string();
    assert_eq!(error, "c: expected a flatness above zero, found NaN");
    let options = PlanarOptions { flatness: Some(1e-40) };
    let error = read_planar_bytes(PlanarFormat::Svg, "c", b"<svg><circle r='1'/></svg>", &options).unwrap_err();
    assert!(error.to_string().contains("more than 65536 chords is not supported"), "{error}");
    let circles = format!("<svg>{}</svg>", "<circle r='1'/>".repeat(80));
    let options = PlanarOptions { flatness: Some(1e-8) };
    let error = read_planar_bytes(PlanarFormat::Svg, "c", circles.as_bytes(), &options).unwrap_err().to_string();
    let most = (1 << 20) + 16 * circles.len();
    assert!(error.contains(&format!("more than {most} chords in a drawing of this size is not supported")), "{error}");
}

#[test]
fn groups_may_be_nested_deep() {
    for depth in [900, 300_000] {
        let text = format!("<svg>{}<rect width='1' height='1'/>{}</svg>", "<g>".repeat(depth), "</g>".repeat(depth));
        match read(PlanarFormat::Svg, &text) {
            Ok(bodies) => assert_eq!(rings(&bodies[0].polygon)[0].len(), 4),
            Err(error) => assert!(depth > 900 && error.contains("well-formed XML"), "{error}"),
        }
    }
}

#[test]
fn tables_with_and_without_a_header() {
    let square = "POLYGON((0 0,4 0,4 4,0 4))";
    let plain = format!("7\tFiji\t{square}\n8\tCôte \"d'Ivoire\"\t{square}\n");
    let bodies = read(PlanarFormat::Tsv, &plain).unwrap();
    assert_eq!(names(&bodies), ["Fiji", "Côte \"d'Ivoire\""]);
    let headed = format!("wkt,Name\n\"{square}\",\"a, b\"\n\n\"{}\",c\n", square.replace(',', ", "));
    assert_eq!(names(&read(PlanarFormat::Csv, &headed).unwrap()), ["a, b", "c"]);
    let cut = format!("wkt,name\n\"{square}\",a\n\"{square}\",\"b\n");
    let quotes = "dir/map.x:3: expected a closing quote for every opening one, found an odd number of quotes";
    assert_eq!(read(PlanarFormat::Csv, &cut).unwrap_err(), quotes);
    let unnamed = format!("shape of it\n{square}\n{square}\n");
    assert_eq!(names(&read(PlanarFormat::Tsv, &unnamed).unwrap()), ["map.1", "map.2"]);
    let refusal = |text: &str| read(PlanarFormat::Tsv, text).unwrap_err();
    assert_eq!(
        refusal(&format!("wkt\n{square}\nPOLYGON((0 0\n")),
        "dir/map.x:3: column wkt: expected ')', found the end"
    );
    assert_eq!(
        refusal("name\tsize\nA\t3\n"),
        "dir/map.x:2: expected a column of polygons in WKT, such as 'wkt', found none"
    );
    assert!(refusal("name\twkt\n").contains("the file holds a header alone"));
    assert!(refusal("\n \n").contains("the file holds no row"));
}

#[test]
fn pairs_are_found_by_the_header() {
    let read = |text: &str| {
        let pairs = read_polygon_pairs_bytes(PlanarFormat::Tsv, "p.tsv", text.as_bytes());
        pairs.map_err(|error| error.to_string())
    };
    let (one, two) = ("POLYGON((0 0,4 0,4 4))", "POLYGON((0 0,4 0,4 4),(1 0,2 0,2 1))");
    let pairs = read(&format!("case\tB\ta\n\nx\t{two}\t{one}\n")).unwrap();
    assert_eq!((pairs.len(), pairs[0].line), (1, 3));
    assert_eq!((pairs[0].a.ring_count(), pairs[0].b.ring_count()), (1, 2));
    assert!(read("a\tb\n").unwrap().is_empty());
    assert_eq!(read("").unwrap_err(), "p.tsv: expected a header with the columns 'a' and 'b', found no line at all");
    assert_eq!(read("a\tc\n").unwrap_err(), "p.tsv:1: expected a column 'b' of polygons in WKT, found none");
    assert_eq!(read("a\tb\ta\n").unwrap_err(), "p.tsv:1: two columns are called 'a'; give each a name of its own");
    assert_eq!(
        read(&format!("a\tb\n{one}\tPOLYGON EMPTY\n")).unwrap_err(),
        "p.tsv:2: column b: expected a polygon with points, found EMPTY"
    );
    assert_eq!(
        read(&format!("a\tb\n{one}\n")).unwrap_err(),
        "p.tsv:2: column b: expected POLYGON or MULTIPOLYGON, found the end"
    );
    assert!(read(&format!("a\tb\n{one}\t{one} {one}\n")).unwrap_err().contains("expected the end of the cell"));
}

#[test]
fn a_million_vertices_are_read() {
    let count = 1_000_000;
    let points: Vec<String> = (0..count).map(|i| format!("{i} {}", if i % 2 == 0 { 0 } else { 1 })).collect();
    let text = format!("POLYGON(({},{count} -1))", points.join(","));
    let bodies = read(PlanarFormat::Wkt, &text).unwrap();
    assert_eq!(bodies[0].polygon.vertices().len(), count + 1);
    let text = text.replace("POLYGON((", "<svg><polygon points='").replace("))", "'/></svg>");
    assert_eq!(read(PlanarFormat::Svg, &text).unwrap()[0].polygon.vertices().len(), count + 1);
}

#[test]
fn files_are_told_by_name_and_content() {
    let directory = tempfile::tempdir().unwrap();
    let at = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).unwrap();
        read_planar(&path, &PlanarOptions::default())
    };
    let square = "POLYGON((0 0,4 0,4 4,0 4))";
    assert_eq!(names(&at("field.wkt", square).unwrap()), ["field"]);
    assert_eq!(names(&at("field.txt", square).unwrap()), ["field"]);
    assert_eq!(names(&at("lot.svg", "<svg><rect width='1' height='1'/></svg>").unwrap()), ["lot"]);
    let unknown = at("part.step", "ISO-10303-21;").unwrap_err().to_string();
    assert!(
        unknown.ends_with(
            "the format '.step' is not supported; for polygons use .geojson, .json, .wkt, .tsv, .csv or .svg"
        )
    );
    assert!(matches!(at("none.wkt", "").unwrap_err().problem, Problem::Empty));
    let mesh = impinge_io::read(directory.path().join("field.wkt")).unwrap_err().to_string();
    assert!(mesh.contains("field.wkt: a mesh of polygons in the plane is not supported; `impinge planar`"), "{mesh}");
    let missing = read_planar(directory.path().join("nowhere.wkt"), &PlanarOptions::default()).unwrap_err();
    assert!(matches!(missing.problem, Problem::Missing));
}

#[test]
fn odd_rings_are_read_as_they_are() {
    let relation = |a: &str, b: &str| {
        let one = |text: &str| read(PlanarFormat::Wkt, text).unwrap().remove(0).polygon;
        relate(&one(a), &one(b), &Pose2::IDENTITY, &Request::default()).relation
    };
    let square = "POLYGON((0 0,4 0,4 4,0 4,0 0))";
    assert_eq!(relation("POLYGON((1 1,1 1))", square), Relation::AInsideB, "a ring of one point");
    assert_eq!(relation("POLYGON((4 1,9 1,4 1))", square), Relation::Touching, "a ring of two points");
    assert_eq!(relation("POLYGON((0 0,4 4,4 0,0 4,0 0))", square), Relation::AInsideB, "a ring that crosses itself");
    assert_eq!(relation("POLYGON((0 0,4 0,4 4,0 4,0 0),(7 7,8 7,8 8))", square), Relation::BInsideA, "a hole outside");
}
