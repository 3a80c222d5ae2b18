// The same integers as in conservative_rasterization.rs, function by function.

struct Slack { position: i32, depth: i32 }

struct Footprint { a: vec3<i32>, b: vec3<i32>, c: vec3<i32>, way: i32, reach: i32, near: i32, far: i32, rise: i32 }

fn magnitude(a: Wide) -> Wide {
    if (a.hi < 0) { return negate(a); }
    return a;
}

fn less(a: Wide, b: Wide) -> bool { return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo); }

// A number that is not negative, times one below 2^13.
fn scaled(a: Wide, factor: u32) -> Wide {
    let low = (a.lo & 0xffffu) * factor;
    let high = (a.lo >> 16u) * factor;
    return add(add(Wide(low, 0), Wide(high << 16u, bitcast<i32>(high >> 16u))), Wide(0u, a.hi * bitcast<i32>(factor)));
}

// The quotient rounded up of a number that is not negative by a positive one below 2^62, at most DEPTH_LIMIT.
fn quotient_up(n: Wide, d: Wide) -> i32 {
    var rest = Wide(0u, 0);
    var quotient = 0;
    let less_d = negate(d);
    for (var i = 0u; i < 64u; i++) {
        let word = select(n.lo, bitcast<u32>(n.hi), i < 32u);
        let bit = (word >> (31u - (i & 31u))) & 1u;
        rest = Wide((rest.lo << 1u) | bit, (rest.hi << 1u) | bitcast<i32>(rest.lo >> 31u));
        quotient = quotient << 1u;
        if (!less(rest, d)) {
            rest = add(rest, less_d);
            quotient |= 1;
        }
        if (quotient >= DEPTH_LIMIT) { return DEPTH_LIMIT; }
    }
    return quotient + select(0, 1, (rest.lo | bitcast<u32>(rest.hi)) != 0u);
}

fn rise(a: vec3<i32>, b: vec3<i32>, c: vec3<i32>, reach: i32) -> i32 {
    let area = cross_wide(a.xy, b.xy, c.xy);
    if (sign_of(area) == 0) { return DEPTH_LIMIT; }
    let p = b - a;
    let q = c - a;
    let nx = add(multiply(p.z, q.y), negate(multiply(q.z, p.y)));
    let ny = add(multiply(q.z, p.x), negate(multiply(p.z, q.x)));
    return quotient_up(scaled(add(magnitude(nx), magnitude(ny)), bitcast<u32>(reach)), area);
}

fn footprint(t: Triangle, slack: Slack) -> Footprint {
    let way = facing(t);
    var b = t.b;
    var c = t.c;
    if (way > 0) { b = t.c; c = t.b; }
    let reach = SUBPIXELS / 2 + slack.position;
    return Footprint(t.a, b, c, way, reach, min(t.a.z, min(b.z, c.z)), max(t.a.z, max(b.z, c.z)), rise(t.a, b, c, reach));
}

fn footprint_pixels(f: Footprint, slack: Slack, size: vec2<i32>) -> vec4<i32> {
    let low = (min(f.a.xy, min(f.b.xy, f.c.xy)) - slack.position - 1) >> vec2<u32>(SUBPIXEL_SHIFT);
    let high = ((max(f.a.xy, max(f.b.xy, f.c.xy)) + slack.position) >> vec2<u32>(SUBPIXEL_SHIFT)) + 1;
    let first = clamp(low, vec2<i32>(0), size);
    let last = clamp(high, vec2<i32>(0), size);
    return vec4<i32>(first.x, last.x, first.y, last.y);
}

fn reach_along(f: Footprint, p: vec2<i32>, q: vec2<i32>) -> Wide {
    let d = abs(q - p);
    return multiply(f.reach, d.x + d.y);
}

struct Sides { of_a: Wide, of_b: Wide, of_c: Wide }

fn sides(f: Footprint, at: vec2<i32>) -> Sides {
    return Sides(cross_wide(f.b.xy, f.c.xy, at), cross_wide(f.c.xy, f.a.xy, at), cross_wide(f.a.xy, f.b.xy, at));
}

// Whether the sum and, of what is seen edge-on, the difference of a side and its reach leave the pixel touched.
fn side_touches(f: Footprint, side: Wide, reach: Wide) -> bool {
    if (add(side, reach).hi < 0) { return false; }
    return f.way != 0 || sign_of(add(side, negate(reach))) <= 0;
}

fn touches(f: Footprint, at: vec2<i32>) -> bool {
    let s = sides(f, at);
    return side_touches(f, s.of_a, reach_along(f, f.b.xy, f.c.xy)) && side_touches(f, s.of_b, reach_along(f, f.c.xy, f.a.xy))
        && side_touches(f, s.of_c, reach_along(f, f.a.xy, f.b.xy));
}

fn side_holds(side: Wide, reach: Wide) -> bool { return add(side, negate(reach)).hi >= 0; }

// The depth of the plane, rounded down, within bounds: by halving, since the sum behind `before` has 72 bits.
fn plane_depth(f: Footprint, s: Sides, bounds: vec2<i32>) -> i32 {
    var low = bounds.x;
    var high = bounds.y;
    while (low < high) {
        let middle = low + (high - low + 1) / 2;
        if (before(array<Wide, 3>(s.of_a, s.of_b, s.of_c), vec3<i32>(f.a.z, f.b.z, f.c.z) - middle)) {
            high = middle - 1;
        } else {
            low = middle;
        }
    }
    return low;
}

// What a triangle that touches a pixel does there, as Fragment::packed.
fn fragment(f: Footprint, slack: Slack, at: vec2<i32>, face: u32) -> vec4<u32> {
    let s = sides(f, at);
    let turned = f.way != 0;
    let whole = turned && side_holds(s.of_a, reach_along(f, f.b.xy, f.c.xy)) && side_holds(s.of_b, reach_along(f, f.c.xy, f.a.xy))
        && side_holds(s.of_c, reach_along(f, f.a.xy, f.b.xy));
    let covers = turned && has(f.b.xy, f.c.xy, s.of_a) && has(f.c.xy, f.a.xy, s.of_b) && has(f.a.xy, f.b.xy, s.of_c);
    let tilted = turned && 2 * f.rise < f.far - f.near;
    let room = select(f.rise + 1, 0, covers);
    var depth = 0;
    if (covers || tilted) { depth = plane_depth(f, s, vec2<i32>(f.near - room, f.far + room)); }
    var low = f.near;
    var high = f.far;
    if (tilted) {
        low = max(low, depth - f.rise);
        high = min(high, depth + 1 + f.rise);
    }
    let way = select(0, f.way, covers);
    let flags = (bitcast<u32>(way + 1) << 24u) | (select(0u, 1u, whole) << 26u);
    return vec4<u32>(bitcast<u32>(low - slack.depth), bitcast<u32>(high + slack.depth), bitcast<u32>(select(0, depth, covers)) | flags, face);
}
