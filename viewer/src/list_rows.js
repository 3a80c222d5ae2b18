/** The elements of rows of the list. */
import { kindBadge, severityBadge, sideBadge, statusBadge } from './clash_badges.js';
import { canApprove } from './approve_list.js';
import { element, named } from './dom_element.js';
import { measure } from './clash_measure.js';
import { count } from './number_format.js';
import { changes, severities, word } from './keyword_names.js';

const MOST_WORDS = 2; // severities of a header that are named; of more, the signs stand alone

/** The header of a group: its fold, title, and how many clashes it holds of each severity. */
export function headerRow({ group, open, totals }) {
  const { bySeverity, resolved } = totals;
  const counts = bySeverity.map(([severity, n]) => element('span.of', { title: `${count(n)} ${word(severities, severity).toLowerCase()}` }, severityBadge(severity), ` ${count(n)}`));
  return element('div.row.header', { 'aria-expanded': String(open) },
    element('span.fold', { 'aria-hidden': 'true' }, open ? '▾' : '▸'),
    named(group.title),
    element(bySeverity.length > MOST_WORDS ? 'span.counts.short' : 'span.counts', {}, counts, resolved ? element('span.of.count', {}, `${count(resolved)} resolved`) : null));
}

/** A clash: tick, picture, severity, kind, id, both names, measure and status; for a closed or open pattern its clash with how many there are. */
export function clashRow({ clash, fold, open, members, parent }, { pictures, unit }) {
  const source = pictures.get(clash.id);
  const picture = source ? element('img.thumb', { src: source, alt: '', decoding: 'async' }) : element('span.thumb.none', { 'aria-hidden': 'true' });
  const names = ['div.row.clash', clash.status === 'resolved' ? '.gone' : '', fold ? '.pattern' : '', parent?.fold ? '.member' : ''];
  const { size, what } = measure(clash, unit);
  const measured = element('span.measure', { title: `${size} ${what}`.trim() }, size, what && element('span.what', {}, ` ${what}`));
  const able = members.some(canApprove);
  const tick = element('input.tick', { type: 'checkbox', tabindex: '-1', disabled: !able, title: 'Tick to approve (a)', 'aria-label': 'Approve' });
  const times = fold && element('button.fold', { type: 'button', tabindex: '-1', title: 'Clashes of the same two parts' }, `${open ? '▾' : '▸'} ${count(members.length)} times`);
  return element(names.join(''), fold ? { 'aria-expanded': String(open) } : {},
    tick,
    picture,
    element('div.lines', {},
      element('div.line', {}, severityBadge(clash.severity), kindBadge(clash.kind), measured),
      element('div.line', {}, sideBadge('a'), named(clash.a.name), times || element('span.id', {}, clash.id)),
      element('div.line', {}, sideBadge('b'), named(clash.b.name), standing(clash))));
}

/** What has become of a clash: changed, where it was there otherwise, or its status. */
function standing({ change, status }) {
  return change === 'changed' ? element('span.status', {}, word(changes, change)) : statusBadge(status);
}
