// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, Panel, Place} from "../page/types.js" */
import { must, perFrame, setPressed } from "../page/app.js";
import { Geometry } from "../page/geometry.js";
import { t } from "../page/words.js";
import { boardOf } from "../run/frame.js";
import { gripAt } from "./drag.js";
import { Overlay } from "./overlay.js";
import { PointMenu } from "./pointmenu.js";

const mouseReach = 11;
const fingerReach = 24;
const dragThreshold = 6; // pixels that a click may move
const longPress = 550;

/**
 * What a tool does between a press and its end. Places are in the picture.
 * @typedef {object} Tool
 * @property {(press: {index: number, p: {x: number, y: number}, shift: boolean, reach: number}) => void} down
 * @property {(p: {x: number, y: number}, moved: boolean) => void} move
 * @property {(p: {x: number, y: number}, moved: boolean) => void} up
 * @property {() => void} cancel
 * @property {(p: {x: number, y: number}|null) => void} [hover]
 */

/** A picture that points are edited on: the board, or a side view with its coordinates. */
class Surface {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    let group = /** @type {SVGGElement|null} */ (svg.querySelector("[data-overlay]"));
    if (!group) {
      group = document.createElementNS("http://www.w3.org/2000/svg", "g");
      group.dataset.overlay = "";
      svg.append(group);
    }
    this.overlay = new Overlay(group);
    /** @type {Geometry|null} */
    this.geometry = null;
  }
}

