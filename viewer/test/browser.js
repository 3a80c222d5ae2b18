/** A Chromium without a window that draws 3D on the CPU, and pages made of the built template and a report. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { fill } from '../sample/fill_template.js';

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SOFTWARE = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

export const template = () => readFileSync(new URL('../../crates/impinge-clash/page/index.html', import.meta.url), 'utf8');

/** The Chromium that `IMPINGE_CHROMIUM` names, or the first on the path. */
function find() {
  const places = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const found = [process.env.IMPINGE_CHROMIUM ?? '', ...places].find((file) => file && existsSync(file));
  if (!found) throw new Error('no Chromium was found: on Debian, apt-get install chromium-headless-shell; or name one in IMPINGE_CHROMIUM');
  return found;
}

export class Browser {
  #browser;
  #folder = mkdtempSync(join(tmpdir(), 'impinge-viewer-'));
  #pages = 0;

  async start() {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []; // as root, Chromium has none
    this.#browser = await chromium.launch({ executablePath: find(), args: [...SOFTWARE, ...sandbox] });
    return this;
  }

  async stop() {
    await this.#browser?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Writes a page that holds `content` and opens it from disk; of another template where the options name one. */
  open(content, { template: own = template(), ...options } = {}) {
    this.#pages += 1;
    const file = join(this.#folder, `report ${this.#pages}.html`);
    writeFileSync(file, fill(own, content));
    return this.visit(file, options);
  }

  /** Opens a page from disk; `heard` collects errors, dialogs and requests. */
  async visit(file, { hash = '', prepare = () => {}, ...context } = {}) {
    const page = await this.#browser.newPage({ viewport: { width: 1200, height: 760 }, reducedMotion: 'reduce', ...context });
    const address = `${pathToFileURL(file)}${hash}`;
    const heard = listenTo(page, address);
    await prepare(page);
    await page.goto(address);
    await page.evaluate(() => window.impinge.ready);
    return { page, heard };
  }

  /** A page without content. */
  blank() {
    return this.#browser.newPage();
  }
}

function listenTo(page, address) {
  const heard = { errors: [], dialogs: [], requests: [] };
  page.on('pageerror', (error) => heard.errors.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') heard.errors.push(message.text()); });
  page.on('dialog', (dialog) => { heard.dialogs.push(dialog.message()); dialog.dismiss(); });
  page.on('request', (request) => {
    const own = request.url().startsWith('data:') || request.url() === address.split('#')[0];
    if (!own) heard.requests.push(request.url());
  });
  return heard;
}

/** What `window.impinge` says now. */
export const state = (page) => page.evaluate(() => ({ selected: impinge.selected(), visible: impinge.visible(), camera: impinge.camera() }));
