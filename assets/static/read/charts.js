// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Panel} from "../page/types.js" */
import { Geometry } from "../page/geometry.js";
import { smallPlaceOf } from "../page/units.js";
import { t } from "../page/words.js";
import { format } from "./links.js";

const svgName = "http://www.w3.org/2000/svg";

/** @typedef {{told: string, name: string, at: Map<number, number>, role: string}} Curve values by step */
/** @typedef {{step: number, text: string}} Reading */

/**
 * Reads charts: the values at the step under the cursor. What a chart draws is
 * told by the attributes data-name and data-at of its curves.
 */
export class Charts {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {WeakMap<Element, Curve>} */
    this.cache = new WeakMap();
  }

  /**
   * The curves of a chart, the pieces of one series as one.
   * @param {Element} svg
   * @returns {Curve[]}
   */
  curves(svg) {
    /** @type {Map<string, Curve>} */
    const byName = new Map();
    for (const el of svg.querySelectorAll("[data-at]")) {
      const piece = this.piece(el);
      const curve = byName.get(piece.name);
      if (!curve) byName.set(piece.name, { ...piece, at: new Map(piece.at) });
      else for (const [x, y] of piece.at) curve.at.set(x, y);
    }
    return [...byName.values()];
  }

  /** @param {Element} el @returns {Curve} */
  piece(el) {
    const told = el.getAttribute("data-at") ?? "";
    const was = this.cache.get(el);
    if (was?.told === told) return was; // the element may stay for another curve
    const at = new Map();
    let x = -1;
    for (const item of told.split(";")) {
      const [a, b] = item.split(" ");
      x = b === undefined ? x + 1 : Number(a);
      at.set(x, Number(b ?? a));
    }
    const role = /\b[sf]-([a-z0-9]+)/.exec(`${el.getAttribute("class")} ${el.parentElement?.getAttribute("class")}`);
    const curve = { told, name: el.getAttribute("data-name") ?? "", at, role: role?.[1] ?? "accent" };
    this.cache.set(el, curve);
    return curve;
  }

  /** @param {Element} svg @returns {Panel|undefined} */
  panel(svg) {
    return this.app.frame?.panels.find((p) => p.id === svg.getAttribute("data-panel"));
  }

  /**
   * The step under a pointer.
   * @param {SVGSVGElement} svg
   * @param {{clientX: number, clientY: number}} e
   */
  stepAt(svg, e) {
    const panel = this.panel(svg);
    if (!panel) return null;
    const g = new Geometry(svg, panel);
    const p = g.picture(e);
    if (p.x < g.left - 6 || p.x > g.right + 6 || p.y < g.top || p.y > g.bottom) return null;
    return Math.max(0, g.x0 + ((p.x - g.left) / (g.right - g.left)) * (g.x1 - g.x0));
  }

  /**
   * The values at the drawn step nearest to a place.
   * @param {Element} svg
   * @param {number} place
   * @returns {Reading|null}
   */
  read(svg, place) {
    const curves = this.curves(svg);
    let step = -1;
    for (const c of curves) {
      // Every step is there, or else the nearest of those that are drawn.
      const near = c.at.has(Math.round(place)) ? Math.round(place) : nearest(c.at, place);
      if (step < 0 || Math.abs(near - place) < Math.abs(step - place)) step = near;
    }
    if (step < 0) return null;
    const values = curves.filter((c) => c.at.has(step)).map((c) => `${c.name} ${format(/** @type {number} */ (c.at.get(step)), 6)}`);
    return { step, text: t("at", smallPlaceOf(this.app, step), values.join(" · ")) };
  }

  /**
   * Marks a step in a chart; null takes the mark away.
   * @param {SVGSVGElement} svg
   * @param {number|null} step
   */
  mark(svg, step) {
    svg.querySelector("[data-reading]")?.remove();
    const panel = this.panel(svg);
    if (step === null || !panel) return;
    const geometry = new Geometry(svg, panel);
    const x = geometry.at(step, 0).x;
    const g = document.createElementNS(svgName, "g");
    g.dataset.reading = String(step);
    const line = document.createElementNS(svgName, "path");
    line.setAttribute("d", `M${x.toFixed(1)} ${geometry.top}V${geometry.bottom}`);
    line.setAttribute("class", "reading-line");
    g.append(line);
    for (const c of this.curves(svg)) {
      const v = c.at.get(step);
      if (v === undefined) continue;
      const dot = document.createElementNS(svgName, "circle");
      const y = panel.log ? logPlace(geometry, v) : geometry.at(step, v).y;
      dot.setAttribute("cx", x.toFixed(1));
      dot.setAttribute("cy", y.toFixed(1));
      dot.setAttribute("r", "3.5");
      dot.setAttribute("class", `reading-dot f-${c.role}`);
      g.append(dot);
    }
    svg.append(g);
  }
}

/**
 * @param {Geometry} g
 * @param {number} v
 */
function logPlace(g, v) {
  return g.bottom - ((Math.log(v) - Math.log(g.y0)) / (Math.log(g.y1) - Math.log(g.y0))) * (g.bottom - g.top);
}

/**
 * @param {Map<number, number>} at
 * @param {number} place
 */
function nearest(at, place) {
  let best = -1;
  for (const x of at.keys()) {
    if (best < 0 || Math.abs(x - place) < Math.abs(best - place)) best = x;
  }
  return best;
}
