import assert from 'node:assert/strict';
import { test } from 'node:test';
import { template } from './browser.js';

test('the built page has each place for content exactly once, empty', () => {
  const json = ['report', 'pictures'].map((name) => `<script type="application/json" id="impinge-${name}">`);
  for (const open of [...json, '<script type="text/plain" id="impinge-model">']) {
    assert.equal(template().split(open).length, 2, open);
    assert.equal(template().split(`${open}</script>`).length, 2, `${open} is not empty`);
  }
});

test('the built page refers to no other file and may reach nothing', () => {
  const page = template();
  assert.deepEqual([...page.matchAll(/<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"/g)].map(([, target]) => target), ['data:,']);
  assert.ok(/Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[^ ;]+'; style-src 'sha256-[^ ;]+'; img-src data:;/.test(page));
  assert.ok(page.length < 1_000_000, `${page.length} characters`);
});

test('the licence of what is bundled is in the page', () => {
  assert.ok(/three\.js:\s+The MIT License/.test(template()));
});
