/** What is drawn on top of a clash, whatever hides it: the curve where surfaces meet, the two closest points, or its box. */
import { BufferGeometry, CanvasTexture, Float32BufferAttribute, Group, Points, PointsMaterial } from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';

const WIDTH = 3; // pixels
const HALO = 6;
const POINT = 12;

export class Marks {
  constructor() {
    this.object = new Group();
    const on = { depthTest: false, depthWrite: false, transparent: true };
    this.halo = new LineMaterial({ linewidth: HALO, ...on });
    this.line = new LineMaterial({ linewidth: WIDTH, ...on });
    this.thin = new LineMaterial({ linewidth: 1.5, ...on });
    this.pointHalo = new PointsMaterial({ size: POINT + 5, sizeAttenuation: false, map: disc(), ...on });
    this.point = new PointsMaterial({ size: POINT, sizeAttenuation: false, map: disc(), ...on });
  }

  paint({ curve, halo }) {
    for (const material of [this.line, this.thin, this.point]) material.color.copy(curve);
    for (const material of [this.halo, this.pointHalo]) material.color.copy(halo);
  }

  /** Draws the marks of a clash, or none; places are relative to `origin`. */
  show(clash, origin) {
    for (const child of [...this.object.children]) {
      child.geometry.dispose();
      this.object.remove(child);
    }
    if (!clash) return;
    const local = (point) => point.map((x, k) => x - origin[k]);
    const curve = clash.curves.flatMap(({ closed, points }) => segments(points.map(local), closed));
    this.#lines(curve, [this.halo, this.line]);
    if (clash.witness) this.#witness(clash.witness.map(local));
    if (curve.length === 0 && !clash.witness && clash.box) this.#lines(boxEdges(...clash.box.map(local)), [this.halo, this.thin]);
  }

  #witness([p, q]) {
    this.#lines([...p, ...q], [this.halo, this.thin]);
    const ends = new BufferGeometry().setAttribute('position', new Float32BufferAttribute([...p, ...q], 3));
    [this.pointHalo, this.point].forEach((material, k) => this.#add(new Points(ends.clone(), material), 20 + k));
  }

  #lines(ends, materials) {
    if (ends.length === 0) return;
    materials.forEach((material, k) => this.#add(new LineSegments2(new LineSegmentsGeometry().setPositions(ends), material), 10 + k));
  }

  #add(object, order) {
    object.renderOrder = order;
    object.frustumCulled = false;
    this.object.add(object);
  }
}

/** The segments of a line through points, as six numbers each. */
function segments(points, closed) {
  const ends = [];
  for (let k = 0; k + 1 < points.length; k += 1) ends.push(...points[k], ...points[k + 1]);
  if (closed && points.length > 2) ends.push(...points.at(-1), ...points[0]);
  return ends;
}

/** The twelve edges of a box. */
export function boxEdges(low, high) {
  const corner = (bits) => [0, 1, 2].map((axis) => ((bits >> axis) & 1 ? high : low)[axis]);
  const ends = [];
  for (let bits = 0; bits < 8; bits += 1) {
    for (const axis of [1, 2, 4]) if (!(bits & axis)) ends.push(...corner(bits), ...corner(bits | axis));
  }
  return ends;
}

/** A round texture for points. */
export function disc() {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext('2d');
  pen.fillStyle = '#fff';
  pen.arc(32, 32, 30, 0, 2 * Math.PI);
  pen.fill();
  return new CanvasTexture(canvas);
}
