// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Form, Painted} from "./celllayer.js" */
/** @import {Frame, Panel} from "../page/types.js" */
import { must } from "../page/app.js";
import { clamp, Geometry } from "../page/geometry.js";
import { shortcutOff } from "../page/keys.js";
import { markLanguage, t } from "../page/words.js";
import { between, Layer } from "./celllayer.js";

const svgSpace = "http://www.w3.org/2000/svg";

/** A picture on which cells are painted. */
class Canvas {
  /** @param {SVGSVGElement} svg @param {Layer} layer */
  constructor(svg, layer) {
    this.svg = svg;
    this.layer = layer;
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
    /** @type {{grids: Form[], when: Record<string, string>|null}} */
    const { grids, when } = JSON.parse(app.root.dataset.cells ?? '{"grids":[]}');
    this.when = when ?? {};
    this.layers = grids.map((form) => new Layer(form, document.querySelector(`[data-cell-hand="${form.name}"]`)));
    /** @type {Map<SVGSVGElement, Canvas>} */
    this.canvases = new Map();
    /** @type {{canvas: Canvas, id: number, at: Painted, value: number, sent: boolean}|null} */
    this.stroke = null;
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

  /** The grid with a name; without one the first. @param {string} [name] */
  layer(name) {
    return this.layers.find((l) => l.form.name === name) ?? this.layers[0];
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
    if (!this.stroke) for (const l of this.layers) l.fresh.clear();
    this.draw();
    this.tools();
  }

  /** @param {Panel} panel */
  canvas(panel) {
    const svg = /** @type {SVGSVGElement|null} */ (document.querySelector(`svg[data-panel="${CSS.escape(panel.id)}"]`));
    if (!svg) return null;
    let canvas = this.canvases.get(svg);
    if (!canvas) {
      canvas = new Canvas(svg, this.layer(panel.grid));
      this.canvases.set(svg, canvas);
      this.listen(canvas);
    }
    canvas.layer = this.layer(panel.grid);
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
    for (const layer of this.layers) this.hand(layer);
    for (const size of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-cell-size]"))) {
      size.addEventListener("change", () => this.resize(size));
    }
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clear]"))) {
      b.addEventListener("click", () => app.send({ type: "data", op: "clear", ...this.layer(b.dataset.clear).named }));
    }
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-random]"))) {
      b.addEventListener("click", () => this.randomise(this.layer(b.dataset.random)));
    }
    document.querySelector("[data-action=clear]")?.addEventListener("click", () => app.send({ type: "data", op: "clear" }));
    document.querySelector("[data-action=paint]")?.addEventListener("click", () => app.send({ type: "set", params: this.when }));
  }

  /** The brushes and the number of a grid. @param {Layer} layer */
  hand(layer) {
    const { field, range, form } = layer;
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (layer.hand?.querySelectorAll("[data-brush-value]") ?? [])) {
      b.addEventListener("click", () => layer.take(Number(b.dataset.brushValue)));
    }
    range?.addEventListener("input", () => layer.take(Number(Number(range.value).toPrecision(10))));
    field?.addEventListener("change", () => {
      const value = Number(field.value.trim().replace("−", "-").replace(",", "."));
      if (field.value.trim() !== "" && layer.may(value)) layer.take(value);
      else {
        this.app.say(t("cell-value-bad", form.low, form.high), "bad");
        layer.take(layer.value);
      }
    });
    layer.take(layer.value);
  }

  /** Gives every cell of a grid a value by chance. @param {Layer} layer */
  randomise(layer) {
    this.app.send({ type: "data", op: "paint", cells: layer.drawn(Math.random), ...layer.named });
  }

  /** @param {HTMLInputElement} field */
  resize(field) {
    const layer = this.layer(field.dataset.cellGrid);
    const k = Number(field.dataset.cellSize);
    const [least, most] = k === 0 ? layer.form.rows : layer.form.cols;
    const n = Number(field.value);
    /** @type {[number, number]} */
    const shape = [layer.cells.rows, layer.cells.cols];
    if (!Number.isInteger(n) || n < least || n > most) {
      this.app.say(t("cell-size-bad", least, most), "bad");
      field.value = String(shape[k]);
      return;
    }
    shape[k] = n;
    this.app.send({ type: "data", op: "resize", shape, ...layer.named });
  }

  state() {
    const { state } = this.app;
    for (const l of this.layers) {
      const cells = l.form.name ? state?.layers?.find((x) => x.name === l.form.name) : state?.cells;
      l.shown(cells ?? { rows: 0, cols: 0, values: [] });
    }
    this.tools();
    for (const size of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-cell-size]"))) {
      const { rows, cols } = this.layer(size.dataset.cellGrid).cells;
      if (size !== document.activeElement) size.value = String(size.dataset.cellSize === "0" ? rows : cols);
    }
    const here = this.canvases.get(/** @type {any} */ (document.activeElement));
    if (this.focus && here) this.focus = [clamp(this.focus[0], 0, here.layer.cells.rows - 1), clamp(this.focus[1], 0, here.layer.cells.cols - 1)];
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
    if (!count) return;
    const sizes = this.layers.map((l) => t("cell-count", l.cells.rows, l.cells.cols));
    count.textContent = on ? [...new Set(sizes)].join(", ") : "";
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
    const { cells, form } = canvas.layer;
    const [row, col] = [canvas.curve ? 0 : Math.floor(cells.rows - y), Math.floor(x)];
    if (row < 0 || col < 0 || row >= cells.rows || col >= cells.cols) return null;
    return [row, col, canvas.curve ? clamp(g.data(p)[1], form.low, form.high) : 0];
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
    const { layer } = canvas;
    // A stroke that begins on a cell of the brush's own value takes it away.
    const value = layer.at(at[0], at[1]) === layer.value && !canvas.curve ? layer.form.blank : layer.value;
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
    if (s.sent) this.app.send({ type: "data", op: "paint", ...s.canvas.layer.named }); // the gesture is over
  }

  abort() {
    this.stroke = null;
    for (const l of this.layers) l.fresh.clear();
    this.draw();
  }

  /** Paints the cells that a stroke passes over and that have another value. @param {Painted[]} places */
  put(places) {
    const s = this.stroke;
    if (!s) return;
    const { layer, curve } = s.canvas;
    /** @type {Painted[]} */
    const cells = [];
    for (const [row, col, height] of places) {
      const value = curve ? height : s.value;
      if (layer.at(row, col) === value) continue;
      layer.put(row, col, value);
      cells.push([row, col, value]);
    }
    if (cells.length === 0) return;
    s.sent = this.app.send({ type: "data", op: "paint", cells, live: true, ...layer.named }) || s.sent;
    this.draw();
  }

  /** Draws what was painted and is on its way, and the keyboard's cell. */
  draw() {
    for (const c of this.canvases.values()) {
      const g = c.geometry;
      if (!g || !c.painted) continue;
      c.fresh.replaceChildren(...[...c.layer.fresh.values()].map((cell) => this.square(c, g, cell)));
      const at = document.activeElement === c.svg ? this.focus : null;
      c.ring.setAttribute("visibility", at ? "visible" : "hidden");
      if (at) this.place(c, g, c.ring, at[0], at[1], c.layer.form.high);
    }
  }

  /**
   * @param {Canvas} canvas
   * @param {Geometry} g
   * @param {Painted} cell
   */
  square(canvas, g, [row, col, value]) {
    const r = document.createElementNS(svgSpace, "rect");
    const { form } = canvas.layer;
    const all = [form.low, form.high, ...form.brushes.map((b) => b.value)];
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
    const { rows } = canvas.layer.cells;
    const [top, bottom] = canvas.curve ? [Math.max(value, g.y0), Math.min(value, Math.max(g.y0, 0))] : [rows - row, rows - row - 1];
    const a = g.at(col, top);
    const b = g.at(col + 1, bottom);
    r.setAttribute("x", a.x.toFixed(1));
    r.setAttribute("y", Math.min(a.y, b.y).toFixed(1));
    r.setAttribute("width", (b.x - a.x).toFixed(1));
    r.setAttribute("height", Math.max(1, Math.abs(b.y - a.y)).toFixed(1));
  }

  /** The keyboard comes to a picture. @param {Canvas} canvas */
  look(canvas) {
    if (!canvas.painted || this.stroke || canvas.layer.cells.rows === 0) return;
    if (!canvas.svg.matches(":focus-visible")) return;
    this.focus ??= [0, 0];
    this.draw();
    this.tell(canvas.layer);
  }

  /** @param {Layer} layer */
  tell({ form, cells }) {
    if (!this.focus) return;
    const [row, col] = this.focus;
    const value = cells.values[row * cells.cols + col];
    const brush = form.brushes.find((b) => b.value === value);
    const number = String(value).replace("-", "−");
    markLanguage(this.speech, true);
    this.speech.textContent = t("cell-at", form.row, row + 1, form.col, col + 1, brush ? t("cell-named", number, brush.name) : number);
  }

  /** @param {Canvas} canvas @param {KeyboardEvent} e */
  key(canvas, e) {
    if (!canvas.painted || e.ctrlKey || e.metaKey || e.altKey || e.target !== canvas.svg) return;
    const { layer } = canvas;
    const digit = /^[1-9]$/.test(e.key) ? layer.form.brushes[Number(e.key) - 1] : undefined;
    if (digit && !shortcutOff(e)) {
      layer.take(digit.value);
      this.write(layer, digit.value);
    } else {
      switch (e.key) {
        case "ArrowLeft": this.go(layer, 0, -1); break;
        case "ArrowRight": this.go(layer, 0, 1); break;
        case "ArrowUp": canvas.curve ? this.change(layer, 1) : this.go(layer, -1, 0); break;
        case "ArrowDown": canvas.curve ? this.change(layer, -1) : this.go(layer, 1, 0); break;
        case "Enter": this.toggle(layer); break;
        case "Delete":
        case "Backspace": this.write(layer, layer.form.blank); break;
        case "Escape": canvas.svg.blur(); break;
        case "+":
        case "=": if (shortcutOff(e)) return; this.change(layer, 1); break;
        case "-":
        case "−": if (shortcutOff(e)) return; this.change(layer, -1); break;
        default: return;
      }
    }
    e.preventDefault();
    e.stopImmediatePropagation();
  }

  /** @param {Layer} layer @param {number} down @param {number} right */
  go(layer, down, right) {
    const { rows, cols } = layer.cells;
    const from = this.focus;
    this.focus = from ? [clamp(from[0] + down, 0, rows - 1), clamp(from[1] + right, 0, cols - 1)] : [0, 0];
    this.draw();
    this.tell(layer);
  }

  /** @param {Layer} layer */
  toggle(layer) {
    if (!this.focus) return;
    this.write(layer, layer.at(...this.focus) === layer.value ? layer.form.blank : layer.value);
  }

  /** A twentieth of the range, or the next brush. @param {Layer} layer @param {1|-1} sign */
  change(layer, sign) {
    if (this.focus) this.write(layer, layer.next(layer.at(...this.focus), sign));
  }

  /** Writes a number into the cell in focus. @param {Layer} layer @param {number} value */
  write(layer, value) {
    if (!this.focus || !this.app.connected) return;
    const [row, col] = this.focus;
    if (layer.at(row, col) === value) return;
    if (!this.app.send({ type: "data", op: "cell", at: this.focus, value: String(value), ...layer.named })) return;
    layer.put(row, col, value);
    this.draw();
    this.tell(layer);
  }
}
