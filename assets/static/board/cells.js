// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Cells, Frame, Panel} from "../page/types.js" */
import { must, setPressed } from "../page/app.js";
import { clamp, Geometry } from "../page/geometry.js";
import { shortcutOff } from "../page/keys.js";
import { markLanguage, t } from "../page/words.js";

const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Which cells the demo takes: the fewest and the most rows and columns, the limits of a number,
 * the brushes, the parameters under which it looks at them, and what a row and a column are called.
 * @typedef {object} Form
 * @property {[number, number]} rows
 * @property {[number, number]} cols
 * @property {number} low
 * @property {number} high
 * @property {number} blank
 * @property {{value: number, name: string}[]} brushes
 * @property {Record<string, string>|null} when
 * @property {string} row
 * @property {string} col
 */

/** @typedef {[number, number, number]} Painted the row and the column of a cell, and a number */

/** A picture on which cells are painted. */
class Canvas {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    let group = /** @type {SVGGElement|null} */ (svg.querySelector("[data-overlay]"));
    if (!group) {
      group = document.createElementNS(svgSpace, "g");
      group.dataset.overlay = "";
      svg.append(group);
    }
    group.setAttribute("pointer-events", "none");
    this.fresh = document.createElementNS(svgSpace, "g");
    this.ring = document.createElementNS(svgSpace, "rect");
    this.ring.setAttribute("class", "cell-ring");
    this.ring.setAttribute("visibility", "hidden");
    group.append(this.fresh, this.ring);
    /** @type {Geometry|null} */
    this.geometry = null;
    this.painted = false; // cells can be painted here now
    this.curve = false; // the one row of them is drawn as a curve
  }
}

