/** Names come from users: whatever they hold is shown as it is, everywhere, and runs nowhere. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plant } from '../sample/sample_plant.js';
import { Browser, state } from './browser.js';

const names = [
  '<img src=x onerror=alert(1)>', '"quotes\' & </script><script>alert(2)</script>', 'a/b\\c', 'x'.repeat(200),
  'אבג \u202e rtl דה', '🔩 bolt 🧰', '<!--', ']]>', '&lt;b&gt;', '${alert(3)}',
  'javascript:alert(4)', '__proto__', 'line\nbreak\ttab', '', ' ', '\u0000nul', '\u2028\u2029', "' onmouseover='alert(5)",
];

const browser = new Browser();
before(() => browser.start());
after(() => browser.stop());

/** A report in which every text of a user is hostile. */
function hostile() {
  const content = plant({ walls: 2, pipes: names.length, names: ['<b>wall</b>', '<svg onload=alert(6)>', ...names] });
  const { report, pictures } = content;
  report.title = '</title><script>alert(7)</script>';
  report.unit = '<i>mm</i>';
  report.clashes.forEach((clash, k) => {
    const text = names[k % names.length];
    const id = `${text}#${k}`;
    for (const group of report.groups) group.clashes = group.clashes.map((member) => (member === clash.id ? id : member));
    pictures[id] = k % 2 ? pictures[clash.id] : `x" onerror="alert(8)`;
    Object.assign(clash, { id, rule: text, note: text });
    if (clash.depth) clash.depth.by = text;
  });
  report.groups.forEach((group, k) => Object.assign(group, { title: names[k] }));
  const image = '"><img src=x onerror=alert(9)>';
  Object.assign(report.clashes[0], { kind: '<u>kind</u>', severity: image, status: '<u>status</u>', change: '__proto__', relation: '<u>' });
  Object.assign(report.clashes[1], { kind: '__proto__', severity: 'constructor', status: 'toString', change: 'valueOf', relation: '' });
  return content;
}

test('hostile names stay text in list, filters, details, view and print', async () => {
  const content = hostile();
  const { page, heard } = await browser.open(content);
  await page.keyboard.press('f');
  assert.equal(await page.locator('.top h1').textContent(), content.report.title);
  assert.equal(await page.title(), `${content.report.title} · clashes`);
  const ids = new Set(content.report.clashes.map(({ id }) => id));
  assert.deepEqual(new Set((await state(page)).visible), ids);
  const rules = await page.locator('fieldset', { hasText: 'Rule' }).locator('.name').allTextContents();
  assert.deepEqual(new Set(rules), new Set(names));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Home');
  const seen = new Set();
  for (let k = 0; k < content.report.clashes.length; k += 1) {
    if (k > 0) await page.keyboard.press('j');
    const shown = await page.evaluate(() => ({
      id: impinge.selected(),
      names: [...document.querySelectorAll('.details .bodies .name')].map((name) => name.textContent),
      row: [...document.querySelectorAll('.row[aria-selected=true] .name')].map((name) => name.textContent),
      note: document.querySelector('.details .note')?.textContent ?? null,
    }));
    const clash = content.report.clashes.find(({ id }) => id === shown.id);
    const expected = [clash.a, clash.b].map((index, side) => (index === null ? clash[side ? 'b_name' : 'a_name'] : content.report.bodies[index].name));
    assert.deepEqual(shown.names, expected);
    assert.deepEqual(shown.row, expected);
    assert.equal(shown.note, clash.note || null);
    seen.add(shown.id);
  }
  assert.deepEqual(seen, ids);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await clean(page);
  assert.deepEqual({ dialogs: heard.dialogs, requests: heard.requests, errors: heard.errors }, { dialogs: [], requests: [], errors: [] });
  await page.close();
});

test('the address takes any id, and one that is not there leads to the first clash', async () => {
  const content = hostile();
  for (const { id } of [content.report.clashes[0], content.report.clashes[1], content.report.clashes[3]]) {
    const { page, heard } = await browser.open(content, { hash: `#${new URLSearchParams({ clash: id })}` });
    assert.equal((await state(page)).selected, id);
    await page.close();
    assert.deepEqual(heard.errors, []);
  }
  const { page, heard } = await browser.open(content, { hash: '#clash=<img src=x onerror=alert(1)>' });
  assert.equal((await state(page)).selected, (await state(page)).visible[0]);
  await clean(page);
  assert.deepEqual(heard.dialogs, []);
  await page.close();
});

/** No element came from a text: pictures are embedded ones, scripts are those of the template, nothing has a handler. */
async function clean(page) {
  const found = await page.evaluate(() => ({
    foreign: [...document.querySelectorAll('svg, iframe, object, embed, i, b, u, base, form')].map((made) => made.outerHTML),
    pictures: [...document.images].map(({ src }) => src.slice(0, 15)).filter((src) => src !== 'data:image/png;b'.slice(0, 15)),
    scripts: document.scripts.length,
    handlers: [...document.querySelectorAll('*')].flatMap((made) => made.getAttributeNames()).filter((name) => name.startsWith('on')),
  }));
  assert.deepEqual(found, { foreign: [], pictures: [], scripts: 4, handlers: [] });
}
