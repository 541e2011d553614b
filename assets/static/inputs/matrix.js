// @ts-check
/** @import {Field} from "./params.js" */
/** @import {Rows, Sum} from "./rows.js" */
import { clamp } from "../page/geometry.js";
import { t } from "../page/words.js";
import { balanced, formatRows, numberOf, parseRows, resized, sameRows, shared } from "./rows.js";
import { Slider } from "./slider.js";

/** A parameter that is a small matrix, as a table of numbers. The field's text follows it. */
export class MatrixTable {
  /**
   * @param {Field} field
   * @param {HTMLElement} box
   */
  constructor(field, box) {
    this.field = field;
    this.box = box;
    this.table = /** @type {HTMLTableElement} */ (box.querySelector("table"));
    const data = box.dataset;
    this.lo = Number(data.lo);
    this.hi = Number(data.hi);
    this.step = Number(data.by);
    this.sum = /** @type {Sum} */ (data.sum ?? "");
    this.symmetric = "symmetric" in data;
    this.square = "square" in data;
    /** @type {[number, number, number, number]} */
    this.sizes = JSON.parse(data.sizes ?? "[1,1,1,1]");
    /** @type {[string[], string[]]} */
    this.names = [JSON.parse(data.rowNames ?? "[]"), JSON.parse(data.colNames ?? "[]")];
    /** The cell that the slider moves. @type {[number, number]} */
    this.at = [0, 0];
    this.where = /** @type {HTMLElement} */ (box.querySelector("[data-matrix-at]"));
    this.range = /** @type {HTMLInputElement} */ (box.querySelector("input[type=range]"));
    this.slider = new Slider(this.range, false, (number, live) => this.move(number, live));
    this.counts = /** @type {HTMLInputElement[]} */ ([...box.querySelectorAll("[data-matrix-size]")]);
    for (const label of /** @type {NodeListOf<HTMLLabelElement>} */ (field.root.querySelectorAll("label[for]"))) {
      label.addEventListener("click", () => this.go(0, 0));
    }
    this.table.addEventListener("input", (e) => this.typed(/** @type {HTMLInputElement} */ (e.target)));
    this.table.addEventListener("change", () => field.commit());
    this.table.addEventListener("keydown", (e) => this.key(e));
    this.table.addEventListener("focusin", (e) => this.choose(/** @type {HTMLInputElement} */ (e.target)));
    this.table.addEventListener("focusout", (e) => {
      if (!this.table.contains(/** @type {Node|null} */ (e.relatedTarget)) && !field.refused) this.show(field.current);
    });
    box.querySelector("[data-matrix-normalise]")?.addEventListener("click", () => this.normalise());
    for (const count of this.counts) count.addEventListener("change", () => this.resize(count));
    this.show(field.input.value);
  }

  /** The fields of the numbers, row by row. */
  get cells() {
    return [...this.table.tBodies[0].rows].map((row) => [...row.querySelectorAll("input")]);
  }

  /** @returns {Rows} as they are typed */
  get rows() {
    return this.cells.map((row) => row.map((cell) => cell.value.trim().replaceAll("−", "-").replace(",", ".") || "?"));
  }

  /** Whether a hand is at it, and what the server has is not to be shown. */
  get busy() {
    return this.slider.dragging || (this.table.contains(document.activeElement) && !sameRows(this.field.input.value, this.field.current));
  }

  /** Whether the number that is being typed is none yet. */
  get unfinished() {
    const cell = document.activeElement;
    return cell instanceof HTMLInputElement && this.table.contains(cell) && Number.isNaN(numberOf(cell.value));
  }

  /** @param {string} text */
  show(text) {
    this.write(parseRows(text));
    this.mark(this.field.refused);
  }

  /** Puts numbers into the table, which gets their size. @param {Rows} rows */
  write(rows) {
    const now = this.cells;
    if (now.length !== rows.length || now[0]?.length !== rows[0].length) this.build(rows.length, rows[0].length);
    this.cells.forEach((row, i) =>
      row.forEach((cell, j) => {
        // What is being typed means the same: "0." is 0.
        if (cell !== document.activeElement || numberOf(cell.value) !== numberOf(rows[i][j])) cell.value = rows[i][j].replace("-", "−");
      }),
    );
    this.at = [clamp(this.at[0], 0, rows.length - 1), clamp(this.at[1], 0, rows[0].length - 1)];
    for (const count of this.counts) count.value = String(count.dataset.matrixSize === "0" ? rows.length : rows[0].length);
    this.point();
  }

  /** @param {number} height @param {number} width */
  build(height, width) {
    const cell = /** @type {HTMLInputElement} */ (this.table.querySelector("td input"));
    const head = (/** @type {0|1} */ k, /** @type {number} */ i) => {
      const th = document.createElement("th");
      th.scope = k === 0 ? "row" : "col";
      th.textContent = this.name(k, i);
      return th;
    };
    /** @type {HTMLTableSectionElement} */ (this.table.tHead).rows[0].replaceChildren(
      document.createElement("td"),
      ...Array.from({ length: width }, (_, j) => head(1, j)),
    );
    this.table.tBodies[0].replaceChildren(
      ...Array.from({ length: height }, (_, i) => {
        const row = document.createElement("tr");
        row.append(head(0, i));
        for (let j = 0; j < width; j++) {
          const input = /** @type {HTMLInputElement} */ (cell.cloneNode());
          input.setAttribute("aria-label", t("matrix-cell", this.box.dataset.label ?? "", this.name(0, i), this.name(1, j)));
          row.insertCell().append(input);
        }
        return row;
      }),
    );
  }

