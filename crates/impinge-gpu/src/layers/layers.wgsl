// Layered depth images: how many fragments every pixel has, where each pixel's start, the fragments themselves, and their order.

struct LayerParams { width: u32, height: u32, slots: u32, faces: u32, position_slack: i32, depth_slack: i32, lanes: u32, padding: u32 }

@group(0) @binding(0) var<uniform> layer: LayerParams;
@group(0) @binding(1) var<storage, read> records: array<Record>;
@group(0) @binding(2) var<storage, read> face_corners: array<u32>;
@group(0) @binding(3) var<storage, read> screen: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> sums: array<u32>;
@group(0) @binding(6) var<storage, read_write> starts: array<u32>;
@group(0) @binding(7) var<storage, read_write> fragments: array<vec4<u32>>;

fn slack() -> Slack { return Slack(layer.position_slack, layer.depth_slack); }

fn corner(record: u32, index: u32) -> vec3<i32> { return screen[2u * (records[record].first_corner + index)].xyz; }

fn triangle(face: u32) -> Triangle {
    let slot = slot_of(face, FACES, layer.slots);
    let at = 3u * (records[slot].face_start + face - records[slot].first_face);
    return Triangle(corner(slot, face_corners[at]), corner(slot, face_corners[at + 1u]), corner(slot, face_corners[at + 2u]));
}

@compute @workgroup_size(WORKGROUP)
fn count(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let thread = thread_number(group, groups, local);
    let face = thread / layer.lanes;
    if (face >= layer.faces) { return; }
    let f = footprint(triangle(face), slack());
    let box = footprint_pixels(f, slack(), vec2<i32>(vec2<u32>(layer.width, layer.height)));
    for (var y = box.z + i32(thread % layer.lanes); y < box.w; y += i32(layer.lanes)) {
        for (var x = box.x; x < box.y; x++) {
            if (touches(f, vec2<i32>(centre(x), centre(y)))) { atomicAdd(&counts[u32(y) * layer.width + u32(x)], 1u); }
        }
    }
}

@compute @workgroup_size(WORKGROUP)
fn scatter(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let thread = thread_number(group, groups, local);
    let face = thread / layer.lanes;
    if (face >= layer.faces) { return; }
    let f = footprint(triangle(face), slack());
    let box = footprint_pixels(f, slack(), vec2<i32>(vec2<u32>(layer.width, layer.height)));
    for (var y = box.z + i32(thread % layer.lanes); y < box.w; y += i32(layer.lanes)) {
        for (var x = box.x; x < box.y; x++) {
            let at = vec2<i32>(centre(x), centre(y));
            if (touches(f, at)) {
                let place = atomicAdd(&counts[u32(y) * layer.width + u32(x)], 1u);
                fragments[place] = fragment(f, slack(), at, face);
            }
        }
    }
}

// Sums of BLOCK pixels each, then of all sums before each, then of all pixels before each. Sums stay at the largest number instead of going over.

fn sum_of(a: u32, b: u32) -> u32 { return select(a + b, 0xffffffffu, a + b < a); }

fn pixel_count() -> u32 { return layer.width * layer.height; }

fn block_count() -> u32 { return (pixel_count() + BLOCK - 1u) / BLOCK; }

@compute @workgroup_size(WORKGROUP)
fn sum(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let block = thread_number(group, groups, local);
    if (block >= block_count()) { return; }
    var total = 0u;
    for (var i = block * BLOCK; i < min((block + 1u) * BLOCK, pixel_count()); i++) { total = sum_of(total, atomicLoad(&counts[i])); }
    sums[block] = total;
}

var<workgroup> shares: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn scan(@builtin(local_invocation_index) local: u32) {
    let share = (block_count() + WORKGROUP - 1u) / WORKGROUP;
    let first = min(local * share, block_count());
    let last = min(first + share, block_count());
    var total = 0u;
    for (var i = first; i < last; i++) { total = sum_of(total, sums[i]); }
    shares[local] = total;
    workgroupBarrier();
    var before_here = 0u;
    for (var i = 0u; i < local; i++) { before_here = sum_of(before_here, shares[i]); }
    for (var i = first; i < last; i++) {
        let here = sums[i];
        sums[i] = before_here;
        before_here = sum_of(before_here, here);
    }
    if (local == WORKGROUP - 1u) { starts[pixel_count()] = before_here; }
}

// Where each pixel starts; the counts become the places for the next fragments.
@compute @workgroup_size(WORKGROUP)
fn spread(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let block = thread_number(group, groups, local);
    if (block >= block_count()) { return; }
    var total = sums[block];
    for (var i = block * BLOCK; i < min((block + 1u) * BLOCK, pixel_count()); i++) {
        let here = atomicLoad(&counts[i]);
        starts[i] = total;
        atomicStore(&counts[i], total);
        total = sum_of(total, here);
    }
}

fn comes_before(a: vec4<u32>, b: vec4<u32>) -> bool {
    if (a.x != b.x) { return a.x < b.x; }
    if (a.y != b.y) { return a.y < b.y; }
    if (a.z != b.z) { return a.z < b.z; }
    return a.w < b.w;
}

// Lets an element sink in a heap whose largest is on top.
fn sink(start: u32, element: u32, length: u32) {
    var at = element;
    let sinking = fragments[start + at];
    while (2u * at + 1u < length) {
        var child = 2u * at + 1u;
        if (child + 1u < length && comes_before(fragments[start + child], fragments[start + child + 1u])) { child += 1u; }
        if (!comes_before(sinking, fragments[start + child])) { break; }
        fragments[start + at] = fragments[start + child];
        at = child;
    }
    fragments[start + at] = sinking;
}

@compute @workgroup_size(WORKGROUP)
fn sort(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel >= pixel_count()) { return; }
    let start = starts[pixel];
    let length = starts[pixel + 1u] - start;
    for (var i = length / 2u; i > 0u; i--) { sink(start, i - 1u, length); }
    for (var last = length; last > 1u; last--) {
        let largest = fragments[start];
        fragments[start] = fragments[start + last - 1u];
        fragments[start + last - 1u] = largest;
        sink(start, 0u, last - 1u);
    }
}
