/** One picture at a time: the next is drawn when the device has finished the last, so a slow device never has a queue of stale ones. */

const SLOW = 120; // milliseconds for a picture beyond which motion would stutter
const POLL = 4; // milliseconds between questions to the device

export class Pace {
  #gl;
  #draw;
  #drawn;
  #asked = false;
  #busy = false;
  #slow = false;

  /** `drawn` is called whenever the device has finished a picture. */
  constructor(gl, draw, drawn) {
    this.#gl = gl;
    this.#draw = draw;
    this.#drawn = drawn;
  }

  /** Whether the last full picture took so long that less should be drawn while things move. */
  get slow() {
    return this.#slow;
  }

  /** Asks for a picture with the next frame of the page. */
  ask() {
    this.#asked = true;
    if (this.#busy) return;
    this.#busy = true;
    requestAnimationFrame(() => {
      this.#asked = false;
      const start = performance.now();
      const full = this.#draw();
      const fence = this.#gl.fenceSync(this.#gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      this.#gl.flush();
      this.#wait(fence, (took) => { if (full) this.#slow = took > SLOW; }, start);
    });
  }

  #wait(fence, measured, start) {
    const done = !fence || this.#gl.isContextLost() || this.#gl.getSyncParameter(fence, this.#gl.SYNC_STATUS) === this.#gl.SIGNALED;
    if (!done) {
      setTimeout(() => this.#wait(fence, measured, start), POLL);
      return;
    }
    if (fence) this.#gl.deleteSync(fence);
    measured(performance.now() - start);
    this.#drawn();
    this.#busy = false;
    if (this.#asked) this.ask();
  }
}
