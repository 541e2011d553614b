// @ts-check
/** @import {Share} from "./share.js" */
import { must } from "../page/app.js";
import { t } from "../page/words.js";

/**
 * Puts the settings and the link of what is shown at the foot of a printed page.
 * @param {Share} share
 */
export function handout(share) {
  const list = must("[data-handout-facts]");
  const link = must("[data-handout-link]");
  const root = document.documentElement;
  const parts = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-print-part]"));
  const choose = () => (root.dataset.print = [...parts].filter((p) => p.checked).map((p) => p.dataset.printPart).join(" "));
  for (const part of parts) part.addEventListener("change", choose);
  choose();
  must("[data-action=print]").addEventListener("click", () => {
    /** @type {HTMLDialogElement} */ (must("#export-dialog")).close();
    print();
  });
  addEventListener("beforeprint", () => {
    const state = share.app.state;
    link.textContent = share.url();
    if (!state) return;
    const facts = [t("points", state.points.length)];
    for (const field of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-param]:not([hidden])"))) {
      const name = field.dataset.param ?? "";
      const label = field.querySelector(`label[for="p-${CSS.escape(name)}"]`)?.firstChild?.textContent?.trim();
      facts.push(`${label || name} = ${inWords(field, state.params[name])}`);
    }
    facts.push(`${t("seed")} = ${state.seed}`);
    list.textContent = facts.join(" · ");
  });
}

/**
 * A value as its control shows it.
 * @param {HTMLElement} field
 * @param {string} value
 */
export function inWords(field, value) {
  if (field.dataset.kind === "bool") return t(value === "true" ? "on" : "off");
  /** @type {HTMLSelectElement|null} */
  const choice = field.dataset.kind === "choice" ? field.querySelector("select") : null;
  return [...(choice?.options ?? [])].find((o) => o.value === value)?.textContent ?? value;
}
