/**
 * The bodies as they are drawn: the two of a clash in their colours, the others as ghosts, solid, or not at all. Ghosts are drawn
 * twice, first into the depth buffer alone, then in colour where they are nearest: however many lie one behind the other, only one veil
 * is laid over what is behind.
 */
import { BufferAttribute, BufferGeometry, DoubleSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial } from 'three';
import { sharpEdges } from './sharp_edges.js';

const GHOST = 0.16; // opacity
const SEEN_THROUGH = 0.35; // opacity of a body that one looks through

const UNSEEN = 1; // a layer that no camera looks at

export const restModes = ['ghost', 'hide', 'solid'];

export class Bodies {
  #model;
  #buffers;
  #chosen = []; // { mesh, lines } of the two bodies
  #chosenIndices = [];
  #mode = 'ghost';
  #through = null;

  constructor(model) {
    this.#model = model;
    this.object = new Group();
    this.#buffers = { position: new BufferAttribute(model.positions, 3), index: new BufferAttribute(model.indices, 1), tint: tints(model) };
    this.geometry = this.#geometry();
    this.geometry.setAttribute('color', this.#buffers.tint);
    this.geometry.computeBoundingSphere();
    this.restMaterial = surface({ vertexColors: true });
    this.veilMaterial = surface({ colorWrite: false, transparent: true });
    this.rest = new Mesh(this.geometry, [this.restMaterial]);
    this.veil = new Mesh(this.geometry, [this.veilMaterial]);
    [this.veil.renderOrder, this.rest.renderOrder] = [2, 3];
    this.materials = [surface({}), surface({ polygonOffsetFactor: 2, polygonOffsetUnits: 2 })]; // where both have a face, A's is seen
    this.edgeMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.55 });
    this.faintMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.22 });
    const form = new BufferGeometry().setAttribute('position', new BufferAttribute(sharpEdges(model, { start: 0, count: model.indices.length }), 3));
    this.form = new LineSegments(form, this.faintMaterial);
    this.form.renderOrder = 4;
    this.object.add(this.veil, this.rest, this.form);
    this.#update();
  }

  paint({ a, b, rest, edge, form }) {
    this.materials[0].color.copy(a);
    this.materials[1].color.copy(b);
    this.restMaterial.color.copy(rest);
    this.edgeMaterial.color.copy(edge);
    this.faintMaterial.color.copy(form);
  }

  /** Takes two bodies (indices of the report, null for none) out of the others and colours them. */
  choose(indices) {
    for (const { mesh, lines } of this.#chosen) {
      this.object.remove(mesh, lines);
      mesh.geometry.dispose();
      lines.geometry.dispose();
    }
    this.#chosenIndices = indices;
    this.#chosen = indices.flatMap((body, side) => (this.#model.runs.has(body) ? [this.#choice(body, side)] : []));
    for (const { mesh, lines } of this.#chosen) this.object.add(mesh, lines);
    this.#update();
  }

  /** How bodies that are not chosen are drawn: one of `restModes`. */
  set mode(mode) {
    this.#mode = mode;
    this.#update();
  }

  /** Which of the two bodies one looks through: 0, 1, or null for neither. */
  set through(side) {
    this.#through = side;
    this.#update();
  }

  /** Leaves the other bodies out of the next picture. */
  set light(light) {
    for (const object of [this.rest, this.veil, this.form]) object.layers.set(light ? UNSEEN : 0);
  }

  #choice(body, side) {
    const run = this.#model.runs.get(body);
    const geometry = this.#geometry();
    geometry.setDrawRange(run.start, run.count);
    const mesh = new Mesh(geometry, this.materials[side]);
    const outline = new BufferGeometry().setAttribute('position', new BufferAttribute(sharpEdges(this.#model, run), 3));
    const lines = new LineSegments(outline, this.edgeMaterial);
    [mesh.frustumCulled, lines.frustumCulled, mesh.renderOrder, lines.renderOrder] = [false, false, 0, 1];
    return { mesh, lines };
  }

  /** A geometry over the common buffers. */
  #geometry() {
    return new BufferGeometry().setAttribute('position', this.#buffers.position).setIndex(this.#buffers.index);
  }

  #update() {
    const nothingChosen = this.#chosen.length === 0;
    const mode = nothingChosen && this.#mode === 'ghost' ? 'solid' : this.#mode;
    this.rest.visible = mode !== 'hide' || nothingChosen;
    this.form.visible = this.rest.visible;
    this.veil.visible = mode === 'ghost';
    this.#set(this.restMaterial, mode === 'ghost' ? GHOST : 1);
    this.materials.forEach((material, side) => this.#set(material, this.#through === side ? SEEN_THROUGH : 1));
    this.geometry.clearGroups();
    for (const [start, count] of this.#gaps()) this.geometry.addGroup(start, count, 0);
  }

  /** Opaque materials write depth; others only blend. */
  #set(material, opacity) {
    material.opacity = opacity;
    material.transparent = opacity < 1;
    material.depthWrite = opacity === 1;
    material.needsUpdate = true;
  }

  /** The stretches of the buffer between the chosen bodies. */
  #gaps() {
    const runs = [...new Set(this.#chosenIndices)].flatMap((body) => this.#model.runs.get(body) ?? []).sort((p, q) => p.start - q.start);
    const gaps = [];
    let from = 0;
    for (const { start, count } of [...runs, { start: this.#model.indices.length, count: 0 }]) {
      if (start > from) gaps.push([from, start - from]);
      from = start + count;
    }
    return gaps;
  }
}

/** A material of flat faces, seen from both sides, a little behind the edges drawn on it. */
function surface(properties) {
  const behind = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
  return new MeshLambertMaterial({ flatShading: true, side: DoubleSide, forceSinglePass: true, ...behind, ...properties });
}

/** A shade for each body, a little lighter or darker than the next, so that neighbours can be told apart when solid. */
function tints({ positions, indices, runs }) {
  const tint = new Uint8Array((4 * positions.length) / 3).fill(255);
  for (const [body, { start, count }] of runs) {
    const shade = 205 + ((body * 37) % 50);
    for (let corner = start; corner < start + count; corner += 1) tint.fill(shade, 4 * indices[corner], 4 * indices[corner] + 3);
  }
  return new BufferAttribute(tint, 4, true);
}
