/** The part of the page with the 3D view: its buttons, what it has to say, and the view itself where there can be one. */
import { decode } from './base64.js';
import { restModes } from './body_drawing.js';
import { element, named } from './dom_element.js';
import { readGlb } from './glb_reader.js';
import { merge, middle } from './merged_model.js';
import { count, counted } from './number_format.js';
import { View } from './view_3d.js';

const CLICK = 4; // pixels: a pointer that moved more was dragged
const HIDING = new Set(['a_inside_b', 'b_inside_a', 'coincident']); // relations in which one body hides the other

export class Stage {
  #report;
  #view = null;
  #clash = null;
  #through = false;
  #marked = true;
  #showBody;
  #choose;
  #pinned = true;

  /** `showBody(index)` is called to list the clashes of a body, `choose(clash)` when the marker of one is clicked. */
  constructor(report, { showBody, choose }) {
    this.#report = report;
    this.#showBody = showBody;
    this.#choose = choose;
    const button = (text, key, act) => {
      const about = { title: `${text} (${key})`, 'aria-keyshortcuts': key };
      return element('button', { type: 'button', ...about, onclick: act }, text);
    };
    this.buttons = {
      fly: button('Fly to', 'Enter', () => this.fly()),
      isolate: button('Isolate', 'i', () => this.isolate()),
      through: button('See through', 'x', () => this.seeThrough()),
      curve: button('Curve', 'c', () => this.mark()),
      pins: button('Markers', 'm', () => this.pin()),
      reset: button('Reset', 'r', () => this.reset()),
    };
    const words = { ghost: 'Ghost', hide: 'Hide', solid: 'Solid' };
    this.modes = restModes.map((mode) => button(words[mode], 'g', () => this.#others(mode)));
    const others = element('span.switch', { role: 'group', 'aria-label': 'Other bodies' }, element('span.caption', {}, 'Others'), this.modes);
    const { fly, isolate, through, curve, pins, reset } = this.buttons;
    this.picked = element('div.picked', { role: 'status', hidden: true });
    this.host = element('div.host', {}, this.picked);
    this.message = element('p.message', { role: 'status' }, 'Reading the model …');
    this.element = element('section.stage', { 'aria-label': '3D view' },
      element('div.tools', { role: 'toolbar', 'aria-label': 'View' }, fly, isolate, others, through, curve, pins, reset), this.host, this.message);
    this.#state();
  }

  /** Reads the model and makes the view; what fails is said in its place. */
  load(text) {
    let [model, said] = [null, ''];
    const boxes = [...this.#report.bodies, ...this.#report.clashes].flatMap(({ box }) => (box ? [box] : []));
    const origin = middle(boxes);
    try {
      if (text.trim()) model = merge(readGlb(decode(text)), origin);
      said = about(model, this.#report.bodies.length);
    } catch (error) {
      said = `The model in this page cannot be read: ${error.message}. Only curves and boxes are drawn.`;
    }
    try {
      this.#view = new View(this.host, this.#report, { model, origin });
      this.#listen(this.#view.canvas);
      this.#view.canvas.addEventListener('webglcontextlost', () => this.#say('The graphics device was lost. Reload the page to draw again.'));
    } catch (error) {
      said = `There is no 3D view: ${error.message}. The list, pictures and filters work without it.`;
    }
    this.#say(said);
    this.#state();
  }

  /** Shows a clash, or none. */
  show(clash) {
    this.#clash = clash;
    this.picked.hidden = true;
    this.#through = HIDING.has(clash?.relation);
    this.#view?.show(clash);
    if (this.#view) this.#view.through = this.#through;
    this.#state();
  }

  fly() {
    this.#view?.fly();
  }

  isolate() {
    this.#view?.isolate();
    this.#state();
  }

  get isolated() {
    return this.#view?.isolated ?? false;
  }

  /** The next way of drawing the other bodies. */
  cycle() {
    if (this.#view) this.#others(restModes[(restModes.indexOf(this.#view.mode) + 1) % restModes.length]);
  }

  seeThrough() {
    this.#through = !this.#through;
    if (this.#view) this.#view.through = this.#through;
    this.#state();
  }

  mark() {
    this.#marked = !this.#marked;
    if (this.#view) this.#view.marked = this.#marked;
    this.#state();
  }

  /** Marks the clashes that are listed. */
  set listed(clashes) {
    if (this.#view) this.#view.listed = clashes;
  }

  /** Whether there is a 3D view. */
  get works() {
    return this.#view !== null;
  }

  /** Shows the markers of all clashes, or none. */
  pin() {
    this.#pinned = !this.#pinned;
    if (this.#view) this.#view.pinned = this.#pinned;
    this.#state();
  }

  reset() {
    this.#view?.reset();
    this.#state();
  }

  camera() {
    return this.#view?.camera() ?? null;
  }

  snapshot() {
    return this.#view?.snapshot() ?? null;
  }

  /** A click that is no drag chooses the clash whose marker is there, or names the body. */
  #listen(canvas) {
    let start = null;
    canvas.addEventListener('pointerdown', ({ button, offsetX, offsetY }) => { start = button === 0 ? [offsetX, offsetY] : null; });
    canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
      if (start && Math.hypot(offsetX - start[0], offsetY - start[1]) < CLICK) this.#click(offsetX, offsetY);
      start = null;
    });
    canvas.addEventListener('pointermove', ({ buttons, offsetX, offsetY }) => {
      const clash = buttons ? null : this.#view.pickClash(offsetX, offsetY);
      canvas.style.cursor = clash ? 'pointer' : '';
      canvas.title = clash ? `${clash.id}: ${clash.a.name} and ${clash.b.name}` : '';
    });
  }

  #click(x, y) {
    const clash = this.#view.pickClash(x, y);
    if (clash) this.#choose(clash);
    else this.#name(this.#view.pick(x, y));
  }

  #name(index) {
    this.picked.hidden = index === null;
    if (index === null) return;
    const { name, clashes } = this.#report.bodies[index];
    const list = element('button', { type: 'button', onclick: () => this.#showBody(index) }, `List its ${counted(clashes, 'clash', 'clashes')}`);
    this.picked.replaceChildren(named(name), clashes ? list : element('span.count', {}, 'no clashes'));
  }

  #others(mode) {
    this.#view.mode = mode;
    this.#state();
  }

  #say(text) {
    this.message.textContent = text;
    this.message.hidden = !text;
  }

  #state() {
    const { fly, isolate, through, curve, pins, reset } = this.buttons;
    for (const button of [fly, isolate, through]) button.disabled = !this.#view || !this.#clash;
    for (const button of [curve, pins, reset, ...this.modes]) button.disabled = !this.#view;
    isolate.setAttribute('aria-pressed', String(this.isolated));
    through.setAttribute('aria-pressed', String(this.#through));
    curve.setAttribute('aria-pressed', String(this.#marked));
    pins.setAttribute('aria-pressed', String(this.#pinned));
    this.modes.forEach((button, k) => button.setAttribute('aria-pressed', String(this.#view?.mode === restModes[k])));
  }
}

/** What is to be said about a model that could be read, or is not there. */
function about(model, bodies) {
  if (!model?.indices.length) return 'This report holds no model: only curves and boxes are drawn.';
  const { size } = model.simplified;
  return size ? `${count(size)} of ${count(bodies)} bodies are drawn simplified. What was found was found on the full ones.` : '';
}
