/**
 * Makes an element: `element('p.note', { title }, 'text', child)`. Texts become text nodes and attributes plain attributes, so
 * nothing that comes from a report is ever read as HTML. Properties that start with `on` are listeners; `null`, `undefined` and `false` are left out.
 */
export function element(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const made = document.createElement(tag);
  if (classes.length) made.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

const SEPARATOR = ' / '; // between the names of a hierarchy

/** A name from the report, kept apart from the direction of the text around it. */
export function named(text, properties = {}) {
  const leaf = String(text).lastIndexOf(SEPARATOR) + SEPARATOR.length;
  if (leaf < SEPARATOR.length) return element('bdi.name', { title: text, ...properties }, text);
  // Of a path, the last part tells the most: it is the first part that gives way where there is little room.
  return element('bdi.name.pathed', { title: text, ...properties }, element('span.path', {}, text.slice(0, leaf)), element('span.leaf', {}, text.slice(leaf)));
}
