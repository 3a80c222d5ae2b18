/** The page without a 3D view, which `impinge-clash` fills where this one was not built. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { plant } from '../sample/sample_plant.js';
import { Browser, state } from './browser.js';

const template = readFileSync(new URL('../../crates/impinge-clash/src/output/plain_page.html', import.meta.url), 'utf8');
const { model, ...sample } = plant();
const browser = new Browser();
before(() => browser.start());
after(() => browser.stop());

const ids = (passes) => sample.report.clashes.filter(passes).map(({ id }) => id).sort();
const tick = (page, text) => page.locator('.choice', { hasText: text }).first().locator('input').click();

test('the policy of the page names its own script and style', () => {
  for (const [directive, tag] of [['script-src', 'script'], ['style-src', 'style']]) {
    const text = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(template)[1];
    const hash = `${directive} 'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    assert.ok(template.includes(hash), `the policy must say ${hash}`);
  }
});

test('it lists, filters, searches, and shows pictures', async () => {
  const { page, heard } = await browser.open(sample, { template });
  const shown = async (passes) => assert.deepEqual((await state(page)).visible.sort(), ids(passes));
  await shown(() => true);
  const first = (await state(page)).visible[0];
  assert.equal((await state(page)).selected, first, 'it opens on the first clash');
  const { thickness } = sample.report.clashes.find(({ id }) => id === first);
  if (thickness) assert.match(await page.locator('.details').innerText(), new RegExp(`[0-9] ${sample.report.unit}`));
  await tick(page, 'Critical');
  await shown(({ severity }) => severity === 'critical');
  await tick(page, 'sleeves in walls');
  await shown(({ severity, rule }) => severity === 'critical' && rule === 'sleeves in walls');
  const approved = ids(({ severity, rule, status }) => severity === 'critical' && rule === 'sleeves in walls' && status === 'approved');
  assert.equal(await page.locator('.choice', { hasText: 'Approved' }).locator('.count').innerText(), String(approved.length));
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('searchbox').fill('"pump, copy"');
  await shown(({ kind }) => kind === 'duplicate');
  await page.getByRole('searchbox').fill('there is no such thing');
  assert.ok(await page.getByText('No clash passes the filters.').isVisible());
  await page.getByRole('button', { name: 'Clear' }).click();
  const pictured = Object.keys(sample.pictures)[0];
  const row = page.locator('.row', { hasText: pictured });
  await row.click();
  assert.equal((await state(page)).selected, pictured);
  assert.equal(await page.locator('.details img').getAttribute('src'), sample.pictures[pictured]);
  assert.ok(await page.locator('.details img').evaluate(({ naturalWidth }) => naturalWidth > 0), 'the picture is drawn');
  assert.ok(await row.locator('img').count() === 1);
  assert.deepEqual(heard, { errors: [], dialogs: [], requests: [] });
  await page.close();
});

test('it says why there is no 3D view, and has the order of the report, faults above fits, patterns together', async () => {
  const { report, pictures } = plant();
  const some = report.clashes.slice(0, 6);
  ['minor', 'critical', 'info', 'major', 'info', 'major'].forEach((severity, k) => Object.assign(some[k], { severity, status: 'new', section: k % 2 ? 'faults' : 'fits' }));
  Object.assign(some[1], { pattern: 'P-1' });
  Object.assign(some[3], { pattern: 'P-3' });
  Object.assign(some[5], { pattern: 'P-1' });
  const { page } = await browser.open({ report: { ...report, clashes: some }, pictures }, { template });
  assert.ok(await page.getByText('This page has no 3D view').isVisible());
  assert.match(await page.locator('.row .line span').filter({ hasText: /^(thickness|depth|gap) / }).first().innerText(), /[0-9] m$/, 'lengths have their unit');
  assert.deepEqual((await state(page)).visible, [1, 5, 3, 0, 2, 4].map((k) => some[k].id));
  assert.deepEqual(await page.locator('h3.group').allInnerTexts(), ['Faults', 'Fits and thin overlaps']);
  assert.match(await page.locator('h4.group').first().innerText(), /^2 alike/);
  await page.close();
});

test('names stay text, and a report that cannot be read is told', async () => {
  const { report, pictures } = plant();
  const hostile = '</script><img src=x onerror=alert(1)>';
  Object.assign(report, { title: hostile });
  Object.assign(report.clashes[0], { id: hostile, kind: '__proto__', severity: hostile, status: 'toString', rule: hostile, note: hostile });
  const { page, heard } = await browser.open({ report, pictures: { ...pictures, [hostile]: 'x" onerror="alert(2)' } }, { template, hash: `#${new URLSearchParams({ clash: hostile })}` });
  assert.equal(await page.locator('h1').textContent(), hostile);
  assert.equal((await state(page)).selected, hostile);
  assert.equal(await page.locator('img[src=x]').count(), 0);
  assert.deepEqual(heard, { errors: [], dialogs: [], requests: [] });
  await page.close();
  const unknown = await browser.open({ report: { schema: 99 } }, { template });
  assert.match(await unknown.page.getByRole('alert').innerText(), /schema 1 and 2; this one says 99/);
  await unknown.page.close();
  const least = await browser.open({ report: { schema: 1 } }, { template });
  assert.ok(await least.page.getByText('No clash was found.').isVisible());
  await least.page.close();
});
