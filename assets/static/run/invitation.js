// @ts-check
/** @import {App} from "../page/app.js" */
import { savedSetting, saveSetting } from "../page/chrome.js";
import { t } from "../page/words.js";

/** What moves through the run: then it was done. */
const moves = new Set(["step", "play", "seek"]);

/** What a reader does who needs no invitation now. */
const edits = new Set(["points", "data", "set", "seed", "undo"]);

/**
 * Says to a new reader what to do first, in the place of the line about the run, until
 * it was done; once in a browser.
 * @param {App} app
 */
export function invite(app) {
  /** @type {HTMLElement|null} */
  const line = document.querySelector("[data-invitation]");
  if (!line || app.following || savedSetting("invited") === "yes") return;
  const words = document.querySelector("[data-action=step]")?.textContent?.trim();
  // Where the reader's system chooses the colours, no button is blue.
  if (line.firstChild && words && matchMedia("(forced-colors: active)").matches) line.firstChild.textContent = t("invitation-named", words);
  line.hidden = false;
  app.on("sent", (/** @type {{type: string}} */ message) => {
    if (line.hidden || !(moves.has(message.type) || edits.has(message.type))) return;
    line.hidden = true;
    if (moves.has(message.type)) saveSetting("invited", "yes");
  });
  line.parentElement?.querySelector("[data-action=outcome]")?.addEventListener("click", () => (line.hidden = true));
}
