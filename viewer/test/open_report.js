/**
 * Opens a page that was filled elsewhere, `node test/open_report.js FILE`, clicks its first clash, and prints what it saw as JSON. The tests of
 * the reports' crate run it.
 */
import { Browser, state } from './browser.js';

const browser = await new Browser().start();
try {
  const { page, heard } = await browser.visit(process.argv[2]);
  await page.keyboard.press('r'); // the page opens on its first clash
  const before = await state(page);
  const names = await page.locator('.row.clash').first().innerText();
  await page.locator('.row.clash').first().click();
  await page.keyboard.press('Enter');
  const moved = ({ camera, selected }) => selected !== null && (before.camera === null || camera.eye.some((x, k) => x !== before.camera.eye[k]));
  let after = await state(page);
  for (let tries = 0; tries < 100 && !moved(after); tries += 1) {
    await page.waitForTimeout(50);
    after = await state(page);
  }
  const images = await page.locator('img').evaluateAll((all) => all.map(({ src }) => src.slice(0, 15)));
  console.log(JSON.stringify({ before, after, names, heard, images }));
} finally {
  await browser.stop();
}
