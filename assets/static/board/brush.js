// @ts-check
/** @import {Board} from "./board.js" */
/** @import {Place} from "../page/types.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

const svg = "http://www.w3.org/2000/svg";

/** Sprays points into a circle around the pointer. */
export class Brush {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {HTMLInputElement} */
    this.radius = must("[data-brush=radius]");
    /** @type {HTMLInputElement} */
    this.density = must("[data-brush=density]");
    this.ring = document.createElementNS(svg, "circle");
    this.ring.setAttribute("class", "brush-ring");
    must("[data-overlay]", board.svg).append(this.ring);
    this.hover(null);
    /** @type {{x: number, y: number}} */
    this.last = { x: 0, y: 0 };
    this.fraction = 0; // of the next point
    this.count = 0; // points before the gesture
    this.first = 0; // index of the first new one
    this.other = false;
    this.full = false;
    /** @type {Place[]} */
    this.batch = [];
    this.scheduled = 0;
    board.tools.set("brush", this);
  }

  /** @param {{p: {x: number, y: number}, shift: boolean}} press */
  down({ p, shift }) {
    this.board.beginEdit();
    this.count = this.board.points.length;
    this.first = this.board.learnt;
    this.last = p;
    this.other = shift;
    this.full = false;
    this.fraction = 0;
    this.spray(p, Number(this.density.value));
  }

  /** @param {{x: number, y: number}} p */
  move(p) {
    const way = Math.hypot(p.x - this.last.x, p.y - this.last.y);
    // Over a distance of the circle's width come as many points as with a click.
    this.fraction += (way / (2 * this.size)) * Number(this.density.value);
    const n = Math.floor(this.fraction);
    this.fraction -= n;
    this.spray(p, n);
    this.last = p;
    this.hover(p);
  }

  up() {
    this.flush();
    if (this.board.points.length > this.count) this.board.app.emit("placed");
    this.board.endEdit();
  }

  cancel() {
    this.flush();
    const { board } = this;
    const added = board.points.length - this.count;
    if (added > 0) {
      board.app.send({ type: "points", op: "remove", indexes: Array.from({ length: added }, (_, i) => this.first + i) });
      board.points.splice(this.first, added);
    }
    board.working = null;
    this.hover(null);
  }

  get size() {
    return Number(this.radius.value);
  }

  /** @param {{x: number, y: number}|null} p */
  hover(p) {
    this.ring.setAttribute("visibility", p ? "visible" : "hidden");
    if (!p) return;
    this.ring.setAttribute("r", String(this.size));
    this.ring.setAttribute("transform", `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
  }

  /**
   * Puts up to n points anywhere in the circle that is on the board.
   * @param {{x: number, y: number}} at
   * @param {number} n
   */
  spray(at, n) {
    const { board } = this;
    for (let i = 0; i < n; i++) {
      const angle = 2 * Math.PI * Math.random();
      const r = this.size * Math.sqrt(Math.random());
      const p = { x: at.x + r * Math.cos(angle), y: at.y + r * Math.sin(angle) };
      if (!board.geometry?.inside(p)) continue;
      if (board.points.length >= board.app.maxPoints) {
        this.tooMany();
        break;
      }
      const [x, y] = board.data(p);
      /** @type {Place} */
      const point = [x, y, board.classOf(this.other)];
      board.insert(point);
      this.batch.push(point);
    }
    if (this.batch.length > 0) this.scheduled ||= requestAnimationFrame(() => this.flush());
  }

  tooMany() {
    if (!this.full) this.board.app.say(t("full", this.board.app.maxPoints), "bad");
    this.full = true;
  }

  flush() {
    cancelAnimationFrame(this.scheduled);
    this.scheduled = 0;
    if (this.batch.length === 0) return;
    this.board.app.send({ type: "points", op: "add", points: this.batch, live: true });
    this.batch = [];
  }
}
