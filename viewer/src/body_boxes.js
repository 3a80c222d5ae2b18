import { BufferGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments } from 'three';
import { boxEdges } from './clash_markers.js';

/** The boxes of bodies that the model does not hold: all that can be drawn of them. */
export class Frames {
  #report;
  #model;

  constructor(report, model) {
    this.#report = report;
    this.#model = model;
    this.object = new Group();
    this.materials = [new LineBasicMaterial(), new LineBasicMaterial()];
  }

  paint({ a, b }) {
    this.materials[0].color.copy(a);
    this.materials[1].color.copy(b);
  }

  choose(indices, origin) {
    for (const child of [...this.object.children]) {
      child.geometry.dispose();
      this.object.remove(child);
    }
    indices.forEach((body, side) => {
      const box = this.#report.bodies[body]?.box;
      if (!box || this.#model?.runs.has(body)) return;
      const ends = boxEdges(...box.map((corner) => corner.map((x, k) => x - origin[k])));
      this.object.add(new LineSegments(new BufferGeometry().setAttribute('position', new Float32BufferAttribute(ends, 3)), this.materials[side]));
    });
  }
}