/** Puts, moves and removes points with mouse, pen and finger. */
export class Board {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {SVGSVGElement} */
    this.svg = must("svg.board");
    this.main = new Surface(this.svg);
    /** Where the hand is. */
    this.here = this.main;
    /** @type {WeakMap<SVGSVGElement, Surface>} */
    this.sides = new WeakMap();
    this.box = must("[data-board-box]");
    this.menu = new PointMenu(this);
    this.tool = "put";
    /** @type {Map<string, Tool>} tools that are not the board's own */
    this.tools = new Map();
    /** The points are the nodes of a graph. */
    this.hasEdges = document.querySelector("[data-tool=edge]") !== null;
    /** Takes an edge away that is in reach. @type {((p: {x: number, y: number}, reach: number) => boolean)|null} */
    this.eraseEdge = null;
    /** The indexes that are selected. @type {Set<number>} */
    this.selected = new Set();
    this.snapping = false;
    /** @type {Place[]|null} the points as a gesture left them, while it lasts */
    this.working = null;
    this.workingHeld = 0; // of these, held out
    this.class = 0;
    this.hovered = -1;
    this.lastPointer = "mouse";
    /** @type {{index: number, from: {x: number, y: number}, moved: boolean, id: number, other: boolean, touch: boolean, start: Place|null, at: Place|null, tool: Tool|null}|null} */
    this.gesture = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.pressTimer = undefined;
    this.sendMove = perFrame((/** @type {{index: number, x: number, y: number}} */ m) => {
      if (this.gesture?.index === m.index) app.send({ type: "points", op: "move", ...m, live: true });
    });
    this.controls();
    this.listen(this.main);
    app.on("shown", (/** @type {Frame} */ f) => {
      const panel = boardOf(f);
      if (panel) this.main.geometry = new Geometry(this.svg, panel);
      for (const side of f.panels) if (side.edits === "data") this.aside(side);
      this.drawFocus();
    });
    const empty = document.querySelector("[data-board-empty]");
    app.on("state", (s) => {
      this.keepDraggedPoint();
      empty?.toggleAttribute("hidden", s.points.length > 0);
      nameChips(s.classes);
      this.showChips();
    });
    app.on("placed", () => empty?.toggleAttribute("hidden", true));
  }

  /** Of the board itself, which most tools and the keyboard are for. */
  get geometry() {
    return this.main.geometry;
  }

  get overlay() {
    return this.main.overlay;
  }

  /**
   * Lets points be put, moved and removed on a side view, too. Other tools than that
   * need the board.
   * @param {Panel} panel
   */
  aside(panel) {
    const svg = /** @type {SVGSVGElement|null} */ (document.querySelector(`svg[data-panel="${CSS.escape(panel.id)}"]`));
    if (!svg) return;
    let side = this.sides.get(svg);
    if (!side) {
      side = new Surface(svg);
      this.sides.set(svg, side);
      this.listen(side);
      // A finger that holds a point does not scroll the page. Frames replace what it is
      // on, and then events of its touch come to nobody else.
      const still = (/** @type {Event} */ e) => {
        if ((this.gesture?.index ?? -1) >= 0 && e.cancelable) e.preventDefault();
      };
      svg.addEventListener("touchstart", (e) => e.target?.addEventListener("touchmove", still, { passive: false }), { passive: true });
      svg.addEventListener("touchmove", still, { passive: false });
    }
    side.geometry = new Geometry(svg, panel);
  }

  /** The hand goes to a picture. @param {Surface} surface */
  enter(surface) {
    if (this.here === surface) return;
    this.here.overlay.ring(null);
    this.here = surface;
  }

  /** The points as this page knows them. */
  get points() {
    return this.app.state?.points ?? [];
  }

  get classes() {
    return this.app.state?.classes.length ?? 0;
  }

  /** How many of the last points are held out. */
  get held() {
    return this.app.state?.held ?? 0;
  }

  set held(n) {
    if (this.app.state) this.app.state.held = n;
    this.workingHeld = n;
  }

  /** How many points are learnt from: they stand before those that are held out. */
  get learnt() {
    return this.points.length - this.held;
  }

  /**
   * Puts points before those that are held out, as the server does.
   * @param {...Place} points
   */
  insert(...points) {
    const at = this.learnt;
    this.points.splice(at, 0, ...points);
    this.selected = new Set([...this.selected].map((i) => (i < at ? i : i + points.length)));
    return at;
  }

  /**
   * Holds points out, or lets the demo learn from them, as the server does: they
   * become the last of their kind.
   * @param {number[]} indexes
   * @param {boolean} out
   * @param {boolean} [live] some of many
   */
  hold(indexes, out, live = false) {
    if (indexes.length === 0 || !this.app.send({ type: "points", op: "hold", indexes, on: out, live })) return;
    const { points, learnt } = this;
    const chosen = new Set(indexes.filter((i) => i < learnt === out));
    const all = points.map((_, i) => i);
    const moved = all.filter((i) => chosen.has(i));
    const training = all.filter((i) => i < learnt && !chosen.has(i));
    const held = all.filter((i) => i >= learnt && !chosen.has(i));
    const order = out ? [...training, ...held, ...moved] : [...training, ...moved, ...held];
    points.splice(0, points.length, ...order.map((i) => points[i]));
    this.held = held.length + (out ? moved.length : 0);
    const place = new Map(order.map((i, k) => [i, k]));
    this.selected = new Set([...this.selected].map((i) => place.get(i) ?? i));
    this.hover(-1);
    this.app.emit("reordered", place);
  }

  controls() {
    const chips = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-class]"));
    chips.forEach((chip) => {
      if (chip.getAttribute("aria-pressed") === "true") this.class = Number(chip.dataset.class);
      chip.addEventListener("click", () => this.choose(Number(chip.dataset.class)));
    });
    document.querySelector("[data-action=more-classes]")?.addEventListener("click", () => {
      const next = [...chips].find((chip) => chip.hidden);
      if (!next) return;
      this.choose(Number(next.dataset.class));
      next.focus();
    });
    const tools = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".tools [data-tool]"));
    tools.forEach((b) => b.addEventListener("click", () => this.use(b.dataset.tool ?? "put")));
    this.use("put");
  }

  /** @param {number} k */
  choose(k) {
    if (k >= Math.max(1, this.classes)) return;
    this.class = k;
    setPressed("[data-class]", (b) => Number(b.dataset.class) === k);
    this.showChips();
    if (this.tool === "select" && this.selected.size > 0) this.relabel([...this.selected], k);
    else if (this.tool !== "put" && this.tool !== "brush") this.use("put");
  }

  /** Shows a chip for every class in use, for the first two, and for that of new points. */
  showChips() {
    const used = new Set([0, 1, this.class, ...this.points.map((p) => p[2])]);
    const chips = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-class]")]);
    for (const chip of chips) chip.hidden = !used.has(Number(chip.dataset.class));
    // A demo that takes either shows no classes where the points have values.
    document.querySelector(".chips")?.toggleAttribute("hidden", this.app.state?.target === "values");
    document.querySelector("[data-action=more-classes]")?.toggleAttribute("hidden", chips.every((chip) => !chip.hidden));
  }

  /** @param {string} tool */
  use(tool) {
    this.abort();
    this.tools.get(this.tool)?.hover?.(null);
    this.tool = tool;
    this.box.dataset.activeTool = tool;
    this.app.emit("tool", tool);
    setPressed(".tools [data-tool]", (b) => b.dataset.tool === tool);
  }

  /** @param {Surface} surface */
  listen(surface) {
    const { svg } = surface;
    svg.addEventListener("pointerdown", (e) => {
      this.enter(surface);
      this.down(e);
    });
    svg.addEventListener("pointermove", (e) => {
      if (!this.gesture) this.enter(surface);
      this.move(e);
    });
    svg.addEventListener("pointerup", (e) => this.up(e));
    svg.addEventListener("pointercancel", () => this.cancel());
    svg.addEventListener("pointerleave", () => {
      this.hover(-1);
      this.toolHere()?.hover?.(null);
    });
    svg.addEventListener("contextmenu", (e) => {
      e.preventDefault();
      // A long press of a finger sends this event, too; it opens the menu instead.
      if (this.lastPointer !== "mouse") return;
      const hit = this.hit(e, mouseReach);
      if (hit >= 0) this.remove(hit);
    });
  }

  /**
   * @param {{clientX: number, clientY: number}} e
   * @param {number} reach
   */
  hit(e, reach) {
    const g = this.here.geometry;
    return g ? g.nearest(this.points, g.picture(e), reach) : -1;
  }

  /** @param {PointerEvent} e */
  down(e) {
    this.lastPointer = e.pointerType;
    this.menu.close();
    const { geometry, svg } = this.here;
    if (!geometry || !this.app.connected || e.button !== 0 || !e.isPrimary) return;
    if (gripAt(e)) return; // it sets a parameter
    if (document.documentElement.hasAttribute("data-following") && this.tool !== "ask") return;
    const touch = e.pointerType !== "mouse";
    const from = geometry.picture(e);
    const index = this.hit(e, touch ? fingerReach : mouseReach);
    svg.focus({ preventScroll: true });
    svg.setPointerCapture(e.pointerId);
    const tool = this.toolFor(index);
    this.gesture = { index, from, moved: false, id: e.pointerId, other: e.shiftKey, touch, start: this.points[index] ?? null, at: null, tool };
    if (tool) {
      tool.down({ index, p: from, shift: e.shiftKey, reach: touch ? fingerReach / 2 : mouseReach });
      return;
    }
    if (touch && index >= 0 && this.here === this.main) this.pressTimer = setTimeout(() => this.longPressed(e), longPress);
  }

  /**
   * The tool that a press begins. A selected point moves with the whole selection.
   * @param {number} index
   */
  toolFor(index) {
    const together = (this.tool === "put" || this.tool === "move") && this.selected.has(index);
    return this.toolHere(together ? "select" : this.tool);
  }

  /** A tool that is not the board's own, where it works. @param {string} [name] */
  toolHere(name = this.tool) {
    return this.here === this.main ? (this.tools.get(name) ?? null) : null;
  }

  /** @param {PointerEvent} e */
  move(e) {
    const { geometry } = this.here;
    if (!geometry) return;
    const g = this.gesture;
    if (!g) {
      const tool = this.toolHere();
      this.hover(tool && this.tool === "pan" ? -1 : this.hit(e, mouseReach));
      tool?.hover?.(geometry.picture(e));
      return;
    }
    if (e.pointerId !== g.id) return;
    const p = geometry.picture(e);
    if (Math.hypot(p.x - g.from.x, p.y - g.from.y) > dragThreshold) {
      g.moved = true;
      clearTimeout(this.pressTimer);
    }
    if (g.tool) {
      g.tool.move(p, g.moved);
      return;
    }
    if (!g.moved || g.index < 0) return;
    this.here.svg.classList.add("dragging");
    this.place(g.index, p);
  }

  /**
   * Puts back what a state that arrives during a drag has overwritten: it knows an
   * older place of the dragged point.
   */
  keepDraggedPoint() {
    const g = this.gesture;
    if (this.working && this.app.state) {
      this.app.state.points = this.working;
      this.app.state.held = this.workingHeld;
    }
    if (g?.moved && g.index >= 0 && g.at && this.points[g.index]) this.points[g.index] = g.at;
    this.drawFocus();
  }

  /** Begins a live gesture: until endEdit the points are those of this page, not the server's. */
  beginEdit() {
    this.working = this.points;
    this.workingHeld = this.held;
  }

  /** Ends a live gesture; undo takes it back as one change. */
  endEdit() {
    this.working = null;
    this.app.send({ type: "points", op: "place" });
  }

  /**
   * The data at a place of the picture; on the grid while that is switched on.
   * @param {{x: number, y: number}} p
   * @returns {[number, number]}
   */
  data(p) {
    const g = this.here.geometry;
    if (!g) return [0, 0];
    const [x, y] = g.data(p);
    if (!this.snapping) return [x, y];
    const dx = niceStep(g.x1 - g.x0);
    const dy = niceStep(g.y1 - g.y0);
    return g.rounded(onGrid(x, dx, g.x0, g.x1), onGrid(y, dy, g.y0, g.y1));
  }

  /**
   * Moves a point to where the pointer is and lets the run follow.
   * @param {number} index
   * @param {{x: number, y: number}} p
   */
  place(index, p) {
    const at = this.points[index];
    if (!this.here.geometry || !at) return;
    const [x, y] = this.data(p);
    this.points[index] = [x, y, at[2]];
    if (this.gesture) this.gesture.at = this.points[index];
    this.drawFocus(index);
    this.sendMove({ index, x, y });
  }

  /** @param {PointerEvent} e */
  up(e) {
    const g = this.gesture;
    const { geometry } = this.here;
    if (!g || e.pointerId !== g.id || !geometry) return;
    this.end();
    const p = geometry.picture(e);
    if (g.tool) {
      g.tool.up(p, g.moved);
      return;
    }
    if (g.index >= 0) {
      if (!g.moved) {
        this.app.emit("pick", g.index);
        return;
      }
      const [x, y] = this.points[g.index];
      this.app.send({ type: "points", op: "move", index: g.index, x, y });
      return;
    }
    if (this.tool === "put" && !g.moved && geometry.inside(p)) this.add(p, g.other || e.shiftKey);
  }

  cancel() {
    const g = this.gesture;
    this.end();
    if (g?.tool) {
      g.tool.cancel();
      return;
    }
    if (!g?.moved || g.index < 0 || !g.start) return;
    const [x, y] = g.start;
    this.app.send({ type: "points", op: "move", index: g.index, x, y });
  }

  /** Cancels a gesture that turns out to be another one. */
  abort() {
    if (this.gesture) this.cancel();
  }

  end() {
    clearTimeout(this.pressTimer);
    this.gesture = null;
    this.here.svg.classList.remove("dragging");
    this.drawFocus();
  }

  /** A finger rested on a point. @param {PointerEvent} e */
  longPressed(e) {
    const g = this.gesture;
    if (!g || g.moved || g.index < 0) return;
    const index = g.index;
    this.end();
    this.menu.open(index, e.clientX, e.clientY);
  }

  /**
   * @param {{x: number, y: number}} p in the picture
   * @param {boolean} other of the other class
   */
  add(p, other) {
    if (!this.here.geometry || !this.app.state) return -1;
    if (this.points.length >= this.app.maxPoints) {
      this.app.say(t("full", this.app.maxPoints), "bad");
      return -1;
    }
    const [x, y] = this.data(p);
    const k = this.classOf(other);
    if (!this.app.send({ type: "points", op: "add", points: [[x, y, k]] })) return -1;
    const i = this.insert([x, y, k]);
    this.app.emit("placed");
    return i;
  }

  /** The class of a new point. @param {boolean} other */
  classOf(other) {
    return this.classes > 0 ? (this.class + (other ? 1 : 0)) % this.classes : 0;
  }

  /**
   * @param {number} index
   * @param {boolean} [live] one of many
   */
  remove(index, live = false) {
    if (!this.points[index]) return;
    if (!this.app.send({ type: "points", op: "remove", indexes: [index], live })) return;
    // Removed here at once, so that a second removal does not hit a neighbour.
    if (index >= this.learnt) this.held--;
    this.points.splice(index, 1);
    this.hover(-1);
    this.app.emit("removed", index);
  }

  /**
   * @param {number[]} indexes
   * @param {number} k
   */
  relabel(indexes, k) {
    if (indexes.length === 0 || !this.app.send({ type: "points", op: "relabel", indexes, class: k })) return;
    for (const i of indexes) this.points[i][2] = k;
  }

  /** @param {number} index */
  hover(index) {
    if (index === this.hovered) return;
    this.hovered = index;
    this.here.svg.classList.toggle("over-point", index >= 0);
    this.drawFocus();
  }

  /** Draws the ring around the point that is dragged or under the pointer. @param {number} [index] */
  drawFocus(index = this.gesture?.index ?? this.hovered) {
    const p = index >= 0 ? this.points[index] : undefined;
    const { geometry, overlay } = this.here;
    overlay.ring(geometry && p ? geometry.at(p[0], p[1]) : null);
  }
}

/**
 * A round number that divides a span into about thirty parts.
 * @param {number} span
 */
function niceStep(span) {
  const rough = span / 30;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (/** @type {number} */ ([1, 2, 5, 10].find((m) => m * power >= rough)));
}

/**
 * The multiple of a step next to x that lies within bounds.
 * @param {number} x
 * @param {number} step
 * @param {number} lo
 * @param {number} hi
 */
function onGrid(x, step, lo, hi) {
  return step * Math.min(Math.floor(hi / step), Math.max(Math.ceil(lo / step), Math.round(x / step)));
}

/** Writes what the classes are called on their chips. @param {string[]} classes */
function nameChips(classes) {
  for (const chip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-class]"))) {
    const name = classes[Number(chip.dataset.class)];
    const text = chip.lastChild;
    if (name === undefined || !text || text.textContent?.trim() === name) continue;
    text.textContent = name;
    chip.setAttribute("aria-label", t("class", name));
    chip.dataset.tip = t("tip-keys", t("class-tip", name), String(Number(chip.dataset.class) + 1));
  }
}
