// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Frame, Panel, Spec, State} from "../page/types.js" */
import { perFrame } from "../page/app.js";
import { clamp, Geometry, round } from "../page/geometry.js";
import { t } from "../page/words.js";
import { show } from "./boardkeys.js";

const svgName = "http://www.w3.org/2000/svg";
const mouseReach = 12; // pixels
const fingerReach = 22; // a finger hits what is 44 wide
const slip = 3; // pixels that a click may move
const small = 0.01; // of what the panel shows: one arrow key
const large = 0.1; // with Shift
const degree = Math.PI / 180;
const turning = 0.5; // degrees a pixel
const mostTilt = 90;
/** @type {Record<string, [number, number]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @typedef {{x: number, y: number}} XY */

/** What each grip sets. @type {WeakMap<Element, Handle>} */
const handles = new WeakMap();

/**
 * The grip that a pointer is put on. Of what can be held in reach, the nearest
 * counts: where points can be moved, it may be one of them.
 * @param {PointerEvent} e
 * @returns {SVGGElement|null}
 */
export function gripAt(e) {
  const svg = e.target instanceof Element ? e.target.closest("svg[data-panel]") : null;
  if (!svg?.querySelector("[data-grip]") || (e.target instanceof Element && e.target.closest(".ask-picks"))) return null; // an answer is picked
  const others = svg.matches("[data-edits]") ? ", [data-layer=data] [data-ref]" : "";
  let nearest = null;
  let least = e.pointerType === "mouse" ? mouseReach : fingerReach;
  for (const el of svg.querySelectorAll(`[data-drag]${others}`)) {
    const b = el.getBoundingClientRect();
    const way = Math.hypot(b.x + b.width / 2 - e.clientX, b.y + b.height / 2 - e.clientY);
    if (way < least || (way === least && el.matches("[data-drag]"))) [nearest, least] = [el, way];
  }
  // What turns is held anywhere on its picture, and what has an inside there.
  if (!nearest && !svg.matches("[data-edits]")) nearest = svg.querySelector("[data-along=orbit]") ?? around(svg, e);
  return nearest?.matches("[data-drag]") ? gripWith(svg, keyOf(svg, nearest)) : null;
}

/**
 * What a pointer is inside of: of several, the smallest.
 * @param {Element} svg
 * @param {PointerEvent} e
 * @returns {Element|null}
 */
function around(svg, e) {
  let found = null;
  let least = Infinity;
  for (const el of svg.querySelectorAll("[data-inside]")) {
    const grip = gripWith(svg, keyOf(svg, el));
    const handle = grip && handles.get(grip);
    const b = handle?.insideBox();
    if (!handle || !b) continue;
    const p = handle.geometry.picture(e);
    const size = (b.right - b.left) * (b.bottom - b.top);
    if (size < least && p.x >= b.left && p.x <= b.right && p.y >= b.top && p.y <= b.bottom) [found, least] = [el, size];
  }
  return found;
}

/**
 * What tells the handles of a picture apart: the parameter, and where several set the
 * same, which of them.
 * @param {Element} svg
 * @param {Element} mark
 */
function keyOf(svg, mark) {
  const name = mark.getAttribute("data-drag") ?? "";
  const nth = [...svg.querySelectorAll(`[data-drag="${CSS.escape(name)}"]`)].indexOf(mark);
  return nth > 0 ? `${name} ${nth + 1}` : name;
}

/**
 * @param {Element} svg
 * @param {string} key
 * @returns {SVGGElement|null}
 */
function gripWith(svg, key) {
  return svg.querySelector(`[data-grip="${CSS.escape(key)}"]`);
}

/**
 * Parameters that are set on pictures: places, thresholds, angles and arrows. What
 * can be held carries data-drag with the parameter's name (see web/wire/doc.go).
 * Above it lies a grip, which takes the focus and stays while frames replace the
 * picture. Those of a session that is followed have none, and in embedded ones pictures can
 * be turned, and nothing else.
 */
