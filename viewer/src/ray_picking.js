/** Which body is under the pointer: the first whose triangles the ray meets, looked for among those whose boxes it meets. */
import { Box3, Ray, Raycaster, Vector2, Vector3 } from 'three';

/** The nearest body at a place of the window (both coordinates from -1 to 1), or null; `bodies` are those that are drawn. */
export function pick([x, y], camera, model, bodies) {
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2(x, y), camera);
  let [found, nearest] = [null, Infinity];
  for (const { index, box } of bodies) {
    const run = model.runs.get(index);
    const local = box && new Box3(...box.map((corner) => new Vector3(...corner.map((c, k) => c - model.origin[k]))));
    if (!run || (local && !caster.ray.intersectsBox(grown(local)))) continue;
    const distance = reach(caster.ray, model, run);
    if (distance < nearest) [found, nearest] = [index, distance];
  }
  return found;
}

/** A box with room for what single precision moves. */
function grown(box) {
  return box.expandByScalar(1e-5 * box.min.distanceTo(box.max));
}

/** How far along a ray a run of triangles begins; infinite where it misses. */
export function reach(ray, { positions, indices }, { start, count }) {
  const [a, b, c, hit] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  let nearest = Infinity;
  for (let corner = start; corner < start + count; corner += 3) {
    a.fromArray(positions, 3 * indices[corner]);
    b.fromArray(positions, 3 * indices[corner + 1]);
    c.fromArray(positions, 3 * indices[corner + 2]);
    if (ray.intersectTriangle(a, b, c, false, hit)) nearest = Math.min(nearest, hit.distanceTo(ray.origin));
  }
  return nearest;
}

/** The ray from a point towards another. */
export const rayTowards = (from, to) => new Ray(from.clone(), to.clone().sub(from).normalize());
