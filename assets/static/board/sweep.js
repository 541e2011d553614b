// @ts-check
/** @import {Board} from "./board.js" */

/**
 * A tool that meets the points that the pointer passes over, also where it moves fast:
 * what becomes of them is one edit. Each such tool says so for a place on the way, by at.
 */
export class Sweep {
  /**
   * @param {Board} board
   * @param {string} tool
   */
  constructor(board, tool) {
    this.board = board;
    this.last = { x: 0, y: 0 };
    this.reach = 0;
    board.tools.set(tool, this);
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

  /** @param {{x: number, y: number}} _p */
  at(_p) {}
}
