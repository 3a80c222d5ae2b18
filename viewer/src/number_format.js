/** Numbers as short text. Digits that are cut away are cut outward for bounds: a printed bound still holds. */

const DIGITS = 4; // significant ones, of lengths and volumes
const SHORT = 3; // those of rows in the list
const NOISE = 1e-12; // relative: 0.3 as 0.29999999999999982 is 0.3, for no input has more digits
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: DIGITS });
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: DIGITS + 4 });

/** A count: in full below ten thousand, else short, as in `4.5M`. */
export const count = (n) => (n < 10_000 ? whole : compact).format(n);

/** A count in full, for titles. */
export const countInFull = (n) => whole.format(n);

/** A count and its noun: `1 body`, `12 bodies`. */
export const counted = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;

/** A length or volume with its unit, if there is one. */
export function quantity(x, unit, places = DIGITS) {
  return unit ? `${digits(x, places)} ${unit}` : digits(x, places);
}

/** A coordinate of a place of this size: digits down to a thousandth of the size; all that a number has if it is not known. */
export function coordinate(x, size) {
  const last = size > 0 ? Math.floor(Math.log10(size)) - 3 : -12;
  const largest = x === 0 ? last : Math.floor(Math.log10(Math.abs(x)));
  return largest < last ? '0' : new Intl.NumberFormat('en', { maximumSignificantDigits: Math.min(Math.max(largest - last + 1, 1), 15) }).format(x);
}

/** Two bounds for rows of a list: three digits each, rounded outward; where three digits hardly tell them apart, about one number. */
export function shortBounds({ lower, upper }, unit) {
  if (!Number.isFinite(lower) || !Number.isFinite(upper)) return bounds({ lower, upper }, unit);
  const [low, high] = [towards(lower, -1, SHORT), towards(upper, 1, SHORT)];
  if (low === high) return quantity(low, unit);
  const step = 10 ** (Math.floor(Math.log10(Math.abs(high))) - SHORT + 1);
  if (low !== 0 && high - low < 1.5 * step) return `≈ ${quantity(Number(((lower + upper) / 2).toPrecision(SHORT)), unit)}`;
  return `${digits(low)} to ${quantity(high, unit)}`;
}

/** Two bounds, the lower rounded down and the upper up; one number where they are the same, or look it. */
export function bounds({ lower, upper }, unit) {
  if (lower === upper) return quantity(lower, unit);
  if (!Number.isFinite(upper)) return `at least ${quantity(towards(lower, -1), unit)}`;
  if (!Number.isFinite(lower)) return `at most ${quantity(towards(upper, 1), unit)}`;
  // Bounds that are close need more digits, or rounding would part them.
  const places = upper - lower < 10 ** -(DIGITS - 1) * Math.abs(upper) ? DIGITS + 4 : DIGITS;
  const [low, high] = [towards(lower, -1, places), towards(upper, 1, places)];
  return low === high ? quantity(low, unit, places) : `${digits(low, places)} to ${quantity(high, unit, places)}`;
}

const TELLING = 10; // a volume known no better than this many times tells nothing from above

/** Two bounds of a volume; the lower alone where the upper one, as that of a box, is more than ten times as large. */
export const volumeBounds = ({ lower, upper }, unit) => bounds(lower > 0 && upper > TELLING * lower ? { lower, upper: Infinity } : { lower, upper }, unit);

function digits(x, places = DIGITS) {
  const size = Math.abs(x);
  if (x !== 0 && (size < 1e-4 || size >= 1e9)) return x.toExponential(places - 1).replace(/\.?0+e/, 'e');
  return (places === DIGITS ? plain : fine).format(x);
}

/** `x` with few digits, not above it for `side` -1, not below it for `side` +1. */
function towards(x, side, places = DIGITS) {
  const near = Number(x.toPrecision(places));
  if (x === 0 || (near - x) * side >= -NOISE * Math.abs(x)) return near;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(near))) - places + 1);
  return Number((near + side * step).toPrecision(places));
}
