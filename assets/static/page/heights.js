// @ts-check
/** @import {App} from "./app.js" */

/**
 * Keeps the room that a box once took, so that what stands below it does not move
 * with every frame. Another width, another run, or a fold of the reader's starts
 * anew.
 * @param {App} app
 * @param {string} boxes a selector
 */
export function keepRoom(app, boxes) {
  /** @type {Map<HTMLElement, {width: number, most: number}>} */
  const rooms = new Map();
  const forget = (/** @type {HTMLElement} */ box) => {
    rooms.delete(box);
    box.style.removeProperty("min-height");
  };
  const watch = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      const box = /** @type {HTMLElement} */ (target);
      let room = rooms.get(box);
      if (room && room.width !== box.offsetWidth) {
        forget(box);
        room = undefined;
      }
      if (box.offsetHeight <= (room?.most ?? 0) || box.matches(".folded") || box.closest("dialog")) continue;
      rooms.set(box, { width: box.offsetWidth, most: box.offsetHeight });
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
    if (r.reset) [...rooms.keys()].forEach(forget);
  });
}