export class Handles {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Spec>} */
    this.specs = new Map();
    /** Pictures that a finger may hold anywhere. @type {WeakSet<Element>} */
    this.wide = new WeakSet();
    /** @type {{handle: Handle, id: number, from: XY, off: XY, moved: boolean, start: string, sent: string, svg: SVGSVGElement}|null} */
    this.held = null;
    /** What the arrow keys have set and not settled yet. @type {{name: string, value: string}|null} */
    this.pressed = null;
    this.live = perFrame((/** @type {string} */ value) => {
      if (!this.held || this.held.sent === value) return; // whole numbers stay for a while
      this.held.sent = value;
      this.set(this.held.handle.name, value, true);
    });
    app.on("state", (/** @type {State} */ s) => {
      // The form says the names in the language of the page.
      for (const spec of s.schema ?? []) {
        const label = document.querySelector(`label[for="p-${CSS.escape(spec.name)}"]`)?.firstChild?.textContent?.trim();
        this.specs.set(spec.name, label ? { ...spec, label } : spec);
      }
      for (const grip of document.querySelectorAll("[data-grip]")) {
        const h = handles.get(grip);
        if (h) this.tell(grip, h, this.value(h.name));
      }
    });
    app.on("shown", (/** @type {Frame} */ f) => f.panels.forEach((p) => this.dress(p)));
    document.addEventListener("pointerdown", (e) => this.down(e));
    document.addEventListener("pointermove", (e) => this.move(e));
    document.addEventListener("pointerup", (e) => this.up(e));
    document.addEventListener("pointercancel", (e) => this.cancel(e));
  }

  /**
   * Lays a grip on all that can be held in a picture.
   * @param {Panel} p
   */
  dress(p) {
    const svg = /** @type {SVGSVGElement|null} */ (document.querySelector(`svg[data-panel="${CSS.escape(p.id)}"]`));
    if (!svg) return;
    const old = new Map([...svg.querySelectorAll("[data-grip]")].map((g) => [g.getAttribute("data-grip") ?? "", g]));
    if (!document.documentElement.hasAttribute("data-following")) {
      for (const mark of svg.querySelectorAll("[data-drag]")) {
        const handle = new Handle(mark, svg, p);
        if (this.app.embedded && handle.along !== "orbit") continue;
        const grip = old.get(handle.key) ?? this.grip(svg, handle.key);
        old.delete(handle.key);
        handles.set(grip, handle);
        grip.setAttribute("role", handle.presses ? "button" : "slider");
        this.place(grip, handle);
        if (handle.inside) this.widen(svg);
      }
    }
    for (const grip of old.values()) grip.remove();
    this.rove(svg, document.activeElement);
  }

  /** A finger that holds what is inside of a picture scrolls nothing. @param {SVGSVGElement} svg */
  widen(svg) {
    if (this.wide.has(svg)) return;
    this.wide.add(svg);
    svg.addEventListener("touchmove", (e) => this.held && e.cancelable && e.preventDefault(), { passive: false });
  }

  /**
   * Of bars beside each other one is reached by Tab, and the others from there.
   * @param {Element} svg
   * @param {Element|null} chosen
   */
  rove(svg, chosen) {
    /** @type {Map<string, Element[]>} */
    const rows = new Map();
    for (const grip of svg.querySelectorAll("[data-grip]")) {
      const h = handles.get(grip);
      if (h?.isBar) rows.set(h.name, [...(rows.get(h.name) ?? []), grip]);
    }
    for (const row of rows.values()) {
      const one = row.find((g) => g === chosen) ?? row.find((g) => g.getAttribute("tabindex") === "0") ?? row[0];
      for (const g of row) g.setAttribute("tabindex", g === one ? "0" : "-1");
    }
  }

  /**
   * The bar beside one.
   * @param {Element} grip
   * @param {number} by
   */
  beside(grip, by) {
    const h = handles.get(grip);
    const svg = grip.closest("svg");
    if (!h || !svg) return null;
    const row = [...svg.querySelectorAll("[data-grip]")]
      .filter((g) => handles.get(g)?.isBar && handles.get(g)?.name === h.name)
      .sort((a, b) => (handles.get(a)?.at.x ?? 0) - (handles.get(b)?.at.x ?? 0));
    return /** @type {SVGGElement|undefined} */ (row[row.indexOf(grip) + by]) ?? null;
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {string} key
   */
  grip(svg, key) {
    const grip = document.createElementNS(svgName, "g");
    grip.setAttribute("class", "grip");
    grip.dataset.grip = key;
    grip.setAttribute("role", "slider");
    grip.setAttribute("tabindex", "0");
    grip.setAttribute("aria-roledescription", t("handle"));
    for (const part of ["grip-reach", "grip-ring"]) {
      const circle = document.createElementNS(svgName, "circle");
      circle.setAttribute("class", part);
      grip.append(circle);
    }
    grip.addEventListener("keydown", (e) => this.key(e, grip));
    grip.addEventListener("keyup", () => this.settle());
    grip.addEventListener("blur", () => this.settle());
    // Chromium scrolls in spite of touch-action on what is inside a picture.
    grip.addEventListener("touchmove", (e) => this.held && e.cancelable && e.preventDefault(), { passive: false });
    svg.append(grip);
    return grip;
  }

  /**
   * @param {Element} grip
   * @param {Handle} h
   */
  place(grip, h) {
    const [reach, ring] = grip.children;
    grip.setAttribute("transform", `translate(${h.at.x.toFixed(1)} ${h.at.y.toFixed(1)})`);
    if (!this.app.live || !ring.hasAttribute("r")) { // a gesture changes no sizes, and its frames wait for no layout
      const scale = h.svg.getScreenCTM()?.a || 1;
      const coarse = matchMedia("(any-pointer: coarse)").matches;
      reach.setAttribute("r", String((coarse ? fingerReach : mouseReach) / scale));
      ring.setAttribute("r", String(mouseReach / scale));
    }
    const spec = this.specs.get(h.name);
    grip.setAttribute("data-tip", h.tip);
    grip.setAttribute("aria-label", h.title || spec?.label || h.name);
    if (h.presses) {
      grip.removeAttribute("aria-roledescription");
      grip.setAttribute("aria-description", h.tip);
      return;
    }
    grip.setAttribute("aria-description", [h.tip, t(h.isBar ? "handle-bars" : "handle-keys")].filter(Boolean).join("; "));
    if (h.alone) {
      grip.setAttribute("aria-orientation", h.along === "vertical" || h.isBar ? "vertical" : "horizontal");
      if (spec?.min !== undefined) grip.setAttribute("aria-valuemin", String(spec.min));
      if (spec?.max !== undefined) grip.setAttribute("aria-valuemax", String(spec.max));
    }
    this.tell(grip, h, this.value(h.name));
  }

  /**
   * Says a value to those who cannot see where the handle is.
   * @param {Element} grip
   * @param {Handle} h
   * @param {string} value
   */
  tell(grip, h, value) {
    if (h.presses) return;
    const numbers = h.told(value);
    grip.setAttribute("aria-valuenow", String(numbers[0] || 0));
    const text = { around: `${show(numbers[0] / degree)}°`, orbit: numbers.map((x) => `${show(x)}°`).join(", ") }[h.along];
    grip.setAttribute("aria-valuetext", text ?? numbers.map(show).join(", "));
  }

  /** The value that holds now, also where a state that says so is under way. @param {string} name */
  value(name) {
    return this.pressed?.name === name ? this.pressed.value : (this.app.state?.params[name] ?? "");
  }

  /**
   * @param {string} name
   * @param {string} value
   * @param {boolean} [live]
   */
  set(name, value, live = false) {
    this.app.send({ type: "set", name, value, ...(live ? { live } : {}) });
  }

  /** @param {PointerEvent} e */
  down(e) {
    const grip = e.button === 0 && e.isPrimary && this.app.connected ? gripAt(e) : null;
    const handle = grip && handles.get(grip);
    if (!handle) return;
    e.preventDefault();
    this.settle();
    const svg = handle.svg;
    const from = handle.geometry.picture(e);
    this.held = { handle, id: e.pointerId, from, off: { x: handle.at.x - from.x, y: handle.at.y - from.y }, moved: false, start: this.value(handle.name), sent: "", svg };
    svg.setPointerCapture(e.pointerId);
    this.rove(svg, grip);
    const near = Math.hypot(this.held.off.x, this.held.off.y) < fingerReach;
    if (near || handle.along !== "orbit") grip.focus({ preventScroll: true }); // else it may be about a point of the picture
  }

  /**
   * The value for where a pointer has pulled what it holds.
   * @param {PointerEvent} e
   */
  pulled(e) {
    const { handle, from, off, start } = /** @type {NonNullable<Handles["held"]>} */ (this.held);
    const p = handle.geometry.picture(e);
    if (this.held && Math.hypot(p.x - from.x, p.y - from.y) > slip) this.held.moved = true;
    if (handle.along === "orbit") return handle.turned(start, from.x - p.x, p.y - from.y);
    const to = { x: p.x + off.x, y: p.y + off.y };
    const spec = this.specs.get(handle.name);
    return handle.along === "listed" ? handle.listed(start, to, spec) : handle.limited(handle.read(to), spec);
  }

  /** @param {PointerEvent} e */
  move(e) {
    if (this.held?.id !== e.pointerId) return;
    const value = this.pulled(e);
    if (!this.held.moved || this.held.handle.presses) return;
    const grip = gripWith(this.held.svg, this.held.handle.key);
    if (grip !== document.activeElement) grip?.focus({ preventScroll: true });
    this.live(value);
  }

  /** @param {PointerEvent} e */
  up(e) {
    if (this.held?.id !== e.pointerId) return;
    const value = this.pulled(e);
    const { moved, handle } = this.held;
    this.held = null;
    if (handle.presses) {
      if (!moved) this.app.emit("act", { name: handle.name, act: handle.act });
    } else if (moved) this.set(handle.name, value);
  }

  /** The gesture was another one: what it has set is taken back. @param {PointerEvent} e */
  cancel(e) {
    if (this.held?.id !== e.pointerId) return;
    const { moved, handle, start } = this.held;
    this.held = null;
    if (moved && !handle.presses) this.set(handle.name, start);
  }

  /**
   * @param {KeyboardEvent} e
   * @param {Element} grip
   */
  key(e, grip) {
    const way = arrows[e.key];
    const h = handles.get(grip);
    if (h?.presses) {
      if ((e.key !== "Enter" && e.key !== " ") || e.ctrlKey || e.metaKey || e.altKey) return;
      e.preventDefault();
      e.stopPropagation();
      if (!e.repeat) this.app.emit("act", { name: h.name, act: h.act });
      return;
    }
    if (!way || !h || e.ctrlKey || e.metaKey || e.altKey) return;
    e.preventDefault();
    e.stopPropagation();
    if (h.isBar && way[0]) {
      const next = this.beside(grip, way[0]);
      if (!next) return;
      this.rove(h.svg, next);
      next.focus({ preventScroll: true });
      return;
    }
    if (!this.app.connected) return;
    const now = this.value(h.name);
    const spec = this.specs.get(h.name);
    let value;
    if (h.along === "orbit") value = h.pressed(now, way, e.shiftKey);
    else if (h.along === "listed") value = h.listedBy(now, way, e.shiftKey, spec);
    else value = h.limited(h.moved(now, way, e.shiftKey, spec), spec);
    if (value === now) return;
    this.pressed = { name: h.name, value };
    this.set(h.name, value, true);
    this.tell(grip, h, value);
  }

  /** The arrow key was let go: the value is final. */
  settle() {
    if (!this.pressed) return;
    const { name, value } = this.pressed;
    this.pressed = null;
    if (this.app.state) this.app.state.params[name] = value; // until a state says so
    this.set(name, value);
  }
}

