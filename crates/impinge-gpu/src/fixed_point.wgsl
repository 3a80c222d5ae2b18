// The same integers as in fixed_point.rs, function by function. 64-bit numbers are two halves.

struct Wide { lo: u32, hi: i32 }

fn widen(a: i32) -> Wide { return Wide(bitcast<u32>(a), a >> 31u); }

fn add(a: Wide, b: Wide) -> Wide {
    let lo = a.lo + b.lo;
    return Wide(lo, a.hi + b.hi + select(0, 1, lo < a.lo));
}

fn negate(a: Wide) -> Wide { return add(Wide(~a.lo, ~a.hi), Wide(1u, 0)); }

// Unsigned product from 16-bit halves, then the two corrections that signs need.
fn multiply(a: i32, b: i32) -> Wide {
    let ua = bitcast<u32>(a);
    let ub = bitcast<u32>(b);
    let low = (ua & 0xffffu) * (ub & 0xffffu);
    let middle = (ua >> 16u) * (ub & 0xffffu) + (low >> 16u);
    let other = (ua & 0xffffu) * (ub >> 16u) + (middle & 0xffffu);
    let high = (ua >> 16u) * (ub >> 16u) + (middle >> 16u) + (other >> 16u);
    let signs = select(0, b, a < 0) + select(0, a, b < 0);
    return Wide((other << 16u) | (low & 0xffffu), bitcast<i32>(high) - signs);
}

// a >> shift for 0 < shift < 32, of which the low half is wanted.
fn shifted(a: Wide, shift: u32) -> i32 { return bitcast<i32>((a.lo >> shift) | (bitcast<u32>(a.hi) << (32u - shift))); }

// The quotient rounded down, of a number whose quotient has 31 bits, by a positive one below 2^31.
fn divide(n: Wide, d: i32) -> i32 {
    let negative = n.hi < 0;
    var magnitude = n;
    if (negative) { magnitude = add(negate(n), widen(d - 1)); }
    let divisor = bitcast<u32>(d);
    var rest = bitcast<u32>(magnitude.hi);
    var quotient = 0u;
    for (var i = 0u; i < 32u; i++) {
        rest = (rest << 1u) | ((magnitude.lo >> (31u - i)) & 1u);
        quotient = quotient << 1u;
        if (rest >= divisor) { rest -= divisor; quotient |= 1u; }
    }
    return select(bitcast<i32>(quotient), -bitcast<i32>(quotient), negative);
}

fn apply(row: array<i32, 5>, corner: vec3<i32>) -> Wide {
    let added = Wide(bitcast<u32>(row[3]), row[4]);
    return add(add(added, multiply(row[0], corner.x)), add(multiply(row[1], corner.y), multiply(row[2], corner.z)));
}

fn project(rows: array<array<i32, 5>, 4>, corner: vec3<i32>) -> vec3<i32> {
    let weight = max(shifted(apply(rows[3], corner), WEIGHT_SHIFT), 1);
    return vec3<i32>(divide(apply(rows[0], corner), weight), divide(apply(rows[1], corner), weight), divide(apply(rows[2], corner), weight));
}

fn moved(corner: vec3<i32>, normal: vec3<i32>, steps: i32) -> vec3<i32> {
    let by = vec3<i32>(shifted(multiply(normal.x, steps), NORMAL_SHIFT), shifted(multiply(normal.y, steps), NORMAL_SHIFT), shifted(multiply(normal.z, steps), NORMAL_SHIFT));
    return corner + by;
}

fn centre(pixel: i32) -> i32 { return pixel * SUBPIXELS + SUBPIXELS / 2; }

fn cross_wide(a: vec2<i32>, b: vec2<i32>, at: vec2<i32>) -> Wide {
    return add(multiply(b.x - a.x, at.y - a.y), multiply(a.y - b.y, at.x - a.x));
}

fn sign_of(a: Wide) -> i32 { return select(select(0, 1, (a.lo | bitcast<u32>(a.hi)) != 0u), -1, a.hi < 0); }

struct Triangle { a: vec3<i32>, b: vec3<i32>, c: vec3<i32> }

