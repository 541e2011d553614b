// @ts-check
/** @import {Board} from "./board.js" */
/** @import {Place} from "../page/types.js" */
import { Sweep } from "./sweep.js";

/** Whether points can be held out: the demo looks at their targets. */
export function canHold() {
  return document.querySelector("[data-tool=hold]") !== null;
}

/**
 * Holds out the points that the pointer passes over, or lets the demo learn from them:
 * whichever the first one was not.
 */
export class HoldOut extends Sweep {
  /** @param {Board} board */
  constructor(board) {
    super(board, "hold");
    /** @type {boolean|null} what becomes of the points; null: no point was met */
    this.out = null;
    /** @type {Set<Place>} the points of this gesture */
    this.met = new Set();
  }

  /** @param {{p: {x: number, y: number}, reach: number}} press */
  down(press) {
    this.out = null;
    this.met.clear();
    super.down(press);
  }

  /** @param {{x: number, y: number}} p */
  at(p) {
    const { board } = this;
    for (;;) {
      const others = board.points.filter((q) => !this.met.has(q));
      const k = board.geometry?.nearest(others, p, this.reach) ?? -1;
      if (k < 0) return;
      this.met.add(others[k]);
      const i = board.points.indexOf(others[k]);
      this.out ??= i < board.learnt;
      if (i < board.learnt === this.out) board.hold([i], this.out, true);
    }
  }
}
