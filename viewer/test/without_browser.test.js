/** What needs no browser: numbers, orders, filters, rows, and the reader of models. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeGlb } from '../sample/glb_writer.js';
import { assembly, plant } from '../sample/sample_plant.js';
import { approveCommand } from '../src/approve_list.js';
import { randomNumbers } from '../sample/random_numbers.js';
import { box } from '../sample/box_and_pipe.js';
import { decode } from '../src/base64.js';
import { Filter, facets } from '../src/clash_filter.js';
import { readGlb } from '../src/glb_reader.js';
import { merge } from '../src/merged_model.js';
import { bounds, coordinate, count, quantity, shortBounds } from '../src/number_format.js';
import { ordered, orders } from '../src/clash_order.js';
import { outline } from '../src/grouped_rows.js';
import { readPictures } from '../src/embedded_pictures.js';
import { ReportError, readReport } from '../src/report_reader.js';

const sample = () => readReport(JSON.stringify(plant().report));

test('numbers are short, and keep their unit', () => {
  assert.equal(count(4_498_500), '4.5M');
  assert.equal(count(9_999), '9,999');
  assert.equal(quantity(0.12345678, 'mm'), '0.1235 mm');
  assert.equal(quantity(1.5e-7, null), '1.5e-7');
  assert.equal(quantity(0, 'm'), '0 m');
  assert.equal(bounds({ lower: 2, upper: 2 }, 'm'), '2 m');
  assert.equal(bounds({ lower: 2, upper: 2 + 1e-15 }, 'm'), '2 m');
  assert.equal(bounds({ lower: 298.11701, upper: 298.11706 }, ''), '298.11701 to 298.11706');
  assert.equal(bounds({ lower: 18.3 - 18, upper: 0.31 }, 'm'), '0.3 to 0.31 m');
  assert.equal(bounds({ lower: -Infinity, upper: 1.00001 }, ''), 'at most 1.001');
  assert.equal(bounds({ lower: 1.00001, upper: Infinity }, ''), 'at least 1');
});

test('places have the digits that the size of a clash asks for, far from zero too', () => {
  assert.equal(coordinate(4_500_000.1254, 0.3), '4,500,000.1254');
  assert.equal(coordinate(123.456, 250), '123.5');
  assert.deepEqual([1e-9, 0, -0.00001].map((x) => coordinate(x, 1)), ['0', '0', '0']);
  assert.equal(coordinate(1 / 3, 0), '0.333333333333');
});

test('bounds in rows are short and hold', () => {
  assert.equal(shortBounds({ lower: 0.06389927801, upper: 0.0638993 }, 'm'), '≈ 0.0639 m');
  assert.equal(shortBounds({ lower: 1.12, upper: 1.2491 }, 'mm'), '1.12 to 1.25 mm');
  assert.equal(shortBounds({ lower: 0, upper: 0.0000123456 }, 'm'), '0 to 1.24e-5 m');
  assert.equal(shortBounds({ lower: 2, upper: 2 }, ''), '2');
  assert.equal(shortBounds({ lower: 1.00001, upper: Infinity }, 'm'), 'at least 1 m');
});

test('printed bounds hold: they are rounded outward', () => {
  const random = randomNumbers(11);
  let rounded = 0;
  for (let k = 0; k < 2_000; k += 1) {
    const lower = (random() - 0.3) * 10 ** Math.floor(12 * random() - 6);
    const upper = lower + Math.abs(lower) * random();
    const [low, high = low] = bounds({ lower, upper }, '').split(' to ').map((text) => Number(text.replaceAll(',', '')));
    assert.ok(low <= lower + 1e-12 * Math.abs(lower) && high >= upper - 1e-12 * Math.abs(upper), `${low} ${lower} ${upper} ${high}`);
    assert.ok(Math.abs(low - lower) <= 1e-3 * Math.abs(lower) && Math.abs(high - upper) <= 1e-3 * Math.abs(upper), `${low} ${lower} ${upper} ${high}`);
    if (low !== lower) rounded += 1;
  }
  assert.ok(rounded > 1_000, `only ${rounded} needed rounding`);
});

test('every order is one: sorted pairwise, and nothing is lost', () => {
  const { clashes } = sample();
  for (const name of Object.keys(orders)) {
    const sorted = ordered(clashes, name);
    assert.equal(new Set(sorted).size, clashes.length);
    for (let k = 1; k < sorted.length; k += 1) assert.ok(!(orders[name].compare(sorted[k - 1], sorted[k]) > 0), name);
  }
  assert.equal(ordered(clashes, 'pressing').at(-1).status, 'resolved');
});

test('filters show what brute force shows, and count what a tick would show', () => {
  const { clashes } = sample();
  const random = randomNumbers(5);
  let narrowed = 0;
  for (let round = 0; round < 60; round += 1) {
    const filter = new Filter();
    const chosen = new Map(facets.map(({ key }) => [key, new Set()]));
    for (let k = 0; k < 3; k += 1) {
      const { key } = facets[Math.floor(facets.length * random())];
      const value = clashes[Math.floor(clashes.length * random())][key];
      if (chosen.get(key).has(value)) continue;
      chosen.get(key).add(value);
      filter.toggle(key, value);
    }
    const passes = (clash, but) => facets.every(({ key }) => key === but || chosen.get(key).size === 0 || chosen.get(key).has(clash[key]));
    const { passed, counts } = filter.apply(clashes);
    assert.deepEqual(passed, clashes.filter((clash) => passes(clash, null)));
    for (const { key } of facets) {
      for (const [value, n] of counts.get(key)) assert.equal(n, clashes.filter((clash) => passes(clash, key) && clash[key] === value).length);
    }
    if (passed.length > 0 && passed.length < clashes.length) narrowed += 1;
  }
  assert.ok(narrowed > 20, `only ${narrowed} rounds narrowed the list`);
});

test('rows hold every clash once, but for closed groups', () => {
  const { clashes } = sample();
  const open = outline(clashes, 'group', new Set());
  assert.deepEqual(new Set(open.filter((row) => !row.header && !row.fold).map(({ clash }) => clash)), new Set(clashes));
  const first = open[0];
  const closed = outline(clashes, 'group', new Set([first.key]));
  assert.equal(open.length - closed.length, first.group.clashes.length);
  assert.equal(outline(clashes, 'none', new Set()).length, clashes.length);
});

test('a thickness that may be large does not come before one that is', () => {
  const clash = (id, lower, upper) => ({ id, severity: 'major', status: 'new', thickness: { lower, upper } });
  const clashes = [clash('unsure', 0, 3), clash('less', 1, 2), clash('most', 2, 2.5), clash('same', 1, 4), { id: 'none', severity: 'major', status: 'new', thickness: null }];
  for (const order of ['pressing', 'thickness']) {
    assert.deepEqual(ordered(clashes, order).map(({ id }) => id), ['most', 'same', 'less', 'unsure', 'none'], order);
  }
});

test('the header of a group counts as the totals of the page do: by severity, and what is resolved apart', () => {
  const { clashes } = sample();
  const headers = outline(clashes, 'status', new Set()).filter((row) => row.header);
  const there = clashes.filter(({ status }) => status !== 'resolved');
  const sum = (counts) => counts.reduce((total, [, n]) => total + n, 0);
  assert.equal(headers.reduce((total, { totals }) => total + sum(totals.bySeverity), 0), there.length);
  for (const severity of new Set(there.map((clash) => clash.severity))) {
    const counted = headers.flatMap(({ totals }) => totals.bySeverity.filter(([own]) => own === severity));
    assert.equal(sum(counted), there.filter((clash) => clash.severity === severity).length, severity);
  }
  const gone = headers.find(({ group }) => group.title === 'Resolved');
  assert.deepEqual(gone.totals, { bySeverity: [], resolved: clashes.length - there.length });
});

test('an overlap of unknown thickness takes its place by its proved depth', () => {
  const clash = (id, thickness, depth) => ({ id, severity: 'major', status: 'new', thickness: thickness && { lower: thickness, upper: thickness }, depth: depth && { lower: depth, upper: 99 } });
  const clashes = [clash('thin', 0.02, 50), clash('open', null, 9), clash('thick', 12, 13), clash('shallow', null, 0.01), clash('unknown', null, null)];
  assert.deepEqual(ordered(clashes, 'pressing').map(({ id }) => id), ['thick', 'open', 'thin', 'shallow', 'unknown']);
  assert.deepEqual(ordered(clashes, 'thickness').map(({ id }) => id).slice(0, 2), ['thick', 'thin']);
});

test('patterns are one row, fits and thin overlaps come last, the thickest first', () => {
  const { clashes } = readReport(JSON.stringify(assembly().report));
  const sorted = ordered(clashes, 'pressing');
  assert.deepEqual(sorted.slice(0, 7).map(({ thickness }) => thickness.lower), [0.19, 0.19, 0.19, 0.19, 0.19, 0.19, 0.0999]);
  const rows = outline(sorted, 'pattern', new Set());
  assert.deepEqual(rows.map((row) => (row.header ? row.group.title : row.members.length)), ['Clashes', 6, 1, 1, 'Fits and thin overlaps', 6, 1]);
  assert.ok(rows[1].fold && !rows[1].open && rows[1].clash === rows[1].members[1], 'its representative stands for it');
  const all = outline(sorted, 'pattern', null).filter((row) => !row.header && !row.fold);
  assert.deepEqual(new Set(all.map(({ clash }) => clash)), new Set(clashes));
  assert.equal(outline(sorted, 'pattern', new Set([rows[1].key])).length, rows.length + 6);
  const without = readReport(JSON.stringify({ ...assembly().report, patterns: undefined }));
  assert.equal(outline(without.clashes, 'pattern', new Set()).length, rows.length, 'the ids of patterns alone are enough');
});

test('a command to copy holds no other command', () => {
  assert.equal(approveCommand('clashes.json', ['7KQ2-XW3P', 'A-B'], ''), 'impinge approve clashes.json 7KQ2-XW3P A-B');
  assert.equal(approveCommand('my file.json', ['x'], "it's fine"), "impinge approve 'my file.json' x --comment 'it'\\''s fine'");
  assert.equal(approveCommand('r.json', ['$(rm -r .)\n`id`; x', '--all'], ''), "impinge approve r.json '$(rm -r .) `id`; x' ./--all");
});

test('a report that cannot be shown says why', () => {
  assert.throws(() => readReport(''), ReportError);
  assert.throws(() => readReport('{'), /not valid JSON/);
  assert.throws(() => readReport('{"schema": 3}'), /schema 1 and 2; this one says 3/);
  assert.throws(() => readReport('null'), ReportError);
  assert.deepEqual(readReport('{"schema": 1}').clashes, []);
});

test('only pictures that lie in the page are shown', () => {
  const given = { a: 'data:image/png;base64,AAAA', b: 'https://example.org/x.png', c: 'data:text/html;base64,AAAA', d: 7 };
  assert.deepEqual([...readPictures(JSON.stringify(given)).keys()], ['a']);
  assert.equal(readPictures('{').size, 0);
});

test('a model reads back where it was placed, far from zero too', () => {
  const far = [4e7, -3e7, 5e6];
  const cube = box([0, 0, 0], [1, 2, 3]);
  const bytes = writeGlb([{ name: 'cube', ...cube, translation: far }]);
  const { positions, indices, runs } = merge(readGlb(decode(bytes.toString('base64'))), far);
  assert.deepEqual([...positions], cube.positions);
  assert.deepEqual([...indices], cube.indices);
  assert.deepEqual([...runs], [[0, { start: 0, count: 36 }]]);
});

test('a broken model is refused and nothing is read past its end', () => {
  const whole = writeGlb([{ name: 'cube', ...box([0, 0, 0], [1, 1, 1]) }]);
  const random = randomNumbers(3);
  let refused = 0;
  for (let length = 0; length < whole.length; length += 7) {
    assert.throws(() => readGlb(Uint8Array.from(whole.subarray(0, length))));
  }
  for (let round = 0; round < 500; round += 1) {
    const bytes = Uint8Array.from(whole);
    bytes[Math.floor(bytes.length * random())] = Math.floor(256 * random());
    try {
      for (const { positions, indices } of readGlb(bytes)) assert.ok(indices.every((index) => index < positions.length / 3));
    } catch (error) {
      assert.ok(!(error instanceof assert.AssertionError), error);
      refused += 1;
    }
  }
  assert.ok(refused > 50 && refused < 500, `${refused} of 500 refused`);
});
