// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Board} from "./board.js" */
/** @import {GraphEdge} from "../page/kinds.js" */
import { must } from "../page/app.js";
import { markLanguage, t } from "../page/words.js";
import { edgeBetween, edgesOf, join, maxWeight } from "./edges.js";
import { toNumber } from "./rows.js";

const svg = "http://www.w3.org/2000/svg";

/** Draws edges from node to node, and chooses one to give it a weight or to take it away. */
export class EdgeTool {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.from = -1;
    /** The two nodes of the edge that was pressed last. @type {[number, number]|null} */
    this.chosen = null;
    /** @type {HTMLInputElement} */
    this.weight = must("[data-edge-weight]");
    this.removal = must("[data-action=remove-edge]");
    this.note = must("[data-edge-note]");
    this.line = document.createElementNS(svg, "path");
    this.line.setAttribute("class", "edge-line");
    must("[data-overlay]", board.svg).prepend(this.line);
    board.tools.set("edge", this);
    board.eraseEdge = (p, reach) => this.erase(p, reach);
    new EdgeKeys(board.app);
    this.weight.addEventListener("change", () => this.weigh());
    this.removal.addEventListener("click", () => this.part());
    board.app.on("state", () => this.follow());
    board.app.on("shown", () => this.from < 0 && this.mark());
    board.app.on("removed", (/** @type {number} */ i) => this.removed(i));
    board.app.on("tool", () => this.choose(null));
    this.follow();
  }

  /** @param {{index: number, p: {x: number, y: number}, reach: number}} press */
  down({ index, p, reach }) {
    this.from = index;
    if (index >= 0) return;
    const e = edgeNear(this.board, p, reach);
    this.choose(e ? [e[0], e[1]] : null);
  }

  /** @param {{x: number, y: number}} p */
  move(p) {
    const from = this.board.points[this.from];
    const g = this.board.geometry;
    if (!from || !g) return;
    const at = this.end(p);
    const node = this.board.points[at];
    this.draw(g.at(from[0], from[1]), node ? g.at(node[0], node[1]) : p);
    this.board.overlay.ring(node ? g.at(node[0], node[1]) : null);
  }

  /**
   * @param {{x: number, y: number}} p
   * @param {boolean} moved
   */
  up(p, moved) {
    const from = this.from;
    this.cancel();
    if (from < 0) return;
    if (!moved) {
      this.board.app.emit("pick", from);
      return;
    }
    const to = this.end(p, from);
    if (to >= 0) this.connect(from, to);
  }

  cancel() {
    this.from = -1;
    this.mark();
    this.board.drawFocus();
  }

  /**
   * The node that an edge would end at.
   * @param {{x: number, y: number}} p
   * @param {number} [from]
   */
  end(p, from = this.from) {
    const i = this.board.geometry?.nearest(this.board.points, p, 24) ?? -1;
    return i === from ? -1 : i;
  }

  /**
   * Joins two nodes; those that are joined are chosen.
   * @param {number} a
   * @param {number} b
   */
  connect(a, b) {
    const known = edgeBetween(this.board.app, a, b);
    if (!known && !join(this.board.app, a, b, this.given() ?? 1)) return;
    this.choose([a, b]);
  }

  given() {
    const w = toNumber(this.weight.value);
    return w !== null && w > 0 && w <= maxWeight ? w : null;
  }

  weigh() {
    const w = this.given();
    this.weight.toggleAttribute("aria-invalid", w === null);
    if (w === null) this.board.app.say(t("edge-weight", maxWeight), "bad");
    else if (this.chosen) join(this.board.app, ...this.chosen, w);
  }

  part() {
    const { chosen } = this;
    this.choose(null);
    if (chosen) join(this.board.app, ...chosen, 0);
  }

  /** @param {[number, number]|null} edge */
  choose(edge) {
    this.chosen = edge;
    this.follow();
    this.mark();
  }

  /**
   * Takes an edge away that is in reach; false where none is.
   * @param {{x: number, y: number}} p
   * @param {number} reach
   */
  erase(p, reach) {
    const e = edgeNear(this.board, p, reach);
    return e !== null && join(this.board.app, e[0], e[1], 0, true);
  }

  follow() {
    const { app } = this.board;
    const e = this.chosen && edgeBetween(app, ...this.chosen);
    if (!e) this.chosen = null;
    this.removal.hidden = !e;
    this.note.textContent = e ? t("edge", e[0] + 1, e[1] + 1) : t("edge-none");
    if (e && this.weight !== document.activeElement) this.weight.value = String(e[2]);
  }

  /** Nodes behind one that went have other numbers. @param {number} i */
  removed(i) {
    const { app } = this.board;
    if (app.state?.edges) {
      app.state.edges = app.state.edges
        .filter((e) => e[0] !== i && e[1] !== i)
        .map(([a, b, w]) => [a > i ? a - 1 : a, b > i ? b - 1 : b, w]);
    }
    this.choose(null);
  }

  /** Marks the edge that is chosen. */
  mark() {
    const { board, chosen } = this;
    const [a, b] = chosen ? [board.points[chosen[0]], board.points[chosen[1]]] : [];
    if (a && b && board.geometry) this.draw(board.geometry.at(a[0], a[1]), board.geometry.at(b[0], b[1]));
    else this.line.removeAttribute("d");
  }

  /**
   * @param {{x: number, y: number}} a
   * @param {{x: number, y: number}} b
   */
  draw(a, b) {
    this.line.setAttribute("d", `M${a.x.toFixed(1)} ${a.y.toFixed(1)}L${b.x.toFixed(1)} ${b.y.toFixed(1)}`);
  }
}

