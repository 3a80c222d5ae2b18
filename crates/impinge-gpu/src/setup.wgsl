// Carries every corner of every body to the image: once as a corner of faces, once, moved outward, as an end of edges.

@group(0) @binding(0) var<uniform> setup_params: Params;
@group(0) @binding(1) var<storage, read> setup_records: array<Record>;
@group(0) @binding(2) var<storage, read> setup_corners: array<i32>;
@group(0) @binding(3) var<storage, read_write> setup_screen: array<vec4<i32>>;

@compute @workgroup_size(64)
fn setup(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let thread = thread_number(group, groups, local);
    if (thread >= setup_params.corners) { return; }
    // The last slot that starts at or before this corner.
    var low = 0u;
    var high = setup_params.slots;
    while (high - low > 1u) {
        let middle = (low + high) / 2u;
        if (setup_records[middle].first_corner <= thread) { low = middle; } else { high = middle; }
    }
    let record = setup_records[low];
    let at = 6u * (record.corner_start + thread - record.first_corner);
    let corner = vec3<i32>(setup_corners[at], setup_corners[at + 1u], setup_corners[at + 2u]);
    let normal = vec3<i32>(setup_corners[at + 3u], setup_corners[at + 4u], setup_corners[at + 5u]);
    setup_screen[2u * thread] = vec4<i32>(project(record.rows, corner), 0);
    setup_screen[2u * thread + 1u] = vec4<i32>(project(record.rows, moved(corner, normal, record.offset)), 0);
}
