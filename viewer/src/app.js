/** The page as a whole: which clashes are shown, which is selected, and what the user's acts do to that. */
import { Details } from './clash_details.js';
import { element, named } from './dom_element.js';
import { Filter } from './clash_filter.js';
import { ApproveList } from './approve_list.js';
import { Header } from './page_header.js';
import { help } from './help_dialog.js';
import { listen } from './keyboard_shortcuts.js';
import { List } from './clash_list.js';
import { count } from './number_format.js';
import { ordered, orders } from './clash_order.js';
import { defaultGrouping, groupings, outline } from './grouped_rows.js';
import { Panel } from './filter_panel.js';
import { address, addressed } from './page_address.js';
import { printable } from './print_layout.js';
import { Stage } from './view_panel.js';

export class App {
  #report;
  #filter = new Filter();
  #order = 'pressing';
  #grouping;
  #folded = new Set();
  #clashes = [];
  #rows = [];
  #selected = null;

  constructor(host, report, pictures) {
    this.#report = report;
    this.#grouping = defaultGrouping(report.clashes);
    document.title = report.title ? `${report.title} · clashes` : 'Clash report';
    this.help = help();
    this.approve = new ApproveList(report.json_file ?? 'clashes.json', () => this.list.refresh());
    const acts = {
      choose: (clash) => this.#choose(clash), fold: (row) => this.#fold(row),
      tick: (clashes) => this.approve.toggle(clashes), ticked: (id) => this.approve.has(id),
    };
    this.header = new Header(report, { toggle: (key, value) => this.#total(key, value), clear: () => this.#clear(), help: () => this.help.showModal() });
    this.list = new List({ pictures, unit: report.unit, some: report.clashes.length > 0 }, acts);
    this.panel = new Panel(report.clashes, this.#filter, () => this.#refresh());
    this.details = new Details(report, pictures, (body) => this.#only(body));
    this.stage = new Stage(report, { showBody: (body) => this.#only(body), choose: (clash) => this.#go(clash) });
    const print = element('div.print');
    this.main = element('main', { 'data-tab': 'list' }, this.stage.element, this.#tabs(), this.#finder(), this.details.element);
    host.replaceChildren(this.header.element, this.main, print, this.help);
    printable(print, { report, pictures }, () => ({ clashes: this.#clashes, selected: this.#selected, snapshot: this.stage.snapshot() }));
    listen(this.#acts());
    addEventListener('hashchange', () => this.#follow());
    this.#refresh();
  }

  /** Reads the model, then goes where the address says, or to the first clash. */
  load(model) {
    this.stage.load(model);
    this.stage.listed = this.#clashes;
    this.details.seen = this.stage.works;
    this.details.show(this.#selected);
    this.stage.show(this.#selected);
    this.#follow();
    const first = this.#rows.find((row) => !row.header);
    if (!this.#selected && first) this.#choose(first.clash);
  }

  get selected() {
    return this.#selected?.id ?? null;
  }

  /** Ids of the clashes that pass the filters, in the order of the list, those in closed groups too. */
  get visible() {
    return this.#clashes.map(({ id }) => id);
  }

  /** The column with search, order, filters and list. */
  #finder() {
    const about = { placeholder: 'Search names, ids, notes', 'aria-label': 'Search', 'aria-keyshortcuts': '/' };
    this.search = element('input', { type: 'search', ...about, oninput: () => this.#find() });
    const shut = { title: 'Filters (f)', 'aria-expanded': 'false', 'aria-keyshortcuts': 'f' };
    this.toggle = element('button.toggle', { type: 'button', ...shut, onclick: () => this.#filters() });
    this.clear = element('button', { type: 'button', onclick: () => this.#clear() }, 'Clear');
    this.tally = element('span.tally', { role: 'status' });
    this.only = element('div.only', { hidden: true });
    const choice = (label, { words, chosen }, change) => {
      const options = Object.entries(words).map(([key, { word }]) => element('option', { value: key, selected: key === chosen }, word));
      return element('label', {}, label, element('select', { onchange: ({ target }) => this.#arrange(() => change(target.value)) }, options));
    };
    return element('section.finder', { 'aria-label': 'Clashes' },
      element('div.bar', {}, this.search, this.toggle),
      this.panel.element,
      element('div.bar', {},
        choice('Order', { words: orders, chosen: this.#order }, (key) => { this.#order = key; }),
        choice('Group by', { words: groupings, chosen: this.#grouping }, (key) => { this.#grouping = key; })),
      element('div.bar.result', {}, this.tally, this.only, this.clear),
      this.list.element,
      this.approve.element);
  }

  /** What is under the view in a narrow window: the list or the details; and steps from clash to clash. */
  #tabs() {
    const tab = (key, text) => element('button', { type: 'button', 'aria-pressed': String(key === 'list'), onclick: () => this.#tab(key) }, text);
    this.tabs = { list: tab('list', 'List'), details: tab('details', 'Details') };
    const step = (by, text, label) => element('button', { type: 'button', 'aria-label': label, onclick: () => { this.#step(by); this.stage.fly(); } }, text);
    return element('nav.tabs', { 'aria-label': 'List or details' }, this.tabs.list, this.tabs.details, step(-1, '‹', 'Previous clash'), step(1, '›', 'Next clash'));
  }

  #tab(key) {
    this.main.dataset.tab = key;
    for (const [name, button] of Object.entries(this.tabs)) button.setAttribute('aria-pressed', String(name === key));
  }

  #acts() {
    return {
      step: (by) => this.#step(by), page: (by) => this.#step(by * this.list.page), end: (by) => this.#step(by * Infinity),
      close: () => this.#close(), open: () => this.#open(), enter: () => this.#enter(),
      isolate: () => this.stage.isolate(), cycle: () => this.stage.cycle(), seeThrough: () => this.stage.seeThrough(),
      mark: () => this.stage.mark(), pin: () => this.stage.pin(), tick: () => this.#selected && this.approve.toggle([this.#selected]), reset: () => this.stage.reset(),
      search: () => this.search.select(), filters: () => this.#filters(), help: () => this.help.showModal(), escape: () => this.#escape(),
    };
  }

  #refresh() {
    const { passed, counts } = this.#filter.apply(this.#report.clashes);
    const sorted = ordered(passed, this.#order);
    this.#clashes = outline(sorted, this.#grouping, null).flatMap(({ fold, clash }) => (fold ? [] : clash ?? []));
    this.#rows = outline(sorted, this.#grouping, this.#folded);
    if (this.#report.clashes.length) this.list.empty.replaceChildren(...this.#nothing());
    this.list.show(this.#rows);
    this.header.show(this.#filter);
    this.stage.listed = this.#clashes;
    this.panel.show(counts, this.#filter);
    this.tally.textContent = `${count(passed.length)} of ${count(this.#report.clashes.length)} shown`;
    this.clear.hidden = !this.#filter.narrows;
    this.only.hidden = this.#filter.body === null;
    this.toggle.textContent = this.#filter.active ? `Filters · ${this.#filter.active}` : 'Filters';
  }

  /** Another order or grouping: the selected clash is brought into the window. */
  #arrange(change) {
    change();
    this.#refresh();
    if (this.#selected) this.list.point(this.selected);
  }

  /** What the list says when no clash passes: what was asked for, and a way back. */
  #nothing() {
    const sought = this.search.value.trim();
    const [words, filters] = [sought ? `No clash matches “${sought}”` : 'No clash', this.#filter.active ? ' passes the filters' : ''];
    const back = element('button', { type: 'button', onclick: () => this.#clear() }, 'Show all clashes');
    return [element('p', {}, `${words}${sought && filters ? ' and' : ''}${filters}.`), back];
  }

  /** Filters by the value of a total, alone of its kind, or no more. */
  #total(key, value) {
    this.#filter.only(key, value);
    this.#refresh();
    this.list.element.scrollTop = 0;
  }

  #find() {
    this.#filter.search(this.search.value);
    this.#refresh();
  }

  /** Shows the clashes of one body alone. */
  #only(body) {
    this.#filter.body = body;
    this.only.replaceChildren('of', named(this.#report.bodies[body].name));
    this.#refresh();
    this.list.element.focus();
  }

  #clear() {
    this.#filter.clear();
    this.search.value = '';
    this.#refresh();
    this.list.element.focus();
  }

  #filters() {
    const open = this.panel.element.hidden;
    this.panel.element.hidden = !open;
    this.toggle.setAttribute('aria-expanded', String(open));
    if (open) this.panel.focus();
    else this.list.element.focus();
  }

  #select(clash) {
    if (this.#selected === clash) return;
    this.#selected = clash;
    this.list.select(clash?.id ?? null);
    this.details.show(clash);
    this.stage.show(clash);
    address(clash?.id ?? null);
  }

  /** To a clash that may be hidden in a closed group: opens that. */
  #go(clash) {
    const hidden = outline([clash], this.#grouping, new Set()).find((row) => row.header);
    if (hidden && this.#folded.delete(hidden.key)) this.#refresh();
    this.#choose(clash);
  }

  /** By pointer: selects and flies. */
  #choose(clash) {
    this.list.point(clash.id);
    this.#select(clash);
    this.stage.fly();
  }

  /** The rows on which the cursor stops: clashes, and headers of closed groups. */
  #step(by) {
    const stops = this.#rows.flatMap((row, place) => (row.header && row.open ? [] : [place]));
    if (stops.length === 0) return;
    const cursor = this.list.cursor;
    const after = stops.findIndex((place) => place >= cursor);
    const now = after < 0 ? stops.length : after;
    const start = cursor < 0 ? -1 : by > 0 && stops[now] !== cursor ? now - 1 : now;
    const row = this.#rows[stops[Math.min(stops.length - 1, Math.max(0, start + by))]];
    this.list.point(row.key);
    if (!row.header) this.#select(row.clash);
  }

  #enter() {
    const row = this.#rows[this.list.cursor];
    if (row?.header) this.#fold(row);
    else if (this.#selected) this.stage.fly();
    else this.#step(1);
  }

  #fold(row) {
    if (!this.#folded.delete(row.key)) this.#folded.add(row.key);
    this.#refresh();
    this.list.point(row.key);
  }

  #close() {
    const row = this.#rows[this.list.cursor];
    if ((row?.header || row?.fold) && row.open) this.#fold(row);
    else if (row?.parent) this.list.point(row.parent.key);
  }

  #open() {
    const row = this.#rows[this.list.cursor];
    if ((row?.header || row?.fold) && !row.open) this.#fold(row);
    else if (row?.header || row?.fold) this.#step(1);
  }

  /** Leaves what was entered last: a field, the filters, isolation, the selection. */
  #escape() {
    const field = document.activeElement;
    if (field?.matches('input, select')) this.list.element.focus();
    else if (!this.panel.element.hidden) this.#filters();
    else if (this.stage.isolated) this.stage.isolate();
    else this.#select(null);
  }

  /** Selects the clash that the address names, also when a filter or a closed group hides it. */
  #follow() {
    const clash = this.#report.byId.get(addressed());
    if (!clash || clash === this.#selected) return;
    if (!this.#clashes.includes(clash)) this.#clear();
    this.#go(clash);
  }
}
