// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {Inspect, Thing} from "./inspect.js" */
import { centre, clamp } from "../page/geometry.js";
import { t } from "../page/words.js";

/**
 * Pictures and formulas by keyboard: each is one stop of the Tab key, arrow keys
 * go from thing to thing in it. The focus stays on the picture, whose elements
 * every frame replaces.
 * @param {App} app
 * @param {Inspect} inspect
 */
export function inspectByKeyboard(app, inspect) {
  /** @type {{host: Element|null, at: number, row: number}} */
  const now = { host: null, at: -1, row: 0 };
  const story = document.querySelector("[data-say]");
  const pictures = app.noPoints ? "svg[data-panel]" : "svg.chart[data-panel]"; // a board of points has keys of its own
  const hosts = () => [...document.querySelectorAll(pictures), ...(story ? [story] : [])];

  app.on("shown", () => {
    for (const host of hosts()) {
      if (host.hasAttribute("data-paints")) continue; // it has keys of its own
      const some = !!host.querySelector("[data-ref], [data-at], [data-cells], [data-tip]");
      if (some === host.hasAttribute("tabindex")) continue;
      if (some) host.setAttribute("tabindex", "0");
      else if (host !== document.activeElement) host.removeAttribute("tabindex");
      if (!host.matches("svg")) {
        host.setAttribute("role", "group");
        host.setAttribute("aria-label", t("words"));
        continue;
      }
      host.setAttribute("role", some ? "application" : "img");
      if (some) host.setAttribute("aria-roledescription", t("picture"));
      else host.removeAttribute("aria-roledescription");
    }
  });

  /** @param {Element} host */
  const items = (host) => {
    /** @type {Map<string, Element>} */
    const found = new Map();
    for (const el of host.querySelectorAll("[data-ref], [data-tip]")) {
      const name = el.getAttribute("data-ref") || el.getAttribute("data-tip") || "";
      if (!found.has(name)) found.set(name, el);
    }
    return [...found.values()];
  };

  /** Evaluates what the keyboard is at. @param {Element} host @returns {Thing|null} */
  const look = (host) => {
    const image = /** @type {SVGImageElement|null} */ (host.querySelector("image[data-cells]"));
    if (image) {
      const [rows, cols] = (image.dataset.cells ?? "1 1").split(" ").map(Number);
      now.row = clamp(now.row, 0, rows - 1);
      now.at = clamp(now.at, 0, cols - 1);
      const b = image.getBoundingClientRect();
      return inspect.cell(image, now.row, now.at, { x: b.x + ((now.at + 0.5) * b.width) / cols, y: b.y + ((now.row + 0.5) * b.height) / rows });
    }
    if (host.querySelector("[data-at]")) {
      const svg = /** @type {SVGSVGElement} */ (host);
      const panel = inspect.charts.panel(svg);
      if (!panel) return null;
      now.at = clamp(now.at, 0, panel.window[1]);
      const b = svg.getBoundingClientRect();
      const u = (now.at - panel.window[0]) / (panel.window[1] - panel.window[0]);
      const x = b.x + ((panel.area[0] + u * (panel.area[2] - panel.area[0])) * b.width) / panel.size[0];
      const what = inspect.reading(svg, now.at, { x, y: b.y + b.height / 3 });
      if (what?.step !== undefined) now.at = what.step;
      return what;
    }
    const list = items(host);
    now.at = clamp(now.at, 0, list.length - 1);
    const el = list[now.at];
    if (!el) return null;
    if (el.hasAttribute("data-ref")) return inspect.named(el, centre(el));
    return { refs: [], tip: el.getAttribute("data-tip") ?? "", ...centre(el) };
  };

  document.addEventListener("keydown", (e) => {
    const host = e.target instanceof Element && hosts().includes(e.target) ? e.target : null;
    if (!host || e.ctrlKey || e.metaKey || e.altKey) return;
    const cells = !!host.querySelector("image[data-cells]");
    const chart = !cells && !!host.querySelector("[data-at]");
    if (now.host !== host) Object.assign(now, { host, at: chart ? (app.frame?.step ?? 0) : -1, row: 0 });
    const by = e.shiftKey ? 10 : 1;
    if (e.key === "Enter" && chart) app.send({ type: "seek", step: now.at });
    else if (e.key === "ArrowRight" || (e.key === "ArrowDown" && !cells)) now.at += by;
    else if (e.key === "ArrowLeft" || (e.key === "ArrowUp" && !cells)) now.at -= by;
    else if (e.key === "ArrowDown") now.row += by;
    else if (e.key === "ArrowUp") now.row -= by;
    else if (e.key === "Home") now.at = 0;
    else if (e.key === "End") now.at = Infinity;
    else return;
    e.preventDefault();
    inspect.pin(() => look(host), true);
  });
}
