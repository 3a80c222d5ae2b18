/** Reads the report embedded in the page into clashes that know their bodies, group and searchable text. */
import { sections } from './keyword_names.js';

const SCHEMAS = [1, 2];

/** What a reader of the page can be told when its report cannot be shown. */
export class ReportError extends Error {}

/** The report, checked as far as the page relies on it. */
export function readReport(text) {
  if (!text.trim()) throw new ReportError('This page holds no report. It is a template: `impinge check` fills it.');
  let raw;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    throw new ReportError(`The report in this page is not valid JSON: ${error.message}`);
  }
  if (!SCHEMAS.includes(raw?.schema)) {
    throw new ReportError(`This page reads reports of schema ${SCHEMAS.join(' and ')}; this one says ${JSON.stringify(raw?.schema)}.`);
  }
  const bodies = list(raw.bodies).map((body) => ({ ...body, name: String(body.name ?? ''), clashes: 0, box: isBox(body.box) ? body.box : null }));
  const groups = new Map(list(raw.groups).map(({ id, title }) => [id, { id: String(id), title: String(title ?? id) }]));
  const clashes = list(raw.clashes).map((clash) => readClash(clash, bodies, groups));
  assignPatterns(clashes, list(raw.patterns));
  for (const { a, b } of clashes) for (const index of new Set([a.index, b.index])) if (index !== null) bodies[index].clashes += 1;
  const byId = new Map(clashes.map((clash) => [clash.id, clash]));
  const file = typeof raw.json_file === 'string' && raw.json_file ? raw.json_file : null;
  return { ...raw, title: String(raw.title ?? ''), json_file: file, unit: typeof raw.unit === 'string' && raw.unit ? raw.unit : null, bodies, clashes, byId };
}

function readClash(raw, bodies, groups) {
  const [a, b] = ['a', 'b'].map((side) => readSide(raw[side], raw[`${side}_name`], bodies));
  const group = groups.get(raw.group) ?? null;
  const clash = {
    ...raw, id: String(raw.id), a, b, group,
    rule: raw.rule ?? null, change: raw.change ?? null, note: raw.note ?? null,
    thickness: readBounds(raw.thickness), depth: readBounds(raw.depth), volume: readBounds(raw.volume),
    box: isBox(raw.box) ? raw.box : null, centre: isPoint(raw.centre) ? raw.centre : null, view: isView(raw.view) ? raw.view : null,
    witness: list(raw.witness).length === 2 && raw.witness.every(isPoint) ? raw.witness : null,
    curves: list(raw.curves).map(({ closed, points }) => ({ closed: Boolean(closed), points: list(points).filter(isPoint) })),
  };
  const texts = [clash.id, a.name, b.name, clash.rule, clash.note, group?.title, clash.kind, clash.severity, clash.status];
  clash.section = Object.hasOwn(sections, raw.section) ? raw.section : sectionOf(clash);
  clash.text = texts.join('\n').toLowerCase();
  return clash;
}

/** Where a clash is listed: `fits` for fits and for overlaps no thicker than the tolerance, else `faults`. */
function sectionOf({ kind, thickness, tolerance, within_tolerance: within }) {
  const thin = within === true || (Number.isFinite(tolerance) && thickness !== null && thickness.upper <= tolerance);
  return kind === 'fit' || thin ? 'fits' : 'faults';
}

/** Gives every clash its pattern: the clashes between the same two parts. One that is alone has none. */
function assignPatterns(clashes, raw) {
  const byId = new Map(clashes.map((clash) => [clash.id, clash]));
  const known = new Map(raw.map((pattern) => [String(pattern.id), { id: String(pattern.id), representative: String(pattern.representative ?? pattern.clash ?? ''), members: [], poses: list(pattern.poses) }]));
  for (const pattern of raw) {
    for (const id of list(pattern.members)) {
      const clash = byId.get(String(id));
      if (clash) clash.pattern ??= pattern.id;
    }
  }
  for (const clash of clashes) {
    const id = clash.pattern === null || clash.pattern === undefined ? null : String(clash.pattern);
    if (id !== null && !known.has(id)) known.set(id, { id, representative: '', members: [], poses: [] });
    clash.pattern = id === null ? null : known.get(id);
    clash.pattern?.members.push(clash);
  }
  for (const clash of clashes) if (clash.pattern && clash.pattern.members.length < 2) clash.pattern = null;
}

/** A body of a clash; `index` is null where it is no longer in the assembly. */
function readSide(index, name, bodies) {
  const body = Number.isInteger(index) ? bodies[index] : undefined;
  return body ? { index, name: body.name } : { index: null, name: String(name ?? '(no name)') };
}

/** Bounds, absent ones as infinities; null where there are none at all. */
function readBounds(raw) {
  if (!raw || (!Number.isFinite(raw.lower) && !Number.isFinite(raw.upper))) return null;
  return { lower: raw.lower ?? -Infinity, upper: raw.upper ?? Infinity, by: String(raw.by ?? '') };
}

const list = (value) => (Array.isArray(value) ? value : []);
const isPoint = (value) => Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
const isBox = (value) => Array.isArray(value) && value.length === 2 && value.every(isPoint);

/** A view with a line of sight and an up direction. */
function isView(value) {
  if (![value?.eye, value?.target, value?.up].every(isPoint)) return false;
  const sight = value.eye.some((x, k) => x !== value.target[k]);
  return sight && value.up.some((x) => x !== 0) && value.field_of_view > 0 && value.field_of_view < 180;
}
