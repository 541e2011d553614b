// @ts-check
/** @import {App} from "../page/app.js" */
import { Tips } from "./tips.js";

const svgName = "http://www.w3.org/2000/svg";

/** @typedef {{told: string, rows: string[], cols: string[], values: string[], image: SVGImageElement}} Cells a matrix, one image with all its cells */

/**
 * Finds the elements that stand for the same thing: a point, its α in the formula, its bar,
 * its row of a matrix, its row in the table. Elements carry data-ref with the
 * thing's name; a matrix' image lists those of its rows and columns. What belongs to
 * others, as a point does to the nodes of a tree on its way, lists them in data-also: it
 * lights up with each of them, and they with it.
 */
export class Links {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.tips = new Tips(app);
    /** @type {string[]} */
    this.highlighted = [];
    /** @type {string[]} */
    this.others = [];
    /** @type {WeakMap<Element, Cells>} */
    this.cache = new WeakMap();
    app.on("shown", () => this.paint());
    app.on("told", () => this.paint());
    app.on("state", () => this.paint());
  }

  /**
   * Highlights everything that stands for these or belongs to them, and what stands for
   * the others to which they belong.
   * @param {string[]} refs
   * @param {string[]} [others]
   */
  highlight(refs, others = []) {
    if (`${refs};${others}` === `${this.highlighted};${this.others}`) return;
    this.highlighted = refs;
    this.others = others;
    this.clear();
    this.paint();
  }

  clear() {
    for (const el of document.querySelectorAll(".lit")) el.classList.remove("lit");
    for (const g of document.querySelectorAll("[data-lit-cells]")) g.remove();
  }

  paint() {
    if (!this.highlighted.length) return;
    this.clear();
    for (const ref of this.highlighted) {
      const name = CSS.escape(ref);
      for (const el of document.querySelectorAll(`[data-ref="${name}"], [data-also~="${name}"]`)) el.classList.add("lit");
    }
    for (const ref of this.others) {
      for (const el of this.elements(ref)) el.classList.add("lit");
    }
    for (const image of /** @type {NodeListOf<SVGImageElement>} */ (document.querySelectorAll("image[data-cells]"))) this.frameCells(image);
  }

  /** @param {string} ref */
  elements(ref) {
    return document.querySelectorAll(`[data-ref="${CSS.escape(ref)}"]`);
  }

  /**
   * The rows and columns of a matrix.
   * @param {SVGImageElement} image
   * @returns {Cells}
   */
  cells(image) {
    const { rows, cols, values } = image.dataset;
    const told = `${rows};${cols};${values}`;
    const was = this.cache.get(image);
    if (was?.told === told) return was; // the element may stay for other cells
    const list = (/** @type {string|undefined} */ s) => (s ? s.split(" ") : []);
    const cells = { told, rows: list(rows), cols: list(cols), values: list(values), image };
    this.cache.set(image, cells);
    return cells;
  }

  /**
   * The place of a cell, or of a whole row or column where the other is absent.
   * @param {SVGImageElement} image
   * @param {number|null} r
   * @param {number|null} c
   */
  box(image, r, c) {
    const [rows, cols] = (image.dataset.cells ?? "1 1").split(" ").map(Number);
    const [x, y, w, h] = ["x", "y", "width", "height"].map((a) => Number(image.getAttribute(a)));
    return {
      x: x + (c === null ? 0 : (c * w) / cols),
      y: y + (r === null ? 0 : (r * h) / rows),
      w: c === null ? w : w / cols,
      h: r === null ? h : h / rows,
    };
  }

  /**
   * Frames the highlighted rows and columns of a matrix.
   * @param {SVGImageElement} image
   */
  frameCells(image) {
    const cells = this.cells(image);
    const g = document.createElementNS(svgName, "g");
    g.dataset.litCells = "";
    const frame = (/** @type {{x: number, y: number, w: number, h: number}} */ b) => {
      const rect = document.createElementNS(svgName, "rect");
      for (const [name, v] of Object.entries({ x: b.x, y: b.y, width: b.w, height: b.h })) rect.setAttribute(name, v.toFixed(1));
      rect.setAttribute("class", "lit-cells");
      g.append(rect);
    };
    for (const ref of this.highlighted) {
      const r = cells.rows.indexOf(ref);
      const c = cells.cols.indexOf(ref);
      if (r >= 0) frame(this.box(image, r, null));
      if (c >= 0) frame(this.box(image, null, c));
    }
    if (g.firstChild) image.closest("svg")?.append(g);
  }

  /**
   * What is said of a thing: the tooltips of the pictures that show it, or else the
   * coordinates of the point. It is empty while the tooltips are on their way.
   * @param {string} ref
   */
  describe(ref) {
    /** @type {Set<string>} */
    const told = new Set();
    for (const el of this.elements(ref)) {
      const tip = el.closest("svg[data-panel]") && this.tips.of(el);
      if (tip) told.add(tip);
    }
    if (told.size) return [...told].slice(0, 3).join("\n");
    if (this.tips.pending(ref)) return "";
    const p = this.app.state?.points[pointOf(ref)];
    return p ? `${nameOf(ref)} = (${format(p[0])}, ${format(p[1])})` : "";
  }
}

/**
 * The row of the point that a reference stands for; −1 for another thing.
 * @param {string} ref
 */
export function pointOf(ref) {
  const m = /^x(\d+)$/.exec(ref);
  return m ? Number(m[1]) : -1;
}

/**
 * What a reference is called on the page, where points count from 1.
 * @param {string} ref
 */
export function nameOf(ref) {
  const i = pointOf(ref);
  return i < 0 ? ref : "x" + subscript(i + 1);
}

/**
 * The references of the points that words speak of: x₇ is "x6".
 * @param {string} words
 */
export function pointsIn(words) {
  const digits = "₀₁₂₃₄₅₆₇₈₉";
  const refs = [...words.matchAll(/[xα]([₀-₉]+)/g)].map((m) => "x" + (Number([...m[1]].map((d) => digits.indexOf(d)).join("")) - 1));
  return [...new Set(refs)];
}

/** @param {number} n */
function subscript(n) {
  return String(n).replace(/\d/g, (d) => "₀₁₂₃₄₅₆₇₈₉"[Number(d)]);
}

/**
 * A number with few digits, as the story writes it.
 * @param {number} x
 * @param {number} [digits]
 */
export function format(x, digits = 3) {
  if (!Number.isFinite(x)) return "–";
  const size = Math.abs(x);
  if (size === 0 || (size >= 1e-3 && size < 1e6)) {
    return (Number.isInteger(x) ? String(x) : String(Number(x.toPrecision(digits)))).replace("-", "−");
  }
  const [m, e] = x.toExponential(digits - 1).split("e");
  const power = String(Number(e)).replace("-", "⁻").replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]);
  return `${String(Number(m)).replace("-", "−")} × 10${power}`;
}
