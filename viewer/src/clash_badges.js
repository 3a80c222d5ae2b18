import { element } from './dom_element.js';
import { kinds, severities, statuses, word } from './keyword_names.js';

/** A severity as sign and word, so that its colour adds nothing that is not said. */
export function severityBadge(severity) {
  const known = Object.hasOwn(severities, severity);
  return element(`span.badge.severity-${known ? severity : 'info'}`, {},
    element('span.sign', { 'aria-hidden': 'true' }, known ? severities[severity].sign : '?'), ' ', element('span.word', {}, word(severities, severity)));
}

export const kindBadge = (kind) => element('span.kind', { title: Object.hasOwn(kinds, kind) ? kinds[kind].meaning : null }, word(kinds, kind));

export const statusBadge = (status) => element('span.status', {}, word(statuses, status));

/** The letter of a body in the colour it has in the view. */
export const sideBadge = (side) => element(`span.side.side-${side}`, { 'aria-hidden': 'true' }, side.toUpperCase());
