// @ts-check
/** @import {App} from "./app.js" */

/**
 * Lets boxes grow and never shrink, so that what stands below them does not move
 * with every frame. A box is free again after another width, another run, or when
 * the reader folds it.
 * @param {App} app
 * @param {string} boxes a selector
 */
export function keepHeights(app, boxes) {
  /** @type {Map<HTMLElement, {width: number, most: number}>} */
  const heights = new Map();
  const forget = (/** @type {HTMLElement} */ box) => {
    heights.delete(box);
    box.style.removeProperty("min-height");
  };
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = /** @type {HTMLElement} */ (target);
      let height = heights.get(box);
      if (height && height.width !== box.offsetWidth) {
        forget(box);
        height = undefined;
      }
      if (box.offsetHeight <= (height?.most ?? 0) || box.matches(".folded") || box.closest("dialog")) continue;
      heights.set(box, { width: box.offsetWidth, most: box.offsetHeight });
      box.style.setProperty("min-height", `${box.offsetHeight}px`);
    }
  });
  const seen = new WeakSet();
  app.on("shown", () => {
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(boxes))) {
      if (seen.has(box)) continue;
      seen.add(box);
      watch.observe(box);
    }
  });
  // What the reader folds or unfolds.
  const folded = (/** @type {Event} */ e) => {
    const t = e.target instanceof Element ? e.target : null;
    const box = /** @type {HTMLElement|null} */ (t?.closest(boxes) ?? null);
    if (box && (e.type === "toggle" || t?.closest("[data-action=fold], [data-action=enlarge]"))) forget(box);
  };
  document.addEventListener("toggle", folded, { capture: true });
  document.addEventListener("click", folded, { capture: true });
  app.on("run", (/** @type {import("./types.js").Run} */ r) => {
    if (r.reset) [...heights.keys()].forEach(forget);
  });
}
