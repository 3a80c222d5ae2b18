// CInDeR by computing: the same pixels as by drawing, from a rasteriser of threads and atomics.
// A pixel is eight words: depth, edge, slot of the edge, count, crossings (then where its list starts), cursor, penetrated, negative. While
// edges are drawn, the words of the list hold the depth and the edge of the layer before.

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> records: array<Record>;
@group(0) @binding(2) var<storage, read> faces: array<u32>;
@group(0) @binding(3) var<storage, read> edges: array<u32>;
@group(0) @binding(4) var<storage, read> screen: array<vec4<i32>>;
@group(0) @binding(5) var<storage, read_write> image: array<atomic<u32>>;
// Pixels that count positive, 0, negative, 0, seen, 0, crossings, 0, large faces, pixels written; then the large faces.
@group(0) @binding(6) var<storage, read_write> signs: array<atomic<u32>>;
// Signed slots, shifted by one, of the faces before the edges that count; from params.capacity on the pixels that count, Hit of image.rs.
@group(0) @binding(7) var<storage, read_write> crossed: array<i32>;

// For each slot: does it penetrate, is it penetrated?
@group(0) @binding(8) var<storage, read_write> bodies: array<atomic<u32>>;

const NONE: u32 = 0xffffffffu;

// Boxes of more pixels than this are shared by a group of threads.
const LARGE_BOX: i32 = 48;

@compute @workgroup_size(WORKGROUP)
fn clear(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel < HEADER) { atomicStore(&signs[pixel], 0u); }
    if (pixel < 2u * params.slots) { atomicStore(&bodies[pixel], 0u); }
    if (pixel >= params.width * params.height) { return; }
    var before = vec2<u32>(0u);
    if (params.layer > 0u) {
        before = vec2<u32>(atomicLoad(&image[WORDS * pixel + DEPTH]), atomicLoad(&image[WORDS * pixel + EDGE]));
        // Where there was nothing, there is nothing behind it.
        if (before.y == 0u) { before.x = NONE; }
    }
    atomicStore(&image[WORDS * pixel + DEPTH], NONE);
    atomicStore(&image[WORDS * pixel + EDGE], NONE);
    for (var word = SLOT; word <= NEGATIVE; word++) { atomicStore(&image[WORDS * pixel + word], 0u); }
    atomicStore(&image[WORDS * pixel + LIST], before.x);
    atomicStore(&image[WORDS * pixel + CURSOR], before.y);
}

// Whether an edge comes after what the layer before has shown.
fn is_behind(pixel: u32, depth: u32, edge: u32) -> bool {
    let last = atomicLoad(&image[pixel + LIST]);
    return depth > last || (depth == last && edge > atomicLoad(&image[pixel + CURSOR]));
}

// A quotient rounded down that is stepped: floor((n + i * step) / d) without dividing again.
struct Stepped { value: i32, rest: i32, by: i32, more: i32 }

fn stepped(change: i32, along: i32, length: i32) -> Stepped {
    let value = divide(multiply(change, along), length);
    let by = divide(multiply(change, SUBPIXELS), length);
    // Both remainders are below the length: their low halves are all of them.
    return Stepped(value, change * along - value * length, by, change * SUBPIXELS - by * length);
}

fn step_on(s: ptr<function, Stepped>, length: i32) {
    (*s).value += (*s).by;
    (*s).rest += (*s).more;
    if ((*s).rest >= length) { (*s).rest -= length; (*s).value += 1; }
}

