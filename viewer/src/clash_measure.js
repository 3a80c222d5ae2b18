/** How bad a clash is, in a few words: its thickness, its depth, its gap, or how the bodies lie. */
import { bounds, quantity } from './number_format.js';
import { relation } from './keyword_names.js';

export function measure(clash, unit) {
  const { kind, distance, clearance, depth, thickness } = clash;
  if (thickness) return `${bounds(thickness, unit)} thick`;
  if (depth) return `${bounds(depth, unit)} deep`;
  if (kind === 'encroach' && Number.isFinite(distance)) {
    return Number.isFinite(clearance) ? `gap ${quantity(distance, '')} of ${quantity(clearance, unit)}` : `gap ${quantity(distance, unit)}`;
  }
  if (distance > 0) return `gap ${quantity(distance, unit)}`;
  return clash.relation ? relation(clash.relation) : '';
}
