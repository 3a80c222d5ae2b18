// CULLIDE by drawing, as published: every body is tested against what was drawn before it, then drawn. A face is one triangle that surely covers its
// footprint; what it does in a pixel is decided in integers, so that images are those of the CPU reference.

struct Drawing { width: u32, height: u32, position_slack: i32, depth_slack: i32 }

@group(0) @binding(0) var<uniform> drawing: Drawing;
@group(0) @binding(1) var<storage, read> records: array<Record>;
@group(0) @binding(2) var<storage, read> face_corners: array<u32>;
@group(0) @binding(3) var<storage, read> screen: array<vec4<i32>>;
// For every face of all bodies, whether it is left.
@group(0) @binding(4) var<storage, read> kept: array<u32>;

struct Covering {
    @builtin(position) position: vec4<f32>,
    @location(0) @interpolate(flat) a: vec3<i32>,
    @location(1) @interpolate(flat) b: vec3<i32>,
    @location(2) @interpolate(flat) c: vec3<i32>,
    @location(3) @interpolate(flat) rest: vec4<i32>,
    @location(4) @interpolate(flat) rise: i32,
}

fn slack() -> Slack { return Slack(drawing.position_slack, drawing.depth_slack); }

@vertex
fn cover(@builtin(vertex_index) index: u32, @builtin(instance_index) slot: u32) -> Covering {
    let record = records[slot];
    let at = 3u * (record.face_start + index / 3u);
    let corners = vec3<u32>(face_corners[at], face_corners[at + 1u], face_corners[at + 2u]) + record.first_corner;
    let f = footprint(Triangle(screen[2u * corners.x].xyz, screen[2u * corners.y].xyz, screen[2u * corners.z].xyz), slack());
    let size = vec2<i32>(vec2<u32>(drawing.width, drawing.height));
    let box = footprint_pixels(f, slack(), size);
    let shown = kept[record.first_face + index / 3u] != 0u && box.x < box.y && box.z < box.w;
    // The right-angled triangle around the box of the footprint, or nowhere.
    var place = vec2<f32>(f32(box.x), f32(box.z));
    if (index % 3u == 1u) { place.x += 2.0 * f32(box.y - box.x); }
    if (index % 3u == 2u) { place.y += 2.0 * f32(box.w - box.z); }
    let unit = place / vec2<f32>(size) * 2.0 - 1.0;
    let position = select(vec4<f32>(-2.0, -2.0, 0.5, 1.0), vec4<f32>(unit.x, -unit.y, 0.5, 1.0), shown);
    return Covering(position, f.a, f.b, f.c, vec4<i32>(f.way, f.reach, f.near, f.far), f.rise);
}

// From where to where the face may be in this pixel; from past the end to its beginning where it is not.
fn depths(in: Covering) -> vec2<f32> {
    let f = Footprint(in.a, in.b, in.c, in.rest.x, in.rest.y, in.rest.z, in.rest.w, in.rise);
    let pixel = vec2<i32>(in.position.xy);
    let at = vec2<i32>(centre(pixel.x), centre(pixel.y));
    // Past acute corners, edges alone do not part the pixel from the face.
    let box = footprint_pixels(f, slack(), vec2<i32>(vec2<u32>(drawing.width, drawing.height)));
    let in_box = pixel.x >= box.x && pixel.x < box.y && pixel.y >= box.z && pixel.y < box.w;
    if (!in_box || !touches(f, at)) { return vec2<f32>(2.0, -1.0); }
    let found = fragment(f, slack(), at, 0u);
    return vec2<f32>(vec2<i32>(found.xy)) / f32(DEPTH_LIMIT);
}

@fragment
fn near_end(in: Covering) -> @builtin(frag_depth) f32 {
    let found = depths(in);
    if (found.x > found.y) { discard; }
    return found.x;
}

@fragment
fn far_end(in: Covering) -> @builtin(frag_depth) f32 {
    let found = depths(in);
    if (found.x > found.y) { discard; }
    return found.y;
}
