import { element } from './dom_element.js';

const keys = [
  ['↓ ↑ or j k', 'next, previous clash'],
  ['Enter', 'fly to the clash'],
  ['← →', 'close, open a group or a pattern'],
  ['Home End', 'first, last clash'],
  ['i', 'isolate its two bodies, or show all again'],
  ['g', 'the other bodies: ghosts, hidden, solid'],
  ['x', 'see through the larger of the two'],
  ['c', 'curve, closest points and box'],
  ['m', 'markers of all clashes'],
  ['a', 'tick the clash, to approve it by a command'],
  ['r', 'reset the view'],
  ['/', 'search; "words in quotes" stand together'],
  ['f', 'filters'],
  ['Escape', 'close, leave, go back'],
  ['?', 'this help'],
];

/** The dialog that lists the keys. */
export function help() {
  const close = () => dialog.close();
  const dialog = element('dialog.help', { 'aria-label': 'Keys' },
    element('h2', {}, 'Keys'),
    element('dl', {}, keys.map(([key, meaning]) => [element('dt', {}, key), element('dd', {}, meaning)]).flat()),
    element('p', {}, 'In the 3D view: drag turns, right drag moves, the wheel zooms, a click on a marker goes to its clash. With the focus there, arrow keys turn it and + − zoom.'),
    element('button', { type: 'button', onclick: close }, 'Close'));
  return dialog;
}
