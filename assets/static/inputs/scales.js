// @ts-check
/** @import {App} from "../page/app.js" */
/** @import {State} from "../page/types.js" */

/** Says that features are standardised, or why they could be, and offers to do it. @param {App} app */
export function scales(app) {
  const box = /** @type {HTMLElement|null} */ (document.querySelector("[data-scales]"));
  const text = box?.querySelector("[data-scales-text]");
  const button = /** @type {HTMLElement|null|undefined} */ (box?.querySelector("[data-action=standardise]"));
  if (!box || !text || !button) return;
  button.addEventListener("click", () => app.send({ type: "set", name: "standardise", value: "true" }));
  app.on("state", (/** @type {State} */ s) => {
    const pressed = document.activeElement === button;
    box.hidden = !s.scales;
    if (text.textContent !== (s.scales ?? "")) text.textContent = s.scales ?? "";
    button.hidden = s.params.standardise === "true";
    // The switch takes the place of the button, or else the line that opens it.
    if (pressed && button.hidden) /** @type {HTMLElement|null} */ (document.querySelector("[data-unfold=data]"))?.focus({ preventScroll: true });
  });
}
