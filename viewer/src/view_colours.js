import { Color } from 'three';

/** The colours of the view, from the style sheet, so that light and dark are stated once. */
export function palette(host) {
  const style = getComputedStyle(host);
  const colour = (name) => new Color(style.getPropertyValue(`--${name}`).trim() || '#888888');
  return Object.fromEntries(['a', 'b', 'curve', 'halo', 'rest', 'ground', 'edge', 'form', 'critical', 'major', 'minor', 'info'].map((name) => [name, colour(name)]));
}
