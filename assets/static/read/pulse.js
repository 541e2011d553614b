// @ts-check

const shown = 2000; // ms
const most = 24; // rings at once
const around = 8; // pixels between a thing and its ring
const large = 0.4; // of its picture: what is larger is an area and no thing

/**
 * Draws a ring for two seconds around what the names stand for: things in the pictures
 * by their data-ref, controls by their parameter, pictures by their name. For readers who want no motion it
 * does not pulse. What was meant is scrolled into sight, the others are not.
 * @param {string} meant one name, or nothing
 * @param {string[]} others
 */
export function pulse(meant, others) {
  for (const old of document.querySelectorAll("body > .pulse")) old.remove();
  const found = others.filter((name) => name !== meant).flatMap((name) => things(name, false));
  if (meant) found.unshift(...things(meant, true));
  found.slice(0, most).forEach(ring);
}

/**
 * @param {string} name
 * @param {boolean} scroll
 * @returns {Element[]}
 */
function things(name, scroll) {
  const control = document.querySelector(`[data-param="${CSS.escape(name)}"]`);
  if (control) {
    if (control instanceof HTMLElement && control.hidden) return [];
    if (!control.checkVisibility()) return [...document.querySelectorAll("#tab-settings")].filter((tab) => tab.checkVisibility());
    if (scroll) control.scrollIntoView({ block: "nearest", behavior: "instant" });
    return [control];
  }
  const view = document.querySelector(`[data-view="${CSS.escape(name)}"]`);
  if (view) {
    if (!view.checkVisibility()) return [...document.querySelectorAll("#tab-views")].filter((tab) => tab.checkVisibility());
    const { top, bottom } = view.getBoundingClientRect();
    if (scroll && (top < 0 || bottom > innerHeight)) view.scrollIntoView({ block: "end", behavior: "instant" });
    return [view];
  }
  return [...document.querySelectorAll(`svg[data-panel] [data-ref="${CSS.escape(name)}"]`)].filter((el) => {
    const box = el.getBoundingClientRect();
    const picture = /** @type {Element} */ (el.closest("svg[data-panel]")).getBoundingClientRect();
    return el.checkVisibility() && picture.width > 0 && Math.max(box.width / picture.width, box.height / picture.height) < large;
  });
}

/** @param {Element} el */
function ring(el) {
  const box = el.getBoundingClientRect();
  const made = document.createElement("div");
  made.className = el.closest("svg") ? "pulse round" : "pulse";
  made.setAttribute("aria-hidden", "true");
  const place = { left: box.left + scrollX - around, top: box.top + scrollY - around, width: box.width + 2 * around, height: box.height + 2 * around };
  for (const [name, px] of Object.entries(place)) made.style.setProperty(name, `${px}px`);
  document.body.append(made);
  setTimeout(() => made.remove(), shown);
}
