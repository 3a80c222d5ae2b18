/** How bad a clash is, in a few words: its depth, its gap, or that it touches. */
import { bounds, quantity } from './number.js';

export function measure(clash, unit) {
  const { kind, distance, clearance, depth } = clash;
  if (depth) return `depth ${bounds(depth, unit)}`;
  if (kind === 'encroach' && Number.isFinite(distance)) {
    return Number.isFinite(clearance) ? `gap ${quantity(distance, '')} of ${quantity(clearance, unit)}` : `gap ${quantity(distance, unit)}`;
  }
  if (distance > 0) return `gap ${quantity(distance, unit)}`;
  return kind === 'touch' ? 'touching' : '';
}
