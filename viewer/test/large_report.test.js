/** Ten thousand clashes among three thousand bodies: the page opens, scrolls, filters and walks. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { plant } from '../sample/sample_plant.js';
import { Browser, state } from './browser.js';
import { colours, eventually } from './pixel_colours.js';

const browser = new Browser();
before(() => browser.start());
after(() => browser.stop());

test('10,000 clashes and 3,000 bodies', async () => {
  const content = plant({ walls: 10, pipes: 1_000, tanks: 1_984, sides: 8 });
  assert.equal(content.report.bodies.length, 3_000);
  const { page, heard } = await browser.open(content);
  const { visible } = await state(page);
  assert.ok(visible.length >= 10_000);
  assert.ok(await page.locator('.row').count() < 60, 'only rows near the window are in the document');

  const last = await page.evaluate(() => {
    const list = document.querySelector('.list');
    list.scrollTop = list.scrollHeight;
    const shown = () => [...document.querySelectorAll('.row .id')].at(-1).textContent;
    return new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(() => resolve(shown()))); });
  });
  assert.equal(last, visible.at(-1));
  assert.ok(await page.locator('.row').count() < 60);

  await page.keyboard.press('Home');
  const start = Date.now();
  for (let k = 0; k < 40; k += 1) await page.keyboard.press('j');
  assert.equal((await state(page)).selected, visible[40]);
  assert.ok(Date.now() - start < 15_000, `40 steps took ${Date.now() - start} ms`);

  await page.keyboard.press('Enter');
  await page.keyboard.press('i');
  await eventually(() => colours(browser, page.locator('.host')), ({ orange, blue }) => orange > 60 && blue > 500);

  await page.keyboard.press('/');
  await page.keyboard.type('"pipe 77"');
  assert.ok((await state(page)).visible.length >= 10);
  assert.ok((await state(page)).visible.length < 200);
  assert.deepEqual(heard, { errors: [], dialogs: [], requests: [] });
  await page.close();
});
