// @ts-check
/** @import {App} from "../page/app.js" */
import { perFrame } from "../page/app.js";
import { Geometry } from "../page/geometry.js";

const fingerReach = 22; // pixels: a finger hits what is 44 wide

/**
 * The draggable mark that a pointer is put on: for a finger, the nearest thing
 * in reach, if that is one.
 * @param {PointerEvent} e
 * @returns {Element|null}
 */
export function markAt(e) {
  const target = e.target instanceof Element ? e.target : null;
  const hit = target?.closest("[data-drag]") ?? null;
  const svg = target?.closest("svg[data-panel]");
  if (hit || !svg?.querySelector("[data-drag]") || e.pointerType === "mouse") return hit;
  let nearest = null;
  let least = fingerReach;
  for (const el of svg.querySelectorAll("[data-drag], [data-layer=data] [data-ref]")) {
    const b = el.getBoundingClientRect();
    const way = Math.hypot(b.x + b.width / 2 - e.clientX, b.y + b.height / 2 - e.clientY);
    if (way < least) [nearest, least] = [el, way];
  }
  return nearest?.closest("[data-drag]") ?? null;
}

/**
 * Lets a parameter that is a place be dragged on its picture. Such a mark
 * carries data-drag with the parameter's name.
 * @param {App} app
 */
export function draggablePlaces(app) {
  /** @type {{name: string, geometry: Geometry, id: number}|null} */
  let dragged = null;
  const live = perFrame((/** @type {string} */ value) => {
    if (dragged) app.send({ type: "set", name: dragged.name, value, live: true });
  });
  const value = (/** @type {PointerEvent} */ e, /** @type {Geometry} */ g) => g.data(g.picture(e)).join(",");
  document.addEventListener("pointerdown", (e) => {
    const mark = markAt(e);
    const svg = /** @type {SVGSVGElement|null} */ (mark?.closest("svg[data-panel]") ?? null);
    const panel = app.frame?.panels.find((p) => p.id === svg?.dataset.panel);
    if (!mark || !svg || !panel || e.button !== 0) return;
    e.preventDefault();
    dragged = { name: mark.getAttribute("data-drag") ?? "", geometry: new Geometry(svg, panel), id: e.pointerId };
    svg.setPointerCapture(e.pointerId);
  });
  document.addEventListener("pointermove", (e) => {
    if (dragged?.id === e.pointerId) live(value(e, dragged.geometry));
  });
  const end = (/** @type {PointerEvent} */ e) => {
    if (dragged?.id !== e.pointerId) return;
    app.send({ type: "set", name: dragged.name, value: value(e, dragged.geometry) });
    dragged = null;
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
