/** How bad a clash is, in a few words: its thickness, its depth, its gap, or how the bodies lie; and what was measured, where a narrow list may leave that out. */
import { quantity, shortBounds } from './number_format.js';
import { relation } from './keyword_names.js';

export function measure(clash, unit) {
  const { kind, distance, clearance, depth, thickness } = clash;
  if (thickness) return { size: shortBounds(thickness, unit), what: 'thick' };
  if (depth) return { size: shortBounds(depth, unit), what: 'deep' };
  if (kind === 'encroach' && Number.isFinite(distance)) {
    return { size: Number.isFinite(clearance) ? `gap ${quantity(distance, '')} of ${quantity(clearance, unit)}` : `gap ${quantity(distance, unit)}`, what: '' };
  }
  if (distance > 0) return { size: `gap ${quantity(distance, unit)}`, what: '' };
  return { size: clash.relation ? relation(clash.relation) : '', what: '' };
}