fn facing(t: Triangle) -> i32 { return -sign_of(cross_wide(t.a.xy, t.b.xy, t.c.xy)); }

fn has(a: vec2<i32>, b: vec2<i32>, cross: Wide) -> bool {
    let sign = sign_of(cross);
    return sign > 0 || (sign == 0 && (b.y < a.y || (b.y == a.y && b.x > a.x)));
}

// The sign of the sum of weights (48 bits) times depths (23 bits): the halves of the weights apart.
fn before(weights: array<Wide, 3>, depths: vec3<i32>) -> bool {
    var high = Wide(0u, 0);
    var low = Wide(0u, 0);
    for (var i = 0; i < 3; i++) {
        high = add(high, multiply(shifted(weights[i], 24u), depths[i]));
        low = add(low, multiply(bitcast<i32>(weights[i].lo & 0xffffffu), depths[i]));
    }
    return add(high, widen_shifted(low)).hi < 0;
}

fn widen_shifted(a: Wide) -> Wide { return Wide((a.lo >> 24u) | (bitcast<u32>(a.hi) << 8u), a.hi >> 24u); }

// `way` is facing(t), which must not be 0.
fn covers_before(t: Triangle, way: i32, at: vec2<i32>, depth: i32) -> bool {
    let depths = vec3<i32>(t.a.z, t.b.z, t.c.z) - depth;
    if (all(depths >= vec3<i32>(0))) { return false; }
    var b = t.b;
    var c = t.c;
    if (way > 0) { b = t.c; c = t.b; }
    let of_c = cross_wide(t.a.xy, b.xy, at);
    let of_a = cross_wide(b.xy, c.xy, at);
    let of_b = cross_wide(c.xy, t.a.xy, at);
    if (!has(t.a.xy, b.xy, of_c) || !has(b.xy, c.xy, of_a) || !has(c.xy, t.a.xy, of_b)) { return false; }
    if (all(depths < vec3<i32>(0))) { return true; }
    return before(array<Wide, 3>(of_a, of_b, of_c), vec3<i32>(depths.x, b.z - depth, c.z - depth));
}

// First and past the last column, first and past the last row.
fn pixels(t: Triangle, size: vec2<i32>) -> vec4<i32> {
    let low = (min(t.a.xy, min(t.b.xy, t.c.xy)) + SUBPIXELS / 2 - 1) >> vec2<u32>(SUBPIXEL_SHIFT);
    let high = (max(t.a.xy, max(t.b.xy, t.c.xy)) + SUBPIXELS / 2) >> vec2<u32>(SUBPIXEL_SHIFT);
    let first = clamp(low, vec2<i32>(0), size);
    let last = clamp(high, vec2<i32>(0), size);
    return vec4<i32>(first.x, last.x, first.y, last.y);
}

struct Segment { start: vec3<i32>, end: vec3<i32>, steep: bool }

fn segment(a: vec3<i32>, b: vec3<i32>) -> Segment {
    let steep = abs(b.y - a.y) > abs(b.x - a.x);
    let p = select(a, a.yxz, steep);
    let q = select(b, b.yxz, steep);
    if (p.x <= q.x) { return Segment(p, q, steep); }
    return Segment(q, p, steep);
}

fn steps(s: Segment) -> vec2<i32> { return (vec2<i32>(s.start.x, s.end.x) + SUBPIXELS / 2 - 1) >> vec2<u32>(SUBPIXEL_SHIFT); }

fn on_segment(s: Segment, step: i32, axis: u32) -> i32 {
    return s.start[axis] + divide(multiply(s.end[axis] - s.start[axis], centre(step) - s.start.x), s.end.x - s.start.x);
}

// The pixel in a column, or row, and the depth there.
fn segment_pixel(s: Segment, step: i32) -> vec3<i32> {
    let across = on_segment(s, step, 1u) >> SUBPIXEL_SHIFT;
    let depth = on_segment(s, step, 2u);
    return select(vec3<i32>(step, across, depth), vec3<i32>(across, step, depth), s.steep);
}
