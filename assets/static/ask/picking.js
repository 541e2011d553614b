// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Asking} from "../page/types.js" */
import { t } from "../page/words.js";

const svgName = "http://www.w3.org/2000/svg";
const least = { fine: 24, coarse: 40 }; // pixels that a mark has to be hit

/** @typedef {{x: number, y: number, w: number, h: number}} Box in the picture */

/** Whether a question is answered by one of the marks of a panel. @param {string} [kind] */
export function picksMark(kind) {
  return kind === "cell" || kind === "node" || kind === "bar";
}

/**
 * Answers on a panel: a cell, a node or a bar is picked among those that the question
 * names, by mouse, finger or keys. The menu in the question holds what is chosen, so
 * that it can be chosen there as well, also where the panel is out of sight.
 */
export class Picking {
  /**
   * @param {App} app
   * @param {HTMLSelectElement} menu
   * @param {{changed: () => void, done: () => void}} on
   */
  constructor(app, menu, on) {
    this.app = app;
    this.menu = menu;
    this.on = on;
    /** @type {Asking|null} */
    this.asking = null;
    this.open = false;
    this.group = document.createElementNS(svgName, "g");
    this.group.setAttribute("class", "ask-picks");
    menu.addEventListener("input", () => this.draw());
    app.on("shown", () => this.draw());
  }

  get focused() {
    return this.group.contains(document.activeElement);
  }

  /** The place of what is chosen, −1 for nothing. */
  get chosen() {
    return this.menu.value === "" ? -1 : Number(this.menu.value);
  }

  /**
   * Lets the question be answered, shows its verdict, or does neither.
   * @param {Asking|null} asking
   * @param {boolean} open
   */
  use(asking, open) {
    this.asking = asking;
    this.open = open;
    this.draw();
  }

  /** @param {number} i */
  choose(i) {
    this.menu.value = String(i);
    this.draw();
    this.on.changed();
  }

  /** @returns {SVGSVGElement|null} */
  get svg() {
    const on = this.asking?.on;
    return on ? document.querySelector(`svg[data-panel="${CSS.escape(on)}"]`) : null;
  }

  /**
   * Where the mark with a reference is in its picture.
   * @param {SVGSVGElement} svg
   * @param {string} ref
   * @returns {Box|null}
   */
  boxOf(svg, ref) {
    const matrix = svg.getScreenCTM()?.inverse();
    if (!matrix) return null;
    const box = (/** @type {DOMRect} */ r, u = [0, 1], v = [0, 1]) => {
      if (r.width === 0 && r.height === 0) return null;
      const at = (/** @type {number} */ x, /** @type {number} */ y) => new DOMPoint(r.x + x * r.width, r.y + y * r.height).matrixTransform(matrix);
      const [a, b] = [at(u[0], v[0]), at(u[1], v[1])];
      return { x: a.x, y: a.y, w: b.x - a.x, h: b.y - a.y };
    };
    const el = svg.querySelector(`[data-layer] [data-ref="${CSS.escape(ref)}"]`);
    if (el) return box(el.getBoundingClientRect());
    const [row, column] = ref.split(" ");
    for (const image of /** @type {NodeListOf<SVGImageElement>} */ (svg.querySelectorAll("image[data-cells]"))) {
      const { rows = "", cols = "" } = image.dataset;
      const [r, c] = [rows.split(" ").indexOf(row), cols.split(" ").indexOf(column)];
      const [height, width] = (image.dataset.cells ?? "1 1").split(" ").map(Number);
      if (r >= 0 && c >= 0) return box(image.getBoundingClientRect(), [c / width, (c + 1) / width], [r / height, (r + 1) / height]);
    }
    return null;
  }

  draw() {
    const had = this.focused;
    const { svg, asking } = this;
    const marks = [];
    if (svg && asking?.refs) {
      const scale = svg.getScreenCTM()?.a || 1;
      const size = (matchMedia("(any-pointer: coarse)").matches ? least.coarse : least.fine) / scale;
      if (this.open) asking.refs.forEach((ref, i) => marks.push(this.mark(this.boxOf(svg, ref), i, size)));
      else if (asking.verdict && !asking.verdict.void) {
        for (const [style, points] of /** @type {[string, number[]][]} */ ([["given", asking.verdict.given?.points ?? []], ["right", asking.verdict.answer?.points ?? []]])) {
          for (const i of points) marks.push(this.outline(this.boxOf(svg, asking.refs[i] ?? ""), style));
        }
      }
    }
    const shown = marks.filter((m) => m !== null);
    this.group.replaceChildren(...shown);
    if (shown.length === 0) {
      this.group.remove();
      return;
    }
    if (this.open) {
      this.group.setAttribute("role", "radiogroup");
      this.group.setAttribute("aria-label", asking?.text ?? "");
    } else this.group.removeAttribute("role");
    if (svg && svg.lastElementChild !== this.group) svg.append(this.group);
    if (had) /** @type {SVGElement|null} */ (this.group.querySelector('[tabindex="0"]'))?.focus({ preventScroll: true });
  }

