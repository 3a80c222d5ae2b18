/** The edges of a run of triangles that make its form: borders, and where two faces meet at an angle. */

const SHARP = Math.cos((30 * Math.PI) / 180); // faces that turn less than this look like one surface
const MOST = 60_000; // triangles; beyond, edges would be a blot, and finding them would take long

/** Ends of sharp edges, six numbers each; none for a body too fine to have them drawn. */
export function sharpEdges({ positions, indices }, { start, count }) {
  if (count > 3 * MOST) return new Float32Array(0);
  const vertices = positions.length / 3;
  const open = new Map(); // edges seen once, by their two ends, with the normal of their face
  const sharp = [];
  for (let corner = start; corner < start + count; corner += 3) {
    const face = [indices[corner], indices[corner + 1], indices[corner + 2]];
    const normal = normalOf(positions, face);
    for (let k = 0; k < 3; k += 1) {
      const [p, q] = [face[k], face[(k + 1) % 3]];
      const key = Math.min(p, q) * vertices + Math.max(p, q);
      const other = open.get(key);
      if (other === undefined) open.set(key, normal);
      else {
        open.delete(key);
        if (other[0] * normal[0] + other[1] * normal[1] + other[2] * normal[2] < SHARP) sharp.push(p, q);
      }
    }
  }
  for (const key of open.keys()) sharp.push(Math.floor(key / vertices), key % vertices);
  const ends = new Float32Array(3 * sharp.length);
  sharp.forEach((vertex, k) => ends.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
  return ends;
}

function normalOf(positions, [a, b, c]) {
  const at = (vertex, axis) => positions[3 * vertex + axis];
  const [ux, uy, uz] = [0, 1, 2].map((axis) => at(b, axis) - at(a, axis));
  const [vx, vy, vz] = [0, 1, 2].map((axis) => at(c, axis) - at(a, axis));
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
