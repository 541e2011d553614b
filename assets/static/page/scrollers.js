// @ts-check
/** @import {App} from "./app.js" */
import { perFrame } from "./app.js";

const scrollers = ".eq-part, .legend, .call";

/**
 * Lets the keyboard into what scrolls: a long formula on a phone, a legend with
 * many entries. What does not scroll is no stop on the way.
 * @param {App} app
 */
export function scrollersTakeFocus(app) {
  const look = () => {
    for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(scrollers))) {
      const more = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
      if (more && !box.querySelector("button")) box.tabIndex = 0;
      else if (box !== document.activeElement) box.removeAttribute("tabindex");
    }
  };
  const later = perFrame(look);
  app.on("shown", look);
  new ResizeObserver(() => later(0)).observe(document.body);
  document.fonts.addEventListener("loadingdone", () => later(0));
}
