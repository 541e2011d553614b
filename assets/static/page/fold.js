// @ts-check
import { saveSetting } from "./chrome.js";

/**
 * Lets buttons unfold what they stand beside. What was unfolded stays so on the next
 * page: the document's root says what is, before its first paint, and style sheets
 * show it.
 */
export function unfoldButtons() {
  const root = document.documentElement;
  const open = new Set((root.dataset.unfolded ?? "").split(" ").filter(Boolean));
  for (const b of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-unfold]"))) {
    const name = b.dataset.unfold ?? "";
    const tell = () => b.setAttribute("aria-expanded", String(open.has(name)));
    b.addEventListener("click", () => {
      if (!open.delete(name)) open.add(name);
      root.dataset.unfolded = [...open].join(" ");
      saveSetting("unfolded", root.dataset.unfolded);
      tell();
    });
    tell();
  }
}
