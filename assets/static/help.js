// @ts-check
// Pages with something to copy.
import { languageSwitch, themeSwitch } from "./page/chrome.js";
import { copy } from "./page/clipboard.js";

themeSwitch();
languageSwitch();
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
  const id = button.dataset.copy;
  const code = /** @type {HTMLTextAreaElement} */ (document.getElementById(`code-${id}`));
  const said = /** @type {HTMLElement} */ (document.getElementById(`said-${id}`));
  button.addEventListener("click", () => copy(code, said, button.dataset.done ?? "", button.dataset.byHand));
}
