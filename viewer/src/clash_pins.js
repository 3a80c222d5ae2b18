/** A marker at the place of every listed clash, in the colour of its severity, seen through everything and large enough to click. */
import { BufferGeometry, Color, Float32BufferAttribute, Group, Points, PointsMaterial, Vector3 } from 'three';
import { disc } from './clash_markers.js';

const SIZE = 11; // pixels
const SMALL = 6; // where there are very many, and beside a selected clash, which they would cover
const MANY = 1_500;
const HALO = 4;
const NEAR = 10; // pixels from a marker within which a click means it
const SEVERITIES = ['critical', 'major', 'minor', 'info'];

export class Pins {
  #origin;
  #clashes = [];
  #places = [];
  #beside = false;
  #colours = {};

  constructor(origin) {
    this.#origin = origin;
    this.object = new Group();
    const on = { depthTest: false, depthWrite: false, transparent: true, sizeAttenuation: false, map: disc() };
    this.halo = new PointsMaterial({ size: SIZE + HALO, ...on });
    this.point = new PointsMaterial({ size: SIZE, vertexColors: true, ...on });
  }

  paint(colours) {
    this.#colours = colours;
    this.halo.color.copy(colours.halo);
    this.#build();
  }

  /** Marks clashes that have a place; the selected one has marks of its own. */
  show(clashes, selected) {
    this.#beside = selected !== null;
    this.#clashes = clashes.filter((clash) => clash !== selected && placeOf(clash));
    this.#places = this.#clashes.map((clash) => placeOf(clash).map((x, k) => x - this.#origin[k]));
    this.#build();
  }

  /** The clash whose marker is nearest to a place of the window, in pixels; null where none is near. */
  pick([x, y], camera, { width, height }) {
    if (!this.object.visible) return null;
    let [found, nearest] = [null, NEAR];
    this.#places.forEach((place, k) => {
      const at = new Vector3(...place).project(camera);
      if (Math.abs(at.z) > 1) return;
      const away = Math.hypot(((at.x + 1) / 2) * width - x, ((1 - at.y) / 2) * height - y);
      if (away < nearest) [found, nearest] = [this.#clashes[k], away];
    });
    return found;
  }

  #build() {
    for (const child of [...this.object.children]) {
      child.geometry.dispose();
      this.object.remove(child);
    }
    if (this.#places.length === 0) return;
    this.point.size = this.#beside || this.#places.length > MANY ? SMALL : SIZE;
    this.halo.size = this.point.size + HALO;
    const shades = this.#clashes.flatMap(({ severity }) => (this.#colours[SEVERITIES.includes(severity) ? severity : 'info'] ?? new Color()).toArray());
    [this.halo, this.point].forEach((material, k) => {
      const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(this.#places.flat(), 3));
      if (material.vertexColors) geometry.setAttribute('color', new Float32BufferAttribute(shades, 3));
      const points = new Points(geometry, material);
      [points.renderOrder, points.frustumCulled] = [8 + k, false];
      this.object.add(points);
    });
  }
}

/** The middle of a clash; null where it has no place. */
export const placeOf = ({ centre, box }) => centre ?? (box ? box[0].map((x, k) => (x + box[1][k]) / 2) : null);
