/** Fills the page the way the command does: each placeholder, which must be there exactly once and empty, gets its text. */
export function fill(template, { report, pictures = {}, model }) {
  const json = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');
  let page = put(template, '<script type="application/json" id="impinge-report">', json(report));
  page = put(page, '<script type="application/json" id="impinge-pictures">', json(pictures));
  if (!page.includes('id="impinge-model"')) return page; // a page without a 3D view
  return put(page, '<script type="text/plain" id="impinge-model">', model ? Buffer.from(model).toString('base64') : '');
}

function put(page, open, text) {
  const parts = page.split(`${open}</script>`);
  if (parts.length !== 2) throw new Error(`${open} is there ${parts.length - 1} times, not once`);
  return `${parts[0]}${open}${text}</script>${parts[1]}`;
}