/** Where a handle is in a frame, and what a place there means. */
class Handle {
  /**
   * @param {Element} mark
   * @param {SVGSVGElement} svg
   * @param {Panel} panel
   */
  constructor(mark, svg, panel) {
    const of = (/** @type {string} */ name) => mark.getAttribute(`data-${name}`) ?? "";
    this.svg = svg;
    this.name = of("drag");
    this.key = keyOf(svg, mark);
    this.along = of("along");
    /** It is pressed, and takes an action. */
    this.presses = this.along === "pressed";
    this.act = Number(of("act"));
    this.title = of("name");
    this.tip = of("tip");
    this.from = of("from").split(" ").map(Number);
    this.per = of("per").split(" ").map(Number);
    const [across = [], up = []] = of("moves").split(";").map((row) => (row ? row.split(" ").map(Number) : []));
    /** The places of the numbers of a list that move to the right. */
    this.movesX = across;
    /** And of those that move upwards. */
    this.movesY = up;
    this.logX = of("log").includes("x");
    this.logY = of("log").includes("y");
    const g = new Geometry(svg, panel.marks ? { ...panel, window: panel.marks } : panel); // in the units of what it sets
    this.geometry = g;
    const [u, v] = of("held").split(" ").map(Number);
    this.at = { x: g.left + u * (g.right - g.left), y: g.bottom - v * (g.bottom - g.top) };
    /** Where else it is held: left, bottom, right and top as shares. */
    this.inside = of("inside") ? of("inside").split(" ").map(Number) : null;
    const moves = this.movesX.length + this.movesY.length;
    /** It sets one number. */
    this.alone = this.along === "horizontal" || this.along === "vertical" || this.along === "around" || moves === 1;
    /** It is one of the bars that are beside each other. */
    this.isBar = this.along === "listed" && moves === 1 && this.movesY.length === 1;
  }

