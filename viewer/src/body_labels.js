/** Names on the two bodies in the view, each at a point of its body: colour alone does not tell them apart. */
import { Vector3 } from 'three';
import { sideBadge } from './clash_badges.js';
import { placeOf } from './clash_pins.js';
import { element, named } from './dom_element.js';
import { rayTowards, reach } from './ray_picking.js';

const SAMPLES = 400; // vertices of a body that may carry its label
const APART = 90; // pixels that two labels keep between them, if they can
const COVERED = 10_000; // pixels that a place is worse for covering another label
const BESIDE = 14; // pixels from a point to its label, as in the style sheet
const ABOVE = 40;
const BORDER = 44; // pixels from the edge of the window: a label stands above its point
const EFFORT = 4_000_000; // triangles asked whether they hide a place, before a label is put where it may be hidden
const MARKS = 80; // points of the curves of a clash that labels stay off
const ON_MARK = 60; // pixels that a place is worse for a label on one of them

export class Labels {
  #model;
  #labels = [];
  #marks = [];
  #rested = true;
  /** The index of the body that one looks through, which hides nothing; null for none. */
  through = null;

  constructor(model) {
    this.#model = model;
    this.element = element('div.labels', { 'aria-hidden': 'true' });
  }

  /** Names the bodies of a clash, or none. */
  show(clash) {
    const middle = clash && this.#model && placeOf(clash)?.map((x, k) => x - this.#model.origin[k]);
    this.#marks = clash && this.#model ? marksOf(clash, this.#model.origin) : [];
    this.#labels = clash
      ? ['a', 'b'].flatMap((side) => {
        const run = this.#model?.runs.get(clash[side].index);
        const simplified = this.#model?.simplified.has(clash[side].index) && element('span.count', {}, 'simplified');
        const made = element('span.label', { hidden: true }, sideBadge(side), named(clash[side].name), simplified);
        return run ? [{ index: clash[side].index, run, made, points: samples(this.#model, run, middle), anchor: null }] : [];
      })
      : [];
    this.element.replaceChildren(...this.#labels.map(({ made }) => made));
  }

  /** Lets every label look for its best place again. */
  loosen() {
    for (const label of this.#labels) label.anchor = null;
  }

  /** Lets labels whose points the camera, now at rest, does not see look for others. */
  settle() {
    this.#rested = false;
  }

  /** Puts labels where their points are on the screen; none covers another. */
  place(camera, { width, height }, target) {
    const project = (point) => {
      const { x, y, z } = point.clone().project(camera);
      const inside = z < 1 && Math.abs(x) * width < width - 2 * BORDER && Math.abs(y) * height < height - 2 * BORDER;
      return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, inside };
    };
    const middle = project(target);
    const marks = this.#marks.map(project).filter(({ inside }) => inside);
    const [taken, rects] = [[], []];
    for (const label of this.#labels) {
      label.made.hidden = false; // or it has no size
      label.size ??= { width: label.made.offsetWidth, height: label.made.offsetHeight };
      const rectAt = (at) => rectOf(at, label.size, width);
      const clear = (at) => !rects.some((rect) => overlap(rect, rectAt(at)));
      const covers = (at) => marks.filter((mark) => holds(rectAt(at), mark)).length;
      const held = label.anchor && project(label.anchor);
      if (!held?.inside || !clear(held) || (!this.#rested && this.#hidden(label.anchor, camera.position))) {
        const places = ranked(label.points, project, { middle, taken, clear, covers, reach: height / 4 });
        const triangles = this.#labels.reduce((sum, { run }) => sum + run.count / 3, 0);
        label.anchor = places.slice(0, Math.floor(EFFORT / triangles)).find((point) => !this.#hidden(point, camera.position)) ?? places[0] ?? null;
      }
      const at = label.anchor && project(label.anchor);
      label.made.hidden = !at;
      if (!at) continue;
      taken.push(at);
      const rect = rectAt(at);
      const moved = lowered(rect, rects);
      rects.push(moved);
      label.made.classList.toggle('leftward', rect.leftward);
      label.made.classList.toggle('adrift', moved.top !== rect.top);
      label.made.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y + moved.top - rect.top)}px)${rect.leftward ? ' translateX(-100%)' : ''}`;
    }
    this.#rested = true;
  }

  /** Whether one of the two bodies stands between the eye and a point. */
  #hidden(point, eye) {
    const nearer = 0.999 * point.distanceTo(eye); // the point lies on a face itself
    return this.#labels.some(({ index, run }) => index !== this.through && reach(rayTowards(eye, point), this.#model, run) < nearer);
  }
}

/** The points on the screen, first those that are neither at the clash nor far from it, and apart from other labels. */
function ranked(points, project, { middle, taken, clear, covers, reach }) {
  const places = points.map((point) => ({ point, at: project(point) })).filter(({ at }) => at.inside);
  for (const place of places) {
    const crowd = taken.reduce((sum, other) => sum + Math.max(0, APART - Math.hypot(place.at.x - other.x, place.at.y - other.y)), 0);
    place.cost = Math.abs(Math.hypot(place.at.x - middle.x, place.at.y - middle.y) - reach) + 3 * crowd + ON_MARK * Math.min(covers(place.at), 5) + (clear(place.at) ? 0 : COVERED);
  }
  return places.sort((p, q) => p.cost - q.cost).map(({ point }) => point);
}

/** What a label of this size covers: to the right of its point, or to the left near the right edge of the window. */
function rectOf({ x, y }, size, width) {
  const leftward = x > 0.7 * width;
  const left = leftward ? x - BESIDE - size.width : x + BESIDE;
  return { left, right: left + size.width, top: y - ABOVE, bottom: y - ABOVE + size.height, leftward };
}

const holds = (rect, { x, y }) => rect.left < x && x < rect.right && rect.top < y && y < rect.bottom;

const overlap = (p, q) => p.left < q.right + 2 && q.left < p.right + 2 && p.top < q.bottom + 2 && q.top < p.bottom + 2;

/** A rectangle moved down until it covers no other. */
function lowered(rect, others) {
  const other = others.find((one) => overlap(one, rect));
  if (!other) return rect;
  const by = other.bottom + 3 - rect.top;
  return lowered({ ...rect, top: rect.top + by, bottom: rect.bottom + by }, others);
}

/** Points along the curves of a clash, or its closest points. */
function marksOf({ curves, witness }, origin) {
  const points = [...curves.flatMap(({ points: own }) => own), ...(witness ?? [])];
  const step = Math.max(1, Math.ceil(points.length / MARKS));
  return points.filter((_, k) => k % step === 0).map((point) => new Vector3(...point.map((x, k) => x - origin[k])));
}

/** Points spread over a body, and of a body with many faces more of them near a place: on faces, for large ones have few corners. */
function samples(model, run, middle) {
  const faces = run.count / 3;
  const spread = Array.from({ length: Math.min(faces, SAMPLES) }, (_, k) => Math.floor((k * faces) / Math.min(faces, SAMPLES)));
  const points = onFaces(model, run.start, spread, Math.max(1, Math.floor(SAMPLES / faces)));
  return faces > SAMPLES && middle ? [...points, ...onFaces(model, run.start, nearest(model, run, middle), 1)] : points;
}

/** The faces of a body whose first corners are nearest to a place. */
function nearest({ positions, indices }, { start, count }, [x, y, z]) {
  const away = Float64Array.from({ length: count / 3 }, (_, face) => {
    const at = 3 * indices[start + 3 * face];
    return (positions[at] - x) ** 2 + (positions[at + 1] - y) ** 2 + (positions[at + 2] - z) ** 2;
  });
  const limit = away.slice().sort()[SAMPLES - 1];
  return Array.from(away.keys()).filter((face) => away[face] <= limit).slice(0, SAMPLES);
}

/** Points on faces of a body, so many on each. */
function onFaces({ positions, indices }, start, faces, each) {
  const points = [];
  for (const face of faces) {
    const corner = start + 3 * face;
    const [a, b, c] = [0, 1, 2].map((at) => new Vector3().fromArray(positions, 3 * indices[corner + at]));
    for (let n = 0; n < each; n += 1) {
      const [s, t] = [((n + 0.5) * 0.754877666) % 1, ((n + 0.5) * 0.569840291) % 1]; // a sequence that fills the square evenly (Roberts 2018)
      const [u, v] = s + t > 1 ? [1 - s, 1 - t] : [s, t];
      points.push(a.clone().addScaledVector(b.clone().sub(a), u).addScaledVector(c.clone().sub(a), v));
    }
  }
  return points;
}
