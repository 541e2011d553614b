// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "../board/board.js" */
/** @import {Asking, Guess, Poll, Tally} from "../page/types.js" */
import { across } from "./pointing.js";

const svgNamespace = "http://www.w3.org/2000/svg";
const levels = 6; // of the heat
const disc = { least: 9, most: 24 }; // radius in pixels

/**
 * Draws the answers of a room over the board: how often each point was chosen, and where
 * the lines lie. The table beside it says the same.
 */
export class Heat {
  /**
   * @param {App} app
   * @param {Board} board
   */
  constructor(app, board) {
    this.board = board;
    /** @type {Poll|null} */
    this.poll = null;
    /** @type {Asking|null} */
    this.asking = null;
    /** @type {Guess|null} */
    this.mine = null;
    this.group = document.createElementNS(svgNamespace, "g");
    this.group.setAttribute("class", "votes-marks");
    this.group.setAttribute("pointer-events", "none");
    this.group.setAttribute("aria-hidden", "true");
    board.svg.append(this.group);
    app.on("shown", () => this.draw());
  }

  /** @param {Poll|null} poll @param {Asking|null} asking @param {Guess|null} mine the reader's own answer */
  show(poll, asking, mine) {
    this.poll = poll;
    this.asking = asking;
    this.mine = mine;
    this.draw();
  }

  draw() {
    this.group.replaceChildren();
    const { poll, asking } = this;
    if (!poll || !asking || !this.board.geometry) return;
    const rounds = poll.rounds ?? [];
    const newest = rounds[rounds.length - 1];
    if (newest && asking.kind === "point") this.points(newest, rounds.length > 1 ? rounds[0] : null);
    if (newest?.lines) for (const [a, b, c] of newest.lines) this.line("votes-line", a, b, c);
    if (newest?.cells) this.cells(newest.cells);
    if (this.mine && poll.phase !== "open") this.own(this.mine);
  }

  /** @param {Tally} newest @param {Tally|null} before */
  points(newest, before) {
    const share = (/** @type {number} */ n, /** @type {number} */ of) => n / Math.max(1, of);
    const most = Math.max(1e-9, ...[newest, before].flatMap((r) => (r?.points ?? []).map(([, n]) => share(n, r?.answers ?? 1))));
    const radius = (/** @type {number} */ n, /** @type {number} */ of) => disc.least + (disc.most - disc.least) * Math.sqrt(share(n, of) / most);
    for (const [i, n] of newest.points ?? []) this.disc("votes-disc", i, radius(n, newest.answers), String(n));
    for (const [i, n] of before?.points ?? []) this.disc("votes-before", i, radius(n, before?.answers ?? 1));
  }

  /** @param {string} style @param {number} i @param {number} r @param {string} [text] */
  disc(style, i, r, text) {
    const p = this.board.points[i];
    const g = this.board.geometry;
    if (!p || !g) return;
    const { x, y } = g.at(p[0], p[1]);
    this.add("circle", style, { cx: x, cy: y, r });
    if (text) this.add("text", "votes-number", { x, y: y - r - 3 < g.top + 10 ? y + r + 13 : y - r - 3 }).textContent = text;
  }

  /** The line a·x₁ + b·x₂ + c = 0. @param {string} style @param {number} a @param {number} b @param {number} c */
  line(style, a, b, c) {
    const g = this.board.geometry;
    if (!g) return;
    const norm = a * a + b * b;
    const x = (g.x0 + g.x1) / 2;
    const y = (g.y0 + g.y1) / 2;
    const off = (a * x + b * y + c) / norm; // the foot of the middle of the board
    const size = (g.x1 - g.x0) / Math.sqrt(norm);
    const foot = [x - a * off, y - b * off];
    const [p, q] = across(g.at(foot[0], foot[1]), g.at(foot[0] - b * size, foot[1] + a * size), g);
    this.add("line", style, { x1: p.x, y1: p.y, x2: q.x, y2: q.y });
  }

  /** @param {NonNullable<Tally["cells"]>} heat */
  cells({ window: [x0, x1, y0, y1], cols, counts }) {
    const g = this.board.geometry;
    if (!g) return;
    const rows = counts.length / cols;
    const from = g.at(x0, y1);
    const to = g.at(x1, y0);
    const w = (to.x - from.x) / cols;
    const h = (to.y - from.y) / rows;
    const most = Math.max(1, ...counts);
    const paths = Array.from({ length: levels }, () => "");
    counts.forEach((n, i) => {
      if (n === 0) return;
      const level = Math.min(levels - 1, Math.floor((n / most) * levels));
      const x = from.x + (i % cols) * w;
      const y = from.y + Math.floor(i / cols) * h;
      paths[level] += `M${x.toFixed(1)} ${y.toFixed(1)}h${w.toFixed(2)}v${h.toFixed(2)}h${(-w).toFixed(2)}z`;
    });
    paths.forEach((d, level) => {
      if (!d) return;
      const path = this.add("path", "votes-cells", {});
      path.setAttribute("d", d);
      path.setAttribute("opacity", (((level + 1) / levels) * 0.7).toFixed(2));
    });
  }

  /** @param {Guess} mine */
  own(mine) {
    const g = this.board.geometry;
    if (!g) return;
    if (mine.point !== undefined) this.disc("votes-own", mine.point, 16);
    if (mine.line) {
      const [a, b] = mine.line.map(([x, y]) => g.at(x, y));
      const [p, q] = across(a, b, g);
      this.add("line", "votes-own", { x1: p.x, y1: p.y, x2: q.x, y2: q.y });
    }
  }

  /** @param {string} name @param {string} style @param {Record<string, number>} at */
  add(name, style, at) {
    const el = document.createElementNS(svgNamespace, name);
    el.setAttribute("class", style);
    for (const [k, x] of Object.entries(at)) el.setAttribute(k, x.toFixed(1));
    this.group.append(el);
    return el;
  }
}