/** Paints cells with mouse, pen, finger and keys. */
export class CellBoard {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Form} */
    this.form = JSON.parse(app.root.dataset.cells ?? "{}");
    /** What is painted: the value of a brush, or a number. */
    this.value = this.form.brushes.length ? this.form.brushes[this.form.brushes.length - 1].value : this.form.high;
    /** @type {Map<SVGSVGElement, Canvas>} */
    this.canvases = new Map();
    /** @type {{canvas: Canvas, id: number, at: Painted, value: number, sent: boolean}|null} */
    this.stroke = null;
    /** Cells that were painted and are not in a frame yet, by their place. @type {Map<string, Painted>} */
    this.fresh = new Map();
    /** The keyboard's cell. @type {[number, number]|null} */
    this.focus = null;
    this.speech = must("[data-speech]");
    this.bar = /** @type {HTMLElement|null} */ (document.querySelector("[data-cell-bar]"));
    this.controls();
    app.on("shown", (/** @type {Frame} */ f) => this.shown(f));
    app.on("state", () => this.state());
    app.on("lost", () => this.abort());
    if (app.state) this.state(); // this part of the page may come after the first frame
    if (app.frame) this.shown(app.frame);
  }

  /** @returns {Cells} */
  get cells() {
    return this.app.state?.cells ?? { rows: 0, cols: 0, values: [] };
  }

  /** @param {Frame} f */
  shown(f) {
    const open = new Set();
    for (const panel of f.panels) {
      if (panel.edits !== "cells" && panel.edits !== "curve") continue;
      const canvas = this.canvas(panel);
      if (canvas) open.add(canvas);
    }
    for (const c of this.canvases.values()) {
      // A brief frame leaves out pictures that stay as they are.
      if (f.brief && !open.has(c) && !f.panels.some((p) => p.id === c.svg.dataset.panel)) continue;
      this.allow(c, open.has(c));
    }
    if (!this.stroke) this.fresh.clear();
    this.draw();
    this.tools();
  }

  /** @param {Panel} panel */
  canvas(panel) {
    const svg = /** @type {SVGSVGElement|null} */ (document.querySelector(`svg[data-panel="${CSS.escape(panel.id)}"]`));
    if (!svg) return null;
    let canvas = this.canvases.get(svg);
    if (!canvas) {
      canvas = new Canvas(svg);
      this.canvases.set(svg, canvas);
      this.listen(canvas);
    }
    canvas.geometry = new Geometry(svg, panel);
    canvas.curve = panel.edits === "curve";
    return canvas;
  }

  /** A picture is painted on, or is to be looked at alone. @param {Canvas} canvas @param {boolean} on */
  allow(canvas, on) {
    const { svg } = canvas;
    canvas.painted = on;
    svg.toggleAttribute("data-paints", on);
    if (on) {
      svg.setAttribute("role", "application");
      svg.setAttribute("tabindex", "0");
      svg.setAttribute("aria-roledescription", t("cell-role"));
      svg.setAttribute("aria-describedby", "cell-keys");
    } else {
      canvas.ring.setAttribute("visibility", "hidden");
      svg.removeAttribute("aria-describedby");
    }
  }

  get paints() {
    return [...this.canvases.values()].some((c) => c.painted);
  }

  controls() {
    const { app } = this;
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-brush-value]"))) {
      b.addEventListener("click", () => this.take(Number(b.dataset.brushValue)));
    }
    const field = /** @type {HTMLInputElement|null} */ (document.querySelector("[data-cell-value]"));
    const range = /** @type {HTMLInputElement|null} */ (document.querySelector("[data-cell-range]"));
    range?.addEventListener("input", () => this.take(Number(Number(range.value).toPrecision(10))));
    field?.addEventListener("change", () => {
      const value = Number(field.value.trim().replace("−", "-").replace(",", "."));
      if (field.value.trim() !== "" && this.may(value)) this.take(value);
      else {
        app.say(t("cell-value-bad", this.form.low, this.form.high), "bad");
        this.take(this.value);
      }
    });
    for (const size of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-cell-size]"))) {
      size.addEventListener("change", () => this.resize(size));
    }
    document.querySelector("[data-action=clear]")?.addEventListener("click", () => app.send({ type: "data", op: "clear" }));
    document.querySelector("[data-action=paint]")?.addEventListener("click", () => app.send({ type: "set", params: this.form.when ?? {} }));
    this.take(this.value);
  }

  /** @param {number} value */
  may(value) {
    if (this.form.low < this.form.high) return value >= this.form.low && value <= this.form.high;
    return this.form.brushes.some((b) => b.value === value);
  }

  /** Takes a value for the strokes to come. @param {number} value */
  take(value) {
    this.value = value;
    setPressed("[data-brush-value]", (b) => Number(b.dataset.brushValue) === value);
    const field = /** @type {HTMLInputElement|null} */ (document.querySelector("[data-cell-value]"));
    const range = /** @type {HTMLInputElement|null} */ (document.querySelector("[data-cell-range]"));
    if (field) field.value = String(value);
    if (range) range.value = String(value);
  }

  /** @param {HTMLInputElement} field */
  resize(field) {
    const k = Number(field.dataset.cellSize);
    const [least, most] = k === 0 ? this.form.rows : this.form.cols;
    const n = Number(field.value);
    /** @type {[number, number]} */
    const shape = [this.cells.rows, this.cells.cols];
    if (!Number.isInteger(n) || n < least || n > most) {
      this.app.say(t("cell-size-bad", least, most), "bad");
      field.value = String(shape[k]);
      return;
    }
    shape[k] = n;
    this.app.send({ type: "data", op: "resize", shape });
  }

  state() {
    const { rows, cols } = this.cells;
    this.tools();
    for (const size of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-cell-size]"))) {
      if (size !== document.activeElement) size.value = String(size.dataset.cellSize === "0" ? rows : cols);
    }
    // A state that arrives during a stroke knows an older picture.
    for (const [row, col, value] of this.fresh.values()) this.cells.values[row * cols + col] = value;
    if (this.focus) this.focus = [clamp(this.focus[0], 0, rows - 1), clamp(this.focus[1], 0, cols - 1)];
    this.draw();
  }

  /** Shows the tools where there is something to paint on, and else how to begin. */
  tools() {
    const on = this.paints;
    this.bar?.toggleAttribute("hidden", !on);
    document.querySelector("[data-action=paint]")?.toggleAttribute("hidden", on);
    document.querySelector("[data-action=clear]")?.toggleAttribute("hidden", !on);
    document.querySelector("[data-cell-shape]")?.toggleAttribute("hidden", !on);
    const count = document.querySelector("[data-count]");
    if (count) count.textContent = on ? t("cell-count", this.cells.rows, this.cells.cols) : "";
  }

  /** @param {Canvas} canvas */
  listen(canvas) {
    const { svg } = canvas;
    svg.addEventListener("pointerdown", (e) => this.down(canvas, e));
    svg.addEventListener("pointermove", (e) => this.move(e));
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", (e) => this.up(e));
    // A finger that paints does not scroll the page. Frames replace what it is on, and then
    // events of its touch come to nobody else.
    const still = (/** @type {Event} */ e) => {
      if (this.stroke && e.cancelable) e.preventDefault();
    };
    svg.addEventListener("touchstart", (e) => e.target?.addEventListener("touchmove", still, { passive: false }), { passive: true });
    svg.addEventListener("touchmove", still, { passive: false });
    svg.addEventListener("keydown", (e) => this.key(canvas, e), { capture: true });
    svg.addEventListener("focus", () => this.look(canvas));
    svg.addEventListener("blur", () => {
      this.focus = null;
      this.draw();
    });
  }

  /**
   * The cell at a place of the picture, or null beside the grid, and the number that a curve has there.
   * @param {Canvas} canvas
   * @param {{clientX: number, clientY: number}} e
   * @returns {Painted|null}
   */
  at(canvas, e) {
    const g = canvas.geometry;
    if (!g) return null;
    const p = g.picture(e);
    const [x, y] = g.dataUnclamped(p);
    const [row, col] = [canvas.curve ? 0 : Math.floor(this.cells.rows - y), Math.floor(x)];
    if (row < 0 || col < 0 || row >= this.cells.rows || col >= this.cells.cols) return null;
    return [row, col, canvas.curve ? clamp(g.data(p)[1], this.form.low, this.form.high) : 0];
  }

  /** @param {Canvas} canvas @param {PointerEvent} e */
  down(canvas, e) {
    if (!canvas.painted || !this.app.connected || e.button !== 0 || !e.isPrimary || document.documentElement.hasAttribute("data-following")) return;
    const at = this.at(canvas, e);
    if (!at) return;
    this.focus = null;
    canvas.svg.focus({ preventScroll: true });
    this.focus = null; // the pointer is where the reader looks
    canvas.svg.setPointerCapture(e.pointerId);
    const now = this.cells.values[at[0] * this.cells.cols + at[1]];
    // A stroke that begins on a cell of the brush's own value takes it away.
    const value = now === this.value && !canvas.curve ? this.form.blank : this.value;
    this.stroke = { canvas, id: e.pointerId, at, value, sent: false };
    this.put([at]);
  }

  /** @param {PointerEvent} e */
  move(e) {
    const s = this.stroke;
    if (!s || e.pointerId !== s.id) return;
    /** @type {Painted[]} */
    const passed = [];
    const coalesced = e.getCoalescedEvents?.() ?? [];
    for (const p of coalesced.length ? coalesced : [e]) {
      const to = this.at(s.canvas, p);
      if (!to) continue;
      passed.push(...between(s.at, to));
      s.at = to;
    }
    this.put(passed);
  }

  /** @param {PointerEvent} e */
  up(e) {
    const s = this.stroke;
    if (!s || e.pointerId !== s.id) return;
    this.stroke = null;
    if (s.sent) this.app.send({ type: "data", op: "paint" }); // the gesture is over
  }

  abort() {
    this.stroke = null;
    this.fresh.clear();
    this.draw();
  }

  /** Paints the cells that a stroke passes over and that have another value. @param {Painted[]} places */
  put(places) {
    const s = this.stroke;
    if (!s) return;
    const { cols, values } = this.cells;
    /** @type {Painted[]} */
    const cells = [];
    for (const [row, col, height] of places) {
      const value = s.canvas.curve ? height : s.value;
      if (values[row * cols + col] === value) continue;
      values[row * cols + col] = value;
      cells.push([row, col, value]);
      this.fresh.set(`${row} ${col}`, [row, col, value]);
    }
    if (cells.length === 0) return;
    s.sent = this.app.send({ type: "data", op: "paint", cells, live: true }) || s.sent;
    this.draw();
  }

  /** Draws what was painted and is on its way, and the keyboard's cell. */
  draw() {
    for (const c of this.canvases.values()) {
      const g = c.geometry;
      if (!g || !c.painted) continue;
      c.fresh.replaceChildren(...[...this.fresh.values()].map((cell) => this.square(c, g, cell)));
      const at = document.activeElement === c.svg ? this.focus : null;
      c.ring.setAttribute("visibility", at ? "visible" : "hidden");
      if (at) this.place(c, g, c.ring, at[0], at[1], this.form.high);
    }
  }

  /**
   * @param {Canvas} canvas
   * @param {Geometry} g
   * @param {Painted} cell
   */
  square(canvas, g, [row, col, value]) {
    const r = document.createElementNS(svgSpace, "rect");
    const all = [this.form.low, this.form.high, ...this.form.brushes.map((b) => b.value)];
    const [low, high] = [Math.min(...all), Math.max(...all)];
    r.setAttribute("class", "cell-fresh");
    r.style.setProperty("--share", String(high > low ? (value - low) / (high - low) : 1));
    this.place(canvas, g, r, row, col, value);
    return r;
  }

  /**
   * Lays a rectangle on a cell; where a curve is drawn on its column, up to a number.
   * @param {Canvas} canvas
   * @param {Geometry} g
   * @param {SVGRectElement} r
   * @param {number} row
   * @param {number} col
   * @param {number} value
   */
  place(canvas, g, r, row, col, value) {
    const [top, bottom] = canvas.curve ? [Math.max(value, g.y0), Math.min(value, Math.max(g.y0, 0))] : [this.cells.rows - row, this.cells.rows - row - 1];
    const a = g.at(col, top);
    const b = g.at(col + 1, bottom);
    r.setAttribute("x", a.x.toFixed(1));
    r.setAttribute("y", Math.min(a.y, b.y).toFixed(1));
    r.setAttribute("width", (b.x - a.x).toFixed(1));
    r.setAttribute("height", Math.max(1, Math.abs(b.y - a.y)).toFixed(1));
  }

  /** The keyboard comes to a picture. @param {Canvas} canvas */
  look(canvas) {
    if (!canvas.painted || this.stroke || this.cells.rows === 0) return;
    if (!canvas.svg.matches(":focus-visible")) return;
    this.focus ??= [0, 0];
    this.draw();
    this.tell();
  }

  tell() {
    if (!this.focus) return;
    const [row, col] = this.focus;
    const value = this.cells.values[row * this.cells.cols + col];
    const brush = this.form.brushes.find((b) => b.value === value);
    const number = String(value).replace("-", "−");
    markLanguage(this.speech, true);
    this.speech.textContent = t("cell-at", this.form.row, row + 1, this.form.col, col + 1, brush ? t("cell-named", number, brush.name) : number);
  }

  /** @param {Canvas} canvas @param {KeyboardEvent} e */
  key(canvas, e) {
    if (!canvas.painted || e.ctrlKey || e.metaKey || e.altKey || e.target !== canvas.svg) return;
    const digit = /^[1-9]$/.test(e.key) ? this.form.brushes[Number(e.key) - 1] : undefined;
    if (digit && !shortcutOff(e)) {
      this.take(digit.value);
      this.write(digit.value);
    } else {
      switch (e.key) {
        case "ArrowLeft": this.go(0, -1); break;
        case "ArrowRight": this.go(0, 1); break;
        case "ArrowUp": canvas.curve ? this.change(1) : this.go(-1, 0); break;
        case "ArrowDown": canvas.curve ? this.change(-1) : this.go(1, 0); break;
        case "Enter": this.toggle(); break;
        case "Delete":
        case "Backspace": this.write(this.form.blank); break;
        case "Escape": canvas.svg.blur(); break;
        case "+":
        case "=": if (shortcutOff(e)) return; this.change(1); break;
        case "-":
        case "−": if (shortcutOff(e)) return; this.change(-1); break;
        default: return;
      }
    }
    e.preventDefault();
    e.stopImmediatePropagation();
  }

  /** @param {number} down @param {number} right */
  go(down, right) {
    const { rows, cols } = this.cells;
    const from = this.focus;
    this.focus = from ? [clamp(from[0] + down, 0, rows - 1), clamp(from[1] + right, 0, cols - 1)] : [0, 0];
    this.draw();
    this.tell();
  }

  toggle() {
    if (!this.focus) return;
    const now = this.cells.values[this.focus[0] * this.cells.cols + this.focus[1]];
    this.write(now === this.value ? this.form.blank : this.value);
  }

  /** A twentieth of the range, or the next brush. @param {1|-1} sign */
  change(sign) {
    if (!this.focus) return;
    const { low, high } = this.form;
    const now = this.cells.values[this.focus[0] * this.cells.cols + this.focus[1]];
    if (low < high) {
      this.write(Number(clamp(now + (sign * (high - low)) / 20, low, high).toPrecision(10)));
      return;
    }
    const values = this.form.brushes.map((b) => b.value).sort((a, b) => a - b);
    this.write(values[clamp(values.indexOf(now) + sign, 0, values.length - 1)]);
  }

  /** Writes a number into the cell in focus. @param {number} value */
  write(value) {
    if (!this.focus || !this.app.connected) return;
    const [row, col] = this.focus;
    const k = row * this.cells.cols + col;
    if (this.cells.values[k] === value) return;
    if (!this.app.send({ type: "data", op: "cell", at: this.focus, value: String(value) })) return;
    this.cells.values[k] = value;
    this.fresh.set(`${row} ${col}`, [row, col, value]);
    this.draw();
    this.tell();
  }
}

/**
 * The cells from one to another, without the first: a fast hand leaves no gaps. Within one cell it is
 * this cell, with its new number.
 * @param {Painted} from
 * @param {Painted} to
 * @returns {Painted[]}
 */
function between(from, to) {
  const n = Math.max(1, Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  return Array.from({ length: n }, (_, i) => {
    const share = (i + 1) / n;
    const [row, col, value] = from.map((x, k) => x + share * (to[k] - x));
    return [Math.round(row), Math.round(col), i + 1 === n ? to[2] : Number(value.toPrecision(4))];
  });
}
