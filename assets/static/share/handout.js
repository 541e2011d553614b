// @ts-check
/** @import {Share} from "./share.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

/**
 * Puts the settings and the link of what is shown at the foot of a printed page.
 * @param {Share} share
 */
export function handout(share) {
  const facts = must("[data-handout-facts]");
  const link = must("[data-handout-link]");
  addEventListener("beforeprint", () => {
    const state = share.app.state;
    link.textContent = share.url();
    if (!state) return;
    const parts = [t("points", state.points.length)];
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-param]:not([hidden])"))) {
      const name = field.dataset.param ?? "";
      const label = field.querySelector(`label[for="p-${CSS.escape(name)}"]`)?.firstChild?.textContent?.trim();
      parts.push(`${label || name} = ${state.params[name]}`);
    }
    parts.push(`${t("seed")} = ${state.seed}`);
    facts.textContent = parts.join(" · ");
  });
}
