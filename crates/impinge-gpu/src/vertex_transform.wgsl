// Carries every corner of every body to the image: once as a corner of faces, once, moved outward, as an end of edges.

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> records: array<Record>;
@group(0) @binding(2) var<storage, read> corners: array<i32>;
@group(0) @binding(3) var<storage, read_write> screen: array<vec4<i32>>;

@compute @workgroup_size(WORKGROUP)
fn setup(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let thread = thread_number(group, groups, local);
    if (thread >= params.corners) { return; }
    let record = records[slot_of(thread, CORNERS, params.slots)];
    let at = 6u * (record.corner_start + thread - record.first_corner);
    let corner = vec3<i32>(corners[at], corners[at + 1u], corners[at + 2u]);
    let normal = vec3<i32>(corners[at + 3u], corners[at + 4u], corners[at + 5u]);
    screen[2u * thread] = vec4<i32>(project(record.rows, corner), 0);
    screen[2u * thread + 1u] = vec4<i32>(project(record.rows, moved(corner, normal, record.offset)), 0);
}
