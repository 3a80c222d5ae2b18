/** The selected clash in the address of the page, `#clash=ID`, so that a link or a bookmark leads to it. */

const WAIT = 250; // milliseconds: browsers allow few changes of the address at a time

let waiting = 0;

export function addressed() {
  return new URLSearchParams(location.hash.slice(1)).get('clash');
}

export function address(id) {
  clearTimeout(waiting);
  const before = location.hash;
  waiting = setTimeout(() => {
    // An address that was entered meanwhile leads elsewhere, and is not written over.
    if (location.hash !== before) return;
    const hash = id === null ? '' : `#${new URLSearchParams({ clash: id })}`;
    if (location.hash === hash) return;
    try {
      history.replaceState(null, '', hash || location.href.split('#')[0]);
    } catch {
      // Too many changes at once, or a page without an address: the link is a convenience.
    }
  }, WAIT);
}
