// CInDeR by drawing. Every primitive is one triangle that surely covers it; which of its pixels count is decided in integers by the fragment
// shader. So no driver's rules of coverage, snapping or clipping matter, and neither does its depth interpolation.

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> records: array<Record>;
@group(0) @binding(2) var<storage, read> faces: array<u32>;
@group(0) @binding(3) var<storage, read> edges: array<u32>;
@group(0) @binding(4) var<storage, read> screen: array<vec4<i32>>;
@group(1) @binding(0) var edge_image: texture_2d<u32>;
@group(2) @binding(0) var count_image: texture_2d<f32>;
@group(3) @binding(0) var identity_image: texture_2d<u32>;

// A place in pixels to the device's coordinates.
fn placed(at: vec2<f32>) -> vec4<f32> {
    let size = vec2<f32>(f32(params.width), f32(params.height));
    let unit = at / size * 2.0 - 1.0;
    return vec4<f32>(unit.x, -unit.y, 0.5, 1.0);
}

const NOWHERE: vec4<f32> = vec4<f32>(-2.0, -2.0, 0.5, 1.0);

struct EdgeVertex {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) a: vec3<i32>,
    @location(1) @interpolate(flat) b: vec3<i32>,
    @location(2) @interpolate(flat) ids: vec2<u32>,
}

@vertex
fn edge_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) slot: u32) -> EdgeVertex {
    let record = records[slot];
    let edge = index / 3u;
    let at = 2u * (record.edge_start + edge);
    let a = screen[2u * (record.first_corner + edges[at]) + 1u].xyz;
    let b = screen[2u * (record.first_corner + edges[at + 1u]) + 1u].xyz;
    let position = edge_cover(segment(a, b), index % 3u);
    return EdgeVertex(position, a, b, vec2<u32>(record.first_edge + edge + 1u, slot + 1u));
}

// A corner of a triangle around the pixels of a segment, with a pixel to spare: a base of six pixels where it starts, and a tip as far
// behind its end as it is long.
fn edge_cover(s: Segment, corner: u32) -> vec4<f32> {
    let size = vec2<i32>(i32(params.width), i32(params.height));
    let sides = select(size, size.yx, s.steep);
    let range = steps(s);
    let first = max(range.x, 0);
    let last = min(range.y, sides.x) - 1;
    if (first > last) { return NOWHERE; }
    let y0 = on_segment(s, first, 1u);
    let y1 = on_segment(s, last, 1u);
    if (max(y0, y1) < -2 * SUBPIXELS || min(y0, y1) > (sides.y + 2) * SUBPIXELS) { return NOWHERE; }
    let slope = f32(y1 - y0) / (f32(SUBPIXELS) * max(f32(last - first), 1.0));
    let length = f32(last - first) + 2.0;
    var at = vec2<f32>(f32(first) - 0.5, f32(y0) / f32(SUBPIXELS) - slope);
    if (corner == 0u) { at.y -= 3.0; }
    if (corner == 1u) { at.y += 3.0; }
    if (corner == 2u) { at += vec2<f32>(1.0, slope) * 2.0 * length; }
    return placed(select(at, at.yx, s.steep));
}

struct EdgeFragment { @location(0) ids: vec4<u32>, @builtin(frag_depth) depth: f32 }

@fragment
fn edge_fragment(in: EdgeVertex) -> EdgeFragment {
    let depth = edge_depth(in);
    if (depth < 0 || depth >= DEPTH_LIMIT || !is_behind(vec2<i32>(in.position.xy), u32(depth), in.ids.x)) { discard; }
    return EdgeFragment(vec4<u32>(in.ids.x, u32(depth), in.ids.y, 0u), f32(depth) / f32(DEPTH_LIMIT));
}

// Whether an edge comes after what the layer before, the image of edges that is read here, has shown.
fn is_behind(pixel: vec2<i32>, depth: u32, edge: u32) -> bool {
    if (params.layer == 0u) { return true; }
    let last = textureLoad(edge_image, pixel, 0);
    return last.x != 0u && (depth > last.y || (depth == last.y && edge > last.x));
}

// The depth of the segment at this pixel, or a negative number where it has none here.
fn edge_depth(in: EdgeVertex) -> i32 {
    let pixel = vec2<i32>(in.position.xy);
    let s = segment(in.a, in.b);
    let step = select(pixel.x, pixel.y, s.steep);
    let range = steps(s);
    if (step < range.x || step >= range.y) { return -1; }
    let found = segment_pixel(s, step);
    return select(-1, found.z, all(found.xy == pixel));
}

