// Whose a corner, a face or an edge is, by its number among those of all bodies: the last slot whose first is not greater.

const CORNERS: u32 = 0u;
const FACES: u32 = 1u;
const EDGES: u32 = 2u;

fn first_of(slot: u32, what: u32) -> u32 {
    switch (what) {
        case CORNERS: { return records[slot].first_corner; }
        case FACES: { return records[slot].first_face; }
        default: { return records[slot].first_edge; }
    }
}

fn slot_of(number: u32, what: u32, slots: u32) -> u32 {
    var low = 0u;
    var high = slots;
    while (high - low > 1u) {
        let middle = (low + high) / 2u;
        if (first_of(middle, what) <= number) { low = middle; } else { high = middle; }
    }
    return low;
}
