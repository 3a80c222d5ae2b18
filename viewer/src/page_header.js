/** The top of the page: what was checked, when, and the totals. */
import { severityBadge } from './clash_badges.js';
import { element, named } from './dom_element.js';
import { count, counted, countInFull } from './number_format.js';
import { rank, severities } from './keyword_names.js';

export function header(report, openHelp) {
  const { title, made, impinge, bodies, clashes, summary } = report;
  const there = clashes.filter(({ status }) => status !== 'resolved');
  const approved = there.filter(({ status }) => status === 'approved').length;
  const gone = clashes.length - there.length;
  const severity = [...tally(there)].sort(([x], [y]) => rank(severities, x) - rank(severities, y) || 0)
    .map(([name, n]) => element('li', {}, severityBadge(name), ` ${count(n)}`));
  const pairs = summary?.pairs;
  return element('header.top', {},
    element('h1', {}, named(title || 'Clash report')),
    element('ul.totals', { 'aria-label': 'Totals' },
      element('li.main', {}, counted(there.length, 'clash', 'clashes')),
      severity,
      approved ? element('li', {}, `${count(approved)} approved`) : null,
      gone ? element('li', {}, `${count(gone)} resolved`) : null,
      element('li', {}, counted(bodies.length, 'body', 'bodies')),
      Number.isFinite(pairs) ? element('li', { title: countInFull(pairs) }, counted(pairs, 'pair checked', 'pairs checked')) : null),
    element('span.made', {}, [moment(made), impinge ? `Impinge ${impinge}` : null].filter(Boolean).join(' · ')),
    element('button', { type: 'button', title: 'Keys (?)', 'aria-label': 'Help: keys', onclick: openHelp }, '?'));
}

/** How many clashes there are of each severity. */
function tally(clashes) {
  const counts = new Map();
  for (const { severity } of clashes) counts.set(severity, (counts.get(severity) ?? 0) + 1);
  return counts;
}

/** A time stamp as the report gives it, without the seconds; other text is shown as it is. */
function moment(made) {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(made ?? '');
  return parts ? `${parts[1]} ${parts[2]} UTC` : made ?? null;
}
