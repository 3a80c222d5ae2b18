import { Color } from 'three';

/** The colours of the view, from the style sheet, so that light and dark are stated once. */
export function palette(host) {
  const style = getComputedStyle(host);
  const colour = (name) => new Color(style.getPropertyValue(`--${name}`).trim() || '#888888');
  return { a: colour('a'), b: colour('b'), curve: colour('curve'), halo: colour('halo'), rest: colour('rest'), ground: colour('ground'), edge: colour('edge') };
}
