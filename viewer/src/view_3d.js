/** The 3D view: draws when something changed and never else. */
import { DirectionalLight, HemisphereLight, Scene, Vector3, WebGLRenderer } from 'three';
import { Bodies, restModes } from './body_drawing.js';
import { element } from './dom_element.js';
import { Frames } from './body_boxes.js';
import { Labels } from './body_labels.js';
import { Marks } from './clash_markers.js';
import { extent } from './merged_model.js';
import { Pace } from './frame_pacing.js';
import { palette } from './view_colours.js';
import { pick } from './ray_picking.js';
import { Pilot } from './camera_control.js';
import { Pins } from './clash_pins.js';

const REST = 250; // milliseconds without motion after which everything is drawn again
const FINEST = 2; // device pixels drawn for each pixel of the page, at most

export class View {
  #report;
  #model;
  #origin;
  #up;
  #clash = null;
  #listed = [];
  #mode = 'ghost';
  #isolated = null; // the view to come back to, while two bodies are isolated
  #moved = -Infinity; // when the camera last moved
  #rest = 0; // the timer that waits for it to stop
  #settling = 0; // the timer after which labels are seen to

  /** Throws where the browser gives no WebGL; `model` is null where the report holds none. */
  constructor(host, report, { model, origin }) {
    this.#report = report;
    this.#model = model;
    this.#origin = origin;
    this.#up = new Vector3(...(report.clashes.find(({ view }) => view)?.view.up ?? [0, 0, 1])).normalize();
    this.host = host;
    const label = '3D view of the assembly. Arrow keys turn it, plus and minus zoom.';
    this.canvas = element('canvas', { tabindex: '0', role: 'application', 'aria-label': label });
    const context = this.canvas.getContext('webgl2', { alpha: false, antialias: true, powerPreference: 'high-performance' });
    if (!context) throw new Error('WebGL is not available');
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context });
    this.pace = new Pace(context, () => this.#render(), () => this.#reveal());
    this.whole = extent([...report.bodies, ...report.clashes].flatMap(({ box }) => (box ? [box] : [])));
    this.#build();
    host.classList.add('blank');
    host.prepend(this.canvas);
    host.append(this.labels.element);
    new ResizeObserver(() => this.#resize()).observe(host);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#paint());
    this.canvas.addEventListener('webglcontextrestored', () => this.#draw());
    this.#paint();
    this.#resize();
    this.pilot.set(this.#home());
  }

  #build() {
    this.scene = new Scene();
    this.pilot = new Pilot(this.canvas, sphere(corners(this.whole, this.#origin)), () => this.#moving());
    const lamp = new DirectionalLight('#ffffff', 1.7); // goes with the camera
    lamp.position.set(-0.7, 0.6, 1);
    this.pilot.camera.add(lamp);
    const sky = new HemisphereLight('#ffffff', '#a9b1bc', 2); // tells faces that look up from those that look aside
    sky.position.copy(this.#up);
    this.scene.add(this.pilot.camera, sky);
    this.bodies = this.#model?.indices.length ? new Bodies(this.#model) : null;
    this.frames = new Frames(this.#report, this.#model);
    this.marks = new Marks();
    this.pins = new Pins(this.#origin);
    this.labels = new Labels(this.#model);
    this.scene.add(...[this.bodies, this.frames, this.pins, this.marks].filter(Boolean).map(({ object }) => object));
  }

  /** Colours the bodies of a clash and draws its marks; null for none. The camera stays. */
  show(clash) {
    this.#clash = clash;
    this.#isolated = null;
    const indices = clash ? [clash.a.index, clash.b.index].map((index) => index ?? -1) : [];
    this.bodies?.choose(indices);
    this.frames.choose(indices, this.#origin);
    this.marks.show(clash, this.#origin);
    this.labels.show(clash);
    this.#applyMode();
  }

  /** Marks the clashes that are listed. */
  set listed(clashes) {
    this.#listed = clashes;
    this.#mark();
    this.#draw();
  }

  set pinned(pinned) {
    this.pins.object.visible = pinned;
    this.#draw();
  }

  /** The clash whose marker is at a place of the window, in pixels, or null. */
  pickClash(x, y) {
    return this.pins.pick([x, y], this.pilot.camera, { width: this.host.clientWidth, height: this.host.clientHeight });
  }

  /** Flies to the view from which the clash is seen. */
  fly() {
    const view = this.#clash && this.#viewOf(this.#clash);
    if (!view) return;
    this.labels.loosen();
    this.pilot.go(view);
  }

  /** Shows the two bodies alone and whole, or, if they are, everything as before. */
  isolate() {
    if (this.#isolated) {
      this.pilot.go(this.#isolated);
      this.#isolated = null;
    } else if (this.#clash) {
      this.#isolated = this.pilot.goal;
      const boxes = [this.#clash.a, this.#clash.b].flatMap(({ index }) => (this.#report.bodies[index]?.box ? [this.#report.bodies[index].box] : []));
      if (boxes.length) this.pilot.go(this.pilot.around(corners(extent(boxes), this.#origin), this.#sight()));
    }
    this.labels.loosen();
    this.#applyMode();
  }

  get isolated() {
    return this.#isolated !== null;
  }

  get mode() {
    return this.#mode;
  }

  set mode(mode) {
    this.#mode = restModes.includes(mode) ? mode : 'ghost';
    this.#applyMode();
  }

  /** Whether one looks through the larger body of the clash. */
  set through(through) {
    const side = through && this.#clash ? this.#larger() : null;
    if (this.bodies) this.bodies.through = side;
    this.labels.through = side === null ? null : this.#clash[side === 0 ? 'a' : 'b'].index;
    this.labels.settle();
    this.#draw();
  }

  set marked(marked) {
    this.marks.object.visible = marked;
    this.#draw();
  }

  /** Flies back to the whole assembly. */
  reset() {
    this.#isolated = null;
    this.#applyMode();
    this.labels.loosen();
    this.pilot.go(this.#home());
  }

  /** Eye and target in the frame of the report. */
  camera() {
    const { eye, target } = this.pilot.view;
    const world = (point) => point.toArray().map((x, k) => x + this.#origin[k]);
    return { eye: world(eye), target: world(target) };
  }

  /** The index of the body drawn at a place of the window, in pixels; null where there is none. */
  pick(x, y) {
    if (!this.#model) return null;
    const { clientWidth, clientHeight } = this.host;
    const alone = this.#clash && (this.#isolated || this.#mode === 'hide');
    const all = this.#report.bodies.map(({ box }, index) => ({ index, box }));
    const bodies = alone ? all.filter(({ index }) => index === this.#clash.a.index || index === this.#clash.b.index) : all;
    return pick([(2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight], this.pilot.camera, this.#model, bodies);
  }

  /** The picture as it is now, as a data URL. */
  snapshot() {
    this.renderer.render(this.scene, this.pilot.camera);
    return this.canvas.toDataURL('image/png');
  }

  /** All of it, from a little above, with the up direction that the clashes are seen with. */
  #home() {
    const along = Math.abs(this.#up.x) < 0.9 ? new Vector3(1, 0, 0) : new Vector3(0, 1, 0);
    const across = new Vector3().crossVectors(this.#up, along).normalize();
    along.crossVectors(across, this.#up);
    const direction = along.multiplyScalar(-0.6).addScaledVector(across, -0.7).addScaledVector(this.#up, 0.45);
    return this.pilot.around(corners(this.whole, this.#origin), { direction, up: this.#up });
  }

  /** 0 if A has the larger box, else 1: what holds the other is larger. */
  #larger() {
    const [a, b] = [this.#clash.a, this.#clash.b].map(({ index }) => {
      const box = this.#report.bodies[index]?.box;
      return box ? Math.hypot(...box[0].map((x, k) => box[1][k] - x)) : 0;
    });
    return a > b ? 0 : 1;
  }

  #sight() {
    const { eye, target, up } = this.pilot.goal;
    return { direction: eye.clone().sub(target), up };
  }

  /** The view of the report; where it has none, one of the clash's box from here. */
  #viewOf({ view, box }) {
    if (!view) return box && this.pilot.around(corners(box, this.#origin), this.#sight());
    const local = (point) => new Vector3(...point.map((x, k) => x - this.#origin[k]));
    return { eye: local(view.eye), target: local(view.target), up: new Vector3(...view.up).normalize(), fieldOfView: view.field_of_view };
  }

  /** Marks the listed clashes; of two bodies alone, those of these two. */
  #mark() {
    const own = this.#clash && new Set([this.#clash.a.index, this.#clash.b.index]);
    const shown = this.#isolated ? this.#listed.filter(({ a, b }) => own.has(a.index) && own.has(b.index)) : this.#listed;
    this.pins.show(shown, this.#clash);
  }

  #applyMode() {
    this.#mark();
    if (this.bodies) this.bodies.mode = this.#isolated ? 'hide' : this.#mode;
    this.#draw();
  }

  #paint() {
    const colours = palette(this.host);
    this.renderer.setClearColor(colours.ground);
    for (const part of [this.bodies, this.frames, this.pins, this.marks]) part?.paint(colours);
    this.#draw();
  }

  #resize() {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, FINEST));
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.pilot.resize(clientWidth, clientHeight);
    this.#draw();
  }

  #moving() {
    this.#moved = performance.now();
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.labels.settle();
      this.#draw();
    }, REST);
    this.#draw();
  }

  #draw() {
    this.pace.ask();
  }

  /** Draws, and tells whether everything was drawn: a slow device leaves the other bodies out until the camera rests. */
  #render() {
    const light = this.pace.slow && performance.now() - this.#moved < REST;
    if (this.bodies) this.bodies.light = light;
    this.renderer.render(this.scene, this.pilot.camera);
    this.labels.place(this.pilot.camera, { width: this.host.clientWidth, height: this.host.clientHeight }, this.pilot.controls.target);
    if (light) {
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#draw(), REST);
    }
    return !light;
  }

  /** Shows the canvas with the first picture that the device has finished: before, it is black. */
  #reveal() {
    this.host.classList.remove('blank');
  }
}

/** The corners of a box, relative to the origin; those of a unit box where there is none. */
function corners([low, high], origin) {
  const box = low.every(Number.isFinite) ? [low, high] : [[-1, -1, -1], [1, 1, 1]].map((corner) => corner.map((x, k) => x + origin[k]));
  return Array.from({ length: 8 }, (_, bits) => new Vector3(...[0, 1, 2].map((axis) => box[(bits >> axis) & 1][axis] - origin[axis])));
}

/** The sphere around the corners of a box. */
function sphere(points) {
  const [low, high] = [points[0], points[7]];
  return { centre: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) / 2 };
}
