// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "./board.js" */
import { debounce, must, perFrame, setPressed } from "../page/app.js";
import { round } from "../page/geometry.js";
import { t } from "../page/words.js";

const step = 1.4; // factor of a button or a key
const leastSpan = 1e-6;
const mostSpan = 1e9;

/** @typedef {{x: number, y: number}} XY */
/** @typedef {[number, number, number, number]} Window x0, x1, y0, y1 */

/** Zooms and pans the board, or fits it to all points. */
export class Zoom {
  /**
   * @param {App} app
   * @param {Board} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    /** @type {Window|null} what was asked for last, while a gesture lasts */
    this.requested = null;
    /** @type {{p: XY, window: Window}|null} */
    this.panStart = null;
    /** @type {Map<number, XY>} where the fingers are on the screen */
    this.fingers = new Map();
    this.live = perFrame(() => {
      if (this.requested) app.send({ type: "window", window: this.requested, live: true });
    });
    this.final = debounce(250, () => this.finish());
    board.tools.set("pan", this);
    this.listen();
  }

  listen() {
    const { svg } = this.board;
    must("[data-action=zoom-in]").addEventListener("click", () => this.scale(1 / step));
    must("[data-action=zoom-out]").addEventListener("click", () => this.scale(step));
    must("[data-action=zoom-fit]").addEventListener("click", () => this.fit());
    must("[data-action=snap]").addEventListener("click", () => this.snap());
    svg.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    svg.addEventListener("keydown", (e) => this.key(e));
    svg.addEventListener("pointerdown", (e) => this.finger(e), { capture: true });
    svg.addEventListener("pointermove", (e) => this.pinch(e));
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, (e) => this.fingers.delete(/** @type {PointerEvent} */ (e).pointerId));
    }
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    switch (e.key) {
      case "+":
      case "=": this.scale(1 / step); break;
      case "-":
      case "−": this.scale(step); break;
      case "0": this.fit(); break;
      case "#": this.snap(); break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** The wheel zooms with Ctrl or the pan tool, and else scrolls the page. @param {WheelEvent} e */
  wheel(e) {
    const g = this.board.geometry;
    if (!g || !(e.ctrlKey || e.metaKey || this.board.tool === "pan")) return;
    e.preventDefault();
    const lines = e.deltaMode === 1 ? 16 : 1;
    const turn = Math.max(-60, Math.min(60, e.deltaY * lines));
    this.scale(Math.exp(turn * 0.006), g.picture(e));
  }

  /** @param {PointerEvent} e */
  finger(e) {
    if (e.pointerType !== "touch") return;
    this.fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (this.fingers.size === 2) this.board.abort();
  }

  /** Two fingers zoom and shift. @param {PointerEvent} e */
  pinch(e) {
    const g = this.board.geometry;
    const was = this.fingers.get(e.pointerId);
    if (!was) return;
    const now = { x: e.clientX, y: e.clientY };
    this.fingers.set(e.pointerId, now);
    if (!g || this.fingers.size !== 2) return;
    const other = [...this.fingers].find(([id]) => id !== e.pointerId)?.[1];
    if (!other) return;
    const a = g.picture({ clientX: was.x, clientY: was.y });
    const b = g.picture({ clientX: now.x, clientY: now.y });
    const o = g.picture({ clientX: other.x, clientY: other.y });
    const before = Math.hypot(a.x - o.x, a.y - o.y);
    const after = Math.hypot(b.x - o.x, b.y - o.y);
    if (after < 8) return;
    // The middle of the fingers moves by half of what one does.
    this.shift((b.x - a.x) / 2, (b.y - a.y) / 2);
    this.scale(before / after, { x: (b.x + o.x) / 2, y: (b.y + o.y) / 2 });
  }

  /** @param {{p: XY}} at */
  down({ p }) {
    this.panStart = { p, window: this.window() };
  }

  /** @param {XY} p */
  move(p) {
    if (!this.panStart) return;
    this.requested = this.panStart.window;
    this.shift(p.x - this.panStart.p.x, p.y - this.panStart.p.y);
  }

  up() {
    this.panStart = null;
  }

  cancel() {
    if (this.panStart && this.requested) {
      this.requested = this.panStart.window;
      this.request(this.requested);
    }
    this.panStart = null;
  }

  /** @returns {Window} */
  window() {
    const g = this.board.geometry;
    return this.requested ?? (g ? [g.x0, g.x1, g.y0, g.y1] : [0, 1, 0, 1]);
  }

  /**
   * Scales the window by a factor; a place of the picture stays where it is.
   * @param {number} factor
   * @param {XY} [at]
   */
  scale(factor, at) {
    const g = this.board.geometry;
    if (!g) return;
    const [x0, x1, y0, y1] = this.window();
    const u = at ? (at.x - g.left) / (g.right - g.left) : 0.5;
    const v = at ? (g.bottom - at.y) / (g.bottom - g.top) : 0.5;
    const x = x0 + u * (x1 - x0);
    const y = y0 + v * (y1 - y0);
    this.request([x + (x0 - x) * factor, x + (x1 - x) * factor, y + (y0 - y) * factor, y + (y1 - y) * factor]);
  }

  /**
   * Pans by pixels of the picture.
   * @param {number} dx
   * @param {number} dy
   */
  shift(dx, dy) {
    const g = this.board.geometry;
    if (!g) return;
    const [x0, x1, y0, y1] = this.window();
    const x = (-dx * (x1 - x0)) / (g.right - g.left);
    const y = (dy * (y1 - y0)) / (g.bottom - g.top);
    this.request([x0 + x, x1 + x, y0 + y, y1 + y]);
  }

  /** @param {Window} w */
  request(w) {
    const spans = [w[1] - w[0], w[3] - w[2]];
    if (Math.min(...spans) < leastSpan || Math.max(...spans) > mostSpan || w.some((x) => Math.abs(x) > mostSpan)) return;
    const g = this.board.geometry;
    if (!g) return;
    // A tenth of a pixel is exact enough, and keeps links short.
    const perX = spans[0] / (g.right - g.left) / 10;
    const perY = spans[1] / (g.bottom - g.top) / 10;
    this.requested = [round(w[0], perX), round(w[1], perX), round(w[2], perY), round(w[3], perY)];
    this.live(undefined);
    this.final();
  }

  finish() {
    if (this.panStart) {
      this.final();
      return;
    }
    if (this.requested) this.app.send({ type: "window", window: this.requested });
    this.requested = null;
  }

  fit() {
    this.requested = null;
    this.app.send({ type: "window" });
  }

  snap() {
    this.board.snapping = !this.board.snapping;
    setPressed("[data-action=snap]", () => this.board.snapping);
    this.app.say(this.board.snapping ? t("snapped") : t("unsnapped"));
  }
}
