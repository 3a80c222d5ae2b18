/** On paper: the clashes that pass the filters, as a table with pictures, and the 3D view as it stands. */
import { element, named } from './dom_element.js';
import { measure } from './clash_measure.js';
import { count } from './number_format.js';
import { changes, kinds, severities, statuses, word } from './keyword_names.js';

const MOST = 500; // clashes; more would be a book

/** Makes the printed part before printing and drops it after; `state` gives the clashes, the selected one and a picture of the view. */
export function printable(host, { report, pictures }, state) {
  addEventListener('beforeprint', () => {
    const { clashes, selected, snapshot } = state();
    const rows = clashes.slice(0, MOST).map((clash) => row(clash, pictures.get(clash.id), report.unit));
    const left = clashes.length - rows.length;
    const titles = ['', 'Clash', 'A', 'B', 'Found', 'Status'].map((title) => element('th', {}, title));
    const caption = selected && element('figcaption', {}, `Clash ${selected.id}`);
    host.replaceChildren(...[
      snapshot && selected ? element('figure', {}, element('img', { src: snapshot, alt: '' }), caption) : null,
      element('table', {}, element('thead', {}, element('tr', {}, titles)), element('tbody', {}, rows)),
      left > 0 ? element('p', {}, `${count(left)} more clashes are not printed. Filters choose which are.`) : null,
    ].filter(Boolean));
  });
  addEventListener('afterprint', () => host.replaceChildren());
}

function row(clash, picture, unit) {
  return element('tr', {},
    element('td', {}, picture ? element('img', { src: picture, alt: '' }) : ''),
    element('td', {}, clash.id, element('br'), `${word(severities, clash.severity)}, ${word(kinds, clash.kind)}`),
    element('td', {}, named(clash.a.name)),
    element('td', {}, named(clash.b.name)),
    element('td', {}, measure(clash, unit), clash.depth?.by ? element('small', {}, clash.depth.by) : ''),
    element('td', {}, word(statuses, clash.status), clash.change ? element('small', {}, word(changes, clash.change)) : ''));
}
