// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Transport} from "./transport.js" */
/** @import {Frame} from "../page/types.js" */
import { must } from "../page/app.js";
import { centre } from "../page/geometry.js";
import { t } from "../page/words.js";

const svgName = "http://www.w3.org/2000/svg";
const maxMarked = 4; // points that one small step numbers

/** @typedef {{part: number, text: string, refs: string[]}} Callout */

/**
 * Slow motion: the run goes by small steps, each shown with its number over the
 * board and at the points that it is about. For readers who prefer reduced motion
 * the play button takes one small step instead.
 * @param {App} app
 * @param {Transport} transport
 */
export function slowMotion(app, transport) {
  const speed = /** @type {HTMLSelectElement} */ (must("[data-speed]"));
  const board = /** @type {SVGSVGElement} */ (must("svg.board"));
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const list = document.createElement("ol");
  list.className = "calls";
  list.hidden = true;
  must("[data-board-box]").append(list);
  const marks = document.createElementNS(svgName, "g");
  marks.setAttribute("pointer-events", "none");
  board.append(marks);
  let slow = false;
  let size = app.size;
  let last = -1;
  /** @type {Callout[]} */
  let callouts = [];

  const update = () => {
    const now = speed.selectedOptions[0]?.hasAttribute("data-slow") ?? false;
    app.stepwise = now && reducedMotion.matches;
    if (now === slow) return;
    slow = now;
    if (slow) size = app.size;
    transport.choose(slow ? "small" : size);
    callouts = [];
    last = -1;
    if (app.stepwise) app.say(t("small-steps"));
    if (app.frame) show(app.frame);
  };

  /** @param {Frame} f */
  const show = (f) => {
    list.hidden = !slow;
    if (!slow) {
      marks.replaceChildren();
      return;
    }
    if (f.step !== last) {
      if (f.step !== last + 1 || f.part <= 1) callouts = [];
      last = f.step;
      callouts.push({ part: Math.max(1, f.part), text: f.phase, refs: subjects() });
    }
    list.replaceChildren(
      ...callouts.map((c, i) => {
        const li = document.createElement("li");
        li.value = c.part;
        li.textContent = c.text;
        if (i === callouts.length - 1) li.setAttribute("aria-current", "step");
        return li;
      }),
    );
    marks.replaceChildren(...discs());
  };

  /** What the step is about: what is ringed on the board, or else named in the story. */
  const subjects = () => {
    const ringed = board.querySelectorAll("[data-layer=over] .s-accent[data-ref], [data-layer=over] .s-accent [data-ref]");
    const named = document.querySelectorAll("[data-say] [data-ref]");
    const refs = [...(ringed.length ? ringed : named)].map((e) => e.getAttribute("data-ref") ?? "");
    return [...new Set(refs)].slice(0, maxMarked);
  };

  /** Discs at the points of the steps so far, each with the number of its last step. */
  const discs = () => {
    /** @type {Map<string, number>} */
    const numbers = new Map();
    for (const c of callouts) for (const ref of c.refs) numbers.set(ref, c.part);
    const matrix = board.getScreenCTM()?.inverse();
    return [...numbers].flatMap(([ref, n]) => {
      const el = board.querySelector(`[data-layer] [data-ref="${CSS.escape(ref)}"]`);
      if (!el || !matrix) return [];
      const at = centre(el);
      const p = new DOMPoint(at.x, at.y).matrixTransform(matrix);
      const g = document.createElementNS(svgName, "g");
      g.setAttribute("class", n === callouts.at(-1)?.part ? "call now" : "call");
      g.setAttribute("transform", `translate(${(p.x - 14).toFixed(1)} ${(p.y + 14).toFixed(1)})`);
      const disc = document.createElementNS(svgName, "circle");
      disc.setAttribute("r", "9");
      const text = document.createElementNS(svgName, "text");
      text.setAttribute("text-anchor", "middle");
      text.setAttribute("dy", ".36em");
      text.textContent = String(n);
      g.append(disc, text);
      return [g];
    });
  };

  // Before the transport hears of the new speed, so that it plays the new size.
  document.addEventListener("change", (e) => e.target === speed && update(), true);
  reducedMotion.addEventListener("change", update);
  app.on("shown", show);
}
