// @ts-check
/** @import {App} from "./app.js" */

/**
 * Lets boxes grow and never shrink, so that what stands below them does not move
 * with every frame. A box is free again after another width, another run, or when
 * the reader folds it. The runs of a gesture are one: a box that was free in every
 * frame of it would be laid out three times a frame.
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
    const boxes = entries.map(({ target }) => /** @type {HTMLElement} */ (target));
    for (const box of boxes) {
      const height = heights.get(box);
      if (height && height.width !== box.offsetWidth) forget(box);
    }
    // All are measured before one is set, which would lay the page out for each.
    const sizes = boxes.map((box) => ({ width: box.offsetWidth, most: box.offsetHeight }));
    boxes.forEach((box, i) => {
      if (sizes[i].most <= (heights.get(box)?.most ?? 0) || box.matches(".folded") || box.closest("dialog")) return;
      heights.set(box, sizes[i]);
      box.style.setProperty("min-height", `${sizes[i].most}px`);
    });
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
  let another = false; // run, while a gesture goes on
  const free = () => {
    another = app.live;
    if (!another) [...heights.keys()].forEach(forget);
  };
  app.on("run", (/** @type {import("./types.js").Run} */ r) => r.reset && free());
  app.on("rest", () => another && free());
}