  /** Where else it is held, in the picture. */
  insideBox() {
    if (!this.inside) return null;
    const [u0, v0, u1, v1] = this.inside;
    const g = this.geometry;
    const [w, h] = [g.right - g.left, g.bottom - g.top];
    return { left: g.left + u0 * w, right: g.left + u1 * w, top: g.bottom - v1 * h, bottom: g.bottom - v0 * h };
  }

  /** The numbers of a value that it sets. @param {string} value */
  told(value) {
    if (this.along !== "listed") return value.split(",").map(Number);
    const all = value.split(" ").map(Number);
    return [...this.movesX, ...this.movesY].sort((a, b) => a - b).map((i) => all[i] ?? 0);
  }

  /** A coordinate as its axis shows it. @param {number} x @param {"x"|"y"} axis */
  tidy(x, axis) {
    if (axis === "x" ? this.logX : this.logY) return significant(x);
    return round(x, axis === "x" ? this.geometry.perX : this.geometry.perY);
  }

  /**
   * The list for a place in the picture, kept on the panel.
   * @param {string} start the list when it was taken
   * @param {XY} to
   * @param {Spec|undefined} spec
   */
  listed(start, to, spec) {
    const g = this.geometry;
    const place = (/** @type {XY} */ p, /** @type {"x"|"y"} */ axis) => {
      const share = axis === "x" ? (p.x - g.left) / (g.right - g.left) : (g.bottom - p.y) / (g.bottom - g.top);
      const [lo, hi, log] = axis === "x" ? [g.x0, g.x1, this.logX] : [g.y0, g.y1, this.logY];
      const u = clamp(share, 0, 1);
      return log ? lo * (hi / lo) ** u : lo + u * (hi - lo);
    };
    const by = (/** @type {"x"|"y"} */ axis) => {
      const [from, now] = [place(this.at, axis), place(to, axis)];
      return (axis === "x" ? this.logX : this.logY) ? now / from : now - from;
    };
    return this.shifted(start, by("x"), by("y"), spec);
  }

