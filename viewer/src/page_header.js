/** The top of the page: what was checked, when, in which unit, and totals that filter the list when they are clicked. */
import { severityBadge } from './clash_badges.js';
import { element, named } from './dom_element.js';
import { count, counted, countInFull } from './number_format.js';
import { kinds, rank, sections, severities, statuses, word, wordFor } from './keyword_names.js';

export class Header {
  #buttons = [];
  #toggle;

  /** `act.toggle(key, value)` filters by the value of a facet, `act.clear()` shows all, `act.help()` opens the help. */
  constructor(report, act) {
    this.#toggle = act.toggle;
    const { title, made, impinge, bodies, clashes, summary, unit, picture_note: pictures } = report;
    const there = clashes.filter(({ status }) => status !== 'resolved');
    const pairs = summary?.pairs;
    const all = { type: 'button', title: 'Show all clashes', onclick: act.clear };
    this.element = element('header.top', {},
      element('h1', {}, named(title || 'Clash report')),
      element('ul.totals', { 'aria-label': 'Totals' },
        element('li.main', {}, element('button.total', all, counted(there.length, 'clash', 'clashes'))),
        this.#totals('severity', there, severities, (value, n) => [severityBadge(value), ` ${count(n)}`]),
        this.#totals('kind', there, kinds, (value, n) => `${count(n)} ${word(kinds, value).toLowerCase()}`),
        this.#totals('section', there.filter(({ section }) => section === 'fits'), sections, (value, n) => `${count(n)} ${wordFor(sections, value, n)}`),
        this.#totals('status', clashes.filter(({ status }) => status === 'approved' || status === 'resolved'), statuses, (value, n) => `${count(n)} ${word(statuses, value).toLowerCase()}`),
        element('li', {}, counted(bodies.length, 'body', 'bodies')),
        Number.isFinite(pairs) ? element('li', { title: countInFull(pairs) }, counted(pairs, 'pair checked', 'pairs checked')) : null,
        element('li.unit', {}, unit ? `lengths in ${unit}` : 'lengths in the unit of the file'),
        pictures ? element('li', {}, String(pictures)) : null),
      element('span.made', {}, [moment(made), impinge ? `Impinge ${impinge}` : null].filter(Boolean).join(' · ')),
      element('button', { type: 'button', title: 'Keys (?)', 'aria-label': 'Help: keys', onclick: act.help }, '?'));
  }

  /** Brings up to date which totals filter the list. */
  show(filter) {
    for (const { button, key, value } of this.#buttons) button.setAttribute('aria-pressed', String(filter.has(key, value)));
  }

  /** A button for each value of a facet, with how many clashes have it. */
  #totals(key, clashes, words, text) {
    const counts = new Map();
    for (const clash of clashes) counts.set(clash[key], (counts.get(clash[key]) ?? 0) + 1);
    const sorted = [...counts].sort(([x], [y]) => rank(words, x) - rank(words, y) || 0);
    return sorted.map(([value, n]) => {
      const about = { type: 'button', 'aria-pressed': 'false', title: 'Show these alone, or all again' };
      const button = element('button.total', { ...about, onclick: () => this.#toggle(key, value) }, text(value, n));
      this.#buttons.push({ button, key, value });
      return element('li', {}, button);
    });
  }
}

/** A time stamp as the report gives it, without the seconds; other text is shown as it is. */
function moment(made) {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(made ?? '');
  return parts ? `${parts[1]} ${parts[2]} UTC` : made ?? null;
}
