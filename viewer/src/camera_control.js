/** The camera and what moves it: pointer, keys, and flights from view to view. All places are relative to the model's origin. */
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { fly, still } from './camera_flight.js';

const TURN = (6 * Math.PI) / 180; // by one press of an arrow key
const ZOOM = 1.15;
const STEEPEST = 0.98; // cosine of the angle between line of sight and up at which keys stop turning
const MARGIN = 1.08; // around what has to fit the window
const LEAST = 1e-6; // half the size of a view of a single point, in units of the model
const NEAREST = 0.01; // of the distance to the target: where drawing begins, if the model reaches that near

export class Pilot {
  #canvas;
  #moved;
  #stop = null;
  #goal = null; // where a flight goes
  #fieldOfView = 35; // degrees, of the smaller side of the window
  #sphere;

  /** `moved` is called whenever the picture has to be drawn again; `sphere` holds the whole model. */
  constructor(canvas, sphere, moved) {
    this.#canvas = canvas;
    this.#sphere = sphere;
    this.#moved = moved;
    this.camera = new PerspectiveCamera();
    this.#control(new Vector3(0, 0, 1));
    canvas.addEventListener('pointerdown', () => this.halt());
    canvas.addEventListener('wheel', () => this.halt(), { passive: true });
    canvas.addEventListener('keydown', (event) => this.#key(event));
  }

  /** The view now: eye, target, up, field of view. */
  get view() {
    return { eye: this.camera.position.clone(), target: this.controls.target.clone(), up: this.camera.up.clone(), fieldOfView: this.#fieldOfView };
  }

  /** The view at the end of the flight, or now. */
  get goal() {
    return this.#goal ?? this.view;
  }

  /** Flies to a view; at once where motion is not wanted. */
  go(view) {
    this.halt();
    if (still()) return this.set(view);
    this.controls.enabled = false;
    this.#goal = view;
    const stop = fly(this.view, view, { step: (next) => this.#look(next), done: () => this.halt() });
    this.#stop = () => {
      stop();
      this.set(this.view);
    };
    return undefined;
  }

  /** Ends a flight where it is. */
  halt() {
    const stop = this.#stop;
    [this.#stop, this.#goal] = [null, null];
    stop?.();
  }

  /** Takes a view at once, and lets the pointer turn about its target. */
  set(view) {
    if (this.controls.object.up.distanceTo(view.up) > 1e-9 || !this.controls.enabled) this.#control(view.up);
    this.#look(view);
    this.controls.update();
  }

  /** A view of points from a direction, as near as all of them are in the window. */
  around(points, { direction, up }) {
    const target = points.reduce((sum, point) => sum.add(point), new Vector3()).divideScalar(points.length);
    const back = direction.clone().normalize();
    const right = new Vector3().crossVectors(up, back).normalize();
    const above = new Vector3().crossVectors(back, right);
    const half = Math.tan((this.#fieldOfView * Math.PI) / 360);
    const [wide, high] = [half * Math.max(1, this.camera.aspect), half * Math.max(1, 1 / this.camera.aspect)];
    const away = Math.max(...points.map((point) => {
      const arm = point.clone().sub(target);
      return arm.dot(back) + MARGIN * Math.max(Math.abs(arm.dot(right)) / wide, Math.abs(arm.dot(above)) / high, LEAST);
    }));
    return { eye: back.multiplyScalar(away).add(target), target, up: up.clone(), fieldOfView: this.#fieldOfView };
  }

  resize(width, height) {
    this.camera.aspect = width / Math.max(1, height);
    this.#project();
  }

  #look({ eye, target, up, fieldOfView }) {
    this.#fieldOfView = fieldOfView;
    this.camera.up.copy(up);
    this.camera.position.copy(eye);
    this.camera.lookAt(target);
    this.controls.target.copy(target);
    this.#project();
    this.#moved();
  }

  /** Fits the depth range to the model and, in a tall window, the field of view to its width. */
  #project() {
    const { camera } = this;
    const half = Math.tan((this.#fieldOfView * Math.PI) / 360);
    camera.fov = (Math.atan(camera.aspect < 1 ? half / camera.aspect : half) * 360) / Math.PI;
    const away = camera.position.distanceTo(this.#sphere.centre);
    camera.near = Math.max(NEAREST * camera.position.distanceTo(this.controls.target), away - 1.01 * this.#sphere.radius, Number.MIN_VALUE);
    camera.far = Math.max(2 * camera.near, away + 1.01 * this.#sphere.radius);
    camera.updateProjectionMatrix();
  }

  /** Orbit controls know one up direction from birth, so another one needs new controls. */
  #control(up) {
    const target = this.controls?.target.clone() ?? new Vector3();
    this.controls?.dispose();
    this.camera.up.copy(up);
    this.controls = new OrbitControls(this.camera, this.#canvas);
    this.controls.target.copy(target);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => {
      this.#project();
      this.#moved();
    });
  }

  #key(event) {
    const turn = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const zoom = { '+': 1 / ZOOM, '=': 1 / ZOOM, '-': ZOOM }[event.key];
    if ((!turn && !zoom) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.halt();
    const view = this.view;
    const arm = view.eye.clone().sub(view.target);
    if (zoom) arm.multiplyScalar(zoom);
    else swing(arm, view.up, turn);
    this.set({ ...view, eye: arm.add(view.target) });
  }
}

/** Turns the arm from target to eye about `up`, and up or down as far as it is not steep. */
function swing(arm, up, [sideways, upward]) {
  arm.applyAxisAngle(up, sideways * TURN);
  const right = new Vector3().crossVectors(up, arm).normalize();
  const raised = arm.clone().applyAxisAngle(right, -upward * TURN);
  if (Math.abs(raised.clone().normalize().dot(up)) < STEEPEST) arm.copy(raised);
}