  /**
   * The list one arrow key away.
   * @param {string} now
   * @param {[number, number]} way to the right and up
   * @param {boolean} far
   * @param {Spec|undefined} spec
   */
  listedBy(now, [right, up], far, spec) {
    const g = this.geometry;
    const share = far ? large : small;
    // What moves one way alone follows all keys, as thresholds do.
    const x = this.movesY.length ? right : right + up;
    const y = this.movesX.length ? up : right + up;
    const by = (/** @type {number} */ n, /** @type {number} */ lo, /** @type {number} */ hi, /** @type {boolean} */ log) => (log ? (hi / lo) ** (share * n) : share * n * (hi - lo));
    return this.shifted(now, by(x, g.x0, g.x1, this.logX), by(y, g.y0, g.y1, this.logY), spec);
  }

  /**
   * A list whose numbers have moved with the handle, together and within their limits.
   * @param {string} start
   * @param {number} x by how much to the right; the factor where the axis is logarithmic
   * @param {number} y the same upwards
   * @param {Spec|undefined} spec
   */
  shifted(start, x, y, spec) {
    const { min: lo = -Infinity, max: hi = Infinity } = spec ?? {};
    const list = start.split(" ").map(Number);
    for (const [moves, by, axis] of /** @type {[number[], number, "x"|"y"][]} */ ([[this.movesX, x, "x"], [this.movesY, y, "y"]])) {
      if (moves.length === 0) continue;
      const log = axis === "x" ? this.logX : this.logY;
      const [least, most] = [Math.min(...moves.map((i) => list[i])), Math.max(...moves.map((i) => list[i]))];
      const shift = log ? by : clamp(by, lo - least, hi - most);
      for (const i of moves) list[i] = clamp(this.tidy(log ? list[i] * shift : list[i] + shift, axis), lo, hi);
    }
    const [only] = [...this.movesX, ...this.movesY];
    return (spec?.distribution ? rescaled(start.split(" ").map(Number), only, list[only]) : list).join(" ");
  }