/** Edges by keyboard: C begins one at the node in focus, and ends it at another. */
class EdgeKeys {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.from = -1;
    this.speech = must("[data-speech]");
    app.on("removed", () => (this.from = -1));
    app.on("join", (/** @type {number} */ node) => this.speak(this.press(node)));
    app.on("point", (/** @type {number} */ node) => this.speak(`${this.speech.textContent}. ${neighbours(app, node)}`));
  }

  /** @param {string} text */
  speak(text) {
    this.speech.textContent = text;
    markLanguage(this.speech, true);
  }

  /**
   * @param {number} node in focus
   * @returns {string} what to tell
   */
  press(node) {
    const from = this.from;
    if (from < 0 || from === node) {
      this.from = from < 0 ? node : -1;
      return from < 0 ? t("edge-from", node + 1) : t("edge-left");
    }
    this.from = -1;
    const joined = edgeBetween(this.app, from, node);
    if (!join(this.app, from, node, joined ? 0 : 1)) return "";
    return t(joined ? "edge-parted" : "edge-joined", from + 1, node + 1);
  }
}

/**
 * The edge that passes nearest to a place, where one is within reach.
 * @param {Board} board
 * @param {{x: number, y: number}} p
 * @param {number} reach in pixels
 */
function edgeNear(board, p, reach) {
  const g = board.geometry;
  /** @type {GraphEdge|null} */
  let best = null;
  let least = reach;
  for (const e of g ? edgesOf(board.app) : []) {
    const [from, to] = [board.points[e[0]], board.points[e[1]]];
    if (!g || !from || !to) continue;
    const d = distance(p, g.at(from[0], from[1]), g.at(to[0], to[1]));
    if (d <= least) [best, least] = [e, d];
  }
  return best;
}

/** What a node's neighbours are, for those who hear. @param {App} app @param {number} i */
function neighbours(app, i) {
  const all = edgesOf(app).filter((e) => e[0] === i || e[1] === i);
  if (all.length === 0) return t("edge-alone");
  return t("edge-neighbours", all.map((e) => t("edge-neighbour", (e[0] === i ? e[1] : e[0]) + 1, String(Number(e[2].toPrecision(3))))).join(", "));
}

/**
 * The distance of a place from a segment.
 * @param {{x: number, y: number}} p
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b
 */
function distance(p, a, b) {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const along = Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}
