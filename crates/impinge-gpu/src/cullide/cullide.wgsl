// Who is in front of, or behind, all others in some view: everybody else may collide. Fragments of pixels are sorted by their nearest depth.

// level: Level of pass_params.rs.
struct Cull { pixels: u32, faces: u32, slots: u32, members: u32, level: u32, axis: u32, round: u32, padding: u32 }

const NOBODY: u32 = 0xffffffffu;

@group(0) @binding(0) var<uniform> cull: Cull;
@group(0) @binding(1) var<storage, read> starts: array<u32>;
@group(0) @binding(2) var<storage, read> fragments: array<vec4<u32>>;
@group(0) @binding(3) var<storage, read_write> owners: array<u32>;
@group(0) @binding(4) var<storage, read_write> kept: array<u32>;
@group(0) @binding(5) var<storage, read_write> hidden: array<atomic<u32>>;
@group(0) @binding(6) var<storage, read_write> sizes: array<atomic<u32>>;
@group(0) @binding(7) var<storage, read> records: array<Record>;
@group(0) @binding(8) var<storage, read> face_corners: array<u32>;
@group(0) @binding(9) var<storage, read> screen: array<vec4<i32>>;
@group(0) @binding(10) var<storage, read_write> boxes: array<atomic<i32>>;
@group(0) @binding(11) var<storage, read> kept_above: array<u32>;
// The group of every face, then the body of every group.
@group(0) @binding(12) var<storage, read> groups_of: array<u32>;

// The body of every face.
@compute @workgroup_size(WORKGROUP)
fn own(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let face = thread_number(group, groups, local);
    if (face >= cull.faces) { return; }
    owners[face] = slot_of(face, FACES, cull.slots);
}

@compute @workgroup_size(WORKGROUP)
fn start(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let member = thread_number(group, groups, local);
    if (member < cull.members) { kept[member] = 1u; }
}

// Groups of bodies that were kept, or faces of groups that were.
@compute @workgroup_size(WORKGROUP)
fn descend(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let member = thread_number(group, groups, local);
    if (member >= cull.members) { return; }
    kept[member] = kept_above[groups_of[select(member, cull.faces + member, cull.level == OF_GROUPS)]];
}

// Whether the last round pruned nobody: then no further round will.
fn settled() -> bool { return cull.round >= 2u && atomicLoad(&sizes[cull.round - 1u]) == atomicLoad(&sizes[cull.round - 2u]); }

fn member_of(face: u32) -> u32 {
    if (cull.level == OF_BODIES) { return owners[face]; }
    if (cull.level == OF_GROUPS) { return groups_of[face]; }
    return face;
}

// The forward and the reverse order of the paper together ask whether anybody else is in front. The nearest fragment, whose it is, and the
// nearest of anybody else answer that for all; likewise from behind.
@compute @workgroup_size(WORKGROUP)
fn look(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel >= cull.pixels || settled()) { return; }
    let first = starts[pixel];
    let last = starts[pixel + 1u];
    var nearest = NOBODY;
    var nearest_owner = NOBODY;
    var nearest_other = NOBODY;
    var farthest = 0u;
    var farthest_owner = NOBODY;
    var farthest_other = 0u;
    for (var i = first; i < last; i++) {
        let f = fragments[i];
        if (kept[member_of(f.w)] == 0u) { continue; }
        let owner = owners[f.w];
        if (nearest_owner == NOBODY) {
            nearest_owner = owner;
            nearest = f.x;
        } else if (owner != nearest_owner && nearest_other == NOBODY) {
            nearest_other = f.x;
        }
        if (owner == farthest_owner) {
            farthest = max(farthest, f.y);
        } else if (f.y > farthest) {
            farthest_other = farthest;
            farthest_owner = owner;
            farthest = f.y;
        } else {
            farthest_other = max(farthest_other, f.y);
        }
    }
    for (var i = first; i < last; i++) {
        let f = fragments[i];
        let member = member_of(f.w);
        if (kept[member] == 0u) { continue; }
        let owner = owners[f.w];
        let before_it = select(nearest, nearest_other, owner == nearest_owner);
        let behind_it = select(farthest, farthest_other, owner == farthest_owner);
        hide(member, before_it <= f.y, behind_it >= f.x);
    }
}

fn hide(member: u32, from_front: bool, from_behind: bool) {
    let bits = (select(0u, 1u, from_front) | select(0u, 2u, from_behind)) << (2u * cull.axis);
    if ((atomicLoad(&hidden[member]) & bits) != bits) { atomicOr(&hidden[member], bits); }
}

fn share_corner(a: u32, b: u32) -> bool {
    for (var i = 0u; i < 3u; i++) {
        let corner = face_corners[3u * a + i];
        if (corner == face_corners[3u * b] || corner == face_corners[3u * b + 1u] || corner == face_corners[3u * b + 2u]) { return true; }
    }
    return false;
}

// The same among the faces of one mesh.
@compute @workgroup_size(WORKGROUP)
fn look_within(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let pixel = thread_number(group, groups, local);
    if (pixel >= cull.pixels || settled()) { return; }
    let first = starts[pixel];
    let last = starts[pixel + 1u];
    for (var i = first; i < last; i++) {
        let f = fragments[i];
        if (kept[f.w] == 0u) { continue; }
        var from_front = false;
        var from_behind = false;
        for (var j = first; j < last && !(from_front && from_behind); j++) {
            let g = fragments[j];
            let front = g.x <= f.y;
            let behind = g.y >= f.x;
            if (((front && !from_front) || (behind && !from_behind)) && kept[g.w] != 0u && !share_corner(f.w, g.w)) {
                from_front = from_front || front;
                from_behind = from_behind || behind;
            }
        }
        hide(f.w, from_front, from_behind);
    }
}

// Whoever is hidden by others in every view is kept for the next round.
@compute @workgroup_size(WORKGROUP)
fn prune(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let member = thread_number(group, groups, local);
    if (member >= cull.members) { return; }
    if (settled()) {
        if (member == 0u) { atomicStore(&sizes[cull.round], atomicLoad(&sizes[cull.round - 1u])); }
        return;
    }
    let bits = atomicExchange(&hidden[member], 0u);
    if (kept[member] == 0u) { return; }
    if (bits == ALL_HIDDEN) { atomicAdd(&sizes[cull.round], 1u); } else { kept[member] = 0u; }
}

// Around the kept faces of each group.
@compute @workgroup_size(WORKGROUP)
fn bound(@builtin(workgroup_id) group: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
    let face = thread_number(group, groups, local);
    if (face >= cull.faces || kept[face] == 0u) { return; }
    let slot = owners[face];
    let box = 6u * groups_of[face];
    let at = 3u * (records[slot].face_start + face - records[slot].first_face);
    let first = records[slot].first_corner;
    for (var i = 0u; i < 3u; i++) {
        let corner = screen[2u * (first + face_corners[at + i])];
        for (var axis = 0u; axis < 3u; axis++) {
            atomicMin(&boxes[box + axis], corner[axis]);
            atomicMax(&boxes[box + 3u + axis], corner[axis]);
        }
    }
}
