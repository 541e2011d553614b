// @ts-check
/** @import {Board} from "./board.js" */

/** Removes the points that the pointer passes over. */
export class Eraser {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.last = { x: 0, y: 0 };
    this.reach = 0;
    board.tools.set("erase", this);
  }

  /** @param {{p: {x: number, y: number}, reach: number}} press */
  down({ p, reach }) {
    this.board.beginEdit();
    this.last = p;
    this.reach = reach;
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
      const i = board.geometry?.nearest(board.points, p, this.reach) ?? -1;
      if (i < 0) return;
      board.remove(i, true);
    }
  }
}
