// @ts-check
/** @import {App} from "./app.js" */
import { debounce } from "./app.js";

const scrollers = ".line, .eq, .formula, .legend, [data-mode=projector] :is(.now, .promises, .side)";

/**
 * Makes boxes that scroll focusable, so that the keyboard can scroll them: a formula
 * with a part that is wider than a phone, a legend with many entries. Style sheets
 * show by that where there is more. Tab skips those that do not scroll.
 *
 * It looks once the page is at rest: measuring within every frame of a drag would make
 * the browser lay the page out twice.
 * @param {App} app
 */
export function makeScrollersFocusable(app) {
  const look = () => {
    const boxes = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(scrollers)]).filter((b) => b.checkVisibility({ contentVisibilityAuto: true }));
    const scrolls = boxes.map((box) => box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1);
    boxes.forEach((box, i) => {
      if (scrolls[i] === box.hasAttribute("tabindex") || box.querySelector("button")) return;
      if (scrolls[i]) {
        box.tabIndex = 0;
        if (box.matches(".legend, .panel, .side")) return; // it has a name, or reads as it is
        box.setAttribute("role", "group");
        box.setAttribute("aria-label", [...box.querySelectorAll("math")].map((m) => m.getAttribute("alttext")).join(" "));
      } else if (box !== document.activeElement) {
        for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
      }
    });
  };
  const later = debounce(200, look);
  app.on("shown", later);
  new ResizeObserver(later).observe(document.body);
  // A lesson that comes into sight is laid out then.
  document.addEventListener("contentvisibilityautostatechange", later, { capture: true });
  document.fonts.addEventListener("loadingdone", later);
}
