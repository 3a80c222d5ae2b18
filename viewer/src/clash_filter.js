/** Which clashes are shown: a set of values for each facet, any of which passes, words that must all occur, and one body or all. */
import { changes, kinds, sections, severities, statuses } from './keyword_names.js';

export const facets = [
  { key: 'severity', title: 'Severity', words: severities },
  { key: 'kind', title: 'Kind', words: kinds },
  { key: 'section', title: 'Section', words: sections },
  { key: 'status', title: 'Status', words: statuses },
  { key: 'change', title: 'Since baseline', words: changes, none: 'Not compared' },
  { key: 'rule', title: 'Rule', words: {}, none: 'No rule' },
];

export class Filter {
  #chosen = new Map(facets.map(({ key }) => [key, new Set()]));
  #words = [];
  /** The body whose clashes alone are shown, by its index; null for all. */
  body = null;

  /** Whether a value of a facet was chosen. */
  has(key, value) {
    return this.#chosen.get(key).has(value);
  }

  toggle(key, value) {
    const set = this.#chosen.get(key);
    if (!set.delete(value)) set.add(value);
  }

  /** Chooses one value of a facet alone, or none if it was. */
  only(key, value) {
    const set = this.#chosen.get(key);
    const was = set.size === 1 && set.has(value);
    set.clear();
    if (!was) set.add(value);
  }

  /** Words that must all occur; what stands in quotes is one. */
  search(text) {
    this.#words = [...text.toLowerCase().matchAll(/"([^"]+)"?|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
  }

  clear() {
    for (const set of this.#chosen.values()) set.clear();
    this.#words = [];
    this.body = null;
  }

  /** How many facets narrow the list. */
  get active() {
    return [...this.#chosen.values()].filter((set) => set.size).length;
  }

  get narrows() {
    return this.active > 0 || this.#words.length > 0 || this.body !== null;
  }

  /** The clashes that pass, and for every facet how many there would be of each value were that facet left open. */
  apply(clashes) {
    const counts = new Map(facets.map(({ key }) => [key, new Map()]));
    const passed = clashes.filter((clash) => {
      if (this.body !== null && clash.a.index !== this.body && clash.b.index !== this.body) return false;
      if (!this.#words.every((word) => clash.text.includes(word))) return false;
      const failed = facets.filter(({ key }) => this.#fails(clash, key));
      for (const { key } of facets) {
        if (failed.length === 0 || (failed.length === 1 && failed[0].key === key)) {
          const count = counts.get(key);
          count.set(clash[key], (count.get(clash[key]) ?? 0) + 1);
        }
      }
      return failed.length === 0;
    });
    return { passed, counts };
  }

  #fails(clash, key) {
    const set = this.#chosen.get(key);
    return set.size > 0 && !set.has(clash[key]);
  }
}
