// @ts-check
/** @import {App} from "../page/app.js" */
import { must, perFrame } from "../page/app.js";
import { centre, clamp, Geometry } from "../page/geometry.js";
import { boardOf } from "../run/frame.js";
import { Charts } from "./charts.js";
import { format, Links, nameOf, pointsIn } from "./links.js";

const reach = 11; // pixels from the pointer to a point
const fingerReach = 20;

/**
 * What the pointer or the keyboard is on: what it stands for, its tooltip and where
 * that is shown.
 * @typedef {object} Thing
 * @property {string[]} refs
 * @property {string[]} [others] to which it belongs
 * @property {string} tip
 * @property {number} x on the screen
 * @property {number} y
 * @property {string} [about] the reference of what is said
 * @property {SVGSVGElement} [chart] with the step that is read
 * @property {number} [step]
 */

/** @typedef {() => Thing|null} Look finds the inspected thing again, for every frame that is shown */

/** Linked views: the inspected thing is highlighted in all pictures, with a tooltip. */
export class Inspect {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.links = new Links(app);
    this.charts = new Charts(app);
    this.box = document.createElement("div");
    this.box.className = "tip inspect-tip";
    this.box.setAttribute("popover", "manual");
    this.box.setAttribute("role", "tooltip");
    this.box.dataset.inspect = "";
    this.liveRegion = document.createElement("p");
    this.liveRegion.className = "sr";
    this.liveRegion.setAttribute("aria-live", "polite");
    must("main").append(this.box); // a part of what it is about
    document.body.append(this.liveRegion);
    /** @type {Look|null} */
    this.look = null;
    this.announce = false; // read the tooltip to screen readers, once it has come
    this.pinned = false; // by a tap or the keyboard: moving the pointer does not end it
    this.pointer = "mouse";
    this.down = { clientX: 0, clientY: 0 };
    /** @type {SVGSVGElement|null} */
    this.markedChart = null;
    this.moved = perFrame((/** @type {PointerEvent} */ e) => this.hover(e));
    this.listen();
    app.on("shown", () => this.refresh());
    app.on("tips", () => this.refresh());
    app.on("point", (/** @type {number} */ i) => this.pin(() => this.ofRef("x" + i), false));
  }

  listen() {
    document.addEventListener("pointermove", (e) => {
      this.pointer = e.pointerType;
      if (e.pointerType !== "touch") this.moved(e);
    });
    document.addEventListener("pointerdown", (e) => {
      this.pointer = e.pointerType;
      this.down = { clientX: e.clientX, clientY: e.clientY };
      this.show(null);
    });
    document.documentElement.addEventListener("pointerleave", () => this.show(null));
    document.addEventListener("click", (e) => this.click(e));
    document.addEventListener("focusin", (e) => {
      const t = /** @type {Element} */ (e.target);
      const ref = t.closest("[data-ref]")?.getAttribute("data-ref");
      if (!t.matches(":focus-visible")) return;
      if (ref) this.pin(() => this.ofRef(ref), false);
      else if (t.matches("[data-grip]")) this.pin(() => ({ refs: [], tip: t.getAttribute("data-tip") ?? "", ...centre(t) }), false);
    });
    document.addEventListener("focusout", () => {
      if (this.pinned) this.show(null);
    });
    document.addEventListener("keydown", (e) => {
      if (e.key === "Escape" && this.look) this.show(null);
    }, true);
    addEventListener("scroll", () => this.refresh(), { passive: true, capture: true });
  }

  /** @param {PointerEvent} e */
  hover(e) {
    if (this.pinned && e.movementX === 0 && e.movementY === 0) return;
    if (e.buttons !== 0) {
      this.show(null); // something is dragged
      return;
    }
    const at = { clientX: e.clientX, clientY: e.clientY };
    this.show(() => this.thingAt(at));
  }

  /** @param {MouseEvent} e */
  click(e) {
    const chart = e.target instanceof Element ? e.target.closest("svg.chart") : null;
    // Where the finger was put: browsers move the click to what they take for its target.
    const at = this.pointer === "touch" ? this.down : { clientX: e.clientX, clientY: e.clientY };
    const what = this.thingAt(at);
    if (chart && what?.step !== undefined) this.app.send({ type: "seek", step: what.step });
    // A finger cannot rest on a thing: the tap shows it.
    if (this.pointer === "touch" && what) this.pin(() => this.thingAt(at), false);
  }

  /**
   * Inspects a thing until another one is inspected.
   * @param {Look} look
   * @param {boolean} announce
   */
  pin(look, announce) {
    this.show(look, announce);
    this.pinned = true;
  }

  /**
   * @param {Look|null} look
   * @param {boolean} [announce]
   */
  show(look, announce = false) {
    this.look = look;
    this.announce = announce;
    this.pinned = false;
    this.refresh();
  }

  /** Shows the inspected thing again; a frame may have changed it. */
  refresh() {
    let what = this.look?.() ?? null;
    if (this.links.tips.request(what?.about ?? "")) what = this.look?.() ?? null;
    if (this.announce && !this.links.tips.pending(what?.about)) {
      this.announce = false;
      this.liveRegion.textContent = what?.tip.replaceAll("\n", "; ") ?? "";
    }
    this.links.highlight(what?.refs ?? [], what?.others);
    if (this.markedChart && this.markedChart !== what?.chart) this.charts.mark(this.markedChart, null);
    this.markedChart = what?.chart ?? null;
    if (what?.chart) this.charts.mark(what.chart, what.step ?? null);
    this.tooltip(what);
  }

  /** @param {Thing|null} what */
  tooltip(what) {
    const { box } = this;
    const visible = !!what?.tip;
    if (box.matches(":popover-open") !== visible) box.togglePopover(visible);
    box.hidden = !visible;
    if (!what || !visible) return;
    if (box.textContent !== what.tip) box.textContent = what.tip;
    const left = clamp(what.x + 14, 8, Math.max(8, innerWidth - box.offsetWidth - 8));
    const top = what.y + 20 + box.offsetHeight > innerHeight ? what.y - box.offsetHeight - 12 : what.y + 20;
    box.style.setProperty("transform", `translate(${left}px, ${Math.max(4, top)}px)`);
  }

  /**
   * What is at a place of the screen.
   * @param {{clientX: number, clientY: number}} at
   * @returns {Thing|null}
   */
  thingAt(at) {
    const el = document.elementFromPoint(at.clientX, at.clientY);
    if (!el) return null;
    const place = { x: at.clientX, y: at.clientY };
    const line = /** @type {HTMLElement|null} */ (el.closest("[data-timeline]"));
    if (line) return { refs: pointsIn(line.dataset.tip ?? ""), tip: "", ...place };
    const image = /** @type {SVGImageElement|null} */ (el.closest("image[data-cells]"));
    if (image) return this.cellAt(image, at);
    const named = el.closest("[data-ref]") ?? behind(el, at);
    const area = named?.closest(".board [data-layer=under]"); // on which points lie
    if (named && !area) return this.named(named, place);
    const svg = /** @type {SVGSVGElement|null} */ (el.closest("svg[data-panel]"));
    if (!svg) return null;
    const tip = el.closest("[data-tip]")?.getAttribute("data-tip");
    if (tip) return { refs: [], tip, ...place };
    if (svg.matches(".board") && !this.app.noPoints) return this.nearPoint(svg, at) ?? (named && this.named(named, place));
    const near = this.nearItem(svg, at);
    if (near) return this.named(near, place);
    const x = this.charts.stepAt(svg, at);
    return x === null ? null : this.reading(svg, x, place);
  }

  /**
   * @param {Element} el with data-ref
   * @param {{x: number, y: number}} place
   * @returns {Thing}
   */
  named(el, place) {
    const ref = el.getAttribute("data-ref") ?? "";
    return { refs: [ref], others: belongs(el), about: ref, tip: this.links.tips.of(el) || this.links.describe(ref), ...place };
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {{clientX: number, clientY: number}} at
   */
  nearPoint(svg, at) {
    const panel = this.app.frame && boardOf(this.app.frame);
    if (!panel || !this.app.state) return null;
    const g = new Geometry(svg, panel);
    const i = g.nearest(this.app.state.points, g.picture(at), this.pointer === "touch" ? fingerReach : reach);
    if (i < 0) return null;
    const ref = "x" + i;
    const others = belongs(svg.querySelector(`[data-ref="${ref}"]`));
    return { refs: [ref], others, about: ref, tip: this.links.describe(ref), x: at.clientX, y: at.clientY };
  }

  /**
   * Bars without height and fine lines are hard to hit: the nearest one counts.
   * @param {SVGSVGElement} svg
   * @param {{clientX: number, clientY: number}} at
   */
  nearItem(svg, at) {
    let least = this.pointer === "touch" ? fingerReach : reach;
    /** @type {Element|null} */
    let found = null;
    for (const el of svg.querySelectorAll("[data-layer] [data-ref]")) {
      const r = el.getBoundingClientRect();
      if (Math.min(r.width, r.height) > 2 * reach) continue; // its box is no measure of how near it is
      const dx = Math.max(r.left - at.clientX, 0, at.clientX - r.right);
      const dy = Math.max(r.top - at.clientY, 0, at.clientY - r.bottom);
      const d = Math.hypot(dx, dy);
      if (d < least) {
        least = d;
        found = el;
      }
    }
    return found;
  }

  /**
   * @param {SVGSVGElement} svg
   * @param {number} x the place in steps
   * @param {{x: number, y: number}} place
   * @returns {Thing|null}
   */
  reading(svg, x, place) {
    const r = this.charts.read(svg, x);
    return r && { refs: [], tip: r.text, chart: svg, step: r.step, ...place };
  }

  /**
   * @param {SVGImageElement} image
   * @param {{clientX: number, clientY: number}} at
   */
  cellAt(image, at) {
    const b = image.getBoundingClientRect();
    const [rows, cols] = (image.dataset.cells ?? "1 1").split(" ").map(Number);
    const r = clamp(Math.floor(((at.clientY - b.top) / b.height) * rows), 0, rows - 1);
    const c = clamp(Math.floor(((at.clientX - b.left) / b.width) * cols), 0, cols - 1);
    return this.cell(image, r, c, { x: at.clientX, y: at.clientY });
  }

  /**
   * @param {SVGImageElement} image
   * @param {number} r
   * @param {number} c
   * @param {{x: number, y: number}} place
   * @returns {Thing}
   */
  cell(image, r, c, place) {
    const cells = this.links.cells(image);
    const cols = cells.cols.length || 1;
    const refs = [...new Set([cells.rows[r], cells.cols[c]].filter(Boolean))];
    const name = [cells.rows[r], cells.cols[c]].filter(Boolean).map(nameOf).join(", ");
    const value = cells.values[r * cols + c];
    const title = image.closest("[data-view]")?.querySelector("[data-title]")?.textContent ?? "";
    return { refs, tip: `${[title, name].filter(Boolean).join(", ")}${value === undefined ? "" : `: ${format(Number(value))}`}`, ...place };
  }

  /**
   * What a reference stands for, at one of its places.
   * @param {string} ref
   * @returns {Thing|null}
   */
  ofRef(ref) {
    const all = [...this.links.elements(ref)];
    const el = all.find((e) => e.matches("svg.board *")) ?? all[0];
    return el ? this.named(el, centre(el)) : null;
  }
}

/**
 * What an element belongs to.
 * @param {Element|null} el
 */
function belongs(el) {
  return el?.getAttribute("data-also")?.split(" ") ?? [];
}

/**
 * The thing behind words and bars that stand on it, as those of a tree's nodes do.
 * @param {Element} el at the place
 * @param {{clientX: number, clientY: number}} at
 */
function behind(el, at) {
  const layer = el.closest("svg[data-panel] [data-layer]");
  if (!layer || el.closest("[data-tip], [data-drag]")) return null;
  const svg = layer.closest("svg");
  const found = document.elementsFromPoint(at.clientX, at.clientY).find((e) => svg?.contains(e) && e.closest("[data-ref]"));
  return found?.closest("[data-ref]") ?? null;
}
