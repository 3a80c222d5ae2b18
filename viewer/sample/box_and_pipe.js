/** Two closed meshes, enough to draw a plant: a box and a pipe along one axis, as plain positions and indices. */

/** A box between two corners. */
export function box(low, high) {
  const positions = [];
  for (let corner = 0; corner < 8; corner += 1) {
    positions.push(...[0, 1, 2].map((axis) => ((corner >> axis) & 1 ? high : low)[axis]));
  }
  const quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return { positions, indices: quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A round bar of `sides` sides about `axis` (0, 1, 2), from `start` on for `length`. */
export function pipe(start, axis, { length, radius, sides }) {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const positions = [];
  const put = (along, across, angle) => {
    const point = [...start];
    point[axis] += along;
    point[u] += across * Math.cos(angle);
    point[v] += across * Math.sin(angle);
    positions.push(...point);
  };
  for (let side = 0; side < sides; side += 1) {
    const angle = (2 * Math.PI * side) / sides;
    put(0, radius, angle);
    put(length, radius, angle);
  }
  put(0, 0, 0);
  put(length, 0, 0);
  const [near, far] = [2 * sides, 2 * sides + 1];
  const indices = [];
  for (let side = 0; side < sides; side += 1) {
    const [a, b] = [2 * side, 2 * ((side + 1) % sides)];
    indices.push(a, b, a + 1, b, b + 1, a + 1, near, b, a, far, a + 1, b + 1);
  }
  return { positions, indices };
}
