// @ts-check
/** @import {Board} from "./board.js" */
/** @import {Place} from "../page/types.js" */

/** Whether points can be held out: the demo looks at their targets. */
export function canHold() {
  return document.querySelector("[data-tool=hold]") !== null;
}

/**
 * Holds out the points that the pointer passes over, or lets the demo learn from them:
 * whichever the first one was not.
 */
export class HoldOut {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.last = { x: 0, y: 0 };
    this.reach = 0;
    /** @type {boolean|null} what becomes of the points; null: no point was met */
    this.out = null;
    /** @type {Set<Place>} the points of this gesture */
    this.met = new Set();
    board.tools.set("hold", this);
  }

  /** @param {{p: {x: number, y: number}, reach: number}} press */
  down({ p, reach }) {
    this.board.beginEdit();
    this.last = p;
    this.reach = reach;
    this.out = null;
    this.met.clear();
    this.at(p);
  }

  /** @param {{x: number, y: number}} p */
  move(p) {
    const { last, reach } = this;
    const way = Math.hypot(p.x - last.x, p.y - last.y);
    const parts = Math.max(1, Math.ceil(way / reach));
    for (let i = 1; i <= parts; i++) {
      this.at({ x: last.x + ((p.x - last.x) * i) / parts, y: last.y + ((p.y - last.y) * i) / parts });
    }
    this.last = p;
  }

  up() {
    this.board.endEdit();
  }

  cancel() {
    this.board.endEdit();
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
