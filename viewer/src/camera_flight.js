/** The way of a camera from one view to another: the target goes straight, the eye turns about it and nears it evenly. */
import { Vector3 } from 'three';

const DURATION = 650; // milliseconds

/** Calls `step(view)` each frame until `to` is reached, then `done`; gives a function that stops the flight where it is. */
export function fly(from, to, { step, done }) {
  const start = performance.now();
  let frame = 0;
  const tick = (now) => {
    const t = Math.min(1, Math.max(0, (now - start) / DURATION));
    step(t < 1 ? between(from, to, t * t * (3 - 2 * t)) : to);
    if (t < 1) frame = requestAnimationFrame(tick);
    else done();
  };
  frame = requestAnimationFrame(tick);
  return () => cancelAnimationFrame(frame);
}

/** Whether the user asked for less motion. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The view at `t` from 0 to 1. */
export function between(from, to, t) {
  const [p, q] = [from, to].map(({ eye, target }) => new Vector3().subVectors(eye, target));
  const distance = Math.exp((1 - t) * Math.log(p.length()) + t * Math.log(q.length()));
  const target = new Vector3().lerpVectors(from.target, to.target, t);
  return {
    target,
    eye: turned(p.normalize(), q.normalize(), t).multiplyScalar(distance).add(target),
    up: turned(from.up.clone().normalize(), to.up.clone().normalize(), t),
    fieldOfView: from.fieldOfView + (to.fieldOfView - from.fieldOfView) * t,
  };
}

/** A unit vector turned from `p` towards `q`; opposite ones go by way of an axis at right angles. */
function turned(p, q, t) {
  const angle = p.angleTo(q);
  const axis = new Vector3().crossVectors(p, q);
  if (axis.lengthSq() < 1e-12) axis.crossVectors(p, Math.abs(p.z) < 0.9 ? new Vector3(0, 0, 1) : new Vector3(1, 0, 0));
  return p.clone().applyAxisAngle(axis.normalize(), angle * t);
}
