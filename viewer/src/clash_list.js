/**
 * The list as a tree of groups and clashes. Only rows near the window are in the document, so ten thousand clashes cost what
 * thirty do. One element has the focus; `aria-activedescendant` names the row under the cursor.
 */
import { element } from './dom_element.js';
import { clashRow, headerRow } from './list_rows.js';

const SPARE = 8; // rows kept above and below the window

export class List {
  #rows = [];
  #tops = [0];
  #shown = new Map();
  #header = 0; // the height of a header
  #pinned = null; // the header of the group that reaches above the window
  #cursor = null;
  #selected = null;
  #context;
  #act;

  /** `context` has the pictures, the unit, and whether there are `some` clashes at all; `act` is told what the user does: `act.choose(clash)` by pointer, `act.fold(row)`, `act.tick(clashes)`; `act.ticked(id)` tells what is ticked. */
  constructor(context, act) {
    this.#context = context;
    this.#act = act;
    this.space = element('div.space', { role: 'presentation' });
    this.pin = element('div.pin', { 'aria-hidden': 'true' });
    this.empty = element('div.empty', { hidden: true }, context.some ? null : 'No clash was found.');
    const listeners = { onscroll: () => this.#draw(), onclick: (event) => this.#click(event) };
    const name = context.pictures.size ? 'div.list' : 'div.list.bare';
    this.element = element(name, { role: 'tree', tabindex: '0', 'aria-label': 'Clashes', ...listeners }, this.pin, this.space, this.empty);
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  /** Shows rows; the cursor stays on the row it was on, if that is still there. */
  show(rows) {
    this.#rows = rows;
    this.empty.hidden = rows.length > 0;
    this.#measure();
  }

  get cursor() {
    return this.#place(this.#cursor);
  }

  /** Marks what is ticked. */
  refresh() {
    this.#mark();
  }

  /** Marks the clash with this id as selected. */
  select(id) {
    this.#selected = id;
    this.#mark();
  }

  /** Puts the cursor on the row with this key and brings it into the window. */
  point(key) {
    this.#cursor = key;
    const place = this.#place(key);
    if (place >= 0) {
      const covered = this.#rows[place].parent ? this.#header : 0; // by the header that is pinned
      const [top, bottom] = [this.#tops[place] - covered, this.#tops[place + 1]];
      const { scrollTop, clientHeight } = this.element;
      const [above, below] = [scrollTop - top, bottom - scrollTop - clientHeight];
      if (Math.max(above, below) > 2 * (bottom - top)) this.element.scrollTop = (top + bottom - clientHeight) / 2; // from afar
      else if (above > 0) this.element.scrollTop = top;
      else if (below > 0) this.element.scrollTop = bottom - clientHeight;
    }
    this.#draw();
  }

  /** How many rows fill the window: the length of a page. */
  get page() {
    const height = this.#tops[this.#rows.length] / Math.max(1, this.#rows.length);
    return Math.max(1, Math.floor(this.element.clientHeight / height) - 1);
  }

  #place(key) {
    if (key === null) return -1;
    const place = this.#rows.findIndex((row) => row.key === key);
    return place >= 0 ? place : this.#rows.findIndex((row) => holds(row, key));
  }

  /** Takes the heights of both kinds of rows from the style sheet, which may change them with the width of the list. */
  #measure() {
    const probes = ['header', 'clash'].map((kind) => element(`div.row.${kind}`));
    this.space.append(...probes);
    const [header, clash] = probes.map((probe) => probe.offsetHeight);
    probes.forEach((probe) => probe.remove());
    this.#header = header;
    this.#pinned = null;
    this.pin.replaceChildren();
    this.#tops = [0];
    for (const row of this.#rows) this.#tops.push(this.#tops.at(-1) + (row.header ? header : clash));
    this.space.style.height = `${this.#tops.at(-1)}px`;
    for (const shown of this.#shown.values()) shown.remove();
    this.#shown.clear();
    this.#draw();
  }

  #draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, this.#above(scrollTop) - SPARE);
    const last = Math.min(this.#rows.length, this.#above(scrollTop + clientHeight) + 1 + SPARE);
    const wanted = new Set(Array.from({ length: last - first }, (_, k) => first + k));
    const cursor = this.#place(this.#cursor);
    if (cursor >= 0) wanted.add(cursor);
    for (const [place, shown] of this.#shown) {
      if (!wanted.has(place)) {
        shown.remove();
        this.#shown.delete(place);
      }
    }
    for (const place of wanted) if (!this.#shown.has(place)) this.#insert(place);
    this.#hold(this.#rows[this.#above(scrollTop)]);
    this.#mark();
  }

  /** Keeps the header of the topmost row's group in the window. */
  #hold(row) {
    const above = row?.parent?.fold ? row.parent.parent : row?.parent;
    const header = row?.header ? row : above ?? null;
    if (header === this.#pinned) return;
    this.#pinned = header;
    const made = header && headerRow(header);
    if (made) made.dataset.place = this.#rows.indexOf(header);
    this.pin.replaceChildren(...(made ? [made] : []));
  }

  /** The last row that starts at or above a height. */
  #above(height) {
    let [low, high] = [0, this.#rows.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#tops[middle] <= height) low = middle;
      else high = middle;
    }
    return low;
  }

  #insert(place) {
    const row = this.#rows[place];
    const made = row.header ? headerRow(row) : clashRow(row, this.#context);
    made.id = `row-${place}`;
    made.dataset.place = place;
    made.style.transform = `translateY(${this.#tops[place]}px)`;
    made.setAttribute('role', 'treeitem');
    made.setAttribute('aria-level', row.parent ? (row.parent.parent ? 3 : 2) : 1);
    made.setAttribute('aria-posinset', row.place + 1);
    made.setAttribute('aria-setsize', row.of);
    this.#shown.set(place, made);
    const after = [...this.#shown.keys()].filter((other) => other > place);
    this.space.insertBefore(made, after.length ? this.#shown.get(Math.min(...after)) : null);
  }

  #mark() {
    let active = null;
    const cursor = this.#place(this.#cursor);
    for (const [place, shown] of this.#shown) {
      const row = this.#rows[place];
      const { key } = row;
      const tick = shown.querySelector('.tick');
      if (tick) tick.checked = row.members.some(({ id }) => this.#act.ticked(id));
      shown.classList.toggle('cursor', place === cursor);
      shown.setAttribute('aria-selected', String(key === this.#selected || holds(row, this.#selected)));
      if (place === cursor) active = shown.id;
    }
    if (active) this.element.setAttribute('aria-activedescendant', active);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #click(event) {
    const row = this.#rows[event.target.closest('.row')?.dataset.place];
    if (event.target.closest('.tick')) this.#act.tick(row.members);
    else if (row?.header || (row?.fold && event.target.closest('.fold'))) this.#act.fold(row);
    else if (row) this.#act.choose(row.clash);
  }
}

/** Whether a clash is shown by the row of its closed pattern. */
const holds = (row, id) => row.fold && !row.open && row.members.some((clash) => clash.id === id);
