// @ts-check
/** @import {Board} from "./board.js" */
import { Sweep } from "./sweep.js";

/**
 * Removes the points that the pointer passes over, or the edges of a graph: those of the
 * kind that it meets first.
 */
export class Eraser extends Sweep {
  /** @param {Board} board */
  constructor(board) {
    super(board, "erase");
    this.kind = "";
  }

  /** @param {{p: {x: number, y: number}, reach: number}} press */
  down(press) {
    this.kind = "";
    super.down(press);
  }

  /** @param {{x: number, y: number}} p */
  at(p) {
    const { board } = this;
    while (this.kind !== "edges") {
      const i = board.geometry?.nearest(board.points, p, this.reach) ?? -1;
      if (i < 0) break;
      this.kind = "points";
      board.remove(i, true);
    }
    if (this.kind !== "points" && board.eraseEdge?.(p, this.reach / 2)) this.kind = "edges";
  }
}
