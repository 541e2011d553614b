// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "./board.js" */
import { must } from "../page/app.js";
import { clamp } from "../page/geometry.js";
import { shortcutOff } from "../page/keys.js";
import { markLanguage, t } from "../page/words.js";
import { canHold } from "./holdout.js";

const coarse = 10; // pixels of one arrow key
const fine = 1; // with Shift

/**
 * The board by keyboard: a cross that arrow keys move, and a point in focus that
 * they move instead.
 */
export class BoardKeys {
  /**
   * @param {App} app
   * @param {Board} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    this.focused = -1;
    /** @type {{x: number, y: number}|null} */
    this.cross = null;
    this.dirty = false;
    this.speech = must("[data-speech]");
    board.svg.addEventListener("keydown", (e) => this.key(e));
    board.svg.addEventListener("keyup", () => this.settle());
    board.svg.addEventListener("blur", () => this.leave());
    board.svg.addEventListener("pointerdown", () => this.leave());
    app.on("removed", (/** @type {number} */ i) => {
      if (this.focused >= i) this.focus(Math.min(this.focused, board.points.length) - 1);
    });
    app.on("reordered", (/** @type {Map<number, number>} */ place) => {
      if (this.focused >= 0) this.focus(place.get(this.focused) ?? this.focused);
    });
    app.on("pick", (/** @type {number} */ i) => this.focus(i));
    app.on("shown", () => this.draw());
  }

  /** @param {KeyboardEvent} e */
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.board.geometry || e.target !== this.board.svg) return;
    this.board.enter(this.board.main);
    const step = e.shiftKey ? fine : coarse;
    switch (e.key) {
      case "ArrowLeft": this.shift(-step, 0); break;
      case "ArrowRight": this.shift(step, 0); break;
      case "ArrowUp": this.shift(0, -step); break;
      case "ArrowDown": this.shift(0, step); break;
      case ".": this.focus(this.focused + 1); break;
      case ",": this.focus(this.focused - 1); break;
      case "Enter": this.put(e.shiftKey); break;
      case "Delete":
      case "Backspace": this.remove(); break;
      case "Escape": this.escape(); break;
      case "o":
      case "O":
        if (this.focused < 0 || !canHold() || shortcutOff(e)) return;
        this.board.hold([this.focused], this.focused < this.board.learnt);
        break;
      case "c":
      case "C":
        if (this.focused < 0 || !this.board.hasEdges || shortcutOff(e)) return;
        this.app.emit("join", this.focused);
        break;
      default: return;
    }
    e.preventDefault();
    e.stopPropagation();
  }

  /** @param {number} i */
  focus(i) {
    const n = this.board.points.length;
    if (n === 0) {
      this.focused = -1;
      return;
    }
    this.focused = ((i % n) + n) % n;
    this.cross = null;
    this.draw();
    this.tell();
    this.app.emit("point", this.focused);
  }

  tell() {
    const p = this.board.points[this.focused];
    if (!p) return;
    const name = this.app.state?.classes[p[2]];
    const told = t(name ? "point-class" : "point", this.focused + 1, show(p[0]), show(p[1]), name ?? "");
    this.speech.textContent = this.focused < this.board.learnt ? told : t("point-held", told);
    markLanguage(this.speech, true);
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  shift(dx, dy) {
    const g = this.board.geometry;
    if (!g) return;
    const p = this.board.points[this.focused];
    const from = p ? g.at(p[0], p[1]) : this.cross ?? { x: (g.left + g.right) / 2, y: (g.top + g.bottom) / 2 };
    const to = { x: clamp(from.x + dx, g.left, g.right), y: clamp(from.y + dy, g.top, g.bottom) };
    if (!p) {
      this.cross = to;
      this.draw();
      return;
    }
    const [x, y] = g.data(to);
    this.board.points[this.focused] = [x, y, p[2]];
    this.app.send({ type: "points", op: "move", index: this.focused, x, y, live: true });
    this.dirty = true;
    this.draw();
  }

  /** The arrow key was let go: the move is final. */
  settle() {
    if (!this.dirty) return;
    this.dirty = false;
    const p = this.board.points[this.focused];
    if (!p) return;
    this.app.send({ type: "points", op: "move", index: this.focused, x: p[0], y: p[1] });
    this.tell();
  }

  /** @param {boolean} other */
  put(other) {
    const g = this.board.geometry;
    if (!g || this.focused >= 0) return;
    const at = this.cross ?? { x: (g.left + g.right) / 2, y: (g.top + g.bottom) / 2 };
    const i = this.board.add(at, other);
    if (i >= 0) this.focus(i);
  }

  remove() {
    const i = this.focused >= 0 ? this.focused : this.board.hovered;
    if (i >= 0) this.board.remove(i);
  }

  escape() {
    const p = this.board.points[this.focused];
    if (!p || !this.board.geometry) {
      this.board.svg.blur();
      return;
    }
    this.cross = this.board.geometry.at(p[0], p[1]);
    this.focused = -1;
    this.draw();
  }

  leave() {
    this.settle();
    this.focused = -1;
    this.cross = null;
    this.draw();
  }

  draw() {
    const { board } = this;
    const p = board.points[this.focused];
    if (p && board.geometry) board.overlay.ring(board.geometry.at(p[0], p[1]));
    else board.drawFocus();
    const at = this.cross && board.geometry?.data(this.cross);
    board.overlay.cross(this.cross, board.geometry, at ? `${show(at[0])}, ${show(at[1])}` : "");
  }
}

/** A number with few digits. @param {number} x */
export function show(x) {
  return String(Number(x.toPrecision(3))).replace("-", "−");
}
