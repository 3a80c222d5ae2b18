/** The rows of the list: headers of groups, each followed by its clashes unless it is folded. */
import { kinds, rank, severities, statuses, word } from './keyword_names.js';

export const groupings = {
  group: { word: 'Group', key: ({ group }) => group?.id, title: ({ group }) => group?.title ?? 'Not grouped' },
  rule: { word: 'Rule', key: ({ rule }) => rule, title: ({ rule }) => rule ?? 'No rule' },
  severity: { word: 'Severity', key: ({ severity }) => severity, title: ({ severity }) => word(severities, severity) },
  kind: { word: 'Kind', key: ({ kind }) => kind, title: ({ kind }) => word(kinds, kind) },
  status: { word: 'Status', key: ({ status }) => status, title: ({ status }) => word(statuses, status) },
  none: { word: 'None', key: () => null, title: () => '' },
};

/** Rows for sorted clashes; groups come in the order of their first clash. `folded` holds keys of groups that are closed. */
export function outline(clashes, grouping, folded) {
  const { key, title } = groupings[grouping];
  const groups = new Map();
  for (const clash of clashes) {
    const own = key(clash) ?? null;
    if (!groups.has(own)) groups.set(own, { key: own === null ? grouping : `${grouping}:${own}`, title: title(clash), clashes: [] });
    groups.get(own).clashes.push(clash);
  }
  const flat = grouping === 'none' || (groups.size === 1 && groups.has(null));
  if (flat) return clashes.map((clash, place) => leaf(clash, null, place, clashes.length));
  return [...groups.values()].flatMap((group, place) => {
    const open = !folded.has(group.key);
    const header = { header: true, key: group.key, group, open, worst: worst(group.clashes), place, of: groups.size };
    const leaves = header.open ? group.clashes.map((clash, at) => leaf(clash, header, at, group.clashes.length)) : [];
    return [header, ...leaves];
  });
}

const leaf = (clash, parent, place, of) => ({ header: false, key: clash.id, clash, parent, place, of });

/** The gravest severity among clashes. */
function worst(clashes) {
  const graver = (x, y) => (rank(severities, y) < rank(severities, x) ? y : x);
  return clashes.map(({ severity }) => severity).reduce(graver);
}
