// @ts-check
/** @import {App} from "./app.js" */
import { perFrame } from "./app.js";

const scrollers = ".eq-part, .legend, .call";

/**
 * Makes boxes that scroll focusable, so that the keyboard can scroll them: a long
 * formula on a phone, a legend with many entries. Tab skips those that do not scroll.
 * @param {App} app
 */
export function makeScrollersFocusable(app) {
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
