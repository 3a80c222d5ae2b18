import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';
import { fill } from './sample/fill_template.js';
import { plant } from './sample/sample_plant.js';

/** In development the placeholders hold a sample; what is built holds none. */
const sample = {
  name: 'impinge-sample',
  apply: 'serve',
  transformIndexHtml: (page) => fill(page, plant()),
};

const licence = readFileSync(new URL('node_modules/three/LICENSE', import.meta.url), 'utf8').trim();

/**
 * The built page may run its own script and style, which it names by hash, and reach nothing: a name that got through as HTML
 * would still be dead.
 */
const sealed = {
  name: 'impinge-sealed',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const file = bundle['index.html'];
      const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
      const hashes = (pattern) => [...file.source.matchAll(pattern)].map(([, text]) => hash(text));
      const scripts = hashes(/<script type="module"[^>]*>([\s\S]*?)<\/script>/g);
      const styles = hashes(/<style[^>]*>([\s\S]*?)<\/style>/g);
      if (scripts.length !== 1 || styles.length !== 1) throw new Error(`${scripts.length} scripts and ${styles.length} styles, not one each`);
      const policy = `default-src 'none'; script-src ${scripts}; style-src ${styles}; img-src data:; base-uri 'none'; form-action 'none'`;
      file.source = file.source
        .replace('<meta charset="utf-8">', (meta) => `${meta}\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
        .replace('<!doctype html>', (type) => `${type}\n<!-- This page contains three.js:\n${licence} -->`);
      if (!file.source.includes(policy) || !file.source.includes(licence)) throw new Error('the page has no place for its policy or a licence');
    },
  },
};

export default defineConfig({
  plugins: [sample, viteSingleFile({ removeViteModuleLoader: true }), sealed],
  build: { target: 'es2022', modulePreload: false, reportCompressedSize: false },
});