// The edge is seen here, and is inside a solid: for occlusion queries.
@fragment
fn edge_inside(in: EdgeVertex) {
    let pixel = vec2<i32>(in.position.xy);
    if (textureLoad(edge_image, pixel, 0).x != in.ids.x || textureLoad(count_image, pixel, 0).x <= 0.0) { discard; }
    if (edge_depth(in) < 0) { discard; }
}

struct FaceVertex {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) a: vec3<i32>,
    @location(1) @interpolate(flat) b: vec3<i32>,
    @location(2) @interpolate(flat) c: vec3<i32>,
    @location(3) @interpolate(flat) ids: vec2<i32>,
}

@vertex
fn face_vertex(@builtin(vertex_index) index: u32, @builtin(instance_index) slot: u32) -> FaceVertex {
    let record = records[slot];
    let at = 3u * (record.face_start + index / 3u);
    let corners = vec3<u32>(faces[at], faces[at + 1u], faces[at + 2u]) + record.first_corner;
    let t = Triangle(screen[2u * corners.x].xyz, screen[2u * corners.y].xyz, screen[2u * corners.z].xyz);
    let way = facing(t);
    return FaceVertex(face_cover(t, way, index % 3u), t.a, t.b, t.c, vec2<i32>(way, i32(slot) + 1));
}

// A corner of a triangle around the box of a triangle; it turns as the triangle does, so that front and back stay front and back.
fn face_cover(t: Triangle, way: i32, corner: u32) -> vec4<f32> {
    let box = pixels(t, vec2<i32>(i32(params.width), i32(params.height)));
    if (way == 0 || box.x >= box.y || box.z >= box.w) { return NOWHERE; }
    var at = vec2<f32>(f32(box.x), f32(box.z));
    let turned = select(corner, (3u - corner) % 3u, way > 0);
    if (turned == 1u) { at.x += 2.0 * f32(box.y - box.x); }
    if (turned == 2u) { at.y += 2.0 * f32(box.w - box.z); }
    return placed(at);
}

// Whether the face is in front of the edge of this pixel, and of another body.
fn is_in_front(in: FaceVertex) -> bool {
    let pixel = vec2<i32>(in.position.xy);
    let edge = textureLoad(edge_image, pixel, 0);
    if (edge.x == 0u || (params.own == 0u && edge.z == u32(in.ids.y))) { return false; }
    return covers_before(Triangle(in.a, in.b, in.c), in.ids.x, vec2<i32>(centre(pixel.x), centre(pixel.y)), i32(edge.y));
}

@fragment
fn count_fragment(in: FaceVertex) -> @location(0) f32 {
    if (!is_in_front(in)) { discard; }
    return f32(in.ids.x);
}

// The same once more for one body alone, where something was found; the stencil test picks what is written.
@fragment
fn identity_fragment(in: FaceVertex) -> @location(0) vec4<u32> {
    if (textureLoad(count_image, vec2<i32>(in.position.xy), 0).x == 0.0 || !is_in_front(in)) { discard; }
    return vec4<u32>(u32(in.ids.y), u32(in.ids.y), 0u, 0u);
}

@vertex
fn whole_image(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(select(-1.0, 3.0, index == 1u), select(-1.0, 3.0, index == 2u), 0.5, 1.0);
}

@fragment
fn is_seen(@builtin(position) position: vec4<f32>) {
    if (textureLoad(edge_image, vec2<i32>(position.xy), 0).x == 0u) { discard; }
}

@fragment
fn is_positive(@builtin(position) position: vec4<f32>) {
    if (textureLoad(count_image, vec2<i32>(position.xy), 0).x <= 0.0) { discard; }
}

@fragment
fn is_negative(@builtin(position) position: vec4<f32>) {
    if (textureLoad(count_image, vec2<i32>(position.xy), 0).x >= 0.0) { discard; }
}

// Inside of something that has no name, or that counts negative when it is counted alone.
@fragment
fn is_doubtful(@builtin(position) position: vec4<f32>) {
    let pixel = vec2<i32>(position.xy);
    let names = textureLoad(identity_image, pixel, 0);
    if (textureLoad(count_image, pixel, 0).x <= 0.0 || (names.x != 0u && names.y == 0u)) { discard; }
}
