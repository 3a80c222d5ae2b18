// What the shaders know of a query and of its bodies: Params of device_frame.rs, Record of draw_layout.rs.

struct Params { width: u32, height: u32, slots: u32, corners: u32, faces: u32, edges: u32, own: u32, capacity: u32, layer: u32, spare_0: u32, spare_1: u32, spare_2: u32 }

struct Record {
    rows: array<array<i32, 5>, 4>,
    offset: i32,
    corner_start: u32, face_start: u32, edge_start: u32,
    first_corner: u32, first_face: u32, first_edge: u32,
    padding: u32,
}

// The number of a thread in a grid of two dimensions.
fn thread_number(group: vec3<u32>, groups: vec3<u32>, local: u32) -> u32 { return (group.y * groups.x + group.x) * WORKGROUP + local; }
