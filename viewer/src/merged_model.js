/**
 * All bodies in one buffer, so that thousands of them are one draw call. Bodies are runs of that buffer's triangles: a body is
 * coloured or left out by drawing runs, and nothing is copied. Places are relative to `origin`, subtracted in doubles before
 * they are rounded to single precision, so models far from zero do not shake.
 */

/** Merges the parts of a GLB: `{ origin, positions, indices, runs, simplified }`, runs by body in the order of the buffer. */
export function merge(parts, origin) {
  const sorted = [...parts].sort((p, q) => (p.body ?? Infinity) - (q.body ?? Infinity) || 0);
  const vertices = sorted.reduce((sum, part) => sum + part.positions.length, 0);
  const corners = sorted.reduce((sum, part) => sum + part.indices.length, 0);
  const model = { origin, positions: new Float32Array(vertices), indices: new Uint32Array(corners), runs: new Map(), simplified: new Set() };
  let [vertex, corner] = [0, 0];
  for (const part of sorted) {
    place(part, origin, model.positions, vertex);
    const first = vertex / 3;
    for (let k = 0; k < part.indices.length; k += 1) model.indices[corner + k] = part.indices[k] + first;
    if (part.body !== null) extend(model.runs, part.body, corner, part.indices.length);
    if (part.simplified && part.body !== null) model.simplified.add(part.body);
    vertex += part.positions.length;
    corner += part.indices.length;
  }
  return model;
}

/** The middle of what boxes span: a good origin. */
export function middle(boxes) {
  const [low, high] = extent(boxes);
  return low.map((x, k) => (Number.isFinite(x) ? (x + high[k]) / 2 : 0));
}

/** The box around boxes. */
export function extent(boxes) {
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (const [from, to] of boxes) {
    for (let k = 0; k < 3; k += 1) {
      low[k] = Math.min(low[k], from[k]);
      high[k] = Math.max(high[k], to[k]);
    }
  }
  return [low, high];
}

function place({ positions, matrix: m }, origin, target, start) {
  for (let k = 0; k < positions.length; k += 3) {
    const [x, y, z] = [positions[k], positions[k + 1], positions[k + 2]];
    for (let row = 0; row < 3; row += 1) target[start + k + row] = m[row] * x + m[4 + row] * y + m[8 + row] * z + (m[12 + row] - origin[row]);
  }
}

function extend(runs, body, start, length) {
  const run = runs.get(body);
  if (run) run.count += length;
  else runs.set(body, { start, count: length });
}
