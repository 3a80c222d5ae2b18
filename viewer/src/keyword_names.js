/** Plain words and signs for what a report states by keyword; the order of keys is the order in filters and sorting. */

export const severities = {
  critical: { word: 'Critical', sign: '◆' },
  major: { word: 'Major', sign: '▲' },
  minor: { word: 'Minor', sign: '●' },
  info: { word: 'Info', sign: '○' },
};

export const kinds = {
  pierce: { word: 'Pierce', meaning: 'One body passes right through the other.' },
  protrude: { word: 'Protrude', meaning: 'One body reaches into the other.' },
  envelope: { word: 'Envelope', meaning: 'One body lies inside the other.' },
  duplicate: { word: 'Duplicate', meaning: 'Both bodies fill the same space.' },
  fit: { word: 'Fit', meaning: 'A thin shell about a common axis: an interference fit, a thread, or a hole of facets.' },
  encroach: { word: 'Encroach', meaning: 'The gap is smaller than the clearance asked for.' },
  touch: { word: 'Touch', meaning: 'The bodies touch and do not overlap.' },
  missing: { word: 'Missing contact', meaning: 'The rules expect a contact that is not there.' },
  undecided: { word: 'Undecided', meaning: 'It could not be decided whether the bodies share material.' },
};

export const statuses = {
  new: { word: 'New' },
  active: { word: 'Active' },
  approved: { word: 'Approved' },
  resolved: { word: 'Resolved' },
};

export const changes = {
  new: { word: 'New' },
  changed: { word: 'Changed' },
  persisting: { word: 'Persisting' },
  resolved: { word: 'Resolved' },
};

export const sections = {
  faults: { word: 'Clashes' },
  fits: { word: 'Fits and thin overlaps', one: 'Fit or thin overlap' },
};

/** The word for a keyword; a keyword this page does not know is shown as it is. */
export const word = (words, key) => (Object.hasOwn(words, key) ? words[key].word : String(key));

/** The word for this many of a keyword, in small letters: `1 fit or thin overlap`. */
export const wordFor = (words, key, n) => ((n === 1 && Object.hasOwn(words, key) && words[key].one) || word(words, key)).toLowerCase();

/** Where a keyword stands in its order; unknown ones come last. */
export function rank(words, key) {
  const place = Object.keys(words).indexOf(key);
  return place < 0 ? Infinity : place;
}

/** A relation of the engine in words: `a_inside_b` is "A inside B". */
export function relation(key) {
  const text = String(key).replaceAll('_', ' ').replace(/\b[ab]\b/g, (letter) => letter.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}
