/** The panel of filters: a box to tick for every value of every facet, with how many clashes it would show. */
import { element, named } from './dom_element.js';
import { facets } from './clash_filter.js';
import { count } from './number_format.js';
import { rank, word } from './keyword_names.js';

export class Panel {
  #boxes = [];

  constructor(clashes, filter, changed) {
    const sets = facets.map((facet) => this.#facet(facet, clashes, filter, changed)).filter(Boolean);
    this.element = element('section.panel', { 'aria-label': 'Filters', hidden: true }, sets);
  }

  /** Brings counts and ticks up to date. */
  show(counts, filter) {
    for (const { box, key, value, label, number } of this.#boxes) {
      const n = counts.get(key).get(value) ?? 0;
      number.textContent = count(n);
      box.checked = filter.has(key, value);
      label.classList.toggle('empty', n === 0 && !box.checked);
    }
  }

  focus() {
    this.#boxes[0]?.box.focus();
  }

  #facet({ key, title, words, none }, clashes, filter, changed) {
    const values = [...new Set(clashes.map((clash) => clash[key]))];
    if (values.length === 0 || (values.length === 1 && values[0] === null)) return null;
    values.sort((x, y) => Number(x === null) - Number(y === null) || (rank(words, x) - rank(words, y) || 0) || (String(x) < String(y) ? -1 : 1));
    const labels = values.map((value) => {
      const box = element('input', { type: 'checkbox', onchange: () => { filter.toggle(key, value); changed(); } });
      const number = element('span.count');
      const text = value === null ? none : word(words, value);
      const label = element('label.choice', {}, box, named(text), number);
      this.#boxes.push({ box, key, value, label, number });
      return label;
    });
    return element('fieldset', {}, element('legend', {}, title), element('div.choices', {}, labels));
  }
}
