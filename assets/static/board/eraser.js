// @ts-check
/** @import {Board} from "./board.js" */
import { Sweep } from "./sweep.js";

/** Removes the points that the pointer passes over. */
export class Eraser extends Sweep {
  /** @param {Board} board */
  constructor(board) {
    super(board, "erase");
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