// Visits the pixels of an edge: first to keep the nearest depth, then to name the first edge that has it.
fn walk_edge(number: u32, naming: bool) {
    let slot = slot_of(number, EDGES, params.slots);
    let first_corner = records[slot].first_corner;
    let at = 2u * (records[slot].edge_start + number - records[slot].first_edge);
    let s = segment(screen[2u * (first_corner + edges[at]) + 1u].xyz, screen[2u * (first_corner + edges[at + 1u]) + 1u].xyz);
    let size = vec2<i32>(i32(params.width), i32(params.height));
    let sides = select(size, size.yx, s.steep);
    let range = steps(s);
    let first = max(range.x, 0);
    let last = min(range.y, sides.x);
    if (first >= last) { return; }
    let length = s.end.x - s.start.x;
    var across = stepped(s.end.y - s.start.y, centre(first) - s.start.x, length);
    var depth = stepped(s.end.z - s.start.z, centre(first) - s.start.x, length);
    for (var step = first; step < last; step++) {
        let row = (s.start.y + across.value) >> SUBPIXEL_SHIFT;
        let z = s.start.z + depth.value;
        if (row >= 0 && row < sides.y && z >= 0 && z < DEPTH_LIMIT) {
            let pixel = WORDS * u32(select(row * size.x + step, step * size.x + row, s.steep));
            if (!is_behind(pixel, u32(z), number + 1u)) {
                // Seen before.
            } else if (!naming) {
                atomicMin(&image[pixel + DEPTH], u32(z));
            } else if (atomicLoad(&image[pixel + DEPTH]) == u32(z)) {
                atomicMin(&image[pixel + EDGE], number + 1u);
            }
        }
        step_on(&across, length);
        step_on(&depth, length);
    }
}

@compute @workgroup_size(WORKGROUP)
fn edge_depths(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = thread_number(group, groups, local);
    if (number < params.edges) { walk_edge(number, false); }
}

@compute @workgroup_size(WORKGROUP)
fn edge_names(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = thread_number(group, groups, local);
    if (number < params.edges) { walk_edge(number, true); }
}

@compute @workgroup_size(WORKGROUP)
fn edge_slots(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel >= params.width * params.height) { return; }
    let edge = atomicLoad(&image[WORDS * pixel + EDGE]);
    atomicStore(&image[WORDS * pixel + LIST], 0u);
    atomicStore(&image[WORDS * pixel + CURSOR], 0u);
    if (edge == NONE) {
        atomicStore(&image[WORDS * pixel + EDGE], 0u);
        atomicStore(&image[WORDS * pixel + DEPTH], 0u);
    } else {
        atomicStore(&image[WORDS * pixel + SLOT], slot_of(edge - 1u, EDGES, params.slots) + 1u);
        atomicStore(&signs[SEEN], 1u);
    }
}

struct Face { triangle: Triangle, way: i32, slot: u32, box: vec4<i32> }

fn face_of(number: u32) -> Face {
    let slot = slot_of(number, FACES, params.slots);
    let at = 3u * (records[slot].face_start + number - records[slot].first_face);
    let corners = vec3<u32>(faces[at], faces[at + 1u], faces[at + 2u]) + records[slot].first_corner;
    let t = Triangle(screen[2u * corners.x].xyz, screen[2u * corners.y].xyz, screen[2u * corners.z].xyz);
    return Face(t, facing(t), slot + 1u, pixels(t, vec2<i32>(i32(params.width), i32(params.height))));
}

// Counts a face at a pixel, or, in the second round, writes it to the pixel's list.
fn visit(face: Face, x: i32, y: i32, listing: bool) {
    let pixel = WORDS * u32(y * i32(params.width) + x);
    let edge = atomicLoad(&image[pixel + EDGE]);
    if (edge == 0u || (params.own == 0u && atomicLoad(&image[pixel + SLOT]) == face.slot)) { return; }
    if (listing && atomicLoad(&image[pixel + COUNT]) == 0u) { return; }
    let depth = bitcast<i32>(atomicLoad(&image[pixel + DEPTH]));
    if (!covers_before(face.triangle, face.way, vec2<i32>(centre(x), centre(y)), depth)) { return; }
    if (listing) {
        let place = atomicLoad(&image[pixel + LIST]) + atomicAdd(&image[pixel + CURSOR], 1u);
        if (place < params.capacity) { crossed[place] = face.way * i32(face.slot); }
    } else {
        atomicAdd(&image[pixel + COUNT], bitcast<u32>(face.way));
        atomicAdd(&image[pixel + LIST], 1u);
    }
}

// Small faces by one thread each. Large ones are noted for `large_faces`.
fn small_face(number: u32, listing: bool) {
    let face = face_of(number);
    let wide = face.box.y - face.box.x;
    let high = face.box.w - face.box.z;
    if (face.way == 0 || wide <= 0 || high <= 0) { return; }
    if (wide * high > LARGE_BOX) {
        if (!listing) { atomicStore(&signs[HEADER + atomicAdd(&signs[LARGE], 1u)], number); }
        return;
    }
    for (var y = face.box.z; y < face.box.w; y++) {
        for (var x = face.box.x; x < face.box.y; x++) { visit(face, x, y, listing); }
    }
}

