/** Clashes ticked for approval, as a command to copy: the page itself changes no file. */
import { element } from './dom_element.js';
import { counted } from './number_format.js';

/** Whether a clash can be approved: one that is settled cannot. */
export const canApprove = ({ status }) => status !== 'approved' && status !== 'resolved';

/** The command that approves clashes by id; every word is quoted where a shell could take it for something else. */
export function approveCommand(file, ids, comment) {
  return ['impinge', 'approve', quoted(file), ...ids.map(quoted), ...(comment ? ['--comment', quoted(comment)] : [])].join(' ');
}

/** A word for a POSIX shell. Control characters become spaces: a pasted line break would run what follows it. A leading dash would be an option. */
function quoted(text) {
  const plain = String(text).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/^-/, './-');
  return /^[\w./:@%+,-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
}

export class ApproveList {
  #ids = new Set();
  #changed;
  #report;

  /** `report` is the file with the report in JSON; `changed()` is called when a tick was set or taken away. */
  constructor(report, changed) {
    this.#report = report;
    this.#changed = changed;
    const show = () => this.#show();
    this.text = element('span.tally', { role: 'status' });
    this.file = element('input', { type: 'text', value: report, 'aria-label': 'The report in JSON', title: 'The report in JSON, as `impinge check -o` wrote it', oninput: show });
    this.comment = element('input', { type: 'text', placeholder: 'Why (comment)', 'aria-label': 'Comment', oninput: show });
    this.command = element('textarea', { readonly: true, rows: 2, 'aria-label': 'Command', spellcheck: 'false', onfocus: ({ target }) => target.select() });
    this.copy = element('button', { type: 'button', onclick: () => this.#copy() }, 'Copy command');
    const clear = element('button', { type: 'button', onclick: () => this.clear() }, 'Untick all');
    this.element = element('section.approve', { 'aria-label': 'Approve', hidden: true },
      element('div.fields', {}, this.text, this.copy, clear), element('div.fields', {}, this.file, this.comment), this.command);
  }

  has(id) {
    return this.#ids.has(id);
  }

  /** Ticks clashes, or unticks them if all are ticked. */
  toggle(clashes) {
    const able = clashes.filter(canApprove);
    const all = able.every(({ id }) => this.#ids.has(id));
    for (const { id } of able) {
      if (all) this.#ids.delete(id);
      else this.#ids.add(id);
    }
    this.#show();
    this.#changed();
  }

  clear() {
    this.#ids.clear();
    this.#show();
    this.#changed();
  }

  #show() {
    this.element.hidden = this.#ids.size === 0;
    this.text.textContent = `${counted(this.#ids.size, 'clash', 'clashes')} to approve`;
    this.command.value = approveCommand(this.file.value || this.#report, [...this.#ids], this.comment.value);
    this.copy.textContent = 'Copy command';
  }

  /** Copies by the clipboard of the browser; one that refuses it for files on disk copies what is marked. */
  async #copy() {
    try {
      await navigator.clipboard.writeText(this.command.value);
      this.copy.textContent = 'Copied';
    } catch {
      this.command.select();
      this.copy.textContent = document.execCommand('copy') ? 'Copied' : 'Press Ctrl+C';
    }
  }
}
