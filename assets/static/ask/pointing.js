// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board, Tool} from "../board/board.js" */
import { must } from "../page/app.js";
import { clamp } from "../page/geometry.js";
import { t } from "../page/words.js";

const svgNamespace = "http://www.w3.org/2000/svg";
const coarse = 10; // pixels of one arrow key
const fine = 1; // with Shift
const grip = 18; // reach of an end of the line, in pixels

/** @typedef {{x: number, y: number}} Spot in the picture */

/**
 * Answers on the board: a point is chosen, or a line drawn, by mouse, finger or keys.
 * While it is in use it takes the place of the board's tools.
 */
export class Pointing {
  /**
   * @param {App} app
   * @param {Board} board
   * @param {{changed: () => void, done: () => void, leave: () => void}} on
   */
  constructor(app, board, on) {
    this.app = app;
    this.board = board;
    this.on = on;
    this.kind = "";
    this.before = "put";
    this.point = -1;
    /** The ends of the line, in data. @type {[number, number][]} */
    this.ends = [];
    /** The end that keys and the pointer move. */
    this.active = 0;
    this.dragging = false;
    this.live = must("[data-ask-live]");
    this.group = document.createElementNS(svgNamespace, "g");
    this.group.setAttribute("class", "ask-marks");
    this.group.setAttribute("pointer-events", "none");
    this.svg.append(this.group);
    board.tools.set("ask", this.tool());
    document.addEventListener("keydown", (e) => this.key(e), { capture: true });
    app.on("shown", () => this.draw());
    app.on("tool", (/** @type {string} */ tool) => {
      if (this.kind && tool !== "ask") this.on.leave(); // another tool was taken up
    });
  }

  get svg() {
    return this.board.svg;
  }

  get focused() {
    return !!this.kind && document.activeElement === this.svg;
  }

  /** The line through both ends; null while it is not drawn. */
  get line() {
    const [a, b] = this.ends;
    return a && b && (a[0] !== b[0] || a[1] !== b[1]) ? [a, b] : null;
  }

  /** What has been chosen, in words. */
  get told() {
    if (this.kind === "point" && this.point >= 0) return t("ask-chosen", pointName(this.point));
    if (this.kind === "line" && this.line) return t("ask-drawn");
    return "";
  }

  /** @param {string} kind "point", "line" or "" for neither */
  use(kind) {
    if (kind === this.kind) return;
    const was = this.kind;
    this.kind = kind;
    this.point = -1;
    this.ends = [];
    this.active = 0;
    this.svg.toggleAttribute("data-answering", !!kind);
    if (kind && !was) {
      this.before = this.board.tool;
      this.board.use("ask");
    } else if (!kind && this.board.tool === "ask") this.board.use(this.before);
    this.draw();
  }

  /** @returns {Tool} */
  tool() {
    return {
      down: ({ index, p }) => {
        if (this.kind === "point") {
          if (index >= 0) this.choose(index);
          return;
        }
        this.take(p);
      },
      move: (p, moved) => {
        if (this.kind !== "line" || !moved) return;
        if (!this.dragging && this.ends.length < 2) this.active = 1;
        this.dragging = true;
        this.put(p);
      },
      up: (p) => {
        if (this.kind === "line" && this.dragging) this.put(p);
        if (this.kind === "line" && this.ends.length < 2) this.active = 1;
        this.dragging = false;
        this.on.changed();
      },
      cancel: () => {
        this.dragging = false;
      },
    };
  }

  /** A press takes the end that is near, or sets the next one. @param {Spot} p */
  take(p) {
    const near = this.spots().findIndex((q) => Math.hypot(q.x - p.x, q.y - p.y) <= grip);
    if (near >= 0) this.active = near;
    else if (this.ends.length >= 2) {
      this.ends = [];
      this.active = 0;
    }
    if (near < 0) this.put(p);
  }

  /** @returns {Spot[]} */
  spots() {
    const g = this.board.geometry;
    return g ? this.ends.map(([x, y]) => g.at(x, y)) : [];
  }

  /** Sets the active end. @param {Spot} p */
  put(p) {
    const g = this.board.geometry;
    if (!g) return;
    const at = { x: clamp(p.x, g.left, g.right), y: clamp(p.y, g.top, g.bottom) };
    const [x, y] = g.dataUnclamped(at);
    this.ends[Math.min(this.active, this.ends.length)] = g.rounded(x, y);
    this.draw();
    this.on.changed();
  }

  /** @param {number} i */
  choose(i) {
    this.point = i;
    this.draw();
    this.on.changed();
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (!this.kind || e.target !== this.svg || e.ctrlKey || e.metaKey || e.altKey || !this.board.geometry) return;
    const step = e.shiftKey ? fine : coarse;
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = arrows[e.key];
    if (way) this.kind === "point" ? this.walk(way) : this.shift(way[0] * step, way[1] * step);
    else if (e.key === "." || e.key === ",") this.turn(e.key === "." ? 1 : -1);
    else if (e.key === "Enter") this.on.done();
    else if (e.key === "Escape") this.on.leave();
    else if (e.key === "Delete" || e.key === "Backspace") this.use(this.kind);
    else return;
    e.preventDefault();
    e.stopImmediatePropagation();
    if (e.key !== "Enter" && e.key !== "Escape") this.live.textContent = this.spoken();
  }

