/** Everything the report says about the selected clash. */
import { kindBadge, severityBadge, sideBadge, statusBadge } from './clash_badges.js';
import { element, named } from './dom_element.js';
import { bounds, coordinate, count, counted, quantity, volumeBounds } from './number_format.js';
import { changes, kinds, relation, word } from './keyword_names.js';

const FACES = 12; // ids of faces shown before the rest is only counted

export class Details {
  #report;
  #pictures;
  #showBody;
  /** Whether the clash is seen in the 3D view, so that its picture tells nothing more. */
  seen = false;

  /** `showBody(index)` is called to list the clashes of a body. */
  constructor(report, pictures, showBody) {
    this.#showBody = showBody;
    this.#report = report;
    this.#pictures = pictures;
    this.element = element('section.details', { 'aria-label': 'Selected clash', tabindex: '0' });
    this.show(null);
  }

  show(clash) {
    this.element.replaceChildren(...(clash ? this.#clash(clash) : [element('p.empty', {}, 'Choose a clash to see what was found.')]));
  }

  #clash(clash) {
    const { unit } = this.#report;
    const source = this.#pictures.get(clash.id);
    return [
      element('h2', {}, element('span.id', {}, clash.id), severityBadge(clash.severity)),
      element('p.meaning', {}, kindBadge(clash.kind), Object.hasOwn(kinds, clash.kind) ? ` ${kinds[clash.kind].meaning}` : ''),
      element('div.bodies', {}, ['a', 'b'].map((side) => this.#body(clash, side))),
      clash.note ? element('p.note', {}, named(clash.note)) : null,
      element('dl', {}, facts(clash, unit)),
      source && !this.seen ? element('img.picture', { src: source, alt: `Picture of clash ${clash.id}` }) : null,
    ].filter(Boolean);
  }

  #body(clash, side) {
    const { name } = clash[side];
    const isExpectation = clash.kind === 'missing' && side === 'b';
    const index = clash[side].index ?? (isExpectation ? -1 : this.#report.bodies.findIndex((known) => known.name === name));
    const body = this.#report.bodies[index];
    const without = isExpectation ? 'the contact that is expected' : 'no longer in the assembly';
    const about = body ? `${count(body.triangles ?? 0)} triangles, ${body.closed ? 'closed' : 'open'}` : without;
    const list = { type: 'button', title: 'List the clashes of this body', onclick: () => this.#showBody(index) };
    const link = body && element('button.link', list, counted(body.clashes, 'clash', 'clashes'));
    return element('p', {}, sideBadge(side), named(name), element('small', {}, about, link && ', ', link));
  }
}

function facts(clash, unit) {
  const cubic = unit ? `${unit}³` : null;
  return [
    fact('Status', statusBadge(clash.status)),
    clash.change === null ? [] : fact('Since baseline', word(changes, clash.change)),
    clash.rule === null ? [] : fact('Rule', named(clash.rule)),
    clash.group ? fact('Group', named(clash.group.title)) : [],
    clash.relation ? labelled('Relation', relation(clash.relation), clash.relation_by) : [],
    clash.pattern ? fact('Pattern', patternText(clash.pattern)) : [],
    clash.thickness ? labelled('Thickness', bounds(clash.thickness, unit), clash.thickness.by || 'of the largest ball inside both bodies') : [],
    Number.isFinite(clash.tolerance) ? fact('Tolerance', quantity(clash.tolerance, unit)) : [],
    clash.depth ? labelled('Depth', bounds(clash.depth, unit), clash.depth.by) : [],
    Number.isFinite(clash.distance) && clash.distance > 0 ? fact('Gap', quantity(clash.distance, unit)) : [],
    Number.isFinite(clash.clearance) ? fact('Clearance', quantity(clash.clearance, unit)) : [],
    clash.volume ? labelled('Overlap', volumeBounds(clash.volume, cubic), clash.volume.by) : [],
    clash.box ? fact('Extent', clash.box[0].map((x, k) => quantity(clash.box[1][k] - x, '')).join(' × '), unit ? ` ${unit}` : '') : [],
    clash.centre ? fact('Centre', place(clash.centre, clash.box), unit ? ` ${unit}` : '') : [],
    Number.isFinite(clash.contacts) ? fact('Contacts', `${count(clash.contacts)} pairs of triangles`) : [],
    faces('Faces of A', clash.faces?.a),
    faces('Faces of B', clash.faces?.b),
  ].flat();
}

const fact = (term, ...value) => [element('dt', {}, term), element('dd', {}, value)];

/** A number and how it was found. */
const labelled = (term, value, by) => fact(term, value, by ? element('small', {}, by) : null);

function faces(term, ids) {
  if (!Array.isArray(ids) || ids.length === 0) return [];
  const rest = ids.length - FACES;
  return fact(term, ids.slice(0, FACES).join(', '), rest > 0 ? ` and ${count(rest)} more` : '');
}

/** A point in a box, with digits down to a thousandth of the box's longest side, however far away zero is. */
function place(point, box) {
  const size = box ? Math.max(...box[0].map((x, k) => box[1][k] - x)) : 0;
  return point.map((x) => coordinate(x, size)).join(', ');
}

/** How often two parts clash, and in how many ways they stand to each other. */
function patternText({ members, poses }) {
  const [times, ways] = [counted(members.length, 'clash', 'clashes'), poses?.length ?? 0];
  const standing = ways === 0 ? '' : ways === 1 ? ', always in the same relative pose' : `, in ${count(ways)} relative poses`;
  return `${times} of the same two parts${standing}`;
}
