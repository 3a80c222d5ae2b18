/** The built page in a browser, as a user meets it: from disk, by pointer and by keyboard. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assembly, plant } from '../sample/sample_plant.js';
import { Browser, state } from './browser.js';
import { colours, eventually } from './pixel_colours.js';

const sample = plant();
const browser = new Browser();
before(() => browser.start());
after(() => browser.stop());

const ids = (passes) => sample.report.clashes.filter(passes).map(({ id }) => id).sort();
const byKind = (kind) => sample.report.clashes.find((clash) => clash.kind === kind);
const tick = (page, text) => page.locator('.choice', { hasText: text }).first().locator('input').click();
const near = (p, q) => Math.hypot(...p.map((x, k) => x - q[k])) < 1e-4;

test('opens from disk, lists every clash, and reaches for nothing', async () => {
  const { page, heard } = await browser.open(sample);
  const { visible, selected, camera } = await state(page);
  assert.equal(selected, visible[0], 'it opens on the first clash');
  assert.ok(near(camera.eye, sample.report.clashes.find(({ id }) => id === selected).view.eye), 'and the camera is there');
  assert.ok(camera.eye.every(Number.isFinite));
  assert.deepEqual(visible.sort(), ids(() => true));
  assert.match(await page.locator('.totals').innerText(), /124 clashes[^]*lengths in m/);
  assert.ok(await page.locator('.row.clash').count() > 3);
  assert.deepEqual(heard, { errors: [], dialogs: [], requests: [] });
  await page.close();
});

test('filters narrow the list by rule, kind, severity, status and text, and count', async () => {
  const { page } = await browser.open(sample);
  const shown = async (passes) => assert.deepEqual((await state(page)).visible.sort(), ids(passes));
  await page.keyboard.press('f');
  await tick(page, 'Critical');
  await shown(({ severity }) => severity === 'critical');
  await tick(page, 'sleeves in walls');
  await shown(({ severity, rule }) => severity === 'critical' && rule === 'sleeves in walls');
  const approved = ids(({ severity, rule, status }) => severity === 'critical' && rule === 'sleeves in walls' && status === 'approved');
  assert.equal(await page.locator('.choice', { hasText: 'Approved' }).locator('.count').innerText(), String(approved.length));
  await page.getByRole('button', { name: 'Clear' }).click();
  await shown(() => true);
  await page.keyboard.press('/');
  await page.keyboard.type('PUMP copy');
  await shown(({ kind }) => kind === 'duplicate');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('"pump copy"');
  await shown(() => false);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('"pump, copy"');
  await shown(({ kind }) => kind === 'duplicate');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('there is no such thing');
  await shown(() => false);
  assert.ok(await page.getByText('No clash matches “there is no such thing”.').isVisible());
  assert.equal(await page.locator('.pin .row').count(), 0); // no header of a group that is not listed
  await page.getByRole('button', { name: 'Show all clashes' }).last().click();
  await shown(() => true);
  await page.close();
});

test('a missing contact and what is approved are told as such', async () => {
  const { report, ...rest } = plant();
  const [first, second] = report.clashes;
  const nothing = { relation: null, distance: null, depth: null, volume: null, contacts: null, curves: [], witness: null };
  Object.assign(report.clashes.find(({ status }) => status === 'active'), { change: 'changed' });
  const missing = { ...first, ...nothing, centre: [1, 2e-17, 3], id: 'MISS-0001', kind: 'missing', b: null, b_name: 'bolts sit', status: 'new', found: true };
  Object.assign(second, { status: 'approved', found: false });
  const { page } = await browser.open({ report: { ...report, clashes: [...report.clashes, missing] }, ...rest }, { hash: '#clash=MISS-0001' });
  const details = await page.locator('.details').innerText();
  assert.match(details, /bolts sit\s*the contact that is expected/);
  assert.match(details, /Centre\s*1, 0, 3/);
  assert.ok(await page.locator('.row.clash .status', { hasText: 'Changed' }).count() > 0);
  assert.doesNotMatch(await page.locator('body').innerText(), /null|no longer in the assembly/i);
  assert.equal(await page.locator('.row.clash.gone', { hasText: second.id }).count(), 0);
  const settled = (status) => report.clashes.filter((clash) => clash.status === status).length;
  const totals = await page.locator('.totals').innerText();
  assert.match(totals, new RegExp(`${report.clashes.length + 1 - settled('resolved')} clashes`));
  assert.match(totals, new RegExp(`${settled('approved')} approved\\s*${settled('resolved')} resolved`));
  await page.close();
});

test('a click selects a clash, and the camera flies to its view', async () => {
  const { page } = await browser.open(sample, { reducedMotion: 'no-preference' });
  const start = (await state(page)).camera;
  const row = page.locator('.row.clash').nth(2);
  const id = await row.locator('.id').innerText();
  const { view } = sample.report.clashes.find((clash) => clash.id === id);
  await page.evaluate(() => {
    window.seen = [];
    const look = () => { window.seen.push(impinge.camera().eye); requestAnimationFrame(look); };
    look();
  });
  await row.click();
  assert.equal((await state(page)).selected, id);
  const { eye, target } = await eventually(async () => (await state(page)).camera, (camera) => near(camera.eye, view.eye));
  assert.ok(near(eye, view.eye) && near(target, view.target) && !near(eye, start.eye));
  const between = await page.evaluate(() => window.seen);
  assert.ok(between.some((point) => !near(point, start.eye) && !near(point, view.eye)), 'it jumped');
  await page.close();
});

test('the two bodies are drawn in two colours, the rest as ghosts or not, the curve on top', async () => {
  const { page } = await browser.open(sample, { hash: `#clash=${byKind('pierce').id}` });
  await page.keyboard.press('m'); // markers have colours of their own
  const look = () => colours(browser, page.locator('.host'));
  const full = await eventually(look, ({ orange, blue, curve }) => orange > 2_000 && blue > 5_000 && curve > 300);
  await page.keyboard.press('c');
  const bare = await eventually(look, ({ curve }) => curve < 30);
  assert.ok(bare.orange >= full.orange, JSON.stringify({ full, bare }));
  await page.keyboard.press('c');
  await page.keyboard.press('g');
  const hidden = await eventually(look, ({ curve }) => curve > 300);
  await page.keyboard.press('g');
  await eventually(look, ({ grey }) => grey > hidden.grey + 5_000);
  await page.close();
});

test('a model far from zero looks like one at zero', async () => {
  const look = async (offset) => {
    const content = plant({ offset });
    const { page } = await browser.open(content, { hash: `#clash=${byKind('pierce').id}` });
    const seen = await eventually(() => colours(browser, page.locator('.host')), ({ orange, curve }) => orange > 2_000 && curve > 300);
    await page.close();
    return seen;
  };
  const [home, far] = [await look([0, 0, 0]), await look([3e7, -2e7, 1e6])];
  for (const colour of ['orange', 'blue', 'curve']) {
    assert.ok(Math.abs(home[colour] - far[colour]) < 0.02 * home[colour] + 20, JSON.stringify({ home, far }));
  }
});

test('the up direction of the views is the up direction of the page, and simplified bodies are marked', async () => {
  const content = plant();
  for (const { view } of content.report.clashes) view.up = [0, 1, 0];
  const { page } = await browser.open(content, { hash: `#clash=${byKind('encroach').id}` });
  assert.ok(near((await state(page)).camera.eye, byKind('encroach').view.eye));
  assert.deepEqual(await page.locator('.label .count').allTextContents(), ['simplified']);
  await page.keyboard.press('r');
  const { eye, target } = (await state(page)).camera;
  assert.ok(eye[1] - target[1] > 0.3 * Math.hypot(...eye.map((x, k) => x - target[k])), 'it is seen from above');
  await page.close();
});

test('everything works by keyboard', async () => {
  const { page, heard } = await browser.open(sample);
  const { visible } = await state(page);
  await page.keyboard.press('r');
  const pressed = (name) => page.getByRole('button', { name }).getAttribute('aria-pressed');
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  const { selected, camera } = await state(page);
  const clash = sample.report.clashes.find(({ id }) => id === selected);
  assert.ok(visible.includes(selected));
  assert.ok(!near(camera.eye, clash.view.eye), 'walking leaves the camera');
  await page.keyboard.press('Enter');
  assert.ok(near((await state(page)).camera.eye, clash.view.eye));
  await page.keyboard.press('i');
  assert.equal(await pressed('Isolate'), 'true');
  await page.keyboard.press('Escape');
  assert.equal(await pressed('Isolate'), 'false');
  assert.ok(near((await state(page)).camera.eye, clash.view.eye), 'the view comes back');
  await page.keyboard.press('g');
  assert.equal(await pressed('Hide'), 'true');
  await page.keyboard.press('x');
  assert.equal(await pressed('See through'), 'true');
  await page.keyboard.press('?');
  assert.ok(await page.getByRole('dialog').isVisible());
  await page.keyboard.press('Escape');
  assert.ok(!(await page.getByRole('dialog').isVisible()));
  await page.keyboard.press('/');
  await page.keyboard.type('jjj');
  assert.equal((await state(page)).selected, selected, 'letters in the search field are letters');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  assert.equal((await state(page)).selected, null);
  assert.deepEqual(heard.errors, []);
  await page.close();
});

test('the canvas turns and zooms by keys', async () => {
  const { page } = await browser.open(sample);
  const before = (await state(page)).camera;
  const arm = ({ eye, target }) => Math.hypot(...eye.map((x, k) => x - target[k]));
  await page.locator('canvas').focus();
  await page.keyboard.press('ArrowLeft');
  const turned = (await state(page)).camera;
  assert.ok(!near(turned.eye, before.eye) && Math.abs(arm(turned) - arm(before)) < 1e-6 * arm(before));
  await page.keyboard.press('+');
  assert.ok(arm((await state(page)).camera) < 0.95 * arm(before));
  assert.equal((await state(page)).selected, (await state(page)).visible[0]);
  await page.close();
});

test('groups fold, and the cursor passes over what is closed', async () => {
  const { page } = await browser.open(sample);
  const first = (await state(page)).selected;
  const group = sample.report.groups.find(({ clashes }) => clashes.includes(first));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.locator('.row.cursor').getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('j');
  assert.ok(!group.clashes.includes((await state(page)).selected));
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('j');
  assert.equal((await state(page)).selected, first);
  const active = await page.locator('.list').getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`#${active}`).getAttribute('aria-selected'), 'true');
  await page.close();
});

test('the header of a group stays in the window while its clashes scroll', async () => {
  const { page } = await browser.open(sample);
  await page.keyboard.press('j');
  for (let k = 0; k < 20; k += 1) await page.keyboard.press('j');
  const { selected } = await state(page);
  const { title } = sample.report.groups.find(({ clashes }) => clashes.includes(selected));
  assert.equal(await page.locator('.pin .name').textContent(), title);
  for (let k = 0; k < 12; k += 1) await page.keyboard.press('k');
  const [pin, row] = [await page.locator('.pin .row').boundingBox(), await page.locator('.row.cursor').boundingBox()];
  assert.ok(row.y >= pin.y + pin.height - 1, 'it covers no row that one walks to');
  await page.locator('.pin .row').click();
  assert.equal(await page.locator('.space .row', { hasText: title }).getAttribute('aria-expanded'), 'false');
  await page.close();
});

test('a click in the view names the body there, and lists its clashes', async () => {
  const clash = byKind('pierce');
  const { page } = await browser.open(sample, { hash: `#clash=${clash.id}` });
  const { name } = sample.report.bodies[clash.b];
  await page.keyboard.press('g');
  const { width, height } = await page.locator('canvas').boundingBox();
  await page.locator('canvas').click({ position: { x: width / 2 + 60, y: height * 0.75 } });
  assert.equal(await page.locator('.picked .name').textContent(), name);
  await page.locator('.picked button').click();
  assert.deepEqual((await state(page)).visible.sort(), ids(({ a, b }) => a === clash.b || b === clash.b));
  await page.locator('canvas').click({ position: { x: 5, y: height - 60 } });
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.locator('.details .bodies button').first().click();
  assert.deepEqual((await state(page)).visible.sort(), ids(({ a, b }) => a === clash.a || b === clash.a));
  await page.close();
});

test('the address leads to a clash and follows the selection', async () => {
  const [one, other] = [byKind('missing'), byKind('encroach')];
  const { page } = await browser.open(sample, { hash: `#clash=${one.id}` });
  const { selected, camera } = await state(page);
  assert.equal(selected, one.id);
  assert.ok(near(camera.eye, one.view.eye));
  await page.evaluate((id) => { location.hash = `#clash=${id}`; }, other.id);
  await eventually(async () => (await state(page)).selected, (id) => id !== one.id);
  assert.equal((await state(page)).selected, other.id);
  assert.match(await page.locator('.details').innerText(), /Gap\s+0\.05 m\s+Clearance\s+0\.8 m/);
  await page.keyboard.press('j');
  const { selected: next } = await state(page);
  await eventually(() => page.evaluate(() => location.hash), (hash) => hash !== '');
  await eventually(async () => (await page.evaluate(() => location.hash)) === `#clash=${next}`, Boolean);
  await page.close();
});

test('a resolved clash whose body is gone is told as such', async () => {
  const { page, heard } = await browser.open(sample, { hash: `#clash=${byKind('protrude').id}` });
  assert.match(await page.locator('.details').innerText(), /duct 9\s+no longer in the assembly/);
  assert.deepEqual(heard.errors, []);
  await page.close();
});

test('without a model or without WebGL the page says so, and the list works', async () => {
  const none = await browser.open({ ...sample, model: null });
  assert.match(await none.page.locator('.message').innerText(), /holds no model/);
  const broken = await browser.open({ ...sample, model: Buffer.from('no model') });
  assert.match(await broken.page.locator('.message').innerText(), /cannot be read: it is no GLB/);
  const flat = await browser.open(sample, { prepare: (page) => page.addInitScript(() => { HTMLCanvasElement.prototype.getContext = () => null; }) });
  assert.match(await flat.page.locator('.message').innerText(), /no 3D view: WebGL is not available/);
  for (const { page, heard } of [none, broken, flat]) {
    await page.locator('.row.clash').first().click();
    assert.ok((await state(page)).selected);
    assert.deepEqual(heard.errors, []);
    await page.close();
  }
});

test('a page without a readable report says why', async () => {
  const { page } = await browser.open({ report: { schema: 99 } });
  assert.match(await page.getByRole('alert').innerText(), /schema 1 and 2; this one says 99/);
  await page.close();
});

test('a report with nothing, or with the least there can be, is shown', async () => {
  const clash = { id: 'least', a: null, b: null };
  for (const report of [{ schema: 1 }, { schema: 1, bodies: [{}], clashes: [clash, { ...clash, id: 'self', a: 0, b: 0 }] }]) {
    const { page, heard } = await browser.open({ report });
    for (const key of ['j', 'Enter', 'i', 'g', 'x', 'c', 'r', 'j', 'Enter', 'Escape', 'Escape', 'f']) await page.keyboard.press(key);
    assert.equal((await state(page)).visible.length, report.clashes?.length ?? 0);
    assert.ok((await state(page)).camera.eye.every(Number.isFinite));
    assert.deepEqual(heard.errors, []);
    await page.close();
  }
});

test('narrow windows and double zoom scroll one way only', async () => {
  for (const viewport of [{ width: 360, height: 640 }, { width: 720, height: 450 }]) {
    const { page } = await browser.open(sample, { viewport, hash: `#clash=${byKind('pierce').id}` });
    await page.keyboard.press('f');
    assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth), JSON.stringify(viewport));
    assert.ok((await page.locator('.host').boundingBox()).height > 80, JSON.stringify(viewport));
    await page.close();
  }
});

test('totals filter the list, and again do not', async () => {
  const { page } = await browser.open(sample);
  const total = (text) => page.locator('.totals button', { hasText: text });
  for (const [text, passes] of [['Minor', ({ severity }) => severity === 'minor'], ['pierce', ({ kind }) => kind === 'pierce'], ['approved', ({ status }) => status === 'approved']]) {
    await total(text).click();
    assert.equal(await total(text).getAttribute('aria-pressed'), 'true');
    assert.deepEqual((await state(page)).visible.sort(), ids(passes));
    await total(text).click();
    assert.deepEqual((await state(page)).visible.sort(), ids(() => true));
  }
  await page.close();
});

test('every listed clash has a marker, and a click on it goes there', async () => {
  const { page } = await browser.open(sample);
  await page.keyboard.press('r');
  const { selected } = await state(page);
  const canvas = await page.locator('canvas').boundingBox();
  let chosen = null;
  for (let y = 20; y < canvas.height - 20 && !chosen; y += 12) {
    for (let x = 20; x < canvas.width - 20 && !chosen; x += 12) {
      await page.mouse.move(canvas.x + x, canvas.y + y);
      const title = await page.locator('canvas').getAttribute('title');
      if (!title) continue;
      await page.mouse.click(canvas.x + x, canvas.y + y);
      chosen = title.split(':')[0];
    }
  }
  assert.ok(chosen && chosen !== selected);
  const after = await state(page);
  assert.equal(after.selected, chosen);
  assert.ok(near(after.camera.eye, sample.report.clashes.find(({ id }) => id === chosen).view.eye));
  await page.getByRole('button', { name: 'Markers' }).click();
  assert.equal(await page.getByRole('button', { name: 'Markers' }).getAttribute('aria-pressed'), 'false');
  await page.close();
});

test('labels of the two bodies never cover each other', async () => {
  const { page } = await browser.open(assembly(), { viewport: { width: 1200, height: 500 } });
  let both = 0;
  for (const { id } of assembly().report.clashes) {
    await page.evaluate((clash) => { location.hash = `#clash=${clash}`; }, id);
    await eventually(async () => (await state(page)).selected, (now) => now === id);
    await page.locator('canvas').focus();
    for (let k = 0; k < 3; k += 1) {
      for (let n = 0; n < 4; n += 1) await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(60);
      const boxes = await page.locator('.label:not([hidden])').evaluateAll((all) => all.map((label) => label.getBoundingClientRect().toJSON()));
      if (boxes.length < 2) continue;
      both += 1;
      const [p, q] = boxes;
      assert.ok(p.right <= q.left || q.right <= p.left || p.bottom <= q.top || q.bottom <= p.top, JSON.stringify({ id, p, q }));
    }
  }
  assert.ok(both > 15, `both labels were seen only ${both} times`);
  await page.close();
});

test('the leader of a label ends on its own body where that is seen, after the camera has turned, too', async () => {
  const { page } = await browser.open(assembly(), { viewport: { width: 1200, height: 700 } });
  await page.getByRole('button', { name: 'Markers' }).click(); // a click on a marker would choose a clash
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  const canvas = await page.locator('canvas').boundingBox();
  let asked = 0;
  for (const { id } of assembly().report.clashes.filter(({ relation }) => relation === 'crossing').slice(0, 3)) {
    await page.evaluate((clash) => { location.hash = `#clash=${clash}`; }, id);
    await eventually(async () => (await state(page)).selected, (now) => now === id);
    for (const turn of ['', 'ArrowLeft']) {
      await page.locator('canvas').focus();
      for (let n = 0; turn && n < 6; n += 1) await page.keyboard.press(turn);
      await page.waitForTimeout(1_500); // the camera rests
      const ends = await page.locator('.label:not([hidden])').evaluateAll((all) => all.map((label) => ({
        name: label.querySelector('.name').title, at: label.style.transform.match(/-?\d+/g).slice(0, 2).map(Number), adrift: label.classList.contains('adrift'),
      })));
      for (const { name, at: [x, y], adrift } of ends) {
        if (adrift) continue;
        const seen = [];
        for (const [right, down] of [[0, 0], [2, 0], [-2, 0], [0, 2], [0, -2]]) { // at an edge it is off by a pixel
          await page.mouse.click(canvas.x + x + right, canvas.y + y + down);
          seen.push(await page.locator('.picked:not([hidden]) .name').evaluateAll(([found]) => found?.title));
        }
        assert.ok(seen.includes(name), `${id} ${turn}: ${name}, not ${seen}`);
        asked += 1;
      }
    }
  }
  assert.ok(asked >= 6, `only ${asked} leaders were followed`);
  await page.close();
});

test('patterns, fits, thickness, units, paths and undecided pairs are shown', async () => {
  const content = assembly();
  const { page, heard } = await browser.open(content);
  const headers = page.locator('.space .row.header');
  assert.deepEqual(await headers.locator('.name').allTextContents(), ['Clashes', 'Fits and thin overlaps']);
  const pattern = page.locator('.space .row.pattern').first();
  assert.match(await pattern.innerText(), /0\.19 to 0\.21 mm thick[^]*bolt M6[^]*6 times/);
  assert.equal((await state(page)).selected, content.report.patterns[0].representative);
  const before = await page.locator('.space .row').count();
  await pattern.locator('.fold').click();
  assert.equal(await page.locator('.row.member').count(), 6);
  assert.equal(await page.locator('.space .row').count(), before + 6);
  await pattern.locator('.fold').click();
  await page.locator('.row', { hasText: 'Undecided' }).first().click();
  assert.match(await page.locator('.details').innerText(), /Inside by winding number, opening of 12 mm/);
  assert.equal(await page.locator('.details .name .leaf').first().textContent(), 'float');
  assert.deepEqual(heard.errors, []);
  await page.close();
});

test('the measure of a row is never cut, on a desk or in the hand', async () => {
  const content = assembly();
  for (const clash of content.report.clashes) if (clash.thickness) clash.thickness = { ...clash.thickness, lower: 0.00078012, upper: 0.00390812 };
  for (const viewport of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
    const { page } = await browser.open(content, { viewport });
    const cut = await page.locator('.space .measure').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.title).filter((title) => /\d/.test(title[0])));
    assert.deepEqual(cut, []);
    assert.match(await page.locator('.space .measure').first().innerText(), /^0\.00078 to 0\.00391 mm( thick)?$/);
    await page.close();
  }
});

test('nothing black is shown before the first picture', async () => {
  const { page } = await browser.open(assembly());
  await eventually(() => page.locator('.host').evaluate((host) => host.classList.contains('blank')), (blank) => !blank);
  assert.equal(await page.locator('.host canvas').evaluate((canvas) => getComputedStyle(canvas).opacity), '1');
  await page.close();
});

test('the command names the report of the same run', async () => {
  const content = assembly();
  content.report.json_file = 'out/moved.json';
  const { page } = await browser.open(content);
  await page.locator('.row.pattern .tick').first().click();
  assert.match(await page.locator('.approve textarea').inputValue(), /^impinge approve out\/moved\.json /);
  await page.close();
});

test('ticked clashes become a command to approve them', async () => {
  const content = assembly();
  const { page } = await browser.open(content);
  await page.locator('.row.pattern .tick').first().click();
  const command = page.locator('.approve textarea');
  const ids = content.report.patterns[0].members;
  assert.deepEqual((await command.inputValue()).split(' ').slice(3).sort(), [...ids].sort());
  await page.keyboard.press('a'); // the representative, again
  assert.match(await command.inputValue(), /^impinge approve clashes\.json /);
  assert.equal((await command.inputValue()).split(' ').length, 3 + ids.length - 1);
  await page.locator('.approve input').last().fill("it's a sleeve");
  assert.ok((await command.inputValue()).endsWith(" --comment 'it'\\''s a sleeve'"));
  await page.getByRole('button', { name: 'Untick all' }).click();
  assert.ok(!(await page.locator('.approve').isVisible()));
  assert.equal(await page.locator('.tick:checked').count(), 0);
  await page.close();
});

test('on a phone the details are one tap away, and view and list stay in the window', async () => {
  const { page } = await browser.open(assembly(), { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });
  assert.ok(await page.locator('.row.clash').first().isVisible());
  await page.locator('.row.clash').nth(1).tap();
  await page.getByRole('button', { name: 'Details', exact: true }).tap();
  assert.ok(await page.locator('.details h2').isVisible());
  const { selected } = await state(page);
  assert.match(await page.locator('.details h2').innerText(), new RegExp(selected));
  await page.getByRole('button', { name: 'Next clash' }).tap();
  assert.notEqual((await state(page)).selected, selected);
  const [host, details] = [await page.locator('.host').boundingBox(), await page.locator('.details').boundingBox()];
  assert.ok(host.height > 180 && details.y >= host.y + host.height && details.y + details.height <= 781, JSON.stringify({ host, details }));
  assert.ok(await page.evaluate(() => document.scrollingElement.scrollWidth <= innerWidth));
  await page.close();
});

test('paper gets the clashes that are shown', async () => {
  const { page } = await browser.open(sample);
  await page.keyboard.press('/');
  await page.keyboard.type('"wall 2"');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('.print tbody tr').count(), 30);
  assert.ok(!(await page.locator('main').isVisible()));
  await page.close();
});
