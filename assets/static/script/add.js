// @ts-check
/** @import {App} from "../page/app.js" */
import { must } from "../page/app.js";
import { fill } from "../page/fill.js";
import { keep, most, own } from "./model.js";

/**
 * The button that puts what is shown into the reader's script, at the step that the window
 * for links opens at.
 * @param {App} app
 */
export function addToScript(app) {
  const dialog = must("#share-dialog");
  const said = must("[data-share-said]", dialog);
  const button = must("[data-action=to-script]", dialog);
  const at = /** @type {HTMLSelectElement} */ (must("[data-share-step]", dialog));
  button.addEventListener("click", () => {
    const script = own();
    const q = new URLSearchParams(app.queryHere());
    if (at.value === "start") q.set("step", "0");
    if (at.value === "end") q.set("step", "end");
    if (app.tour) q.set("tour", String(app.tour));
    const query = [q.toString(), app.shows()].filter(Boolean).join("&");
    script.boards.push({ to: `/d/${app.demo}${query ? `?${query}` : ""}`, title: title(), notes: "" });
    if (!keep(script)) {
      said.textContent = button.dataset.full ?? "";
      return;
    }
    const link = document.createElement("a");
    link.href = "/script";
    link.textContent = fill(button.dataset.added ?? "", script.boards.length);
    said.replaceChildren(link);
  });
}

/** What the board is called until its lecturer names it; the step stands beside it. */
function title() {
  const demo = document.querySelector(".stage h1")?.textContent ?? "";
  const preset = /** @type {HTMLSelectElement|null} */ (document.querySelector("#preset"));
  const chosen = preset?.selectedOptions?.[0]?.value ? preset.selectedOptions[0].textContent?.trim() : "";
  return [demo, chosen].filter(Boolean).join(" · ").slice(0, most.title);
}