  /**
   * A mark that can be picked: one of them is reached by Tab, the others by the arrow keys.
   * @param {Box|null} box
   * @param {number} i
   * @param {number} size that it has at least
   */
  mark(box, i, size) {
    if (!box) return null;
    const el = this.outline(box, "open");
    const hit = document.createElementNS(svgName, "rect");
    hit.setAttribute("class", "ask-hit");
    const [w, h] = [Math.max(box.w, size), Math.max(box.h, size)];
    place(hit, { x: box.x - (w - box.w) / 2, y: box.y - (h - box.h) / 2, w, h });
    el.append(hit);
    const on = this.chosen === i;
    el.setAttribute("role", "radio");
    el.setAttribute("aria-checked", String(on));
    el.setAttribute("aria-label", this.asking?.names?.[i] ?? "");
    el.setAttribute("tabindex", on || (this.chosen < 0 && i === 0) ? "0" : "-1");
    el.dataset.pick = String(i);
    el.addEventListener("click", () => {
      this.choose(i);
      this.to(i);
    });
    el.addEventListener("keydown", (e) => this.key(e, i));
    return el;
  }

  /** @param {Box|null} box @param {string} style */
  outline(box, style) {
    const el = document.createElementNS(svgName, "g");
    el.setAttribute("class", `ask-mark ${style}`);
    if (!box) return el;
    for (const part of ["halo", "ask-ring"]) {
      const rect = document.createElementNS(svgName, "rect");
      rect.setAttribute("class", part);
      const grow = this.asking?.kind === "cell" ? -2 : 2; // cells touch each other
      place(rect, { x: box.x - grow, y: box.y - grow, w: box.w + 2 * grow, h: box.h + 2 * grow });
      rect.setAttribute("rx", "3");
      el.append(rect);
    }
    return el;
  }

  /** Puts the focus on a mark. @param {number} i */
  to(i) {
    /** @type {SVGElement|null} */ (this.group.querySelector(`[data-pick="${i}"]`))?.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} e @param {number} i */
  key(e, i) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const n = this.asking?.refs?.length ?? 0;
    let next = -1;
    if (arrows[e.key]) next = this.beside(i, arrows[e.key]);
    else if (e.key === "." || e.key === ",") next = (i + (e.key === "." ? 1 : n - 1)) % n;
    else if (e.key === " ") next = i;
    else if (e.key === "Enter") {
      if (this.chosen !== i) next = i;
    } else return;
    e.preventDefault();
    e.stopPropagation();
    if (next >= 0) {
      this.choose(next);
      this.to(next);
    }
    if (e.key === "Enter") this.on.done();
  }

  /** The nearest mark in a direction. @param {number} i @param {[number, number]} way */
  beside(i, [dx, dy]) {
    const centre = (/** @type {Element} */ el) => {
      const r = el.getBoundingClientRect();
      return { x: r.x + r.width / 2, y: r.y + r.height / 2 };
    };
    const here = this.group.querySelector(`[data-pick="${i}"]`);
    if (!here) return -1;
    const from = centre(here);
    let best = -1;
    let nearest = Infinity;
    for (const el of /** @type {NodeListOf<SVGElement>} */ (this.group.querySelectorAll("[data-pick]"))) {
      const q = centre(el);
      const along = (q.x - from.x) * dx + (q.y - from.y) * dy;
      const across = Math.abs((q.x - from.x) * dy) + Math.abs((q.y - from.y) * dx);
      if (el === here || along <= 0.5 || across > 3 * along || along + 2 * across >= nearest) continue;
      nearest = along + 2 * across;
      best = Number(el.dataset.pick);
    }
    return best;
  }
}

/** @param {Element} rect @param {Box} box */
function place(rect, box) {
  for (const [name, x] of Object.entries({ x: box.x, y: box.y, width: box.w, height: box.h })) rect.setAttribute(name, x.toFixed(1));
}

/** How a mark is picked on the panel of a question. @param {Asking} a */
export function howToPick(a) {
  const title = document.querySelector(`[data-view="${CSS.escape(a.on ?? "")}"] [data-title]`)?.textContent ?? "";
  if (!title) return t("ask-menu");
  return matchMedia("(hover: none)").matches ? t("ask-mark-touch", title) : t("ask-mark", title);
}
