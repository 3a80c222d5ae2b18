/** Orders of clashes. Equal ones keep the order of the report; values that are not there come last. */
import { kinds, rank, severities, statuses } from './keyword_names.js';

const names = new Intl.Collator('en', { numeric: true });
const byNumber = (value) => (x, y) => value(x) - value(y) || 0;
const surely = ({ thickness }) => (thickness ? Math.max(thickness.lower ?? 0, 0) : null);
const atMost = ({ thickness }) => (thickness ? thickness.upper ?? Infinity : null);
const deep = ({ depth }) => (depth ? depth.lower : null);
const large = ({ volume }) => (volume ? volume.lower : null);
const gap = ({ distance }) => (Number.isFinite(distance) ? distance : null);

/** By what is proved: the lower bound, then the upper one, as in the report. */
const thicker = (x, y) => downward(surely)(x, y) || downward(atMost)(x, y) || 0;

/** What stands in for a thickness that is not known, as of an open surface: the proved depth. */
const sized = (clash) => (clash.thickness || !clash.depth ? clash : { thickness: { lower: clash.depth.lower, upper: clash.depth.lower } });

/** Settled ones (resolved, then approved) after those that wait for someone. */
const settled = ({ status }) => Math.max(0, rank(statuses, status) - 1);

/** By severity as rules state it, then by how much is shared: thickness, volume, depth. */
const pressing = (x, y) => settled(x) - settled(y) || (rank(severities, x.severity) - rank(severities, y.severity) || 0)
  || thicker(sized(x), sized(y)) || downward(large)(x, y) || downward(deep)(x, y);

export const orders = {
  pressing: { word: 'Most pressing', compare: pressing },
  severity: { word: 'Severity', compare: byNumber(({ severity }) => rank(severities, severity)) },
  thickness: { word: 'Thickest overlap', compare: (x, y) => thicker(x, y) },
  depth: { word: 'Deepest', compare: downward(deep) },
  volume: { word: 'Largest overlap', compare: downward(large) },
  gap: { word: 'Smallest gap', compare: upward(gap) },
  kind: { word: 'Kind', compare: byNumber(({ kind }) => rank(kinds, kind)) },
  status: { word: 'Status', compare: byNumber(({ status }) => rank(statuses, status)) },
  name: { word: 'Name', compare: (x, y) => names.compare(x.a.name, y.a.name) || names.compare(x.b.name, y.b.name) },
  id: { word: 'Id', compare: (x, y) => (x.id < y.id ? -1 : Number(x.id > y.id)) },
};

/** The clashes in an order by name. */
export const ordered = (clashes, name) => [...clashes].sort(orders[name].compare);

function upward(value) {
  return (x, y) => {
    const [a, b] = [value(x), value(y)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return a - b;
  };
}

function downward(value) {
  return upward((clash) => {
    const number = value(clash);
    return number === null ? null : -number;
  });
}