  /**
   * The value for a place in the picture, kept on the panel.
   * @param {XY} p
   * @returns {number[]}
   */
  read(p) {
    const g = this.geometry;
    const u = clamp((p.x - g.left) / (g.right - g.left), 0, 1);
    const v = clamp((g.bottom - p.y) / (g.bottom - g.top), 0, 1);
    const x = this.logX ? significant(g.x0 * (g.x1 / g.x0) ** u) : round(g.x0 + u * (g.x1 - g.x0), g.perX);
    const y = this.logY ? significant(g.y0 * (g.y1 / g.y0) ** v) : round(g.y0 + v * (g.y1 - g.y0), g.perY);
    const [fx, fy] = this.from;
    switch (this.along) {
      case "horizontal": return [x];
      case "vertical": return [y];
      case "around": return [round(Math.atan2(y - fy, x - fx), 0.01)];
      case "vector": return [round(x - fx, g.perX), round(y - fy, g.perY)];
      case "lift": return this.lifted(this.from, y);
    }
    return [x, y];
  }

  /**
   * The value one arrow key away.
   * @param {string} value
   * @param {[number, number]} way to the right and up
   * @param {boolean} far
   * @param {Spec} [spec]
   */
  moved(value, [right, up], far, spec) {
    const g = this.geometry;
    if (spec?.kind === "int") {
      const span = this.along === "horizontal" ? g.x1 - g.x0 : g.y1 - g.y0;
      return [Number(value) + (right + up) * (far ? Math.max(2, Math.round(large * span)) : 1)];
    }
    const share = far ? large : small;
    const [a, b] = value.split(",").map(Number);
    const along = (/** @type {number} */ at, /** @type {number} */ by, /** @type {"x"|"y"} */ axis) => {
      const [lo, hi, log, per] = axis === "x" ? [g.x0, g.x1, this.logX, g.perX] : [g.y0, g.y1, this.logY, g.perY];
      return log ? significant(at * (hi / lo) ** (share * by)) : round(at + share * by * (hi - lo), per);
    };
    switch (this.along) {
      case "horizontal": return [along(a, right + up, "x")];
      case "vertical": return [along(a, right + up, "y")];
      case "around": return [Math.round(a / degree + (far ? 15 : 1) * (right + up)) * degree];
    }
    if (this.along === "lift") return this.lifted([a, b], share * (right + up) * (g.y1 - g.y0));
    return [along(a, right, "x"), along(b, up, "y")];
  }