  spoken() {
    if (this.kind === "point") {
      const p = this.board.points[this.point];
      const name = p && this.app.state?.classes[p[2]];
      return p ? t(name ? "point-class" : "point", this.point + 1, show(p[0]), show(p[1]), name ?? "") : "";
    }
    const at = this.ends[this.active];
    return at ? t("ask-end", this.active + 1, show(at[0]), show(at[1])) : "";
  }

  /** The next point in a direction, or the one before in the order of the rows. @param {number} by */
  turn(by) {
    const n = this.board.points.length;
    if (this.kind === "line") {
      if (this.ends.length > 1) this.active = 1 - this.active;
      this.draw();
    } else if (n > 0) this.choose((((this.point < 0 && by < 0 ? 0 : this.point) + by) % n + n) % n);
  }

  /** Goes to the nearest point in a direction. @param {[number, number]} way */
  walk([dx, dy]) {
    const g = this.board.geometry;
    const here = this.board.points[this.point];
    if (!g) return;
    if (!here) {
      this.turn(1);
      return;
    }
    const from = g.at(here[0], here[1]);
    let best = -1;
    let least = Infinity;
    this.board.points.forEach(([x, y], i) => {
      const q = g.at(x, y);
      const along = (q.x - from.x) * dx + (q.y - from.y) * dy;
      const across = Math.abs((q.x - from.x) * dy) + Math.abs((q.y - from.y) * dx);
      const far = along + 2 * across;
      if (i === this.point || along <= 0.5 || across > 3 * along || far >= least) return;
      least = far;
      best = i;
    });
    if (best >= 0) this.choose(best);
  }

  /** Moves the active end; the first key puts a line across the board. @param {number} dx @param {number} dy */
  shift(dx, dy) {
    const g = this.board.geometry;
    if (!g) return;
    if (this.ends.length < 2) {
      const y = (g.top + g.bottom) / 2;
      const third = (g.right - g.left) / 3;
      this.ends = [g.left + third, g.right - third].map((x) => g.rounded(...g.dataUnclamped({ x, y })));
      this.active = 0;
    }
    const at = this.spots()[this.active];
    this.put({ x: at.x + dx, y: at.y + dy });
  }

  draw() {
    this.group.replaceChildren();
    const g = this.board.geometry;
    if (!this.kind || !g) return;
    const p = this.board.points[this.point];
    if (p) {
      const at = g.at(p[0], p[1]);
      for (const c of ["halo", "ask-ring"]) this.add("circle", c, { cx: at.x, cy: at.y, r: 16 });
    }
    const spots = this.spots();
    if (spots.length === 2) {
      const [a, b] = across(spots[0], spots[1], g);
      for (const c of ["halo", "ask-line"]) this.add("line", c, { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    }
    spots.forEach((s, i) => this.add("circle", `ask-end${i === this.active ? " active" : ""}`, { cx: s.x, cy: s.y, r: i === this.active ? 9 : 7 }));
  }

  /** @param {string} name @param {string} style @param {Record<string, number>} at */
  add(name, style, at) {
    const el = document.createElementNS(svgNamespace, name);
    el.setAttribute("class", style);
    for (const [k, x] of Object.entries(at)) el.setAttribute(k, x.toFixed(1));
    this.group.append(el);
  }
}

/** What a point is called. @param {number} i */
export function pointName(i) {
  const digits = "₀₁₂₃₄₅₆₇₈₉";
  return `x${[...String(i + 1)].map((d) => digits[Number(d)]).join("")}`;
}

/**
 * The line through two places from border to border.
 * @param {Spot} a
 * @param {Spot} b
 * @param {{left: number, right: number, top: number, bottom: number}} g
 */
export function across(a, b, g) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  let lo = -Infinity;
  let hi = Infinity;
  for (const [at, by, from, to] of [[a.x, dx, g.left, g.right], [a.y, dy, g.top, g.bottom]]) {
    if (Math.abs(by) < 1e-9) continue;
    const u = (from - at) / by;
    const v = (to - at) / by;
    lo = Math.max(lo, Math.min(u, v));
    hi = Math.min(hi, Math.max(u, v));
  }
  if (!Number.isFinite(lo) || !Number.isFinite(hi)) return [a, b];
  return [lo, hi].map((u) => ({ x: a.x + u * dx, y: a.y + u * dy }));
}

/** A number with few digits. @param {number} x */
function show(x) {
  return String(Number(x.toPrecision(3))).replace("-", "−");
}
