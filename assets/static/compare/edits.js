// @ts-check
/** @import {Side} from "./side.js" */
import { says } from "./words.js";

const settle = 500; // ms without a word from either side

/**
 * Keeps the data of both sides the same. An edit of one is sent to the other as it is, while
 * the hand moves; what differs when both are at rest is loaded from where it was edited last.
 */
export class Edits {
  /**
   * @param {Side[]} sides
   * @param {(text: string, bad?: boolean) => void} say
   * @param {() => void} same what follows when both have new data
   */
  constructor(sides, say, same) {
    this.sides = sides;
    this.say = say;
    this.same = same;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.timer = undefined;
    /** What was tried already, so that it is not tried for ever. */
    this.tried = "";
    /** Who was asked to load the data of the other. @type {Side|null} */
    this.asked = null;
    this.last = "";
  }

  /** @param {Side} side */
  other(side) {
    return this.sides[side === this.sides[0] ? 1 : 0];
  }

  /** Takes in what a board says. @param {Side} side @param {any} m */
  hear(side, m) {
    if (m.type === "half:sent") {
      side.edited = performance.now();
      this.other(side).send(m.message);
    }
    if (m.type === "half:refused" && side === this.asked) this.refused(side, m.message);
    if (m.type !== "half:state" && m.type !== "half:sent") return;
    if (side === this.asked && side.told?.data === this.other(side).told?.data) this.asked = null;
    clearTimeout(this.timer);
    if (!this.equal) this.timer = setTimeout(() => this.mend(), settle);
    else this.settled();
  }

  get equal() {
    const [a, b] = this.sides;
    return a.told?.data === b.told?.data;
  }

  /** Whether a hand drags something. */
  get dragging() {
    return this.sides.some((s) => s.told?.edits);
  }

  /** Says once that both have other data. */
  settled() {
    const data = this.sides[0].told?.data ?? "";
    if (data === this.last || this.dragging || !this.sides.every((s) => s.live)) return;
    const first = this.last === "";
    this.last = data;
    if (!first) this.same();
  }

  /** Loads the data of the side that was edited last into the other one. */
  mend() {
    const [a, b] = this.sides;
    if (this.equal || this.dragging || !a.live || !b.live || a.told?.following) return;
    const one = this.changed(a) !== this.changed(b);
    const from = (one ? this.changed(b) : b.edited > a.edited) ? b : a;
    const to = this.other(from);
    const what = `${from.name} ${from.told?.data} ${to.told?.data}`;
    if (what === this.tried) return;
    this.tried = what;
    this.asked = to;
    to.send(from.loading());
  }

  /** Whether a side has other data than both had last. @param {Side} side */
  changed(side) {
    return this.last !== "" && side.told?.data !== this.last;
  }

  /** What one side does not take is taken back on the other. @param {Side} side @param {string} why */
  refused(side, why) {
    this.asked = null;
    this.other(side).send(side.loading());
    this.say(says("not-taken", side.name, why), true);
  }
}
