/** The rows of the list: headers of groups, rows that stand for a pattern, and clashes. */
import { kinds, rank, sections, severities, statuses, word } from './keyword_names.js';

export const groupings = {
  pattern: { word: 'Pattern', key: ({ section }) => section, title: ({ section }) => word(sections, section) },
  group: { word: 'Group', key: ({ group }) => group?.id, title: ({ group }) => group?.title ?? 'Not grouped' },
  rule: { word: 'Rule', key: ({ rule }) => rule, title: ({ rule }) => rule ?? 'No rule' },
  severity: { word: 'Severity', key: ({ severity }) => severity, title: ({ severity }) => word(severities, severity) },
  kind: { word: 'Kind', key: ({ kind }) => kind, title: ({ kind }) => word(kinds, kind) },
  status: { word: 'Status', key: ({ status }) => status, title: ({ status }) => word(statuses, status) },
  none: { word: 'None', key: () => null, title: () => '' },
};

/** Patterns and sections where the report has any, else the groups of the report. */
export const defaultGrouping = (clashes) => (clashes.some(({ pattern, section }) => pattern || section === 'fits') ? 'pattern' : 'group');

/**
 * Rows for sorted clashes; groups come in the order of their first clash, fits and thin overlaps below faults, what is
 * resolved alone below all else. Headers are open and
 * patterns closed, but for those whose key is in `turned`; all are open where that is null.
 */
export function outline(clashes, grouping, turned) {
  const { key, title } = groupings[grouping];
  const groups = new Map();
  for (const clash of clashes) {
    const own = key(clash) ?? null;
    if (!groups.has(own)) groups.set(own, { key: own === null ? grouping : `${grouping}:${own}`, title: title(clash), clashes: [] });
    groups.get(own).clashes.push(clash);
  }
  const children = (members, parent) => (grouping === 'pattern' ? patterns(members, parent, turned) : leaves(members, parent));
  const flat = grouping === 'none' || (groups.size === 1 && (groups.has(null) || (grouping === 'pattern' && groups.has('faults'))));
  if (flat) return children(clashes, null);
  const inOrder = [...groups.values()];
  const gone = ({ clashes: members }) => Number(members.every(({ status }) => status === 'resolved'));
  if (grouping === 'pattern') inOrder.sort((x, y) => gone(x) - gone(y) || Number(x.key > y.key) - Number(x.key < y.key));
  return inOrder.flatMap((group, place) => {
    const open = turned === null || !turned.has(group.key);
    const header = { header: true, key: group.key, group, open, totals: totals(group.clashes), parent: null, place, of: groups.size };
    return [header, ...(open ? children(group.clashes, header) : [])];
  });
}

/** A row for every pattern at the place of its first clash, followed by its clashes where it is open; clashes without one as they are. */
function patterns(clashes, parent, turned) {
  const members = new Map();
  for (const clash of clashes) {
    const own = clash.pattern ?? clash;
    if (!members.has(own)) members.set(own, []);
    members.get(own).push(clash);
  }
  return [...members.values()].flatMap((same, place) => {
    const [first] = same;
    if (same.length === 1) return [{ ...leaf(first, parent, place), of: members.size }];
    const key = `pattern:${first.section}:${first.pattern.id}`;
    const open = turned === null || turned.has(key);
    const clash = same.find(({ id }) => id === first.pattern.representative) ?? first;
    const row = { header: false, fold: true, key, clash, members: same, open, parent, place, of: members.size };
    return [row, ...(open ? leaves(same, row) : [])];
  });
}

const leaves = (clashes, parent) => clashes.map((clash, place) => ({ ...leaf(clash, parent, place), of: clashes.length }));

const leaf = (clash, parent, place) => ({ header: false, fold: false, key: clash.id, clash, members: [clash], parent, place });

/** How many clashes there are of each severity, the gravest first, and how many are resolved: these count apart, as in the totals of the page. */
function totals(clashes) {
  const there = clashes.filter(({ status }) => status !== 'resolved');
  const counts = new Map();
  for (const { severity } of there) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  const bySeverity = [...counts].sort(([x], [y]) => rank(severities, x) - rank(severities, y) || 0);
  return { bySeverity, resolved: clashes.length - there.length };
}