// A group of threads for each large face, as many at a time as there are groups.
fn large_face(group: u32, groups: u32, local: u32, listing: bool) {
    let count = atomicLoad(&signs[LARGE]);
    for (var i = group; i < count; i += groups) {
        let face = face_of(atomicLoad(&signs[HEADER + i]));
        let wide = face.box.y - face.box.x;
        let area = wide * (face.box.w - face.box.z);
        for (var at = i32(local); at < area; at += i32(WORKGROUP)) {
            visit(face, face.box.x + at % wide, face.box.z + at / wide, listing);
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn count_small(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = thread_number(group, groups, local);
    if (number < params.faces) { small_face(number, false); }
}

@compute @workgroup_size(WORKGROUP)
fn count_large(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    large_face(group.x, groups.x, local, false);
}

// What the counts say of the whole image; every pixel that counts gets room for its list.
@compute @workgroup_size(WORKGROUP)
fn sum_up(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel >= params.width * params.height) { return; }
    let count = bitcast<i32>(atomicLoad(&image[WORDS * pixel + COUNT]));
    if (count == 0) { return; }
    if (count > 0) { atomicAdd(&signs[POSITIVE], 1u); } else { atomicAdd(&signs[NEGATIVES], 1u); }
    let crossings = atomicLoad(&image[WORDS * pixel + LIST]);
    let start = atomicAdd(&signs[CROSSINGS], crossings);
    // The sum has 64 bits: what goes over the low half is carried.
    if (start + crossings < start) { atomicAdd(&signs[CROSSINGS + 1u], 1u); }
    atomicStore(&image[WORDS * pixel + LIST], start);
}

@compute @workgroup_size(WORKGROUP)
fn list_small(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let number = thread_number(group, groups, local);
    if (number < params.faces) { small_face(number, true); }
}

@compute @workgroup_size(WORKGROUP)
fn list_large(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    large_face(group.x, groups.x, local, true);
}

// The winding of each slot in a pixel's list, the lowest slot first.
@compute @workgroup_size(WORKGROUP)
fn name_slots(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel >= params.width * params.height || atomicLoad(&image[WORDS * pixel + COUNT]) == 0u) { return; }
    let start = atomicLoad(&image[WORDS * pixel + LIST]);
    let end = min(start + atomicLoad(&image[WORDS * pixel + CURSOR]), params.capacity);
    var last = 0;
    var names = vec2<u32>(0u);
    loop {
        var slot = 0x7fffffff;
        var winding = 0;
        for (var i = start; i < end; i++) {
            let here = abs(crossed[i]);
            if (here <= last || here > slot) { continue; }
            if (here < slot) { slot = here; winding = 0; }
            winding += sign(crossed[i]);
        }
        if (slot == 0x7fffffff) { break; }
        if (winding > 0) { atomicStore(&bodies[params.slots + u32(slot) - 1u], 1u); }
        if (winding > 0 && names.x == 0u) { names.x = u32(slot); }
        if (winding < 0 && names.y == 0u) { names.y = u32(slot); }
        last = slot;
    }
    let inside = bitcast<i32>(atomicLoad(&image[WORDS * pixel + COUNT])) > 0;
    if (inside) { atomicStore(&bodies[atomicLoad(&image[WORDS * pixel + SLOT]) - 1u], 1u); }
    let hit = params.capacity + HIT_WORDS * atomicAdd(&signs[WRITTEN], 1u);
    crossed[hit] = i32(pixel);
    crossed[hit + 1u] = bitcast<i32>(atomicLoad(&image[WORDS * pixel + EDGE]));
    crossed[hit + 2u] = bitcast<i32>(atomicLoad(&image[WORDS * pixel + DEPTH]));
    crossed[hit + 3u] = bitcast<i32>(select(0u, names.x, inside));
    crossed[hit + 4u] = bitcast<i32>(names.y);
    atomicStore(&image[WORDS * pixel + PENETRATED], names.x);
    atomicStore(&image[WORDS * pixel + NEGATIVE], names.y);
}
