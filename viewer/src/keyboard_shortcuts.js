/** Keys of the whole page. A field in which one writes keeps its keys, but for Escape; a button keeps Enter and space. */

export function listen(act) {
  const table = {
    j: () => act.step(1), k: () => act.step(-1), ArrowDown: () => act.step(1), ArrowUp: () => act.step(-1),
    PageDown: () => act.page(1), PageUp: () => act.page(-1), Home: () => act.end(-1), End: () => act.end(1),
    ArrowLeft: act.close, ArrowRight: act.open, Enter: act.enter,
    i: act.isolate, g: act.cycle, x: act.seeThrough, c: act.mark, m: act.pin, a: act.tick, r: act.reset,
    '/': act.search, f: act.filters, '?': act.help, Escape: act.escape,
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (!Object.hasOwn(table, event.key) || keeps(event)) return;
    event.preventDefault();
    table[event.key]();
  });
}

/** Whether the element with the focus needs this key itself. */
function keeps({ key, target }) {
  if (!(target instanceof Element) || key === 'Escape') return false;
  if (target.matches('input[type=search], input[type=text], select, textarea')) return !(key === 'Enter' && target.matches('input'));
  if (target.matches('button, a, input')) return key === 'Enter' || key === ' ';
  return target.matches('.details, .panel') && /^(Arrow|Page|Home|End)/.test(key);
}