  /**
   * A place moved by a lift, rounded to what a pixel of it can tell.
   * @param {number[]} from
   * @param {number} up
   */
  lifted(from, up) {
    return this.per.map((per, i) => (per ? round(from[i] + up * per, Math.abs(per) * this.geometry.perY) : from[i]));
  }

  /**
   * How a picture is turned and tilted that a hand has moved by so many pixels, to the left
   * and down: what is near follows the hand.
   * @param {string} value
   * @param {number} left
   * @param {number} down
   * @param {number} [each] degrees a pixel
   */
  turned(value, left, down, each = turning) {
    const [turn, tilt] = value.split(",").map(Number);
    const around = Math.round(turn + each * left);
    return `${around - 360 * Math.ceil((around - 180) / 360)},${clamp(Math.round(tilt + each * down), -mostTilt, mostTilt)}`;
  }

  /**
   * The same for an arrow key.
   * @param {string} value
   * @param {[number, number]} way to the right and up
   * @param {boolean} far
   */
  pressed(value, [right, up], far) {
    return this.turned(value, -right, -up, far ? 15 : 3);
  }

  /**
   * A value within the limits of its parameter, as text. An angle may be whole turns
   * away from where it was read.
   * @param {number[]} value
   * @param {Spec|undefined} spec
   */
  limited(value, spec) {
    const { min: lo = -Infinity, max: hi = Infinity } = spec ?? {};
    const full = 2 * Math.PI;
    return value
      .map((x) => {
        if (this.along === "around") {
          if (x < lo) x += full * Math.ceil((lo - x) / full);
          if (x > hi) x -= full * Math.ceil((x - hi) / full);
          // Between the limits' far sides, the nearer one counts.
          if (x < lo && lo - x > x + full - hi) return hi;
          x = Number(x.toFixed(6));
        }
        return clamp(spec?.kind === "int" ? Math.round(x) : x, lo, hi);
      })
      .join(",");
  }
}

/** A number as a logarithmic axis shows it. @param {number} x */
function significant(x) {
  return Number(x.toPrecision(3));
}

const parts = 1e4; // a distribution is kept to its 10,000th parts

/**
 * A distribution of which one share is another: the others keep their proportions, and all
 * add up to 1 in the decimals that are written.
 * @param {number[]} shares
 * @param {number} i
 * @param {number} to
 */
export function rescaled(shares, i, to) {
  const others = shares.map((_, k) => k).filter((k) => k !== i);
  const own = others.length ? Math.round(clamp(to, 0, 1) * parts) : parts;
  const sum = others.reduce((s, k) => s + shares[k], 0);
  const exact = others.map((k) => ((parts - own) * (sum > 0 ? shares[k] : 1)) / (sum > 0 ? sum : others.length));
  const whole = exact.map(Math.floor);
  const left = parts - own - whole.reduce((s, n) => s + n, 0);
  // The largest remainders are rounded up.
  const order = exact.map((_, k) => k).sort((a, b) => exact[b] - whole[b] - (exact[a] - whole[a]) || a - b);
  for (const k of order.slice(0, left)) whole[k]++;
  const out = [...shares];
  out[i] = own / parts;
  others.forEach((k, n) => (out[k] = whole[n] / parts));
  return out;
}
