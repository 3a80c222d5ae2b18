/**
 * A made-up plant with its clash report, for `npm run dev` and the tests. Pipes run along x through walls: every wall a pipe
 * passes is a clash. Tanks stand about; some clashes of other kinds are added. Nothing here was measured: the numbers follow
 * from how the plant is laid out.
 */
import { writeGlb } from './glb_writer.js';
import { picture } from './png_writer.js';
import { randomNumbers } from './random_numbers.js';
import { box, pipe } from './box_and_pipe.js';

const WALL = 0.3;
const RADIUS = 0.2;
const SPACING = 6;
const BY = 'two balls about one point below, a confirmed translation above';

/** A report, its pictures and its model; `names` replace the names of the first bodies. */
export function plant({ walls = 4, pipes = 30, tanks = 12, sides = 24, seed = 7, names = [], offset = [0, 0, 0] } = {}) {
  const random = randomNumbers(seed);
  const rows = Math.ceil(Math.sqrt(pipes));
  const solids = [
    ...Array.from({ length: walls }, (_, k) => wall(k, rows)),
    ...Array.from({ length: pipes }, (_, k) => run(k, rows, walls, sides)),
    ...Array.from({ length: tanks }, (_, k) => tank(k, rows, walls, sides)),
    ...extras(walls),
  ];
  const bodies = solids.map((solid, k) => ({ ...solid, name: names[k] ?? solid.name, box: bounds(solid.positions) }));
  const clashes = [];
  for (let p = 0; p < pipes; p += 1) {
    for (let w = 0; w < walls; w += 1) clashes.push(pierce(walls + p, w, bodies, random));
  }
  clashes.push(...others(bodies, walls, pipes, tanks));
  const taken = new Set();
  clashes.forEach((clash) => finish(clash, { random, taken, offset }));
  const report = {
    schema: 1, title: 'Sample plant', made: '2026-11-16T08:00:00Z', unit: 'm', impinge: '0.1.0',
    bodies: bodies.map(({ name, indices, box: extent }) => (
      { name, triangles: indices.length / 3, closed: true, box: extent.map((point) => shifted(point, offset)) })),
    clashes,
    groups: groups(clashes, bodies, walls),
    summary: { pairs: (bodies.length * (bodies.length - 1)) / 2, found: clashes.filter((clash) => clash.found).length, by_kind: {} },
  };
  for (const { kind } of clashes) report.summary.by_kind[kind] = (report.summary.by_kind[kind] ?? 0) + 1;
  const model = writeGlb(bodies.map((body) => ({ ...body, translation: offset })));
  const pictures = Object.fromEntries(clashes.slice(0, 400).map((clash) => [clash.id, sketch(clash)]));
  return { report, pictures, model };
}

function wall(k, rows) {
  const x = (k + 1) * SPACING;
  return { name: `wall ${k + 1}`, ...box([x, -1, -1], [x + WALL, rows, rows]) };
}

function run(k, rows, walls, sides) {
  const start = [1 + (k % 3), k % rows, Math.floor(k / rows)];
  return { name: `pipe ${k + 1}`, ...pipe(start, 0, { length: (walls + 0.5) * SPACING, radius: RADIUS, sides }) };
}

function tank(k, rows, walls, sides) {
  const start = [(k % (walls + 1)) * SPACING + 2.5, -4 - 2 * Math.floor(k / (walls + 1)), -1];
  return { name: `tank ${k + 1}`, ...pipe(start, 2, { length: rows, radius: 0.9, sides }), simplified: k % 4 === 3 };
}

/** A pump in its case, its double, a box beside it, a bolt and its plate. */
function extras(walls) {
  const x = (walls + 1) * SPACING + 3;
  return [
    { name: 'case', ...box([x, 0, 0], [x + 3, 3, 2]) },
    { name: 'pump', ...pipe([x + 1.5, 1.5, 0.4], 2, { length: 1.2, radius: 0.8, sides: 40 }) },
    { name: 'pump, copy', ...pipe([x + 1.5, 1.5, 0.4], 2, { length: 1.2, radius: 0.8, sides: 40 }) },
    { name: 'cabinet', ...box([x + 3.05, 0, 0], [x + 4, 2, 2.4]), simplified: true },
    { name: 'plate', ...box([x, -3, 0], [x + 2, -1, 0.2]) },
    { name: 'bolt', ...pipe([x + 1, -2, 0.35], 2, { length: 0.5, radius: 0.1, sides: 12 }) },
  ];
}