  /** What a row or a column is called. @param {0|1} k @param {number} i */
  name(k, i) {
    return this.names[k][i] ?? String(i + 1);
  }

  /** Marks what a refused matrix is refused for, or nothing. @param {boolean} bad */
  mark(bad) {
    const cells = this.cells;
    for (const cell of cells.flat()) cell.removeAttribute("aria-invalid");
    if (!bad) return;
    const wrong = (/** @type {HTMLInputElement[]} */ list) => list.forEach((cell) => cell.setAttribute("aria-invalid", "true"));
    const beyond = cells.flat().filter((cell) => !(numberOf(cell.value) >= this.lo && numberOf(cell.value) <= this.hi));
    const off = (/** @type {HTMLInputElement[]} */ list) => Math.abs(list.reduce((sum, cell) => sum + numberOf(cell.value), 0) - 1) > 1e-9;
    if (beyond.length) wrong(beyond);
    else if (this.sum === "rows") wrong(cells.filter(off).flat());
    else wrong(cells.flat());
  }

  /** @param {HTMLInputElement} cell */
  typed(cell) {
    const place = this.placeOf(cell);
    if (!place) return;
    const [i, j] = place;
    if (this.symmetric && i !== j) this.cells[j][i].value = cell.value;
    this.field.input.value = formatRows(this.rows);
    this.point();
    this.field.typed();
  }

  /** @param {EventTarget|null} cell @returns {[number, number]|null} */
  placeOf(cell) {
    for (const [i, row] of this.cells.entries()) {
      const j = row.indexOf(/** @type {HTMLInputElement} */ (cell));
      if (j >= 0) return [i, j];
    }
    return null;
  }

  /** The slider goes to the cell in hand. @param {HTMLInputElement} cell */
  choose(cell) {
    this.at = this.placeOf(cell) ?? this.at;
    this.point();
  }

  /** Shows which number the slider moves, and where it stands. */
  point() {
    const [i, j] = this.at;
    const where = t("matrix-at", this.name(0, i), this.name(1, j));
    this.where.textContent = where;
    this.range.setAttribute("aria-label", `${this.box.dataset.label}, ${where}`);
    for (const [k, row] of this.cells.entries()) for (const [l, cell] of row.entries()) cell.toggleAttribute("data-here", k === i && l === j);
    this.slider.show(String(numberOf(this.rows[i][j]) || 0));
  }

  /** Sets the number at the slider. Others of its sum give way in proportion. @param {string} number @param {boolean} live */
  move(number, live) {
    const [i, j] = this.at;
    const rows = this.rows;
    if (this.sum === "rows") rows[i] = shared(rows[i], j, number);
    else if (this.sum === "all") {
      const width = rows[0].length;
      const flat = shared(rows.flat(), i * width + j, number);
      rows.forEach((row, k) => row.splice(0, width, ...flat.slice(k * width, (k + 1) * width)));
    } else rows[i][j] = number;
    if (this.symmetric) rows[j][i] = number;
    this.set(rows, live);
  }

  /** @param {Rows} rows @param {boolean} live */
  set(rows, live) {
    this.write(rows);
    this.field.slide(formatRows(rows), live);
  }

  normalise() {
    const rows = balanced(this.rows, this.sum);
    if (rows) this.set(rows, false);
    else this.field.commit(); // the server says what is no number
  }

  /** @param {HTMLInputElement} count */
  resize(count) {
    const rows = this.rows;
    const k = Number(count.dataset.matrixSize);
    const [least, most] = this.sizes.slice(2 * k, 2 * k + 2);
    const n = Number(count.value);
    if (!Number.isInteger(n) || n < least || n > most) {
      this.field.app.say(t("cell-size-bad", least, most), "bad");
      count.value = String(k === 0 ? rows.length : rows[0].length);
      return;
    }
    const blank = String(clamp(0, this.lo, this.hi));
    const corner = this.symmetric ? String(clamp(1, this.lo, this.hi)) : blank;
    const [height, width] = [k === 0 ? n : rows.length, k === 1 || this.square ? n : rows[0].length];
    this.set(resized(rows, height, width, { sum: this.sum, blank, corner }), false);
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const cell = /** @type {HTMLInputElement} */ (e.target);
    const place = this.placeOf(cell);
    if (!place || e.ctrlKey || e.metaKey || e.shiftKey) return;
    const [i, j] = place;
    const [from, to, end] = [cell.selectionStart ?? 0, cell.selectionEnd ?? 0, cell.value.length];
    const whole = from === 0 && to === end;
    const way = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[e.key];
    if (e.key === "Escape" && !e.altKey) this.restore();
    else if (!way) return;
    else if (e.altKey) {
      if (way[0] === 0 || e.key === "Enter") return;
      this.move(String(Number(clamp((numberOf(cell.value) || 0) - way[0] * this.step, this.lo, this.hi).toPrecision(10))), false);
    } else {
      // Within a number the arrows go along it.
      if (e.key === "ArrowLeft" && to > 0 && !whole) return;
      if (e.key === "ArrowRight" && from < end && !whole) return;
      if (e.key === "Enter") this.field.commit();
      this.go(i + way[0], j + way[1]);
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** Goes back to what the run has. */
  restore() {
    this.field.clear();
    this.field.input.value = this.field.current = this.field.last;
    this.show(this.field.last);
  }

  /** @param {number} i @param {number} j */
  go(i, j) {
    const cells = this.cells;
    const cell = cells[clamp(i, 0, cells.length - 1)][clamp(j, 0, cells[0].length - 1)];
    cell.focus();
    cell.select();
  }
}
