// @ts-check
// A grid of cells as a page has it, apart from the pictures on which it is painted.
/** @import {Cells} from "../page/types.js" */
import { clamp } from "../page/geometry.js";

/**
 * How the cells of a grid may be: its name where there are several, the fewest and the
 * most rows and columns, the limits of a number, the brushes, and what a row and a column are called.
 * @typedef {object} Form
 * @property {string} name
 * @property {[number, number]} rows
 * @property {[number, number]} cols
 * @property {number} low
 * @property {number} high
 * @property {number} blank
 * @property {{value: number, name: string}[]} brushes
 * @property {string} row
 * @property {string} col
 */

/** @typedef {[number, number, number]} Painted the row and the column of a cell, and a number */

/** A grid of cells: how they may be, and what is painted on it. */
export class Layer {
  /** @param {Form} form @param {HTMLElement|null} hand its brushes and its number */
  constructor(form, hand) {
    this.form = form;
    /** What is painted: the value of a brush, or a number. */
    this.value = form.brushes.length ? form.brushes[form.brushes.length - 1].value : form.high;
    /** @type {Cells} */
    this.cells = { rows: 0, cols: 0, values: [] };
    /** Cells that were painted and are not in a frame yet, by their place. @type {Map<string, Painted>} */
    this.fresh = new Map();
    this.hand = hand;
    this.field = /** @type {HTMLInputElement|null|undefined} */ (hand?.querySelector("[data-cell-value]"));
    this.range = /** @type {HTMLInputElement|null|undefined} */ (hand?.querySelector("[data-cell-range]"));
  }

  /** What messages about it have, besides what they say. */
  get named() {
    return this.form.name ? { grid: this.form.name } : {};
  }

  /** @param {number} row @param {number} col */
  at(row, col) {
    return this.cells.values[row * this.cells.cols + col];
  }

  /** Writes a number that is on its way. @param {number} row @param {number} col @param {number} value */
  put(row, col, value) {
    this.cells.values[row * this.cells.cols + col] = value;
    this.fresh.set(`${row} ${col}`, [row, col, value]);
  }

  /** @param {number} value */
  may(value) {
    if (this.form.low < this.form.high) return value >= this.form.low && value <= this.form.high;
    return this.form.brushes.some((b) => b.value === value);
  }

  /** Takes a value for the strokes to come. @param {number} value */
  take(value) {
    this.value = value;
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (this.hand?.querySelectorAll("[data-brush-value]") ?? [])) {
      b.setAttribute("aria-pressed", String(Number(b.dataset.brushValue) === value));
    }
    if (this.field) this.field.value = String(value);
    if (this.range) this.range.value = String(value);
  }

  /** @param {Cells} cells */
  shown(cells) {
    this.cells = cells;
    // A state that arrives during a stroke knows an older picture.
    for (const [row, col, value] of this.fresh.values()) cells.values[row * cells.cols + col] = value;
  }

  /** A twentieth of the range above or below a number, or the next brush. @param {number} now @param {1|-1} sign */
  next(now, sign) {
    const { low, high } = this.form;
    if (low < high) return Number(clamp(now + (sign * (high - low)) / 20, low, high).toPrecision(10));
    const values = this.form.brushes.map((b) => b.value).sort((a, b) => a - b);
    return values[clamp(values.indexOf(now) + sign, 0, values.length - 1)];
  }

  /**
   * A value by chance for every cell: that of a brush, or any hundredth of the range.
   * @param {() => number} random from 0 to 1
   * @returns {Painted[]}
   */
  drawn(random) {
    const { low, high, brushes } = this.form;
    const { rows, cols } = this.cells;
    return Array.from({ length: rows * cols }, (_, k) => {
      const share = random();
      const number = Number((low + ((high - low) * Math.round(100 * share)) / 100).toPrecision(10));
      return [Math.floor(k / cols), k % cols, low < high ? number : brushes[Math.floor(share * brushes.length)].value];
    });
  }
}

/**
 * The cells from one to another, without the first: a fast hand leaves no gaps. Within one cell it is
 * this cell, with its new number.
 * @param {Painted} from
 * @param {Painted} to
 * @returns {Painted[]}
 */
export function between(from, to) {
  const n = Math.max(1, Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  return Array.from({ length: n }, (_, i) => {
    const share = (i + 1) / n;
    const [row, col, value] = from.map((x, k) => x + share * (to[k] - x));
    return [Math.round(row), Math.round(col), i + 1 === n ? to[2] : Number(value.toPrecision(4))];
  });
}