/** A pipe through a wall: the curve is a circle on each side of the wall. */
function pierce(a, b, bodies, random) {
  const [low, high] = bodies[b].box.map((corner) => corner[0]);
  const [from, to] = bodies[a].box;
  const [y, z] = [(from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
  const circle = (x) => Array.from({ length: 24 }, (_, k) => (2 * Math.PI * k) / 24)
    .map((angle) => [x, y + RADIUS * Math.cos(angle), z + RADIUS * Math.sin(angle)]);
  const volume = Math.PI * RADIUS * RADIUS * (high - low);
  const status = ['new', 'active', 'active', 'approved'][Math.floor(4 * random())];
  return {
    a, b, rule: random() < 0.2 ? 'sleeves in walls' : 'pipes and walls',
    severity: ['critical', 'major', 'major', 'minor'][Math.floor(4 * random())],
    kind: 'pierce', relation: 'crossing', status, change: status === 'new' ? 'new' : random() < 0.2 ? 'changed' : 'persisting',
    found: true, distance: 0, clearance: null,
    depth: { lower: high - low, upper: (high - low) * (1 + 0.1 * random()), by: BY },
    volume: { lower: volume * 0.97, upper: volume, by: 'layered depth images' },
    box: [[low, y - RADIUS, z - RADIUS], [high, y + RADIUS, z + RADIUS]], witness: null, contacts: 96,
    faces: { a: [0, 1, 4, 5], b: [8, 9] },
    curves: [{ closed: true, points: circle(low) }, { closed: true, points: circle(high) }], note: null,
  };
}

/** One clash of every other kind, and one resolved whose body is gone. */
function others(bodies, walls, pipes, tanks) {
  const [casing, pump, copy, cabinet, plate, bolt] = [0, 1, 2, 3, 4, 5].map((k) => walls + pipes + tanks + k);
  const plain = {
    rule: null, severity: 'minor', status: 'new', change: 'new', found: true, distance: 0, clearance: null, depth: null, volume: null,
    witness: null, contacts: null, faces: { a: [], b: [] }, curves: [], note: null,
  };
  const [, right] = bodies[casing].box;
  const gap = [[right[0], 1, 1], [right[0] + 0.05, 1, 1]];
  const top = bodies[plate].box[1][2];
  const [x, y] = [bodies[bolt].box[0][0] + 0.1, bodies[bolt].box[0][1] + 0.1];
  return [
    { ...plain, a: pump, b: casing, kind: 'envelope', relation: 'a_inside_b', severity: 'info', box: bodies[pump].box, change: null },
    {
      ...plain, a: pump, b: copy, kind: 'duplicate', relation: 'coincident', severity: 'major', box: bodies[pump].box,
      note: 'The same pump twice in the export?',
    },
    {
      ...plain, a: casing, b: cabinet, rule: 'room to open', kind: 'encroach', relation: 'disjoint', severity: 'major',
      distance: 0.05, clearance: 0.8, box: gap, witness: gap,
    },
    {
      ...plain, a: bolt, b: plate, rule: 'bolts touch plates', kind: 'missing', relation: 'disjoint', severity: 'critical',
      distance: 0.15, box: [[x, y, top], [x, y, top + 0.15]], witness: [[x, y, top + 0.15], [x, y, top]],
    },
    {
      ...plain, a: null, a_name: 'duct 9', b: 0, b_name: bodies[0].name, kind: 'protrude', relation: 'crossing',
      status: 'resolved', change: 'resolved', found: false, box: [[6, 2, 2], [6.3, 3, 3]],
    },
  ];
}

/** What every clash has: an id, a view that shows it, and the place the plant was moved to. */
function finish(clash, { random, taken, offset }) {
  do clash.id = name(random); while (taken.has(clash.id));
  taken.add(clash.id);
  const [low, high] = clash.box;
  const target = low.map((x, k) => (x + high[k]) / 2);
  const reach = 4 + Math.hypot(...low.map((x, k) => high[k] - x));
  const eye = target.map((x, k) => x + reach * [-0.7, -0.6, 0.4][k]);
  clash.view = { eye: shifted(eye, offset), target: shifted(target, offset), up: [0, 0, 1], field_of_view: 35 };
  clash.box = clash.box.map((point) => shifted(point, offset));
  clash.witness = clash.witness?.map((point) => shifted(point, offset)) ?? null;
  for (const curve of clash.curves) curve.points = curve.points.map((point) => shifted(point, offset));
  clash.group = null;
}

/**
 * A made-up assembly with what reports of real ones have: bolts in brackets as one pattern, thickness, fits and thin overlaps, names that
 * are paths, and a pair that could not be decided.
 */
export function assembly({ pumps = 6 } = {}) {
  const solids = [];
  const clashes = [];
  const add = (name, solid) => solids.push({ name, ...solid, box: bounds(solid.positions) }) - 1;
  const plain = {
    rule: null, severity: 'major', status: 'new', change: null, found: true, relation: 'crossing', distance: 0, clearance: null, depth: null,
    volume: null, witness: null, contacts: 40, faces: { a: [0], b: [1] }, curves: [], note: null, tolerance: 0.001,
  };
  for (let k = 0; k < pumps; k += 1) {
    const bracket = add(`line / pump ${k + 1} / bracket`, box([5 * k, 0, 0], [5 * k + 3, 3, 0.4]));
    const bolt = add(`line / pump ${k + 1} / bolt M6`, pipe([5 * k + 1.5, 1.5, 0.2], 2, { length: 1.2, radius: 0.3, sides: 16 }));
    const pin = add(`line / pump ${k + 1} / pin`, pipe([5 * k + 2.5, 0.5, -0.2], 2, { length: 0.8, radius: 0.15, sides: 16 }));
    const at = ([x, y, z], half) => [[x - half, y - half, z - half], [x + half, y + half, z + half]];
    clashes.push({ ...plain, a: bolt, b: bracket, kind: 'protrude', pattern: 'P1', thickness: { lower: 0.19, upper: 0.21 }, box: at([5 * k + 1.5, 1.5, 0.3], 0.3) });
    clashes.push({ ...plain, a: pin, b: bracket, kind: 'fit', severity: 'info', found: false, pattern: 'P2', thickness: { lower: 0.004, upper: 0.006 }, box: at([5 * k + 2.5, 0.5, 0.2], 0.2) });
  }
  const tank = add('line / tank', box([0, 5, 0], [4, 8, 3]));
  const float = add('line / float', box([1, 6, 1], [2, 7, 2]));
  const lid = add('line / lid', box([0, 5, 2.9], [4, 8, 3.2]));
  clashes.push({ ...plain, a: lid, b: tank, kind: 'protrude', thickness: { lower: 0.0999, upper: 0.1 }, box: [[0, 5, 2.9], [4, 8, 3]] });
  clashes.push({ ...plain, a: float, b: tank, kind: 'undecided', severity: 'minor', relation: 'inside by winding number, opening of 12 mm', box: solids[float].box });
  clashes.push({ ...plain, a: lid, b: float, kind: 'protrude', severity: 'info', thickness: { lower: 0, upper: 0.0004 }, box: [[1, 6, 2.9], [2, 7, 2.91]] });
  const [random, taken] = [randomNumbers(3), new Set()];
  clashes.forEach((clash) => finish(clash, { random, taken, offset: [0, 0, 0] }));
  const patterns = ['P1', 'P2'].map((id) => {
    const members = clashes.filter((clash) => clash.pattern === id);
    return { id, count: members.length, representative: members[1].id, kind: members[0].kind, thickness: members[0].thickness, members: members.map((clash) => clash.id) };
  });
  const report = {
    schema: 2, title: 'Sample assembly', made: '2026-11-16T08:00:00Z', unit: 'mm', impinge: '0.1.0', patterns, clashes, groups: [],
    bodies: solids.map(({ name, indices, box: extent }) => ({ name, triangles: indices.length / 3, closed: name !== 'line / tank', box: extent })),
    summary: { pairs: 10, found: clashes.length, by_kind: {} },
  };
  return { report, pictures: Object.fromEntries(clashes.map((clash) => [clash.id, sketch(clash)])), model: writeGlb(solids) };
}

const shifted = (point, offset) => point.map((x, k) => x + offset[k]);

function name(random) {
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const text = Array.from({ length: 8 }, () => letters[Math.floor(letters.length * random())]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** One group for every wall that several pipes pass. */
function groups(clashes, bodies, walls) {
  return Array.from({ length: walls }, (_, wallIndex) => {
    const members = clashes.filter((clash) => clash.kind === 'pierce' && clash.b === wallIndex);
    const id = `G${wallIndex + 1}`;
    for (const clash of members) clash.group = id;
    return { id, title: `Pipes through ${bodies[wallIndex].name}`, clashes: members.map((clash) => clash.id) };
  });
}

function bounds(positions) {
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  positions.forEach((x, k) => {
    low[k % 3] = Math.min(low[k % 3], x);
    high[k % 3] = Math.max(high[k % 3], x);
  });
  return [low, high];
}

/** A thumbnail: two bars that cross, or stand apart. */
function sketch({ kind }) {
  const apart = kind === 'encroach' || kind === 'missing' ? 10 : 0;
  return picture(96, 64, [
    { rect: [40, 4, 56, 60], colour: [70, 125, 210] },
    { rect: apart ? [8, 26, 40 - apart, 38] : [8, 26, 88, 38], colour: [225, 140, 35] },
    { rect: apart ? [0, 0, 0, 0] : [40, 26, 42, 38], colour: [200, 0, 60] },
  ]);
}
