// @ts-check
/** @import {Place} from "../page/types.js" */
/** @import {Board} from "./board.js" */
import { must, perFrame, setPressed } from "../page/app.js";
import { clamp } from "../page/geometry.js";
import { shortcutOff } from "../page/keys.js";
import { t } from "../page/words.js";
import { canHold } from "./holdout.js";

const svg = "http://www.w3.org/2000/svg";

const coarse = 10; // pixels of one arrow key
const fine = 1; // with Shift
/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @typedef {{x: number, y: number}} XY */

/** Selects points by a box or a lasso, and moves them together. */
export class Selection {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.shape = "box";
    /** @type {XY[]} corners of the band, in the picture */
    this.path = [];
    /** @type {Map<number, [number, number]>|null} where the selected points were before the move */
    this.origin = null;
    this.grabbed = -1;
    this.nudging = false; // by arrow keys
    this.from = { x: 0, y: 0 };
    this.add = false;
    const overlay = must("[data-overlay]", board.svg);
    this.rings = document.createElementNS(svg, "path");
    this.rings.setAttribute("class", "selected-rings");
    this.band = document.createElementNS(svg, "path");
    this.band.setAttribute("class", "select-band");
    overlay.append(this.rings, this.band);
    this.note = must("[data-selected]");
    /** @type {HTMLSelectElement} */
    this.classes = must("[data-action=relabel-selected]");
    this.live = perFrame(() => {
      if (this.origin) this.sendPlaces(true);
    });
    this.length = 0;
    this.listen();
    board.tools.set("select", this);
  }

  listen() {
    const { board } = this;
    for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-select]"))) {
      b.addEventListener("click", () => {
        this.shape = b.dataset.select ?? "box";
        setPressed("[data-select]", (o) => o === b);
      });
    }
    must("[data-action=select-all]").addEventListener("click", () => this.selectAll());
    must("[data-action=delete-selected]").addEventListener("click", () => this.remove());
    document.querySelector("[data-action=hold-selected]")?.addEventListener("click", () => this.hold());
    this.classes.addEventListener("change", () => {
      board.relabel([...board.selected], Number(this.classes.value));
      this.changed();
    });
    board.app.on("state", () => this.followPoints());
    board.app.on("shown", () => this.draw());
    board.app.on("reordered", () => this.changed());
    board.app.on("removed", (/** @type {number} */ i) => {
      this.set([...board.selected].filter((k) => k !== i).map((k) => (k > i ? k - 1 : k)));
      this.length = board.points.length;
    });
    // Listens before the page's own keys, which remove the point under the pointer.
    document.addEventListener("keydown", (e) => this.key(e), { capture: true });
    document.addEventListener("keyup", () => this.settle());
    board.svg.addEventListener("blur", () => this.settle());
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    const t = e.target instanceof Element ? e.target : null;
    if (t?.closest("dialog[open], textarea, select, input, [role=menu], [role=slider]") || this.board.gesture) return;
    const onBoard = t === this.board.svg || this.board.tool === "select";
    if ((e.ctrlKey || e.metaKey) && !e.shiftKey && !e.altKey && e.key.toLowerCase() === "a" && onBoard) this.selectAll();
    else if (this.board.selected.size === 0 || e.ctrlKey || e.metaKey || e.altKey) return;
    else if (e.key === "Delete" || e.key === "Backspace") this.remove();
    else if (e.key === "Escape") this.set([]);
    else if (e.key.toLowerCase() === "o" && onBoard && canHold() && !shortcutOff(e)) this.hold();
    else if (arrows[e.key] && onBoard) this.nudge(arrows[e.key], e.shiftKey ? fine : coarse);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  /**
   * Moves what is selected by an arrow key.
   * @param {[number, number]} way
   * @param {number} step
   */
  nudge([dx, dy], step) {
    const g = this.board.geometry;
    if (!g) return;
    this.grabbed = -1; // no point that snaps to the grid
    this.from = { x: g.left, y: g.top };
    this.beginMove();
    this.nudging = true;
    this.shift({ x: g.left + step * dx, y: g.top + step * dy });
    this.live(undefined);
  }

  /** The arrow key was let go: the move is final. */
  settle() {
    if (!this.nudging) return;
    this.nudging = false;
    this.sendPlaces(false);
    this.origin = null;
    this.board.working = null;
  }

  /** Begins to move the selected points: remembers where they were. */
  beginMove() {
    const { points, selected } = this.board;
    this.board.beginEdit();
    this.origin = new Map([...selected].map((i) => [i, [points[i][0], points[i][1]]]));
  }

  /** @param {{index: number, p: XY, shift: boolean}} at */
  down({ index, p, shift }) {
    this.settle();
    const { selected } = this.board;
    this.from = p;
    this.add = shift;
    this.grabbed = index;
    this.path = index < 0 ? [p] : [];
    if (index < 0) return;
    if (!selected.has(index)) this.set(shift ? [...selected, index] : [index]);
    else if (shift) this.set([...selected].filter((i) => i !== index));
    if (!this.board.selected.has(index)) return;
    this.beginMove();
  }

  /**
   * @param {XY} p
   * @param {boolean} moved
   */
  move(p, moved) {
    if (!moved) return;
    if (this.origin) {
      this.shift(p);
      this.live(undefined);
      return;
    }
    if (this.path.length === 0) return;
    if (this.shape === "lasso") {
      const last = this.path[this.path.length - 1];
      if (Math.hypot(p.x - last.x, p.y - last.y) > 3) this.path.push(p);
    } else {
      const { from } = this;
      this.path = [from, { x: p.x, y: from.y }, p, { x: from.x, y: p.y }];
    }
    this.band.setAttribute("d", `M${this.path.map((q) => `${q.x.toFixed(1)} ${q.y.toFixed(1)}`).join("L")}Z`);
  }

  /**
   * @param {XY} p
   * @param {boolean} moved
   */
  up(p, moved) {
    const { board } = this;
    if (this.origin) {
      if (moved) {
        this.shift(p);
        this.sendPlaces(false);
      } else if (this.grabbed >= 0 && !this.add) board.app.emit("pick", this.grabbed);
      this.origin = null;
      board.working = null;
      return;
    }
    if (this.path.length === 0) return;
    const inside = moved ? this.inside() : [];
    this.clearBand();
    this.set(this.add ? [...board.selected, ...inside] : inside);
  }

  cancel() {
    const { board, origin } = this;
    this.clearBand();
    if (!origin) return;
    for (const [i, [x, y]] of origin) board.points[i] = [x, y, board.points[i][2]];
    this.sendPlaces(false);
    this.origin = null;
    board.working = null;
  }

  clearBand() {
    this.path = [];
    this.band.removeAttribute("d");
  }

  /** Moves what is selected with the pointer, and keeps it on the board. @param {XY} p */
  shift(p) {
    const { board, origin, from } = this;
    const g = board.geometry;
    if (!g || !origin) return;
    const a = g.dataUnclamped(from);
    const b = g.dataUnclamped(p);
    let dx = b[0] - a[0];
    let dy = b[1] - a[1];
    const held = origin.get(this.grabbed);
    if (board.snapping && held) {
      const to = board.data(g.at(held[0] + dx, held[1] + dy));
      dx = to[0] - held[0];
      dy = to[1] - held[1];
    }
    const xs = [...origin.values()].map((q) => q[0]);
    const ys = [...origin.values()].map((q) => q[1]);
    // Points that lie beyond the board already do not hold the others back.
    dx = clamp(dx, Math.min(0, g.x0 - smallest(xs)), Math.max(0, g.x1 - largest(xs)));
    dy = clamp(dy, Math.min(0, g.y0 - smallest(ys)), Math.max(0, g.y1 - largest(ys)));
    for (const [i, [x, y]] of origin) board.points[i] = [...g.rounded(x + dx, y + dy), board.points[i][2]];
    this.draw();
  }

  /** @param {boolean} live */
  sendPlaces(live) {
    const { board, origin } = this;
    if (!origin) return;
    const points = [...origin.keys()].map((i) => /** @type {Place} */ ([i, board.points[i][0], board.points[i][1]]));
    board.app.send({ type: "points", op: "place", points, live });
  }

  /** The indexes of the points in the band. */
  inside() {
    const { board, path } = this;
    const g = board.geometry;
    if (!g) return [];
    /** @type {number[]} */
    const found = [];
    board.points.forEach(([x, y], i) => {
      if (contains(path, g.at(x, y))) found.push(i);
    });
    return found;
  }

  selectAll() {
    if (this.board.tool !== "select") this.board.use("select");
    this.set(this.board.points.map((_, i) => i));
  }

  remove() {
    const { board } = this;
    const indexes = [...board.selected];
    if (indexes.length === 0 || !board.app.send({ type: "points", op: "remove", indexes })) return;
    const gone = new Set(indexes);
    board.held -= indexes.filter((i) => i >= board.learnt).length;
    const kept = board.points.filter((_, i) => !gone.has(i));
    board.points.splice(0, board.points.length, ...kept);
    this.set([]);
    board.hover(-1);
    board.app.emit("removed", board.points.length);
  }

  /** Holds out what is selected, or lets the demo learn from it if all of it is held out. */
  hold() {
    const { board } = this;
    board.hold([...board.selected], [...board.selected].some((i) => i < board.learnt));
  }

  /** @param {number[]} indexes */
  set(indexes) {
    const { board } = this;
    board.selected = new Set(indexes.filter((i) => i >= 0 && i < board.points.length));
    this.length = board.points.length;
    this.changed();
  }

  /** Fewer points have other indexes: the selection does not hold any more. */
  followPoints() {
    const { board } = this;
    if (board.selected.size > 0 && board.points.length < this.length && !board.gesture) board.selected = new Set();
    this.length = board.points.length;
    this.changed();
  }

  changed() {
    const { board } = this;
    const n = board.selected.size;
    this.note.textContent = n === 0 ? t("selected-none") : t("selected", n);
    const names = board.app.state?.classes ?? [];
    const box = /** @type {HTMLElement} */ (this.classes.parentElement);
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".with-selection"))) {
      el.hidden = n === 0 || (el === box && names.length < 2);
    }
    const labels = [...board.selected].map((i) => board.points[i]?.[2]);
    const same = labels.every((k) => k === labels[0]) ? labels[0] : -1;
    this.classes.replaceChildren(...names.map((name, k) => new Option(t("class", name), String(k), false, k === same)));
    if (same !== -1) return this.draw();
    const mixed = new Option(t("class-mixed"), "", true, true);
    mixed.disabled = true;
    this.classes.prepend(mixed);
    this.draw();
  }

  draw() {
    const { board } = this;
    const g = board.geometry;
    if (!g) return;
    let d = "";
    for (const i of board.selected) {
      const p = board.points[i];
      if (!p) continue;
      const at = g.at(p[0], p[1]);
      if (g.inside(at)) d += `M${(at.x - 9).toFixed(1)} ${at.y.toFixed(1)}a9 9 0 1 0 18 0a9 9 0 1 0-18 0`;
    }
    this.rings.setAttribute("d", d);
  }
}

/**
 * Whether a polygon contains a place: a ray from there crosses its edges an odd
 * number of times.
 * @param {XY[]} polygon
 * @param {XY} p
 */
function contains(polygon, p) {
  let odd = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const a = polygon[i];
    const b = polygon[j];
    if (a.y > p.y !== b.y > p.y && p.x < a.x + ((p.y - a.y) / (b.y - a.y)) * (b.x - a.x)) odd = !odd;
  }
  return odd;
}

/** @param {number[]} xs */
const smallest = (xs) => xs.reduce((a, b) => Math.min(a, b), Infinity);
/** @param {number[]} xs */
const largest = (xs) => xs.reduce((a, b) => Math.max(a, b), -Infinity);
